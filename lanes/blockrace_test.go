package lanes_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/warp"
)

// TestWarpsThatRace: how certain it is that threads of two warps race, in a block of four warps and in one of any size.
// Nothing is reported if the body has no race.
func TestWarpsThatRace(t *testing.T) {
	const nothing, perhaps, surely = "", "potential", "definite"
	for _, c := range []struct {
		name, body   string
		known, other string
	}{
		{"the other end", "s[t] = d[t]; d[t] = s[blockDim.x - 1 - t];", surely, surely},
		{"the other end, behind a barrier", "s[t] = d[t]; __syncthreads(); d[t] = s[blockDim.x - 1 - t];", nothing, nothing},
		{"the thread before", "s[t] = d[t]; if (t > 0) d[t] = s[t - 1];", surely, surely},
		{"the other end, behind a barrier of the warp", "s[t] = d[t]; __syncwarp(); d[t] = s[blockDim.x - 1 - t];", surely, perhaps},
		{"its own cell", "s[t] = d[t]; d[t] = s[t];", nothing, nothing},
		{"its own warp", "s[t] = d[t]; d[t] = s[t ^ 1];", nothing, nothing},
		{"what the first thread writes", "if (t == 0) s[0] = n; d[t] = s[0];", surely, surely},
		{"what the first thread writes, for some", "if (t == 0) s[0] = n; if (t == 40) d[t] = s[0];", surely, surely},
		{"one constant", "s[0] = 1; d[t] = 2;", nothing, nothing},
		{"atomics", "atomicAdd(&s[0], t);", nothing, nothing},
		{"if an argument says so", "if (n > 5) { s[t] = d[t]; d[t] = s[blockDim.x - 1 - t]; }", surely, surely},
		{"if an argument says so, and no barrier", "s[t] = d[t]; if (n > 5) __syncthreads(); d[t] = s[blockDim.x - 1 - t];", perhaps, perhaps},
		{"if data say so", "s[t] = d[t]; if (d[t] > 3) d[t] = s[blockDim.x - 1 - t];", perhaps, perhaps},
		{"a cell that data choose", "s[t] = d[t]; d[t] = s[d[t] & 31];", perhaps, perhaps},
	} {
		for _, of := range []struct {
			block []warp.Shape
			want  string
		}{{[]warp.Shape{{128, 1, 1}}, c.known}, {nil, c.other}} {
			t.Run(fmt.Sprintf("%s, block %v", c.name, of.block), func(t *testing.T) {
				p := lower(t, "__global__ void f(int *d, int n) { extern __shared__ int s[]; int t = threadIdx.x; "+c.body+"}")
				var found []string
				lanes.Analyze(p, lanes.Options{BlockRaces: true, Shapes: func(*cfg.Func) []warp.Shape { return of.block }, See: func(facts []*lanes.Fact) {
					for _, f := range facts {
						if !f.IsBetweenWarps() {
							continue
						}
						for _, v := range f.MissingSyncthreads() {
							found = append(found, map[lanes.Certainty]string{lanes.Definite: surely, lanes.Potential: perhaps}[v.Certainty])
						}
					}
				}})
				if of.want == nothing && len(found) > 0 || of.want != nothing && !slices.Equal(found, []string{of.want}) {
					t.Errorf("found %q", found)
				}
			})
		}
	}
}

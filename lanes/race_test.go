package lanes_test

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes"
)

// TestRacesInPart: where races are not looked for to the end, there is a fact that says so.
func TestRacesInPart(t *testing.T) {
	for _, c := range []struct {
		name, body string
		work       int
		found      bool
		undecided  []int // lines
	}{
		{"with enough work", "s[l] = l; d[l] = s[l ^ 1];", 0, true, nil},
		{"with no work left for races", "s[l] = l; d[l] = s[l ^ 1];", 1, false, []int{1}},
		// The first iterations cannot race, as the solver finds out; a later one may.
		{"in one of many executions", `
			#pragma unroll
			for (int k = 0; k < 8; k++) {
				s[l] = k;
				d[l] = s[n > 10 && n < 6 + k ? l ^ 1 : l];
				__syncwarp();
			}`, 0, false, []int{5}},
		// Most pairs of accesses have a barrier between: they are none of those that are too many.
		{"in none of very many executions", repeat(70, "s[l] = d[%[1]d]; s[l] += d[%[1]d + l]; d[l] += s[l]; __syncthreads();"), 0, false, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := lower(t, "__global__ void f(int *d, int n) { __shared__ int s[32]; int l = threadIdx.x;"+c.body+"}")
			var undecided []int
			found := 0
			lanes.Analyze(p, lanes.Options{Races: true, AllWork: c.work, Shapes: inBlock(32).Shapes, See: func(facts []*lanes.Fact) {
				for _, f := range facts {
					if !f.IsOfAccess() {
						continue
					}
					f.Undecided = false
					found += len(f.MissingSyncwarp())
					if f.Undecided {
						undecided = append(undecided, f.Pos.Line)
					}
				}
			}})
			if len(undecided) != len(c.undecided) || len(undecided) > 0 && undecided[0] != c.undecided[0] {
				t.Errorf("undecided in lines %v, want %v", undecided, c.undecided)
			}
			if (found > 0) != c.found {
				t.Errorf("%d verdicts", found)
			}
		})
	}
}

// TestRaceLaneByLane: what is too much for the solver of all lanes together it decides of each.
func TestRaceLaneByLane(t *testing.T) {
	p := lower(t, `__global__ void f(int *d, int n) {
		__shared__ int s[32];
		s[threadIdx.x] = n;
		d[threadIdx.x] = s[n > 10 && n < 11 ? threadIdx.x ^ 1 : threadIdx.x];
	}`)
	lanes.Analyze(p, lanes.Options{Races: true, See: func(facts []*lanes.Fact) {
		for _, f := range facts {
			if v := f.MissingSyncwarp(); len(v) > 0 {
				t.Errorf("line %d: %v", f.Pos.Line, v)
			}
		}
	}})
}

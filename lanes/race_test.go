package lanes_test

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes"
)

// TestRacesInPart: if races are not looked for to the end, a fact states that.
func TestRacesInPart(t *testing.T) {
	for _, c := range []struct {
		name, body string
		work       int
		found      bool
		undecided  []int // lines
	}{
		{"with enough work", "s[l] = l; d[l] = s[l ^ 1];", 0, true, nil},
		{"with no work left for races", "s[l] = l; d[l] = s[l ^ 1];", 1, false, []int{1}},
		// The first iterations cannot race, as the solver finds; a later one may.
		{"in one of many executions", `
			#pragma unroll
			for (int k = 0; k < 8; k++) {
				s[l] = k;
				d[l] = s[n > 10 && n < 6 + k ? l ^ 1 : l];
				__syncwarp();
			}`, 0, false, []int{5}},
		// Most pairs of accesses have a barrier in between, and so do not count towards the limit.
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

// TestRaceLaneByLane: a question that the solver does not decide for all lanes together it decides for each lane.
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

// TestSharesWithOtherWarps: whether a thread of another warp may use a cell that lanes race for, before a barrier of
// the block. The answer is yes unless the contrary is proved.
func TestSharesWithOtherWarps(t *testing.T) {
	const own, loop = `int t = threadIdx.x; int l = t % 32; int w = t / 32;`, `for (int i = 0; i < n; i++) `
	for _, c := range []struct {
		about, body string
		block       int // 0 if it is not known
		shares      bool
	}{
		{"a cell of each thread's and its neighbour's", `s[t] = t; d[t] = s[t ^ 1];`, 128, false},
		{"the next thread's", `s[t] = t; d[t] = s[t + 1];`, 128, true},
		{"the next thread's in a block of one warp", `s[t] = t; d[t] = s[t + 1];`, 32, false},
		{"of the first thread for all", `if (t == 0) s[0] = n; d[t] = s[0];`, 128, true},
		{"of the first thread for its warp", `if (t == 0) s[0] = n; if (t < 32) d[t] = s[0];`, 128, false},
		{"of each warp's first lane", `if (l == 0) s[w] = n; d[t] = s[w];`, 128, false},
		{"of each warp's first lane for all", `if (l == 0) s[w] = n; d[t] = s[l % 4];`, 128, true},
		{"rows of a warp", `s[w * 33 + l] = t; d[t] = s[w * 33 + l + 1];`, 0, false},
		{"rows that overlap", `s[w * 31 + l] = t; d[t] = s[w * 31 + (l ^ 1)];`, 0, true},
		{"rows of an unknown length", `s[w * n + l] = t; d[t] = s[w * n + (l ^ 1)];`, 0, true},
		{"read by another warp behind a barrier of the warp", `s[t] = t; d[t] = s[t ^ 1]; __syncwarp(~0u); d[t] += s[t ^ 64];`, 128, true},
		{"read by another warp behind a barrier of the block", `s[t] = t; d[t] = s[t ^ 1]; __syncthreads(); d[t] += s[t ^ 64];`, 128, false},
		{"read by another warp behind a barrier that may not be", `s[t] = t; d[t] = s[t ^ 1]; if (n > 3) __syncthreads(); d[t] += s[t ^ 64];`, 128, true},
		{"on two sides of a branch that all take one of", `if (n > 2) { s[t] = t; d[t] = s[t ^ 1]; } else d[t] = s[t ^ 64];`, 128, false},
		{"written by the next iteration of another warp", loop + `{ s[t] = i; d[t] += s[t ^ 1]; __syncthreads(); d[t] += s[t ^ 64]; }`, 128, true},
		{"two buffers by turns", loop + `{ r[i & 1][t] = i; d[t] += r[i & 1][t ^ 1]; __syncthreads(); d[t] += r[i & 1][t ^ 64]; }`, 128, false},
		{"iterations that only barriers of the warp keep apart", loop + `{ s[t + (i & 1) * 128] = i; d[t] += s[(t ^ 1) + (i & 1) * 32]; __syncwarp(~0u); }`, 128, true},
		{"each warp's iterations", `for (int i = w; i < 8; i += 4) { s[i * 32 + l] = i; d[t] += s[i * 32 + (l ^ 1)]; __syncwarp(~0u); }`, 128, false},
		{"iterations that warps share", `for (int i = w; i < 8; i += 3) { s[i * 32 + l] = i; d[t] += s[i * 32 + (l ^ 1)]; __syncwarp(~0u); }`, 128, true},
		{"at a place that is loaded for all", `int k = d[blockIdx.x]; s[k + t] = t; d[t] = s[k + (t ^ 1)];`, 128, false},
		{"at a place that each warp loads", `int k = d[w]; s[k + t] = t; d[t] = s[k + (t ^ 1)];`, 128, true},
		{"cells of one warp for all that there are", `q[t] = t; d[t] = q[t % 8];`, 0, false},
		{"cells of one warp for more", `if (t < 32) q[t] = t; d[t] = q[t % 8];`, 0, true},
		{"one value of two warps' leaders", `if (l == 0) s[9] = t; d[t] = s[9];`, 128, true},
		{"an atomic of all behind a store", `if (t == 0) s[0] = n; atomicAdd(&s[0], t);`, 128, true},
	} {
		t.Run(c.about, func(t *testing.T) {
			p := lower(t, "__global__ void f(int *d, int n) { __shared__ int s[1024], r[2][128], q[32]; "+own+c.body+"}")
			options := lanes.Options{Races: true}
			if c.block > 0 {
				options.Shapes = inBlock(c.block).Shapes
			}
			found, shares := 0, false
			options.See = func(facts []*lanes.Fact) {
				for _, f := range facts {
					if f.IsOfAccess() && len(f.MissingSyncwarp()) > 0 {
						found++
						shares = shares || f.SharesWithOtherWarps()
					}
				}
			}
			lanes.Analyze(p, options)
			if found == 0 || shares != c.shares {
				t.Errorf("%d races, shared with other warps: %v, want %v", found, shares, c.shares)
			}
		})
	}
}

package lanes_test

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes"
)

// TestGroupsByDivision checks masks of groups of lanes whose size is not known: masks of whole groups, and of groups
// that begin one lane too late.
func TestGroupsByDivision(t *testing.T) {
	facts := lanes.Analyze(lower(t, `
template <int Size> __global__ void pattern() {
  const int lane = threadIdx.x & 31;
  constexpr unsigned all = Size >= 32 ? 0xffffffffu : (1u << Size) - 1u;
  if (Size > 1)
    __syncwarp(all << ((lane / Size) * Size));
}
__global__ void late(unsigned size) {
  unsigned lane = threadIdx.x & 31;
  if (size >= 2 && size <= 16)
    __syncwarp(((1u << size) - 1) << (lane / size * size + 1));
}`), inBlock(32)).Facts
	if len(facts) != 2 {
		t.Fatalf("%d facts, want 2", len(facts))
	}
	for _, f := range facts {
		verdicts := f.NotInMask()
		switch f.Context.Root.Name {
		case "late":
			if v := only(t, verdicts); v.Certainty != lanes.Definite {
				t.Errorf("lanes that their masks lack: %+v", v)
			}
		default:
			if len(verdicts) > 0 || f.Undecided {
				t.Errorf("%s: %+v, undecided %v", f.Context.Root.Name, verdicts, f.Undecided)
			}
		}
	}
}

// TestCasesAreBounded checks that a proof by the cases of a shift is given up when the shift is not what makes the
// question hard: here it is which lanes are on the other side of a branch on data.
func TestCasesAreBounded(t *testing.T) {
	const enough = 150_000_000 // a tenth of the work that a root may take
	r := lanes.Analyze(lower(t, `
__global__ void sides(int n, const int *d, unsigned *out) {
  unsigned v = threadIdx.x & 31u;
  if (d[v] <= 0) {
    v = __shfl_xor_sync(0xffffffffu, v, 2);
  } else {
    unsigned long long wide = v;
    v = __shfl_xor_sync((1u << (n & 31u)) - 1u, wide, 16);
  }
  out[threadIdx.x] = v;
}`), lanes.Options{Shapes: inBlock(32).Shapes, Work: enough})
	askAll(r.Facts)
	for _, f := range r.Facts {
		if f.Undecided {
			t.Errorf("line %d is not decided within %d units of work", f.Site.Pos.Line, enough)
		}
	}
}

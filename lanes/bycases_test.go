package lanes_test

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes"
)

// TestGroupsByDivision checks masks of groups of lanes whose size is not known: those of
// whole groups, and those that begin one lane too late.
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

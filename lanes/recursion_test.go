package lanes_test

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes"
)

// TestRecursionIsApproximate checks that collectives of recursive functions, and of functions that these call, do not
// count as exact, while other collectives do.
func TestRecursionIsApproximate(t *testing.T) {
	result := lanes.Analyze(lower(t, `
__device__ int halve(int v) { return __shfl_xor_sync(~0u, v, 1); }
__device__ int walk(int v, int n) { return n > 0 ? walk(halve(v), n - 1) : __any_sync(~0u, v); }
__global__ void kernel(int *data, int n) {
  data[threadIdx.x] = walk(__ballot_sync(~0u, n), n);
}`), inBlock(32))
	want := map[string]string{
		"__ballot_sync": "", "__any_sync": "recursive call of walk", "__shfl_xor_sync": "recursive call of walk",
	}
	found := 0
	for _, f := range result.Facts {
		found++
		if name := f.Site.Collective.Name; f.Imprecision.Reason != want[name] {
			t.Errorf("%s is approximate because %q, want %q", name, f.Imprecision.Reason, want[name])
		}
	}
	if found != len(want) {
		t.Errorf("%d facts, want %d", found, len(want))
	}
}

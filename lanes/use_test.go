package lanes_test

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/internal/treetest"
	"github.com/warpcheck/warpcheck/lanes"
)

// TestUses: the use of a value that the four lanes of the last warp of 100 threads read from lanes which do not exist.
func TestUses(t *testing.T) {
	const shuffle = "__shfl_xor_sync(0xffffffff, %s, 4, 32)"
	read := func(body string) string {
		return "int v = d[threadIdx.x]; v = v + " + fmt.Sprintf(shuffle, "v") + "; " + body
	}
	store := func(value string) string { return read("d[threadIdx.x] = " + value + ";") }
	for _, one := range []struct {
		body string
		want lanes.Use
	}{
		{store("v"), lanes.AlwaysUsed},
		{store("v & 1"), lanes.AlwaysUsed},
		{store("3 * v + n"), lanes.AlwaysUsed},
		{store("v > e[threadIdx.x] ? v : e[threadIdx.x]"), lanes.AlwaysUsed},
		{read("if (threadIdx.x % 32 == 0) d[0] = v;"), lanes.AlwaysUsed},
		{read("if (v > 0) d[threadIdx.x] = 1;"), lanes.AlwaysUsed},
		{read("if (v == 4711 + n) d[threadIdx.x] = 1;"), lanes.AlwaysUsed},
		{read("d[v & 31] = 1;"), lanes.AlwaysUsed},
		{read("for (int i = 0; i < 3; i++) v = v + i; d[threadIdx.x] = v;"), lanes.AlwaysUsed},
		{read("float f = v; f = f * 3; if (f > 1) d[threadIdx.x] = 1;"), lanes.AlwaysUsed},
		{read("if (__any_sync(0xffffffff, v > 9)) d[threadIdx.x] = 1;"), lanes.AlwaysUsed},
		{read("d[threadIdx.x] = __ballot_sync(0xffffffff, v > 9);"), lanes.AlwaysUsed},
		{read("d[threadIdx.x] = e[0] + __reduce_add_sync(0xffffffff, v);"), lanes.AlwaysUsed},
		{read("__shared__ int s[128]; s[threadIdx.x] = v;"), lanes.AlwaysUsed},
		{"int s = 0; for (int i = 0; i < n; i++) s = s + " + fmt.Sprintf(shuffle, "i") + "; d[threadIdx.x] = s;", lanes.AlwaysUsed},
		{"float s = 0; for (int i = 0; i < n; i++) s = s + " + fmt.Sprintf(shuffle, "i") + "; e[threadIdx.x] = s;", lanes.AlwaysUsed},

		{read("for (int i = 0; i < n; i++) v = v + i; d[threadIdx.x] = v;"), lanes.AlwaysUsed},

		{read(""), lanes.NeverUsed},
		{store("v & 0"), lanes.NeverUsed},
		{store("v * 0"), lanes.NeverUsed},
		{store("7 + v - v"), lanes.NeverUsed},
		{store("(v & 3) > 3 ? 1 : 2"), lanes.NeverUsed},
		{read("v = v < 3 ? v : 3; v = v > 3 ? v : 3; d[threadIdx.x] = v;"), lanes.NeverUsed},
		{read("if (threadIdx.x % 32 >= 8) d[threadIdx.x] = v;"), lanes.NeverUsed},
		{read("if (threadIdx.x < 96) d[threadIdx.x] = v;"), lanes.NeverUsed},
		{read("v = n; d[threadIdx.x] = v;"), lanes.NeverUsed},
		{read("int a[2]; a[0] = v; a[1] = n; d[threadIdx.x] = a[1];"), lanes.NeverUsed},
		{read("int w = 0; for (int i = 0; i < n; i++) w = w + i; d[threadIdx.x] = w;"), lanes.NeverUsed},
		{"for (int i = 0; i < n; i++) { int w = " + fmt.Sprintf(shuffle, "i") + "; if (threadIdx.x < 96) d[i] = w; }", lanes.NeverUsed},

		{read("if (threadIdx.x < n) d[threadIdx.x] = v;"), lanes.SometimesUsed},
		{read("if (e[threadIdx.x]) d[threadIdx.x] = v;"), lanes.SometimesUsed},
		{read("if (__any_sync(0xffffffff, e[threadIdx.x] > 0)) d[threadIdx.x] = v;"), lanes.SometimesUsed},
		{read("if (__ballot_sync(0xffffffff, e[threadIdx.x] > 0) & 1) d[threadIdx.x] = v;"), lanes.SometimesUsed},
		{read("v = v & 4; for (int i = 0; i < n; i++) v = v + 2 * i; d[threadIdx.x] = v & 1;"), lanes.SometimesUsed},
		{"int s = 0; for (int i = 0; i < n; i++) s = s + (" + fmt.Sprintf(shuffle, "i") + " & 1); if (s > 5) d[threadIdx.x] = 1;", lanes.SometimesUsed},
		{store("v * n"), lanes.SometimesUsed},
		{store("v & n"), lanes.SometimesUsed},
		{store("n > 3 ? v : 0"), lanes.SometimesUsed},
		{store("v > n ? v : n"), lanes.SometimesUsed},
		{read("int a[2]; a[0] = 0; a[1] = v; d[threadIdx.x] = a[n & 1];"), lanes.SometimesUsed},
		{read("for (int i = 0; i < n; i++) v = i; d[threadIdx.x] = v;"), lanes.SometimesUsed},
		{read("for (int i = 0; i < n; i++) d[i] = v;"), lanes.SometimesUsed},
		{"int w = 0; for (int i = 0; i < n; i++) { d[threadIdx.x] = w; w = " + fmt.Sprintf(shuffle, "i") + "; }", lanes.SometimesUsed},
		{"int s = 0; for (int i = 0; i < n; i++) s = " + fmt.Sprintf(shuffle, "i") + " & i; d[threadIdx.x] = s;", lanes.SometimesUsed},
	} {
		p := treetest.Program(t, "__global__ void k(int *d, int *e, int n) { "+one.body+" }")
		r := lanes.Analyze(p, inBlock(100))
		v := only(t, r.Facts[0].SourceNotInMask())
		if use, _ := r.Facts[0].UseOf(&v); use != one.want {
			t.Errorf("%s: %d, want %d", one.body, use, one.want)
		}
	}
}

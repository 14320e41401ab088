package uses_test

import (
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/uses"
	"github.com/warpcheck/warpcheck/internal/treetest"
)

func TestWhoDecides(t *testing.T) {
	for _, one := range []struct {
		body           string
		byLaunch, some bool
	}{
		{"if (threadIdx.x == 0) d[0] = v;", true, true},
		{"if (threadIdx.x < n) d[0] = v;", false, false},
		{"if (n > 3) d[1] = v; d[0] = v;", false, true},
		{"int k = 0; if (n > 3) k = v; d[0] = k;", false, true},
		{"if (v > 3) d[0] = 1;", true, true},
		{"int i = 0; while (i < n) { i = i + 1; } if (threadIdx.x == 3) d[0] = v;", true, true},
		{"d[0] = n;", true, false},
		{"int a[2]; a[0] = 1; a[1] = v; d[0] = a[n & 1];", false, true},
		{"int a[2]; a[0] = 1; a[1] = v; d[0] = a[threadIdx.x & 1];", true, true},
		{"if (d[threadIdx.x] > 0) d[threadIdx.x] = v;", false, false},
	} {
		root := kernel(t, one.body)
		got := uses.Of(root, shuffleOf(t, root))
		if got.ByLaunch != one.byLaunch || got.SomeByLaunch != one.some {
			t.Errorf("%s: %+v", one.body, got)
		}
	}
}

// kernel is a kernel with a shuffle of v before the body.
func kernel(t *testing.T, body string) *cfg.Func {
	t.Helper()
	program := treetest.Program(t, "__global__ void k(int *d, int n) { int v = d[threadIdx.x]; v += __shfl_xor_sync(0xffffffff, v, 4, 32); "+body+" }")
	return program.Roots[0]
}

func shuffleOf(t *testing.T, f *cfg.Func) *cfg.Instr {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Op == cfg.Collective_ {
				return i
			}
		}
	}
	t.Fatal("no shuffle")
	return nil
}

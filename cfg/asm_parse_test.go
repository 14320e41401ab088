package cfg

import (
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/internal/parsetest"
)

const asmSource = `#include <cuda_runtime.h>
__global__ void k(unsigned *out, unsigned x) {
  unsigned lane, sum = x;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm volatile(
      "{\n\t.reg .pred p;\n\t"
      "setp.lt.u32 p, %1, 16;\n\t"
      "@p bar.warp.sync %[mask];\n}"
      : "+r"(sum) : "r"(lane), [mask] "n"(0xffff) : "memory");
  out[lane] = sum;
}
`

// TestAsmFromSource follows asm statements from CUDA C++ to the graph: text,
// operand order, constraints and names as the frontend gives them.
func TestAsmFromSource(t *testing.T) {
	f := Build(parsetest.Text(t, asmSource)).Funcs[0]
	if err := Check(f); err != nil {
		t.Error(err)
	}
	got := listing(f)
	for _, want := range []string{
		"store(&lane, special laneid)",
		"store(&asm.2, lt(load(&lane), const 16))",
		"collective syncwarp(mask=const 65535)",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the listing lacks %q:\n%s", want, got)
		}
	}
	if strings.Contains(got, "unknown") {
		t.Errorf("the listing has unknowns:\n%s", got)
	}
}

package lower_test

import (
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
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
	f := parsetest.Program(t, asmSource).Funcs[0]
	if err := cfg.Check(f); err != nil {
		t.Error(err)
	}
	var listing strings.Builder
	cfg.Print(&listing, f)
	for _, want := range []string{
		"%7 = special laneid\n  store %6, %7",
		"= lt %",
		"const 65535\n  collective syncwarp mask=",
	} {
		if !strings.Contains(listing.String(), want) {
			t.Errorf("the listing lacks %q:\n%s", want, &listing)
		}
	}
	if strings.Contains(listing.String(), "unknown") {
		t.Errorf("the listing has unknowns:\n%s", &listing)
	}
}

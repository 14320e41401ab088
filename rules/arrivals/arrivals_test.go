package arrivals_test

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/rules/arrivals"
)

// The uses of mbarriers in a kernel, by what they do and how many calls lead to them.
func TestFind(t *testing.T) {
	for body, want := range map[string]string{
		"INIT; arrive(&b);":                              "[initialises an mbarrier 0 arrives at an mbarrier 1]",
		"if (d[0]) arrive(&b); else arrive(&b);":         "[arrives at an mbarrier 1 arrives at an mbarrier 1]",
		"asm volatile(\"cp.async.bulk.commit_group;\");": "[]",
		"d[0] = b;": "[]",
	} {
		text := "#define INIT asm volatile(\"mbarrier.init.shared::cta.b64 [%0], 1;\" ::\"r\"((unsigned)__cvta_generic_to_shared(&b)))\n" +
			"__device__ void arrive(unsigned long long *b) { asm volatile(\"{ .reg .b64 s; mbarrier.arrive.shared::cta.b64 s, [%0]; }\" ::\"r\"((unsigned)__cvta_generic_to_shared(b))); }\n" +
			"__global__ void k(int *d) { __shared__ unsigned long long b; " + body + " }"
		var found []any
		for _, use := range arrivals.Find(parsetest.Program(t, text)) {
			found = append(found, use.At.Engine.Effect(), len(use.Path()))
		}
		if got := fmt.Sprint(found); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

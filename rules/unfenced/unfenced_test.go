package unfenced_test

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/rules/unfenced"
)

// The reads of a kernel by engines, and whether it stores to shared memory without any proxy fence. Then the stores that may
// overwrite what is read.
func TestFind(t *testing.T) {
	for body, want := range map[string]string{
		"s[t] = 1; store(d, s);":                          "[1 true over 0]",
		"s[t] = 1; FENCE; store(d, s);":                   "[1 false over 0]",
		"s[t] = 1; unknown(); store(d, s);":               "[1 false over 0]",
		"int *p = s + 1; p[t] = 1; store(d, s);":          "[1 true over 0]",
		"int *p = d + 1; p[t] = 1; store(d, s);":          "[1 false over 0]",
		"store(d, s);":                                    "[1 false]",
		"s[t] = 1; if (t) store(d, s); else store(d, s);": "[1 true 1 true over 0]",
		"s[t] = 1; d[t] = s[1];":                          "[]",
	} {
		text := "#define FENCE asm volatile(\"fence.proxy.async;\" ::: \"memory\")\nextern __device__ int unknown();\n" +
			"__device__ void store(int *to, int *from) { asm volatile(\"cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;\" :: \"l\"(to), \"r\"((unsigned)__cvta_generic_to_shared(from)) : \"memory\"); }\n" +
			"__global__ void k(int *d) { __shared__ int s[64]; int t = threadIdx.x; " + body + " }"
		var found []any
		for _, read := range unfenced.Find(parsetest.Program(t, text)) {
			if read.Kind == unfenced.Overwrites {
				found = append(found, "over", len(read.Path()))
				continue
			}
			found = append(found, len(read.Path()), read.IsBare)
		}
		if got := fmt.Sprint(found); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

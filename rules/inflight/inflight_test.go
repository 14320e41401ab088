package inflight_test

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/rules/inflight"
)

// TestFaults lists the faults of a kernel, each with its kind and whether it is certain.
func TestFaults(t *testing.T) {
	for body, want := range map[string]string{
		"FENCE(); MUL(d); COMMIT(); WAIT(0); o = d[0];":                                           "[]",
		"FENCE(); MUL(d); COMMIT(); o = d[0];":                                                    "[{0 true}]",
		"FENCE(); MUL(d); COMMIT(); if (n) WAIT(0); o = d[0];":                                    "[{0 false}]",
		"FENCE(); MUL(d); COMMIT(); MUL(e); COMMIT(); WAIT(1); o = d[0] + e[0];":                  "[{0 true}]",
		"FENCE(); MUL(d); WAIT(0); COMMIT(); WAIT(0); o = d[0];":                                  "[]",
		"FENCE(); for (int i = 0; i < n; ++i) { MUL(d); COMMIT(); WAIT(0); }  o = d[0];":          "[]",
		"FENCE(); for (int i = 0; i < n; ++i) { MUL(d); COMMIT(); WAIT(1); }  o = d[0];":          "[{0 false}]",
		"FENCE(); for (int i = 0; i < n; ++i) { WAIT(0); d[0] *= 2; MUL(d); COMMIT(); }":          "[{1 true}]",
		"FENCE(); for (int i = 0; i < n; ++i) { WAIT(0); d[0] *= 2; FENCE(); MUL(d); COMMIT(); }": "[]",
		"MUL(d); COMMIT(); WAIT(0);":                                                              "[{2 true}]",
		"if (n) FENCE(); MUL(d); COMMIT(); WAIT(0);":                                              "[{2 false}]",
		"float (&r)[4] = d; FENCE(); MUL(r); COMMIT(); o = d[0];":                                 "[{0 true}]",
		"FENCE(); MUL(d); COMMIT(); o = e[0];":                                                    "[]",
		"FENCE(); MUL(d); COMMIT(); asm volatile(\"\" : \"+f\"(d[0])); WAIT(0);":                  "[]",
		"FENCE(); MUL(d); COMMIT(); o = d[n]; WAIT(0);":                                           "[{0 true}]",
		"FENCE(); MUL(d); COMMIT(); if (n) { WAIT(0); o = d[1]; }":                                "[]",
		"FENCE(); MUL(d); COMMIT(); other(); o = d[0];":                                           "[{0 false}]",
	} {
		text := `#define FENCE() asm volatile("wgmma.fence.sync.aligned;")
#define COMMIT() asm volatile("wgmma.commit_group.sync.aligned;")
#define WAIT(n) asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(n))
#define MUL(d) asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %4, 1, 1, 1, 0, 0;" \
  : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a))
__device__ void other();
__global__ void k(float *out, unsigned long long a, int n) { float d[4], e[4], o = 0; ` + body + ` out[threadIdx.x] = o; }`
		type fault struct {
			kind   inflight.Kind
			always bool
		}
		found := []fault{}
		for _, f := range inflight.Find(parsetest.Program(t, text)) {
			found = append(found, fault{f.Kind, f.Always})
		}
		if got := fmt.Sprint(found); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

package sim_test

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// Reads of shared memory by a bulk copy, by the number of the thread whose store is not fenced and whether that holds for all
// arguments.
func TestUnfencedReads(t *testing.T) {
	for body, want := range map[string]string{
		"s[t] = 1; BAR; if (t == 0) COPY;":                                    "[0 true]",
		"s[t] = 1; FENCE; BAR; if (t == 0) COPY;":                             "[]",
		"s[t] = 1; BAR; if (t == 0) { FENCE; COPY; }":                         "[]",
		"s[t] = 1; if (t == 0) FENCE; BAR; if (t == 0) COPY;":                 "[1 true]",
		"s[t] = 1; BAR; if (t == 5) FENCE; BAR; if (t == 0) COPY;":            "[]",
		"s[t] = 1; BAR; if (t == 0) COPY; if (t == 5) FENCE; BAR;":            "[0 true]",
		"FENCE; s[t] = 1; BAR; if (t == 40) COPY;":                            "[0 true]",
		"if (t == 0) { s[9] = 1; FENCE; COPY; }":                              "[]",
		"if (t == 0) { s[9] = 1; COPY; }":                                     "[0 true]",
		"if (n > 1) s[t] = 1; BAR; if (t == 0) COPY;":                         "[0 false]",
		"s[t] = 1; if (n < 2) FENCE; BAR; if (t == 0) COPY;":                  "[0 false]",
		"s[t + n] = 1; BAR; if (t == 0) COPY;":                                "[0 false]",
		"s[t] = n; BAR; if (t == 0) COPY;":                                    "[0 true]",
		"other[t] = 1; BAR; if (t == 0) COPY;":                                "[]",
		"s[t] = 1; if (unknown()) return; BAR; if (t == 0) COPY;":             "[]",
		"if (t > 31) s[atomicAdd(&other[0], 1) & 63] = 1; BAR; if (!t) COPY;": "[32 false]",
	} {
		text := "#define BAR __syncthreads()\n#define FENCE asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\")\n" +
			"#define COPY asm volatile(\"cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;\" :: \"l\"(d), \"r\"(from) : \"memory\")\n" +
			"extern __device__ int unknown();\n" +
			"__global__ void k(int *d, int n) { __shared__ int s[64], other[64]; int t = threadIdx.x; unsigned from = __cvta_generic_to_shared(s); " + body + " }"
		run := func(isOpened bool) (found []sim.ProxyFault) {
			block := sim.RunBlock(sim.Input{Func: parsetest.Program(t, text).Roots[0], Shape: warp.Shape{64, 1, 1}, Model: warp.Independent, Args: map[string]uint64{"n": 2},
				Engines: true, Proxies: true, Opened: isOpened, Supposed: func(digest uint64) uint64 { return digest%7 + 1 }})
			for _, o := range block.Warps {
				found = append(found, o.ProxyFaults...)
			}
			return found
		}
		got, all := "[]", run(true)
		if found := run(false); len(found) > 0 {
			got = fmt.Sprintf("[%d %t]", found[0].OtherThread, len(all) > 0 && all[0].IsCertain)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

// Waits for phases of mbarriers that do not complete.
func TestWaitsForPhases(t *testing.T) {
	for body, want := range map[string]int{
		"if (t == 0) ARRIVE(1); if (t == 32) WAIT(0);":                           0,
		"if (t == 32) WAIT(0);":                                                  1,
		"if (t == 0) { ARRIVE(1); WAIT(0); }":                                    0,
		"if (t == 33) WAIT(0); if (t == 0) { WAIT(1); ARRIVE(1); }":              0,
		"if (t == 0) { EXPECT(64); COPY(64); } if (t == 32) WAIT(0);":            0,
		"if (t == 0) { EXPECT(128); COPY(64); } if (t == 32) WAIT(0);":           1,
		"if (t == 0) { COPY(64); COPY(64); EXPECT(128); } if (t == 32) WAIT(0);": 0,
		"if (t == 32) for (int k = 0; k < 4; k++) WAIT(k & 1); if (t == 0) for (int k = 0; k < 3; k++) { ARRIVE(1); __nanosleep(1); }": 1,
	} {
		text := "#define ARRIVE(n) asm volatile(\"mbarrier.arrive.shared.b64 _, [%0], %1;\" :: \"r\"(b), \"r\"(n) : \"memory\")\n" +
			"#define EXPECT(n) asm volatile(\"mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;\" :: \"r\"(b), \"r\"(n) : \"memory\")\n" +
			"#define COPY(n) asm volatile(\"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];\" :: \"r\"(to), \"l\"(d), \"r\"(n), \"r\"(b) : \"memory\")\n" +
			"#define WAIT(p) asm volatile(\"{ .reg .pred p; W: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @!p bra W; }\" :: \"r\"(b), \"r\"(p) : \"memory\")\n" +
			"__global__ void k(int *d) { __shared__ int s[64]; __shared__ unsigned long long bar; int t = threadIdx.x;\n" +
			"unsigned b = __cvta_generic_to_shared(&bar), to = __cvta_generic_to_shared(s);\n" +
			"if (t == 0) asm volatile(\"mbarrier.init.shared.b64 [%0], 1;\" :: \"r\"(b) : \"memory\"); __syncthreads(); " + body + " }"
		stuck := 0
		block := sim.RunBlock(sim.Input{Func: parsetest.Program(t, text).Roots[0], Shape: warp.Shape{64, 1, 1}, Model: warp.Independent,
			Engines: true, Supposed: func(digest uint64) uint64 { return digest%7 + 1 }})
		for _, o := range block.Warps {
			stuck += len(o.Stuck)
		}
		if stuck != want {
			t.Errorf("%s: %d waits do not end, want %d", body, stuck, want)
		}
	}
}

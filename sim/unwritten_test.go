package sim_test

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// TestUnwrittenReads checks which reads of shared memory find unwritten bytes in every order, and whether every run of
// the block makes the read.
func TestUnwrittenReads(t *testing.T) {
	for body, want := range map[string]string{
		"d[t] = s[t];": "[s true]",
		"s[t] = 1; __syncthreads(); d[t] = s[63 - t];":                "[]",
		"s[t] = 1; d[t] = s[63 - t];":                                 "[]", // a race
		"d[t] = s[63 - t]; s[t] = 1;":                                 "[]", // a race, by another order
		"d[t] = s[63 - t]; __syncthreads(); s[t] = 1;":                "[s true]",
		"if (t < 9) s[t] = 1; __syncthreads(); d[t] = s[t];":          "[s true]",
		"if (t < n) s[t] = 1; __syncthreads(); d[t] = s[t];":          "[s false]",
		"if (d[t]) s[t] = 1; d[t] = s[t];":                            "[s false]",
		"s[n & 63] = 1; __syncthreads(); d[t] = s[9];":                "[s false]",
		"atomicAdd(&s[0], 1);":                                        "[s true]",
		"if (t == 0) s[0] = 0; __syncthreads(); atomicAdd(&s[0], 1);": "[]",
		"p.c = 1; Pair q = p; d[t] = q.i;":                            "[p true]",
		"p.c = 1; p.i = 2; Pair q = p; d[t] = q.i;":                   "[]", // the padding is not written
	} {
		text := "struct Pair { char c; int i; };\n" +
			"__global__ void k(int *d, int n) { __shared__ int s[64]; __shared__ Pair p; int t = threadIdx.x; " + body + " }"
		block := sim.RunBlock(sim.Input{Func: parsetest.Program(t, text).Roots[0], Shape: warp.Shape{64, 1, 1}, Model: warp.Independent,
			Unwritten: true, Opened: true, Supposed: func(digest uint64) uint64 { return digest%7 + 1 }})
		var found []any
		for _, r := range block.Unwritten {
			found = append(found, r.Object.Name, r.IsCertain)
		}
		if got := fmt.Sprint(found); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

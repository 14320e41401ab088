package sim_test

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// Accesses to global memory before a wait that is ordered before them, by the number of the thread that makes the first.
func TestEarlyAccesses(t *testing.T) {
	for body, want := range map[string]string{
		"int v = d[t]; WAIT(); d[t] = v;":                 "[0 32]",
		"WAIT(); d[t] = 1;":                               "[]",
		"if (t == 0) WAIT(); d[t] = 1;":                   "[1 32]",
		"if (t == 0) WAIT(); __syncthreads(); d[t] = 1;":  "[]",
		"if (t == 32) WAIT(); __syncthreads(); d[t] = 1;": "[]",
		"__syncthreads(); if (t < 32) d[t] = 1; WAIT();":  "[0]",
		"s[t] = c; WAIT(); d[t] = s[63 - t];":             "[]",
		"s[t] = other(); if (s[t]) d[t] = 1; WAIT();":     "[]",
		"int *p = t < 32 ? s : d; *p = 1; WAIT();":        "[32]",
	} {
		text := "#define WAIT cudaGridDependencySynchronize\n__constant__ int c; __device__ int other();\n" +
			"__global__ void k(int *d) { __shared__ int s[64]; int t = threadIdx.x; " + body + " }"
		found := []int{}
		block := sim.RunBlock(sim.Input{Func: parsetest.Program(t, text).Roots[0], Shape: warp.Shape{64, 1, 1}, Model: warp.Independent,
			Dependent: true, Supposed: func(digest uint64) uint64 { return digest%7 + 1 }})
		for _, o := range block.Warps {
			for _, e := range o.Early {
				found = append(found, e.Thread)
			}
		}
		if got := fmt.Sprint(found); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

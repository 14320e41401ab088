package replay

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/internal/treetest"
	"github.com/warpcheck/warpcheck/warp"
)

// Runs of a block show races of lanes, races of warps, and barriers at which some threads do not arrive. They show
// nothing if threads are ordered.
func TestFaults(t *testing.T) {
	for body, want := range map[string]string{
		"s[t] = d[t]; __syncthreads(); d[t] = s[63 - t];":                     "[]",
		"s[t] = d[t]; __syncwarp(0xffffffff); d[t] = s[63 - t];":              "[2]",
		"s[t] = d[t]; d[t] = s[t ^ 1];":                                       "[1 1]",
		"s[t] = d[t]; if (t < 32) __syncthreads(); d[t] = s[t];":              "[0]",
		"s[t] = d[t]; if (t % 32 < 3) { __syncthreads(); d[t] = s[63 - t]; }": "[0 0]",
	} {
		program := treetest.Program(t, "__global__ void k(int *d) { __shared__ int s[64]; int t = threadIdx.x; "+body+" }")
		kinds := []FaultKind{}
		for _, fault := range Faults(program.Roots[0], []warp.Shape{{64, 1, 1}}, warp.Independent, nil) {
			kinds = append(kinds, fault.Kind)
		}
		if got := fmt.Sprint(kinds[:len(kinds)/faultRuns]); len(kinds)%faultRuns != 0 || got != want {
			t.Errorf("%s: %s, want %s in each run", body, got, want)
		}
	}
}

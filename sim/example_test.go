package sim_test

import (
	"fmt"

	lowering "github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/headers"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// Run executes one warp of a kernel on one input.
func ExampleRun() {
	unit, err := frontend.Parse(frontend.Options{
		File: "k.cu", Source: []byte(`__global__ void k(int n) { if (threadIdx.x < n) __syncwarp(); }`),
		Arch: 70, Headers: headers.Folder,
	})
	if err != nil {
		panic(err)
	}
	for _, n := range []uint64{8, 32} {
		outcome := sim.Run(sim.Input{
			Func: lowering.Build(unit, nil).Roots[0], Shape: warp.Shape{32, 1, 1}, Model: warp.Independent,
			Args: map[string]uint64{"n": n},
		})
		fmt.Printf("n = %d: %d lanes arrive, %d violations\n", n, outcome.Rendezvous[0].Arrive.Count(), len(outcome.Violations))
	}
	// Output:
	// n = 8: 8 lanes arrive, 1 violations
	// n = 32: 32 lanes arrive, 0 violations
}

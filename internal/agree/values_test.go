package agree

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/internal/warpgen"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// TestValuesAgree holds the interpreter against runs of whole blocks, on random kernels whose
// warps compute what decides whether they come to a barrier.
func TestValuesAgree(t *testing.T) {
	setDefault(t, "rapid.seed", "0", "1")
	setDefault(t, "rapid.checks", "100", "60")
	rapid.Check(t, func(rt *rapid.T) { agreeOnValues(t, rt) })
}

// agreeOnValues checks one random kernel, in a block of known shape and in any.
func agreeOnValues(t *testing.T, rt *rapid.T) {
	source := warpgen.BlockProgram().Draw(rt, "source")
	program := lower.Build(parsetest.Text(t, source))
	warps := rapid.IntRange(2, 3).Draw(rt, "warps")
	shape := warp.Shape{warps * warp.Size, 1, 1}
	said := []blockClaims{askBlock(program, shape), askBlock(program, warp.Shape{})}
	for n := range 4 {
		for range 6 {
			d := rapid.Uint64().Draw(rt, "d")
			in := sim.Input{Func: program.Roots[0], Shape: shape, Model: warp.Independent,
				Args: map[string]uint64{"n": uint64(n)}, Memory: fewBits(d)}
			block := sim.RunBlock(in)
			for _, c := range said {
				if err := c.compare(block); err != nil {
					rt.Fatalf("%v with n = %d, %d warps, d = %#x in\n%s", err, n, warps, d, source)
				}
			}
		}
	}
}

// fewBits is a memory of numbers up to 3.
func fewBits(d uint64) func(object string, offset int64, size int) uint64 {
	return func(object string, offset int64, _ int) uint64 {
		if object == "q" {
			return 0
		}
		return d >> (offset / 4 * 2 % 61) & 3
	}
}

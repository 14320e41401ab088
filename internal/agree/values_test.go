package agree

import (
	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/internal/warpgen"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// drawValues draws a kernel whose warps compute values that decide whether they reach a barrier. The interpreter is
// compared with runs of whole blocks, both for a known shape and for any shape.
func drawValues(t *rapid.T) subject {
	source := warpgen.BlockProgram().Draw(t, "source")
	shape := warp.Shape{rapid.IntRange(2, 3).Draw(t, "warps") * warp.Size, 1, 1}
	var inputs []sim.Input
	for n := range 4 {
		for range 6 {
			d := rapid.Uint64().Draw(t, "d")
			inputs = append(inputs, sim.Input{Shape: shape, Model: warp.Independent,
				Args: map[string]uint64{"n": uint64(n)}, Memory: fewBits(d)})
		}
	}
	return subject{text: source, check: func(p lowered) error {
		return compareBlocks(p, []warp.Shape{shape, {}}, inputs)
	}}
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

package agree

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/warpgen"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// spinSteps is more than any program about spin loops takes, if it ends.
const spinSteps = 6000

// oneWarp are inputs of one warp. Their n is -1 or 2, because programs about spin loops and running lanes distinguish
// only these values.
var oneWarp = slices.DeleteFunc(warpgen.AllInputs(), func(in sim.Input) bool {
	n := int32(in.Args["n"])
	return in.Shape != warp.Shape{warp.Size, 1, 1} || n != -1 && n != 2
})

// drawSpins draws a kernel in which lanes wait for locks and flags.
func drawSpins(t *rapid.T) subject {
	return subject{text: warpgen.SpinProgram().Draw(t, "source"), check: compareSpins}
}

// compareSpins compares the loops that are reported to hang in lockstep with runs in lockstep, with the sides of
// branches in either order:
//
//   - if some run stays in a loop for ever, that loop is reported, or one in the function that calls it;
//   - if a loop is reported, some run stays in a loop for ever; it then never reaches the loops behind.
func compareSpins(p lowered) error {
	told := map[*cfg.Loop]bool{}
	for _, w := range p.spins() {
		if w.Func == p.kernel || slices.Contains(p.kernel.Callees, w.Func) {
			told[w.Spin.Block.Loop] = true
		}
	}
	hangs := false
	for _, in := range oneWarp {
		in.Func, in.Model, in.Steps = p.kernel, warp.Lockstep, spinSteps
		for _, in.Backward = range []bool{false, true} {
			out := sim.Run(in)
			hangs = hangs || out.OutOfSteps
			if out.OutOfSteps && !told[out.Stopped.Loop] {
				return fmt.Errorf("%s, backward %v: missed: a loop at line %d that hangs", describe(in), in.Backward, out.Stopped.Loop.Header.Term.Pos.Line)
			}
		}
	}
	if len(told) > 0 && !hangs {
		return fmt.Errorf("false: %d loops that hang", len(told))
	}
	return nil
}

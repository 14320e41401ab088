package agree

import (
	"bytes"
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/warpgen"
	"github.com/warpcheck/warpcheck/rules/together"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// drawActive draws a kernel that takes the value of __activemask() as a mask.
func drawActive(t *rapid.T) subject {
	return subject{text: warpgen.ActiveProgram().Draw(t, "source"), check: compareActive}
}

// compareActive compares the reported uses of masks whose lanes may be missing with runs of one warp in which different
// lanes run together:
//
//   - if the stored results differ between runs, such a use is reported;
//   - if a use is reported as proved, the results differ.
func compareActive(p lowered) error {
	told := slices.ContainsFunc(p.uses(), func(u together.Use) bool { return u.Root == p.kernel })
	proved := slices.ContainsFunc(p.uses(), func(u together.Use) bool { return u.Root == p.kernel && u.Proved })
	differs := false
	for _, in := range oneWarp {
		in.Func, in.Model, in.Undefined = p.kernel, warp.Independent, anything
		first := sim.Run(in)
		for _, key := range keysOfLanes[1:] {
			in.Together = groupsBy(key)
			if !bytes.Equal(first.FinalBytes("out"), sim.Run(in).FinalBytes("out")) {
				differs = true
			}
		}
		if differs && !told {
			return fmt.Errorf("%s: missed: what is stored rests on who runs together", describe(in))
		}
	}
	if proved && !differs {
		return fmt.Errorf("false: nothing that is stored rests on who runs together")
	}
	return nil
}

// anything is the value that a lane reads from a lane that does not run with it.
func anything(_ *cfg.Instr, lane int) (word uint64, ok bool) { return uint64(1000 + lane), true }

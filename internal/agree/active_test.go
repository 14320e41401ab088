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

// drawActive draws a kernel that takes the value of __activemask() for a mask.
func drawActive(t *rapid.T) subject {
	return subject{text: warpgen.ActiveProgram().Draw(t, "source"), check: compareActive}
}

// compareActive holds what is told of masks that rest on lanes which may be missing against runs of
// one warp in which other lanes run together:
//
//   - where what is stored in the end is another for some of them, such a mask is told;
//   - where one is told for certain, it is.
func compareActive(p lowered) error {
	told := slices.ContainsFunc(p.uses(), func(u together.Use) bool { return u.Root == p.kernel })
	proved := slices.ContainsFunc(p.uses(), func(u together.Use) bool { return u.Root == p.kernel && u.Proved })
	differs := false
	for _, in := range oneWarp {
		in.Func, in.Model, in.Undefined = p.kernel, warp.Independent, anything
		first := sim.Run(in)
		for _, key := range keysOfLanes[1:] {
			in.Together = groupsBy(key)
			if !bytes.Equal(first.Left("out"), sim.Run(in).Left("out")) {
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

// anything is what a lane reads of one that does not run with it.
func anything(_ *cfg.Instr, lane int) (word uint64, ok bool) { return uint64(1000 + lane), true }

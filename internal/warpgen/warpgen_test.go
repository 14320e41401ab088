package warpgen

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// Every program lowers without unknown instructions, and every run of it ends with every lane accounted for at every
// collective.
func TestProgramsRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Program().Draw(t, "program")
		fn := p.Kernel(lower.Build(p.AST(), nil))
		inputs := p.Inputs()
		in := inputs[rapid.IntRange(0, len(inputs)-1).Draw(t, "input")]
		in.Func = fn
		in.Model = warp.Model(rapid.IntRange(0, 2).Draw(t, "model"))
		out := sim.Run(in)
		if out.Unknown != "" || out.OutOfSteps || len(out.Notes) > 0 {
			t.Fatalf("unknown %q, out of steps %v, notes %v", out.Unknown, out.OutOfSteps, out.Notes)
		}
		for _, ph := range out.Rendezvous {
			together := ph.Arrive | ph.Elsewhere | ph.Exited
			if together != warp.All || ph.Arrive&ph.Elsewhere != 0 || ph.Arrive&ph.Exited != 0 {
				t.Fatalf("rendezvous at line %d: %v arrive, %v elsewhere, %v exited",
					ph.Site.Pos.Line, ph.Arrive, ph.Elsewhere, ph.Exited)
			}
		}
	})
}

package agree

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/warpgen"
	"github.com/warpcheck/warpcheck/warp"
)

// TestEnginesAgree is the property test of the two engines on random programs,
// under each model. `make fuzz` runs it for longer.
func TestEnginesAgree(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := warpgen.Program().Draw(rt, "program")
		lowered := cfg.Build(p.AST())
		for _, m := range []warp.Model{warp.Independent, warp.Lockstep, warp.Strict} {
			if err := Check(lowered, p.Kernel(lowered), m, p.Inputs()); err != nil {
				rt.Fatalf("%v", err)
			}
		}
	})
}

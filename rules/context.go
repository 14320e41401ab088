package rules

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/warp"
)

// contextText names the context of a verdict: the kernel with its template arguments, and in
// brackets what is known of the launch, the warp that a definite verdict is of, the architecture, a model that is not
// the architecture's own, and the calls that lead to the place:
//
//	reduce<256> [block 256, sm_70]
//	reduce<256> [block 256, warp 7, sm_70]
//	reduce<256> [block 32x4, sm_61, calls warp_sum at reduce.cu:12:5, add at util.cuh:7:3]
//
// Files go by their base name, so that the text is the same on every machine.
func contextText(c *lanes.Context, v *lanes.Verdict) string {
	var parts []string
	if !c.Root.Kernel {
		parts = append(parts, "device function")
	}
	if c.Shape != nil {
		parts = append(parts, "block "+c.Shape.String())
	}
	if v.InWarp != nil {
		parts = append(parts, fmt.Sprintf("warp %d", *v.InWarp))
	}
	parts = append(parts, fmt.Sprintf("sm_%d", c.Arch))
	if c.Model != defaultModel(c.Arch) {
		parts = append(parts, c.Model.String()+" model")
	}
	for i, pos := range c.Path {
		call := fmt.Sprintf("%s at %s:%d:%d", c.PathNames[i], filepath.Base(pos.File),
			pos.Line, pos.Column)
		if i == 0 {
			call = "calls " + call
		}
		parts = append(parts, call)
	}
	return fmt.Sprintf("%s [%s]", c.Root.Name, strings.Join(parts, ", "))
}

// defaultModel of an architecture: from sm_70 on lanes are scheduled independently.
func defaultModel(arch int) warp.Model {
	if arch < 70 {
		return warp.Lockstep
	}
	return warp.Independent
}

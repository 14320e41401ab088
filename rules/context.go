package rules

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/warpcheck/warpcheck/internal/legible"
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
	if c.Shape != nil || c.Size != nil {
		parts = append(parts, "block "+blockText(c))
	}
	if v.InWarp != nil {
		parts = append(parts, fmt.Sprintf("warp %d", *v.InWarp))
	}
	parts = append(parts, c.Arch.String())
	if c.Model != c.Arch.Model() {
		parts = append(parts, c.Model.String()+" model")
	}
	for i, pos := range c.Path {
		call := fmt.Sprintf("%s at %s:%d:%d", legible.Name(c.PathNames[i]), filepath.Base(pos.File),
			pos.Line, pos.Column)
		if i == 0 {
			call = "calls " + call
		}
		parts = append(parts, call)
	}
	return fmt.Sprintf("%s [%s]", legible.Name(c.Root.Name), strings.Join(parts, ", "))
}

// blockText is a shape; an extent that the host computes stands in brackets: (1-1023)x1.
func blockText(c *lanes.Context) string {
	shape := warp.Shape{0, 1, 1}
	if c.Shape != nil {
		shape = *c.Shape
	}
	text := shape.String()
	switch {
	case c.Size == nil:
		return text
	case text == "?":
		return c.Size.String()
	}
	return strings.Replace(text, "?", "("+c.Size.String()+")", 1)
}

package agree

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/internal/warpgen"
	"github.com/warpcheck/warpcheck/warp"
)

// drawWarps draws a program about the lanes of a warp, and one view to check it under: a new program finds more than
// the same program under another view.
func drawWarps(t *rapid.T) subject {
	program := warpgen.Program().Draw(t, "program")
	inputs := program.Inputs()
	shapes := append(shapesOf(inputs), warp.Shape{})
	view := View{warp.Model(rapid.IntRange(0, 2).Draw(t, "model")), rapid.SampledFrom(shapes).Draw(t, "shape")}
	return subject{
		text:  fmt.Sprintf("// %v model, block %v\n%s", view.Model, view.Shape, program.CUDA()),
		unit:  program.AST(),
		check: func(p lowered) error { return CheckUnder(p.Program, p.kernel, view, inputs, p.session) },
	}
}

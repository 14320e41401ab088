package rules

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/lanes"
)

// precondition advises how to state in the code that a kernel is never launched with the arguments of a witness. It
// returns "" if no condition is known under which the fault is gone. Only the user knows the true condition, so the
// condition in the text is an example.
func precondition(kernel *cfg.Func, v *lanes.Verdict) string {
	if v.Certainty != lanes.Potential || v.Excluding == nil {
		return ""
	}
	condition := conditionText(v.Excluding)
	return fmt.Sprintf("no run that was tried with %s shows this; if it holds for all launches, state it where %s begins, as in __builtin_assume(%s);",
		condition, lexical.WithoutTemplateArguments(kernel.Name), condition)
}

// conditionText writes a condition as an expression of the program.
func conditionText(c *lanes.Exclusion) string {
	switch c.Kind {
	case lanes.NotZero:
		return c.Arg + " != 0"
	case lanes.Positive:
		return c.Arg + " > 0"
	case lanes.NotNegative:
		return c.Arg + " >= 0"
	case lanes.AtLeastBlock:
		return "blockDim.x <= " + c.Arg
	case lanes.EqualsBlock:
		return "blockDim.x == " + c.Arg
	case lanes.MultipleOf:
		return fmt.Sprintf("%s %% %d == 0", c.Arg, c.Number)
	}
	return fmt.Sprintf("(%s & (%s - 1)) == 0", c.Arg, c.Arg)
}

package rules

import (
	"fmt"
	population "math/bits"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/warp"
)

// precondition advises how to state in the code that a kernel is never launched with the arguments of a witness. It
// returns "" if no argument can be excluded by a condition. Only the user knows the true condition, so the condition in
// the text is an example.
func precondition(kernel *cfg.Func, v *lanes.Verdict) string {
	if v.Certainty != lanes.Potential || v.Witness == nil {
		return ""
	}
	for _, arg := range v.Witness.Args {
		if condition := excludes(arg, parameterType(kernel, arg.Name)); condition != "" {
			return fmt.Sprintf("the example has %s = %s; if launches exclude it, state what holds for all of them where %s begins, as in __builtin_assume(%s);",
				arg.Name, argumentText(kernel, arg), lexical.WithoutTemplateArguments(kernel.Name), condition)
		}
	}
	return ""
}

// parameterType returns the type of the parameter called name. It returns nil if there is none: a witness also names
// members, and constants of templates.
func parameterType(kernel *cfg.Func, name string) *types.Type {
	if kernel == nil {
		return nil
	}
	for _, p := range kernel.Params {
		if p.Name == name {
			return p.Type
		}
	}
	return nil
}

// excludes returns a condition that kernels often rely on, such as n % 32 == 0, and that the value of arg does not
// satisfy. It returns "" if there is no such condition for the type t.
func excludes(arg lanes.ArgValue, t *types.Type) string {
	switch {
	case types.IsPointer(t) && arg.Value == 0, types.IsInteger(t) && arg.Value == 0:
		return arg.Name + " != 0"
	case !types.IsInteger(t):
		return ""
	case arg.Signed > 0 && arg.Value>>(arg.Signed-1)&1 != 0:
		return arg.Name + " >= 0"
	case arg.Value%warp.Size != 0:
		return fmt.Sprintf("%s %% %d == 0", arg.Name, warp.Size)
	case population.OnesCount64(arg.Value) != 1:
		return fmt.Sprintf("(%s & (%s - 1)) == 0", arg.Name, arg.Name)
	}
	return fmt.Sprintf("%s < %d", arg.Name, arg.Value)
}

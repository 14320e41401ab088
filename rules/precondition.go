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

// precondition says how to state that a kernel is never launched with the input of a witness, "" if that input is not
// one of numbers that are passed to the kernel. Only the user knows what holds: the condition is an example of one that
// excludes the witness.
func precondition(kernel *cfg.Func, v *lanes.Verdict) string {
	if v.Certainty != lanes.Potential || v.Witness == nil {
		return ""
	}
	for _, arg := range v.Witness.Args {
		if condition := excludes(arg, parameterType(kernel, arg.Name)); condition != "" {
			return fmt.Sprintf("if no launch passes such arguments, state it where %s begins, as in __builtin_assume(%s);",
				lexical.WithoutTemplateArguments(kernel.Name), condition)
		}
	}
	return ""
}

// parameterType is the type of a parameter by its name, nil for a name of something else: a member, a template's constant.
func parameterType(kernel *cfg.Func, name string) *types.Type {
	for _, p := range kernel.Params {
		if p.Name == name {
			return p.Type
		}
	}
	return nil
}

// excludes is a condition that kernels often rely on and that the value of an argument of type t breaks, "" if none is
// known for the type.
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

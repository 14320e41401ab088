package rules

import (
	"fmt"
	population "math/bits"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/warp"
)

// precondition says how to state that a kernel is never launched with the input of a witness, "" if that input is not
// one of numbers that are passed to the kernel. Only the user knows what holds: the condition is an example of one that
// excludes the witness.
func precondition(kernel string, v *lanes.Verdict) string {
	if v.Certainty != lanes.Potential || v.Witness == nil || len(v.Witness.Args) == 0 {
		return ""
	}
	return fmt.Sprintf("if no launch passes such arguments, state it where %s begins, as in __builtin_assume(%s);",
		withoutArguments(kernel), excludes(v.Witness.Args[0]))
}

// excludes is a condition that kernels often rely on and that the value of an argument breaks.
func excludes(arg lanes.ArgValue) string {
	switch {
	case arg.Value == 0:
		return arg.Name + " != 0"
	case arg.Value%warp.Size != 0:
		return fmt.Sprintf("%s %% %d == 0", arg.Name, warp.Size)
	case population.OnesCount64(arg.Value) != 1:
		return fmt.Sprintf("(%s & (%s - 1)) == 0", arg.Name, arg.Name)
	}
	return fmt.Sprintf("%s < %d", arg.Name, arg.Value)
}

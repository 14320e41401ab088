package check

import (
	"slices"

	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/check/arch"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/warp"
)

// Today's toolkits still compile code that a test on the architecture keeps for GPUs before Volta. So intrinsics
// without a mask are deprecated in this code, too:
//
//	#if __CUDA_ARCH__ < 700
//	  v = __shfl(v, 0);
//	#else
//
// The unit is also read for an older architecture if the user names no architecture and the unit leaves out such code.
// Nothing is interpreted in this reading. Only rules about the text of the program are asked, about the lines that the
// first reading leaves out.

// olderArch is the architecture for which older code is read.
const olderArch warp.Arch = 60

// legacyText matches the name of an intrinsic without a mask, or the word of an asm statement.
var legacyText = pattern.Of(`^(__(shfl(_up|_down|_xor)?|any|all|ballot)|asm|__asm__|__asm)$`)

// readOlder adds findings about deprecated calls in the lines that only older architectures compile. leftOut lists what
// the first reading leaves out.
func (u *analysis) readOlder(leftOut []arch.LeftOut, text arch.Text) {
	isOlder := func(l arch.LeftOut) bool {
		return legacyText().MatchString(l.Name) && text.MayHave(l, olderArch)
	}
	if !slices.ContainsFunc(leftOut, isOlder) {
		return
	}
	other := u.forArch(olderArch)
	tree, err := parse(other.Job)
	u.Parses += other.Parses
	if err != nil {
		return // nothing is added: the accounting of u lists what stays left out
	}
	all := account.ReadingsOf(&u.Unit)
	older := other.doubtsOf(tree).certain(rules.InProgram(tree.Program(), warp.Lockstep, rules.Runs{}))
	older = slices.DeleteFunc(older, func(f rules.Finding) bool {
		r := all[load.Identity(f.Pos.File)]
		if r == nil {
			return true
		}
		_, out := r.LeavesOut(f.Pos.Line)
		return !out
	})
	u.Findings = rules.Merge(append(u.Findings, older...))
}

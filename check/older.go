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

// Code that a test on the architecture keeps for GPUs before Volta is still compiled by today's toolkits, so intrinsics
// without a mask are deprecated there, too:
//
//	#if __CUDA_ARCH__ < 700
//	  v = __shfl(v, 0);
//	#else
//
// If nobody says for which architecture a unit is compiled, and such code is left out of it, the unit is also read for
// an older one. Nothing is interpreted there: only rules about the text of the program are asked, about the lines that
// are left out.

// olderArch is the architecture that older code is read for.
const olderArch warp.Arch = 60

// legacyText matches the name of a call without a mask, or of an asm statement.
var legacyText = pattern.Of(`^(__(shfl(_up|_down|_xor)?|any|all|ballot)|asm|__asm__|__asm)$`)

// readOlder adds findings about deprecated calls in the lines that only older architectures compile. leftOut is what
// this reading of the unit leaves out.
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
		return // the older reading accounts for what it leaves out
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

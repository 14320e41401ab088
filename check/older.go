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

// What a test on the architecture keeps for those before Volta is compiled by today's toolkits as
// well, so intrinsics without a mask are deprecated there, too:
//
//	#if __CUDA_ARCH__ < 700
//	  v = __shfl(v, 0);
//	#else
//
// Where nobody says for which architecture a unit is compiled, and such code is left out of it,
// the unit is read for an older one. Nothing is interpreted there: only what can be told of the
// program as it stands is, of the lines that are left out.

// olderArch is the architecture that older code is read for.
const olderArch warp.Arch = 60

// legacyText is what the text of a call without a mask begins with.
var legacyText = pattern.Of(`^(__(shfl(_up|_down|_xor)?|any|all|ballot)|asm|__asm__|__asm)$`)

// readOlder tells what is deprecated in the code for older architectures that is left out.
func (u *analysis) readOlder(left []arch.LeftOut, text arch.Text) {
	isOlder := func(l arch.LeftOut) bool {
		return legacyText().MatchString(l.Name) && text.MayHave(l, olderArch)
	}
	if !slices.ContainsFunc(left, isOlder) {
		return
	}
	other := u.forArch(olderArch)
	tree, err := parse(other.Job)
	u.Parses += other.Parses
	if err != nil {
		return // what it leaves out is booked as such
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

package lanes

import (
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/lanes/prove"
)

// WholeWarpgroup returns the verdicts on threads of a warpgroup that do not execute an instruction. The four warps of
// the group must execute it together.
func (f *Fact) WholeWarpgroup() []Verdict { return f.uniformFirst((*Fact).wholeWarpgroup) }

func (f *Fact) wholeWarpgroup() []Verdict {
	defer f.question()()
	p := f.rendezvous
	if !f.Site.Collective.Warpgroup {
		return nil
	}
	b := f.barrierOfBlock()
	if outside, rest := b.OutsideGroups(); rest > 0 {
		found := f.decide((*Fact).wholeWarpgroup, violation{lanes: outside, mask: noMask, detail: func(_ *prove.Execution, v *Verdict) {
			v.Detail = detail.RestOfBlock{Threads: rest}
		}})
		if len(found) > 0 {
			return found
		}
	}
	inWarp := f.decide((*Fact).wholeWarpgroup, violation{lanes: b.MissingInWarp(), mask: noMask})
	if anyDefinite(inWarp) || p.j.isOfOneWarp() {
		return inWarp
	}
	across := f.staysAway((*Fact).wholeWarpgroup, b.MissingInGroup())
	if anyDefinite(across) || len(inWarp) == 0 {
		return across
	}
	return inWarp
}

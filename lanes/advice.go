package lanes

import "github.com/warpcheck/warpcheck/warp"

// This file answers what the help text of a finding has to know before it advises a mask. It looks at the form of the
// terms, and does not ask the solver.

// ReadersOf returns the lanes that read one of the lanes in sources by a shuffle, in each execution in which they
// arrive.
func (f *Fact) ReadersOf(sources warp.Lanes) (readers warp.Lanes) {
	if f.rendezvous == nil || !f.Site.Collective.Class.Kind.IsShuffle() {
		return 0
	}
	for l := range warp.Size {
		if s := f.rendezvous.j.trace.SourceLane(f.rendezvous.event, l); s.IsConst() && sources.Has(int(s.K)) {
			readers |= 1 << l
		}
	}
	return readers
}

// MayArriveElsewhere returns the lanes that may arrive in a warp of the block other than the given one. index is the
// number of the given warp.
func (f *Fact) MayArriveElsewhere(index int) (arriving warp.Lanes) {
	if f.rendezvous == nil {
		return 0
	}
	launch := f.rendezvous.j.trace.Launch
	for _, w := range launch.WarpsOfEveryLaunch() {
		if w == index {
			continue
		}
		for l := range warp.Size {
			if !launch.AsWarp(w).Rewrite(f.rendezvous.event.Guard.At(l)).IsFalse() {
				arriving |= 1 << l
			}
		}
	}
	return arriving
}

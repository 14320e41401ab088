package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/prove"
)

// passesClasses reports an event whose lanes pass masks that are equal or disjoint.
func (tr *Trace) passesClasses(e *event) bool {
	if e.classes == nil {
		groups := tr.groups(e)
		classes := len(groups) < 2 || tr.samePartition(groups) || tr.areClasses(groups)
		e.classes = &classes
	}
	return *e.classes
}

// passClasses reports two events of which a lane of one and a lane of the other pass masks
// that are equal or disjoint: the lanes of both pass those of one partition. Of one mask
// and another it is simpler to ask.
func (j *judge) passClasses(e, f *event) bool {
	if e.oneMask() && f.oneMask() {
		return false
	}
	var groups []group
	for _, g := range slices.Concat(j.groups(e), j.groups(f)) {
		if !slices.ContainsFunc(groups, func(h group) bool { return h.mask == g.mask }) {
			groups = append(groups, g)
		}
	}
	return len(groups) < 2 || j.samePartition(groups) || j.areClasses(groups)
}

// areClasses reports groups whose masks are equal or disjoint by their form.
func (tr *Trace) areClasses(groups []group) bool {
	masks := make([]prove.Mask, len(groups))
	for i, g := range groups {
		masks[i] = prove.Mask{Lane: g.lanes[0], Word: g.mask}
	}
	return tr.AreClasses(masks)
}

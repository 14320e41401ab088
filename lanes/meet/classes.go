package meet

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/trace"
)

// PassClasses reports two events of which a lane of one and a lane of the other pass masks
// that are equal or disjoint: the lanes of both pass those of one partition. Of one mask
// and another it is simpler to ask.
func (m *Meetings) PassClasses(e, f *trace.Event) bool {
	if e.OneMask() && f.OneMask() {
		return false
	}
	var groups []trace.Group
	for _, g := range slices.Concat(m.Trace.Groups(e), m.Trace.Groups(f)) {
		if !slices.ContainsFunc(groups, func(h trace.Group) bool { return h.Mask == g.Mask }) {
			groups = append(groups, g)
		}
	}
	return len(groups) < 2 || m.Trace.SamePartition(groups) || m.Trace.GroupsAreClasses(groups)
}

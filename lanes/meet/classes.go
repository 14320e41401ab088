package meet

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/trace"
)

// PassClasses reports whether any two masks that lanes pass at e and f are equal or disjoint. If each event has a
// single mask, it returns false, because two masks are simpler to compare directly.
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

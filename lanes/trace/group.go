package trace

import (
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// PassesClasses reports whether any two masks that lanes pass at e are equal or disjoint.
func (tr *Trace) PassesClasses(e *Event) bool {
	if e.classes == nil {
		groups := tr.Groups(e)
		classes := len(groups) < 2 || tr.SamePartition(groups) || tr.GroupsAreClasses(groups)
		e.classes = &classes
	}
	return *e.classes
}

// GroupsAreClasses reports whether any two masks of the groups are equal or disjoint, as the form of the masks shows.
func (tr *Trace) GroupsAreClasses(groups []Group) bool {
	masks := make([]prove.Mask, len(groups))
	for i, g := range groups {
		masks[i] = prove.Mask{Lane: g.Lanes[0], Word: g.Mask}
	}
	return tr.Prover.AreClasses(masks)
}

// Group is the set of lanes of one event that pass the same mask.
type Group struct {
	Event *Event
	Mask  *term.Term
	Lanes []int
	Here  *term.Term // Here holds if some lane of the group arrives
}

// Groups groups an event's lanes by the mask that they pass, and caches the groups.
func (tr *Trace) Groups(e *Event) []Group {
	if e.groups != nil {
		return e.groups
	}
	var list []Group
	index := map[*term.Term]int{}
	for l := 0; l < warp.Size; l++ {
		if e.Guard.At(l).IsFalse() {
			continue
		}
		m := e.Mask.At(l)
		i, seen := index[m]
		if !seen {
			i = len(list)
			index[m] = i
			list = append(list, Group{Event: e, Mask: m})
		}
		list[i].Lanes = append(list[i].Lanes, l)
	}
	for i, g := range list {
		here := make([]*term.Term, len(g.Lanes))
		for j, l := range g.Lanes {
			here[j] = e.Guard.At(l)
		}
		list[i].Here = tr.Terms.Or(here...)
	}
	e.groups = list
	return list
}

// SamePartition reports whether the masks of the groups are results of the same __match_any_sync or __activemask, and
// so are equal or disjoint.
func (tr *Trace) SamePartition(groups []Group) bool {
	first := tr.Partition[groups[0].Mask]
	for _, g := range groups {
		if first == 0 || tr.Partition[g.Mask] != first {
			return false
		}
	}
	return true
}

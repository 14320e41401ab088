package clang

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg/types"
)

// containment finds types that contain themselves. A class that does not parse may have itself as a base or a field:
// clang reports that the type of such a member is incomplete, and keeps the member. open are the types around the
// current one. done are the types that were visited.
type containment struct {
	open, done map[*types.Type]bool
}

// endCycles makes the containment of types finite. If a field would contain the record to which it belongs, its type
// becomes unknown. If a base would, it is removed.
func endCycles(all []types.Type) {
	c := containment{open: map[*types.Type]bool{}, done: map[*types.Type]bool{}}
	for i := range all {
		c.returns(&all[i])
	}
}

// returns reports whether t is one of the open types. It also removes the cycles within t.
func (c containment) returns(t *types.Type) bool {
	for t != nil && t.Kind == types.Array {
		t = t.Elem
	}
	if t == nil || t.Kind != types.Record || c.done[t] {
		return false
	}
	if c.open[t] {
		return true
	}
	c.open[t] = true
	t.Bases = slices.DeleteFunc(t.Bases, c.returns)
	for _, f := range t.Fields {
		if c.returns(f.Type) {
			f.Type = &types.Type{Kind: types.Invalid, Name: f.Type.Name}
		}
	}
	delete(c.open, t)
	c.done[t] = true
	return false
}

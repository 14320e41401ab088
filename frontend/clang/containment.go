package clang

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg/types"
)

// A class that does not parse may have itself for a base or a field: clang keeps such
// members, and says that their type is incomplete. A containment is what objects of a type
// have in them, on the way down.
type containment struct {
	open, done map[*types.Type]bool
}

// endCycles makes the containment of types finite: a field that would hold the record that
// it belongs to is of an unknown type, and a base that would is none.
func endCycles(all []types.Type) {
	c := containment{open: map[*types.Type]bool{}, done: map[*types.Type]bool{}}
	for i := range all {
		c.returns(&all[i])
	}
}

// returns reports a type that holds one that is open, and ends the cycles within it.
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

package loop

import (
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Each lane may hold the set of lanes of its group. The set shrinks as lanes of the group leave the loop:
//
//	unsigned m = __activemask();
//	for (;;) {
//	  int key = __shfl_sync(m, own, __ffs(m) - 1);
//	  unsigned same = __ballot_sync(m, key == own);
//	  if (key == own) break;
//	  m &= ~same;                                      in any iteration: the lanes of the first m that are in the loop
//	}
//
// If the first set is all lanes that enter the loop, the simpler candidate trace.LaneSet describes the same.

// isGroupSet reports whether c holds a set of lanes at the entry, for each lane that enters the loop. All lanes of
// these sets must enter the loop.
func (s *search) isGroupSet(c memory.Cell) bool {
	v, isWord := s.entry.State.Cells[c].(vector.Vec)
	return isWord && v.Bits() == warp.Size && s.inference.areSetsOf(v, s.entry.Guard, s.entry.Guard)
}

// areSetsOf reports whether the form of the sets shows that those of the lanes in guard are subsets of whole.
func (in *Inference) areSetsOf(sets, guard, whole vector.Vec) bool {
	for l := range warp.Size {
		if set := sets.At(l); !guard.At(l).IsFalse() && (set.Op != term.Pack || !in.isSetOf(set, whole)) {
			return false
		}
	}
	return true
}

// isSetOf reports whether the form of the bits shows that a set is a subset of whole.
func (in *Inference) isSetOf(set *term.Term, whole vector.Vec) bool {
	for o := range warp.Size {
		if !in.t.And(in.t.Bit(set, o), in.t.Not(whole.At(o))).IsFalse() {
			return false
		}
	}
	return true
}

// groupsWithin returns, for each lane, the intersection of its set and whole.
func (in *Inference) groupsWithin(sets, whole vector.Vec) vector.Vec {
	return vector.Map1(sets, func(set *term.Term) *term.Term {
		bits := make([]*term.Term, warp.Size)
		for o := range bits {
			bits[o] = in.t.And(in.t.Bit(set, o), whole.At(o))
		}
		return in.t.Pack(bits)
	})
}

// isGroupsWithin reports whether the set of each lane in guard is the intersection of its first set and whole.
func (in *Inference) isGroupsWithin(first, sets, guard, whole vector.Vec) bool {
	if first.IsNone() || first.Bits() != warp.Size || sets.Bits() != warp.Size {
		return false
	}
	for l := range warp.Size {
		here := guard.At(l)
		for o := range warp.Size {
			is, should := in.t.Bit(sets.At(l), o), in.t.And(in.t.Bit(first.At(l), o), whole.At(o))
			if !here.IsFalse() && in.t.And(here, is) != in.t.And(here, should) {
				return false
			}
		}
	}
	return true
}

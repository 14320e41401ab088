package disjoint

import "github.com/warpcheck/warpcheck/lanes/term"

// The result of an atomic that adds to a counter belongs to one lane. If the lane adds n, the result is the first of
// n numbers that no other lane gets.
//
//	at = atomicAdd(&n, 2);   s[at] = x;   s[at + 1] = y;
//
// Counters of one array are assumed to count through parts of a variable that do not overlap.

// slotIn finds the slot (a result of an atomic) that occurs in a sum, and the part of the sum that contains it. It
// returns false if the sum has no slot or several.
func (s *Sums) slotIn(x sum) (found part, slot term.Slot, hasSlot bool) {
	for _, p := range x.parts {
		factors := s.products[p.product].factors
		if len(factors) != 1 {
			continue
		}
		if one, isSlot := s.Slots[s.factors[factors[0]].Term]; isSlot {
			if hasSlot {
				return part{}, term.Slot{}, false
			}
			found, slot, hasSlot = p, one, true
		}
	}
	return found, slot, hasSlot
}

// areOfTwoSlots reports whether two accesses have no common byte because they lie in two slots of one counter. The
// proof must hold for both orders of the slots.
func (s *Sums) areOfTwoSlots(q Question) bool {
	x, y := s.plain(q.X, true), s.plain(q.Y, true)
	v, one, isOne := s.slotIn(x)
	w, other, isOther := s.slotIn(y)
	if !isOne || !isOther || v.product == w.product || v.by != w.by || one.Counter != other.Counter || one.Down != other.Down {
		return false
	}
	if one.Index != other.Index {
		if one.Index.IsConst() && other.Index.IsConst() {
			return false
		}
		x, y = sum{x.k, []part{v}}, sum{y.k, []part{w}}
	}
	apart, ok := s.plus(x, y, -1)
	given := s.boundsIn(s.t.And(q.Here, q.There))
	return ok && s.isBehind(q, apart, s.inOrder(v, w, one, other), given) && s.isBehind(q, apart, s.inOrder(w, v, other, one), given)
}

// isBehind reports whether two accesses have no byte in common if the sums in order and in assumed are not negative.
func (s *Sums) isBehind(q Question, distance sum, order, assumed []sum) bool {
	behind, _ := s.plus(sum{k: -q.SizeY}, distance, 1)
	ahead, _ := s.plus(sum{k: -q.SizeX}, distance, -1)
	assumed = append(order, assumed...)
	return s.isNeverNegative(behind, assumed, 1, maxEliminations) || s.isNeverNegative(ahead, assumed, 1, maxEliminations)
}

// inOrder returns a sum that is not negative if the slot v ends at or before the start of the slot w.
func (s *Sums) inOrder(v, w part, first, second term.Slot) []sum {
	by := first.Step
	if first.Down {
		by = second.Step
	}
	signed := s.factors[s.products[v.product].factors[0]].signed || s.Signed[by]
	end, ok := s.plus(s.plain(by, signed), sum{parts: []part{{v.product, 1}}}, 1)
	if !ok {
		return nil
	}
	return s.atLeast(sum{parts: []part{{w.product, 1}}}, end, 0)
}

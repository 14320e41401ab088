package disjoint

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// An access to a tile has parts, and it is not known which lane makes which part. So the address of each lane contains
// an unknown of its own. The addresses differ in nothing else:
//
//	512 * row@0, 512 * row@1, ...
//
// A proof for one of these lanes holds for all of them.

// Alike returns, for each lane l of x, a lane as[l]: what is proved for as[l] against the lanes of y also holds for l.
// as[l] is lane 0 if the addresses of the two lanes differ only in an unknown of each lane, because a proof for lane 0
// is about all values of its unknown. Otherwise it is l itself.
func (s *Sums) Alike(x, y Access) (as [warp.Size]int) {
	for l := range as {
		as[l] = l
	}
	if !x.Guard.IsUniform() || x.At.IsUniform() {
		return as
	}
	first, is := s.ownOf(x.At, 0, 1)
	isFirst := func(u *term.Term) bool { return u == first }
	if !is || !s.isBare(first) || term.Any(append(termsOf(y), x.Guard.At(0)), isFirst) {
		return as
	}
	for l := 1; l < warp.Size; l++ {
		own, is := s.ownOf(x.At, l, 0)
		if !is || own.Bits != first.Bits || own.Lo < first.Lo || own.Hi > first.Hi {
			continue
		}
		other := s.t.Replacing(first, own)
		if other.Rewrite(x.At.At(0)) == x.At.At(l) && x.Arrays(0).Rewritten(other) == x.Arrays(l) {
			as[l] = 0
		}
	}
	return as
}

// termsOf lists the terms of an access: the offsets and guards of all lanes, and the starts of the arrays around the
// access.
func termsOf(a Access) []*term.Term {
	list := slices.Concat(a.At.Distinct(), a.Guard.Distinct())
	for l := range warp.Size {
		for _, array := range a.Arrays(l) {
			if array.Size > 0 {
				list = append(list, array.Start)
			}
		}
	}
	return list
}

// ownOf returns the unknown that occurs in the address of lane l, but not in the address of lane `other`. It returns
// false if there is no such unknown, or more than one.
func (s *Sums) ownOf(at vector.Vec, l, other int) (own *term.Term, is bool) {
	list := s.t.All(at.At(l), unknowns)
	theirs := s.t.All(at.At(other), unknowns)
	list = slices.DeleteFunc(list, func(u *term.Term) bool { return slices.Contains(theirs, u) })
	if len(list) != 1 || list[0].Op != term.Var {
		return nil, false
	}
	return list[0], true
}

// isBare reports whether nothing but its range is known of an unknown.
func (s *Sums) isBare(u *term.Term) bool {
	_, isSlot := s.Slots[u]
	return !isSlot && !s.Signed[u] && (s.Counts == nil || !s.Counts(u))
}

// Rewritten returns the arrays, with their starts rewritten by a rewriter.
func (in Arrays) Rewritten(by *term.Rewriter) Arrays {
	for n := range in {
		if in[n].Size > 0 {
			in[n].Start = by.Rewrite(in[n].Start)
		}
	}
	return in
}

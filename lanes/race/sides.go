package race

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// What orders accesses on two sides of a branch. Lanes may meet at barriers of the two sides, the first of the one at the
// first of the other:
//
//	if (lane < 16) { s[lane] = x; __syncwarp(); y = s[lane + 16]; }   a store in phase 0, a load in phase 1
//	else           { s[lane] = x; __syncwarp(); y = s[lane - 16]; }
//
// The phase of an access is how many barriers its lanes have come to on its side. Those of one phase are not ordered, and
// of two phases the lower one comes first. That is said where each barrier of the sides is of all lanes, all lanes of the
// access come to it, and it is in no loop of its side; else lanes that may meet are taken to be ordered.

// side are the barriers on an access's side of a branch, those before it and those behind it.
type side struct {
	access         *trace.Access
	before, behind []*trace.Event
}

// sidesOf are the sides of two accesses of which no lane passes both.
func (j *Judge) sidesOf(p pair) (a, b side) {
	a, b = side{access: p.earlier}, side{access: p.later}
	for _, e := range j.Events {
		if e.IsSync() {
			a.take(j, e, b.access)
			b.take(j, e, a.access)
		}
	}
	return a, b
}

// take adds a barrier that is on this side, and not on that of the other access.
func (s *side) take(j *Judge, e *trace.Event, other *trace.Access) {
	if j.Order(e.Point, other.Point) != trace.Incomparable {
		return
	}
	switch j.Order(e.Point, s.access.Point) {
	case trace.Before:
		s.before = append(s.before, e)
	case trace.After:
		s.behind = append(s.behind, e)
	}
}

// areOrdered reports accesses on two sides of a branch that barriers of the sides order, or may order.
func (j *Judge) areOrdered(p pair) bool {
	a, b := j.sidesOf(p)
	first, second := a, b
	if len(b.before) < len(a.before) {
		first, second = b, a
	}
	n := len(first.before)
	if !j.isCounted(p, a) || !j.isCounted(p, b) || !j.meetInTurn(first.before, second.before[:n]) {
		return j.someMeet(a.behind, b.before) || j.someShareMask(a.behind, b.before) || j.someShareMask(b.behind, a.before)
	}
	if len(second.before) == n {
		return false
	}
	return j.someMeet(first.behind, second.before[n:])
}

// someShareMask reports barriers on two sides of a branch at which lanes may meet with one mask.
func (j *Judge) someShareMask(one, other []*trace.Event) bool {
	return slices.ContainsFunc(one, func(e *trace.Event) bool {
		return slices.ContainsFunc(other, func(f *trace.Event) bool {
			return areOfBlock(e, f) || j.MayMeet(e, f) && j.mayShareMask(e, f)
		})
	})
}

// areOfBlock reports barriers of the block: lanes on two sides of a branch may meet there by one number.
func areOfBlock(e, f *trace.Event) bool {
	return e.Instr.Collective != nil && f.Instr.Collective != nil && e.Instr.Collective.Block && f.Instr.Collective.Block
}

// mayShareMask reports barriers at which two lanes may pass one mask, and all of them where one has none.
func (j *Judge) mayShareMask(e, f *trace.Event) bool {
	if !e.Masked || !f.Masked {
		return true
	}
	j.t.Work.Spend(warp.Size * warp.Size)
	for k := range warp.Size {
		for l := range warp.Size {
			if !j.t.And(e.Guard.At(k), f.Guard.At(l), j.t.Eq(e.Mask.At(k), f.Mask.At(l))).IsFalse() {
				return true
			}
		}
	}
	return false
}

// isCounted reports a side of which the phase of its access is known.
func (j *Judge) isCounted(p pair, s side) bool {
	for _, e := range s.before {
		if !e.Masked || !j.isOfAll(e) || !j.comeTo(s.access.Guard, e.Guard) || outermostWithout(e, p.earlier, p.later) != nil {
			return false
		}
	}
	return true
}

// meetInTurn reports barriers of which each meets the one of the same number.
func (j *Judge) meetInTurn(one, other []*trace.Event) bool {
	for n, e := range one {
		if !j.MayMeet(e, other[n]) {
			return false
		}
	}
	return true
}

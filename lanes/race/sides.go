package race

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// Barriers may order accesses on two sides of a branch, if lanes of the two sides meet there: at the first barrier of each
// side, then at the second of each, and so on:
//
//	if (lane < 16) { s[lane] = x; __syncwarp(); y = s[lane + 16]; }   a store in phase 0, a load in phase 1
//	else           { s[lane] = x; __syncwarp(); y = s[lane - 16]; }
//
// The phase of an access is the number of barriers that its lanes have executed on its side. Two accesses with equal
// phases are not ordered. Otherwise the access with the lower phase is first. A barrier whose mask names only lanes
// that execute it does not count. The phases are known if each barrier that counts is a barrier of the warp, has a mask
// of all lanes, is in no loop of its side, and is executed by all lanes that make the access. Otherwise lanes that may
// meet are assumed to be ordered.

// side holds the barriers that are on the same side of a branch as an access: those before the access and those after
// it.
type side struct {
	access         *trace.Access
	before, behind []*trace.Event
}

// sidesOf returns the sides of two incomparable accesses.
func (j *Judge) sidesOf(p pair) (a, b side) {
	a, b = side{access: p.earlier}, side{access: p.later}
	for _, e := range j.trace.Log.Events {
		if e.IsSync() && !j.isWithinWarp(e) && !j.isForOneSide(e) {
			a.addBarrier(j, e, b.access)
			b.addBarrier(j, e, a.access)
		}
	}
	return a, b
}

// isWithinWarp reports whether two warps are compared, and e is a barrier of the lanes of one warp.
func (j *Judge) isWithinWarp(e *trace.Event) bool {
	return j.acrossWarps && e.Instr.Collective != nil && !e.Instr.Collective.BeyondWarp
}

// isForOneSide reports whether the masks at a barrier name only lanes that execute it. Then no lane meets the barrier
// from another side of the branch.
func (j *Judge) isForOneSide(e *trace.Event) bool {
	if !e.Masked {
		return false
	}
	j.t.Work.Spend(warp.Size * warp.Size)
	for k := range warp.Size {
		for l := range warp.Size {
			if !j.t.And(e.Guard.At(k), j.t.Bit(e.Mask.At(k), l), j.t.Not(e.Guard.At(l))).IsFalse() {
				return false
			}
		}
	}
	return true
}

// addBarrier adds a barrier if it is on this side, and not on the side of the other access.
func (s *side) addBarrier(j *Judge, e *trace.Event, other *trace.Access) {
	if j.trace.Order(e.Point, other.Point) != trace.Incomparable {
		return
	}
	switch j.trace.Order(e.Point, s.access.Point) {
	case trace.Before:
		s.before = append(s.before, e)
	case trace.After:
		s.behind = append(s.behind, e)
	}
}

// acrossBranch finds what orders two accesses on two sides of a branch. left lists the barriers that order the accesses
// because lanes have left the kernel before. meet reports whether lanes of the two sides may meet at barriers that
// order the accesses.
func (j *Judge) acrossBranch(p pair) (left []syncPoint, meet bool) {
	if u, known := j.turnsOf(p); known {
		return nil, u.areOrdered()
	}
	a, b := j.sidesOf(p)
	met, known := j.metInTurn(p, a, b)
	var events []*trace.Event
	for _, e := range j.eventsBetween(p) {
		if e.IsSync() && !j.isWithinWarp(e) && j.isPassedOnceGone(p, e) && !slices.Contains(b.before[:met], e) {
			events = append(events, e)
		}
	}
	left = j.syncPointsBetween(p, events)
	if !known {
		return left, j.someMeet(a.behind, b.before) || j.someShareMask(a.behind, b.before) || j.someShareMask(b.behind, a.before)
	}
	return left, j.someMeet(a.behind, b.before[met:]) || j.someMeet(b.behind, a.before[met:])
}

// isPassedOnceGone reports whether lanes at e may wait until a lane of the earlier access has left the kernel. The
// barrier e must precede the later access, on the same side of the branch.
func (j *Judge) isPassedOnceGone(p pair, e *trace.Event) bool {
	if j.trace.Order(e.Point, p.earlier.Point) != trace.Incomparable || j.trace.Order(e.Point, p.later.Point) != trace.Before {
		return false
	}
	gone, _ := j.meet.GoneAt(e)
	return !j.trace.Vectors.And(gone, p.earlier.Guard).IsFalse()
}

// metInTurn returns the number of barriers at which the lanes of both sides have met before the accesses. The n-th
// barrier of one side meets the n-th of the other side, so this is the smaller of the two phases. known is false if the
// phase of an access is not known, or if the lanes at two barriers with the same index cannot meet.
func (j *Judge) metInTurn(p pair, a, b side) (n int, known bool) {
	n = min(len(a.before), len(b.before))
	if !j.isCounted(p, a) || !j.isCounted(p, b) {
		return 0, false
	}
	for k := range n {
		if !j.meet.MayMeet(a.before[k], b.before[k]) {
			return 0, false
		}
	}
	return n, true
}

// someShareMask reports whether lanes may meet with one mask at a barrier in one and a barrier in other. The two lists
// are of two sides of a branch. Two barriers of the block count as well.
func (j *Judge) someShareMask(one, other []*trace.Event) bool {
	return slices.ContainsFunc(one, func(e *trace.Event) bool {
		return slices.ContainsFunc(other, func(f *trace.Event) bool {
			return areOfBlock(e, f) || j.meet.MayMeet(e, f) && j.mayShareMask(e, f)
		})
	})
}

// areOfBlock reports whether e and f are both barriers of the block. Lanes on two sides of a branch may meet at two such
// barriers, if these have the same number.
func areOfBlock(e, f *trace.Event) bool {
	return e.Instr.Collective != nil && f.Instr.Collective != nil && e.Instr.Collective.BeyondWarp && f.Instr.Collective.BeyondWarp
}

// mayShareMask reports whether two lanes may pass equal masks at e and f; true if one of the barriers has no mask.
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

// isCounted reports whether the phase of the access on a side is known.
func (j *Judge) isCounted(p pair, s side) bool {
	for _, e := range s.before {
		if !e.Masked || !j.isOfAll(e) || !j.implies(s.access.Guard, e.Guard) || outermostWithout(e, p.earlier, p.later) != nil {
			return false
		}
	}
	return true
}

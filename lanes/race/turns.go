package race

import (
	"math"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// Warps of two roles may pass cells to each other in separate loops:
//
//	if (t < 64) for (i = 0; i < n; i++) { s[t] = v;       bar.sync 1, 128; }
//	else        for (i = 0; i < n; i++) { bar.sync 1, 128; x = s[t - 64]; }
//
// Both roles arrive at a barrier equally often in each iteration, so iteration k of one meets iteration k of the other.
// The store of iteration k is before barrier k, and the load of iteration k after it. Nothing orders the load of
// iteration k and the store of iteration k + 1: both are after barrier k and before barrier k + 1. With `bar.arrive`, a
// role signals its arrival, but does not wait.

// turns states in which iterations no barrier orders two accesses in separate loops of two roles. Let d be the
// iteration number of the earlier access minus that of the later access. No barrier orders the accesses if d is more
// than after and less than before.
type turns struct{ after, before int64 }

// areOrdered reports whether a barrier orders the two accesses in all iterations.
func (u turns) areOrdered() bool { return u.before-u.after < 2 }

// role is an access in a loop of its role. The field at holds, by the number of a barrier, how often the role arrives
// at barriers with this number.
type role struct {
	access *trace.Access
	loop   *trace.Loop
	at     map[uint64]*count
}

// count holds how often a role arrives at the barriers of one number: before the loop, in each iteration, and in an
// iteration before the access. isWaiting: the role waits at some of these arrivals. isSignalling: it passes some of
// them without waiting.
type count struct {
	beforeLoop, perIteration, beforeAccess int64
	isWaiting, isSignalling                bool
}

// turnsOf returns the turns of a pair on two sides of a branch, each access in one loop. known is false for any other
// pair, for copies, and if it is not known how often each role arrives at each barrier.
func (j *Judge) turnsOf(p pair) (u turns, known bool) {
	if !j.acrossWarps || p.loop != nil || j.trace.HasSignals || p.earlier.Instr.Async || p.later.Instr.Async ||
		j.trace.Order(p.earlier.Point, p.later.Point) != trace.Incomparable || len(p.earlier.Within) != 1 || len(p.later.Within) != 1 {
		return turns{}, false
	}
	a, isOfRole := j.roleOf(p.earlier, p.later)
	b, isOfOther := j.roleOf(p.later, p.earlier)
	if !isOfRole || !isOfOther {
		return turns{}, false
	}
	u = turns{after: math.MinInt32, before: math.MaxInt32}
	for n, mine := range a.at {
		theirs := b.at[n]
		if theirs == nil || mine.perIteration != theirs.perIteration || mine.isWaiting && mine.isSignalling || theirs.isWaiting && theirs.isSignalling {
			return turns{}, false
		}
		if mine.perIteration > 0 && theirs.isWaiting {
			// In iteration k, the earlier access precedes arrival beforeLoop + perIteration*k + beforeAccess of its
			// role, counted from 0. It is ordered before accesses of the other role that follow more waits.
			u.after = max(u.after, ceiling(theirs.beforeLoop+theirs.beforeAccess-mine.beforeLoop-mine.beforeAccess, mine.perIteration)-1)
		}
		if mine.perIteration > 0 && mine.isWaiting {
			u.before = min(u.before, 1-ceiling(mine.beforeLoop+mine.beforeAccess-theirs.beforeLoop-theirs.beforeAccess, mine.perIteration))
		}
	}
	return u, len(a.at) > 0 && len(a.at) == len(b.at)
}

// ceiling returns n / by, rounded up.
func ceiling(n, by int64) int64 { return -floor(-n, by) }

// floor returns n / by, rounded down.
func floor(n, by int64) int64 {
	q := n / by
	if n%by < 0 {
		q--
	}
	return q
}

// roleOf counts, for each barrier number, the barriers of the block that only the branch side with the access a
// executes. The access `other` is on another side. known is false if lanes may leave the loop around a in different
// iterations, or if this loop is also around `other`. It is false too if an event on this side is opaque, has no
// constant barrier number, comes after the loop, or may be skipped by lanes that reach a.
func (j *Judge) roleOf(a, other *trace.Access) (r role, known bool) {
	r = role{access: a, loop: a.Within[0], at: map[uint64]*count{}}
	if !r.loop.AsOne || other.IsWithin(r.loop) {
		return r, false
	}
	j.t.Work.Spend(passedWork * len(j.trace.Log.Events))
	for _, e := range j.trace.Log.Events {
		switch {
		case !e.Opaque && (e.Instr.Op != cfg.Collective_ || !e.Instr.Collective.BeyondWarp), j.isOfSide(e, other, a), j.isOutside(e, a, other):
		case e.Opaque || !isConstant(e.Name) || !r.add(j, e):
			return r, false
		}
	}
	return r, true
}

// isOfSide reports whether e is in the loop of the access a, or only on its side of the branch.
func (j *Judge) isOfSide(e *trace.Event, a, other *trace.Access) bool {
	return e.IsWithin(a.Within[0]) || !e.IsWithin(other.Within[0]) && j.trace.Order(e.Point, other.Point) == trace.Incomparable &&
		j.trace.Order(e.Point, a.Point) != trace.Incomparable
}

// isOutside reports whether e is in no loop, and precedes both accesses or follows both.
func (j *Judge) isOutside(e *trace.Event, a, other *trace.Access) bool {
	order := j.trace.Order(e.Point, a.Point)
	return len(e.Within) == 0 && order == j.trace.Order(e.Point, other.Point) && order != trace.Incomparable
}

// add adds the barrier e to the counts. It returns false if lanes of the role may skip e, or if e is after the loop.
func (r role) add(j *Judge, e *trace.Event) bool {
	isIn, order := e.IsWithin(r.loop), j.trace.Order(e.Point, r.access.Point)
	n := e.Name.At(0).K
	if r.at[n] == nil {
		r.at[n] = &count{}
	}
	c := r.at[n]
	if c.isWaiting = c.isWaiting || e.IsSync(); !e.IsSync() {
		c.isSignalling = true
	}
	switch {
	case isIn && order == trace.Before:
		c.beforeAccess++
		c.perIteration++
		return j.isInEachIteration(e, r.loop) && j.implies(r.access.Guard, e.Guard)
	case isIn:
		c.perIteration++
		return order != trace.Incomparable && j.isInEachIteration(e, r.loop)
	}
	c.beforeLoop++
	return order == trace.Before && len(e.Within) == 0 && j.implies(r.access.Guard, e.Guard)
}

// inTurn returns the formula that no barrier orders the two accesses in their iterations. The earlier access is by the
// rival, the later one by this warp.
func (m *meeting) inTurn(u turns, r Rival) *term.Term {
	t, wide := m.j.t, func(x *term.Term) *term.Term { return m.j.t.ZExt(x, 64) }
	theirs := wide(r.View.Rewrite(m.before.term(m.of.earlier.Within[0].K)))
	own := wide(m.behind.term(m.of.later.Within[0].K))
	offset := uint64(math.MaxUint32) // so that the differences are never negative
	ahead := t.AddConst(t.Sub(theirs, own), offset)
	return t.And(t.ULt(t.Const(64, offset+uint64(u.after)), ahead), t.ULt(ahead, t.Const(64, offset+uint64(u.before))))
}

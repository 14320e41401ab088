package race

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Warps of one role may signal to warps of another role that their stores are done, without waiting:
//
//	if (t < 128) { s[t] = v; bar.arrive 1, 256; }      thread i stores, then arrives
//	else         { bar.sync 1, 256; x = s[255 - t]; }  thread l waits, then reads: ordered
//
// The two accesses are ordered under three conditions: no other place has a barrier with this number, both places are
// in no loop, and the barrier waits for as many threads as the block has. Then the barrier has one phase, which is
// complete once each thread of the block has arrived at one of the two places.

// isOrderedByArrival reports whether one access of a pair on two sides of a branch precedes an arrival at a barrier,
// and the other access follows a wait for that arrival.
func (j *Judge) isOrderedByArrival(p pair) bool {
	if p.loop != nil || p.earlier.Instr.Async || p.later.Instr.Async || j.trace.Order(p.earlier.Point, p.later.Point) != trace.Incomparable {
		return false
	}
	return j.arrivesBefore(p.earlier, p.later) || j.arrivesBefore(p.later, p.earlier)
}

// arrivesBefore reports whether all lanes of the access a arrive at some barrier after a, and all lanes of the access b
// wait at the same barrier before b.
func (j *Judge) arrivesBefore(a, b *trace.Access) bool {
	for _, e := range j.trace.Log.Events {
		if !j.isWholeBlock(e) || j.trace.Order(a.Point, e.Point) != trace.Before || !j.implies(a.Guard, e.Guard) {
			continue
		}
		f, isOnly := j.counterpart(e)
		if isOnly && f.IsSync() && j.isWholeBlock(f) && j.trace.Order(f.Point, b.Point) == trace.Before && j.implies(b.Guard, f.Guard) {
			return true
		}
	}
	return false
}

// isWholeBlock reports whether e is a barrier with a number, in no loop, that waits for as many threads as the block has.
func (j *Judge) isWholeBlock(e *trace.Event) bool {
	shape := j.trace.Launch.Shape
	return !e.Opaque && e.Instr.Op == cfg.Collective_ && len(e.Within) == 0 && isConstant(e.Name) && isConstant(e.Awaits) && shape.Known() &&
		e.Awaits.At(0).K == uint64(shape.Threads())
}

// counterpart returns the event at which the other threads arrive at the barrier of e. This event is on another side of
// a branch. isOnly is false if no other event, or more than one, may belong to the barrier, or if the only one is not
// on another side.
func (j *Judge) counterpart(e *trace.Event) (f *trace.Event, isOnly bool) {
	mayBeOne := func(o *trace.Event) bool {
		return o != e && (o.Opaque || !o.Name.IsNone() && !(isConstant(o.Name) && o.Name.At(0) != e.Name.At(0)))
	}
	i := slices.IndexFunc(j.trace.Log.Events, mayBeOne)
	if i < 0 || slices.ContainsFunc(j.trace.Log.Events[i+1:], mayBeOne) {
		return nil, false
	}
	f = j.trace.Log.Events[i]
	return f, j.trace.Order(e.Point, f.Point) == trace.Incomparable
}

// isConstant reports whether v has one constant in all lanes.
func isConstant(v vector.Vec) bool { return !v.IsNone() && v.IsUniform() && v.At(0).IsConst() }

package block

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A barrier with a literal number is the same barrier at all places with this number. The arrivals of a warp are
// counted over all these places. If a warp waits there for the n-th time, another warp is away if it arrives fewer than
// n times and has not exited:
//
//	if (warp < 8) WAIT(15); else WAIT(15);                    no warp is away
//	if (warp < 8) { WAIT(15); WAIT(15); } else WAIT(15);      warps 8 and up are away from the second wait of warps 0 to 7
//
// Arrivals are counted if all places lie in the same loops. Otherwise only blocks with known interleavings are judged
// (interleavings.go).

// places lists the events at which warps may arrive at the barrier. If no other call can be of the same barrier, this
// is only the barrier's own event.
func (b *Barrier) places() []*trace.Event {
	if c := b.event.Instr.Collective; !c.IsAlso(c) {
		return []*trace.Event{b.event}
	}
	var list []*trace.Event
	for _, f := range b.j.trace.Log.Events {
		if f == b.event || b.isAlso(f) {
			list = append(list, f)
		}
	}
	return list
}

// isAlso reports whether f may be an arrival at the same barrier as b.
func (b *Barrier) isAlso(f *trace.Event) bool {
	return !f.Opaque && b.event.Instr.Collective.IsAlso(f.Instr.Collective) && !b.isOtherName(f)
}

// ConstantName returns the constant name that all lanes pass, nil if there is none.
func (b *Barrier) ConstantName() *term.Term { return constantWhere(b.event.Name, b.event.Guard) }

// mayArriveUnlike reports whether two warps may differ at e: one executes e and the other does not, or the two pass
// different names.
func (j *Judge) mayArriveUnlike(e *trace.Event) bool {
	seen := j.uniformityAt(e)
	return seen.mayDiffer(j.meet.At(e).Reach) || e.Instr.Collective.HasWrittenNumber() && slices.ContainsFunc(e.Name.List(), seen.mayDiffer)
}

// areCounted reports whether the number of arrivals of each warp at the places is known. It is known if all places lie
// in the same loops as the barrier.
func (b *Barrier) areCounted(places []*trace.Event) bool {
	return !slices.ContainsFunc(places, func(f *trace.Event) bool { return !slices.Equal(f.Within, b.event.Within) })
}

// arrivesLessOften returns a formula for each lane of the other warp w: the lane has not exited, and w arrives at the
// places less often than this warp. The arrival of this warp at b is included.
func (b *Barrier) arrivesLessOften(places []*trace.Event, w *otherWarp) vector.Vec {
	t := b.j.t
	if !b.areCounted(places) {
		return vector.Uniform(t.False)
	}
	here := b.ofFirst(b.event.Name)
	comes := func(f *trace.Event, view func(*term.Term) *term.Term) *term.Term {
		at := b.j.Barrier(b.j.meet.At(f))
		return b.j.oneIf(t.And(view(at.Meeting.Reach), t.Eq(view(at.ofFirst(at.event.Name)), here)))
	}
	mine, theirs := t.Const(64, 0), t.Const(64, 0)
	for _, f := range places {
		if f == b.event || b.j.meet.EventOrder(f, b.event) == trace.Before {
			mine = t.Add(mine, comes(f, func(x *term.Term) *term.Term { return x }))
		}
		theirs = t.Add(theirs, comes(f, w.view.Rewrite))
	}
	less := t.ULt(theirs, mine)
	return vector.Build(func(o int) *term.Term {
		return t.And(less, w.view.Rewrite(t.And(t.Not(b.Meeting.Exited(o)), b.Meeting.Stays(o))))
	})
}

// oneIf returns a 64-bit word: 1 if f holds, otherwise 0.
func (j *Judge) oneIf(f *term.Term) *term.Term { return j.t.Ite(f, j.t.Const(64, 1), j.t.Const(64, 0)) }

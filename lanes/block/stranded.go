package block

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A lane at a barrier with a number of threads waits for all other lanes of its warp that have not exited, even if it
// only arrives (PTX ISA, barrier; a GPU shows the same):
//
//	if (lane < 16) WAIT(1, 64);                 passes once the others have exited
//	if (lane < 16) WAIT(1, 64); __syncwarp();   hangs: lanes 0-15 wait for lanes 16-31, and the reverse
//	if (lane < 16) WAIT(1, 64); WAIT(2, 64);    is an illegal instruction: one warp, two barriers
//
// Lanes at another place that has a barrier with the same name and number meet these lanes.

// Strands finds lanes that wait at another place while some lane waits here. The lanes in surely wait there for ever.
// Those in maybe may wait there for ever. If the barrier is in a loop, surely is empty, because a lane may arrive here
// in another iteration.
func (b *Barrier) Strands() (surely, maybe vector.Vec) {
	t := b.j.t
	held, open := vector.Uniform(t.False), vector.Uniform(t.Bool(len(b.event.Within) > 0))
	for _, f := range b.j.trace.Log.Events {
		if b.isPast(f) {
			continue
		}
		lanes, sure := b.heldAt(f)
		held = b.j.vectors.Or(held, lanes)
		if !sure {
			open = b.j.vectors.Or(open, lanes)
		}
	}
	away := vector.Build(func(o int) *term.Term { return t.And(b.Meeting.Reach, b.Meeting.Elsewhere(o)) })
	maybe = b.j.vectors.And(away, held)
	return b.j.vectors.And(maybe, b.j.vectors.Not(open)), maybe
}

// isPast reports whether no lane that has arrived here reaches f afterwards.
func (b *Barrier) isPast(f *trace.Event) bool {
	if slices.ContainsFunc(b.event.Within, f.IsWithin) {
		return false
	}
	return f == b.event || b.j.meet.EventOrder(b.event, f) == trace.After
}

// heldAt returns the lanes that wait at f for some lane that waits here. isExact is false if they may not wait for
// ever, because f may be the same barrier, or because the lanes at f may wait for other warps.
func (b *Barrier) heldAt(f *trace.Event) (lanes vector.Vec, isExact bool) {
	t := b.j.t
	switch c := f.Instr.Collective; {
	case f.Opaque || c.Tile > 0 || c.Legacy:
		return f.Guard, false
	case c.BeyondWarp:
		return f.Guard, b.isOtherBarrier(f)
	case !f.Masked:
		return f.Guard, true
	}
	return vector.Build(func(o int) *term.Term {
		return t.Or(vector.Build(func(l int) *term.Term { return t.And(b.event.Guard.At(l), b.j.meet.At(f).Names(o, l)) }).List()...)
	}), true
}

// isOtherBarrier reports whether f differs from b in the constant name, or in the constant number of threads.
func (b *Barrier) isOtherBarrier(f *trace.Event) bool {
	differ := func(here, there vector.Vec) bool {
		x, y := constantWhere(here, b.event.Guard), constantWhere(there, f.Guard)
		return x != nil && y != nil && x.K != y.K
	}
	return differ(b.event.Name, f.Name) || differ(b.event.Awaits, f.Awaits)
}

package block

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A lane at a barrier with a number of threads waits for the others of its warp, but for those
// that exit, even where it only arrives (PTX ISA, barrier; a GPU shows the same):
//
//	if (lane < 16) WAIT(1, 64);                 passes once the others have exited
//	if (lane < 16) WAIT(1, 64); __syncwarp();   hangs: they wait for those that wait for them
//	if (lane < 16) WAIT(1, 64); WAIT(2, 64);    is an illegal instruction: one warp, two barriers
//
// Those that come to a barrier of that name and number at another place are there with them.

// Strands are the lanes that wait elsewhere for ever while some wait here, and those that may.
// In another iteration of a loop they may come here as well.
func (p *Barrier) Strands() (surely, maybe vector.Vec) {
	t := p.j.t
	held, open := vector.Uniform(t.False), vector.Uniform(t.Bool(len(p.event.Within) > 0))
	for _, f := range p.j.trace.Log.Events {
		if p.isPast(f) {
			continue
		}
		lanes, sure := p.heldAt(f)
		held = p.j.vectors.Or(held, lanes)
		if !sure {
			open = p.j.vectors.Or(open, lanes)
		}
	}
	away := vector.Build(func(o int) *term.Term { return t.And(p.Meeting.Reach, p.Meeting.Elsewhere(o)) })
	maybe = p.j.vectors.And(away, held)
	return p.j.vectors.And(maybe, p.j.vectors.Not(open)), maybe
}

// isPast reports an event that no lane comes to once some have come here.
func (p *Barrier) isPast(f *trace.Event) bool {
	if slices.ContainsFunc(p.event.Within, f.IsWithin) {
		return false
	}
	return f == p.event || p.j.meet.EventOrder(p.event, f) == trace.After
}

// heldAt are the lanes that wait at another event for some that wait here; sure is false where
// they may instead meet them there, or wait for others.
func (p *Barrier) heldAt(f *trace.Event) (lanes vector.Vec, sure bool) {
	t := p.j.t
	switch c := f.Instr.Collective; {
	case f.Opaque != "" || c.Tile > 0 || c.Legacy:
		return f.Guard, false
	case c.Block:
		return f.Guard, p.isOtherBarrier(f)
	case !f.Masked:
		return f.Guard, true
	}
	return vector.Build(func(o int) *term.Term {
		return t.Or(vector.Build(func(l int) *term.Term { return t.And(p.event.Guard.At(l), p.j.meet.At(f).Names(o, l)) }).List()...)
	}), true
}

// isOtherBarrier reports a barrier of another name or number of threads for certain.
func (p *Barrier) isOtherBarrier(f *trace.Event) bool {
	differ := func(a, b vector.Vec) bool {
		x, y := constantWhere(a, p.event.Guard), constantWhere(b, f.Guard)
		return x != nil && y != nil && x.K != y.K
	}
	return differ(p.event.Name, f.Name) || differ(p.event.Awaits, f.Awaits)
}

package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
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

// stranded: lanes wait at such a barrier, and others of their warp where they never leave.
func (f *Fact) stranded() []Verdict {
	p := f.phase
	if !p.instr.Collective.IsForLanes() {
		return nil
	}
	surely, maybe := p.strands()
	found := f.decide((*Fact).stranded, offence{lanes: surely, mask: noMask})
	if len(found) > 0 {
		return found
	}
	if some, _ := p.j.Satisfiable(p.j.t.And(p.j.premise(), p.j.t.Or(maybe.List()...))); some != smt.No {
		f.remark("the other lanes of the warp may wait elsewhere")
	}
	return nil
}

// strands are the lanes that wait elsewhere for ever while some wait here, and those that may.
// In another turn of a loop they may come here as well.
func (p *phase) strands() (surely, maybe vector.Vec) {
	t := p.j.t
	held, open := vector.Uniform(t.False), vector.Uniform(t.Bool(len(p.within) > 0))
	for _, f := range p.j.events {
		if p.isPast(f) {
			continue
		}
		lanes, sure := p.heldAt(f)
		held = p.j.Or(held, lanes)
		if !sure {
			open = p.j.Or(open, lanes)
		}
	}
	away := vector.Build(func(o int) *term.Term { return t.And(p.reach, p.elsewhere(o)) })
	maybe = p.j.And(away, held)
	return p.j.And(maybe, p.j.Not(open)), maybe
}

// isPast reports an event that no lane comes to once some have come here.
func (p *phase) isPast(f *event) bool {
	if slices.ContainsFunc(p.within, f.isWithin) {
		return false
	}
	return f == p.event || p.j.eventOrder(p.event, f) == after
}

// heldAt are the lanes that wait at another event for some that wait here; sure is false where
// they may instead meet them there, or wait for others.
func (p *phase) heldAt(f *event) (lanes vector.Vec, sure bool) {
	t := p.j.t
	switch c := f.instr.Collective; {
	case f.opaque != "" || c.Tile > 0 || c.Legacy:
		return f.guard, false
	case c.Block:
		return f.guard, p.isOtherBarrier(f)
	case !f.masked:
		return f.guard, true
	}
	return vector.Build(func(o int) *term.Term {
		return t.Or(vector.Build(func(l int) *term.Term { return t.And(p.guard.At(l), p.j.phaseOf(f).names(o, l)) }).List()...)
	}), true
}

// isOtherBarrier reports a barrier of another name or number of threads for certain.
func (p *phase) isOtherBarrier(f *event) bool {
	differ := func(a, b vector.Vec) bool {
		x, y := constantWhere(a, p.guard), constantWhere(b, f.guard)
		return x != nil && y != nil && x.K != y.K
	}
	return differ(p.name, f.name) || differ(p.awaits, f.awaits)
}

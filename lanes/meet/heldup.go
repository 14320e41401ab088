package meet

import (
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// A lane that waits here does not wait for a lane that leaves the kernel on another side of a branch. But before the
// other lane leaves, it may wait for the lane here:
//
//	if (lane < 16) { __syncthreads(); return; } else { __syncthreads(); return; }
//	if (lane < 16) { v = __shfl_xor_sync(~0u, v, 1); return; } else { v = __any_sync(~0u, v); return; }
//
// Then each lane waits for the other for ever. Two lanes that execute sequences of collectives hold each other up at
// the first place where the sequences differ (match.go).

// heldUp returns the formula that lane o is held up: on another side of a branch, o waits for some lane that waits here
// for o.
func (p *Rendezvous) heldUp(o int) *term.Term {
	t := p.m.t
	if !p.m.waits(p.Event) {
		return t.False
	}
	p.relate()
	held := t.False
	for _, f := range p.incomparable {
		if there := t.And(p.HasLeft.At(o), f.Guard.At(o)); there.IsFalse() || !p.m.waits(f) {
			continue
		}
		for l := range warp.Size {
			held = t.Or(held, t.And(p.Event.Guard.At(l), f.Guard.At(o), p.m.holdUp(p.Event, f, l, o)))
		}
	}
	return held
}

// waits reports whether a lane at e waits for other lanes of its warp.
func (m *Meetings) waits(e *trace.Event) bool {
	c := e.Instr.Collective
	return c != nil && !e.Opaque && (c.HoldsWarp() || !c.BeyondWarp && e.Masked && !c.Legacy)
}

// holdUp returns the formula that lane l at e and lane o at f wait for each other. After they diverged, both must have
// executed the same sequence of collectives. Only collectives that name both lanes count.
func (m *Meetings) holdUp(e, f *trace.Event, l, o int) *term.Term {
	t := m.t
	each := t.And(m.names(e, l, o), m.names(f, o, l))
	switch {
	case each.IsFalse():
		return each
	case m.repeated(e, f):
		return t.And(each, t.Not(t.Unknown(pairName(e, f), 0, nil)))
	}
	mine := instructions(append(m.waitsSince(e, f), e))
	theirs := instructions(append(m.waitsSince(f, e), f))
	n, k := e.Instr.Collective.Instructions, f.Instr.Collective.Instructions
	same := t.False
	for i := range n {
		for j := range k {
			same = t.Or(same, m.samePrefix(mine[:len(mine)-n+i], theirs[:len(theirs)-k+j], l, o))
		}
	}
	return t.And(each, same, t.Not(m.sameCall(e, f, l, o)))
}

// waitsSince lists the events at which lanes wait that are before e and incomparable with f (prefix).
func (m *Meetings) waitsSince(e, f *trace.Event) []*trace.Event {
	var list []*trace.Event
	for _, a := range m.prefix(e, f).all {
		if m.waits(a) {
			list = append(list, a)
		}
	}
	return list
}

// oneBarrier returns the formula that lane l at e and lane o at f arrive at the same barrier of the block. It is false
// for barriers at which the lanes of a warp do not arrive one by one.
func (m *Meetings) oneBarrier(e, f *trace.Event, l, o int) *term.Term {
	if !e.Instr.Collective.IsOneWith(f.Instr.Collective) {
		return m.t.False
	}
	one := m.t.Eq(e.Name.At(l), f.Name.At(o))
	if !e.Awaits.IsNone() {
		one = m.t.And(one, m.t.Eq(e.Awaits.At(l), f.Awaits.At(o)))
	}
	return one
}

package meet

import (
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// A lane that leaves the kernel on another side of a branch has exited for those that wait here, and they go on without
// it, unless it waits for one of them before it leaves:
//
//	if (lane < 16) { __syncthreads(); return; } else { __syncthreads(); return; }
//	if (lane < 16) { v = __shfl_xor_sync(~0u, v, 1); return; } else { v = __any_sync(~0u, v); return; }
//
// Then each waits for the other for ever. For two sequences of collectives that happens where they first differ
// (match.go): the rest is not reached.

// heldUp is the formula that lane o waits on another side of a branch for a lane that waits here for it.
func (p *Rendezvous) heldUp(o int) *term.Term {
	t := p.m.t
	if !p.m.waits(p.Event) {
		return t.False
	}
	p.relate()
	held := t.False
	for _, f := range p.incomparable {
		if there := t.And(p.Gone.At(o), f.Guard.At(o)); there.IsFalse() || !p.m.waits(f) {
			continue
		}
		for l := range warp.Size {
			held = t.Or(held, t.And(p.Event.Guard.At(l), f.Guard.At(o), p.m.holdUp(p.Event, f, l, o)))
		}
	}
	return held
}

// waits reports an event at which a lane waits for others of its warp.
func (m *Meetings) waits(e *trace.Event) bool {
	c := e.Instr.Collective
	return c != nil && !e.Opaque && (c.HoldsWarp() || !c.Block && e.Masked && !c.Legacy)
}

// holdUp is the formula that lane l at e and lane o at f wait for each other, after equal sequences of the
// collectives that concern both.
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

// waitsSince are the events of a prefix at which lanes wait.
func (m *Meetings) waitsSince(e, f *trace.Event) []*trace.Event {
	var list []*trace.Event
	for _, a := range m.prefix(e, f).all {
		if m.waits(a) {
			list = append(list, a)
		}
	}
	return list
}

// oneBarrier is the formula that lanes at two places are at the same barrier of the block, at which each lane arrives
// by itself.
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

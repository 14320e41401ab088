package meet

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// This file matches collectives. Under the independent model lanes on two sides of a branch meet if they have executed
// the same sequence of collectives after they diverged.

// A shuffle of a value of several words counts as several instructions. Each of them meets an instruction of the other
// side:
//
//	if (lane < 16) d = __shfl_sync(~0u, d, 0);                                d is a double
//	else { i = __shfl_sync(~0u, i, 0); j = __shfl_sync(~0u, j, 0); }

// instruction is one of the instructions that an event consists of. index is its place among them.
type instruction struct {
	*trace.Event
	index int
}

// instructions lists the instructions of a sequence of events.
func instructions(events []*trace.Event) []instruction {
	list := make([]instruction, 0, len(events))
	for _, e := range events {
		for i := range e.Instr.Collective.Instructions {
			list = append(list, instruction{e, i})
		}
	}
	return list
}

// meets returns the formula that lane l at the n-th instruction of e meets lane o at f. After they diverged, both lanes
// must have executed the same sequence of collectives. Only collectives whose masks name both lanes count. The formula
// is an unknown if f may hide collectives, or if one event stands for several iterations (repeated).
func (m *Meetings) meets(e, f *trace.Event, n, l, o int) *term.Term {
	if f.Opaque || m.repeated(e, f) {
		return m.t.Unknown(pairName(e, f), 0, nil)
	}
	same := m.sameCall(e, f, l, o)
	if same.IsFalse() {
		return same
	}
	mine := instructions(append(slices.Clip(m.prefix(e, f).events), e))
	theirs := instructions(append(slices.Clip(m.prefix(f, e).events), f))
	before := len(mine) - e.Instr.Collective.Instructions + n
	var ways []*term.Term
	for k := range f.Instr.Collective.Instructions {
		ways = append(ways, m.samePrefix(mine[:before], theirs[:len(theirs)-1-k], l, o))
	}
	return m.t.And(m.t.Or(ways...), same, m.NameEachOther(e, f, l, o))
}

// NameEachOther returns the formula that the mask of lane l at e names lane o, and that the mask of lane o at f names
// lane l. Lanes that do not name each other cannot meet. The formula is true if f is opaque.
func (m *Meetings) NameEachOther(e, f *trace.Event, l, o int) *term.Term {
	if f.Opaque {
		return m.t.True
	}
	return m.t.And(m.names(e, l, o), m.names(f, o, l))
}

// repeated reports whether one of the two events represents all iterations of a loop that does not contain the other
// event. In this case it is not known which iteration meets the other event.
func (m *Meetings) repeated(e, f *trace.Event) bool {
	for _, s := range e.Within {
		if !f.IsWithin(s) {
			return true
		}
	}
	for _, s := range f.Within {
		if !e.IsWithin(s) {
			return true
		}
	}
	return false
}

// prefix returns the prefix of e relative to f: the events that are before e and incomparable with f.
func (m *Meetings) prefix(e, f *trace.Event) *prefix {
	key := prefixKey{e, m.side(f)}
	p := m.prefixes[key]
	if p == nil {
		p = &prefix{straight: true}
		m.prefixes[key] = p
		m.t.Work.Spend(eventWork * len(m.Trace.Log.Events))
		for _, a := range m.Trace.Log.Events {
			if a == e || a.Opaque || m.EventOrder(a, e) != trace.Before || m.EventOrder(a, f) != trace.Incomparable {
				continue
			}
			p.all = append(p.all, a)
			if !a.Instr.Collective.BeyondWarp {
				p.events = append(p.events, a)
				p.straight = p.straight && a.NamesAll() && !a.Instr.Collective.Aligned && m.passed(a, e)
			}
		}
	}
	return p
}

// prefix holds the events that the lanes at an event have executed before it, but after they diverged from lanes on
// another side of a branch.
type prefix struct {
	// events lists the collectives of the warp, in program order. all also contains the barriers of the block.
	events, all []*trace.Event
	// straight reports whether lanes at different sites may meet at each collective in events. Three conditions must
	// hold for each collective: every lane at the event has executed it, it names all lanes, and it is not aligned
	// (.aligned in PTX).
	straight bool
}

// prefixKey identifies the prefix of an event relative to another event f. Different f have the same prefix if they are
// incomparable with the same events. The field side is the number of this set of events (Meetings.side).
type prefixKey struct {
	event *trace.Event
	side  int
}

// side returns the number, from 1, of the set of events with which f is incomparable. Equal sets have one number.
func (m *Meetings) side(f *trace.Event) int {
	if m.sideOf[f] == 0 {
		row := make([]byte, len(m.Trace.Log.Events))
		for i, a := range m.Trace.Log.Events {
			if m.EventOrder(a, f) == trace.Incomparable {
				row[i] = 1
			}
		}
		if m.sides[string(row)] == 0 {
			m.sides[string(row)] = len(m.sides) + 1
		}
		m.sideOf[f] = m.sides[string(row)]
	}
	return m.sideOf[f]
}

// EventOrder returns the order of two events of a complete interpretation. It caches the result.
func (m *Meetings) EventOrder(e, f *trace.Event) trace.Order {
	n := len(m.Trace.Log.Events)
	if len(m.eventOrders) != n*n {
		m.t.Work.Spend(n * n)
		m.eventOrders = make([]trace.Order, n*n)
	}
	o := &m.eventOrders[e.Index*n+f.Index]
	if *o == trace.Unordered {
		*o = m.Trace.Compare(e.Point, f.Point)
	}
	return *o
}

// meetAlike decides for all lanes together whether lanes at e always meet lanes at f. It requires that both prefixes
// are straight (see prefix), so that only the classes of the collectives matter. decided is false if the question must
// be answered lane by lane.
func (m *Meetings) meetAlike(e, f *trace.Event) (isAlways, decided bool) {
	if f.Opaque || m.repeated(e, f) || e.Masked != f.Masked {
		return false, false
	}
	if e.Masked && !(e.NamesAll() && f.NamesAll()) {
		return false, m.masksDiffer(e, f)
	}
	mine, theirs := m.prefix(e, f), m.prefix(f, e)
	if !mine.straight || !theirs.straight {
		return false, false
	}
	return meetWhole(mine.events, theirs.events, e, f)
}

// meetWhole reports whether lanes at e always meet lanes at f. mine and theirs are the straight prefixes of e and f.
// decided is false if only some of the instructions of e and f may meet, or if the answer depends on template
// arguments.
func meetWhole(mine, theirs []*trace.Event, e, f *trace.Event) (isAlways, decided bool) {
	a, b := instructions(mine), instructions(theirs)
	for i := range min(len(a), len(b)) {
		same, known := a[i].Instr.Collective.Class.Same(b[i].Instr.Collective.Class)
		if !same {
			return false, known
		}
	}
	same, known := e.Instr.Collective.Class.Same(f.Instr.Collective.Class)
	n, m := e.Instr.Collective.Instructions, f.Instr.Collective.Instructions
	switch {
	case !known:
		return false, false
	case !same, len(a) >= len(b)+m, len(b) >= len(a)+n:
		return false, true
	}
	return true, len(a) == len(b) && n == m
}

// masksDiffer reports whether the two events have constant masks that differ.
func (m *Meetings) masksDiffer(e, f *trace.Event) bool {
	x, y := e.Mask.UniformWhere(e.Guard), f.Mask.UniformWhere(f.Guard)
	return x != nil && y != nil && x != y && x.IsConst() && y.IsConst()
}

// passed reports whether every lane at e has executed the earlier event a: the conjuncts of a's guard are among those
// of e's guard.
func (m *Meetings) passed(a, e *trace.Event) bool {
	if a.Guard == e.Guard {
		return true
	}
	for l := 0; l < warp.Size; l++ {
		if !e.Guard.At(l).IsFalse() && !m.t.Strip(a.Guard.At(l), term.Common([]*term.Term{e.Guard.At(l)})).IsTrue() {
			return false
		}
	}
	return true
}

// sameCall returns the formula that lane l at e and lane o at f may take part in one collective. They must have the
// same class and the same mask. For barriers of several warps, oneBarrier decides. A collective that all lanes must
// execute by the same call is excluded.
func (m *Meetings) sameCall(e, f *trace.Event, l, o int) *term.Term {
	c, d := e.Instr.Collective, f.Instr.Collective
	if c.BeyondWarp || d.BeyondWarp {
		return m.oneBarrier(e, f, l, o)
	}
	same, known := c.Class.Same(d.Class)
	if !same && known || c.Aligned || e.Masked != f.Masked || m.Trace.Model != warp.Independent {
		return m.t.False
	}
	as := m.t.True
	if !known { // whether the classes are equal depends on arguments of a template
		as = m.t.Unknown(pairName(e, f), 0, memory.Approximation{})
	}
	if !e.Masked {
		return as
	}
	return m.t.And(as, m.t.Eq(e.Mask.At(l), f.Mask.At(o)))
}

// samePrefix returns the formula that lane l, in the list mine, and lane o, in the list theirs, execute equal sequences
// of collectives that name the other lane. It computes an alignment table of the two lists, in which each collective
// may be skipped. Entries that are false are dropped. So the table has linear size if every collective is surely
// executed.
func (m *Meetings) samePrefix(mine, theirs []instruction, l, o int) *term.Term {
	t := m.t
	row := map[int]*term.Term{0: t.True}
	for n := 0; n < len(theirs); n++ { // theirs may begin with collectives that are not executed
		if x := t.And(row[n], t.Not(m.concerns(theirs[n].Event, o, l))); !x.IsFalse() {
			row[n+1] = x
		} else {
			break
		}
	}
	for _, a := range mine {
		happens := m.concerns(a.Event, l, o)
		next := map[int]*term.Term{}
		for n := 0; n <= len(theirs); n++ {
			x := t.False
			if v, ok := row[n]; ok {
				x = t.And(v, t.Not(happens))
			}
			if v, ok := row[n-1]; ok && n > 0 {
				b := theirs[n-1]
				x = t.Or(x, t.And(v, happens, m.concerns(b.Event, o, l), m.sameCall(a.Event, b.Event, l, o)))
			}
			if v, ok := next[n-1]; ok && n > 0 {
				x = t.Or(x, t.And(v, t.Not(m.concerns(theirs[n-1].Event, o, l))))
			}
			if !x.IsFalse() {
				next[n] = x
			}
		}
		row = next
	}
	if v, ok := row[len(theirs)]; ok {
		return v
	}
	return t.False
}

// concerns returns the formula that lane l executes e and that the mask of l names lane o.
func (m *Meetings) concerns(e *trace.Event, l, o int) *term.Term {
	return m.t.And(e.Guard.At(l), m.names(e, l, o))
}

// names returns the formula that the mask of lane l at e contains lane o, true if e has no mask.
func (m *Meetings) names(e *trace.Event, l, o int) *term.Term {
	if !e.Masked {
		return m.t.True
	}
	return m.t.Bit(e.Mask.At(l), o)
}

// pairName returns a name for the unknown formula that e and f meet.
func pairName(e, f *trace.Event) string {
	return fmt.Sprintf("meets %d %d", e.Index, f.Index)
}

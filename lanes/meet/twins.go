package meet

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Two loops on two sides of a branch may execute the same collectives equally often:
//
//	if (v > 0) for (int i = 0; i < n; i++) v += __shfl_xor_sync(~0u, v, 1);
//	else       for (int i = 0; i < n; i++) v -= __shfl_xor_sync(~0u, v, 1);
//
// Each loop is summarised by one arbitrary iteration. In general it is not known which iterations of two loops meet.
// Iteration k of one loop meets iteration k of the other under two conditions. First, both loops have the same
// condition for the back edge. It must depend only on the iteration number and on values from before the loops. Second,
// both execute the same sequence of collectives in each iteration that takes the back edge. Then each collective of one
// loop has a counterpart in the other.

// twins are two loops that meet iteration by iteration: iteration k of one meets iteration k of the other. The rewriter
// into replaces the iteration number of the second loop by that of the first.
type twins struct {
	into *term.Rewriter
	// events lists the events of one iteration of each loop, in order.
	events [2][]*trace.Event
}

// twinsOf returns the twins that a loop around e and a loop around f form. Each of these loops must contain only one of
// the two events, and must be the only such loop of its event. The result is nil if there are no such loops, or if they
// are no twins.
func (m *Meetings) twinsOf(e, f *trace.Event) *twins {
	common := len(e.CommonLoops(f))
	if len(e.Within) != common+1 || len(f.Within) != common+1 {
		return nil
	}
	key := [2]*trace.Loop{e.Within[0], f.Within[0]}
	made, known := m.twins[key]
	if !known {
		made = m.pairLoops(key[0], key[1])
		m.twins[key] = made
	}
	return made
}

// pairLoops returns the twins that a and b form, nil if they are no twins.
func (m *Meetings) pairLoops(a, b *trace.Loop) *twins {
	p := &twins{into: m.t.Replacing(b.K, a.K), events: [2][]*trace.Event{m.eventsIn(a), m.eventsIn(b)}}
	mine, theirs := m.roundOf(a), m.roundOf(b)
	isHidden := func(e *trace.Event) bool { return e.Opaque }
	if mine == nil || theirs == nil || p.into.Rewrite(theirs) != mine || len(p.events[0]) != len(p.events[1]) ||
		slices.ContainsFunc(slices.Concat(p.events[:]...), isHidden) {
		return nil
	}
	for i, e := range p.events[0] {
		f := p.events[1][i]
		same, known := e.Instr.Collective.Class.Same(f.Instr.Collective.Class)
		if !same || !known || e.Instr.Collective.Instructions != f.Instr.Collective.Instructions || e.Masked != f.Masked ||
			!m.isInEachIteration(e, a) || !m.isInEachIteration(f, b) {
			return nil
		}
	}
	return p
}

// eventsIn lists the events in a loop.
func (m *Meetings) eventsIn(s *trace.Loop) []*trace.Event {
	return slices.DeleteFunc(slices.Clone(m.Trace.Log.Events), func(e *trace.Event) bool { return !e.IsWithin(s) })
}

// roundOf returns the condition of the back edge of the loop s, which reports whether an iteration follows. It returns
// nil if the condition differs between lanes, or depends on anything except the iteration number and values from before
// the loop.
func (m *Meetings) roundOf(s *trace.Loop) *term.Term {
	round := s.Decisive(m.t, s.Round, nil).UniformWhere(s.Entering)
	isOther := func(x *term.Term) bool { return x != s.K && s.Computes(x) }
	if !s.AsOne || s.MayNotEnd || round == nil || term.AnySince(s.Mark, []*term.Term{round}, isOther) {
		return nil
	}
	return round
}

// isInEachIteration reports whether no lane skips e, a collective of the whole warp that is directly in the loop s. All
// lanes that take the back edge must have executed e, and so must all lanes that execute a later collective in the same
// iteration.
func (m *Meetings) isInEachIteration(e *trace.Event, s *trace.Loop) bool {
	c := e.Instr.Collective
	if c.BeyondWarp || c.Aligned || e.Within[0] != s || e.Masked && !e.NamesAll() || !m.covers(e.Guard, s.Round) {
		return false
	}
	return !slices.ContainsFunc(m.Trace.Log.Events, func(f *trace.Event) bool {
		return f.IsWithin(s) && m.EventOrder(e, f) != trace.After && f != e && (m.EventOrder(e, f) != trace.Before || !m.passed(e, f))
	})
}

// covers reports whether every lane in the set part is also in the set whole, by the form of the guards.
func (m *Meetings) covers(whole, part vector.Vec) bool {
	for l, x := range part.List() {
		if !x.IsFalse() && !m.t.Strip(whole.At(l), term.Common([]*term.Term{x})).IsTrue() {
			return false
		}
	}
	return true
}

// meetsTwin returns the formula that lane l at e and lane o at f are in the same iteration of twin loops. Both lanes
// must have executed the same events before the loops. known is false in three cases: the loops are no twins, an event
// before them is in another loop, or the guard of f needs values of its loop.
func (m *Meetings) meetsTwin(e, f *trace.Event, l, o int) (meets *term.Term, known bool) {
	p := m.twinsOf(e, f)
	if p == nil {
		return nil, false
	}
	if slices.Index(p.events[0], e) != slices.Index(p.events[1], f) {
		return m.t.False, true
	}
	mine, straight := m.before(e, f)
	theirs, both := m.before(f, e)
	there := p.into.Rewrite(m.t.Replace(f.Guard.At(o), []*term.Term{f.Within[0].Reached}, []*term.Term{e.Within[0].Reached}))
	isOther := func(x *term.Term) bool { return f.Within[0].Made(x) && f.Within[0].Computes(x) }
	if !straight || !both || term.AnySince(f.Within[0].Mark, []*term.Term{there}, isOther) {
		return nil, false
	}
	return m.t.And(there, m.samePrefix(instructions(mine), instructions(theirs), l, o), m.sameCall(e, f, l, o)), true
}

// before lists the events in the prefix of e that are not in the innermost loop of e. It returns false if one of these
// events is in another loop.
func (m *Meetings) before(e, f *trace.Event) ([]*trace.Event, bool) {
	outside := slices.DeleteFunc(slices.Clone(m.prefix(e, f).events), func(a *trace.Event) bool { return a.IsWithin(e.Within[0]) })
	return outside, !slices.ContainsFunc(outside, func(a *trace.Event) bool { return len(a.Within) >= len(e.Within) })
}

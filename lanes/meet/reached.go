package meet

import (
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// AlwaysArrives reports whether some lane reaches the event whenever its collective is executed along the same calls,
// in any iteration.
func (p *Rendezvous) AlwaysArrives() bool {
	m := p.m
	without := m.t.And(m.Premise(), m.Reached(p.Event), m.t.Not(p.Reach))
	a, _ := m.prover.Solver.Satisfiable(without)
	return a == smt.No
}

// Reached returns the formula that some lane executes the collective of e along the same calls, in any iteration of a
// loop.
func (m *Meetings) Reached(e *trace.Event) *term.Term {
	at := e.Chained()
	f, known := m.executed[at]
	if !known {
		var guards []*term.Term
		for _, o := range m.Trace.Log.Events {
			if at == o.Chained() {
				guards = append(guards, o.Guard.List()...)
			}
		}
		for _, a := range m.Trace.Log.Accesses {
			if at == a.Chained() {
				guards = append(guards, a.Guard.List()...)
			}
		}
		f = m.t.Or(guards...)
		m.executed[at] = f
	}
	return f
}

// Cannot reports whether it is proved that f is false in every execution in which some lane arrives.
func (p *Rendezvous) Cannot(f *term.Term) bool {
	m := p.m
	here := m.t.And(m.Premise(), p.Reach, f)
	if a, _ := m.prover.Satisfiable(here); a == smt.No {
		return true
	}
	known := p.With(here)
	if known == here {
		return false
	}
	a, _ := m.prover.Solver.Satisfiable(known)
	return a == smt.No
}

package meet

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// AlwaysComes reports an execution of a collective that comes whenever the collective is
// executed at all along the same calls.
func (p *Rendezvous) AlwaysComes() bool {
	m := p.m
	without := m.t.And(m.Premise(), m.Reached(p.Event), m.t.Not(p.Reach))
	a, _ := m.Solver.Satisfiable(without)
	return a == smt.No
}

// Reached says when some lane executes an event's collective along its calls, in
// whatever iteration of a loop.
func (m *Meetings) Reached(e *trace.Event) *term.Term {
	at := e.Chained()
	f, known := m.executed[at]
	if !known {
		var guards []*term.Term
		for _, o := range m.Events {
			if at == o.Chained() {
				guards = append(guards, o.Guard.List()...)
			}
		}
		for _, a := range m.Accesses {
			if at == a.Chained() {
				guards = append(guards, a.Guard.List()...)
			}
		}
		f = m.t.Or(guards...)
		m.executed[at] = f
	}
	return f
}

// IsSurelyReached reports a collective that some execution of a warp surely reaches: not only by
// a value that the interpreter gave up, nor only by what a loop may carry along, nor only by what
// a function yields of which no more is known than that it is one, since the program may never
// compute it.
func (p *Rendezvous) IsSurelyReached(w int) bool {
	m := p.m
	first := m.CarriedFirst(p.Reach)
	if term.Any([]*term.Term{first}, memory.IsImprecise) || restsOnFunction(first) {
		return false
	}
	if first == p.Reach && w == grid.AnyWarp { // some execution reaches it and breaks the rule
		return true
	}
	known := m.CarriedFirst(p.withKnown(p.Reach))
	a, _ := m.Solver.Satisfiable(m.Launch.AsWarp(w).Rewrite(m.t.And(m.Premise(), first, known)))
	return a == smt.Yes
}

// Cannot reports that a formula holds in no execution in which some lane arrives.
func (p *Rendezvous) Cannot(f *term.Term) bool {
	m := p.m
	here := m.t.And(m.Premise(), p.Reach, f)
	if a, _ := m.Satisfiable(here); a == smt.No {
		return true
	}
	known := p.With(here)
	if known == here {
		return false
	}
	a, _ := m.Solver.Satisfiable(known)
	return a == smt.No
}

// restsOnFunction reports a formula that may have no solution but for what a function yields that
// is not interpreted: of floating words (v * v < 0), or how some of them lie to each other in a
// circle (v < 3 where v > 5). What a load yields may be anything, wherever it reads.
func restsOnFunction(f *term.Term) bool {
	seen, compared := map[*term.Term]bool{}, map[*term.Term]*term.Term{}
	var visit func(x *term.Term) bool
	visit = func(x *term.Term) bool {
		if seen[x] {
			return false
		}
		seen[x] = true
		if x.Op != term.Opaque {
			return slices.ContainsFunc(x.Args, visit)
		}
		switch x.Origin.(type) {
		case memory.FloatFunction:
			return true
		case memory.FloatOrder:
			return !connect(compared, x.Args[0], x.Args[1]) || slices.ContainsFunc(x.Args, visit)
		}
		return false
	}
	return visit(f)
}

// connect joins the sets of two words, and reports whether they were apart. All constants are in
// one, which nil stands for.
func connect(sets map[*term.Term]*term.Term, a, b *term.Term) bool {
	find := func(x *term.Term) *term.Term {
		for x != nil && !x.IsConst() {
			next, isJoined := sets[x]
			if !isJoined {
				return x
			}
			x = next
		}
		return nil
	}
	x, y := find(a), find(b)
	if x == nil {
		x, y = y, x
	}
	if x != y {
		sets[x] = y
	}
	return x != y
}

package prove

import (
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Execution is a model of a formula that view had rewritten before it was solved. The model has values only for
// unknowns of rewritten terms. So a term must be rewritten by view before it is evaluated.
type Execution struct {
	Model  term.Model
	view   func(*term.Term) *term.Term
	values *term.Evaluator
}

// newExecution returns the execution with the model m, for terms rewritten by view.
func newExecution(view func(*term.Term) *term.Term, m term.Model) *Execution {
	return &Execution{m, view, term.NewEvaluator(m)}
}

// Value returns the value of a term in the execution.
func (x *Execution) Value(t *term.Term) uint64 { return x.values.Value(x.view(t)) }

// Holds reports whether a formula is true in the execution.
func (x *Execution) Holds(f *term.Term) bool { return x.Value(f) != 0 }

// Lanes returns the set of lanes for which v is true in the execution.
func (x *Execution) Lanes(v vector.Vec) warp.Lanes {
	var s warp.Lanes
	for l := range warp.Size {
		if x.Holds(v.At(l)) {
			s |= 1 << l
		}
	}
	return s
}

// Simplest finds an execution of f in which no collective was broken before. It prefers an execution in the first
// iterations of all loops, because the program may not reach an arbitrary iteration. Among equally good executions it
// prefers one in which plain holds.
func (p *Prover) Simplest(f, plain *term.Term) (smt.Answer, *Execution) {
	some, inFirst := p.Unknowns.Unbroken(f), p.Unknowns.InFirst()
	if first := inFirst(f); first != some {
		if a, m := p.simplestModel(first, plain); a == smt.Yes {
			return a, newExecution(inFirst, m)
		}
	}
	a, m := p.simplestModel(some, plain)
	return a, newExecution(p.Unknowns.Unbroken, m)
}

// FindSimplest asks whether f has an execution in which plain holds and the unknowns in zeros are zero. It spends only
// a share of the solver's steps (Quickly), and returns no execution. The solver keeps the model, so that a later
// Simplest finds the same execution for any formula that follows from f.
func (p *Prover) FindSimplest(f, plain *term.Term, zeros ...*term.Term) smt.Answer {
	answer, asked := smt.No, p.t.False
	for _, view := range []func(*term.Term) *term.Term{p.Unknowns.InFirst(), p.Unknowns.Unbroken} {
		seen := p.t.And(view(f), plain)
		for _, x := range zeros {
			zero := p.t.Const(x.Bits, 0)
			seen = p.t.And(p.t.Replacing(x, zero).Rewrite(seen), p.t.Eq(x, zero))
		}
		if seen == asked {
			continue
		}
		asked = seen
		switch a, _ := p.Solver.Quickly(seen); a {
		case smt.Yes:
			return a
		case smt.Undecided:
			answer = a
		}
	}
	return answer
}

func (p *Prover) simplestModel(f, plain *term.Term) (smt.Answer, term.Model) {
	both := p.t.And(f, plain)
	if p.isRefuted(f) { // most formulas are refuted: they need no search for a plain execution
		return smt.No, nil
	}
	if a, m := p.Satisfiable(both); a != smt.No || both == f {
		return a, m
	}
	return p.Satisfiable(f)
}

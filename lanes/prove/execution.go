package prove

import (
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Execution is a model of the solver, for terms in a view. A formula is solved and shown through the same view, as
// the model gives values to addresses in the form that the view gives them.
type Execution struct {
	Model  term.Model
	view   func(*term.Term) *term.Term
	values *term.Evaluator
}

// newExecution makes the execution of a model of terms in a view.
func newExecution(view func(*term.Term) *term.Term, m term.Model) *Execution {
	return &Execution{m, view, term.NewEvaluator(m)}
}

// Value is the value of a term in the execution.
func (x *Execution) Value(t *term.Term) uint64 { return x.values.Value(x.view(t)) }

// Holds reports whether a formula is true in the execution.
func (x *Execution) Holds(f *term.Term) bool { return x.Value(f) != 0 }

// Lanes is the set of lanes for which a vector is true in the execution.
func (x *Execution) Lanes(v vector.Vec) warp.Lanes {
	var s warp.Lanes
	for l := range warp.Size {
		if x.Holds(v.At(l)) {
			s |= 1 << l
		}
	}
	return s
}

// Simplest finds an execution of f in which no collective was broken. It prefers the first iterations of all loops,
// which the program surely executes, to an arbitrary iteration, which it may not reach; then executions in which
// plain holds.
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

// FindSimplest reports that f has an execution, found within a share of the steps. Simplest finds it again for a
// formula that follows from f.
func (p *Prover) FindSimplest(f, plain *term.Term) bool {
	for _, view := range []func(*term.Term) *term.Term{p.Unknowns.InFirst(), p.Unknowns.Unbroken} {
		if a, _ := p.Solver.Quickly(p.t.And(view(f), plain)); a == smt.Yes {
			return true
		}
	}
	return false
}

func (p *Prover) simplestModel(f, plain *term.Term) (smt.Answer, term.Model) {
	both := p.t.And(f, plain)
	if p.isRefuted(f) { // as most are, so that no plain execution needs to be looked for
		return smt.No, nil
	}
	if a, m := p.Satisfiable(both); a != smt.No || both == f {
		return a, m
	}
	return p.Satisfiable(f)
}

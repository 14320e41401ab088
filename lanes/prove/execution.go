package prove

import (
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Execution is a model of the solver's, for terms as a view shows them. A formula is solved
// and pictured through one view: what the model says of a word of memory it says of the
// address as the view spells it.
type Execution struct {
	Model  term.Model
	view   func(*term.Term) *term.Term
	values *term.Evaluator
}

// newExecution is the execution of a model of terms in a view.
func newExecution(view func(*term.Term) *term.Term, m term.Model) *Execution {
	return &Execution{m, view, term.NewEvaluator(m)}
}

// Value is the value of a term in the execution.
func (x *Execution) Value(t *term.Term) uint64 { return x.values.Value(x.view(t)) }

// Holds reports whether a formula is true in the execution.
func (x *Execution) Holds(f *term.Term) bool { return x.Value(f) != 0 }

// Lanes are those of which a vector is true in the execution.
func (x *Execution) Lanes(v vector.Vec) warp.Lanes {
	var s warp.Lanes
	for l := range warp.Size {
		if x.Holds(v.At(l)) {
			s |= 1 << l
		}
	}
	return s
}

// Simplest is an execution that makes a formula true when no collective was broken. The
// first iterations of all loops are preferred, which are what they are from the start, to an
// arbitrary one that the program may not come to; and executions in which plain holds to others.
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

// FindSimplest reports an execution that makes a formula true, which Simplest will find again also for
// one that follows from it, within a share of the steps.
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

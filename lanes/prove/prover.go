package prove

import (
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// Prover decides formulas about the executions of one root.
type Prover struct {
	Unknowns *Unknowns
	// Solver answers questions that need no split into cases. Satisfiable splits the others.
	Solver *smt.Solver
	t      *term.Table
}

// New returns a prover for formulas of the table t, with no facts about unknowns.
func New(t *term.Table, solver *smt.Solver) *Prover {
	p := &Prover{Unknowns: newUnknowns(t), Solver: solver, t: t}
	solver.Lemmas = p.withBoundChains
	return p
}

package prove

import (
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// Prover decides formulas about the executions of one root.
type Prover struct {
	Unknowns *Unknowns
	// Solver answers by itself what needs no cases.
	Solver *smt.Solver
	t      *term.Table
}

// New makes a prover of formulas of a table, with no facts about unknowns.
func New(t *term.Table, solver *smt.Solver) *Prover {
	p := &Prover{Unknowns: newUnknowns(t), Solver: solver, t: t}
	solver.Lemmas = p.withBoundChains
	return p
}

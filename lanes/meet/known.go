package meet

import (
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// After a loop, the condition under which the lanes left it is known:
//
//	for (; i + 32 <= n; i += 32) ...
//	unsigned mask = (1u << (n - i)) - 1;     n - i is below 32
//
// Guards record only divergence, so they do not contain this condition. It is a fact in every execution that reaches
// the place. Terms are immutable, so a fact stays true. At a join of paths, only facts that hold on all edges remain.

// Agreeing looks for an execution that satisfies f and the facts known at the event, and in which no collective was
// broken before. It first tries f without the facts. This is cheaper and refutes most formulas. If the facts make the
// formula too large to solve, the returned execution may violate them.
func (p *Rendezvous) Agreeing(f *term.Term) (smt.Answer, *prove.Execution) {
	answer, found := p.m.Example(f)
	if answer == smt.No || len(p.Event.Known) == 0 {
		return answer, found
	}
	known := p.With(f)
	if answer == smt.Yes && found.Holds(known) {
		return answer, found
	}
	if a, x := p.m.Example(known); a != smt.Undecided {
		return a, x
	}
	return answer, found
}

// With adds to f the facts known at the event that share unknowns with f. It adds none if other events take part in the
// rendezvous. In a loop, the other events may belong to any iteration, but the facts are about the last iteration or
// the one before.
func (p *Rendezvous) With(f *term.Term) *term.Term {
	if p.relate(); len(p.incomparable) > 0 || p.OtherIterations {
		return f
	}
	return p.withKnown(f)
}

// withKnown adds to f, a formula about this event alone, the facts known at the event that share unknowns with f.
func (p *Rendezvous) withKnown(f *term.Term) *term.Term {
	return p.m.prover.With(f, p.Event.Known)
}

package meet

import (
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// The condition under which the lanes left a loop is known after it:
//
//	for (; i + 32 <= n; i += 32) ...
//	unsigned mask = (1u << (n - i)) - 1;     n - i is below 32
//
// It is not part of the guards, which record divergence, but a fact in every execution that reaches the place. Terms are
// immutable, so that a fact stays true. At a join the facts of all edges remain.

// Agreeing is [Meetings.Example] among the executions that satisfy the facts known there. Most formulas are false
// without the facts, which is cheaper to find out. If the facts make the formula too large, the execution may violate
// them.
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

// With adds to a formula about the rendezvous the known facts that share unknowns with it. It adds none if other
// events take part: within the loop these are of any iteration, and the facts are of the last one, or of the
// iteration before.
func (p *Rendezvous) With(f *term.Term) *term.Term {
	if p.relate(); len(p.incomparable) > 0 || p.OtherIterations {
		return f
	}
	return p.withKnown(f)
}

// withKnown is With for a formula about this event alone.
func (p *Rendezvous) withKnown(f *term.Term) *term.Term {
	return p.m.prover.With(f, p.Event.Known)
}

package meet

import (
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// What held when the lanes left a loop is known behind it:
//
//	for (; i + 32 <= n; i += 32) ...
//	unsigned mask = (1u << (n - i)) - 1;     n - i is below 32
//
// It is no part of the guards, which say that lanes parted, but a fact that every
// execution which comes to a place agrees with. Terms do not change, so that a fact stays
// true; where ways meet, what all of them know is left.

// Agreeing is [Meetings.Example], of executions that agree with what is known there. Most formulas
// are false without it, which is easier to find out; where it makes too much of the
// formula, the execution is one that may disagree.
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

// With is a formula about the rendezvous with what is known there of the unknowns that it is
// made of. Not where other events take part in it: those within the loop are of any iteration,
// and what is known is of the last, or of the iteration before.
func (p *Rendezvous) With(f *term.Term) *term.Term {
	if p.relate(); len(p.incomparable) > 0 || p.OtherIterations {
		return f
	}
	return p.withKnown(f)
}

// withKnown is With of a formula that is about this event alone.
func (p *Rendezvous) withKnown(f *term.Term) *term.Term {
	return p.m.prover.With(f, p.Event.Known)
}

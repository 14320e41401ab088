package lanes

import (
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// What held when the lanes left a loop is known behind it:
//
//	for (; i + 32 <= n; i += 32) ...
//	unsigned mask = (1u << (n - i)) - 1;     n - i is below 32
//
// It is no part of the guards, which say that lanes parted, but a fact that every
// execution which comes to a place agrees with. Terms do not change, so that a fact stays
// true; where ways meet, what all of them know is left.

// knowExits adds to what is known behind a loop whose lanes stay together how they left
// it: those that took a way met its conditions in the last turn. Where each has a last
// turn of its own, what is known in a turn is not known behind the loop.
func (in *interp) knowExits(s *loopSummary, exits []edge, conditions []vector.Vec) {
	if !s.together.one() {
		for _, way := range exits {
			way.st.Known, way.st.Multiples = s.entry.st.Known, s.entry.st.Multiples
		}
		return
	}
	for i := range exits {
		met := in.t.And(vector.Map2(exits[i].guard, conditions[i], in.t.Implies).List()...)
		for _, way := range exits {
			way.st.Know(met)
		}
	}
}

// agreeing is simplest, of executions that agree with what is known there. Most formulas
// are false without it, which is easier to find out; where it makes too much of the
// formula, the execution is one that may disagree.
func (p *phase) agreeing(f *term.Term) (smt.Answer, *prove.Execution) {
	answer, found := p.j.simplest(f)
	if answer == smt.No || len(p.known) == 0 {
		return answer, found
	}
	known := p.with(f)
	if answer == smt.Yes && found.Holds(known) {
		return answer, found
	}
	if a, x := p.j.simplest(known); a != smt.Undecided {
		return a, x
	}
	return answer, found
}

// with is a formula about the phase with what is known there of the unknowns that it is
// made of. Not where other events take part in it: those within the loop are of any turn,
// and what is known is of the last, or of the turn before.
func (p *phase) with(f *term.Term) *term.Term {
	if p.relate(); len(p.rivals) > 0 || p.otherTurns {
		return f
	}
	return p.withKnown(f)
}

// withKnown is with of a formula that is about this event alone.
func (p *phase) withKnown(f *term.Term) *term.Term { return p.j.With(f, p.known) }

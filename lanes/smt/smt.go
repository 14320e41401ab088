// Package smt decides formulas of package term with Z3.
//
// Z3 was chosen over a pure Go SAT solver after bit-blasting and over BDDs:
// the questions mix 32 copies of linear arithmetic on lane numbers with sums of
// bits (popc, ffs) and products of launch extents, which Z3's bit-vector solver
// answers in milliseconds and with a model, where BDDs blow up on the sums and
// a hand-written bit-blaster would repeat Z3's. The library is already on a
// machine that has clang 15.
//
// A formula is decided by the groups of its conjuncts that have no unknown in common (parts.go). The values of
// a group are guessed, as most that can be true are by plain values (guess.go), or asked of Z3.
//
// A session is one Z3 context, which takes longer to make than most queries take
// to answer. Queries are bounded by Z3's resource counter, not by time, and a
// session belongs to one analysis, which asks in a fixed order: two runs agree byte
// for byte whatever runs beside them.
package smt

/*
#cgo CFLAGS: -O2
#include "solve.h"
*/
import "C"

import (
	"maps"
	"math"
	"math/bits"
	"runtime"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// Answer to "can this formula be true?".
type Answer int

// The answers.
const (
	Undecided Answer = iota - 1
	No
	Yes
)

// DefaultSteps bounds one query, in units of Z3's resource counter: about half a
// second. Most questions about lanes take a hundredth of it; those about indices of
// 64 bits that loops carry along take up to all.
const DefaultSteps = 500_000

// maxHardness is how many 32-bit products a formula may have that Z3 decides in full.
const maxHardness = 24

// maxNodes is how many terms a formula may have that Z3 is asked about. Of the thousands that programs
// ask, none was decided that had as many; one that is larger takes Z3 time and memory that its steps
// do not count.
const maxNodes = 7_000

// maxUndecided is the number of queries that may run out of steps before a
// solver answers the rest undecided at once: one root must not stall a repository.
const maxUndecided = 6

// Session is what the solvers of one analysis share. It is not safe for
// concurrent use.
type Session struct {
	c *C.session
	// known are the outcomes of the questions so far. The instances of a template ask
	// the same ones of unknowns with other names.
	known map[digest]outcome
}

// NewSession opens a session; its memory is freed with the last solver's.
func NewSession() *Session {
	s := &Session{C.session_new(), map[digest]outcome{}}
	runtime.AddCleanup(s, func(c *C.session) { C.session_free(c) }, s.c)
	return s
}

// Close gives back Z3's memory until the next question. That of a session which is not closed is kept until the collector
// finds it, and the next session gets other memory, 17 MB at least.
func (s *Session) Close() {
	C.session_close(s.c)
	runtime.KeepAlive(s)
}

// Solver decides formulas and remembers its answers. It is not safe for
// concurrent use.
type Solver struct {
	Session *Session
	Steps   uint32
	// Lemmas adds to a formula that is beyond Z3 what is true of its comparisons; nil
	// adds nothing.
	Lemmas func(f *term.Term) *term.Term
	// Kin is what unknowns have in common that are likely one value, as an argument is in all
	// lanes that it is of; nil of others. Nil knows of none.
	Kin func(x *term.Term) any
	// Work counts what answers cost, nil for nothing.
	Work    *term.Meter
	answers map[*term.Term]answered
	// remembered is of how many unknowns they have values.
	remembered int
	models     []term.Model // the last that made a formula true, in order
	// evaluator is used for one model after the other.
	evaluator *term.Evaluator
	// Failed is the number of formulas that were not decided.
	Failed int
}

type answered struct {
	answer Answer
	model  term.Model
}

// New returns a solver with a budget of steps for each query, 0 for the default.
func New(session *Session, steps uint32) *Solver {
	if steps == 0 {
		steps = DefaultSteps
	}
	return &Solver{Session: session, Steps: steps, answers: map[*term.Term]answered{},
		evaluator: term.NewEvaluator(nil)}
}

// Satisfiable reports whether the formula can be true, with a model when it can.
func (s *Solver) Satisfiable(f *term.Term) (Answer, term.Model) {
	if f.IsConst() {
		return Answer(f.K), term.Model{}
	}
	if a, ok := s.answers[f]; ok {
		return a.answer, a.model
	}
	a, m := s.ask(f)
	s.remember(f, a, m)
	return a, m
}

// quickShare is the share of a query's steps that Quickly takes: most formulas that can be
// decided are with a hundredth of them.
const quickShare = 10

// Quickly is Satisfiable within a share of the steps. What it leaves open is asked in another
// way, or again: it is not remembered and not counted as beyond Z3.
func (s *Solver) Quickly(f *term.Term) (Answer, term.Model) {
	if _, known := s.answers[f]; known || f.IsConst() || s.Failed >= maxUndecided {
		return s.Satisfiable(f)
	}
	a, m := s.withinShare(f)
	if a != Undecided {
		s.remember(f, a, m)
	}
	return a, m
}

// Refute is Quickly without a model. One that it finds is forgotten, so that who asks this first finds the same
// examples later as who does not.
func (s *Solver) Refute(f *term.Term) Answer {
	if f.IsConst() {
		return Answer(f.K)
	}
	if a, known := s.answers[f]; known {
		return a.answer
	}
	if s.Failed >= maxUndecided {
		return Undecided
	}
	a, m := s.withinShare(f)
	if a == No {
		s.remember(f, a, m)
	}
	return a
}

// withinShare decides a formula within a share of the steps.
func (s *Solver) withinShare(f *term.Term) (Answer, term.Model) {
	defer func(whole uint32) { s.Steps = whole }(s.Steps)
	s.Steps /= quickShare
	return s.query(f)
}

// maxRemembered is of how many unknowns the values in the answers that a solver remembers may be. Where they are
// more all are forgotten, as questions that are asked again mostly follow each other.
const maxRemembered = 1 << 20

func (s *Solver) remember(f *term.Term, a Answer, m term.Model) {
	if s.remembered += len(m); s.remembered > maxRemembered {
		clear(s.answers)
		s.remembered = len(m)
	}
	s.answers[f] = answered{a, m}
	if a == Yes {
		s.models = append(s.models[max(0, len(s.models)-recent+1):], m)
	}
}

// ask decides a formula. One that is beyond Z3 may
// still be false whatever its comparisons are, as far as they agree with what is known of them.
func (s *Solver) ask(f *term.Term) (Answer, term.Model) {
	a, m := s.query(f)
	if a != Undecided || s.Failed >= maxUndecided {
		return a, m
	}
	known := f
	if s.Lemmas != nil {
		known = s.Lemmas(f)
	}
	if known.IsFalse() {
		return No, nil
	}
	if a, _ := s.hand([]*term.Term{known}, isAtom); a == No {
		return No, nil
	}
	if m, found := s.search(f); found {
		return Yes, m
	}
	s.Failed++
	return Undecided, nil
}

// What an answer costs besides, in units of work: for each term that is evaluated, for each node and operand
// that is translated for Z3, and for each of Z3's steps.
const (
	evaluationWork  = 10
	translationWork = 60
	stepWork        = 150
)

// isUnknown reports a term whose value a model says.
func isUnknown(x *term.Term) bool { return x.Op == term.Var || x.Op == term.Opaque }

// isAtom reports a formula that compares words.
func isAtom(x *term.Term) bool {
	return isUnknown(x) || x.Op == term.Eq || x.Op == term.ULt || x.Op == term.SLt || x.Op == term.Bit
}

// isHard reports a product or quotient that Z3 must spell out bit by bit.
func isHard(x *term.Term) bool {
	switch x.Op {
	case term.Mul, term.UDiv, term.URem, term.SDiv, term.SRem:
		return true
	case term.Add:
		return slices.ContainsFunc(x.Coefs, scrambles)
	}
	return false
}

// maxShifts is of how many shifted summands a product with a constant is a sum that Z3 takes as such.
// The constants of hash functions have more, and a few rounds of one cost it more time and memory than
// its steps say.
const maxShifts = 8

// scrambles reports a coefficient with which a product is as hard as that of two unknowns: of as many
// summands as the coefficient has digits, if each may be added or subtracted.
func scrambles(coefficient uint64) bool {
	return bits.OnesCount64(coefficient^3*coefficient) > maxShifts
}

// flatten lists the terms under some, arguments first, but nothing under a leaf.
func (s *Solver) flatten(roots []*term.Term, leaf func(*term.Term) bool) []*term.Term {
	var list []*term.Term
	walk(roots, leaf, func(x *term.Term) bool {
		list = append(list, x)
		return true
	})
	s.Work.Spend(term.VisitWork * len(list))
	return list
}

// walk shows the terms under some, arguments first, but nothing under a leaf, until see has
// seen enough, and reports whether it saw all.
func walk(roots []*term.Term, leaf, see func(*term.Term) bool) bool {
	seen := term.NewVisit()
	var visit func(*term.Term) bool
	visit = func(x *term.Term) bool {
		if !seen.IsFirst(x) {
			return true
		}
		if !leaf(x) {
			for _, a := range x.Args {
				if !visit(a) {
					return false
				}
			}
		}
		return see(x)
	}
	return !slices.ContainsFunc(roots, func(x *term.Term) bool { return !visit(x) })
}

// unknownsOf lists the unknowns of a formula.
func unknownsOf(f *term.Term) []*term.Term {
	list, _ := someUnknownsOf(f, math.MaxInt)
	return list
}

// someUnknownsOf lists the unknowns of a formula, and reports whether that is all: it ends
// where they are more than so many.
func someUnknownsOf(f *term.Term, most int) (list []*term.Term, all bool) {
	all = walk([]*term.Term{f}, isUnknown, func(x *term.Term) bool {
		if isUnknown(x) {
			list = append(list, x)
		}
		return len(list) <= most
	})
	return list, all
}

// query decides a formula, by the groups of its conjuncts that have nothing to do with each other: one that
// cannot be true decides for all.
func (s *Solver) query(f *term.Term) (Answer, term.Model) {
	all, model := Yes, term.Model{}
	for _, part := range s.parts(f) {
		a, m := s.decide(part)
		if a == No {
			return No, nil
		}
		all = min(all, a)
		maps.Copy(model, m)
	}
	if all != Yes {
		return all, nil
	}
	return Yes, model
}

// decide decides a conjunction, by a guess or by Z3, unless too much was beyond that. Products and quotients are
// unknowns of their own at first: where even so it cannot be true, or the values found make it true with the
// products as they are, they need not be looked at; and a formula with many would take Z3 gigabytes before it
// notices that its steps are spent. Where not even that is decided, no more is asked: with the products as they
// are it is harder.
func (s *Solver) decide(conjuncts []*term.Term) (Answer, term.Model) {
	if m, found := s.guess(conjuncts); found {
		return Yes, m
	}
	if s.Failed >= maxUndecided {
		return Undecided, nil
	}
	hard := s.hardness(conjuncts)
	if hard > 0 {
		a, m := s.hand(conjuncts, func(x *term.Term) bool { return isUnknown(x) || isHard(x) })
		if a != Yes || s.holds(conjuncts, m) {
			return a, m
		}
		if m, found := s.withFactorsFixed(conjuncts); found {
			return Yes, m
		}
	}
	if hard > maxHardness {
		return Undecided, nil
	}
	return s.hand(conjuncts, isUnknown)
}

// hardness estimates the gates of a formula's products and quotients, in
// multiplications of 32 bits.
func (s *Solver) hardness(conjuncts []*term.Term) int {
	total := 0
	for _, x := range s.flatten(conjuncts, isUnknown) {
		words := (x.Bits + 31) / 32
		switch {
		case x.Op == term.Mul, x.Op == term.Add && isHard(x):
			total += words * words
		case isHard(x):
			total += 3 * words * words
		}
	}
	return total
}

// hand hands a conjunction to Z3, the terms that are leaves as unknowns.
func (s *Solver) hand(conjuncts []*term.Term, leaf func(*term.Term) bool) (Answer, term.Model) {
	return s.handFixed(conjuncts, leaf, nil)
}

// handFixed is hand with some unknowns fixed.
func (s *Solver) handFixed(conjuncts []*term.Term, leaf func(*term.Term) bool, fixed term.Model) (Answer, term.Model) {
	list := s.flatten(conjuncts, leaf)
	if len(list) > maxNodes {
		return Undecided, nil
	}
	q := questionOf(list, conjuncts, leaf, fixed)
	s.Work.Spend(translationWork * (len(q.nodes) + len(q.args)))
	o, taken := s.Session.solve(q, s.Steps)
	s.Work.Spend(stepWork * taken)
	if o.answer != Yes {
		return o.answer, nil
	}
	m := maps.Clone(fixed)
	if m == nil {
		m = term.Model{}
	}
	for i, x := range list {
		if _, isFixed := fixed[x]; isUnknown(x) && !isFixed {
			m[x] = uint64(o.values[i])
		}
	}
	return Yes, m
}

// Package smt decides formulas of package term with Z3.
//
// Z3 was chosen over a pure Go SAT solver after bit-blasting and over BDDs:
// the questions mix 32 copies of linear arithmetic on lane numbers with sums of
// bits (popc, ffs) and products of launch extents, which Z3's bit-vector solver
// answers in milliseconds and with a model, where BDDs blow up on the sums and
// a hand-written bit-blaster would repeat Z3's. The library is already on a
// machine that has libclang 15.
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
	"math"
	"math/bits"
	"math/rand/v2"
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
	// Queries is the number of formulas handed to Z3, Failed those it did not decide.
	Queries, Failed int
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
	m, found := s.guess(f)
	a := Yes
	if !found {
		a, m = s.ask(f)
	}
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
	if m, found := s.guess(f); found {
		return Yes, m
	}
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

// ask hands a formula to Z3 unless too many were beyond it. One that is beyond Z3 may
// still be false whatever its comparisons are, as far as they agree with what is known of them.
func (s *Solver) ask(f *term.Term) (Answer, term.Model) {
	if s.Failed >= maxUndecided {
		return Undecided, nil
	}
	a, m := s.query(f)
	if a != Undecided {
		return a, m
	}
	known := f
	if s.Lemmas != nil {
		known = s.Lemmas(f)
	}
	if known.IsFalse() {
		return No, nil
	}
	if a, _ := s.hand(known, isAtom); a == No {
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

// flatten lists the terms under f, arguments first, but nothing under a leaf.
func (s *Solver) flatten(f *term.Term, leaf func(*term.Term) bool) []*term.Term {
	var list []*term.Term
	walk(f, leaf, func(x *term.Term) bool {
		list = append(list, x)
		return true
	})
	s.Work.Spend(term.VisitWork * len(list))
	return list
}

// walk shows the terms under f, arguments first, but nothing under a leaf, until see has
// seen enough, and reports whether it saw all.
func walk(f *term.Term, leaf, see func(*term.Term) bool) bool {
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
	return visit(f)
}

// recent is the number of earlier models that guess tries, and maxGuessed how many terms a formula may have
// for which it tries more than the plain ones.
const (
	recent     = 8
	maxGuessed = 1 << 15
)

// guess tries a few plain models, then those that answered last, then some of
// small values: most formulas that can be true are true under one of them, and a
// crossing to Z3 is saved.
func (s *Solver) guess(f *term.Term) (term.Model, bool) {
	list := s.flatten(f, isUnknown)
	isLarge := len(list) > maxGuessed
	unknowns := slices.DeleteFunc(list, func(x *term.Term) bool { return !isUnknown(x) })
	for _, pick := range plain {
		if m, holds := s.try(f, unknowns, pick); holds {
			return m, true
		}
	}
	if isLarge {
		return nil, false
	}
	for _, m := range slices.Backward(s.models) {
		if s.holds(f, m) {
			return m, true
		}
	}
	random, still := rand.New(rand.NewPCG(0, 0)), settled(f)
	for i, bound := range []uint64{2, 2, 4, 4, 8, 8, 64, 64, 1024, 1024, 1 << 32, 1 << 32} {
		m, holds := s.try(f, unknowns, func(_ int, x *term.Term) uint64 {
			if i%2 == 0 && still[x] {
				return x.Lo
			}
			return x.Lo + random.Uint64N(bound)
		})
		if holds {
			return m, true
		}
	}
	return s.guessAlike(f, unknowns)
}

// alikeGuesses is how many models guessAlike tries.
const alikeGuesses = 8

// guessAlike tries models in which unknowns that are kin have one value, mostly a power of two,
// as widths are.
func (s *Solver) guessAlike(f *term.Term, unknowns []*term.Term) (term.Model, bool) {
	if s.Kin == nil || !slices.ContainsFunc(unknowns, func(x *term.Term) bool { return s.Kin(x) != nil }) {
		return nil, false
	}
	random, still := rand.New(rand.NewPCG(0, 2)), settled(f)
	for range alikeGuesses {
		common := map[any]uint64{}
		m, holds := s.try(f, unknowns, func(_ int, x *term.Term) uint64 {
			kin := s.Kin(x)
			v, drawn := common[kin]
			switch {
			case kin == nil && still[x]:
				return x.Lo
			case kin == nil:
				return x.Lo + random.Uint64N(2)
			case !drawn:
				v = 1 << random.Uint64N(6)
				common[kin] = v
			}
			return max(x.Lo, v)
		})
		if holds {
			return m, true
		}
	}
	return nil, false
}

// maxSettled is how many unknowns a condition may have that settles them.
const maxSettled = 3

// settled are the unknowns of conditions on few that hold for the least values, as what
// is assumed of a launch: there is nothing to look for.
func settled(f *term.Term) map[*term.Term]bool {
	still := map[*term.Term]bool{}
	if f.Op != term.And {
		return still
	}
	for _, c := range f.Args {
		few, all := someUnknownsOf(c, maxSettled)
		if all && term.NewEvaluator(modelOf(few, plain[0])).Holds(c) {
			for _, x := range few {
				still[x] = true
			}
		}
	}
	return still
}

// searches is the number of models that search tries, searchedTerms how many terms it evaluates in all
// after which it tries no more: of a large formula it finds none that it did not find soon.
const (
	searches      = 256
	searchedTerms = 4 << 20
)

// search looks for a model of a formula that is beyond Z3, with values that are mostly
// small and often the same: the labels of 32 lanes that meet in many ways are hard to
// prove anything of, and easily found to meet in one.
func (s *Solver) search(f *term.Term) (term.Model, bool) {
	unknowns := unknownsOf(f)
	random, still := rand.New(rand.NewPCG(0, 1)), settled(f)
	for i, looked := 0, 0; i < searches && looked < searchedTerms; i, looked = i+1, looked+s.evaluator.Computed() {
		usual, bound := random.Uint64N(40), uint64(1)<<random.Uint64N(7)
		m, holds := s.try(f, unknowns, func(_ int, x *term.Term) uint64 {
			switch {
			case i%2 == 0 && still[x]:
				return x.Lo
			case random.Uint64N(4) == 0:
				return x.Lo + usual
			}
			return x.Lo + random.Uint64N(bound)
		})
		if holds {
			return m, true
		}
	}
	return nil, false
}

// plain are the models that make the simplest witnesses.
var plain = []func(i int, x *term.Term) uint64{
	func(_ int, x *term.Term) uint64 { return x.Lo },
	func(_ int, x *term.Term) uint64 { return x.Lo + 1 },
	func(i int, x *term.Term) uint64 { return x.Lo + uint64(i%2) },
	func(_ int, x *term.Term) uint64 { return max(17, x.Lo) },
	func(_ int, x *term.Term) uint64 { return max(1000, x.Lo) },
}

// modelOf gives each unknown what pick says, within its range.
func modelOf(unknowns []*term.Term, pick func(i int, x *term.Term) uint64) term.Model {
	m := make(term.Model, len(unknowns))
	for i, x := range unknowns {
		m[x] = picked(i, x, pick)
	}
	return m
}

// picked is what pick says of an unknown, within its range.
func picked(i int, x *term.Term, pick func(i int, x *term.Term) uint64) uint64 {
	return min(pick(i, x), x.Hi)
}

// holds evaluates a formula under a model.
func (s *Solver) holds(f *term.Term, m term.Model) bool {
	s.evaluator.Reset(m)
	holds := s.evaluator.Holds(f)
	s.Work.Spend(evaluationWork * s.evaluator.Computed())
	return holds
}

// try evaluates a formula with what pick says of its unknowns, and is the model of that where it
// holds. Most do not, so that none is made before that is known.
func (s *Solver) try(f *term.Term, unknowns []*term.Term, pick func(i int, x *term.Term) uint64) (term.Model, bool) {
	s.evaluator.Reset(nil)
	for i, x := range unknowns {
		s.evaluator.Set(x, picked(i, x, pick))
	}
	holds := s.evaluator.Holds(f)
	s.Work.Spend(evaluationWork * s.evaluator.Computed())
	if !holds {
		return nil, false
	}
	m := make(term.Model, len(unknowns))
	for _, x := range unknowns {
		m[x] = s.evaluator.Value(x)
	}
	return m, true
}

// unknownsOf lists the unknowns of a formula.
func unknownsOf(f *term.Term) []*term.Term {
	list, _ := someUnknownsOf(f, math.MaxInt)
	return list
}

// someUnknownsOf lists the unknowns of a formula, and reports whether that is all: it ends
// where they are more than so many.
func someUnknownsOf(f *term.Term, most int) (list []*term.Term, all bool) {
	all = walk(f, isUnknown, func(x *term.Term) bool {
		if isUnknown(x) {
			list = append(list, x)
		}
		return len(list) <= most
	})
	return list, all
}

// query decides a formula. Products and quotients are unknowns of their own at first:
// where even so it cannot be true, or the values found make it true with the products
// as they are, they need not be looked at; and a formula with many would take Z3
// gigabytes before it notices that its steps are spent. Where not even that is decided, no more is asked:
// with the products as they are it is harder.
func (s *Solver) query(f *term.Term) (Answer, term.Model) {
	s.Queries++
	hard := s.hardness(f)
	if hard > 0 {
		a, m := s.hand(f, func(x *term.Term) bool { return isUnknown(x) || isHard(x) })
		if a != Yes || s.holds(f, m) {
			return a, m
		}
	}
	if hard > maxHardness {
		return Undecided, nil
	}
	return s.hand(f, isUnknown)
}

// hardness estimates the gates of a formula's products and quotients, in
// multiplications of 32 bits.
func (s *Solver) hardness(f *term.Term) int {
	total := 0
	for _, x := range s.flatten(f, isUnknown) {
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

// hand hands a formula to Z3, the terms that are leaves as unknowns.
func (s *Solver) hand(f *term.Term, leaf func(*term.Term) bool) (Answer, term.Model) {
	list := s.flatten(f, leaf)
	if len(list) > maxNodes {
		return Undecided, nil
	}
	q := questionOf(list, leaf)
	s.Work.Spend(translationWork * (len(q.nodes) + len(q.args)))
	o := s.Session.solve(q, s.Steps)
	s.Work.Spend(stepWork * int(o.steps))
	if o.answer != Yes {
		return o.answer, nil
	}
	m := term.Model{}
	for i, x := range list {
		if isUnknown(x) {
			m[x] = uint64(o.values[i])
		}
	}
	return Yes, m
}

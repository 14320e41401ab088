// Package smt decides formulas of package term with Z3.
//
// Z3 was chosen over BDDs, and over translation to single bits (bit-blasting) for a SAT solver in Go. The questions mix
// 32 copies of linear arithmetic on lane numbers with sums of bits (popc, ffs) and products of launch extents. Z3's
// bit-vector solver answers them in milliseconds and with a model. BDDs blow up on the sums, and a bit-blaster of our
// own would repeat Z3's. The library is already on a machine that has clang 15.
//
// The conjuncts of a formula are divided into groups that share no unknown, and each group is decided separately
// (parts.go). First plain values are tried, because they make most satisfiable formulas true (guess.go). Then Z3 is
// asked.
//
// Each query has a Z3 context of its own, which takes a millisecond to create. A context that has answered other
// queries numbers its terms differently, and may find another model. Queries are bounded by Z3's resource counter, not
// by time. So an answer depends on its question alone. The result for a kernel (package check, roots.go) depends on no
// other kernel, and two runs agree byte for byte.
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
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// Answer is the answer to the question whether a formula can be true.
type Answer int

// The answers.
const (
	Undecided Answer = iota - 1
	No
	Yes
)

// DefaultSteps is the default limit of the steps that Z3 may take for one query. The steps are units of Z3's resource
// counter, and this many take about half a second. Most questions about lanes take a hundredth of these steps.
// Questions about loop-carried indices of 64 bits may take all of them.
const DefaultSteps = 500_000

// maxHardness bounds the 32-bit products of a formula that Z3 decides in full.
const maxHardness = 24

// maxNodes bounds the terms of a formula that is given to Z3. Among thousands of questions about real programs, Z3
// decided none with more terms. Larger formulas take time and memory that Z3's steps do not count.
const maxNodes = 7_000

// maxUndecided is the number of queries of a solver that may run out of steps. After that, it answers all others
// undecided without asking, so that one root does not stall the analysis of a repository.
const maxUndecided = 6

// Session is the cache of answers that the solvers of one analysis share. It is not safe for concurrent use.
type Session struct {
	// answered caches the outcomes of all questions so far. The instances of a template ask the same questions, about
	// unknowns with other names. known caches the outcomes of the questions after Begin.
	answered map[bounded]outcome
	known    map[digest]outcome
}

// NewSession returns a session without answers.
func NewSession() *Session { return &Session{map[bounded]outcome{}, map[digest]outcome{}} }

// Begin begins an analysis. Its answers and its work do not depend on earlier analyses of the session: a question that
// was asked before has the same answer, and counts the same work, as if it was new.
func (s *Session) Begin() { clear(s.known) }

// Solver decides formulas and remembers its answers. It is not safe for concurrent use.
type Solver struct {
	Session *Session
	Steps   uint32
	// Lemmas returns f together with true facts about its comparisons. f is a formula that Z3 cannot decide. If Lemmas
	// is nil, there are no such facts.
	Lemmas func(f *term.Term) *term.Term
	// Kin returns a key for an unknown, nil if it has none. Unknowns with equal keys likely have the same value, such
	// as an argument in all lanes. If Kin is nil, no unknown has a key.
	Kin func(x *term.Term) any
	// Work counts the cost of answers. If it is nil, nothing is counted.
	Work    *term.Meter
	answers map[*term.Term]answered
	// remembered is the number of values in the models of answers.
	remembered int
	models     []term.Model // the last models that made a formula true, oldest first
	// evaluator is one evaluator for all models, to save allocations.
	evaluator *term.Evaluator
	// Failed counts the formulas that were not decided.
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

// Satisfiable decides whether the formula can be true. If it can, it returns a model.
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

// quickShare is the divisor of a query's steps for Quickly. A small share suffices, because most formulas that can be
// decided take a hundredth of the steps.
const quickShare = 10

// Quickly decides whether f can be true, within a share of the steps. If f can, it returns a model. An undecided answer
// is neither cached nor counted in Failed, because the caller asks again with more steps or another formula.
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

// Refute decides whether f can be true, within a share of the steps, and returns no model. It does not keep a model
// that it finds, so that later models do not depend on earlier calls of Refute.
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

// withinShare decides f within a share of the steps.
func (s *Solver) withinShare(f *term.Term) (Answer, term.Model) {
	defer func(whole uint32) { s.Steps = whole }(s.Steps)
	s.Steps /= quickShare
	return s.query(f)
}

// maxRemembered bounds the values in the models of cached answers. When there are more, all answers are dropped. Little
// is lost, because equal questions mostly follow each other.
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

// ask decides f. If Z3 cannot, ask tries to prove that f is false for all values of its comparisons that satisfy the
// lemmas. If that fails too, it searches for a model.
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

// Work of an answer, in units: for each term that is evaluated, for each node and operand that is translated for Z3,
// and for each of Z3's steps.
const (
	evaluationWork  = 10
	translationWork = 60
	stepWork        = 150
)

// isAtom reports whether x is an unknown or a formula that compares words.
func isAtom(x *term.Term) bool {
	return x.IsUnknown() || x.Op == term.Eq || x.Op == term.ULt || x.Op == term.SLt || x.Op == term.Bit
}

// isHard reports whether Z3 must expand x bit by bit. This holds for a product, a quotient and a remainder. It also
// holds for a sum in which a word has a coefficient that is as hard (scrambles).
func isHard(x *term.Term) bool {
	switch x.Op {
	case term.Mul, term.UDiv, term.URem, term.SDiv, term.SRem:
		return true
	case term.Add:
		return slices.ContainsFunc(x.Coefs, scrambles)
	}
	return false
}

// maxShifts bounds the shifted summands of a product with a constant that Z3 gets as a sum. Constants of hash functions
// have more. With such constants, the few rounds of a hash function cost Z3 far more time and memory than its steps
// show.
const maxShifts = 8

// scrambles reports whether multiplication by a coefficient is as hard as a product of two unknowns. That is so if the
// coefficient can only be written as a sum or difference of many powers of two, because each power gives one summand.
func scrambles(coefficient uint64) bool {
	return bits.OnesCount64(coefficient^3*coefficient) > maxShifts
}

// flatten lists the roots and the terms under them, arguments first. It does not descend into a leaf.
func (s *Solver) flatten(roots []*term.Term, leaf func(*term.Term) bool) []*term.Term {
	var list []*term.Term
	walk(roots, leaf, func(x *term.Term) bool {
		list = append(list, x)
		return true
	})
	s.Work.Spend(term.VisitWork * len(list))
	return list
}

// walk calls see for each term under the roots, arguments first, until see returns false. It does not descend into a
// leaf. It reports whether all terms were seen.
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

// unknownsOf lists the unknowns of f.
func unknownsOf(f *term.Term) []*term.Term {
	list, _ := someUnknownsOf(f, math.MaxInt)
	return list
}

// someUnknownsOf lists unknowns of f and reports whether the list is complete: it stops when there are more than most.
func someUnknownsOf(f *term.Term, most int) (list []*term.Term, all bool) {
	all = walk([]*term.Term{f}, (*term.Term).IsUnknown, func(x *term.Term) bool {
		if x.IsUnknown() {
			list = append(list, x)
		}
		return len(list) <= most
	})
	return list, all
}

// query decides f by groups of conjuncts that share no unknown. If one group cannot be true, f cannot be true.
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

// decide decides a conjunction by a guess, or else by Z3. It returns Undecided without asking if Z3 has failed too
// often (Failed). Z3 first gets the conjunction with products and quotients replaced by unknowns. This answer is final
// in three cases: it is No, which holds for the original too; it is Undecided, because the original is harder; or it is
// Yes and the model also satisfies the original. Otherwise decide looks for a model in which some factors are fixed
// (withFactorsFixed), and then gives Z3 the original. If the original has more products than maxHardness allows, it
// stays undecided, because Z3 would take gigabytes before it notices that its steps are used up.
func (s *Solver) decide(conjuncts []*term.Term) (Answer, term.Model) {
	if m, found := s.guess(conjuncts); found {
		return Yes, m
	}
	if s.Failed >= maxUndecided {
		return Undecided, nil
	}
	hard := s.hardness(conjuncts)
	if hard > 0 {
		a, m := s.hand(conjuncts, func(x *term.Term) bool { return x.IsUnknown() || isHard(x) })
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
	return s.hand(conjuncts, (*term.Term).IsUnknown)
}

// hardness estimates the cost of the products and quotients of a conjunction, in multiplications of 32 bits.
func (s *Solver) hardness(conjuncts []*term.Term) int {
	total := 0
	for _, x := range s.flatten(conjuncts, (*term.Term).IsUnknown) {
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

// hand gives a conjunction to Z3. Terms for which leaf returns true become unknowns.
func (s *Solver) hand(conjuncts []*term.Term, leaf func(*term.Term) bool) (Answer, term.Model) {
	return s.handFixed(conjuncts, leaf, nil)
}

// handFixed gives a conjunction to Z3. Terms for which leaf returns true become unknowns. The unknowns in fixed become
// the constants there, and are part of the model. The model is nil if the answer is not Yes.
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
		if _, isFixed := fixed[x]; x.IsUnknown() && !isFixed {
			m[x] = uint64(o.values[i])
		}
	}
	return Yes, m
}

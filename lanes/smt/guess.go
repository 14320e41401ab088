package smt

import (
	"math/rand/v2"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// recent is the number of earlier models that guess tries. maxGuessed bounds the terms of a formula for which guess
// tries more than the plain models.
const (
	recent     = 8
	maxGuessed = 1 << 15
)

// guess tries a few plain models, then the models of recent answers, then random models of small values. Most formulas
// that can be true are true under one of them. Z3 is then not called.
func (s *Solver) guess(conjuncts []*term.Term) (term.Model, bool) {
	list := s.flatten(conjuncts, (*term.Term).IsUnknown)
	isLarge := len(list) > maxGuessed
	unknowns := slices.DeleteFunc(list, func(x *term.Term) bool { return !x.IsUnknown() })
	for _, pick := range plain {
		if m, holds := s.try(conjuncts, unknowns, pick); holds {
			return m, true
		}
	}
	if isLarge {
		return nil, false
	}
	for _, m := range slices.Backward(s.models) {
		if s.holds(conjuncts, m) {
			return only(m, unknowns), true
		}
	}
	random, still, fixed := rand.New(rand.NewPCG(0, 0)), settled(conjuncts), fixedBy(conjuncts)
	for i, d := range draws {
		m, holds := s.try(conjuncts, unknowns, func(_ int, x *term.Term) uint64 {
			if v, isFixed := fixed[x]; isFixed {
				return v
			}
			drawn := random.Uint64N(d.bound)
			switch {
			case i%2 == 0 && still[x]:
				return x.Lo
			case d.signed && drawn%2 == 1 && canBeNegative(x):
				return x.Hi - drawn/2
			}
			return x.Lo + drawn
		})
		if holds {
			return m, true
		}
	}
	if m, found := s.guessAlike(conjuncts, unknowns); found {
		return m, true
	}
	return s.guessApart(conjuncts, unknowns)
}

// only returns the part of m for the given unknowns. The other unknowns are left out, because other conjuncts may need
// other values for them.
func only(m term.Model, unknowns []*term.Term) term.Model {
	some := make(term.Model, len(unknowns))
	for _, x := range unknowns {
		if v, says := m[x]; says {
			some[x] = v
		}
	}
	return some
}

// draws lists the ranges of the random values of guess. A range begins at the least value of the unknown and has bound
// numbers. If signed is set, it also includes values below 0.
var draws = []struct {
	bound  uint64
	signed bool
}{
	{2, false}, {2, false}, {4, false}, {4, false}, {8, false}, {8, false},
	{64, false}, {64, false}, {1024, false}, {1024, false},
	{4, true}, {4, true}, {8, true}, {8, true}, {64, true}, {1024, true},
	{1 << 32, false}, {1 << 32, false},
}

// canBeNegative reports whether x may be the greatest word of its width, so that values near it, read as small negative
// numbers, are worth trying.
func canBeNegative(x *term.Term) bool { return x.Bits > 0 && x.Hi == ^uint64(0)>>(64-x.Bits) }

// fixedBy returns the values of the unknowns for which some conjunct is an equation with a constant.
func fixedBy(conjuncts []*term.Term) term.Model {
	fixed := term.Model{}
	for _, c := range conjuncts {
		switch {
		case c.Op != term.Eq:
		case c.Args[0].IsUnknown() && c.Args[1].IsConst():
			fixed[c.Args[0]] = c.Args[1].K
		case c.Args[1].IsUnknown() && c.Args[0].IsConst():
			fixed[c.Args[1]] = c.Args[0].K
		}
	}
	return fixed
}

// alikeGuesses is the number of models that guessAlike tries.
const alikeGuesses = 8

// guessAlike tries models in which unknowns with equal keys (Kin) have the same value. Mostly this value is a power of
// two, as widths are. The result is false if no such model makes the conjunction true.
func (s *Solver) guessAlike(conjuncts, unknowns []*term.Term) (term.Model, bool) {
	if s.Kin == nil || !slices.ContainsFunc(unknowns, func(x *term.Term) bool { return s.Kin(x) != nil }) {
		return nil, false
	}
	random, still := rand.New(rand.NewPCG(0, 2)), settled(conjuncts)
	for range alikeGuesses {
		common := map[any]uint64{}
		m, holds := s.try(conjuncts, unknowns, func(_ int, x *term.Term) uint64 {
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

// maxSettled bounds the unknowns of a condition that the function settled considers.
const maxSettled = 3

// settled returns the unknowns that need no search, because a small conjunct, such as an assumption about a launch,
// holds if all its unknowns have their least values. It returns none if there is only one conjunct.
func settled(conjuncts []*term.Term) map[*term.Term]bool {
	still := map[*term.Term]bool{}
	if len(conjuncts) == 1 {
		return still
	}
	for _, c := range conjuncts {
		few, all := someUnknownsOf(c, maxSettled)
		if all && term.NewEvaluator(modelOf(few, plain[0])).Holds(c) {
			for _, x := range few {
				still[x] = true
			}
		}
	}
	return still
}

// searches bounds the models that search tries. searchedTerms bounds the terms that it evaluates in total, because for
// a large formula a model is found early or not at all.
const (
	searches      = 256
	searchedTerms = 4 << 20
)

// search looks for a model of a formula that is too hard for Z3. It tries values that are mostly small and often equal.
// For example, the labels of 32 lanes may agree in many combinations. It is hard to prove something about all
// combinations, but easy to find one example. The result is false if none was found.
func (s *Solver) search(f *term.Term) (term.Model, bool) {
	conjuncts, unknowns := f.Conjuncts(), unknownsOf(f)
	random, still := rand.New(rand.NewPCG(0, 1)), settled(conjuncts)
	for i, looked := 0, 0; i < searches && looked < searchedTerms; i, looked = i+1, looked+s.evaluator.Computed() {
		usual, bound := random.Uint64N(40), uint64(1)<<random.Uint64N(7)
		m, holds := s.try(conjuncts, unknowns, func(_ int, x *term.Term) uint64 {
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

// plain lists functions that pick a value for the i-th unknown x, within its range. Each function gives a model with a
// simple witness.
var plain = []func(i int, x *term.Term) uint64{
	func(_ int, x *term.Term) uint64 { return x.Lo },
	func(_ int, x *term.Term) uint64 { return x.Lo + 1 },
	func(i int, x *term.Term) uint64 { return x.Lo + uint64(i%2) },
	func(_ int, x *term.Term) uint64 { return max(17, x.Lo) },
	func(_ int, x *term.Term) uint64 { return max(1000, x.Lo) },
}

// modelOf returns the model that gives each unknown the value that pick returns, within the unknown's range.
func modelOf(unknowns []*term.Term, pick func(i int, x *term.Term) uint64) term.Model {
	m := make(term.Model, len(unknowns))
	for i, x := range unknowns {
		m[x] = picked(i, x, pick)
	}
	return m
}

// picked returns the value that pick returns for an unknown, within the unknown's range.
func picked(i int, x *term.Term, pick func(i int, x *term.Term) uint64) uint64 {
	return min(pick(i, x), x.Hi)
}

// holds reports whether a conjunction is true under a model.
func (s *Solver) holds(conjuncts []*term.Term, m term.Model) bool {
	s.evaluator.Reset(m)
	return s.evaluate(conjuncts)
}

// evaluate reports whether a conjunction is true under the evaluator's values.
func (s *Solver) evaluate(conjuncts []*term.Term) bool {
	fails := slices.ContainsFunc(conjuncts, func(c *term.Term) bool { return !s.evaluator.Holds(c) })
	s.Work.Spend(evaluationWork * s.evaluator.Computed())
	return !fails
}

// try evaluates a conjunction with the values that pick returns for its unknowns. If it is true, try returns the model.
// The model is built only then, as most attempts fail.
func (s *Solver) try(conjuncts, unknowns []*term.Term, pick func(i int, x *term.Term) uint64) (term.Model, bool) {
	s.evaluator.Reset(nil)
	for i, x := range unknowns {
		s.evaluator.Set(x, picked(i, x, pick))
	}
	if !s.evaluate(conjuncts) {
		return nil, false
	}
	m := make(term.Model, len(unknowns))
	for _, x := range unknowns {
		m[x] = s.evaluator.Value(x)
	}
	return m, true
}

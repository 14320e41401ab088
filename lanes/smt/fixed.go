package smt

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// A loop over the elements of a matrix iterates as often as a quotient of products says:
//
//	for (i = 0; i < (n + B * V - 1) / (B * V); i++) __syncthreads();
//
// A formula that is true with any number of iterations is true with those of B = V = 1 as well, where the
// quotient is n; as it stands Z3 multiplies and divides bit by bit to come to an example. So examples are
// looked for with such factors fixed first.

// maxFixed is how many unknowns are fixed: of a formula with more, one value fits them all seldom.
const maxFixed = 8

// fixedShare is the share of a query's steps that one attempt takes.
const fixedShare = 4

// fixedAt are the values that factors and divisors are fixed at, in order.
var fixedAt = []uint64{1, 32}

// withFactorsFixed looks for an example of a conjunction in which no product or quotient is hard, as one factor of each
// and each divisor is a plain number. It finds none where there is only one with other numbers.
func (s *Solver) withFactorsFixed(conjuncts []*term.Term) (term.Model, bool) {
	fixed := factorsOf(s.flatten(conjuncts, isUnknown))
	if len(fixed) == 0 || len(fixed) > maxFixed {
		return nil, false
	}
	defer func(whole uint32) { s.Steps = whole }(s.Steps)
	s.Steps /= fixedShare
	for _, v := range fixedAt {
		at := term.Model{}
		for _, x := range fixed {
			at[x] = min(max(v, x.Lo), x.Hi)
		}
		a, m := s.handFixed(conjuncts, isUnknown, at)
		if a != No {
			return m, a == Yes && s.holds(conjuncts, m)
		}
	}
	return nil, false
}

// factorsOf are the unknowns that have to be known for the products and quotients in a list to be easy.
func factorsOf(list []*term.Term) []*term.Term {
	var fixed []*term.Term
	for _, x := range list {
		if !isHard(x) || x.Op == term.Add {
			continue
		}
		factor := unknownsOf(x.Args[1])
		if first := unknownsOf(x.Args[0]); x.Op == term.Mul && len(first) < len(factor) {
			factor = first
		}
		for _, y := range factor {
			if !slices.Contains(fixed, y) {
				fixed = append(fixed, y)
			}
		}
	}
	return fixed
}

package smt

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// A loop over the elements of a matrix may iterate as often as a quotient of products:
//
//	for (i = 0; i < (n + B * V - 1) / (B * V); i++) __syncthreads();
//
// If a formula can be true for any number of iterations, it can be true with B = V = 1, where the quotient is n. But
// for B and V as unknowns, Z3 multiplies and divides bit by bit. So examples with constants for factors such as B and V
// are tried first.

// maxFixed bounds the unknowns that are fixed. If there are more, one common value seldom suits all of them.
const maxFixed = 8

// fixedShare is a divisor: one attempt gets 1/fixedShare of the steps of a query.
const fixedShare = 4

// fixedAt lists the values to which factors and divisors are fixed, in the order of trial.
var fixedAt = []uint64{1, 32}

// withFactorsFixed looks for a model of a conjunction with easy products and quotients: one factor of each product, and
// each divisor, is a constant. Models with other values of these are missed. The result is false if none was found.
func (s *Solver) withFactorsFixed(conjuncts []*term.Term) (term.Model, bool) {
	fixed := factorsOf(s.flatten(conjuncts, (*term.Term).IsUnknown))
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
		a, m := s.handFixed(conjuncts, (*term.Term).IsUnknown, at)
		if a != No {
			return m, a == Yes && s.holds(conjuncts, m)
		}
	}
	return nil, false
}

// factorsOf lists the unknowns that must be constants to make the products and quotients of a list easy.
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

package disjoint

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// A question that the comparison of sums does not decide may be decided in each of several cases:
//
//	s[c ? 2 * t : 4 * t]                              in each side of a choice
//	for (o = 16; o > 0; o /= 2) s[2 * t - t % o]      for each power of two
//	if (t < w) s[t + (int)w]                          for a word that is not negative, and for others

// remainders are the operators of remainders, which can be written as sums in two forms.
var remainders = term.OpsOf(term.URem, term.SRem, term.BAnd)

// inAllCases reports whether the accesses have no byte in common. It proves this separately for each case of a few
// words, such as a negative and a non-negative one. splits bounds the nested cases.
func (s *Sums) inAllCases(q Question, splits int) bool {
	divides := q.X.Has(remainders) || q.Y.Has(remainders)
	if s.areApart(q, false, fewEliminations) || divides && s.areApartByStride(q, true) || s.areOfTwoSlots(q) || s.areOfTwoPairs(q) || s.areApartByMultiples(q) {
		return true
	}
	both := s.t.And(q.Here, q.There)
	if both.IsFalse() {
		return true
	}
	if splits > 0 {
		c := s.choiceIn(Question{X: s.t.Given(q.X, both), Y: s.t.Given(q.Y, both)})
		if c != nil && s.inCase(q, c, splits) && s.inCase(q, s.t.Not(c), splits) {
			return true
		}
		if x := s.wordIn(q, shifts, isPowerOfTwo); x != nil && c == nil && s.inEachCase(q, s.casesOf(x), splits) {
			return true
		}
	}
	if s.areApart(q, false, maxEliminations) || divides && s.areApart(q, true, maxEliminations) {
		return true
	}
	if splits > 0 {
		if x := s.wordIn(q, unknowns, s.isReadInTwoWays); x != nil {
			return s.inEachCase(q, s.signsOf(x, q), splits)
		}
	}
	return false
}

// signsOf returns the cases of x by its sign. There is only one case, that x is not negative, if x is known to be a
// signed number (Signed) and a condition compares x as an unsigned number:
//
//	if (threadIdx.x < n) s[threadIdx.x + n]
func (s *Sums) signsOf(x *term.Term, q Question) []*term.Rewriter {
	cases := s.casesOf(x)
	compares := func(f *term.Term) bool { return f.Op == term.ULt && slices.Contains(f.Args, x) }
	if s.Signed[x] && slices.ContainsFunc(s.t.All(s.t.And(q.Here, q.There), term.OpsOf(term.ULt)), compares) {
		return cases[:1]
	}
	return cases
}

// inEachCase reports whether inAllCases holds in each of the cases. splits is the number of further divisions into
// cases that the proof may make.
func (s *Sums) inEachCase(q Question, cases []*term.Rewriter, splits int) bool {
	for _, r := range cases {
		of := q
		of.X, of.Y, of.Here, of.There = r.Rewrite(q.X), r.Rewrite(q.Y), r.Rewrite(q.Here), r.Rewrite(q.There)
		if !s.areApartByStride(of, false) && !s.inAllCases(of, splits/wordSplits) {
			return false
		}
	}
	return true
}

// inCase reports whether the accesses are disjoint if c holds as well. It simplifies the addresses under c and the
// guards, and distinguishes further cases. splits is the number of divisions into cases that the proof may make.
func (s *Sums) inCase(q Question, c *term.Term, splits int) bool {
	both := s.t.And(q.Here, q.There, c)
	if both.IsFalse() {
		return true
	}
	where := s.t.Where(both)
	q.X, q.Y, q.Here = where.Rewrite(q.X), where.Rewrite(q.Y), both
	return s.inAllCases(q, splits-1)
}

// choiceIn returns a condition that selects between two words from which the distance of the addresses is computed.
// It returns nil if there is none.
func (s *Sums) choiceIn(q Question) *term.Term {
	apart, ok := s.apart(q, false)
	for i := 0; ok && i < len(apart.parts); i++ {
		for _, f := range s.products[apart.parts[i].product].factors {
			if choices := s.t.All(s.factors[f].Term, term.OpsOf(term.Ite)); len(choices) > 0 {
				return choices[0].Args[0]
			}
		}
	}
	return nil
}

// wordIn returns a word w from which one of the addresses is computed. w has one of the operators in ops, and is(w)
// holds. It returns nil if there is none.
func (s *Sums) wordIn(q Question, ops term.Ops, is func(*term.Term) bool) *term.Term {
	for _, w := range []*term.Term{q.X, q.Y} {
		for _, x := range s.t.All(w, ops) {
			if x.Bits > 0 && is(x) {
				return x
			}
		}
	}
	return nil
}

var (
	unknowns = term.OpsOf(term.Var, term.Opaque)
	shifts   = term.OpsOf(term.Shl, term.LShr, term.AShr)
)

// isReadInTwoWays reports whether the sign of x is not known, and x was read as a signed number before.
func (s *Sums) isReadInTwoWays(x *term.Term) bool {
	_, read := s.of[reading{factor{x, true}, false}]
	return read && x.MayBeNegative()
}

// isPowerOfTwo reports whether the word x, a shift by an unknown count, is always a power of two or zero.
func isPowerOfTwo(x *term.Term) bool { return !x.Args[1].IsConst() && hasOneBit(x) }

// hasOneBit reports whether x has at most one bit set.
func hasOneBit(x *term.Term) bool {
	switch x.Op {
	case term.Const:
		return bits.OnesCount64(x.K) <= 1
	case term.Shl, term.LShr, term.ZExt:
		return hasOneBit(x.Args[0])
	case term.AShr: // the bit of 1 << n is not the sign
		return x.Args[0].Lo < 1<<(x.Bits-1) && hasOneBit(x.Args[0])
	case term.Add:
		return x.K == 0 && len(x.Args) == 1 && bits.OnesCount64(x.Coefs[0]) == 1 && hasOneBit(x.Args[0])
	}
	return false
}

// casesOf returns one rewriter for each case of x. If x is a shift, the rewriters replace x by the powers of two and by
// zero. Otherwise one rewriter replaces x by a word that is not negative, and one by a negative word.
func (s *Sums) casesOf(x *term.Term) []*term.Rewriter {
	list, known := s.cases[x]
	if known {
		return list
	}
	replace := func(value *term.Term) { list = append(list, s.t.Replacing(x, value)) }
	sign := func(name string, lo, hi uint64) {
		by := s.t.Var(fmt.Sprintf(name, x.ID), x.Bits, lo, hi, nil)
		s.CopyFacts(by, x)
		replace(by)
	}
	top := uint64(1) << (x.Bits - 1)
	if term.OpsOf(x.Op)&shifts != 0 {
		if x.Lo == 0 {
			replace(s.t.Const(x.Bits, 0))
		}
		for v := top; v > 0; v >>= 1 {
			if x.Lo <= v && v <= x.Hi {
				replace(s.t.Const(x.Bits, v))
			}
		}
	} else {
		sign("%d>=0", x.Lo, top-1)
		sign("%d<0", top, x.Hi)
	}
	s.cases[x] = list
	return list
}

package disjoint

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// Tree reductions use each s-th cell, and s doubles:
//
//	if (t % (2 * s) == 0) x[t] += x[t + s];    t is 2 * s * q, of two threads: s * (2 * q - 2 * r + 1)
//	x[2 * s * t] += x[2 * s * t + s];          s * (2 * t - 2 * u + 1)
//
// If the distance is the product of an unknown that is at least 1 and a second factor, it is at least as far from 0 as
// the second factor. The second factor does not contain the unknown, so its parts may have a stride.

// nearer divides a distance by each unknown that is at least 1 and is a factor of all parts. It reports whether there
// is such an unknown.
func (s *Sums) nearer(distance sum) (sum, bool) {
	found := false
	for {
		f, is := s.commonFactor(distance)
		if !is {
			return distance, found
		}
		less, ok := s.dividedBy(distance, f)
		if !ok {
			return distance, found
		}
		distance, found = less, true
	}
}

// commonFactor returns an unknown that is at least 1 and a factor of all parts of a distance. It returns false if
// there is none, or if the distance has a constant.
func (s *Sums) commonFactor(distance sum) (f int, is bool) {
	if distance.k != 0 || len(distance.parts) == 0 {
		return 0, false
	}
	for _, f := range s.products[distance.parts[0].product].factors {
		if lo, _ := s.factors[f].span(); lo < 1 {
			continue
		}
		if !slices.ContainsFunc(distance.parts, func(p part) bool { return !slices.Contains(s.products[p.product].factors, f) }) {
			return f, true
		}
	}
	return 0, false
}

// dividedBy returns a distance divided by the factor with the index f, which all of its parts have. ok is false if the
// numbers of the quotient are too large.
func (s *Sums) dividedBy(distance sum, f int) (quotient sum, ok bool) {
	ok = true
	for _, p := range distance.parts {
		factors := slices.Clone(s.products[p.product].factors)
		n := slices.Index(factors, f)
		if factors = slices.Delete(factors, n, n+1); len(factors) == 0 {
			quotient.k += p.by
			continue
		}
		if quotient, ok = s.plus(quotient, sum{parts: []part{{s.productOf(factors), p.by}}}, 1); !ok {
			break
		}
	}
	return quotient, ok && abs(quotient.k) < farthest
}

// areApartByMultiples reports whether a stride of their distance shows that the accesses do not overlap. First,
// withMultiple rewrites each word in the distance that is a multiple of another word by one of the conditions. Then the
// distance is divided by its common factors (nearer).
func (s *Sums) areApartByMultiples(q Question) bool {
	distance, ok := s.apart(q, false)
	given := slices.Concat(s.boundsIn(q.Here), s.boundsIn(q.There))
	for _, g := range []*term.Term{q.Here, q.There} {
		for _, l := range g.Conjuncts() {
			if !ok {
				return false
			}
			distance, ok = s.withMultiple(distance, l, given)
		}
	}
	less, is := s.nearer(distance)
	return ok && is && isApartByStride(less, q.SizeX, q.SizeY)
}

// withMultiple returns a distance with x replaced by m * (x / m), if the condition is x % m == 0 and x occurs in the
// distance. Otherwise it returns the distance unchanged. It may assume that the sums in assumed are not negative. It
// returns false if the numbers become too large.
func (s *Sums) withMultiple(distance sum, condition *term.Term, assumed []sum) (sum, bool) {
	x, m, is := multipleIn(condition)
	if !is || !s.isExact(x) || !s.isExactWhere(m, assumed) {
		return distance, true
	}
	whole := s.plain(x, false)
	multiple, ok := s.times(s.plain(m, false), s.plain(s.t.UDiv(x, m), false))
	for _, p := range whole.parts {
		n, has := slices.BinarySearchFunc(distance.parts, p.product, func(q part, n int) int { return q.product - n })
		if !ok || !has || distance.parts[n].by%p.by != 0 {
			continue
		}
		by := distance.parts[n].by / p.by
		less, isLess := s.plus(distance, whole, -by)
		more, isMore := s.plus(less, multiple, by)
		return more, isLess && isMore
	}
	return distance, true
}

// isExactWhere reports whether x is at least 1 and equal to its sum, if the sums in assumed are not negative.
func (s *Sums) isExactWhere(x *term.Term, assumed []sum) bool {
	value := s.plain(x, false)
	if least, bounded := s.least(value); !bounded || least < 1 || x.Bits > 60 {
		return false
	}
	below, ok := s.plus(sum{k: 1<<x.Bits - 1}, value, -1)
	return ok && s.isNeverNegative(below, assumed, 1, fewEliminations)
}

// multipleIn returns x and m for a condition x % m == 0 where m is no constant. It returns false for other
// conditions.
func multipleIn(condition *term.Term) (x, m *term.Term, is bool) {
	if condition.Op != term.Eq {
		return nil, nil, false
	}
	for n, rest := range condition.Args {
		zero := condition.Args[1-n]
		if rest.Op == term.URem && zero.IsConst() && zero.K == 0 && !rest.Args[1].IsConst() {
			return rest.Args[0], rest.Args[1], true
		}
	}
	return nil, nil, false
}

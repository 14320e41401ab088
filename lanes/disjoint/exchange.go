package disjoint

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// If lanes exchange two cells, the lane with the lower number accesses both:
//
//	o = t ^ j;
//	if (o > t) { a = s[t]; b = s[o]; s[t] = b; s[o] = a; }
//
// If t in one lane equals o in another lane, then o in the first equals t in the second. So t would be less than o in
// only one of the two lanes.

// areOfTwoPairs reports whether the accesses touch different bytes because the index of one has the form x ^ j, and the
// conditions exclude that the other has this index.
func (s *Sums) areOfTwoPairs(q Question) bool {
	if q.SizeX != q.SizeY || !q.X.Has(exchanges) && !q.Y.Has(exchanges) {
		return false
	}
	apart, ok := s.apart(q, false)
	if !ok || apart.k%q.SizeX != 0 || strideOf(apart.parts)%q.SizeX != 0 {
		return false
	}
	for i, p := range apart.parts {
		f, is := s.exchanged(p)
		if !is || abs(p.by) != q.SizeX {
			continue
		}
		rest := sum{apart.k, slices.Delete(slices.Clone(apart.parts), i, i+1)}
		if s.isNoPartner(q, f, quotientOf(rest, -p.by)) {
			return true
		}
	}
	return false
}

var exchanges = term.OpsOf(term.BXor)

// exchanged returns the word f if p is a multiple of f and has no other factors. is reports whether there is such a
// word and it has the form x ^ j.
func (s *Sums) exchanged(p part) (f factor, is bool) {
	if list := s.products[p.product].factors; len(list) == 1 {
		f = s.factors[list[0]]
	}
	return f, f.Term != nil && f.Op == term.BXor
}

// quotientOf divides a sum by a divisor of its constant and of all its coefficients.
func quotientOf(x sum, divisor int64) sum {
	out := sum{x.k / divisor, slices.Clone(x.parts)}
	for i := range out.parts {
		out.parts[i].by /= divisor
	}
	return out
}

// isNoPartner reports whether the word f, which is x ^ j, never equals the number y. The proof assumes that they are
// equal, so that y ^ j is x, and derives a contradiction.
func (s *Sums) isNoPartner(q Question, f factor, y sum) bool {
	for n, x := range f.Args {
		j := f.Args[1-n]
		if !s.isSmall(x) {
			continue
		}
		if other, is := s.madeWith(y, j); is && s.isSmall(other) {
			return s.alwaysDiffer(s.plain(x, false), s.plain(other, false)) // x ^ j and other ^ j differ if x and other do
		}
		if s.denyOne(distinct(s.asPartners(slices.Concat(s.boundsIn(q.Here), s.boundsIn(q.There)), f, x, j, y))) {
			return true
		}
	}
	return false
}

// madeWith returns the word w if the number y is w ^ j. It returns false if there is no such word.
func (s *Sums) madeWith(y sum, j *term.Term) (w *term.Term, found bool) {
	if y.k != 0 || len(y.parts) != 1 || y.parts[0].by != 1 {
		return nil, false
	}
	f, found := s.exchanged(y.parts[0])
	if !found || !slices.Contains(f.Args, j) {
		return nil, false
	}
	return f.Args[1-slices.Index(f.Args, j)], true
}

// alwaysDiffer reports whether the difference of two sums is a constant other than 0.
func (s *Sums) alwaysDiffer(a, b sum) bool {
	distance, ok := s.plus(a, b, -1)
	return ok && len(distance.parts) == 0 && distance.k != 0
}

// isSmall reports whether x, read as signed or as unsigned, equals its sum: the sum does not wrap around.
func (s *Sums) isSmall(x *term.Term) bool {
	return s.isExact(x) && !x.MayBeNegative() || s.Counts != nil && s.Counts(x)
}

// asPartners rewrites bounds under the assumption that the word f, which is x ^ j, equals the number y. Then y ^ j is
// x.
func (s *Sums) asPartners(bounds []sum, f factor, x, j *term.Term, y sum) []sum {
	var list []sum
	for _, b := range bounds {
		ok := true
		for _, p := range b.parts {
			g, is := s.exchanged(p)
			if !is {
				continue
			}
			by := y
			if g != f {
				other, with := s.madeWith(sum{parts: []part{{p.product, 1}}}, j)
				if !with || !s.isSmall(other) || !equal(s.plain(other, false), y) {
					continue
				}
				by = s.plain(x, false)
			}
			if b, ok = s.plus(b, sum{parts: []part{p}}, -1); ok {
				b, ok = s.plus(b, by, p.by)
			}
			if !ok {
				break
			}
		}
		if ok {
			list = append(list, b)
		}
	}
	return list
}

// distinct removes duplicates: a fact about both lanes may be listed for each of them.
func distinct(sums []sum) []sum {
	var list []sum
	for _, a := range sums {
		if !slices.ContainsFunc(list, func(b sum) bool { return equal(a, b) }) {
			list = append(list, a)
		}
	}
	return list
}

func equal(a, b sum) bool { return a.k == b.k && slices.Equal(a.parts, b.parts) }

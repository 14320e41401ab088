package disjoint

import (
	"maps"
	"slices"
)

// Warps that go through an array in strides of the block never meet:
//
//	for (i = threadIdx.x; i < n; i += blockDim.x) s[i] = 0;    threads t and u: t - u + blockDim.x * (j - k)
//	s[i & 3][threadIdx.x]                                      t - u + 256 * (j - k)
//
// The distance of two accesses is a rest plus a multiple of a stride. If the rest lies between 0 and the stride, and is
// far enough from both for the sizes of the accesses, no multiple makes them overlap. The stride is a constant, or a
// constant times an unknown.

// reach is a range of distances: a sum of parts, plus a constant between least and most.
type reach struct {
	parts       []part
	least, most int64
}

// isApartByRest reports whether the distance is a multiple of some stride plus a rest, and the rest separates the
// accesses. It assumes that the sums in assumed are not negative.
func (s *Sums) isApartByRest(distance reach, sizeX, sizeY int64, assumed []sum) bool {
	if len(distance.parts) < 2 {
		return false
	}
	return slices.ContainsFunc(s.stridesOf(distance.parts), func(stride sum) bool {
		rest := distance.without(func(p part) bool { return s.isMultiple(p, stride) })
		if len(rest.parts) == 0 || len(rest.parts) == len(distance.parts) {
			return false
		}
		if len(stride.parts) == 0 {
			rest = rest.nearest(stride.k)
		}
		return s.isBetweenMultiples(rest, stride, sizeX, sizeY, assumed)
	})
}

// isBetweenMultiples reports whether the rest lies between 0 and the stride, or between the negated stride and 0. The
// rest must be so far from both ends that the accesses do not overlap.
func (s *Sums) isBetweenMultiples(rest reach, stride sum, sizeX, sizeY int64, assumed []sum) bool {
	above, inRange := s.plus(sum{k: rest.least - sizeY}, sum{parts: rest.parts}, 1)
	below, isToo := s.plus(sum{k: -rest.most - sizeX}, sum{parts: rest.parts}, -1)
	if !inRange || !isToo {
		return false
	}
	isIn := func(low, high sum) bool {
		high, inRange := s.plus(high, stride, 1)
		return inRange && s.isNeverNegative(low, assumed, 1, fewEliminations) && s.isNeverNegative(high, assumed, 1, fewEliminations)
	}
	return isIn(above, below) || isIn(below, above)
}

// stridesOf returns the strides to try. They are the coefficients of the parts of a distance, except the least.
// Further strides are the factors of products, each times the common divisor of the coefficients of its products.
func (s *Sums) stridesOf(parts []part) (strides []sum) {
	var constants []int64
	common := map[int]int64{}
	for _, p := range parts {
		constants = append(constants, abs(p.by))
		if factors := s.products[p.product].factors; len(factors) > 1 {
			for _, f := range factors {
				common[f] = commonDivisor(common[f], p.by)
			}
		}
	}
	slices.Sort(constants)
	for _, by := range slices.Compact(constants)[1:] {
		strides = append(strides, sum{k: by})
	}
	for _, f := range slices.Sorted(maps.Keys(common)) {
		strides = append(strides, sum{parts: []part{{s.productOf([]int{f}), common[f]}}})
	}
	return strides
}

// isMultiple reports whether a part is a multiple of a stride.
func (s *Sums) isMultiple(p part, stride sum) bool {
	if len(stride.parts) == 0 {
		return p.by%stride.k == 0
	}
	of := stride.parts[0]
	return p.by%of.by == 0 && slices.Contains(s.products[p.product].factors, s.products[of.product].factors[0])
}

// without returns the reach without the parts for which isLeftOut holds.
func (r reach) without(isLeftOut func(part) bool) reach {
	r.parts = slices.DeleteFunc(slices.Clone(r.parts), isLeftOut)
	return r
}

// nearest subtracts a multiple of the stride, so that the middle of the reach is as close to 0 as possible.
func (r reach) nearest(stride int64) reach {
	middle := r.least + (r.most-r.least)/2
	away := middle + stride/2
	away -= (away%stride + stride) % stride
	r.least, r.most = r.least-away, r.most-away
	return r
}

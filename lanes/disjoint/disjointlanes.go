package disjoint

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// The addresses of the lanes of a warp mostly differ only by a constant:
//
//	s[32 * warp + 0], s[32 * warp + 1], ...
//
// For these lanes, two questions are answered once for all lanes. Which number divides all parts of their distance to
// the lanes of the other access? Do all their bytes lie above all bytes of the other access, or all below?

// Access describes an access of the lanes of a warp to a variable. A lane whose Guard holds touches Size bytes, from
// the address At on.
type Access struct {
	At    vector.Vec
	Size  int64
	Guard vector.Vec
	// Arrays returns the arrays in the variable within which the access of lane l stays.
	Arrays func(l int) Arrays
}

// alike is a set of lanes whose addresses differ only by a constant. parts lists the parts that the addresses have in
// common. k holds the constant of each lane in lanes.
type alike struct {
	parts []part
	lanes []int
	k     [warp.Size]int64
}

// DisjointLanes returns, for each lane of x, those lanes of y that are proved to touch different bytes. There are two
// proofs: a common divisor of the distance, and that all lanes of one access touch higher addresses than all lanes of
// the other. size is the size of the variable in bytes. DisjointLanes decides most pairs of lanes, and converts each
// address to a sum only once. Callers use AreDisjoint for the other pairs.
func (s *Sums) DisjointLanes(x, y Access, size int64) (apart [warp.Size]warp.Lanes) {
	others := s.byParts(y.At)
	var room []part
	for _, one := range s.byParts(x.At) {
		for _, other := range others {
			distance, ok := plusInto(room[:0], sum{parts: one.parts}, sum{parts: other.parts}, -1)
			room = distance.parts
			if !ok {
				continue
			}
			stride, left := strideOf(distance.parts), 0
			less, isMultiple := s.nearer(sum{parts: distance.parts})
			isFar := isMultiple && isApartByStride(less, x.Size, y.Size)
			for _, i := range one.lanes {
				by := other.apartFrom(one.k[i], stride, x.Size, y.Size)
				if isFar {
					by |= other.at(one.k[i])
				}
				apart[i] |= by
				left += len(other.lanes) - by.Count()
			}
			if left < fewPairs || !s.areApartAsWholes(whole{x, one}, whole{y, other}, sum{parts: distance.parts}, size) {
				continue
			}
			for _, i := range one.lanes {
				apart[i] |= other.all()
			}
		}
	}
	return apart
}

// whole is an access restricted to a set of alike lanes, whose bytes are treated as one range.
type whole struct {
	Access
	*alike
}

// areApartAsWholes reports whether x and y have no byte in common for one of two reasons. One access lies entirely
// above the other, or their distance stays between two multiples of a stride. distance is their distance without the
// constants of the lanes. size is the size of the variable, in bytes.
func (s *Sums) areApartAsWholes(x, y whole, distance sum, size int64) bool {
	firstX, lastX := x.ends()
	firstY, lastY := y.ends()
	behind, inRange := s.plus(sum{k: firstX - lastY - y.Size}, distance, 1)
	ahead, isToo := s.plus(sum{k: firstY - lastX - x.Size}, distance, -1)
	if !inRange || !isToo {
		return false
	}
	given := slices.Concat(s.givenOf(x, size), s.givenOf(y, size))
	return s.isEither(behind, ahead, given, fewEliminations) ||
		s.isApartByRest(reach{distance.parts, firstX - lastY, lastX - firstY}, x.Size, y.Size, given)
}

// givenOf returns sums that are not negative, for each lane of x that may make the access. They follow from the
// conditions that all lanes share, and from the assumption that no lane leaves its variable or array. size is the size
// of the variable, in bytes.
func (s *Sums) givenOf(x whole, size int64) []sum {
	first, last := x.ends()
	lowest, highest := sum{k: first, parts: x.parts}, sum{k: last, parts: x.parts}
	return slices.Concat(s.boundsIn(s.conditionOf(x)), s.within(lowest, highest, size-x.Size), s.inArrays(lowest, highest, x.Size, x.arrays()))
}

// arrays returns the arrays within which the accesses of all lanes stay. It returns none if the lanes differ in their
// arrays.
func (x whole) arrays() Arrays {
	in := x.Arrays(x.lanes[0])
	if slices.ContainsFunc(x.lanes, func(l int) bool { return x.Arrays(l) != in }) {
		return Arrays{}
	}
	return in
}

// conditionOf returns a condition that holds whenever some lane of x makes the access.
func (s *Sums) conditionOf(x whole) *term.Term { return s.commonOf(x.Guard, x.lanes) }

// commonOf returns a condition that holds whenever the guard of some of the lanes holds.
func (s *Sums) commonOf(guard vector.Vec, lanes []int) *term.Term {
	first := guard.At(lanes[0])
	if guard.IsUniform() {
		return first
	}
	common := slices.Clone(first.Conjuncts())
	for _, l := range lanes[1:] {
		other := guard.At(l).Conjuncts()
		common = slices.DeleteFunc(common, func(c *term.Term) bool { return !slices.Contains(other, c) })
	}
	return s.t.And(common...)
}

// AreExcluded reports whether x and y exclude each other: all lanes of x share a condition that contradicts the one
// that all lanes of y share.
func (s *Sums) AreExcluded(x, y Access) bool {
	both := s.t.True
	for _, one := range []Access{x, y} {
		var lanes []int
		for l := range warp.Size {
			if !one.Guard.At(l).IsFalse() {
				lanes = append(lanes, l)
			}
		}
		if len(lanes) == 0 {
			return true
		}
		both = s.t.And(both, s.commonOf(one.Guard, lanes))
	}
	return s.IsExcluded(both)
}

// ends returns the least and the greatest constant of the lanes.
func (a *alike) ends() (first, last int64) {
	first, last = a.k[a.lanes[0]], a.k[a.lanes[0]]
	for _, l := range a.lanes {
		first, last = min(first, a.k[l]), max(last, a.k[l])
	}
	return first, last
}

// all returns the lanes of the group as a set.
func (a *alike) all() (lanes warp.Lanes) {
	for _, l := range a.lanes {
		lanes |= 1 << l
	}
	return lanes
}

// at returns the lanes whose address has the constant k.
func (a *alike) at(k int64) (lanes warp.Lanes) {
	for _, l := range a.lanes {
		if a.k[l] == k {
			lanes |= 1 << l
		}
	}
	return lanes
}

// apartFrom returns the lanes of a that do not overlap an access whose address has the constant k. Besides the
// constants, the two addresses may differ by any multiple of stride. sizeX and sizeY are the numbers of bytes of that
// access and of those of a.
func (a *alike) apartFrom(k, stride, sizeX, sizeY int64) (apart warp.Lanes) {
	if stride > 0 && stride < sizeX+sizeY {
		return 0 // the accesses overlap for some multiple of the stride
	}
	for _, l := range a.lanes {
		if distance := k - a.k[l]; abs(distance) < farthest && isApart(distance, stride, sizeX, sizeY) {
			apart |= 1 << l
		}
	}
	return apart
}

// byParts groups lanes whose addresses in x differ only by a constant. The groups are cached, because an access is
// compared with many others.
func (s *Sums) byParts(x vector.Vec) []*alike {
	var address [warp.Size]*term.Term
	for l := range warp.Size {
		address[l] = x.At(l)
	}
	list, known := s.alike[address]
	if !known {
		list = s.spelledByParts(&address)
		s.alike[address] = list
	}
	return list
}

func (s *Sums) spelledByParts(address *[warp.Size]*term.Term) (list []*alike) {
	for l, x := range address {
		of := s.sumOf(x, true, false)
		n := slices.IndexFunc(list, func(a *alike) bool { return slices.Equal(a.parts, of.parts) })
		if n < 0 {
			n = len(list)
			list = append(list, &alike{parts: of.parts})
		}
		list[n].lanes, list[n].k[l] = append(list[n].lanes, l), of.k
	}
	return list
}

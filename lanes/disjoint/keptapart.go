package disjoint

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// The lanes of a warp mostly have addresses that differ by a constant alone:
//
//	s[32 * warp + 0], s[32 * warp + 1], ...
//
// Of those it is asked once what their distance to others is a multiple of.

// alike are lanes whose addresses have the same parts: which, and the constant of each.
type alike struct {
	parts []part
	lanes []int
	k     [warp.Size]int64
}

// KeptApart are, for each lane of the one access, the lanes of the other that what their distance is a
// multiple of keeps apart. That decides most pairs of lanes, so each address is spelled once.
func (s *Sums) KeptApart(x, y vector.Vec, sizeX, sizeY int64) (apart [warp.Size]warp.Lanes) {
	others := s.byParts(y)
	var room []part
	for _, one := range s.byParts(x) {
		for _, other := range others {
			distance, ok := plusInto(room[:0], sum{parts: one.parts}, sum{parts: other.parts}, -1)
			room = distance.parts
			if !ok {
				continue
			}
			stride := strideOf(distance.parts)
			for _, i := range one.lanes {
				apart[i] |= other.apartFrom(one.k[i], stride, sizeX, sizeY)
			}
		}
	}
	return apart
}

// apartFrom are the lanes that are kept apart from an address with a constant.
func (a *alike) apartFrom(k, stride, sizeX, sizeY int64) (apart warp.Lanes) {
	if stride > 0 && stride < sizeX+sizeY {
		return 0 // one of the two is within any distance
	}
	for _, l := range a.lanes {
		if distance := k - a.k[l]; abs(distance) < farthest && isApart(distance, stride, sizeX, sizeY) {
			apart |= 1 << l
		}
	}
	return apart
}

// byParts are the lanes of an address by the parts that it has. An access is compared with many others.
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

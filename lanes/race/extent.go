package race

import (
	"math"

	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// extent is the range of bytes of an object that the lanes touch at an access. It is known if each lane's offset is a
// constant.
type extent struct {
	from, to uint64
	known    bool
}

// extentOf returns the bytes that an access may touch, relative to its object. The result is known only if the object
// is known and the addresses are constants of at most maxShared.
func extentOf(a *trace.Access) extent {
	if !a.IsPlaced() || a.At.IsNone() || !a.At.IsConstant() {
		return extent{}
	}
	e := extent{from: math.MaxUint64, known: true}
	for l := range warp.Size {
		at := a.At.At(l).K
		if at > maxShared {
			return extent{}
		}
		e.from, e.to = min(e.from, at), max(e.to, at+uint64(a.Size))
	}
	return e
}

// isApartFrom reports whether the two extents have no common byte. Accesses with such extents are not paired. Without
// this test, a table that lanes fill at constant offsets would have more pairs of stores than maxPairs allows.
func (e extent) isApartFrom(o extent) bool {
	return e.known && o.known && (e.to <= o.from || o.to <= e.from)
}

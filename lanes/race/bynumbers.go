package race

import (
	"cmp"
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/disjoint"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// In a block of known shape, the numbers of the threads determine all addresses of most accesses:
//
//	s[warp / 4][16 * (warp % 4) + lane]
//
// Such an access is compared with many others. So it is computed once which warp touches which bytes.

// touched is an address at which lanes of some warps begin an access. Bit w of warps is set for warp w.
type touched struct {
	at    uint64
	warps uint32
}

// aimed is the key of touched: the addresses and guards of all lanes at an access.
type aimed struct{ at, guard [warp.Size]*term.Term }

// areApartByNumbers reports whether the accesses ours and theirs, made by any two warps of a block of known shape,
// touch different bytes. Two warps may touch the same bytes if they wait for each other between the accesses, at the
// barriers in by. The result is false if anything but the thread numbers determines the bytes.
func (x *Across) areApartByNumbers(by partners, ours, theirs disjoint.Access) bool {
	if x.judge.trace.Launch.Warp == nil {
		return false
	}
	first, known := x.touchedBy(ours)
	if !known {
		return false
	}
	second, known := x.touchedBy(theirs)
	if !known {
		return false
	}
	x.judge.t.Work.Spend(touchedWork * (len(first) + len(second)))
	ordered, n := by.orderedWith(x.judge.trace.Launch.Warps), 0
	for _, a := range first {
		for n < len(second) && second[n].at+uint64(theirs.Size) <= a.at {
			n++
		}
		for _, b := range second[n:] {
			if b.at >= a.at+uint64(ours.Size) {
				break
			}
			for w := range ordered {
				if b.warps>>w&1 != 0 && a.warps&^ordered[w] != 0 {
					return false
				}
			}
		}
	}
	return true
}

// orderedWith returns a set of warps for each warp: those that it waits for at some barrier of the list, and itself.
func (list partners) orderedWith(warps int) (ordered []uint32) {
	for w := range warps {
		with := uint32(1) << w
		for o := range warps {
			if list.wait(o, w) {
				with |= 1 << o
			}
		}
		ordered = append(ordered, with)
	}
	return ordered
}

// touchedBy returns the addresses at which the warps of a block of known shape begin an access, sorted. known is false
// if the thread numbers alone do not determine the addresses.
func (x *Across) touchedBy(a disjoint.Access) (list []touched, known bool) {
	var key aimed
	for l := range warp.Size {
		key.at[l], key.guard[l] = a.At.At(l), a.Guard.At(l)
	}
	list, done := x.touched[key]
	if !done {
		list = x.computeTouched(&key)
		x.touched[key] = list
	}
	return list, list != nil
}

// computeTouched does the work of touchedBy without its cache. It returns nil if anything except thread numbers
// determines an address, or if an address lies before its variable.
func (x *Across) computeTouched(key *aimed) []touched {
	warps := map[uint64]uint32{}
	for w := range x.judge.trace.Launch.Warps {
		is := x.judge.trace.Launch.AsWarp(w)
		for l := range warp.Size {
			if is.Rewrite(key.guard[l]).IsFalse() {
				continue
			}
			at := is.Rewrite(key.at[l])
			if !at.IsConst() || at.K > math.MaxInt64 {
				return nil
			}
			warps[at.K] |= 1 << w
		}
	}
	list := make([]touched, 0, len(warps))
	for at, of := range warps {
		list = append(list, touched{at, of})
	}
	slices.SortFunc(list, func(a, b touched) int { return cmp.Compare(a.at, b.at) })
	return list
}

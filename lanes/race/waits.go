package race

import (
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/trace"
)

// A copy that goes on while its lane does (cp.async) is not done before the lane has waited for it: a
// barrier between orders it only behind such a wait.
//
//	copy(&s[lane]);                lane i begins a copy
//	wait;                          it is done for lane i
//	__syncwarp();                  and for the others
//	x = s[lane ^ 1];               lane j
//
// A wait is taken to be for all copies that were begun before, also one that lets the last few go on.

// withWaits adds the waits between a copy and a later access to the barriers, in their order.
func (j *Judge) withWaits(p pair, list []sync) []sync {
	at := make([]int, 0, len(list))
	for _, s := range list {
		at = append(at, position(s, 2*s.Index+1))
	}
	for _, w := range j.Accesses {
		if !w.IsWait() {
			continue
		}
		for _, in := range []iteration{{}, {next: p.loop}}[:p.iterations()] {
			if j.isBetween(p, w, in.next != nil) {
				s := sync{Event: w.Event, in: in, isWait: true}
				n, _ := slices.BinarySearch(at, position(s, 2*w.After))
				at, list = slices.Insert(at, n, position(s, 2*w.After)), slices.Insert(list, n, s)
			}
		}
	}
	return list
}

// position orders what comes in the next iteration behind what comes in this one.
func position(s sync, within int) int {
	if s.in.next != nil {
		return within + math.MaxInt32
	}
	return within
}

// isBetween reports a wait that lanes may come to between two accesses.
func (j *Judge) isBetween(p pair, w *trace.Access, inNext bool) bool {
	switch {
	case p.loop == nil:
		return j.Order(p.earlier.Point, w.Point) == trace.Before && j.Order(w.Point, p.later.Point) == trace.Before
	case !w.IsWithin(p.loop):
		return false
	case inNext:
		return j.Order(w.Point, p.later.Point) == trace.Before
	}
	return j.Order(p.earlier.Point, w.Point) == trace.Before
}

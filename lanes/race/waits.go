package race

import (
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
// A wait is taken to be for all copies that were begun before, or for all of them that were committed as well, also one that lets the
// last few go on.

// withWaits adds the waits between a copy and a later access to the barriers, in their order.
func (j *Judge) withWaits(p pair, list []sync) []sync {
	for n := range list {
		list[n].place = p.position(list[n], 2*list[n].Index+1)
	}
	for _, w := range j.trace.Log.Accesses {
		if !w.IsWait() {
			continue
		}
		for _, in := range p.iterationsOf(j, w) {
			s := sync{Event: w.Event, in: in, isWait: true}
			s.place = p.position(s, 2*w.After)
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(s, o sync) int { return slices.Compare(s.place, o.place) })
	return list
}

// iterationsOf are the iterations in which lanes may come to a wait between two accesses.
func (p pair) iterationsOf(j *Judge, w *trace.Access) (list []iteration) {
	for _, in := range []iteration{{}, {next: p.loop}}[:p.iterations()] {
		if !j.isBetween(p, w, in.next != nil) {
			continue
		}
		list = append(list, in)
		if in == p.ofLater() {
			for _, s := range p.entered(w.Event) {
				list = append(list, p.first(s))
			}
		}
	}
	return list
}

// position orders barriers and waits: what comes in the next iteration behind what comes in this one, then, loop by loop
// around the later access, what comes before the loop, in its first iteration, and in that of the access, and there as
// they stand within an iteration.
func (p pair) position(s sync, within int) []int {
	at := make([]int, 1+len(p.later.Within), 2+len(p.later.Within))
	if s.in.next != nil {
		at[0] = 1
	}
	if s.in.next == p.loop {
		for n, loop := range p.entered(s.Event) {
			at[1+n] = 2
			if loop == s.in.first {
				at[1+n] = 1
				break
			}
		}
	}
	return append(at, within)
}

// isBetween reports a wait that lanes may come to between two accesses.
func (j *Judge) isBetween(p pair, w *trace.Access, inNext bool) bool {
	switch {
	case p.loop == nil:
		return j.trace.Order(p.earlier.Point, w.Point) == trace.Before && j.trace.Order(w.Point, p.later.Point) == trace.Before
	case !w.IsWithin(p.loop):
		return false
	case inNext:
		return j.trace.Order(w.Point, p.later.Point) == trace.Before
	}
	return j.trace.Order(p.earlier.Point, w.Point) == trace.Before
}

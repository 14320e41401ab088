package race

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/trace"
)

// An asynchronous copy (cp.async) is done only after its lane has waited for it. A barrier orders the copy only after
// this wait:
//
//	copy(&s[lane]);                lane i begins a copy
//	wait;                          it is done for lane i
//	__syncwarp();                  and for the others
//	x = s[lane ^ 1];               lane j
//
// A wait is assumed to be for all earlier copies or, if it waits for committed copies, for all that were committed.
// That is assumed even of a wait that lets the last few copies go on.

// withWaits adds the waits between a copy and a later access to the barriers in list, in their order.
func (j *Judge) withWaits(p pair, list []syncPoint) []syncPoint {
	for n := range list {
		list[n].order = p.position(list[n], 2*list[n].Index+1)
	}
	for _, w := range j.trace.Log.Accesses {
		if !w.IsWait() {
			continue
		}
		for _, in := range p.iterationsOf(j, w) {
			s := syncPoint{Event: w.Event, iteration: in, isWait: true}
			s.order = p.position(s, 2*w.After)
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(s, o syncPoint) int { return slices.Compare(s.order, o.order) })
	return list
}

// iterationsOf returns the iterations in which lanes may execute a wait between two accesses.
func (p pair) iterationsOf(j *Judge, w *trace.Access) (list []iteration) {
	for _, in := range []iteration{{}, {next: p.loop}}[:p.spannedIterations()] {
		if !j.isBetween(p, w, in.next != nil) {
			continue
		}
		list = append(list, in)
		if in == p.ofLater() {
			for _, s := range p.enteredLoops(w.Event) {
				list = append(list, p.inFirstOf(s))
			}
		}
	}
	return list
}

// position returns the sort key of a barrier or a wait. First, this iteration is before the next one. Then, for each
// loop around the later access, the order is: before the loop, in its first iteration, in the iteration of the access.
// The last element is the order within an iteration.
func (p pair) position(s syncPoint, within int) []int {
	at := make([]int, 1+len(p.later.Within), 2+len(p.later.Within))
	if s.iteration.next != nil {
		at[0] = 1
	}
	if s.iteration.next == p.loop {
		for n, loop := range p.enteredLoops(s.Event) {
			at[1+n] = 2
			if loop == s.iteration.first {
				at[1+n] = 1
				break
			}
		}
	}
	return append(at, within)
}

// isBetween reports whether lanes may execute the wait w between two accesses. If p.loop is set, w is in the iteration
// of the earlier access or, with inNext, in the next one.
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

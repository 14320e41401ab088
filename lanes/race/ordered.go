package race

import (
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Barriers order accesses. A barrier of all lanes orders two accesses if one of the two lanes surely executes it in
// between. Then all lanes execute it, for any number of iterations of the loops around it. Otherwise the barrier is
// broken, and that is a finding of another rule.
//
//	while (c[bin] < left) { left -= c[bin]; ++bin; }   lane i reads, in some iteration
//	__syncthreads();                                   lanes wait here after the loop
//	if (threadIdx.x == 0) c[0] = 0;                    lane j is after the barrier: ordered
//
// A barrier in a loop between the two accesses is listed twice: for the first iteration and for an arbitrary one. An
// arbitrary iteration may not be executed. So its barrier does not prove that accesses are ordered. But no race is
// certain if this barrier may order the accesses. If the loop is also around the later access, the barrier in its first
// iteration precedes the access in each other iteration. If the loop is also around the earlier access, the barrier in
// the next iteration follows this access:
//
//	for (d = n / 2; d > 0; d /= 2) { __syncthreads(); if (lane < d) s[lane] += s[lane + d]; }   lane i, while lane < d
//	if (lane == 0) s[n - 1] = 0;                       in between is the barrier of the next iteration, if d / 2 > 0
//
// A barrier of some lanes becomes a formula. The set of lanes that see the effect of lane i begins with i, and grows at
// each barrier.

// syncPoint is a barrier between two accesses. guard states which lanes execute the barrier, and mask holds the mask of
// each lane. Both are written in terms that hold at the later access (Judge.computeGuards). For a barrier of the block,
// mask is the empty vector.
type syncPoint struct {
	*trace.Event
	guard, mask vector.Vec
	// name is the number of a barrier at which only some warps of the block wait. It is the empty vector for other
	// barriers.
	name vector.Vec
	// gone holds, for each lane, the formula that it has left the kernel before the barrier. Other lanes do not wait
	// for a lane that has left, and see its effects.
	gone vector.Vec
	// iteration states in which iteration the barrier is executed.
	iteration iteration
	// isWait: the event is no barrier, but an instruction by which a lane commits its own copies or waits for them.
	isWait bool
	// order is the sort key of barriers and waits between a copy and a later access.
	order []int
	// otherSides holds the guards of lanes that meet the barrier from other sides of a branch.
	otherSides []vector.Vec
}

// between returns the barriers from an access to a later one. If the accesses are on two sides of a branch, a barrier
// may order them at which lanes of both sides meet. The result meet is then true (sides.go).
func (j *Judge) between(p pair) (list []syncPoint, meet bool) {
	a, b := p.earlier, p.later
	if j.trace.Order(a.Point, b.Point) == trace.Incomparable {
		return j.acrossBranch(p)
	}
	var events []*trace.Event
	for _, e := range j.eventsBetween(p) {
		if e.IsSync() && j.trace.Order(a.Point, e.Point) != trace.After && j.trace.Order(e.Point, b.Point) != trace.After {
			events = append(events, e)
		}
	}
	return j.syncPointsBetween(p, events), false
}

// syncPointsBetween returns, in order, the barriers between two accesses of one iteration. If a loop ends between the
// accesses, barriers of a next iteration of this loop are listed after those of the current one.
func (j *Judge) syncPointsBetween(p pair, events []*trace.Event) (list []syncPoint) {
	if p.earlier.Instr.Async {
		return j.syncPointsIn(p, events, iteration{})
	}
	for _, s := range p.earlier.Within {
		if p.later.IsWithin(s) || s.Round.IsFalse() {
			continue
		}
		rest := 0
		for rest < len(events) && events[rest].IsWithin(s) {
			rest++
		}
		list = append(append(list, j.syncPointsIn(p, events[:rest], iteration{})...), j.syncPointsIn(p, j.barriersBefore(s, p.earlier.After), iteration{next: s})...)
		events = events[rest:]
	}
	return append(list, j.syncPointsIn(p, events, iteration{})...)
}

// barriersBefore returns the barriers of a loop before an access in it. after is the number of events before the
// access.
func (j *Judge) barriersBefore(s *trace.Loop, after int) (events []*trace.Event) {
	for _, e := range j.trace.Log.Events[:after] {
		if e.IsSync() && e.IsWithin(s) {
			events = append(events, e)
		}
	}
	return events
}

// isBehindBarrier reports whether the last barrier of all lanes before the later access orders the two accesses. This
// cheap test decides most pairs. It returns false for accesses of two iterations, and if the earlier access is
// asynchronous.
func (j *Judge) isBehindBarrier(p pair) bool {
	if p.loop != nil || p.earlier.Instr.Async {
		return false
	}
	n := j.lastOfAll[p.later.After]
	return n >= p.earlier.After && j.trace.Order(p.earlier.Point, j.trace.Log.Events[n].Point) == trace.Before &&
		j.trace.Order(j.trace.Log.Events[n].Point, p.later.Point) == trace.Before
}

// findLastOfAll returns, for each number n, the index of the last barrier of all lanes among the first n events, or -1
// if there is none. A barrier counts only if every existing lane surely executes it.
func (j *Judge) findLastOfAll() []int {
	list := []int{-1}
	for n, e := range j.trace.Log.Events {
		last := list[n]
		if e.IsSync() && j.isOfAll(e) && isOfAlive(j.trace.Alive, e.Guard) {
			last = n
		}
		list = append(list, last)
	}
	return list
}

// isOfAlive reports whether a guard holds for every lane that exists.
func isOfAlive(alive, guard vector.Vec) bool {
	return guard == alive || guard.IsUniform() && guard.At(0).IsTrue()
}

// eventsBetween returns the events from an access to a later one. It returns all events if the later access is in the
// next iteration of a loop.
func (j *Judge) eventsBetween(p pair) []*trace.Event {
	if p.loop != nil {
		return j.trace.Log.Events
	}
	return j.trace.Log.Events[p.earlier.After:p.later.After]
}

// someMeet reports whether a lane at a barrier in one and a lane at a barrier in other may meet and name each other.
// The two lists are of two sides of a branch.
func (j *Judge) someMeet(one, other []*trace.Event) bool {
	return slices.ContainsFunc(one, func(e *trace.Event) bool {
		return slices.ContainsFunc(other, func(f *trace.Event) bool { return j.meet.MayMeet(e, f) && j.mayNameEachOther(e, f) })
	})
}

// mayNameEachOther reports whether the masks of a lane at e and a lane at f may name the other lane. It returns true if
// one of the barriers has no mask.
func (j *Judge) mayNameEachOther(e, f *trace.Event) bool {
	if !e.Masked || !f.Masked {
		return true
	}
	j.t.Work.Spend(warp.Size * warp.Size)
	for k := range warp.Size {
		for l := range warp.Size {
			if !j.t.And(e.Guard.At(k), f.Guard.At(l), j.meet.NameEachOther(e, f, k, l)).IsFalse() {
				return true
			}
		}
	}
	return false
}

// intoNext returns the barriers from an access in an iteration of a loop to an access in the next.
func (j *Judge) intoNext(p pair) []syncPoint {
	var rest []*trace.Event
	for _, e := range j.trace.Log.Events[p.earlier.After:] {
		if e.IsSync() && e.IsWithin(p.loop) {
			rest = append(rest, e)
		}
	}
	return append(j.syncPointsIn(p, rest, iteration{}), j.syncPointsIn(p, j.barriersBefore(p.loop, p.later.After), iteration{next: p.loop})...)
}

// syncPointsIn lists the events between two accesses, in the given iteration, as barriers. A barrier in a loop between
// the accesses is also listed for the first iteration of this loop. This is not done if the earlier access is a copy,
// because the copy may still go on in the first iteration.
func (j *Judge) syncPointsIn(p pair, events []*trace.Event, in iteration) []syncPoint {
	list := make([]syncPoint, 0, len(events))
	var around []*trace.Loop
	for n, e := range events {
		if in == p.ofLater() {
			entered := p.enteredLoops(e)
			for _, s := range entered[min(len(around), len(entered)):] {
				list = append(list, j.ofFirstIteration(p, s, events[n:])...)
			}
			around = entered
		}
		if first := p.outermostBetween(e); first != nil && !p.earlier.Instr.Async {
			list = append(list, syncPoint{Event: e, iteration: iteration{in.next, first}})
		}
		list = append(list, syncPoint{Event: e, iteration: in})
	}
	return list
}

// ofFirstIteration returns the barriers in the first iteration of s, a loop that is around the later access and not
// around the earlier one. These barriers precede the later access in every later iteration:
//
//	for (i = 0; i < n; i++) { if (i == 0) __syncthreads(); x = s[i]; }
//
// A barrier is left out if each iteration that contains the access executes it, because then the barrier of the same
// iteration orders as much.
func (j *Judge) ofFirstIteration(p pair, s *trace.Loop, events []*trace.Event) (list []syncPoint) {
	for _, e := range events {
		if e.IsWithin(s) && j.trace.Order(e.Point, p.later.Point) == trace.Before && !j.implies(p.later.Guard, e.Guard) {
			list = append(list, syncPoint{Event: e, iteration: p.inFirstOf(s)})
		}
	}
	return list
}

// computeGuards computes the guards and masks of the barriers between two accesses.
func (j *Judge) computeGuards(p pair, list []syncPoint) {
	for n := range list {
		s := &list[n]
		seen := p.viewOf(j, s.Event, s.iteration)
		s.guard = seen.lanes(s.Event.Guard)
		if p.isInFirstIteration(*s) {
			s.guard = j.trace.Vectors.And(s.guard, vector.Uniform(j.isLaterThanFirst(p, s.iteration.first)))
		}
		if s.isWait {
			continue
		}
		if !s.Event.Name.IsNone() {
			s.name = seen.lanes(s.Event.Name)
		}
		gone, _ := j.meet.GoneAt(s.Event)
		s.gone = seen.lanes(gone)
		if s.Masked {
			s.mask, s.otherSides = seen.lanes(s.Event.Mask), j.guardsOfOtherSides(p, *s, list)
		}
	}
}

// isLaterThanFirst returns the formula that the later access is not in the first iteration of a loop.
func (j *Judge) isLaterThanFirst(p pair, s *trace.Loop) *term.Term {
	return j.t.Not(j.t.Eq(p.viewOf(j, p.later.Event, p.ofLater()).term(s.K), j.t.Const(s.K.Bits, 0)))
}

// guardsOfOtherSides returns the guards of barriers with masks on other sides of a branch.
func (j *Judge) guardsOfOtherSides(p pair, s syncPoint, list []syncPoint) (guards []vector.Vec) {
	for _, o := range list {
		if o.Masked && o.iteration == s.iteration && o.Event != s.Event && j.trace.Order(s.Point, o.Point) == trace.Incomparable {
			guards = append(guards, p.viewOf(j, o.Event, o.iteration).lanes(o.Event.Guard))
		}
	}
	return guards
}

// isOrdered reports whether one of the two lanes surely executes a barrier of all lanes between the accesses. The other
// lane executes it as well, or has left the kernel and is not waited for. If the earlier access is an asynchronous
// copy, its lane must also wait for the copy before the barrier.
func (j *Judge) isOrdered(p pair, list []syncPoint) bool {
	if !p.earlier.Instr.Async {
		return slices.ContainsFunc(list, func(s syncPoint) bool { return j.orders(p, s) })
	}
	for n, w := range list {
		isBehind := func(s syncPoint) bool {
			return (w.iteration.first == nil || w.iteration == s.iteration) && j.orders(p, s)
		}
		if w.isWait && j.isWaitedFor(p, w, list[:n]) && slices.ContainsFunc(list[n:], isBehind) {
			return true
		}
	}
	return false
}

// isWaitedFor reports whether the lanes that make a copy surely execute the wait w. If w waits for committed copies
// only, the lanes must surely commit the copy before w.
func (j *Judge) isWaitedFor(p pair, w syncPoint, before []syncPoint) bool {
	if w.Instr.Op != cfg.Await || !j.implies(p.earlier.Guard, j.guardInIteration(w)) {
		return false
	}
	return !w.Instr.AwaitsCommitted() || slices.ContainsFunc(before, func(c syncPoint) bool {
		return c.isWait && c.Instr.Op == cfg.Commit && (c.iteration.first == nil || c.iteration == w.iteration) && j.implies(p.earlier.Guard, j.guardInIteration(c))
	})
}

// orders reports whether s is a barrier of all lanes that one of the two lanes surely executes between the accesses.
func (j *Judge) orders(p pair, s syncPoint) bool {
	if s.isWait || !j.isOfAll(s.Event) {
		return false
	}
	later, there := p.later.Guard, j.guardInIteration(s)
	if p.loop != nil && s.iteration.next == nil {
		later = p.loop.Round
	}
	switch s.iteration.next {
	case nil:
		return j.implies(p.earlier.Guard, there) || j.implies(later, there)
	case p.loop:
		return j.implies(later, there)
	}
	return false // the loop may have no next iteration
}

// guardInIteration returns the guard of a barrier or a wait in its iteration.
func (j *Judge) guardInIteration(s syncPoint) vector.Vec {
	if s.iteration.first == nil {
		return s.Event.Guard
	}
	return view{j.inFirst(s.Event, s.iteration.first)}.lanes(s.Event.Guard)
}

// isOfAll reports whether e is a barrier of all lanes of the warp. If two warps are compared, it reports whether e is
// a barrier of the block.
func (j *Judge) isOfAll(e *trace.Event) bool {
	if j.acrossWarps {
		return j.holdsBlock(e)
	}
	if !e.Masked {
		return true
	}
	m := e.Mask.UniformWhere(e.Guard)
	return m != nil && m.IsConst() && uint32(m.K) == math.MaxUint32
}

// implies reports whether a lane that satisfies the guard lanes also satisfies the guard there, as the form of the
// guards shows.
func (j *Judge) implies(lanes, there vector.Vec) bool {
	if lanes == there || isOfAlive(j.trace.Alive, there) {
		return true
	}
	pair := [2]vector.Vec{lanes, there}
	come, known := j.implied[pair]
	if !known {
		come = true
		for l := 0; l < warp.Size && come; l++ {
			come = j.t.And(lanes.At(l), j.t.Not(there.At(l))).IsFalse()
		}
		j.implied[pair] = come
	}
	return come
}

// reachedFrom returns, for each lane, the formula that this lane sees the effect of lane i at the access a, after the
// barriers in list. Lane i itself sees the effect of a copy only after it has waited for the copy.
func (j *Judge) reachedFrom(a *trace.Access, i int, list []syncPoint) []*term.Term {
	t, known, isCommitted := j.t, make([]*term.Term, warp.Size), j.t.False
	for l := range known {
		known[l] = t.Bool(l == i && !a.Instr.Async)
	}
	for _, s := range list {
		switch {
		case s.isWait && s.Instr.Op == cfg.Commit:
			isCommitted = t.Or(isCommitted, s.guard.At(i))
			continue
		case s.isWait && s.Instr.AwaitsCommitted():
			known[i] = t.Or(known[i], t.And(isCommitted, s.guard.At(i)))
			continue
		case s.isWait:
			known[i] = t.Or(known[i], s.guard.At(i))
			continue
		}
		next := slices.Clone(known)
		some := vector.Build(func(k int) *term.Term { return t.And(known[k], s.guard.At(k)) })
		left := s.gone
		if !left.IsFalse() {
			left = vector.Build(func(k int) *term.Term { return t.And(known[k], s.gone.At(k)) })
		}
		for l := range known {
			comes := s.guard.At(l)
			for _, guard := range s.otherSides {
				comes = t.Or(comes, guard.At(l))
			}
			if known[l].IsTrue() || comes.IsFalse() {
				continue
			}
			next[l] = t.Or(known[l], t.And(comes, t.Or(j.namedBy(s, some, l), j.namesGone(s, left, l))))
		}
		known = next
	}
	return known
}

// namesGone returns the formula that the mask of lane l at a barrier names a lane in left. The lanes in left leave the
// kernel, and l waits until they have left. At a barrier without a mask, the formula is that left has a lane.
func (j *Judge) namesGone(s syncPoint, left vector.Vec, l int) *term.Term {
	if left.IsFalse() {
		return j.t.False
	}
	if !s.Masked {
		return j.t.Or(left.List()...)
	}
	ways := vector.Build(func(k int) *term.Term {
		if left.At(k).IsFalse() {
			return j.t.False
		}
		return j.t.And(left.At(k), j.t.Bit(s.mask.At(l), k))
	})
	return j.t.Or(ways.List()...)
}

// namedBy returns the formula that, at a barrier, some lane of the given set names lane l.
func (j *Judge) namedBy(s syncPoint, some vector.Vec, l int) *term.Term {
	if !s.Masked {
		return j.t.Or(some.List()...)
	}
	if m := s.mask.UniformWhere(s.guard); m != nil {
		return j.t.And(j.t.Bit(m, l), j.t.Or(some.List()...))
	}
	ways := vector.Build(func(k int) *term.Term {
		if some.At(k).IsFalse() {
			return j.t.False
		}
		return j.t.And(some.At(k), j.t.Bit(s.mask.At(k), l))
	})
	return j.t.Or(ways.List()...)
}

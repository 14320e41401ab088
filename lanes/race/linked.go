package race

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// Links order accesses without a barrier. A link is an access to a flag (handed.go), an mbarrier, or a call that is not
// followed and may wait. If one lane executes both accesses, a link between them may order them. If the accesses are on two
// sides of a branch, one thread must signal after its access, and the other thread must wait before its own. The order
// of the two sides in the text does not matter:
//
//	if (isConsumer) {
//	    wait(full);           waits before its access
//	    use(s[i]);
//	} else {
//	    s[i] = v;
//	    arrive(full);         signals behind its access
//	}
//
// The concrete machine follows mbarriers, so a run decides whether an mbarrier orders accesses of two warps. For such a
// pair it suffices that one thread signals after its access, and the other thread waits before its own, even if one
// thread may execute both accesses.

// maxLinks bounds the links that are compared with two accesses. If a root has more, accesses on two sides of a branch are
// taken to be ordered, and a run decides whether mbarriers order others.
const maxLinks = 256

// linkage states whether links may order two accesses.
type linkage int

const (
	unlinked     linkage = iota
	byName               // a call that looks like a computation may order them, so that no race is definite
	byBarrier            // an mbarrier may order them; a run decides whether it does
	takenOrdered         // they are taken to be ordered
)

// isEnclosed reports whether links may make threads execute two accesses one after the other. Each thread must wait at
// a link before both accesses, and signal by a link after both. A barrier of the block between an access and its link
// excludes this:
//
//	while (atomicCAS(&lock, 0, 1) != 0) ;
//	__threadfence_block();
//	sum += v;                          a read and a store by each thread that has the lock
//	__threadfence_block();
//	atomicExch(&lock, 0);
func (j *Judge) isEnclosed(a, b *trace.Access, waits, signals func(trace.Link) bool) bool {
	first, last := a, b
	if a.Links > b.Links || a.After > b.After {
		first, last = b, a
	}
	isBefore := func(l trace.Link) bool {
		n := j.lastOfAll[first.After]
		return waits(l) && (n < 0 || j.trace.Order(l.Point, j.trace.Log.Events[n].Point) != trace.Before)
	}
	isBehind := func(l trace.Link) bool {
		return signals(l) && !slices.ContainsFunc(j.trace.Log.Events[last.After:], func(e *trace.Event) bool {
			return e.IsSync() && j.isOfAll(e) && j.trace.Order(e.Point, l.Point) == trace.Before
		})
	}
	links := j.trace.Log.Links
	return slices.ContainsFunc(links[:first.Links], isBefore) && slices.ContainsFunc(links[last.Links:], isBehind)
}

// isAwaited reports whether a lane waits, by one access of a pair, for the flag that another lane of its warp sets by
// the other access:
//
//	if (lane == 0) flag = 1;             a volatile store, or an atomic
//	while (flag == 0) ;                  a volatile load, repeated until it reads 1
//	x = flag;                            or a later one
func (j *Judge) isAwaited(p pair) bool {
	if j.acrossWarps || !isFlag(p.earlier.Instr) || !isFlag(p.later.Instr) {
		return false
	}
	return j.isWaitFor(p.earlier, p.later) || j.isWaitFor(p.later, p.earlier)
}

// isWaitFor reports whether a lane waits for the value that write stores. It waits by read, or has waited by an earlier
// read of the same cell.
func (j *Judge) isWaitFor(read, write *trace.Access) bool {
	return slices.ContainsFunc(j.waits(), func(a *trace.Access) bool {
		if !j.awaits().IsFor(a.Instr, write.Instr) {
			return false
		}
		return a == read || read.Instr.Op == cfg.Load && a.Object == read.Object && a.Size == read.Size && a.At.Equal(read.At) && j.trace.Order(a.Point, read.Point) == trace.Before
	})
}

// readsThatWait lists the accesses that are reads by which lanes wait for each other.
func (j *Judge) readsThatWait() (waits []*trace.Access) {
	for _, a := range j.trace.Log.Accesses {
		if j.awaits()[a.Instr.AsWritten()] != nil {
			waits = append(waits, a)
		}
	}
	return waits
}

// linksBetween returns the links that were recorded after the first of two accesses and before the second.
func (j *Judge) linksBetween(a, b *trace.Access) []trace.Link {
	return j.trace.Log.Links[min(a.Links, b.Links):max(a.Links, b.Links)]
}

// linksWithoutFlag returns the links that order accesses without a flag.
func (j *Judge) linksWithoutFlag() []trace.Link {
	return slices.DeleteFunc(slices.Clone(j.trace.Log.Links), trace.Link.IsOfFlags)
}

// linkageOf returns whether mbarriers, and calls that are not followed, may order the pair. It does not look at flags
// (handed.go).
func (j *Judge) linkageOf(p pair) linkage {
	a, b, links := p.earlier, p.later, j.links()
	switch {
	case p.loop != nil:
		return j.waitsIn(links)
	case len(links) == 0:
		return unlinked
	case j.trace.Order(a.Point, b.Point) != trace.Incomparable:
		return max(j.waitsIn(j.linksBetween(a, b)), j.waitsAround(a, b), j.handsOver(a, b))
	case len(links) > maxLinks:
		return takenOrdered
	}
	j.t.Work.Spend(len(links))
	found := max(j.signals(a, b), j.signals(b, a), j.waitsAround(a, b))
	return max(found, where(found == byBarrier && !j.acrossWarps, takenOrdered))
}

// handsOver returns byBarrier if one warp may hand the memory of two accesses over to another warp by an mbarrier,
// although one thread may execute both accesses. If there are many links, it only tests whether some link waits for an
// mbarrier.
func (j *Judge) handsOver(a, b *trace.Access) linkage {
	links := j.links()
	if !j.acrossWarps || !slices.ContainsFunc(links, func(l trace.Link) bool { return l.Awaits() && l.IsOfBarrier() }) {
		return unlinked
	}
	if len(links) > maxLinks {
		return byBarrier
	}
	j.t.Work.Spend(len(links))
	return min(byBarrier, max(j.signals(a, b), j.signals(b, a)))
}

// waitsIn returns how the waits among links order two accesses, one before all of links and one after all of them.
func (j *Judge) waitsIn(links []trace.Link) (found linkage) {
	for _, l := range links {
		if l.Awaits() {
			found = max(found, j.strength(l))
		}
	}
	return found
}

// waitsAround returns how links order two accesses if each thread waits before both and signals after both. Waits that
// all threads make for one phase do not count, because they do not make threads follow each other.
func (j *Judge) waitsAround(a, b *trace.Access) (found linkage) {
	for _, strength := range []linkage{byName, byBarrier, takenOrdered} {
		waits := func(l trace.Link) bool { return l.Awaits() && j.strength(l) == strength && !j.areAllAt(l) }
		signals := func(l trace.Link) bool { return !l.IsOfFlags() && j.strength(l) == strength }
		if j.isEnclosed(a, b, waits, signals) {
			found = max(found, strength)
		}
	}
	return found
}

// strength returns how link l, which is no fence, orders two accesses if it lies between them.
func (j *Judge) strength(l trace.Link) linkage {
	switch {
	case j.acrossWarps && l.IsOfBarrier():
		return byBarrier
	case j.acrossWarps && l.IsPlain():
		return byName
	}
	return takenOrdered
}

// where returns l if the condition is true, and unlinked otherwise.
func where(condition bool, l linkage) linkage {
	if condition {
		return l
	}
	return unlinked
}

// signals returns how links order two accesses by two threads. One thread signals after the access `from`. The other
// waits for the signal before the access `to`. If a run decides, it does not matter which branches the threads take in
// between:
//
//	if (isProducer) s[i] = v; else { wait(full); use(s[i]); }
//	if (isProducer) arrive(full);
//
// Otherwise each link must be on one side of a branch, and the access of the other thread on the other side.
func (j *Judge) signals(from, to *trace.Access) linkage {
	signal, wait := unlinked, unlinked
	for _, l := range j.links() {
		kind := min(j.strength(l), max(byBarrier, where(!l.IsOfBarrier(), takenOrdered)))
		isOfOne := func(other *trace.Access) bool {
			return j.trace.Order(l.Point, other.Point) == trace.Incomparable || j.acrossWarps && l.IsOfBarrier() && !j.areAllAt(l)
		}
		if isOfOne(to) && j.mayFollow(l.Point, from.Point) {
			signal = max(signal, kind)
		}
		if l.Awaits() && isOfOne(from) && j.mayFollow(to.Point, l.Point) {
			wait = max(wait, kind)
		}
	}
	if signal == unlinked || wait == unlinked {
		return unlinked
	}
	return max(signal, wait)
}

// mayFollow reports whether a thread may reach the point later after the point first. If both points are in loops, this
// is assumed, because a later iteration may reach it.
func (j *Judge) mayFollow(later, first *trace.Point) bool {
	return j.trace.Order(first, later) == trace.Before || first.InLoop() && later.InLoop()
}

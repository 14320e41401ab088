package race

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A thread may hand memory over to another thread by a flag. It signals after its access: it passes a fence, and then
// sets the flag. The other thread waits before its own access: it reads the flag. A lock hands memory over in the same
// way.
//
//	if (t != 32) {
//	    while (atomicCAS(&lock, 0, 1) != 0) ;    waits
//	    s += v;
//	    __threadfence_block();
//	    atomicExch(&lock, 0);                    signals
//	} else
//	    s += 5;                                  neither waits nor signals: a race
//
// Which flag a thread reads, and whether it reads until the flag is set, is not examined. A barrier of the block
// between an access and the flag excludes a hand-over: it orders the accesses itself, or the flag comes too late. If a
// barrier of the warp lies in between, any lane of the warp may set or read the flag for the others.

// hand states which threads signal after an access, and which threads wait before it. Each field holds a formula for
// each lane that executes the access. The empty vector means that no lane does. setsFlag reports whether threads may
// set a flag after the access, with or without a fence.
type hand struct {
	signals, waits vector.Vec
	setsFlag       bool
}

// hands holds the hand of each of the two accesses of a pair, in terms that hold at the later access.
type hands struct{ earlier, later hand }

// handsOf returns how threads may hand the memory of a pair over by flags. some is false if they surely do not. It is
// true even if only a fence is missing, or if there are too many links to compare. Then nothing is known about the
// order, and a race is not definite.
func (j *Judge) handsOf(p pair) (h hands, some bool) {
	links := j.flagLinks()
	if len(links.watches) == 0 || len(links.watches)+len(links.signals) > maxLinks {
		return hands{}, len(links.watches) > 0
	}
	j.t.Work.Spend(len(links.watches) + len(links.signals))
	h = hands{j.handOf(p, p.earlier, iteration{}), j.handOf(p, p.later, p.ofLater())}
	return h, h.earlier.setsFlag && h.later.hasWait() || h.later.setsFlag && h.earlier.hasWait()
}

func (h hand) hasSignal() bool { return !h.signals.IsNone() }

func (h hand) hasWait() bool { return !h.waits.IsNone() }

// flagLinks holds the links of a root that are fences, reads of flags and writes of flags.
type flagLinks struct{ fences, watches, signals []trace.Link }

// findFlagLinks returns the fences and the accesses to flags.
func (j *Judge) findFlagLinks() (found flagLinks) {
	for _, l := range j.trace.Log.Links {
		if l.IsFence() {
			found.fences = append(found.fences, l)
		}
		if l.Watches {
			found.watches = append(found.watches, l)
		}
		if l.Signals {
			found.signals = append(found.signals, l)
		}
	}
	return found
}

// handOf returns how threads that execute the access a of a pair, in the given iteration, signal and wait.
func (j *Judge) handOf(p pair, a *trace.Access, in iteration) (h hand) {
	for _, l := range j.flagLinks().signals {
		if !j.mayFollow(l.Point, a.Point) || j.isApartByBarrier(a, a.Event, l.Event) {
			continue
		}
		if h.setsFlag = true; j.isFencedFrom(a, l) {
			h.signals = j.orLanes(h.signals, j.lanesAt(p, a, l, in))
		}
	}
	for _, l := range j.flagLinks().watches {
		if j.mayFollow(a.Point, l.Point) && !j.isApartByBarrier(a, l.Event, a.Event) {
			h.waits = j.orLanes(h.waits, j.lanesAt(p, a, l, in))
			if first := outermostCommon(l.Event, a.Event); first != nil {
				h.waits = j.orLanes(h.waits, j.lanesAt(p, a, l, iteration{in.next, first}))
			}
		}
	}
	return h
}

// outermostCommon returns the outermost loop around both events, nil if there is none. A thread that has waited in the
// first iteration of this loop need not wait in later iterations.
func outermostCommon(e, f *trace.Event) *trace.Loop {
	if loops := e.CommonLoops(f); len(loops) > 0 {
		return loops[len(loops)-1]
	}
	return nil
}

// isFencedFrom reports whether a fence lies between an access and a signal after it.
func (j *Judge) isFencedFrom(a *trace.Access, signal trace.Link) bool {
	return slices.ContainsFunc(j.flagLinks().fences, func(f trace.Link) bool {
		return j.mayFollow(f.Point, a.Point) && (f.Event == signal.Event || j.mayFollow(signal.Point, f.Point))
	})
}

// isApartByBarrier reports whether a barrier of the block lies between two events, in each thread that executes the
// access a. One of the events is the access, and the other one a link.
func (j *Judge) isApartByBarrier(a *trace.Access, first, last *trace.Event) bool {
	if j.trace.Order(first.Point, last.Point) != trace.Before {
		return false
	}
	return slices.ContainsFunc(j.trace.Log.Events, func(e *trace.Event) bool {
		return j.isOfBlock(e) && j.trace.Order(first.Point, e.Point) == trace.Before && j.trace.Order(e.Point, last.Point) == trace.Before &&
			j.implies(a.Guard, e.Guard)
	})
}

// isOfBlock reports whether e is a barrier of all threads of the block.
func (j *Judge) isOfBlock(e *trace.Event) bool { return e.IsSync() && j.holdsBlock(e) }

// orLanes returns the disjunction of two vectors, of which the first one may be empty.
func (j *Judge) orLanes(some, more vector.Vec) vector.Vec {
	if some.IsNone() {
		return more
	}
	return j.trace.Vectors.Or(some, more)
}

// lanesAt returns, for each lane that executes the access a of a pair, the formula that the link l is executed for it.
// l lies before or after a on a path through a. A link in a loop that is not around a is executed in the first
// iteration of this loop.
func (j *Judge) lanesAt(p pair, a *trace.Access, l trace.Link, in iteration) vector.Vec {
	if own := outermostWithout(l.Event, a); own != nil && in.first == nil {
		in.first = own
	}
	guard := p.viewOf(j, l.Event, in).lanes(l.Guard)
	switch j.groupBetween(a, l) {
	case ofWarp:
		return vector.Uniform(j.t.Or(guard.List()...))
	case ofWarps:
		return vector.Uniform(j.t.True)
	}
	return guard
}

// group is a set of threads that wait for each other.
type group int

const (
	ofThread group = iota
	ofWarp
	ofWarps
)

// groupBetween returns the largest group for which a barrier lies between an access and a link.
func (j *Judge) groupBetween(a *trace.Access, l trace.Link) (of group) {
	for _, e := range j.trace.Log.Events {
		isBetween := e.IsSync() && !j.isOfBlock(e) && (j.mayFollow(e.Point, l.Point) && j.mayFollow(a.Point, e.Point) || j.mayFollow(e.Point, a.Point) && j.mayFollow(l.Point, e.Point))
		switch {
		case !isBetween:
		case e.Instr.Collective.BeyondWarp:
			return ofWarps
		default:
			of = ofWarp
		}
	}
	return of
}

// areHandedOver reports whether it is shown that threads hand the memory of a pair over by flags, in one direction.
func (j *Judge) areHandedOver(p pair) bool {
	h, some := j.handsOf(p)
	if !some || !h.earlier.hasSignal() && !h.later.hasSignal() {
		return false
	}
	before, behind := p.viewOf(j, p.earlier.Event, iteration{}).lanes(p.earlier.Guard), p.viewOf(j, p.later.Event, p.ofLater()).lanes(p.later.Guard)
	isSure := func(from, to hand, ofFrom, ofTo vector.Vec) bool {
		return from.hasSignal() && to.hasWait() && j.implies(ofFrom, from.signals) && j.implies(ofTo, to.waits)
	}
	return isSure(h.earlier, h.later, before, behind) || isSure(h.later, h.earlier, behind, before)
}

// handOver returns the formula that lane i, at the earlier access, and lane l, at the later one, hand the memory over
// in one direction. seen rewrites terms of this warp for the warp of lane i.
func (j *Judge) handOver(h hands, seen func(*term.Term) *term.Term, i, l int) *term.Term {
	inOne := func(from, to hand, ofSignal, ofWait func(vector.Vec) *term.Term) *term.Term {
		if !from.hasSignal() || !to.hasWait() {
			return j.t.False
		}
		return j.t.And(ofSignal(from.signals), ofWait(to.waits))
	}
	theirs, own := func(v vector.Vec) *term.Term { return seen(v.At(i)) }, func(v vector.Vec) *term.Term { return v.At(l) }
	return j.t.Or(inOne(h.earlier, h.later, theirs, own), inOne(h.later, h.earlier, own, theirs))
}

// areFencedFlags reports whether lanes of one warp may wait for each other by means of the two accesses: both are
// volatile or atomic, and a fence precedes one of them.
func (j *Judge) areFencedFlags(p pair) bool {
	return !j.acrossWarps && isFlag(p.earlier.Instr) && isFlag(p.later.Instr) &&
		slices.ContainsFunc(j.trace.Log.Links[:max(p.earlier.Links, p.later.Links)], trace.Link.IsFence)
}

// isFlag reports whether one lane may use i to signal another lane.
func isFlag(i *cfg.Instr) bool { return i.Volatile || i.Op == cfg.Atomic }

package sim

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

// A thread hands memory over to another one by a flag. It executes a fence after its access, and then sets a flag. The
// other thread reads a flag before its own access. It does not matter whether both use the same flag, or which value
// the thread reads:
//
//	lane 0, warp 0                     lane 5, warp 1
//	s[0] = v;
//	__threadfence_block(); flag = 1;   while (lane == 0 && flag == 0) ;
//	                                   __syncwarp();
//	                                   x = s[0];       lane 5 knows by lane 0 of its warp
//
// At a barrier, each thread learns what the others know of flags. A barrier of the whole block clears this knowledge:
// an access before the barrier and one after it are ordered anyway.

// newClock returns a clock that knows nothing.
func (d *detector) newClock() clock { return make(clock, len(d.at)+1) }

// sees reports whether the thread of the clock may know that another thread has set a flag. The method see records that
// it may know, and forget records that it does not.
func (c clock) sees() bool { return c[len(c)-1] > 0 }

func (c clock) see() { c[len(c)-1] = 1 }

func (c clock) forget() { c[len(c)-1] = 0 }

// watches reports whether a thread may learn, by executing the step, that another thread has set a flag.
func (d *detector) watches(s *step) bool { return s.isFlag() && d.flags().Watches(s.touch.Site) }

// signalsAfter reports whether the thread of k may set a flag after the access k and a fence. Another lane of the warp
// may do so for it, after a barrier of both.
func (d *detector) signalsAfter(k stamped) bool {
	at := [2]int{k.thread, k.index}
	signals, known := d.signalling[at]
	if !known {
		signals = d.flags().Any() && d.signalsFrom(k.thread, k.index, false, true)
		d.signalling[at] = signals
	}
	return signals
}

// signalsFrom reports whether thread t may set a flag from the step with the given index on, and before its next
// barrier of the block. isFenced reports whether t has passed a fence before that step. If goesOn is set, lanes that t
// meets at barriers count too.
func (d *detector) signalsFrom(t, index int, isFenced, goesOn bool) bool {
	for i := range d.history(t)[index:] {
		s := &d.history(t)[index+i]
		isFenced = isFenced || s.isFence
		switch {
		case s.isFlag() && isFenced && d.flags().Signals(s.touch.Site):
			return true
		case s.phase != nil && s.isArrival:
			return true // a thread that waits for this phase may set the flag
		case s.barrier == nil:
		case s.barrier.Site.Collective.HoldsBlock():
			return false
		case s.barrier.Site.Collective.BeyondWarp:
			return true
		case goesOn && s.barrier.Site.Collective.IsSynchronizing() && d.someSignals(t, index+i, isFenced):
			return true
		}
	}
	return false
}

// someSignals reports whether another lane of the warp of thread t may set a flag after a barrier of the warp. The
// barrier is the step of t with the given index. isFenced reports whether t has passed a fence before the barrier.
func (d *detector) someSignals(t, index int, isFenced bool) bool {
	first := t / warp.Size * warp.Size
	for l := range lanesOf(d.history(t)[index].barrier.together(t % warp.Size)) {
		if at := d.sameBarrier(t, index, first+l); first+l != t && at >= 0 && d.signalsFrom(first+l, at+1, isFenced, false) {
			return true
		}
	}
	return false
}

// sameBarrier returns the index of the step of thread `other` that is the same barrier as the step of t with the given
// index. Both threads are in one warp. Two lanes may meet at two instructions, so it counts how often the two have met.
// It returns -1 if `other` does not reach the barrier.
func (d *detector) sameBarrier(t, index, other int) int {
	times := 0
	for i := range d.history(t)[:index+1] {
		if d.meetsAt(t, i, other) {
			times++
		}
	}
	for i := range d.history(other) {
		if d.meetsAt(other, i, t) {
			times--
		}
		if times == 0 {
			return i
		}
	}
	return -1
}

// meetsAt reports whether a step of thread t is a barrier of the warp at which t meets thread `other`. index is the
// index of the step.
func (d *detector) meetsAt(t, index, other int) bool {
	p := d.history(t)[index].barrier
	return p != nil && p.together(t%warp.Size).Has(other%warp.Size)
}

// together returns the lanes that lane l meets at p, including those that execute p with it.
func (p *Rendezvous) together(l int) warp.Lanes { return p.Meets[l] | p.Converged }

// isFlag reports whether lanes may use the access to notify each other: it is atomic or volatile.
func (s *step) isFlag() bool {
	return s.touch != nil && (s.touch.Site.Op == cfg.Atomic || s.touch.Site.Volatile)
}

package sim

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

// Deserted reports whether one warp of a block waits at a barrier for another warp in vain. In the first case, the
// other warp has not exited and reaches barriers with this number less often. In the second case, the two warps wait at
// different barriers at the same time, here or earlier, so that the first warp never passes the barrier. waits and
// other are the runs of the two warps on one input. The function barrier selects the rendezvous at the barrier.
func Deserted(waits, other *Outcome, barrier func(*Rendezvous) bool) bool {
	if len(waits.visits(barrier).without(other.visits(barrier))) > 0 {
		return true
	}
	return slices.ContainsFunc(waits.heldUpBy(other), barrier)
}

// heldUpBy returns the rendezvous of the warp o at which another warp keeps it waiting for ever, and all later
// rendezvous of o. The other warp then waits at another barrier, or it reaches no further barrier and has not exited.
// The result is empty if o does not wait for ever.
func (o *Outcome) heldUpBy(other *Outcome) []*Rendezvous {
	waits, meanwhile := mismatch(o, other)
	if len(waits) > 0 && len(meanwhile) == 0 && other.hasExited(waits[0]) {
		return nil
	}
	return waits
}

// mismatch compares the rendezvous at which two warps of a block wait for each other: the n-th of one warp with the
// n-th of the other, at any sites. It finds the first pair that is not at the same barrier, and returns the rest of
// both lists from this pair on. The order matters: in nested loops both warps may reach each barrier equally often, but
// in different order.
func mismatch(a, b *Outcome) (ps, qs []*Rendezvous) {
	ps, qs = a.waitsFor(b), b.waitsFor(a)
	for len(ps) > 0 && len(qs) > 0 && ps[0].isSameBarrier(qs[0]) {
		ps, qs = ps[1:], qs[1:]
	}
	return ps, qs
}

// isSameBarrier reports whether the rendezvous p and q of two warps are at the same barrier of the block. Their
// barrier numbers must be equal. In addition, both must be at the same site and path, or both barriers must have
// written numbers.
func (p *Rendezvous) isSameBarrier(q *Rendezvous) bool {
	if p.Barriers[p.first()] != q.Barriers[q.first()] {
		return false
	}
	return p.IsOf(q.Site, q.Path) || p.Site.Collective.HasWrittenNumber() && q.Site.Collective.HasWrittenNumber()
}

// waitsFor returns the rendezvous at which the warp o waits for the other warp of its block, in order of execution.
func (o *Outcome) waitsFor(other *Outcome) []*Rendezvous {
	var list []*Rendezvous
	for _, p := range o.Rendezvous {
		if c := p.Site.Collective; c.HoldsBlock() || c.Tile > 0 && inOneTile(p.Site, o.warp, other.warp) {
			list = append(list, p)
		}
	}
	return list
}

// isAt returns a predicate that selects the rendezvous at site, and those at other sites that may be the same barrier.
// The predicate ignores barrier numbers: visits compares them.
func isAt(site *cfg.Instr) func(*Rendezvous) bool {
	c := site.Collective
	return func(p *Rendezvous) bool {
		q := p.Site.Collective
		return p.Site == site || c.IsAlso(q)
	}
}

// IsDesertedBy compares the runs of two blocks, the parameters waits and other. site is a barrier of the cluster or the
// grid. The result reports whether a warp of the first block waits there and the second block does not reach it. A
// barrier of the grid waits even for a block whose threads have all exited. The result is false if one of the runs
// cannot be trusted.
func IsDesertedBy(waits, other *Block, site *cfg.Instr) bool {
	gone := site.Collective.Scope == cfg.OfGrid && !slices.ContainsFunc(other.Warps, func(o *Outcome) bool { return o.born != o.Exited })
	leaves := func(w, o *Outcome) bool {
		theirs := o.visits(isAt(site))
		if gone {
			theirs.warp = &Outcome{born: o.born} // none of its lanes counts as exited
		}
		return len(w.visits(isAt(site)).without(theirs)) > 0
	}
	return waits.IsComplete() && other.IsComplete() && slices.ContainsFunc(waits.Warps, func(w *Outcome) bool {
		return slices.ContainsFunc(other.Warps, func(o *Outcome) bool { return leaves(w, o) })
	})
}

// visits maps a barrier number to a warp's rendezvous with this number, in order of execution.
type visits struct {
	named map[uint64][]*Rendezvous
	warp  *Outcome
}

func (o *Outcome) visits(is func(*Rendezvous) bool) visits {
	v := visits{map[uint64][]*Rendezvous{}, o}
	for _, p := range o.Rendezvous {
		if is(p) {
			name := p.Barriers[p.first()]
			v.named[name] = append(v.named[name], p)
		}
	}
	return v
}

// without returns the rendezvous of v that have no counterpart in the other warp. If the other warp visits a barrier
// number n times, these are the rendezvous at this number after the first n. A rendezvous is left out if the other warp
// has exited before it, except at an instruction of a warpgroup. The list is sorted by barrier number.
func (v visits) without(other visits) []*Rendezvous {
	var list []*Rendezvous
	for _, name := range slices.Sorted(maps.Keys(v.named)) {
		for _, p := range v.named[name][min(len(other.named[name]), len(v.named[name])):] {
			if p.Site.Collective.Warpgroup || !other.warp.hasExited(p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// hasExited reports whether all lanes of the warp o have exited before p, a rendezvous of another warp.
func (o *Outcome) hasExited(p *Rendezvous) bool { return o.staying(p) == 0 }

// staying returns the lanes of the warp o that have not exited before p, a rendezvous of another warp. A lane has
// exited before p if it left the kernel early, at a place that control does not reach from p. At the arrival at the
// barrier of a cluster, a lane that reaches no later barrier counts as exited, too.
func (o *Outcome) staying(p *Rendezvous) warp.Lanes {
	lanes := o.born
	for l := range lanesOf(o.Exited) {
		if !p.place.reaches(o.exits[l]) {
			lanes &^= 1 << l
		}
	}
	if p.Site.Collective.LetsGo() {
		lanes &= o.arrivesAgain(p)
	}
	return lanes
}

// arrivesAgain returns the lanes of the warp that execute a barrier of several warps at or after p, a rendezvous of
// this warp or of another one. A barrier is left out if control reaches p from it.
func (o *Outcome) arrivesAgain(p *Rendezvous) (lanes warp.Lanes) {
	for _, q := range o.Rendezvous {
		if q.Site.Collective.BeyondWarp && !q.place.reaches(p.place) {
			lanes |= q.Converged
		}
	}
	return lanes
}

// first returns the lowest lane that executes the collective.
func (p *Rendezvous) first() int { return bits.TrailingZeros32(uint32(p.Converged)) }

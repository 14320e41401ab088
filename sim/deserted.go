package sim

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

// Deserted reports whether one warp of a block waits at a barrier that another warp deserts. The other warp has not
// exited and reaches a barrier with this number less often. Or the two warps wait at different barriers at one time,
// here or earlier, so that the first warp never passes here. waits and other are the runs of the two warps on one
// input; barrier selects the rendezvous of the barrier.
func Deserted(waits, other *Outcome, barrier func(*Rendezvous) bool) bool {
	if len(waits.visits(barrier).without(other.visits(barrier))) > 0 {
		return true
	}
	return slices.ContainsFunc(waits.heldUpBy(other), barrier)
}

// heldUpBy returns the rendezvous of the warp o from the first one on at which another warp keeps it waiting for ever.
// The other warp waits at another barrier then, or it reaches no barrier any more and has not exited. The result is
// empty if there is no such rendezvous.
func (o *Outcome) heldUpBy(other *Outcome) []*Rendezvous {
	waits, meanwhile := parted(o, other)
	if len(waits) > 0 && len(meanwhile) == 0 && other.hasExited(waits[0]) {
		return nil
	}
	return waits
}

// parted pairs the rendezvous at which two warps of a block wait for each other: the n-th of one warp with the n-th of
// the other, wherever they are in the code. It returns the rest of both lists from the first pair on that is not at one
// barrier. The order matters: in nested loops both warps may reach each barrier equally often, but in different order.
func parted(a, b *Outcome) (ps, qs []*Rendezvous) {
	ps, qs = a.waitsFor(b), b.waitsFor(a)
	for len(ps) > 0 && len(qs) > 0 && ps[0].isSameBarrier(qs[0]) {
		ps, qs = ps[1:], qs[1:]
	}
	return ps, qs
}

// isSameBarrier reports whether the rendezvous p and q of two warps are at one barrier of the block: their numbers are
// equal, and they are of one site and path or both numbers are written.
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

// isAt returns a predicate for rendezvous. It is true for those at site, and for those at another place that may be the
// same barrier. It does not compare the barrier numbers: visits does.
func isAt(site *cfg.Instr) func(*Rendezvous) bool {
	c := site.Collective
	return func(p *Rendezvous) bool {
		q := p.Site.Collective
		return p.Site == site || c.IsAlso(q)
	}
}

// IsDesertedBy reports whether a warp of the block waits waits at site, a barrier of the cluster or the grid, that the
// block other does not reach. A barrier of the grid waits even for a block whose threads have all exited. The result is
// false if a run cannot be trusted.
func IsDesertedBy(waits, other *Block, site *cfg.Instr) bool {
	gone := site.Collective.Scope == cfg.OfGrid && !slices.ContainsFunc(other.Warps, func(o *Outcome) bool { return o.born != o.Exited })
	leaves := func(w, o *Outcome) bool {
		comes := o.visits(isAt(site))
		if gone {
			comes.warp = &Outcome{}
		}
		return len(w.visits(isAt(site)).without(comes)) > 0
	}
	return waits.IsComplete() && other.IsComplete() && slices.ContainsFunc(waits.Warps, func(w *Outcome) bool {
		return slices.ContainsFunc(other.Warps, func(o *Outcome) bool { return leaves(w, o) })
	})
}

// visits holds the rendezvous of a warp at a barrier, by the barrier number that they pass, in order of execution.
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

// without returns the rendezvous of v that another warp does not match: for each barrier number, those beyond the
// number of visits of the other warp. It leaves out the barriers before which the other warp has exited. The list is
// sorted by barrier number.
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

// hasExited reports whether all lanes of the warp o have left the kernel early, each at a place that control does not
// reach from p, a rendezvous of another warp.
func (o *Outcome) hasExited(p *Rendezvous) bool { return o.staying(p) == 0 }

// staying returns the lanes of the warp o that have not exited before p, a rendezvous of another warp. It leaves out
// the lanes that left the kernel early at a place that control does not reach from p.
func (o *Outcome) staying(p *Rendezvous) warp.Lanes {
	lanes := o.born
	for l := range lanesOf(o.Exited) {
		if !p.place.reaches(o.exits[l]) {
			lanes &^= 1 << l
		}
	}
	if p.Site.Collective.LetsGo() {
		lanes &= o.comesAgain(p)
	}
	return lanes
}

// comesAgain returns the lanes of the warp that execute a barrier of several warps at or after p, a rendezvous of this
// warp or of another: control does not reach p from that barrier.
func (o *Outcome) comesAgain(p *Rendezvous) (lanes warp.Lanes) {
	for _, q := range o.Rendezvous {
		if q.Site.Collective.BeyondWarp && !q.place.reaches(p.place) {
			lanes |= q.Converged
		}
	}
	return lanes
}

// first returns the lowest lane that executes the collective.
func (p *Rendezvous) first() int { return bits.TrailingZeros32(uint32(p.Converged)) }

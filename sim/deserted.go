package sim

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

// Deserted reports that a block barrier that one warp of a block waits at is left out by
// another: it comes there less often under the same name, and has not exited, or waits at another
// barrier then, or held it up at an earlier one, from where it never goes on.
// Both have run on the same input; barrier tells the rendezvous of the barrier in question.
func Deserted(waits, other *Outcome, barrier func(*Rendezvous) bool) bool {
	if len(waits.visits(barrier).without(other.visits(barrier))) > 0 {
		return true
	}
	return slices.ContainsFunc(waits.heldUpBy(other), barrier)
}

// heldUpBy is what a warp waits at from where another one keeps it waiting for ever: at another barrier, or
// as it comes to none any more and has not exited.
func (o *Outcome) heldUpBy(other *Outcome) []*Rendezvous {
	waits, meanwhile := parted(o, other)
	if len(waits) > 0 && len(meanwhile) == 0 && other.hasExited(waits[0]) {
		return nil
	}
	return waits
}

// parted is what two warps of a block wait at for each other from where it is not the same barrier: each wait
// of one warp is one of the other, wherever it stands. In a loop within a loop each warp may come to either
// barrier as often in the end.
func parted(a, b *Outcome) (ps, qs []*Rendezvous) {
	ps, qs = a.waitsFor(b), b.waitsFor(a)
	for len(ps) > 0 && len(qs) > 0 && ps[0].isSameBarrier(qs[0]) {
		ps, qs = ps[1:], qs[1:]
	}
	return ps, qs
}

// isSameBarrier reports rendezvous of two warps at one barrier of the block.
func (p *Rendezvous) isSameBarrier(q *Rendezvous) bool {
	if p.Barriers[p.first()] != q.Barriers[q.first()] {
		return false
	}
	return p.IsOf(q.Site, q.Path) || p.Site.Collective.IsByName() && q.Site.Collective.IsByName()
}

// waitsFor are the rendezvous at which a warp waits for another one of its block, in order.
func (o *Outcome) waitsFor(other *Outcome) []*Rendezvous {
	var list []*Rendezvous
	for _, p := range o.Rendezvous {
		if c := p.Site.Collective; c.HoldsBlock() || c.Tile > 0 && inOneTile(p.Site, o.warp, other.warp) {
			list = append(list, p)
		}
	}
	return list
}

// isAt tells the rendezvous of a barrier: those of its site, or wherever one of its name or the same half of it
// stands.
func isAt(site *cfg.Instr) func(*Rendezvous) bool {
	c := site.Collective
	return func(p *Rendezvous) bool {
		q := p.Site.Collective
		return p.Site == site || c.IsByName() && q.IsByName() || c.IsInHalves() && c.Class == q.Class
	}
}

// IsDesertedBy reports that a barrier of a cluster or of the grid that a warp of one block waits
// at is left out by another block. Of a grid all blocks are counted, even one that has exited as a
// whole.
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

// visits are the rendezvous of a warp at a barrier, by its name.
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

// without are the visits that another warp does not make, by the numbers of their names.
func (v visits) without(other visits) []*Rendezvous {
	var list []*Rendezvous
	for _, name := range slices.Sorted(maps.Keys(v.named)) {
		for _, p := range v.named[name][min(len(other.named[name]), len(v.named[name])):] {
			if !other.warp.hasExited(p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// hasExited reports a warp whose lanes have all left the kernel early where a rendezvous, of another
// warp, does not lead to.
func (o *Outcome) hasExited(p *Rendezvous) bool { return o.staying(p) == 0 }

// staying are the lanes of a warp that have not left the kernel early where a rendezvous of another warp
// does not lead to.
func (o *Outcome) staying(p *Rendezvous) warp.Lanes {
	lanes := o.born
	for l := range lanesOf(o.Exited) {
		if !p.place.reaches(o.exits[l]) {
			lanes &^= 1 << l
		}
	}
	return lanes
}

// first is the first lane that executes the collective.
func (p *Rendezvous) first() int { return bits.TrailingZeros32(uint32(p.Converged)) }

package sim

import (
	"math/bits"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
)

// Deserted reports that a block barrier that one warp of a block waits at is left out by
// another: it comes there less often under the same name, and has not exited, or waits at another
// barrier then. Both have run on the same input; barrier tells the rendezvous of the barrier in question.
func Deserted(waits, other *Outcome, barrier func(*Rendezvous) bool) bool {
	if waits.visits(barrier).without(other.visits(barrier)) != nil {
		return true
	}
	at, _ := crossing(waits, other)
	return at != nil && barrier(at)
}

// crossing is where two warps of a block first wait at two barriers of the whole block at once, nil for
// never: to a GPU they are one barrier, and each wait of one warp is one of the other, wherever it
// stands. In a loop within a loop each warp may come to either barrier as often in the end.
func crossing(a, b *Outcome) (p, q *Rendezvous) {
	others, passed := b.waits(), map[resource]int{}
	for _, p := range a.Rendezvous {
		if !p.holdsBlock() {
			continue
		}
		key := p.resource()
		k := passed[key]
		passed[key]++
		if k < len(others[key]) && !p.IsOf(others[key][k].Site, others[key][k].Path) {
			return p, others[key][k]
		}
	}
	return nil, nil
}

// resource is what makes two barriers one to a GPU.
type resource struct {
	scope cfg.BarrierScope
	name  uint64
}

func (p *Rendezvous) resource() resource {
	return resource{p.Site.Collective.Scope, p.Barriers[p.first()]}
}

// holdsBlock reports a rendezvous at which a warp waits for all others of its block.
func (p *Rendezvous) holdsBlock() bool {
	c := p.Site.Collective
	return c.IsForAll() && !c.IsInHalves() && c.Class.Kind != cfg.BarrierArrive
}

// waits are the rendezvous at which a warp waits for all others of its block, in order.
func (o *Outcome) waits() map[resource][]*Rendezvous {
	list := map[resource][]*Rendezvous{}
	for _, p := range o.Rendezvous {
		if p.holdsBlock() {
			list[p.resource()] = append(list[p.resource()], p)
		}
	}
	return list
}

// isAt tells the rendezvous of a barrier: those of its site, or wherever the same half of it stands.
func isAt(site *cfg.Instr) func(*Rendezvous) bool {
	return func(p *Rendezvous) bool {
		return p.Site == site || site.Collective.IsInHalves() && p.Site.Collective.Class == site.Collective.Class
	}
}

// IsDesertedBy reports that a barrier of a cluster or of the grid that a warp of one block waits
// at is left out by another block. Of a grid all blocks are counted, even one that has exited as a
// whole.
func IsDesertedBy(waits, other *Block, site *cfg.Instr) bool {
	gone := site.Collective.Scope == cfg.OfGrid && !slices.ContainsFunc(other.Warps, func(o *Outcome) bool { return o.exits == nil })
	leaves := func(w, o *Outcome) bool {
		comes := o.visits(isAt(site))
		if gone {
			comes.warp = &Outcome{}
		}
		return w.visits(isAt(site)).without(comes) != nil
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

// without is the first visit under some name, the lowest, that another warp does not make; nil
// for none.
func (v visits) without(other visits) *Rendezvous {
	var names []uint64
	for name, rendezvous := range v.named {
		if n := len(other.named[name]); n < len(rendezvous) && !other.warp.hasExited(rendezvous[n]) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	lowest := slices.Min(names)
	return v.named[lowest][len(other.named[lowest])]
}

// hasExited reports a warp whose lanes have all left the kernel early where a rendezvous, of another
// warp, does not lead to.
func (o *Outcome) hasExited(p *Rendezvous) bool {
	return o.exits != nil && !slices.ContainsFunc(o.exits, p.place.reaches)
}

// first is the first lane that executes the collective.
func (p *Rendezvous) first() int { return bits.TrailingZeros32(uint32(p.Converged)) }

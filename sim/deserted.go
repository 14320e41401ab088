package sim

import (
	"math/bits"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
)

// Deserted reports that a block barrier that one warp of a block waits at is left out by
// another: it comes there less often under the same name, and has not exited. Both have run on
// the same input; barrier tells the phases of the barrier in question.
func Deserted(waits, other *Outcome, barrier func(*Phase) bool) bool {
	return waits.visits(barrier).without(other.visits(barrier)) != nil
}

// isAt tells the phases of a barrier: those of its site, or wherever the same half of it stands.
func isAt(site *cfg.Instr) func(*Phase) bool {
	return func(p *Phase) bool {
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

// visits are the phases of a warp at a barrier, by its name.
type visits struct {
	named map[uint64][]*Phase
	warp  *Outcome
}

func (o *Outcome) visits(is func(*Phase) bool) visits {
	v := visits{map[uint64][]*Phase{}, o}
	for _, p := range o.Phases {
		if is(p) {
			name := p.Barriers[p.first()]
			v.named[name] = append(v.named[name], p)
		}
	}
	return v
}

// without is the first visit under some name, the lowest, that another warp does not make; nil
// for none.
func (v visits) without(other visits) *Phase {
	var names []uint64
	for name, phases := range v.named {
		if n := len(other.named[name]); n < len(phases) && !other.warp.hasExited(phases[n]) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	lowest := slices.Min(names)
	return v.named[lowest][len(other.named[lowest])]
}

// hasExited reports a warp whose lanes have all left the kernel early where a phase, of another
// warp, does not lead to.
func (o *Outcome) hasExited(p *Phase) bool {
	return o.exits != nil && !slices.ContainsFunc(o.exits, p.place.reaches)
}

// first is the first lane that executes the collective.
func (p *Phase) first() int { return bits.TrailingZeros32(uint32(p.Converged)) }

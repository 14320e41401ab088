package sim

import (
	"slices"

	"github.com/warpcheck/warpcheck/warp"
)

// stranded returns the lanes that wait elsewhere for ever while lanes of their warp wait at p. The barrier at p has a
// number of threads, so it waits for all lanes of the warp that do not exit (PTX ISA, barrier).
func (c *checker) stranded(p *Rendezvous) warp.Lanes {
	var s warp.Lanes
	for o := range lanesOf(p.Elsewhere) {
		for l := range lanesOf(p.Converged) {
			if c.strands(p, l, o) {
				s |= 1 << o
			}
		}
	}
	return s
}

// strands reports whether lane o waits for ever for lane l, which waits at the barrier p. Lane o never reaches a
// barrier with p's number and number of threads, because it waits for l before: at a collective whose mask names l, or
// at another barrier.
func (c *checker) strands(p *Rendezvous, l, o int) bool {
	for _, q := range c.since(p, l, o) {
		switch {
		case q.isNamed():
			return q.Barriers[o] != p.Barriers[l] || q.Threads[o] != p.Threads[l]
		case q.Masks[o]>>l&1 == 1:
			return true
		}
	}
	return false
}

// since returns the rendezvous of lane o after the last one before p that o and l execute together. If there is none,
// it returns all rendezvous of o.
func (c *checker) since(p *Rendezvous, l, o int) []*Rendezvous {
	var list []*Rendezvous
	past := slices.Index(c.out.Rendezvous, p)
	for i, q := range c.out.Rendezvous {
		switch {
		case i < past && q.Converged.Has(l) && q.Converged.Has(o):
			list = nil
		case q.Converged.Has(o):
			list = append(list, q)
		}
	}
	return list
}

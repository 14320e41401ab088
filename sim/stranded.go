package sim

import (
	"slices"

	"github.com/warpcheck/warpcheck/warp"
)

// stranded are the lanes that wait elsewhere for ever while some of their warp wait at a
// barrier with a number of threads: those wait for all of the warp that do not exit (PTX ISA,
// barrier).
func (m *machine) stranded(p *Rendezvous) warp.Lanes {
	var s warp.Lanes
	for o := range lanesOf(p.Elsewhere) {
		for l := range lanesOf(p.Converged) {
			if m.strands(p, l, o) {
				s |= 1 << o
			}
		}
	}
	return s
}

// strands reports a lane o that waits for lane l, which is at the barrier, before it comes to
// one of that name and number itself.
func (m *machine) strands(p *Rendezvous, l, o int) bool {
	for _, q := range m.since(p, l, o) {
		switch {
		case q.isNamed():
			return q.Barriers[o] != p.Barriers[l] || q.Threads[o] != p.Threads[l]
		case q.Masks[o]>>l&1 == 1:
			return true
		}
	}
	return false
}

// since are the rendezvous of lane o after the last one that it was at with lane l before l came
// to p.
func (m *machine) since(p *Rendezvous, l, o int) []*Rendezvous {
	var list []*Rendezvous
	past := slices.Index(m.out.Rendezvous, p)
	for i, q := range m.out.Rendezvous {
		switch {
		case i < past && q.Converged.Has(l) && q.Converged.Has(o):
			list = nil
		case q.Converged.Has(o):
			list = append(list, q)
		}
	}
	return list
}

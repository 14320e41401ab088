package sim

import (
	"fmt"
	"maps"
	"strings"

	"github.com/warpcheck/warpcheck/warp"
)

// meeting identifies a value that a lane gets from a lane on another side of a branch: lane reader gets it at place
// from lane source.
type meeting struct {
	place          string
	reader, source int
}

// exchange holds the values that lanes get in their meetings.
type exchange map[meeting]uint64

func (x exchange) equal(y exchange) bool { return maps.Equal(x, y) }

// matcher finds, after a run, which rendezvous of two lanes of a warp meet. born is the set of the lanes that exist,
// and segments are the segments that they have run.
type matcher struct {
	model    warp.Model
	born     warp.Lanes
	segments []*segment
}

// match finds the rendezvous of the run at which lanes on two sides of a branch meet. It returns the values that these
// lanes exchange.
func (m *machine) match() exchange {
	if len(m.out.Rendezvous) == 0 {
		return exchange{}
	}
	return (&matcher{m.in.Model, m.born, m.segments}).match()
}

// match decides, for every two lanes, which of their rendezvous on two sides of a branch meet, and which pass
// conflicting masks. It returns the values that the lanes exchange.
func (m *matcher) match() exchange {
	met := exchange{}
	classes := m.classes()
	for i, as := range classes {
		for _, bs := range classes[:i] {
			for _, r := range m.regions(as, bs) {
				for a := range lanesOf(as) {
					for b := range lanesOf(bs) {
						m.matchLanes(r, a, b, met)
					}
				}
			}
		}
	}
	return met
}

// classes divides the lanes into classes that run the same segments.
func (m *matcher) classes() []warp.Lanes {
	classes := []warp.Lanes{m.born}
	for _, s := range m.segments {
		for i, c := range classes {
			if in := c & s.lanes; in != 0 && in != c {
				classes[i] = in
				classes = append(classes, c&^in)
			}
		}
	}
	return classes
}

// region holds the rendezvous of two classes of lanes while they run separately. a has the rendezvous of one class, and
// b those of the other class. A region begins and ends at a segment that both classes execute.
type region struct{ a, b []*Rendezvous }

// regions lists the regions of the classes ls and bs in which both classes execute collectives.
func (m *matcher) regions(ls, bs warp.Lanes) []region {
	var out []region
	var r region
	flush := func() {
		if len(r.a) > 0 && len(r.b) > 0 {
			out = append(out, r)
		}
		r = region{}
	}
	for _, s := range m.segments {
		switch hasA, hasB := s.lanes&ls != 0, s.lanes&bs != 0; {
		case hasA && hasB:
			flush()
		case hasA:
			r.a = append(r.a, s.rendezvous...)
		case hasB:
			r.b = append(r.b, s.rendezvous...)
		}
	}
	flush()
	return out
}

// matchLanes pairs the rendezvous of lanes a and b in a region. It records which of them meet, which values the lanes
// exchange there, and which pass conflicting masks. Barriers of the block never meet, and do not count as conflicts.
func (m *matcher) matchLanes(r region, a, b int, met exchange) {
	if m.model == warp.Independent {
		as, bs := naming(r.a, a, b), naming(r.b, b, a)
		for i := range min(len(as), len(bs)) {
			if !meet(as[i].Rendezvous, bs[i].Rendezvous, a, b) {
				break
			}
			as[i].brings(bs[i], a, b, met)
			bs[i].brings(as[i], b, a, met)
		}
	}
	for _, p := range r.a {
		for _, q := range r.b {
			x, y := p.Masks[a], q.Masks[b]
			apart := !p.Meets[a].Has(b) && !q.Meets[b].Has(a)
			if apart && !p.Site.Collective.BeyondWarp && !q.Site.Collective.BeyondWarp && conflict(x, y) && p.place.incomparable(q.place) {
				p.conflicting[a] |= y
				q.conflicting[b] |= x
			}
		}
	}
	m.holdUp(r, a, b)
}

// holdUp records where lanes a and b wait for each other for ever in the region r. They wait at the first pair of
// rendezvous, one of each lane, that do not meet. Neither lane continues from there, so neither arrives later or exits.
func (m *matcher) holdUp(r region, a, b int) {
	as, bs := holding(r.a, a, b), holding(r.b, b, a)
	for i := range min(len(as), len(bs)) {
		p, q := as[i].Rendezvous, bs[i].Rendezvous
		if p.isOneBarrier(q, a, b) || m.model == warp.Independent && meet(p, q, a, b) {
			continue
		}
		if p.place.incomparable(q.place) {
			p.heldUp |= 1 << b
			q.heldUp |= 1 << a
		}
		return
	}
}

// isOneBarrier reports whether lane a at p and lane b at q, of the same warp, wait at the same barrier, possibly at two
// instructions.
func (p *Rendezvous) isOneBarrier(q *Rendezvous, a, b int) bool {
	return p.Site.Collective.IsOneWith(q.Site.Collective) &&
		p.Barriers[a] == q.Barriers[b] && p.Threads[a] == q.Threads[b]
}

// instruction is one of the hardware instructions of a rendezvous. A shuffle of more than 32 bits has several.
type instruction struct {
	*Rendezvous
	index int
}

// naming returns the instructions of those rendezvous at which lane l passes a mask that names the lane `other`.
func naming(rendezvous []*Rendezvous, l, other int) []instruction {
	return instructions(rendezvous, func(p *Rendezvous) bool { return p.isMaskOf(l, other) })
}

// holding returns the instructions of those rendezvous at which lane l waits for the lane `other`.
func holding(rendezvous []*Rendezvous, l, other int) []instruction {
	return instructions(rendezvous, func(p *Rendezvous) bool { return p.Site.Collective.HoldsWarp() || p.isMaskOf(l, other) })
}

// isMaskOf reports whether p is a collective of the warp at which lane l passes a mask that names the lane `other`.
func (p *Rendezvous) isMaskOf(l, other int) bool {
	return !p.Site.Collective.BeyondWarp && warp.Lanes(p.Masks[l]).Has(other)
}

func instructions(rendezvous []*Rendezvous, selects func(*Rendezvous) bool) []instruction {
	var out []instruction
	for _, p := range rendezvous {
		if selects(p) {
			for i := range p.Site.Collective.Instructions {
				out = append(out, instruction{p, i})
			}
		}
	}
	return out
}

// brings records the value that lane a gets at its instruction x from lane b at its instruction y. A value of 64 bits
// is put together from two instructions. At the last instruction of the rendezvous of x, brings also records that the
// two lanes have met there.
func (x instruction) brings(y instruction, a, b int, met exchange) {
	c := x.Site.Collective
	if x.index == c.Instructions-1 {
		x.Meets[a] |= 1 << b
	}
	if c.Value < 0 {
		return
	}
	at, value := meeting{x.key(), a, b}, y.Values[b]
	if c.Instructions+y.Site.Collective.Instructions > 2 {
		value = met[at] | uint64(uint32(value>>(32*(y.index&1))))<<(32*(x.index&1))
	}
	met[at] = value
}

// meet reports whether lane a at p and lane b at q meet. The caller pairs the n-th collective of one lane with the n-th
// of the other (see the package comment). Lanes never meet at an instruction that all lanes of a warp must execute
// together.
func meet(p, q *Rendezvous, a, b int) bool {
	return !p.Site.Collective.BeyondWarp && p.Site.Collective.Class == q.Site.Collective.Class && !p.Site.Collective.Aligned &&
		p.Masks[a] == q.Masks[b] && p.place.incomparable(q.place)
}

// conflict reports whether two masks may not occur in one collective: they are unequal and overlap.
func conflict(x, y uint32) bool { return x != y && x&y != 0 }

// key returns the key of the rendezvous' place, and caches it, because each pair of lanes needs it.
func (p *Rendezvous) key() string {
	if p.placeKey == "" {
		p.placeKey = p.place.key()
	}
	return p.placeKey
}

// key returns a string that is the same for equal places, in this run and in the next one.
func (q place) key() string {
	var b strings.Builder
	for _, c := range q.chain() {
		fmt.Fprintf(&b, "/%d.%d%v", c.block.Index, c.instr, c.iters)
	}
	return b.String()
}

package sim

import (
	"math/bits"
	"sync"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/barrier"
	"github.com/warpcheck/warpcheck/warp"
)

// checker finds, after a run, the rules that the run breaks.
type checker struct {
	in  *Input
	out *Outcome
	*presence
}

// check determines the state of each lane at each rendezvous of the run, and then the rules that are broken there. If
// the run is out of steps, it checks no rules. If the run can show races, check sets out.races, the function that finds
// them.
func (m *machine) check() {
	m.out.Supposed, m.out.decided = m.supposed.first, m.supposed.decided
	c := checker{&m.in, m.out, &m.presence}
	for _, p := range m.out.Rendezvous {
		c.classify(p)
		m.settleSupposed(p)
		if !m.out.OutOfSteps {
			c.checkRendezvous(p)
		}
	}
	if m.out.ShowsRaces() {
		usual := sync.OnceValue(func() []Race { return m.races(KeptOfWarp) })
		m.out.races = func(kept KeptStores) []Race {
			if kept == KeptOfWarp {
				return usual()
			}
			return m.races(kept)
		}
	}
}

// classify sets the state of each lane at the rendezvous p: it arrives, is elsewhere or has exited.
func (c *checker) classify(p *Rendezvous) {
	for l := range lanesOf(p.Converged) {
		p.Arrive |= p.Meets[l]
	}
	p.Exited = ^c.born
	for l := range lanesOf(c.born &^ c.alive &^ p.Arrive &^ p.heldUp) {
		if !p.place.reaches(c.retired[l]) {
			p.Exited |= 1 << l
		}
	}
	if p.Site.Collective.LetsGo() {
		p.Exited |= ^(p.Arrive | c.out.arrivesAgain(p))
	}
	p.Elsewhere = ^(p.Arrive | p.Exited)
	if p.Site.Collective.IsForAll() {
		p.Elsewhere &^= c.doElsewhere(p)
	}
}

// doElsewhere returns the lanes that execute the barrier of p at another rendezvous, on another side of a branch. Some
// barriers have one instruction to arrive and another to wait. For these, only executions of the same instruction as at
// p count.
func (c *checker) doElsewhere(p *Rendezvous) (lanes warp.Lanes) {
	for _, q := range c.out.Rendezvous {
		if p.isOneBarrier(q, p.first(), q.first()) && q.place.incomparable(p.place) {
			lanes |= q.Converged
		}
	}
	return lanes
}

func (c *checker) checkRendezvous(p *Rendezvous) {
	site := p.Site.Collective
	if site.BeyondWarp {
		if unlike := p.unlike(); unlike != 0 && site.IsOnePerWarp() {
			c.report(Violation{Kind: Barrier, Rendezvous: p, Lanes: unlike})
		}
		if invalid := p.invalid(); invalid != 0 {
			c.report(Violation{Kind: Barrier, Rendezvous: p, Lanes: invalid})
		}
		if p.Elsewhere != 0 && site.IsReachedByWarps() {
			c.report(Violation{Kind: Barrier, Rendezvous: p, Lanes: p.Elsewhere})
		}
		if site.IsReachedByLanes() {
			if stranded := c.stranded(p); stranded != 0 {
				c.report(Violation{Kind: Barrier, Rendezvous: p, Lanes: stranded})
			}
		}
		return
	}
	if site.Warpgroup {
		c.checkWarpgroup(p)
		return
	}
	c.perMask(p, NotParticipating, func(l int) warp.Lanes { return c.absent(p, l) })
	c.divergent(p)
	c.perMask(p, NotInMask, func(l int) warp.Lanes {
		return 1 << l &^ warp.Lanes(p.Masks[l])
	})
	switch kind := site.Class.Kind; {
	case kind.IsShuffle():
		c.sources(p)
		c.widths(p)
	case kind.TakesValues():
		c.checkExitedSources(p)
	}
}

// checkWarpgroup reports the lanes of the warp that do not execute an instruction of a warpgroup. If the block has too
// few threads for a whole warpgroup there, it reports the lanes that execute the instruction. RunBlock finds the warps
// that do not execute the instruction at all.
func (c *checker) checkWarpgroup(p *Rendezvous) {
	missing := ^p.Converged &^ c.trapped
	if first := c.in.Warp * warp.Size / warp.GroupSize * warp.GroupSize; first+warp.GroupSize > c.in.Shape.Threads() {
		missing = p.Converged
	}
	if missing != 0 {
		c.report(Violation{Kind: PartOfGroup, Rendezvous: p, Lanes: missing})
	}
}

// unlike returns the converged lanes that pass a different barrier number, or a different number of threads, than the
// first converged lane.
func (p *Rendezvous) unlike() warp.Lanes {
	var s warp.Lanes
	first := p.first()
	for l := range lanesOf(p.Converged) {
		if p.Barriers[l] != p.Barriers[first] || p.Threads[l] != p.Threads[first] {
			s |= 1 << l
		}
	}
	return s
}

// invalid returns the lanes that pass an invalid argument to a barrier: a barrier number that no block has, or a number
// of threads that is not a multiple of the warp size. For a barrier at which the warp only arrives, 0 threads are
// invalid too.
func (p *Rendezvous) invalid() warp.Lanes {
	var s warp.Lanes
	counted, arrives := p.Site.Collective.BarrierThreads >= 0, p.Site.Collective.Class.Kind == cfg.BarrierArrive
	for l := range lanesOf(p.Converged) {
		threads := p.Threads[l]
		if p.Barriers[l] >= barrier.Names || threads%warp.Size != 0 || counted && arrives && threads == 0 {
			s |= 1 << l
		}
	}
	return s
}

// absent returns the lanes that the mask of lane l names and that do not arrive for it. A lane that has exited is
// absent only under lockstep, and only if it did not trap: a trap ends the kernel in an error.
func (c *checker) absent(p *Rendezvous, l int) warp.Lanes {
	named := warp.Lanes(p.Masks[l]) &^ p.Meets[l]
	if c.in.Model == warp.Lockstep {
		return named &^ (p.Exited & c.trapped)
	}
	return named &^ p.Exited
}

// perMask reports one violation of the given kind for each mask that lanes pass at p. The function broken returns the
// lanes that break the rule for a lane l. The violation lists all these lanes, for all lanes l that pass the mask.
func (c *checker) perMask(p *Rendezvous, kind Kind, broken func(l int) warp.Lanes) {
	done := warp.Lanes(0)
	for l := range lanesOf(p.Converged) {
		if done.Has(l) {
			continue
		}
		peers := p.withMask(p.Masks[l])
		done |= peers
		v := Violation{Kind: kind, Rendezvous: p, Mask: p.Masks[l]}
		for peer := range lanesOf(peers) {
			v.Lanes |= broken(peer)
		}
		if v.Lanes != 0 {
			c.report(v)
		}
	}
}

// withMask returns the converged lanes that pass the given mask.
func (p *Rendezvous) withMask(mask uint32) warp.Lanes {
	var s warp.Lanes
	for l := range lanesOf(p.Converged) {
		if p.Masks[l] == mask {
			s |= 1 << l
		}
	}
	return s
}

// divergent reports the lanes whose masks conflict, which means that the masks are unequal and overlap. A lane is not
// reported if its mask is the union of all conflicting masks at p.
func (c *checker) divergent(p *Rendezvous) {
	union, parties := uint32(0), warp.Lanes(0)
	for l := range lanesOf(p.Converged) {
		for other := range lanesOf(p.Converged) {
			if conflict(p.Masks[l], p.Masks[other]) {
				p.conflicting[l] |= p.Masks[other]
			}
		}
		if p.conflicting[l] != 0 {
			union |= p.Masks[l] | p.conflicting[l]
			parties |= 1 << l
		}
	}
	first := len(c.out.Violations)
	c.perMask(p, DivergentMask, func(l int) warp.Lanes {
		if p.Masks[l] == union {
			return 0
		}
		return parties & (1 << l)
	})
	for i := range c.out.Violations[first:] {
		c.out.Violations[first+i].Union = union
	}
}

// sources reports the lanes of a shuffle that read a lane outside their mask, or a lane that has exited. A lane may
// always read itself. If the lane that is read is named by the mask and has not arrived, only NotParticipating is
// reported.
func (c *checker) sources(p *Rendezvous) {
	var read [warp.Size]int
	wrong := func(l int) warp.Lanes {
		if !validWidth(p.Widths[l]) {
			return 0
		}
		read[l], _ = sourceLane(p.Site.Collective.Class.Kind, l, int64(int32(p.Sources[l])), int(p.Widths[l]))
		there := warp.Lanes(p.Masks[l]) &^ (p.Exited &^ c.trapped)
		if read[l] == l || there.Has(read[l]) {
			return 0
		}
		return 1 << l
	}
	first := len(c.out.Violations)
	c.perMask(p, SourceNotInMask, wrong)
	for i := range c.out.Violations[first:] {
		v := &c.out.Violations[first+i]
		for l := range lanesOf(v.Lanes) {
			v.Sources |= 1 << read[l]
		}
	}
}

// checkExitedSources reports the lanes whose result of a reduction or a scan includes the value of an exited lane.
func (c *checker) checkExitedSources(p *Rendezvous) {
	kind := p.Site.Collective.Class.Kind
	named := func(l int) warp.Lanes { return kind.ValuesFor(l) & warp.Lanes(p.Masks[l]) }
	first := len(c.out.Violations)
	c.perMask(p, SourceNotInMask, func(l int) warp.Lanes {
		if named(l)&p.Exited&^c.trapped == 0 {
			return 0
		}
		return 1 << l
	})
	for i := range c.out.Violations[first:] {
		v := &c.out.Violations[first+i]
		for l := range lanesOf(v.Lanes) {
			v.Sources |= named(l)
		}
	}
}

// widths reports each invalid width, with the lanes that pass it.
func (c *checker) widths(p *Rendezvous) {
	bad := map[uint64]warp.Lanes{}
	for l := range lanesOf(p.Converged) {
		if !validWidth(p.Widths[l]) {
			bad[p.Widths[l]] |= 1 << l
		}
	}
	for l := range lanesOf(p.Converged) {
		w := p.Widths[l]
		if s := bad[w]; s != 0 && bits.TrailingZeros32(uint32(s)) == l {
			c.report(Violation{Kind: Width, Rendezvous: p, Lanes: s, Mask: p.Masks[l], Width: w})
		}
	}
}

func (c *checker) report(v Violation) { c.out.Violations = append(c.out.Violations, v) }

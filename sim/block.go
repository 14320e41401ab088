package sim

import (
	"iter"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/barrier"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Block is the result of running all warps of a block on one input. The warps share memory and run in rounds: in each
// round every warp runs to its next block barrier, whichever that is. If the runs can be trusted, the barriers that the
// warps reached are then run together (package barrier).
type Block struct {
	Warps []*Outcome
	// Waits are the rendezvous at which, in some order of arrival, a warp waits for ever, in the order of the warps.
	// Always: in every order some warp waits for ever. Open: there are too many orders to examine all. RunsAhead: a
	// warp that only arrives may do so again before the warps that wait there have arrived once.
	Waits                   []Waiting
	Always, Open, RunsAhead bool
	// Deserted are the barriers of the whole block, each once, at which some warp waits while another warp waits
	// elsewhere or never reaches the barrier.
	Deserted []Desertion

	races func() []Race
}

// Desertion is a barrier that one warp reaches more often than another, or reaches while the other waits at another
// barrier.
type Desertion struct {
	Rendezvous  *Rendezvous
	Warp, Other int
	// Meanwhile is where the other warp waits at the same time, nil if it reaches the barrier less often.
	Meanwhile *Rendezvous
}

// MissingLanes are the lanes of the other warp that are missing at the barrier.
func (b *Block) MissingLanes(d Desertion) warp.Lanes {
	if d.Meanwhile != nil {
		return d.Meanwhile.Converged
	}
	return b.Warps[d.Other].staying(d.Rendezvous)
}

// Waiting is a warp that waits for ever.
type Waiting struct {
	Warp       int
	Rendezvous *Rendezvous
	barrier.Wait
}

// RunBlock runs all warps of a block, and ignores the warp that the input names.
func RunBlock(input Input) *Block {
	if input.Steps == 0 {
		input.Steps = DefaultSteps
	}
	b := &Block{}
	machines := settledBlock(input)
	for _, m := range machines {
		m.check()
		b.Warps = append(b.Warps, m.out)
	}
	if input.Races {
		b.races = func() []Race { return racesBetween(machines) }
	}
	if b.IsComplete() {
		b.meet()
		b.findDeserted()
	}
	return b
}

// settledBlock runs a block again until the values that lanes exchange across branches no longer change.
func settledBlock(input Input) []*machine {
	met := make([]exchange, (input.Shape.Threads()+warp.Size-1)/warp.Size)
	for range warp.Size {
		machines := runTogether(input, met)
		settled, steps := true, 0
		for w, m := range machines {
			next := m.match()
			settled = settled && next.equal(met[w]) || m.out.OutOfSteps
			met[w], steps = next, max(steps, m.steps)
		}
		if settled {
			return machines
		}
		input.Steps -= steps
	}
	machines := runTogether(input, met)
	for _, m := range machines {
		m.match()
		m.unknown("values exchanged across branches do not settle")
	}
	return machines
}

// round holds the rendezvous that the warps reach in one round.
type round struct{ rendezvous []*Rendezvous }

// votes counts the threads at the barrier, and those of them with a true predicate.
func (r *round) votes() (voters, threads int) {
	for _, p := range r.rendezvous {
		for l := range lanesOf(p.Converged) {
			if threads++; p.Values[l] != 0 {
				voters++
			}
		}
	}
	return voters, threads
}

// runTogether runs the warps of a block round by round.
func runTogether(input Input, met []exchange) []*machine {
	shared := newMemory()
	machines := make([]*machine, len(met))
	warps := make([]func() (*Rendezvous, bool), len(met))
	for w := range machines {
		input.Warp = w
		m := newMachine(input, met[w])
		m.memory = shared
		next, stop := iter.Pull(func(yield func(*Rendezvous) bool) {
			m.pause = func(p *Rendezvous) { yield(p) }
			m.run()
		})
		defer stop()
		machines[w], warps[w] = m, next
	}
	for under := true; under; {
		now := &round{}
		for _, next := range warps {
			if p, comes := next(); comes {
				now.rendezvous = append(now.rendezvous, p)
			}
		}
		for _, m := range machines {
			m.round = now
		}
		under = len(now.rendezvous) > 0
	}
	return machines
}

// findDeserted finds the barriers of the whole block, or of a tile, that some warp does not reach though another waits
// there.
func (b *Block) findDeserted() {
	for _, site := range b.barriers() {
		if d, found := b.desertion(site); found {
			b.Deserted = append(b.Deserted, d)
		}
	}
	for w, o := range b.Warps {
		for v := range w {
			if ps, qs := parted(o, b.Warps[v]); len(ps) > 0 && len(qs) > 0 {
				b.addDesertion(Desertion{ps[0], w, v, qs[0]})
				b.addDesertion(Desertion{qs[0], v, w, ps[0]})
			}
		}
	}
}

func (b *Block) addDesertion(d Desertion) {
	if _, reported := b.DesertionOf(d.Rendezvous.Site, d.Rendezvous.Path); !reported {
		b.Deserted = append(b.Deserted, d)
	}
}

// barriers returns the barriers of the whole block or of a tile that some warp reaches, each once.
func (b *Block) barriers() []*cfg.Instr {
	var list []*cfg.Instr
	seen := map[*cfg.Instr]bool{}
	for _, o := range b.Warps {
		for _, p := range o.Rendezvous {
			if c := p.Site.Collective; !seen[p.Site] && (c.IsForAll() || c.Tile > 0) {
				seen[p.Site] = true
				list = append(list, p.Site)
			}
		}
	}
	return list
}

// desertion returns the first case in which a warp waits at site and another does not reach it.
func (b *Block) desertion(site *cfg.Instr) (d Desertion, found bool) {
	visits := make([]visits, len(b.Warps))
	for w, o := range b.Warps {
		visits[w] = o.visits(isAt(site))
	}
	for w := range visits {
		for other := range visits {
			for _, p := range visits[w].without(visits[other]) {
				if p.Site == site && inOneTile(site, w, other) {
					return Desertion{Rendezvous: p, Warp: w, Other: other}, true
				}
			}
		}
	}
	return Desertion{}, false
}

// inOneTile reports whether the barrier at site is one barrier for the two warps.
func inOneTile(site *cfg.Instr, w, v int) bool {
	tile := site.Collective.Tile
	return tile == 0 || w*warp.Size/tile == v*warp.Size/tile
}

// DesertionOf returns the desertion of the barrier at site, called along path.
func (b *Block) DesertionOf(site *cfg.Instr, path []source.Pos) (d Desertion, found bool) {
	if i := slices.IndexFunc(b.Deserted, func(d Desertion) bool { return d.Rendezvous.IsOf(site, path) }); i >= 0 {
		return b.Deserted[i], true
	}
	return Desertion{}, false
}

// Supposed is the first supposed value that decided which threads reach a barrier of the block, "" if none did.
func (b *Block) Supposed() string {
	for _, o := range b.Warps {
		for _, p := range o.Rendezvous {
			if p.Supposed != "" && p.Site.Collective.BeyondWarp {
				return p.Supposed
			}
		}
		if o.decided != "" {
			return o.decided
		}
	}
	return ""
}

// IsComplete reports whether each warp's run can be trusted.
func (b *Block) IsComplete() bool {
	for _, o := range b.Warps {
		if !o.IsComplete() {
			return false
		}
	}
	return true
}

// ShowsRaces reports whether races between the warps can be told of the run: it is complete, or it was cut off by its
// steps alone before any warp executed a collective. What the warps did until then was in no order, whatever comes
// behind it.
func (b *Block) ShowsRaces() bool {
	return b.IsComplete() || !slices.ContainsFunc(b.Warps, func(o *Outcome) bool { return !o.isFree() })
}

// ShowsRaces reports whether races between the lanes can be told of the run, as [Block.ShowsRaces] does.
func (o *Outcome) ShowsRaces() bool { return o.IsComplete() || o.isFree() }

// isFree reports whether no lane waited for another as far as the run went.
func (o *Outcome) isFree() bool { return o.Unknown == "" && len(o.Rendezvous) == 0 }

// IsComplete reports whether the run can be trusted.
func (o *Outcome) IsComplete() bool { return o.Unknown == "" && !o.OutOfSteps }

// StarvedAt returns a warp that waits for ever at a barrier, and another warp that reaches the barriers with this
// number less often.
func (b *Block) StarvedAt(site *cfg.Instr, path []source.Pos) (d Desertion, found bool) {
	for _, w := range b.Waits {
		name := func(p *Rendezvous) bool { return p.isNamed() && p.op().Name == w.Rendezvous.op().Name }
		if !w.Rendezvous.IsOf(site, path) {
			continue
		}
		for other, o := range b.Warps {
			if Deserted(b.Warps[w.Warp], o, name) {
				return Desertion{Rendezvous: w.Rendezvous, Warp: w.Warp, Other: other}, true
			}
		}
	}
	return Desertion{}, false
}

// HangsAt reports whether some warp waits for ever at a barrier with the number of the barrier at site, or with one of
// its numbers if executions of site pass several.
func (b *Block) HangsAt(site *cfg.Instr) bool {
	names := map[int]bool{}
	for _, o := range b.Warps {
		for _, p := range o.Rendezvous {
			if p.Site == site && p.isNamed() {
				names[p.op().Name] = true
			}
		}
	}
	for _, w := range b.Waits {
		if names[w.Rendezvous.op().Name] {
			return true
		}
	}
	return false
}

// meet runs the barriers that the warps reached, in all orders of arrival.
func (b *Block) meet() {
	ways, rendezvous := make([][]barrier.Op, len(b.Warps)), make([][]*Rendezvous, len(b.Warps))
	for w, o := range b.Warps {
		for _, p := range o.Rendezvous {
			if p.isNamed() {
				ways[w], rendezvous[w] = append(ways[w], p.op()), append(rendezvous[w], p)
			}
		}
	}
	out := barrier.Run(ways)
	b.Always, b.Open = out.Hangs && !out.Passes && !out.Open, out.Open
	for name := range barrier.Names {
		b.RunsAhead = b.RunsAhead || out.RunsAhead(ways, name)
	}
	for w := range ways {
		for i := range ways[w] {
			if how, waits := out.Waits[barrier.Step{Warp: w, Op: i}]; waits {
				b.Waits = append(b.Waits, Waiting{w, rendezvous[w][i], how})
			}
		}
	}
}

// isNamed reports whether p is at one of the barriers that a block has by number.
func (p *Rendezvous) isNamed() bool { return p.Site.Collective.IsNumbered() }

// op is the warp's operation at a numbered barrier, with the operands of its first lane.
func (p *Rendezvous) op() barrier.Op {
	op := barrier.Op{Name: int(p.Barriers[p.first()] % barrier.Names), Arrives: p.Site.Collective.Class.Kind == cfg.BarrierArrive}
	if !p.Site.Collective.IsForAll() {
		op.Warps = int((p.Threads[p.first()] + warp.Size - 1) / warp.Size)
	}
	return op
}

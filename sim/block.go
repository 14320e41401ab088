package sim

import (
	"cmp"
	"iter"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/barrier"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Block is the result of running all warps of a block on one input. The warps share memory and run in rounds. In each
// round every warp runs until it reaches a barrier of several warps, possibly another barrier than the other warps. If
// all runs can be trusted, package barrier then examines the numbered barriers that the warps reached, in all orders of
// arrival.
type Block struct {
	Warps []*Outcome
	// Waits lists the rendezvous (executions of a barrier by one warp) at which a warp waits for ever in some order of
	// arrival, sorted by warp. Always: some warp waits for ever in every order. Open: there are too many orders to
	// examine all. RunsAhead: a warp that arrives at a barrier without waiting may arrive there again before the
	// waiting warps have arrived once.
	Waits                   []Waiting
	Always, Open, RunsAhead bool
	// Deserted lists barriers of the whole block or of a tile at which one warp waits, while another warp waits
	// elsewhere or reaches the barrier less often. It also lists instructions of a warpgroup that one of its warps
	// executes less often than another. A site is listed once for each of its call paths.
	Deserted []Desertion

	// Unwritten lists the reads of shared memory that no thread has written, at most one for each instruction and call
	// path. It is filled only if Input.Unwritten is set.
	Unwritten []UnwrittenRead

	// WrongArrivals lists the wrong uses of mbarriers. It is filled only if Input.Arrivals is set.
	WrongArrivals []BarrierFault

	races func(KeptStores) []Race
}

// Desertion is a barrier at which the warp Warp waits in vain for the warp Other. Rendezvous is the execution of the
// barrier by Warp. Other reaches the barrier less often, or waits at another barrier at the same time.
type Desertion struct {
	Rendezvous  *Rendezvous
	Warp, Other int
	// Meanwhile is where warp Other waits at the same time. It is nil if Other reaches the barrier less often.
	Meanwhile *Rendezvous
}

// MissingLanes returns the lanes of warp d.Other that are missing at the barrier. If lanes of d.Other wait at another
// barrier, it returns these lanes. Otherwise it returns all lanes that have not exited before the barrier. For an
// instruction of a warpgroup it returns all lanes of the warp, including those that have exited.
func (b *Block) MissingLanes(d Desertion) warp.Lanes {
	switch {
	case d.Meanwhile != nil:
		return d.Meanwhile.Converged
	case d.Rendezvous.Site.Collective.Warpgroup:
		return b.Warps[d.Other].born
	}
	return b.Warps[d.Other].staying(d.Rendezvous)
}

// Waiting is an execution of a barrier (Rendezvous) at which a warp waits for ever in some order of arrival.
type Waiting struct {
	Warp       int
	Rendezvous *Rendezvous
	barrier.Wait
}

// RunBlock runs all warps of a block. It ignores input.Warp.
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
		b.races = func(kept KeptStores) []Race { return racesBetween(machines, kept) }
	}
	if input.Arrivals {
		b.WrongArrivals = wrongArrivals(machines)
	}
	if input.Deliveries {
		noteDeliveries(machines)
	}
	if input.Unwritten {
		b.Unwritten = unwrittenReads(machines)
	}
	if b.IsComplete() {
		b.meet()
		b.findDeserted()
	}
	return b
}

// settledBlock runs the block repeatedly, because lanes on two sides of a branch may exchange values (match.go). Each
// run uses the values that were exchanged in the run before. The repetition ends when a run exchanges the same values
// again. settledBlock returns the machines of the last run, one per warp. If the values still change after warp.Size
// runs, the outcomes are Unknown.
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

// round holds the rendezvous that the warps reach in one round (see Block), at most one per warp.
type round struct {
	rendezvous []*Rendezvous
	// isStuck reports whether no warp can continue, because each one waits for a phase of an mbarrier that does not
	// complete.
	isStuck bool
}

// votes counts, in this round, the threads that reach a barrier, and those of them with a true predicate (voters).
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

// runTogether runs the warps of a block round by round. met holds, for each warp, the values that its lanes exchanged
// across branches in the last run. If the input asks for races, arrivals or deliveries, and a warp runs out of steps,
// all warps end in the same round. The run up to there is still valid: it does not depend on later actions of that
// warp.
func runTogether(input Input, met []exchange) []*machine {
	shared := newMemory()
	shared.endsBarriers = input.Arrivals && input.Func.LeadsTo(endsBarrier)
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
	for _, m := range machines {
		m.round = &round{}
	}
	if input.LastFirst {
		slices.Reverse(warps)
	}
	for under := true; under; {
		now := &round{}
		shared.unwritten.round++
		shared.proxies.beginRound()
		polling := now.run(shared, warps)
		now.isStuck = polling > 0 && !slices.ContainsFunc(now.rendezvous, func(p *Rendezvous) bool { return !p.Site.Collective.HoldsBlock() })
		isCutOff := (input.Races || input.Arrivals || input.Deliveries) && slices.ContainsFunc(machines, func(m *machine) bool { return m.out.OutOfSteps })
		for _, m := range machines {
			m.round, m.out.OutOfSteps = now, m.out.OutOfSteps || isCutOff
		}
		under = polling > 0 || len(now.rendezvous) > 0
	}
	return machines
}

// run runs each warp to its next barrier of the block. It returns the number of warps that wait instead for phases of
// mbarriers, in vain: no other warp can arrive there.
func (r *round) run(shared *memory, warps []func() (*Rendezvous, bool)) (polling int) {
	for todo := warps; ; {
		before := shared.moves
		var waiting []func() (*Rendezvous, bool)
		for _, next := range todo {
			switch p, arrives := next(); {
			case arrives && p == nil:
				waiting = append(waiting, next)
			case arrives:
				r.rendezvous = append(r.rendezvous, p)
			}
		}
		if todo = waiting; len(todo) == 0 || shared.moves == before {
			return len(todo)
		}
	}
}

// findDeserted sets b.Deserted. It looks for a warp that reaches a barrier less often than another warp, and for two
// warps that wait for each other at different barriers.
func (b *Block) findDeserted() {
	for _, site := range b.barriers() {
		if d, found := b.desertion(site); found {
			b.Deserted = append(b.Deserted, d)
		}
	}
	for w, o := range b.Warps {
		for v := range w {
			if ps, qs := mismatch(o, b.Warps[v]); len(ps) > 0 && len(qs) > 0 {
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

// barriers returns the barriers of the whole block or of a tile, and the instructions of a warpgroup, that some warp
// reaches. It lists each instruction once.
func (b *Block) barriers() []*cfg.Instr {
	var list []*cfg.Instr
	seen := map[*cfg.Instr]bool{}
	for _, o := range b.Warps {
		for _, p := range o.Rendezvous {
			if c := p.Site.Collective; !seen[p.Site] && !c.AwaitsArrivals() && (c.IsForAll() || c.Together() > 0) {
				seen[p.Site] = true
				list = append(list, p.Site)
			}
		}
	}
	return list
}

// desertion looks for a warp that waits at site and another warp that reaches the barrier less often. It returns the
// first case. found is false if there is none.
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

// inOneTile reports whether the warps w and v share the barrier at site: it is a barrier of the whole block, or both
// warps are in the same tile.
func inOneTile(site *cfg.Instr, w, v int) bool {
	tile := site.Collective.Together()
	return tile == 0 || w*warp.Size/tile == v*warp.Size/tile
}

// DesertionOf returns the entry of b.Deserted for the barrier at site, called along path. found is false if there is
// none.
func (b *Block) DesertionOf(site *cfg.Instr, path []source.Pos) (d Desertion, found bool) {
	if i := slices.IndexFunc(b.Deserted, func(d Desertion) bool { return d.Rendezvous.IsOf(site, path) }); i >= 0 {
		return b.Deserted[i], true
	}
	return Desertion{}, false
}

// Supposed describes the first supposed value (Input.Supposed) that decided which threads reach a barrier of the block,
// or which operands they pass to it. It is "" if there is no such value.
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

// IsComplete reports whether the runs of all warps can be trusted.
func (b *Block) IsComplete() bool {
	for _, o := range b.Warps {
		if !o.IsComplete() {
			return false
		}
	}
	return true
}

// BreaksRule reports whether a run of some warp shows that a rule about masks or barriers is broken
// (Outcome.Violations).
func (b *Block) BreaksRule() bool {
	return slices.ContainsFunc(b.Warps, func(o *Outcome) bool { return len(o.Violations) > 0 })
}

// ShowsRaces reports whether races between the warps can be found in the run. That is so if the run is complete. It is
// also so if the run only ran out of steps, and all warps executed the same barriers of the block and no other
// collective before. A later event of such a run cannot order what the warps did before.
func (b *Block) ShowsRaces() bool {
	longest := slices.MaxFunc(b.Warps, func(o, other *Outcome) int { return cmp.Compare(len(o.Rendezvous), len(other.Rendezvous)) })
	return b.IsComplete() || !slices.ContainsFunc(b.Warps, func(o *Outcome) bool { return !o.isInStep() || !o.isBeside(longest) })
}

// ShowsRaces reports whether races between the lanes of the warp can be found in the run. The run must be complete, or
// have executed no collective.
func (o *Outcome) ShowsRaces() bool { return o.IsComplete() || o.isFree() }

// isFree reports whether the lanes of the warp ran independently: the run executed no collective, and nothing makes it
// Unknown.
func (o *Outcome) isFree() bool { return o.Unknown == "" && len(o.Rendezvous) == 0 }

// isInStep reports whether the only collectives of the run are barriers of the block, and nothing makes the run
// Unknown. Each of these barriers must have been executed by all lanes that had not left the kernel.
func (o *Outcome) isInStep() bool {
	return o.Unknown == "" && !slices.ContainsFunc(o.Rendezvous, func(p *Rendezvous) bool {
		return !p.Site.Collective.HoldsBlock() || p.Converged|p.Exited != warp.All
	})
}

// isBeside reports whether two warps executed the same sequence of collectives, as far as the shorter one goes.
func (o *Outcome) isBeside(other *Outcome) bool {
	for n := range min(len(o.Rendezvous), len(other.Rendezvous)) {
		if o.Rendezvous[n].Site != other.Rendezvous[n].Site {
			return false
		}
	}
	return true
}

// IsComplete reports whether the run can be trusted: it reached its end, and nothing made it Unknown.
func (o *Outcome) IsComplete() bool { return o.Unknown == "" && !o.OutOfSteps }

// StarvedAt finds a warp that waits for ever at the barrier at site, called along path, and a warp that keeps it
// waiting. The latter reaches barriers with the same number less often, or waits elsewhere (see Deserted). found is
// false if there is no such pair.
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

// HangsAt reports whether some warp waits for ever at a barrier with the same number as the barrier at site. If
// executions of site pass several numbers, a hang at any of these numbers counts.
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

// meet simulates the numbered barriers of all warps, in every order of arrival (package barrier). It sets b.Waits,
// b.Always, b.Open and b.RunsAhead.
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

// isNamed reports whether p is at one of the sixteen numbered barriers of a block.
func (p *Rendezvous) isNamed() bool { return p.Site.Collective.IsNumbered() }

// op describes what the warp does at the numbered barrier of p, by the operands of its first lane. Warps is 0 if the
// barrier waits for all warps of the block.
func (p *Rendezvous) op() barrier.Op {
	op := barrier.Op{Name: int(p.Barriers[p.first()] % barrier.Names), Arrives: p.Site.Collective.Class.Kind == cfg.BarrierArrive}
	if !p.Site.Collective.IsForAll() {
		op.Warps = int((p.Threads[p.first()] + warp.Size - 1) / warp.Size)
	}
	return op
}

package sim

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

// Races between the warps of a block. The warps share no program order, and only what holds threads of both orders them: a
// barrier of the block, of a tile of several warps, of a cluster.
//
//	s[threadIdx.x] = v;             thread 0 writes byte 0 in its epoch 0
//	bar.arrive 1, 64;               phase 1 of barrier 1 knows of its epoch 0, and it goes on
//	x = s[0];                       thread 32 does not know of it: a race
//	bar.sync 1, 64;                 thread 32 learns what the phase knows
//	y = s[0];                       ordered
//
// The barriers run in one order of arrival, in which each warp comes as soon as it can. Where another order lets a warp
// wait for ever, the block is not asked. A race is of two accesses that this order of arrival leaves unordered, whatever
// the machine ran first.
//
// Stores of one value are no race, nor is a store of what the cell holds already with a read: the read sees that value
// before it, between and after.

// maxCompared bounds the pairs of accesses of a block that are compared: some seconds. Beyond it races are missed, none is
// made up.
const maxCompared = 1 << 25

// Races are those between threads of two warps, in the order of the later accesses; none where the block breaks another
// rule, or is not to be trusted.
func (b *Block) Races() []Race {
	if b.races == nil || !b.IsComplete() || len(b.Waits)+len(b.Deserted) > 0 || b.Open {
		return nil
	}
	for _, o := range b.Warps {
		if len(o.Violations) > 0 {
			return nil
		}
	}
	return b.races()
}

// racesBetween are those between the warps that some machines ran.
func racesBetween(machines []*machine) []Race {
	d := newDetector(machines)
	d.phases = newPhases()
	return d.find()
}

// barrierKind is one of the families of barriers between warps: the sixteen of a block, those of its tiles by their first
// warp, that of the cluster.
type barrierKind int

const (
	ofBlock barrierKind = iota
	ofTile
	ofCluster
)

// barrierKey tells the barriers between warps apart.
type barrierKey struct {
	kind   barrierKind
	number int
}

// keyOf is the barrier that a warp comes to.
func keyOf(w int, p *Rendezvous) barrierKey {
	c := p.Site.Collective
	switch {
	case c.Tile > 0:
		return barrierKey{ofTile, w * warp.Size / c.Tile * c.Tile / warp.Size}
	case c.Class.Kind == cfg.ClusterArrive || c.Class.Kind == cfg.ClusterWait:
		return barrierKey{ofCluster, 0}
	}
	return barrierKey{ofBlock, p.op().Name}
}

// phases are the phases of all barriers between warps.
type phases struct {
	// under is the phase that the next warp to come counts in, counted the one that a rendezvous belongs to, and
	// ofCluster the one that each warp has arrived in last.
	under     map[barrierKey]*phase
	counted   map[*Rendezvous]*phase
	ofCluster map[int]*phase
}

func newPhases() *phases {
	return &phases{map[barrierKey]*phase{}, map[*Rendezvous]*phase{}, map[int]*phase{}}
}

// phase is one use of a barrier: those that come are counted until it is full.
type phase struct {
	// come are the warps that have come, asked how many it takes, 0 for all from first up to last that have not ended.
	come               []int
	asked, first, last int
	isFull             bool
	// holdsBlock: all threads of the block that have not ended wait there.
	holdsBlock bool
	// knows is what those that have come knew.
	knows clock
}

// passesBlock lets a warp go on at a barrier between warps, at once where it only arrives, else when the phase is full. It
// reports whether something changed.
func (d *detector) passesBlock(w int, p *Rendezvous) bool {
	first := w * warp.Size
	for l := range lanesOf(p.Converged) {
		if d.waiting(first+l) != p {
			return false
		}
	}
	r, isNew := d.phaseOf(w, p)
	if !isArrival(p) && !d.fill(r) {
		return isNew
	}
	for l := range lanesOf(p.Converged) {
		if !isArrival(p) {
			d.clocks[first+l].learn(r.knows)
		}
		d.clocks[first+l][first+l]++
		d.at[first+l]++
	}
	return true
}

// isArrival reports a barrier at which a warp is counted and goes on.
func isArrival(p *Rendezvous) bool {
	kind := p.Site.Collective.Class.Kind
	return kind == cfg.BarrierArrive || kind == cfg.ClusterArrive
}

// phaseOf is the phase that a warp comes to or waits in, and whether it comes there now. Who waits for a cluster has come
// where it arrived.
func (d *detector) phaseOf(w int, p *Rendezvous) (r *phase, isNew bool) {
	if r = d.phases.counted[p]; r != nil {
		return r, false
	}
	if p.Site.Collective.Class.Kind == cfg.ClusterWait && d.phases.ofCluster[w] != nil {
		r = d.phases.ofCluster[w]
	} else {
		r = d.open(w, p)
		r.come = append(r.come, w)
		for l := range lanesOf(p.Converged) {
			r.knows.learn(d.clocks[w*warp.Size+l])
		}
	}
	d.phases.counted[p] = r
	return r, true
}

// open is the phase of a barrier that counts now.
func (d *detector) open(w int, p *Rendezvous) *phase {
	key := keyOf(w, p)
	r := d.phases.under[key]
	if r == nil || d.fill(r) {
		r = &phase{asked: p.op().Warps, last: len(d.machines), holdsBlock: p.Site.Collective.HoldsBlock(), knows: make(clock, len(d.at))}
		if tile := p.Site.Collective.Tile; tile > 0 {
			r.first, r.last = key.number, min(key.number+tile/warp.Size, len(d.machines))
		}
		d.phases.under[key] = r
	}
	if key.kind == ofCluster {
		d.phases.ofCluster[w] = r
	}
	return r
}

// fill reports a phase that is full. Its warps go on when those that have ended instead of coming have, and what these did
// is known then.
func (d *detector) fill(r *phase) bool {
	if r.isFull || r.asked > 0 && len(r.come) < r.asked {
		return r.isFull
	}
	for w := r.first; w < r.last && r.asked == 0; w++ {
		if !slices.Contains(r.come, w) && !d.warpHasEnded(w) {
			return false
		}
	}
	for t := r.first * warp.Size; t < r.last*warp.Size && r.asked == 0; t++ {
		if d.hasEnded(t) {
			r.knows.learn(d.clocks[t])
		}
	}
	r.isFull = true
	if r.holdsBlock && !d.isCopying() {
		clear(d.cells) // all threads know of these accesses when they go on
	}
	return true
}

// isCopying reports copies that nobody has waited for.
func (d *detector) isCopying() bool {
	goesOn := func(epochs []*int) bool { return len(epochs) > 0 }
	return slices.ContainsFunc(d.copying, goesOn) || slices.ContainsFunc(d.committed, goesOn)
}

// warpHasEnded reports a warp of which all that its lanes did has been looked at.
func (d *detector) warpHasEnded(w int) bool {
	for l := range warp.Size {
		if !d.hasEnded(w*warp.Size + l) {
			return false
		}
	}
	return true
}

// isSilent reports, of two warps, a store of what the cell holds already, beside a read.
func (d *detector) isSilent(a, b *step) bool {
	one, other := a.touch.Site.Access(), b.touch.Site.Access()
	return d.phases != nil && (one == cfg.Reads && !b.changes || other == cfg.Reads && !a.changes)
}

package sim

import (
	"bytes"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

// Races between the warps of a block. Only barriers that threads of both warps execute order them: barriers of the
// block, of a tile of several warps, of a cluster.
//
//	s[threadIdx.x] = v;             thread 0 writes byte 0 in its epoch 0
//	bar.arrive 1, 64;               phase 1 of barrier 1 knows of its epoch 0, and it goes on
//	x = s[0];                       thread 32 does not know of it: a race
//	bar.sync 1, 64;                 thread 32 learns what the phase knows
//	y = s[0];                       ordered
//
// The barriers run in one order of arrival: each warp arrives as soon as it can. A block that hangs in some order has
// no races here. Two accesses race if the barriers leave them unordered, whatever the machine ran first.
//
// Stores of one value do not race, and neither do a read and a store of the value that the cell already holds: the read
// sees that value in any order.

// maxCompared bounds the pairs of accesses that are compared in a block, to some seconds. Beyond it races are missed,
// but none is invented.
const maxCompared = 1 << 25

// Races returns the races between threads of two warps, in the order of the later accesses. It returns none if the
// block breaks another rule or its run does not show them.
func (b *Block) Races() []Race {
	if b.races == nil || !b.ShowsRaces() || len(b.Waits)+len(b.Deserted) > 0 || b.Open {
		return nil
	}
	for _, o := range b.Warps {
		if o.isBroken() {
			return nil
		}
	}
	return b.races()
}

// racesBetween finds the races between warps. Each machine has run one warp.
func racesBetween(machines []*machine) []Race {
	d := newDetector(machines)
	d.phases = newPhases()
	return d.find()
}

// barrierKind is a family of barriers between warps: the sixteen barriers of a block, the barriers of its tiles
// (numbered by their first warp), the barrier of the cluster.
type barrierKind int

const (
	ofBlock barrierKind = iota
	ofTile
	ofCluster
)

// barrierKey identifies a barrier between warps.
type barrierKey struct {
	kind   barrierKind
	number int
}

// keyOf identifies the barrier of a rendezvous of warp w.
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

// phases holds the phases of all barriers between warps.
type phases struct {
	// current holds the current phase of each barrier. counted holds the phase of each rendezvous that has arrived.
	// ofCluster holds, for each warp, the phase of the cluster's barrier in which the warp last arrived.
	current   map[barrierKey]*phase
	counted   map[*Rendezvous]*phase
	ofCluster map[int]*phase
}

func newPhases() *phases {
	return &phases{map[barrierKey]*phase{}, map[*Rendezvous]*phase{}, map[int]*phase{}}
}

// phase is one use of a barrier: arriving warps are counted until it is full.
type phase struct {
	// arrived lists the warps that have arrived. count is the number of warps that fills the phase; if it is 0, the
	// phase is full when all warps from first up to, but not including, last have arrived or ended.
	arrived            []int
	count, first, last int
	isFull             bool
	// holdsBlock: whether all threads of the block that have not ended wait at the barrier. threads are then the
	// threads that have arrived.
	holdsBlock bool
	threads    []int
	// forgets: whether all threads of the block pass at once and none is still copying. All earlier accesses are then
	// dropped, and are not compared with later ones, so that no thread needs to learn of them.
	forgets bool
	// knows is the join of the clocks of threads that have arrived. If holdsBlock is true, all clocks are joined when
	// the phase is full, and none if forgets is true. Otherwise the clocks of a warp are joined when the warp arrives.
	knows clock
}

// passesBlock lets a warp continue at a barrier between warps: at once if it only arrives, else when the phase is full.
// It reports whether something changed.
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
		if !isArrival(p) && !r.forgets {
			d.clocks[first+l].learn(r.knows)
		}
		d.clocks[first+l][first+l]++
		d.at[first+l]++
	}
	return true
}

// isArrival reports whether the barrier counts a warp without making it wait.
func isArrival(p *Rendezvous) bool {
	kind := p.Site.Collective.Class.Kind
	return kind == cfg.BarrierArrive || kind == cfg.ClusterArrive
}

// phaseOf returns the phase of a rendezvous, and whether the warp enters it now. A wait for the cluster belongs to the
// phase of the warp's last arrival.
func (d *detector) phaseOf(w int, p *Rendezvous) (r *phase, isNew bool) {
	if r = d.phases.counted[p]; r != nil {
		return r, false
	}
	if p.Site.Collective.Class.Kind == cfg.ClusterWait && d.phases.ofCluster[w] != nil {
		r = d.phases.ofCluster[w]
	} else {
		r = d.currentPhase(w, p)
		r.arrived = append(r.arrived, w)
		for l := range lanesOf(p.Converged) {
			if r.holdsBlock {
				r.threads = append(r.threads, w*warp.Size+l)
			} else {
				r.knows.learn(d.clocks[w*warp.Size+l])
			}
		}
	}
	d.phases.counted[p] = r
	return r, true
}

// currentPhase returns the current phase of a barrier, or a new one if that is full.
func (d *detector) currentPhase(w int, p *Rendezvous) *phase {
	key := keyOf(w, p)
	r := d.phases.current[key]
	if r == nil || d.fill(r) {
		r = &phase{count: p.op().Warps, last: len(d.machines), holdsBlock: p.Site.Collective.HoldsBlock(), knows: make(clock, len(d.at))}
		if tile := p.Site.Collective.Tile; tile > 0 {
			r.first, r.last = key.number, min(key.number+tile/warp.Size, len(d.machines))
		}
		d.phases.current[key] = r
	}
	if key.kind == ofCluster {
		d.phases.ofCluster[w] = r
	}
	return r
}

// fill reports whether the phase is full, and marks it so. A warp that has ended counts as arrived, and the phase then
// knows what it did.
func (d *detector) fill(r *phase) bool {
	if r.isFull || r.count > 0 && len(r.arrived) < r.count {
		return r.isFull
	}
	for w := r.first; w < r.last && r.count == 0; w++ {
		if !slices.Contains(r.arrived, w) && !d.warpHasEnded(w) {
			return false
		}
	}
	r.isFull = true
	if r.forgets = r.holdsBlock && !d.isCopying(); r.forgets {
		clear(d.cells) // all threads know of these accesses when they go on
		return true
	}
	for _, t := range r.threads {
		r.knows.learn(d.clocks[t])
	}
	for t := r.first * warp.Size; t < r.last*warp.Size && r.count == 0; t++ {
		if d.hasEnded(t) {
			r.knows.learn(d.clocks[t])
		}
	}
	return true
}

// isCopying reports whether a thread has begun copies that it has not waited for.
func (d *detector) isCopying() bool {
	goesOn := func(epochs []*int) bool { return len(epochs) > 0 }
	return slices.ContainsFunc(d.copying, goesOn) || slices.ContainsFunc(d.committed, goesOn)
}

// warpHasEnded reports whether the histories of all lanes of a warp have been processed.
func (d *detector) warpHasEnded(w int) bool {
	for l := range warp.Size {
		if !d.hasEnded(w*warp.Size + l) {
			return false
		}
	}
	return true
}

// isSilent reports whether two accesses do not race although they conflict. A store does not disturb a read of another
// warp if it leaves the cell as it is, or if the reading thread itself has last stored the same value there by the same
// instruction. Two parts of one access that the block makes together do not race either.
func (d *detector) isSilent(a, b stamped, offset, word int64) bool {
	if d.phases == nil {
		return false
	}
	if tile := a.touch.Site.Tile; tile != nil && tile.OfBlock && a.site == b.site && d.timesOf(a) == d.timesOf(b) {
		return true
	}
	one, other := a.touch.Site.Access(), b.touch.Site.Access()
	return one == cfg.Reads && (!b.changes || d.hasStored(a, b, offset, word)) ||
		other == cfg.Reads && (!a.changes || d.hasStored(b, a, offset, word))
}

// timesOf is the number of times that the thread has made the access before.
func (d *detector) timesOf(k stamped) (times int) {
	for _, s := range d.history(k.thread)[:k.index] {
		if s.touch != nil && s.touch.Site == k.touch.Site && s.touch.key == k.touch.key {
			times++
		}
	}
	return times
}

// hasStored reports whether the last store of the reading thread to a granule was by the instruction of store, and of
// the same value.
func (d *detector) hasStored(read, store stamped, offset, word int64) bool {
	history := d.history(read.thread)[:read.index]
	for i := range slices.Backward(history) {
		s := &history[i]
		if s.touch == nil || s.space != store.space || s.touch.Site.Access() == cfg.Reads || s.offset > offset || s.offset+s.size < offset+word {
			continue
		}
		return s.touch.Site == store.touch.Site && s.written != nil && bytes.Equal(s.stores(offset, word), store.stores(offset, word))
	}
	return false
}

// mayOrderByFlag reports whether threads of two warps may have ordered the accesses a and b: both accesses are flags
// (isFlag), or one thread signals behind its access and the other thread signals before its own. It returns false if
// the detector examines one warp.
func (d *detector) mayOrderByFlag(a, b stamped) bool {
	return d.phases != nil && (a.isFlag() && b.isFlag() || d.signals(a, true) && d.signals(b, false) || d.signals(b, true) && d.signals(a, false))
}

// signals reports whether the thread of k executes a fence of a barrier object: behind the access k if isBehind is
// true, and otherwise before it.
func (d *detector) signals(k stamped, isBehind bool) bool {
	steps := d.history(k.thread)[:k.index]
	if isBehind {
		steps = d.history(k.thread)[k.index:]
	}
	return slices.ContainsFunc(steps, func(s step) bool { return s.signals })
}

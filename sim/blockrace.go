package sim

import (
	"bytes"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

// Races between the warps of a block. Accesses by threads of two warps are ordered only by barriers that both threads
// execute. These are barriers of the block, of a tile of several warps, or of a cluster.
//
//	warp 0                 warp 1
//	s[threadIdx.x] = v;                          thread 0 writes byte 0 in its epoch 1
//	bar.arrive 1, 64;                            the phase of barrier 1 learns of that epoch; warp 0 goes on
//	                       x = s[0];             thread 32 does not know of the epoch: a race
//	                       bar.sync 1, 64;       thread 32 learns what the phase knows
//	                       y = s[0];             no race
//
// The barriers run in one order of arrival: each warp arrives as soon as it can. If a block hangs in some order of
// arrival, no races of it are reported. Two accesses race if the barriers leave them unordered, even if the machine has
// run them at very different times.
//
// Two stores of one value do not race. A read and a store of the value that the cell already holds do not race either,
// because the read returns this value in any order.

// maxCompared bounds the number of pairs of accesses that are compared for one block, so that the comparison takes some
// seconds at most. Beyond the bound some races are not found.
const maxCompared = 1 << 25

// Races returns the races between threads of two warps, sorted by the later access. It returns none in three cases: the
// input does not ask for races, the block breaks another rule, or the run cannot show races (ShowsRaces).
func (b *Block) Races() []Race { return b.RacesWith(KeptOfWarp) }

// RacesWith returns the races between threads of two warps. kept states which stores count even though they do not
// change the value of a cell.
func (b *Block) RacesWith(kept KeptStores) []Race {
	if b.races == nil || !b.ShowsRaces() || len(b.Waits)+len(b.Deserted) > 0 || b.Open {
		return nil
	}
	for _, o := range b.Warps {
		if o.isBroken() {
			return nil
		}
	}
	return b.races(kept)
}

// racesBetween finds the races between the warps of a block. Each machine has run one of the warps.
func racesBetween(machines []*machine, kept KeptStores) []Race {
	d := newDetector(machines, kept)
	d.phases = newPhases()
	return d.find()
}

// barrierKind distinguishes the barriers between warps: the sixteen numbered barriers of a block, the barriers of its
// tiles, and the barrier of its cluster.
type barrierKind int

const (
	ofBlock barrierKind = iota
	ofTile
	ofCluster
)

// barrierKey identifies a barrier between warps. number is the barrier's number in the block, for a tile the index of
// its first warp, and 0 for the cluster.
type barrierKey struct {
	kind   barrierKind
	number int
}

// keyOf returns the key of the barrier at which warp w executes the rendezvous p.
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
	// current holds the current phase of each barrier. counted holds the phase of each rendezvous (an execution of a
	// barrier by a warp) that has arrived. ofCluster holds, for each warp, the phase of the cluster's barrier in which
	// the warp last arrived.
	current   map[barrierKey]*phase
	counted   map[*Rendezvous]*phase
	ofCluster map[int]*phase
}

func newPhases() *phases {
	return &phases{map[barrierKey]*phase{}, map[*Rendezvous]*phase{}, map[int]*phase{}}
}

// phase is one use of a barrier: it counts the warps that arrive, and lets them pass when it is full.
type phase struct {
	// arrived lists the warps that have arrived. count is the number of warps that make the phase full. If count is 0,
	// the phase is full when each of the warps first to last-1 has arrived or ended.
	arrived            []int
	count, first, last int
	isFull             bool
	// holdsBlock: whether the barrier waits for all threads of the block that have not ended. If it is true, threads
	// lists the threads that have arrived so far.
	holdsBlock bool
	threads    []int
	// forgets: at the end of the phase, the detector drops all accesses before it. This is allowed if all threads of
	// the block pass at once, and no thread has an asynchronous copy that goes on. Then all these accesses are ordered
	// before every later access, and no thread needs to learn of them.
	forgets bool
	// knows is the join of the clocks of the threads that have arrived. The clocks of a warp are joined when the warp
	// arrives. There are two exceptions: if holdsBlock is true, all clocks are joined when the phase is full, and if
	// forgets is true, none are joined.
	knows clock
}

// passesBlock lets warp w pass the barrier of p, once all its converged lanes have arrived. If the barrier does not
// make the warp wait, the warp passes at once. Otherwise it passes when the phase is full. The result reports whether
// there was progress.
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

// isArrival reports whether p only arrives at its barrier: the barrier counts the warp, and does not make it wait.
func isArrival(p *Rendezvous) bool {
	kind := p.Site.Collective.Class.Kind
	return kind == cfg.BarrierArrive || kind == cfg.ClusterArrive
}

// phaseOf returns the phase of the rendezvous p of warp w. isNew reports whether this call makes the warp arrive in the
// phase. A wait at the cluster's barrier belongs to the phase in which the warp arrived last.
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

// currentPhase returns the current phase of the barrier of p, or a new phase if the current one is full.
func (d *detector) currentPhase(w int, p *Rendezvous) *phase {
	key := keyOf(w, p)
	r := d.phases.current[key]
	if r == nil || d.fill(r) {
		r = &phase{count: p.op().Warps, last: len(d.machines), holdsBlock: p.Site.Collective.HoldsBlock(), knows: d.newClock()}
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

// fill reports whether all arrivals of the phase r have happened, and marks the phase as full if so. In a phase without
// a count, a warp that has ended counts as arrived, and the phase learns what the threads of this warp knew.
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
	if r.forgets = r.holdsBlock && !d.isCopying() && d.looksForRaces(); r.forgets {
		clear(d.cells) // the recorded accesses come before all later ones
		for _, c := range d.clocks {
			c.forget()
		}
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

// isCopying reports whether some thread has issued asynchronous copies for which it has not waited.
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

// isSilent reports whether two conflicting accesses a and b by two threads do not race at a granule, the word bytes
// from offset on. There are four cases:
//   - A read meets a store that does not change the granule, and d.kept states that such a store does not count.
//   - The last store of the reading thread there stored the same value, by the same instruction, and d.kept is not
//     AllKept. If it is NoKept, the instruction may be any one.
//   - The read would find the value without the store, and no kept store counts (findsAnyway).
//   - The accesses a and b are parts of one access that all threads of the block make together.
func (d *detector) isSilent(a, b stamped, offset, word int64) bool {
	if tile := a.touch.Site.Tile; tile != nil && tile.OfBlock && d.phases != nil && a.site == b.site && d.timesOf(a) == d.timesOf(b) {
		return true
	}
	isKept := func(read, store stamped) bool {
		if d.kept == AllKept || read.touch.Site.Access() != cfg.Reads {
			return false
		}
		return (d.phases != nil || d.kept == NoKept) && !store.changes || d.hasStored(read, store, offset, word)
	}
	return isKept(a, b) || isKept(b, a) || d.kept == NoKept && d.findsAnyway(b, a, offset, word)
}

// findsAnyway reports whether a read would find the value of the store in the granule even without that store. For
// this, other threads must have stored to the granule before the read, and all of them must have stored this value.
//
//	s[t & 31] = in[t & 31];      each warp stores the same
//	__syncwarp();
//	x = s[31 - (t & 31)];        the warp's own store precedes
func (d *detector) findsAnyway(read, store stamped, offset, word int64) (finds bool) {
	if read.touch.Site.Access() != cfg.Reads || store.written == nil {
		return false
	}
	for _, by := range d.cells[cellKey{store.space, offset}].others {
		for _, before := range by.list {
			if d.clocks[read.thread][before.thread] < *before.epoch {
				continue
			}
			if before.written == nil || !bytes.Equal(before.stores(offset, word), store.stores(offset, word)) {
				return false
			}
			finds = true
		}
	}
	return finds
}

// timesOf counts how often the thread of k has executed the instruction of k before, along the same calls.
func (d *detector) timesOf(k stamped) int {
	if d.times[k.thread] == nil {
		counts := map[siteKey]int{}
		for _, s := range d.history(k.thread) {
			if s.touch == nil {
				d.times[k.thread] = append(d.times[k.thread], 0)
				continue
			}
			at := siteKey{s.touch.Site, s.touch.key}
			d.times[k.thread] = append(d.times[k.thread], counts[at])
			counts[at]++
		}
	}
	return d.times[k.thread][k.index]
}

// hasStored looks at the last store that the reading thread made to a granule before its read. It reports whether this
// last store wrote the same value as store, by the same instruction. If kept stores never race (NoKept), the
// instruction may differ. The granule is the word bytes from offset on.
func (d *detector) hasStored(read, store stamped, offset, word int64) bool {
	history := d.history(read.thread)[:read.index]
	for i := range slices.Backward(history) {
		s := &history[i]
		if s.touch == nil || s.space != store.space || s.touch.Site.Access() == cfg.Reads || s.offset > offset || s.offset+s.size < offset+word {
			continue
		}
		return (s.touch.Site == store.touch.Site || d.kept == NoKept) && s.written != nil && bytes.Equal(s.stores(offset, word), store.stores(offset, word))
	}
	return false
}

// mayOrderByFlag reports whether two warps may have ordered the accesses a and b without a barrier of the block. There
// are two cases: both accesses are flags (areFlags), or one thread signals after its access and the other thread
// signals before its own. For two lanes of one warp it returns false, because mayOrder handles them.
func (d *detector) mayOrderByFlag(a, b stamped) bool {
	return d.phases != nil && (d.areFlags(a, b) || d.signals(a, true) && d.signals(b, false) || d.signals(b, true) && d.signals(a, false))
}

// areFlags reports whether threads may wait for each other by means of the accesses a and b. Both must be volatile or
// atomic. In addition, one access must be a signal by its kind (cfg.Instr.IsSignal), or the kernel must have a loop
// that waits.
func (d *detector) areFlags(a, b stamped) bool {
	return a.isFlag() && b.isFlag() && (d.polls() || a.touch.Site.IsSignal() || b.touch.Site.IsSignal())
}

// signals reports whether the thread of k executes the fence of a barrier object (cfg.Instr.Signals) after the access
// k. If isBehind is false, the fence must come before k.
func (d *detector) signals(k stamped, isBehind bool) bool {
	steps := d.history(k.thread)[:k.index]
	if isBehind {
		steps = d.history(k.thread)[k.index:]
	}
	return slices.ContainsFunc(steps, func(s step) bool { return s.signals })
}

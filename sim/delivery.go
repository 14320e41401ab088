package sim

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

// A bulk copy into shared memory writes from its issue until the phase of its mbarrier is over. A bulk copy out of shared
// memory, or a product, reads until its thread has waited for its group. Another access to the same bytes must be ordered
// before the issue, or behind such a wait:
//
//	if (threadIdx.x == 0) { expect; copy to s, [full]; }
//	wait for full, phase 0;                      without it the read may come before the copy
//	x = s[threadIdx.x];
//	__syncthreads();                             without it the next copy may come before the read
//	if (threadIdx.x == 0) { expect; copy to s, [full]; }
//
// The lanes record their accesses and copies in their histories (Input.Deliveries). The detector orders these by barriers
// (blockrace.go) and by arrivals at mbarriers (barrierrace.go). Memory is divided into granules of 16 bytes, because the
// address and the size of a bulk copy are multiples of 16.

// granuleBits is the binary logarithm of the size of a granule.
const granuleBits = 4

// maxReaches bounds the number of accesses that the lanes of a warp record. Beyond the bound faults are missed; no false
// fault is reported.
const maxReaches = 1 << 15

// reach is an access to shared memory by a lane, or by an engine for a lane.
type reach struct {
	site   *cfg.Instr
	frame  *frame
	thread int
	extent
	kind      reachKind
	isCertain bool
	// fills is the phase of barrier, an mbarrier, in which a copy writes the bytes. waited maps the threads that have waited
	// for the group of a copy or of an engine's read to the epochs that they began after the wait; loosely does so for the
	// waits that let the group go on, too.
	fills           *arrivals
	barrier         *mbarrier
	waited, loosely map[int]int
	// openFill says where a copy of unknown size may end, nil for any other access.
	openFill *openFill
	// epoch is the epoch of the thread at the access. isBehind reports whether the access is ordered behind the access that
	// has made its data: of a thread's access, the end of an earlier copy into the bytes; of an engine's read, a store of
	// a thread.
	epoch    int
	isBehind bool
}

// ends is a wait of a lane. reaches are the copies and the reads by engines for whose groups it waits, and loosely the
// copies for which it does if a wait for groups is taken to be for all groups.
type ends struct{ reaches, loosely []*reach }

// reachKind is what an access does.
type reachKind int

const (
	threadReads reachKind = iota
	threadStores
	engineReads
	engineFills
	laneFills // a copy by the lane (cp.async)
)

// granules returns the numbers of the first and the last granule of the access.
func (r *reach) granules() (first, last uint64) {
	return r.at >> granuleBits, (r.at + uint64(r.size) - 1) >> granuleBits
}

// reaches holds what the lanes of a warp have recorded: the number of accesses, whether one of them goes on when its lane
// does and, for each lane, the number of its other steps. seen maps a granule to that number at the last access to it, for
// each lane and kind of access.
type reaches struct {
	count  int
	goesOn bool
	steps  [warp.Size]int
	seen   [warp.Size]map[reachKey]int
	// copies are the copies of each lane (cp.async).
	copies [warp.Size]groups[*reach]
}

type reachKey struct {
	granule uint64
	kind    reachKind
}

// noteReach records an access of a lane, whose address is operand n of instr, and returns it. It returns nil if it does not
// record the access: a lane records one of each kind to a granule between two steps that may order them.
func (m *machine) noteReach(kind reachKind, f *frame, instr *cfg.Instr, n, l int, at extent) *reach {
	if r := &m.reached; !m.in.Deliveries || !m.isShared(at.at) || r.count >= maxReaches || r.isRepeated(kind, l, at) {
		return nil
	}
	m.reached.count++
	m.reached.goesOn = m.reached.goesOn || kind >= engineReads
	r := &reach{site: instr, frame: f, thread: m.in.Warp*warp.Size + l, extent: at, kind: kind, isCertain: m.isCertain(f, instr, n, l)}
	m.keep(l, step{reach: r})
	return r
}

// isRepeated reports whether lane l has accessed a granule behind its last step that may order accesses. An access by an
// engine is never repeated.
func (r *reaches) isRepeated(kind reachKind, l int, at extent) bool {
	key := reachKey{at.at >> granuleBits, kind}
	if kind >= engineReads || key.granule != (at.at+uint64(at.size)-1)>>granuleBits {
		return false
	}
	if r.seen[l] == nil {
		r.seen[l] = map[reachKey]int{}
	}
	before, isSeen := r.seen[l][key]
	r.seen[l][key] = r.steps[l]
	return isSeen && before == r.steps[l]
}

// noteFill records a copy of a lane into shared memory that completes at an mbarrier. The size of filled is -1 if it is not
// known.
func (m *machine) noteFill(f *frame, instr *cfg.Instr, l int, b *mbarrier, filled extent) {
	if filled.size == 0 {
		return
	}
	if r := m.noteReach(engineFills, f, instr, instr.Engine.Target, l, filled); r != nil {
		r.fills, r.barrier = b.filled(), b
		m.noteOpenFill(r)
		r.fills.issued++
		b.isUnclear = b.isUnclear || r.fills == b.now && b.now.expected == 0 && b.last != nil && b.last.open > 0
	}
}

// noteCopy records a copy by a lane (cp.async), or its part of a copy by a group. It goes on until the lane has waited for
// its group of copies.
func (m *machine) noteCopy(f *frame, instr *cfg.Instr, l int, at extent) {
	if !instr.IsCopyByLanes() || at.size <= 0 {
		return
	}
	if r := m.noteReach(laneFills, f, instr, 0, l, at); r != nil {
		g := &m.reached.copies[l]
		g.begun = append(g.begun, r)
	}
}

// commitCopies commits the copies that lane l has begun.
func (m *machine) commitCopies(l int) {
	m.keep(l, step{isCommit: true})
	if m.in.Deliveries {
		m.reached.copies[l].commit()
	}
}

// signal notes that the copies of lane l complete in a phase of an mbarrier (cp.async.mbarrier.arrive).
func (r *reaches) signal(l int, phase *arrivals) {
	g := &r.copies[l]
	for _, copied := range append(slices.Concat(g.committed...), g.begun...) {
		if copied.fills == nil {
			copied.fills = phase
		}
	}
}

// awaitCopies notes that lane l has waited for its copies by an Await.
func (m *machine) awaitCopies(l int, await *cfg.Instr) {
	m.keep(l, step{isWait: true, isOfCommitted: await.AwaitsCommitted()})
	if !m.in.Deliveries {
		return
	}
	g := &m.reached.copies[l]
	if !await.AwaitsCommitted() {
		g.commit()
	}
	loosely := slices.Concat(g.committed...)
	s := ends{g.await(int(max(await.Int-1, 0))), loosely}
	if len(s.loosely) > 0 {
		m.keep(l, step{ends: &s})
	}
}

// deliveries holds the accesses to each granule, as far as the detector has processed them.
type deliveries struct {
	granules map[uint64]*granule
	faults   []ProxyFault
	// raced are the copies by lanes that race with an access of another thread.
	raced map[*cfg.Instr]bool
}

// granule holds the accesses to a granule: the bulk copies into it, the last reads by engines, the copies by lanes, and
// each thread's last read and last store behind the last bulk copy.
type granule struct {
	fills, reads, copies []*reach
	uses                 [2]map[int]*reach
}

// maxEngineReads bounds the reads by engines that are kept for a granule.
const maxEngineReads = 32

// noteDeliveries adds the accesses that are not ordered with a copy or a product to the outcomes of the warps. It adds none
// if the block may have executed something that the machine does not execute, or if threads may wait for flags.
func noteDeliveries(machines []*machine) {
	isOpen := func(m *machine) bool { return !m.isFollowed() && !m.isCut }
	hasEngine := func(m *machine) bool { return m.reached.goesOn }
	if slices.ContainsFunc(machines, isOpen) || !slices.ContainsFunc(machines, hasEngine) || machines[0].in.Func.Polls() {
		return
	}
	d := newDetector(machines, KeptOfWarp)
	d.phases, d.deliveries = newPhases(), &deliveries{granules: map[uint64]*granule{}, raced: map[*cfg.Instr]bool{}}
	d.find()
	for _, fault := range d.deliveries.faults {
		if !d.deliveries.raced[fault.Other] && !d.deliveries.isConsequence(fault) {
			machines[fault.Thread/warp.Size].noteFault(fault)
		}
	}
}

// isConsequence reports whether a fault is only that a copy fills what an earlier copy may still fill, and a thread accesses
// what the earlier copy brings without a wait, too: with that wait, both are in order.
func (d *deliveries) isConsequence(fault ProxyFault) bool {
	return fault.Kind == Refilled && fault.Other.Engine != nil && slices.ContainsFunc(d.faults, func(o ProxyFault) bool {
		return o.Kind == ReachedEarly && o.Other == fault.Other
	})
}

// noteDelivery processes a step of thread t: an access, or a wait for copies.
func (d *detector) noteDelivery(t int, s *step) {
	switch {
	case s.reach != nil:
		d.noteReach(t, s.reach)
	case s.ends != nil:
		d.endReaches(t, s.ends)
	}
}

// endReaches notes that thread t has waited for copies or reads by engines.
func (d *detector) endReaches(t int, s *ends) {
	d.clocks[t][t]++
	note := func(at *map[int]int) {
		if *at == nil {
			*at = map[int]int{}
		}
		if _, isKnown := (*at)[t]; !isKnown {
			(*at)[t] = d.clocks[t][t]
		}
	}
	for _, r := range s.reaches {
		note(&r.waited)
	}
	for _, r := range s.loosely {
		note(&r.loosely)
	}
}

// noteReach processes an access of thread t.
func (d *detector) noteReach(t int, r *reach) {
	r.epoch = d.clocks[t][t]
	r.settleSize()
	if r.kind == engineFills {
		d.barrierPhase(r.fills).issued++
	}
	first, last := r.granules()
	for n := first; n <= last; n++ {
		g := d.deliveries.granules[n]
		if g == nil {
			g = &granule{}
			d.deliveries.granules[n] = g
		}
		switch r.kind {
		case engineFills:
			d.fillGranule(g, r)
		case engineReads:
			d.readGranule(g, r)
		case laneFills:
			g.copies = slices.DeleteFunc(g.copies, func(o *reach) bool { return o.thread == r.thread && d.isOver(o, r.thread) })
			g.copies = append(g.copies, r)
		default:
			d.useGranule(g, r)
		}
	}
}

// useGranule compares an access of a thread with the copies into a granule and, if it stores, with the engines that read it.
func (d *detector) useGranule(g *granule, r *reach) {
	d.awaitFills(g, r)
	d.awaitLanes(g, r)
	if r.kind == threadStores {
		for _, read := range g.reads {
			if !d.isOver(read, r.thread) {
				d.blameStore(r, read)
			}
		}
	}
	if g.uses[r.kind] == nil {
		g.uses[r.kind] = map[int]*reach{}
	}
	g.uses[r.kind][r.thread] = r
}

// awaitFills reports the fault of an access with a copy into a granule that may still write there. Of several such copies
// it takes one that was issued before the access, if there is one.
func (d *detector) awaitFills(g *granule, r *reach) {
	var open *reach
	for _, fill := range slices.Backward(g.fills) {
		if isOver := d.isOver(fill, r.thread); isOver {
			r.isBehind = r.isBehind || r.kind != engineReads
			break
		}
		if open == nil || !d.isKnown(open, r.thread) {
			open = fill
		}
	}
	switch {
	case open == nil:
	case d.isKnown(open, r.thread):
		d.addFault(ReachedEarly, r, open)
	default:
		d.blameCopy(open, r)
	}
}

// awaitLanes reports the fault of an access with a copy by the same thread that may go on, or by another one that has only
// waited for earlier groups. A copy for which another thread has not waited at all is a race, and then nothing else is
// reported of it.
func (d *detector) awaitLanes(g *granule, r *reach) {
	for _, copied := range g.copies {
		isSeen := copied.thread == r.thread || d.hasSeen(copied.loosely, r.thread)
		switch {
		case !copied.overlaps(r.extent) || d.isOver(copied, r.thread):
		case isSeen:
			d.addFault(ReachedEarly, r, copied)
		default:
			d.deliveries.raced[copied.site] = true
		}
	}
}

// readGranule compares a read by an engine with the copies into a granule and the stores of threads there.
func (d *detector) readGranule(g *granule, r *reach) {
	d.awaitFills(g, r)
	d.awaitLanes(g, r)
	stores := g.uses[threadStores]
	for _, use := range stores {
		r.isBehind = r.isBehind || d.isKnown(use, r.thread)
	}
	for _, thread := range slices.Sorted(maps.Keys(stores)) {
		if use := stores[thread]; !d.isKnown(use, r.thread) {
			d.blameStore(use, r)
		}
	}
	g.reads = slices.DeleteFunc(g.reads, func(o *reach) bool { return o.thread == r.thread && d.isOver(o, r.thread) })
	if len(g.reads) < maxEngineReads {
		g.reads = append(g.reads, r)
	}
}

// fillGranule compares a copy with the earlier accesses to a granule.
func (d *detector) fillGranule(g *granule, r *reach) {
	if n := len(g.fills); n > 0 && !d.isOver(g.fills[n-1], r.thread) {
		d.addFault(Refilled, r, g.fills[n-1])
	}
	for _, read := range g.reads {
		if !d.isOver(read, r.thread) && !d.isKnown(read, r.thread) {
			d.blameCopy(r, read)
		} else if !d.isOver(read, r.thread) {
			d.addFault(Overwritten, r, read)
		}
	}
	for _, uses := range g.uses {
		for _, thread := range slices.Sorted(maps.Keys(uses)) {
			if use := uses[thread]; !d.isKnown(use, r.thread) {
				d.blameCopy(r, use)
			}
		}
		clear(uses)
	}
	g.fills = append(g.fills, r)
}

// isKnown reports whether an access is issued before what a thread does now.
func (d *detector) isKnown(r *reach, thread int) bool {
	return thread == r.thread || d.clocks[thread][r.thread] >= r.epoch
}

// isOver reports whether what a thread does now is ordered behind a wait for a copy or a product.
func (d *detector) isOver(r *reach, thread int) bool {
	if d.hasSeen(r.waited, thread) || r.kind == engineReads && !r.site.Engine.ReadsInGroup() {
		return true
	}
	for a := r.fills; a != nil; a = a.next {
		if d.hasSeen(d.barrierPhase(a).waited, thread) {
			return true
		}
	}
	return false
}

// hasSeen reports whether what a thread does now is ordered behind one of the waits. waited maps the threads that have
// waited to the epochs that they began then.
func (d *detector) hasSeen(waited map[int]int, thread int) bool {
	if _, isOwn := waited[thread]; isOwn {
		return true
	}
	for waiter, epoch := range waited {
		if d.clocks[thread][waiter] >= epoch {
			return true
		}
	}
	return false
}

// blameCopy adds the fault of a copy into shared memory and another access that no order relates. The copy is at fault
// if an earlier copy had brought the bytes for the access, else the one that is later in the text.
func (d *detector) blameCopy(fill, use *reach) {
	if use.isBehind || use.isBeforeInText(fill) {
		d.addFault(Refilled, fill, use)
	} else {
		d.addFault(ReachedEarly, use, fill)
	}
}

// blameStore adds the fault of a store and a read by an engine, where the store is not ordered before the read, nor behind
// its end. The store is at fault if an earlier store had made the data for the read, else the one that is later in the text.
func (d *detector) blameStore(store, read *reach) {
	if read.isBehind || d.isKnown(read, store.thread) || read.isBeforeInText(store) {
		d.addFault(Overwritten, store, read)
	} else {
		d.addFault(ReachedEarly, read, store)
	}
}

// isUnclear reports whether it is not known in which phase a copy completes.
func (r *reach) isUnclear() bool { return r.barrier != nil && r.barrier.isUnclear }

// addFault adds a fault of the access later, unless it has one of the same instructions along the same calls, or it is
// not known when a copy ends.
func (d *detector) addFault(kind ProxyFaultKind, later, other *reach) {
	if later.isUnclear() || other.isUnclear() {
		return
	}
	isCertain := later.isCertain && other.isCertain
	isSame := func(f ProxyFault) bool {
		return f.Kind == kind && f.Site == later.site && f.Other == other.site && (f.IsCertain || !isCertain) && slices.Equal(f.Path, later.frame.callPath())
	}
	if !slices.ContainsFunc(d.deliveries.faults, isSame) {
		d.deliveries.faults = append(d.deliveries.faults, ProxyFault{kind, later.site, later.frame.callPath(), later.thread, other.site, other.thread, isCertain})
	}
}

// isBeforeInText reports whether an access is before another one in the source text.
func (r *reach) isBeforeInText(other *reach) bool {
	return compareTexts(append(r.frame.calls(), r.site), append(other.frame.calls(), other.site)) < 0
}

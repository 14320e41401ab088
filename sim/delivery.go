package sim

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

// A bulk copy into shared memory writes from its issue until the phase of its mbarrier is over. A bulk copy out of
// shared memory, or a matrix product, reads until its thread has waited for its group. Another access to the same bytes
// must be ordered before the issue, or after the end of the phase or the wait:
//
//	if (threadIdx.x == 0) { expect; copy to s, [full]; }
//	wait for full, phase 0;                      without it the read may come before the copy
//	x = s[threadIdx.x];
//	__syncthreads();                             without it the next copy may come before the read
//	if (threadIdx.x == 0) { expect; copy to s, [full]; }
//
// The lanes record their accesses and copies in their histories (Input.Deliveries). The detector orders these by
// barriers (blockrace.go) and by arrivals at mbarriers (barrierrace.go). Memory is divided into granules of 16 bytes,
// because the address and the size of a bulk copy are multiples of 16.

// granuleBits is the binary logarithm of the size of a granule.
const granuleBits = 4

// maxReaches bounds the number of accesses that the lanes of a warp record. Beyond the bound some faults are not found.
const maxReaches = 1 << 15

// reach is an access to shared memory by a lane, or by an engine for a lane.
type reach struct {
	site   *cfg.Instr
	frame  *frame
	thread int
	extent
	kind      reachKind
	isCertain bool
	// fills is the phase of barrier, an mbarrier, in which a copy writes the bytes. waited concerns a copy or an
	// engine's read that belongs to a group: it maps each thread that has waited for the group to the epoch that the
	// thread began after the wait. loosely is a similar map that includes waits which need not end the group.
	fills           *arrivals
	barrier         *mbarrier
	waited, loosely map[int]int
	// openFill is set for a copy of unknown size: it describes where the copy may end.
	openFill *openFill
	// epoch is the epoch of the thread at the access. isBehind reports whether the access is ordered after the writer
	// of its data. For an access of a thread, the writer is an earlier copy into the bytes. For a read by an engine, it
	// is a store of a thread.
	epoch    int
	isBehind bool
}

// ends is a wait of a lane for copies or reads by engines, in the list reaches. loosely lists what the wait would cover
// if it were a wait for all groups.
type ends struct{ reaches, loosely []*reach }

// reachKind states who accesses memory, and whether it reads or writes.
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

// reaches holds the accesses that the lanes of a warp have recorded. count is their number. goesOn reports whether one
// of them may still be under way when its lane continues. steps counts, for each lane, the steps that may order
// accesses. seen holds, for each lane, granule and kind of access, the value of steps at the last such access.
type reaches struct {
	count  int
	goesOn bool
	steps  [warp.Size]int
	seen   [warp.Size]map[reachKey]int
	// copies holds the copies of each lane (cp.async) by their groups.
	copies [warp.Size]groups[*reach]
}

type reachKey struct {
	granule uint64
	kind    reachKind
}

// noteReach records an access of a lane, whose address is operand n of instr, and returns the record. A lane records
// one access of each kind to a granule between two steps that may order accesses. For a further access noteReach
// returns nil. It also returns nil if the input does not ask for deliveries, if the memory is not shared, and beyond
// maxReaches.
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

// isRepeated reports whether lane l has already made such an access to the granule after its last step that may order
// accesses. An access by an engine is never repeated.
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

// noteCopy records a copy by a lane (cp.async), or the lane's part of a copy by a group. The copy goes on until the
// lane has waited for its group of copies.
func (m *machine) noteCopy(f *frame, instr *cfg.Instr, l int, at extent) {
	if !instr.IsCopyByLanes() || at.size <= 0 {
		return
	}
	if r := m.noteReach(laneFills, f, instr, 0, l, at); r != nil {
		g := &m.reached.copies[l]
		g.begun = append(g.begun, r)
	}
}

// commitCopies makes a group of the copies that lane l has issued after its last commit.
func (m *machine) commitCopies(l int) {
	m.keep(l, step{isCommit: true})
	if m.in.Deliveries {
		m.reached.copies[l].commit()
	}
}

// signal records that the copies of lane l complete in a phase of an mbarrier (cp.async.mbarrier.arrive).
func (r *reaches) signal(l int, phase *arrivals) {
	g := &r.copies[l]
	for _, copied := range append(slices.Concat(g.committed...), g.begun...) {
		if copied.fills == nil {
			copied.fills = phase
		}
	}
}

// awaitCopies records that lane l has executed await, a wait for its own copies.
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

// deliveries holds the accesses to each granule that the detector has processed so far.
type deliveries struct {
	granules map[uint64]*granule
	faults   []ProxyFault
	// raced holds the instructions of copies by lanes that race with an access of another thread.
	raced map[*cfg.Instr]bool
}

// granule holds the accesses to a granule. fills lists the bulk copies into it. reads lists the last reads by engines.
// copies lists the copies by lanes. uses holds each thread's last read and last store after the last bulk copy.
type granule struct {
	fills, reads, copies []*reach
	uses                 [2]map[int]*reach
}

// maxEngineReads bounds the reads by engines that are kept for a granule.
const maxEngineReads = 32

// noteDeliveries adds faults to the outcomes of the warps: accesses that are not ordered with a copy or a product. It
// adds none if the block may have executed something that the machine does not execute, or if threads may wait for
// flags.
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

// isConsequence reports whether a fault disappears with the repair of another one. Such a fault is a copy that
// overwrites bytes which an earlier copy may still write. The other fault is an access to the bytes of the earlier copy
// without a wait. This wait repairs both.
func (d *deliveries) isConsequence(fault ProxyFault) bool {
	return fault.Kind == Refilled && fault.Other.Engine != nil && slices.ContainsFunc(d.faults, func(o ProxyFault) bool {
		return o.Kind == ReachedEarly && o.Other == fault.Other
	})
}

// noteDelivery processes a step of thread t that is an access or a wait for copies.
func (d *detector) noteDelivery(t int, s *step) {
	switch {
	case s.reach != nil:
		d.noteReach(t, s.reach)
	case s.ends != nil:
		d.endReaches(t, s.ends)
	}
}

// endReaches processes a wait of thread t for copies or reads by engines.
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

// noteReach compares an access of thread t with the earlier accesses to its granules, and records it.
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

// useGranule compares an access of a thread with the copies into a granule. If the access is a store, it also compares
// it with the engines that read the granule.
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

// awaitFills reports a fault if an access touches a granule into which a copy may still write. If there are several
// such copies, it prefers one that was issued before the access.
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

// awaitLanes reports a fault if an access touches a granule into which a lane's copy may still write. The copy is by
// the same thread, or by another thread that has only waited for earlier groups. If the other thread has not waited at
// all, the two accesses are a race, and no fault is reported.
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

// readGranule compares a read by an engine with the copies into a granule, and with the stores of threads to it.
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

// fillGranule compares a copy with the earlier accesses to a granule, and records the copy.
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

// isKnown reports whether the issue of the access r is ordered before the present step of the thread.
func (d *detector) isKnown(r *reach, thread int) bool {
	return thread == r.thread || d.clocks[thread][r.thread] >= r.epoch
}

// isOver reports whether the present step of a thread is ordered after a wait for the copy or the product r. A read by
// an engine that belongs to no group counts as over at once.
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

// hasSeen reports whether the present step of a thread is ordered after one of the waits. waited maps each thread that
// has waited to the epoch that it began after its wait.
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

// blameCopy adds a fault for a copy into shared memory and another access that are not ordered. The copy is at fault if
// the access uses the bytes of an earlier copy. Otherwise the access that is later in the text is at fault.
func (d *detector) blameCopy(fill, use *reach) {
	if use.isBehind || use.isBeforeInText(fill) {
		d.addFault(Refilled, fill, use)
	} else {
		d.addFault(ReachedEarly, use, fill)
	}
}

// blameStore adds a fault for a store and a read by an engine: the store is ordered neither before the read nor after
// its end. The store is at fault if an earlier store had written the data for the read. Otherwise the access that is
// later in the text is at fault.
func (d *detector) blameStore(store, read *reach) {
	if read.isBehind || d.isKnown(read, store.thread) || read.isBeforeInText(store) {
		d.addFault(Overwritten, store, read)
	} else {
		d.addFault(ReachedEarly, read, store)
	}
}

// isUnclear reports whether it is not known in which phase a copy completes.
func (r *reach) isUnclear() bool { return r.barrier != nil && r.barrier.isUnclear }

// addFault adds a fault at the access `later`. It adds none if the same two instructions, along the same calls, have
// one already, or if it is not known when one of the copies ends.
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

package sim

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// An engine reads shared memory through the asynchronous proxy. It sees a store through the generic proxy only after a
// proxy fence. The storing thread may execute the fence after its store. Another thread may execute the fence instead,
// if the store is ordered before the fence, and the fence before the engine's read.
//
//	s[threadIdx.x] = v;          thread 5 writes at time 10
//	fence.proxy.async;           thread 5 executes a fence at time 11
//	__syncthreads();
//	if (threadIdx.x == 0) copy;  thread 0 reads bytes; their writer executed a fence after writing them
//
// Likewise, a copy that refills shared memory needs a fence between earlier reads of the bytes and the copy.
//
// A time is the number of instructions that the machine has run for the block.

// ProxyFaultKind is a kind of ProxyFault: which order is missing.
type ProxyFaultKind int

// The kinds of faults.
const (
	Unfenced     ProxyFaultKind = iota // an engine reads bytes, or a copy fills bytes, without a proxy fence after an earlier store or read of them
	Overwritten                        // a thread stores, or a copy fills, where an engine may still read (overwrite.go)
	ReachedEarly                       // an access to bytes that a copy may not have brought yet (delivery.go)
	Refilled                           // a copy into bytes that are in use (delivery.go)
)

// ProxyFault is a pair of accesses to shared memory, at least one of them by an engine, without the fence or the wait
// that they need.
type ProxyFault struct {
	Kind ProxyFaultKind
	// Site is the later instruction of the two. Path lists the calls from the root to its function. Thread executes it.
	Site   *cfg.Instr
	Path   []source.Pos
	Thread int
	// Other is the earlier instruction. OtherThread is the thread that executed it.
	Other       *cfg.Instr
	OtherThread int
	// IsCertain reports whether no supposed value decides whether the two accesses are executed, or at which addresses.
	IsCertain bool
}

// noteFault adds a fault to the outcome, unless the outcome has a fault of the same instructions along the same calls.
func (m *machine) noteFault(fault ProxyFault) {
	isKnown := func(o ProxyFault) bool {
		return o.Kind == fault.Kind && o.Site == fault.Site && o.Other == fault.Other && slices.Equal(o.Path, fault.Path)
	}
	if at := slices.IndexFunc(m.out.ProxyFaults, isKnown); at < 0 {
		m.out.ProxyFaults = append(m.out.ProxyFaults, fault)
	} else if fault.IsCertain {
		m.out.ProxyFaults[at].IsCertain = true
	}
}

// proxies holds the accesses of a block's threads to shared memory through the generic proxy, and their fences.
type proxies struct {
	time int
	// writes and reads map each byte to the last access to it.
	writes, reads map[uint64]genericAccess
	threads       map[int]ordering
	fences        []proxyFence
	// released is the time at the start of the present round of the block.
	released int
	groups   groupReads
}

// genericAccess is a store or a read of a byte through the generic proxy.
type genericAccess struct {
	site         *cfg.Instr
	thread, time int
	isCertain    bool
}

// ordering holds times of a thread. fence is the time of its last proxy fence. ordered is the time of its last
// instruction by which it may know what other threads did before. beyond is the time of the last such instruction for
// threads of other warps.
type ordering struct{ fence, ordered, beyond int }

// proxyFence is a proxy fence that some lanes of a warp have executed. ordered is the time of the last earlier
// instruction by which these lanes may know what other threads did before.
type proxyFence struct {
	time, ordered, warp int
	lanes               warp.Lanes
}

// covers reports whether the fence lies between a store and a later read: after the store at the given time, and before
// the read by the thread reader. `of` holds the reader's times.
func (p *proxyFence) covers(time, reader int, of ordering) bool {
	isOwn := p.warp == reader/warp.Size && p.lanes.Has(reader%warp.Size)
	return p.ordered > time && (isOwn || of.ordered > p.time)
}

// noteGeneric records an access of a lane through the generic proxy, to size bytes from addr on. It does nothing if the
// memory is not shared, or if size exceeds maxTile. isRead is false for a store.
func (m *machine) noteGeneric(isRead bool, f *frame, instr *cfg.Instr, l int, addr uint64, size int64) {
	if !m.isShared(addr) || size > maxTile {
		return
	}
	kind := threadStores
	if isRead {
		kind = threadReads
	}
	m.noteReach(kind, f, instr, 0, l, extent{addr, size})
	if !m.in.Proxies {
		return
	}
	m.proxies.time++
	to, w := m.proxies.accesses(isRead), genericAccess{instr, m.in.Warp*warp.Size + l, m.proxies.time, m.isCertain(f, instr, 0, l)}
	for i := range uint64(size) {
		to[addr+i] = w
	}
	if !isRead {
		m.overwrites(f, w, addr, size)
	}
}

// isCertain reports whether no supposed value decides whether lane l executes instr, or what its operand n (the
// address) is.
func (m *memory) isCertain(f *frame, instr *cfg.Instr, n, l int) bool {
	return m.supposed.decided == "" && !f.isOnSide(instr.Block, l) && !f.madeIn(instr.Args[n]).Has(l)
}

// isShared reports whether an address is in shared memory.
func (m *memory) isShared(addr uint64) bool {
	return m.isAddress(addr) && m.spaces[addr>>spaceBits-1].isShared()
}

// noteProxies is called after an instruction has run. It records accesses of lanes, proxy fences, and instructions by
// which lanes may know what other threads did before.
func (m *machine) noteProxies(f *frame, instr *cfg.Instr, lanes warp.Lanes) {
	if !m.comparesEngines() {
		return
	}
	if instr.Engine != nil && instr.Engine.IsOfReadingGroups() {
		m.noteGroups(instr.Engine, lanes)
	}
	isFence := instr.Engine != nil && instr.Engine.FencesShared()
	switch {
	case instr.Op == cfg.Load && !instr.Unplaced, instr.Op == cfg.Store, instr.Op == cfg.Atomic:
		for l := range lanesOf(lanes) {
			m.noteGeneric(instr.Op == cfg.Load, f, instr, l, f.word(instr.Args[0], l), sizeOf(instr.Accessed()))
		}
	case instr.Op == cfg.Share:
		m.noteTile(!instr.Tile.Writes, f, instr, lanes)
	case isFence || mayAcquire(instr):
		m.noteOrdering(lanes, isFence, instr)
	}
}

// comparesEngines reports whether the accesses of engines are compared with those of threads.
func (m *machine) comparesEngines() bool { return m.in.Proxies || m.in.Deliveries }

// mayAcquire reports whether an instruction may order earlier actions of other threads before later actions of its own
// thread. An arrival at an mbarrier does the reverse: it orders earlier actions of its own thread before actions of
// others.
//
//	arrive; fence;                              thread 96 completes the phase
//	wait; r = s[t]; __syncthreads(); copy;      the fence may come before the read of thread 0
func mayAcquire(instr *cfg.Instr) bool {
	if e := instr.Engine; e != nil && instr.Op == cfg.Extern {
		switch e.Does {
		case ptx.Copies, ptx.InitialisesBarrier, ptx.ExpectsBytes, ptx.CompletesBytes, ptx.Arrives:
			return false
		}
		return true
	}
	return instr.MayOrder() || instr.Foreign
}

// accesses returns the map of reads if isRead, else the map of writes.
func (p *proxies) accesses(isRead bool) map[uint64]genericAccess {
	if isRead {
		return p.reads
	}
	return p.writes
}

// beginRound starts a new round: the warps continue after a barrier of the block. All earlier events get smaller times
// than released, so the barrier orders them before the round.
func (p *proxies) beginRound() {
	p.time++
	p.released = p.time
}

// noteOrdering records a proxy fence of lanes (isFence), or an instruction after which they may know what other threads
// did before. After a barrier of the block, they know everything before the present round. After a collective of the
// warp, each of its lanes knows what one of them knew of other warps. After any other instruction, they may know
// everything.
func (m *machine) noteOrdering(lanes warp.Lanes, isFence bool, instr *cfg.Instr) {
	m.proxies.time++
	fence := proxyFence{time: m.proxies.time, warp: m.in.Warp, lanes: lanes}
	isBarrier, isOfWarp := instr.HoldsBlock() && m.pause != nil, instr.Collective != nil && !instr.Collective.BeyondWarp
	known := 0
	for l := range lanesOf(lanes) {
		known = max(known, m.proxies.threads[m.in.Warp*warp.Size+l].beyond)
	}
	for l := range lanesOf(lanes) {
		t := m.proxies.threads[m.in.Warp*warp.Size+l]
		switch {
		case isFence:
			t.fence, fence.ordered = m.proxies.time, max(fence.ordered, t.ordered)
		case isBarrier:
			t.ordered, t.beyond = max(t.ordered, m.proxies.released), max(t.beyond, m.proxies.released)
		case isOfWarp:
			t.ordered, t.beyond = m.proxies.time, known
		default:
			t.ordered, t.beyond = m.proxies.time, m.proxies.time
		}
		m.proxies.threads[m.in.Warp*warp.Size+l] = t
	}
	if isFence {
		m.proxies.fences = append(m.proxies.fences, fence)
	}
}

// isFenced reports whether a proxy fence lies between the access w and the present access through the asynchronous
// proxy by the thread `reader`.
func (p *proxies) isFenced(w genericAccess, reader int) bool {
	return p.threads[w.thread].fence > w.time || slices.ContainsFunc(p.fences, func(f proxyFence) bool {
		return f.covers(w.time, reader, p.threads[reader])
	})
}

// noteTile records the accesses of lanes to the rows or parts of a tile. isRead is false for stores.
func (m *machine) noteTile(isRead bool, f *frame, instr *cfg.Instr, lanes warp.Lanes) {
	for l := range lanesOf(lanes) {
		for _, part := range m.dividedPieces(f, instr, l, lanes) {
			m.noteGeneric(isRead, f, instr, l, part.at, part.size)
			m.noteCopy(f, instr, l, part)
		}
	}
}

// forgetAccesses removes the recorded accesses to bytes that an engine has written.
func (m *machine) forgetAccesses(addr uint64, bytes int64) {
	if !m.in.Proxies {
		return
	}
	for i := range uint64(bytes) {
		delete(m.proxies.writes, addr+i)
		delete(m.proxies.reads, addr+i)
	}
}

// readByEngine records a read of an engine for lane l, and reports earlier stores to the bytes that have no fence after
// them. bytes is the number of bytes that a copy reads, -1 if it is not known.
func (m *machine) readByEngine(f *frame, instr *cfg.Instr, l int, bytes int64) {
	if !m.comparesEngines() {
		return
	}
	e := instr.Engine
	if e.Source >= 0 {
		if bytes < 0 {
			bytes = matrixBytes
		}
		m.readAt(f, instr, e.Source, l, f.word(instr.Args[e.Source], l), bytes)
	}
	for _, d := range e.Descriptors {
		m.readAt(f, instr, d, l, f.word(instr.Args[d], l)&0x3fff<<4, matrixBytes)
	}
}

// readAt reports earlier stores to bytes that an engine reads, and records the read. The address is operand n of instr,
// a number in the window of shared memory.
func (m *machine) readAt(f *frame, instr *cfg.Instr, n, l int, address uint64, bytes int64) {
	from := m.fromWindow(address)
	m.engineAt(m.proxies.writes, f, instr, n, l, from, bytes)
	m.beginRead(f, instr, n, l, from, bytes)
}

// filledByEngine processes a copy that writes bytes for lane l. It reports earlier reads of these bytes that have no
// fence after them.
func (m *machine) filledByEngine(f *frame, instr *cfg.Instr, l int, bytes int64) {
	if !m.in.Proxies {
		return
	}
	if bytes < 0 {
		bytes = matrixBytes
	}
	n := instr.Engine.Target
	addr := m.fromWindow(f.word(instr.Args[n], l))
	m.engineAt(m.proxies.reads, f, instr, n, l, addr, bytes)
	if m.isShared(addr) {
		m.overwrites(f, genericAccess{instr, m.in.Warp*warp.Size + l, m.proxies.time, m.isCertain(f, instr, n, l)}, addr, min(bytes, openBytes))
	}
}

// engineAt reports recorded accesses to the bytes from addr on that have no fence after them. The address is operand n
// of instr.
func (m *machine) engineAt(accesses map[uint64]genericAccess, f *frame, instr *cfg.Instr, n, l int, addr uint64, bytes int64) {
	if !m.isShared(addr) || !m.isFollowed() || !m.isCertain(f, instr, n, l) {
		return
	}
	reader := m.in.Warp*warp.Size + l
	var before genericAccess // accesses mostly cover several bytes, so a repeated one is skipped
	for i := range uint64(min(bytes, openBytes)) {
		w, isAccessed := accesses[addr+i]
		if !isAccessed || w == before || m.proxies.isFenced(w, reader) || m.in.Deliveries && !m.proxies.mayKnow(w, reader) {
			continue
		}
		before = w
		m.noteFault(ProxyFault{Unfenced, instr, f.callPath(), reader, w.site, w.thread, w.isCertain})
	}
}

// mayKnow reports whether the access w may be ordered before the present step of the thread `reader`. If nothing orders
// the two, the missing order is a fault of its own (delivery.go), and a proxy fence does not help.
func (p *proxies) mayKnow(w genericAccess, reader int) bool {
	return w.thread/warp.Size == reader/warp.Size || p.threads[reader].beyond > w.time
}

// isFollowed reports whether the machine has executed every instruction so far: it skipped no unknown call, and nothing
// made the run Unknown.
func (m *machine) isFollowed() bool { return m.out.Unknown == "" && len(m.out.Notes) == 0 }

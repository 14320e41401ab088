package sim

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// mbarrier is the state of an mbarrier in shared memory. A phase completes when no arrivals and no bytes are pending.
type mbarrier struct {
	count, pending int64
	bytes          int64
	phase          uint64
	// unseen is the first arrival that completed a phase although no thread had waited for the preceding phase. It is
	// nil if there is none.
	unseen *barrierUse
	// expects is the last instruction that made the current phase expect bytes and did not arrive. It is nil if
	// there is none.
	expects *barrierUse
	// begun is the use that initialised the mbarrier. It is nil if Input.Arrivals is not set. users is the set of the
	// threads that have used the mbarrier, without the one that has initialised it.
	begun *barrierUse
	users map[int]bool
	// ended is the instruction that has ended the mbarrier, nil if none has.
	ended *barrierUse
	// isUnclear reports whether it is not known in which phase some copy completes, because copies of unknown size may
	// have completed phases.
	isUnclear bool
	// now lists the arrivals of the current phase, and last those of the preceding phase. last is nil in the first
	// phase.
	now, last *arrivals
}

// arrivals lists the threads that arrive at an mbarrier in one phase, by their numbers in the block. Everything that
// they did before their arrival is ordered before everything that a thread does after its wait for this phase or for
// a later one.
type arrivals struct {
	threads []int
	before  *arrivals
	// last is the arrival that completed the phase, nil if there is none. next is the next phase. waits has the first
	// wait of each warp for the phase.
	last  *barrierUse
	next  *arrivals
	waits []*barrierUse
	// fills lists the ranges that copies write in the phase. They are recorded only if Input.Arrivals is set.
	fills []extent
	// expected is the number of bytes that the phase expects. copied is the number of bytes that
	// copies bring. open is the number of copies of unknown size.
	expected, copied int64
	open             int
	// openFills lists the recorded copies of unknown size.
	openFills []*reach
	// issued is the number of recorded copies that complete in the phase (reach.fills).
	issued int
}

// newBarrier returns an mbarrier whose phases need count arrivals.
func newBarrier(count int64) *mbarrier {
	return &mbarrier{count: count, pending: count, now: &arrivals{}}
}

// barrierAt returns the mbarrier at an address. It returns nil if none was initialised there, or if it was ended.
func (m *memory) barrierAt(addr uint64) *mbarrier {
	if b := m.barriers[addr]; b != nil && b.ended == nil {
		return b
	}
	return nil
}

// completeIfReady completes the phase if nothing is pending. It reports whether it did.
func (b *mbarrier) completeIfReady() bool {
	isReady := b.pending <= 0 && (b.bytes == 0 || b.now.open > 0)
	if isReady {
		b.phase++
		b.pending, b.bytes, b.expects = b.count, 0, nil
		b.now, b.last = &arrivals{before: b.now}, b.now
		b.last.next = b.now
	}
	return isReady
}

// expect adds bytes to those that the current phase expects.
func (b *mbarrier) expect(bytes int64) {
	b.isUnclear = b.isUnclear || bytes > 0 && b.now.open > 0 && b.now.expected > 0
	b.bytes += bytes
	b.now.expected += bytes
}

// StuckWait is a wait for a phase of an mbarrier that does not complete, because no thread of the block makes progress.
type StuckWait struct {
	Site   *cfg.Instr
	Path   []source.Pos
	Thread int
	// moves is the value of machine.moves at the time of the wait. variables is a digest of the variables of the lane.
	// visits counts the waits of the thread at this site, including this one.
	moves     int
	variables uint64
	visits    int
}

// runBarrier runs an mbarrier instruction of one lane and returns its result: the state of the phase, or whether the
// phase has completed. If there is no mbarrier at the address, it returns 1.
func (m *machine) runBarrier(f *frame, instr *cfg.Instr, l int) uint64 {
	e := instr.Engine
	addr := m.fromWindow(f.word(instr.Args[e.Barrier], l))
	m.decideBy(f, instr, l)
	if e.Does == ptx.InitialisesBarrier {
		m.initialise(f, instr, l, addr)
		return 0
	}
	b := m.barrierAt(addr)
	if b == nil {
		if over := m.barriers[addr]; over != nil && m.in.Arrivals {
			m.keepUse(f, instr, l, over, addr)
		} else if !m.noteMissing(f, instr, l, addr) {
			m.unknown("an mbarrier that the block has not initialised")
		}
		return 1
	}
	m.keepUse(f, instr, l, b, addr)
	m.moves++
	state := b.phase
	switch e.Does {
	case ptx.EndsBarrier:
		m.end(f, instr, l, b, addr)
	case ptx.ExpectsBytes:
		b.expect(f.numberOf(instr, l, e.Bytes, 0))
		b.expects = m.useOf(f, instr, l, addr)
	case ptx.CompletesBytes:
		bytes := f.numberOf(instr, l, e.Bytes, 0)
		b.bytes -= bytes
		b.now.add(bytes)
		b.completeIfReady()
	case ptx.Arrives:
		m.keepArrival(b, e, l)
		m.arriveAt(f, instr, l, b, addr)
	case ptx.AwaitsPhase:
		m.moves--
		return m.awaitPhase(f, instr, l, b, addr)
	}
	return state
}

// decideBy records that a supposed value decides what happens at an mbarrier. That is so if an operand of the
// instruction is supposed: a count, a number of bytes, a phase, or the address of the barrier.
func (m *machine) decideBy(f *frame, instr *cfg.Instr, l int) {
	isMade := func(a *cfg.Instr) bool { return f.madeIn(a).Has(l) }
	if m.supposed.decided == "" && slices.ContainsFunc(instr.Args, isMade) {
		m.supposed.decided = m.supposed.first
	}
}

// numberOf returns the n-th operand of an instruction in lane l. If n is negative, it returns `otherwise`.
func (f *frame) numberOf(instr *cfg.Instr, l, n int, otherwise int64) int64 {
	if n < 0 {
		return otherwise
	}
	return int64(f.word(instr.Args[n], l))
}

// initialise makes an mbarrier at addr. If there is one already, this is a fault, unless it has the same count and
// nothing has arrived at it yet. For example, one thread of each row of a block may initialise the same mbarrier.
func (m *machine) initialise(f *frame, instr *cfg.Instr, l int, addr uint64) {
	b := newBarrier(f.numberOf(instr, l, instr.Engine.Count, 0))
	if before := m.barrierAt(addr); before != nil && before.begun != nil && (before.count != b.count || before.phase > 0 || before.isBegun()) {
		m.noteWrong(InitialisedAgain, m.useOf(f, instr, l, addr), before)
	}
	if b.count < 1 || b.count > mostArrivals {
		m.noteWrong(WrongCount, m.useOf(f, instr, l, addr), b)
	}
	m.barriers[addr] = b
	if m.in.Arrivals {
		b.begun, b.users = m.useOf(f, instr, l, addr), map[int]bool{}
		m.keep(l, step{used: b, by: b.begun})
	}
}

// end marks the mbarrier b as ended (mbarrier.inval). A later use of it is a fault.
func (m *machine) end(f *frame, instr *cfg.Instr, l int, b *mbarrier, addr uint64) {
	b.ended = m.useOf(f, instr, l, addr)
	if m.in.Arrivals {
		m.keep(l, step{used: b, by: b.ended})
	}
}

// keepUse records the first use of an mbarrier by each lane. If the initialisation precedes this use, it precedes the
// lane's later uses. In a kernel that ends mbarriers keepUse records all uses, because the last use has to precede the
// end.
func (m *machine) keepUse(f *frame, instr *cfg.Instr, l int, b *mbarrier, addr uint64) {
	thread := m.in.Warp*warp.Size + l
	if b.begun == nil || !m.endsBarriers && (b.users[thread] || thread == b.begun.thread) || instr.Engine.Does == ptx.EndsBarrier && b.ended == nil {
		return
	}
	b.users[thread] = true
	m.keep(l, step{used: b, by: m.useOf(f, instr, l, addr)})
}

// arriveAt executes an arrival. First it adds the bytes that the arrival expects. If the arrival completes a phase, the
// other warps run before this warp continues. An arrival of cp.async counts only with the qualifier noinc, because the
// machine has already ended the copies of cp.async.
func (m *machine) arriveAt(f *frame, instr *cfg.Instr, l int, b *mbarrier, addr uint64) {
	e, count := instr.Engine, f.numberOf(instr, l, instr.Engine.Count, 1)
	if e.Opcode[0] == "cp" && !e.Has("noinc") {
		return
	}
	if count > b.pending {
		m.noteWrong(TooMany, m.useOf(f, instr, l, addr), b)
	}
	if e.Has("arrive_drop") {
		b.count -= count
	}
	b.expect(f.numberOf(instr, l, e.Bytes, 0))
	b.pending -= count
	before := b.last
	if !b.completeIfReady() {
		return
	}
	b.last.last = m.useOf(f, instr, l, addr)
	if before != nil && len(before.waits) == 0 && b.unseen == nil {
		b.unseen = b.last.last
	}
	if m.pause != nil {
		m.pause(nil)
	}
}

// keepArrival records which actions the arrival of a lane at an mbarrier orders. A relaxed arrival orders nothing by
// itself, but it may order accesses together with a fence. The search for accesses that nothing orders with a copy
// (Input.Deliveries) must allow for such a fence, so it needs the relaxed arrival recorded. For other searches a
// relaxed arrival is not recorded. An arrival of cp.async also orders the lane's copies.
func (m *machine) keepArrival(b *mbarrier, e *cfg.Engine, l int) {
	if e.Has("relaxed") && !m.in.Deliveries {
		return
	}
	if e.Opcode[0] == "cp" {
		m.keep(l, step{isWait: true})
		m.reached.signal(l, b.now)
	}
	b.now.threads = append(b.now.threads, m.in.Warp*warp.Size+l)
	m.keep(l, step{phase: b.now, isArrival: true})
}

// completeBytes records that a copy has completed bytes at an mbarrier. bytes is -1 if their number is not known.
func (m *machine) completeBytes(b *mbarrier, bytes int64) {
	phase := b.filled()
	phase.add(bytes)
	if phase != b.now {
		return
	}
	b.bytes -= max(bytes, 0)
	m.moves++
	b.completeIfReady()
}

// filled returns the phase to which a copy belongs that is issued at this moment. Usually this is the current phase. It
// is the preceding phase under three conditions: a copy of unknown size has completed it, nobody has waited for it, and
// the current phase expects no bytes:
//
//	expect 8192; copy tensor a; copy tensor b;   the machine completes the phase behind a
func (b *mbarrier) filled() *arrivals {
	if last := b.last; last != nil && last.last == nil && last.open > 0 && len(last.waits) == 0 && b.now.expected == 0 {
		return last
	}
	return b.now
}

// add counts a copy that brings bytes in the phase. bytes is -1 if the number is not known.
func (a *arrivals) add(bytes int64) {
	if bytes < 0 {
		a.open++
	} else {
		a.copied += bytes
	}
}

// awaitPhase runs a lane's wait for a phase, and returns 1 if the phase has completed, else 0. It lets the other warps
// run until the phase has completed. There are two exceptions: the program does not use the result (passUnheeded), or
// the wait returns false at once (denies). In a run of one warp, the other threads are assumed to arrive in time at a
// cuda::barrier.
func (m *machine) awaitPhase(f *frame, instr *cfg.Instr, l int, b *mbarrier, addr uint64) uint64 {
	e := instr.Engine
	if e.Phase < 0 {
		m.unknown("a wait for a phase that is not known")
		return 1
	}
	wanted := f.word(instr.Args[e.Phase], l)
	isDone := func() bool {
		if e.Has("parity") {
			return b.phase&1 != wanted&1
		}
		return b.phase > wanted
	}
	awaited := func() *arrivals {
		switch {
		case !isDone():
			return b.now
		case e.Has("parity"):
			return b.last
		}
		return b.phaseOf(wanted)
	}
	if a := awaited(); a != nil && m.in.Arrivals && m.in.Unheeded[instr] {
		return m.passUnheeded(l, unheededWait{m.useOf(f, instr, l, addr), a, b}, isDone())
	} else if a != nil && m.denies(f, instr, l, a, isDone()) {
		return 0
	}
	for !isDone() {
		if m.pause == nil && e.IsBlocking() {
			return 1
		}
		if m.pause == nil || m.round.isStuck {
			m.noteStuck(f, l, m.useOf(f, instr, l, addr), b)
			return 0
		}
		m.pause(nil)
	}
	m.moves++
	m.keepWait(f, instr, l, awaited(), addr)
	return 1
}

// phaseOf returns the arrivals of the phase with the given number, if this phase is over. Otherwise it returns nil.
func (b *mbarrier) phaseOf(number uint64) *arrivals {
	a := b.last
	for n := b.phase - 1; a != nil && n > number; n-- {
		a = a.before
	}
	return a
}

// keepWait records that a lane has waited for a phase of an mbarrier. awaited has the arrivals of the phase, nil if
// there is none. A relaxed wait orders nothing, so it is recorded only for Input.Deliveries.
func (m *machine) keepWait(f *frame, instr *cfg.Instr, l int, awaited *arrivals, addr uint64) {
	if awaited == nil || instr.Engine.Has("relaxed") && !m.in.Deliveries {
		return
	}
	m.keep(l, step{phase: awaited})
	isOfWarp := func(u *barrierUse) bool { return u.thread/warp.Size == m.in.Warp }
	if (m.in.Arrivals || m.in.Deliveries) && !slices.ContainsFunc(awaited.waits, isOfWarp) {
		awaited.waits = append(awaited.waits, m.useOf(f, instr, l, addr))
	}
}

// noteStuck records a wait that does not end. A program may look at a phase once before it waits, or several times
// before it gives up. So noteStuck ends the run of the warp only at a blocking wait, or under three conditions: the
// lane has waited there before, nothing has happened at an mbarrier after that wait, and the variables of the lane have
// not changed. Other lanes of the warp run independently. If they may arrive at an mbarrier meanwhile, the run becomes
// Unknown.
func (m *machine) noteStuck(f *frame, l int, u *barrierUse, b *mbarrier) {
	if !m.hasWaitedSo(f, l, u) && !u.site.Engine.IsBlocking() {
		return
	}
	if f.mayOthersArrive() {
		m.isCut = m.out.Unknown == ""
		m.unknown("lanes that may arrive at an mbarrier while others of their warp wait")
	} else {
		m.noteNeverCompleted(u, b)
	}
	m.out.OutOfSteps, m.isStuck = true, true
}

// hasWaitedSo reports whether the lane has executed this wait before in the same state, and records the wait. It keeps
// one earlier state, and compares the present state with it. Whenever the number of waits is a power of two, the
// present state replaces the earlier one (Brent's method). So it finds a cycle of any length.
func (m *machine) hasWaitedSo(f *frame, l int, u *barrierUse) bool {
	now := StuckWait{u.site, u.path, u.thread, m.moves, m.digestOfVariables(f, l), 1}
	n := slices.IndexFunc(m.out.Stuck, func(o StuckWait) bool {
		return o.Site == now.Site && slices.Equal(o.Path, now.Path) && o.Thread == now.Thread
	})
	if n < 0 {
		m.out.Stuck = append(m.out.Stuck, now)
		return false
	}
	before := &m.out.Stuck[n]
	if before.moves == now.moves && before.variables == now.variables {
		return true
	}
	before.visits++
	if now.visits = before.visits; now.visits&(now.visits-1) == 0 {
		*before = now
	}
	return false
}

// digestOfVariables returns a digest of the contents of a lane's variables, in this call and in the calls around it.
func (m *machine) digestOfVariables(f *frame, l int) (digest uint64) {
	for ; f != nil; f = f.parent {
		for _, base := range f.objects {
			if base != 0 {
				digest = mixBytes(digest, m.variableAt(base+uint64(l)<<laneBits))
			}
		}
	}
	return digest
}

// mayOthersArrive reports whether other lanes of the warp may arrive at an mbarrier before they wait for the whole
// warp. It looks at the lanes that are elsewhere in this call, or in the calls around it.
func (f *frame) mayOthersArrive() bool {
	for ; f != nil; f = f.parent {
		for index, lanes := range f.waiting {
			if lanes != 0 && reachesArrival(f.fn.Blocks[index]) {
				return true
			}
		}
		if f.returned != 0 && f.parent != nil && reachesArrival(f.call.block) {
			return true
		}
	}
	return false
}

// reachesArrival reports whether some path from the beginning of a block executes an arrival at an mbarrier before
// any collective for which the lanes of a warp wait.
func reachesArrival(from *cfg.Block) bool {
	seen, work := map[*cfg.Block]bool{from: true}, []*cfg.Block{from}
	for ; len(work) > 0; work = work[1:] {
		isHeld := false
		for _, in := range work[0].Instrs {
			isHeld = isHeld || in.Collective != nil && in.Collective.HoldsWarp()
			if !isHeld && (arrives(in) || in.Op == cfg.Call && in.Callee != nil && in.Callee.LeadsTo(arrives)) {
				return true
			}
		}
		for _, next := range work[0].Succs {
			if !isHeld && !seen[next] {
				seen[next] = true
				work = append(work, next)
			}
		}
	}
	return false
}

// arrives reports whether an instruction may complete a phase of an mbarrier.
func arrives(in *cfg.Instr) bool {
	return in.UsesBarrier() && in.Engine.Does != ptx.AwaitsPhase && in.Engine.Does != ptx.InitialisesBarrier && in.Engine.Does != ptx.EndsBarrier
}

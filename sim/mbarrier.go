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
	// isOpen: whether a copy of unknown size completes in the phase.
	isOpen bool
	// waiting is the number of warps that wait for a phase.
	waiting int
	// now collects the arrivals of the phase, last those of the phase before it, nil for none.
	now, last *arrivals
}

// arrivals lists the threads that arrive at an mbarrier in one phase, by their numbers in the block. What they did before
// is ordered before what a thread does that has waited for the phase, or for a later one.
type arrivals struct {
	threads []int
	before  *arrivals
}

// newBarrier returns an mbarrier that count arrivals complete.
func newBarrier(count int64) *mbarrier {
	return &mbarrier{count: count, pending: count, now: &arrivals{}}
}

// completeIfReady completes the phase if nothing is pending, and reports whether it has.
func (b *mbarrier) completeIfReady() bool {
	isReady := b.pending <= 0 && (b.bytes == 0 || b.isOpen)
	if isReady {
		b.phase++
		b.pending, b.bytes, b.isOpen = b.count, 0, false
		b.now, b.last = &arrivals{before: b.now}, b.now
	}
	return isReady
}

// StuckWait is a wait for a phase of an mbarrier that does not complete: no thread of the block makes progress.
type StuckWait struct {
	Site   *cfg.Instr
	Path   []source.Pos
	Thread int
}

// runBarrier runs an mbarrier instruction of one lane and returns its result: the state of the phase, or whether the
// phase has completed.
func (m *machine) runBarrier(f *frame, instr *cfg.Instr, l int) uint64 {
	e := instr.Engine
	addr := f.word(instr.Args[e.Barrier], l)
	operand := func(n int, otherwise int64) int64 {
		if n < 0 {
			return otherwise
		}
		return int64(f.word(instr.Args[n], l))
	}
	if e.Does == ptx.InitialisesBarrier {
		m.barriers[addr] = newBarrier(operand(e.Count, 0))
		return 0
	}
	b := m.barriers[addr]
	if b == nil {
		m.unknown("an mbarrier that the block has not initialised")
		return 1
	}
	m.moves++
	state := b.phase
	switch e.Does {
	case ptx.EndsBarrier:
		delete(m.barriers, addr)
	case ptx.ExpectsBytes:
		b.bytes += operand(e.Bytes, 0)
	case ptx.CompletesBytes:
		b.bytes -= operand(e.Bytes, 0)
		b.completeIfReady()
	case ptx.Arrives:
		m.keepArrival(b, e, l)
		m.arriveAt(b, e, operand(e.Count, 1), operand(e.Bytes, 0))
	case ptx.AwaitsPhase:
		m.moves--
		return m.awaitPhase(f, instr, l, b)
	}
	return state
}

// arriveAt arrives at an mbarrier, after adding the bytes that the arrival expects. If that completes a phase, the warps that
// wait for it run first. An arrival for copies by cp.async, which the machine
// has ended already, takes part only if it is counted (noinc).
func (m *machine) arriveAt(b *mbarrier, e *cfg.Engine, count, bytes int64) {
	if e.Opcode[0] == "cp" && !e.Has("noinc") {
		return
	}
	if e.Has("arrive_drop") {
		b.count -= count
	}
	b.bytes += bytes
	b.pending -= count
	if b.completeIfReady() && b.waiting > 0 && m.pause != nil {
		m.pause(nil)
	}
}

// keepArrival records what the arrival of a lane orders. A relaxed arrival orders nothing. One for copies by cp.async orders
// those copies.
func (m *machine) keepArrival(b *mbarrier, e *cfg.Engine, l int) {
	if !m.in.Races || e.Has("relaxed") {
		return
	}
	if e.Opcode[0] == "cp" {
		m.keep(l, step{isWait: true})
	}
	b.now.threads = append(b.now.threads, m.in.Warp*warp.Size+l)
	m.keep(l, step{phase: b.now, isArrival: true})
}

// completeBytes notes that a copy of some bytes has completed at an mbarrier, -1 if their number is not known.
func (m *machine) completeBytes(addr uint64, bytes int64) {
	b := m.barriers[addr]
	switch {
	case b == nil:
		return
	case bytes < 0:
		b.isOpen = true
	default:
		b.bytes -= bytes
	}
	m.moves++
	b.completeIfReady()
}

// awaitPhase waits until the phase that a lane waits for has completed, and lets the other warps run meanwhile. It returns
// whether it has.
func (m *machine) awaitPhase(f *frame, instr *cfg.Instr, l int, b *mbarrier) uint64 {
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
	for !isDone() {
		if m.pause == nil || m.round.isStuck {
			m.noteStuck(f, instr, l)
			return 0
		}
		b.waiting++
		m.pause(nil)
		b.waiting--
	}
	m.moves++
	if !e.Has("relaxed") {
		m.keep(l, step{phase: b.last})
	}
	return 1
}

// noteStuck ends the run of the warp at a wait that does not end, if the lane waits there for the second time: a program
// may look at a phase once before it waits.
func (m *machine) noteStuck(f *frame, instr *cfg.Instr, l int) {
	s := StuckWait{instr, f.callPath(), m.in.Warp*warp.Size + l}
	if i := slices.IndexFunc(m.out.Stuck, func(o StuckWait) bool { return o.Site == s.Site && o.Thread == s.Thread }); i < 0 {
		m.out.Stuck = append(m.out.Stuck, s)
		return
	}
	m.out.OutOfSteps = true
}

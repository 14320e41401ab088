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
}

// completeIfReady completes the phase if nothing is pending.
func (b *mbarrier) completeIfReady() {
	if b.pending <= 0 && (b.bytes == 0 || b.isOpen) {
		b.phase++
		b.pending, b.bytes, b.isOpen = b.count, 0, false
	}
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
		n := operand(e.Count, 0)
		m.barriers[addr] = &mbarrier{count: n, pending: n}
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
		m.arriveAt(b, e, operand(e.Count, 1), operand(e.Bytes, 0))
	case ptx.AwaitsPhase:
		m.moves--
		return m.awaitPhase(f, instr, l, b)
	}
	return state
}

// arriveAt arrives at an mbarrier, after adding the bytes that the arrival expects. An arrival for copies by cp.async, which the machine
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
	b.completeIfReady()
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
		m.pause(nil)
	}
	m.moves++
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

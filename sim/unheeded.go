package sim

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

// This file finds waits whose results the program does not use (Input.Unheeded). Such a wait orders nothing, because
// the phase may go on after it. The wait is wrong if its thread then reads what a copy writes in the phase, and no
// thread has made another wait for the phase:
//
//	cp.async.bulk [s], [in], 256, [full];
//	mbarrier.try_wait.parity p, [full], 0;        p is never read
//	x = s[threadIdx.x];                           may read before the copy has written

// unheededWait is a wait of one lane whose result the program does not use. phase is the phase that the lane waits for.
type unheededWait struct {
	use   *barrierUse
	phase *arrivals
	state *mbarrier
}

// earlyRead is a read of shared memory after a wait whose result the program does not use.
type earlyRead struct {
	wait unheededWait
	site *cfg.Instr
	extent
}

// maxEarlyReads bounds the reads that a run keeps.
const maxEarlyReads = 1 << 12

// isWaitedFor reports whether some thread has waited for the phase or for a later one.
func (a *arrivals) isWaitedFor() bool {
	for ; a != nil; a = a.next {
		if len(a.waits) > 0 {
			return true
		}
	}
	return false
}

// passUnheeded executes a wait whose result the program does not use. It returns 1 if the phase is over (isDone), else
// 0.
func (m *machine) passUnheeded(l int, wait unheededWait, isDone bool) uint64 {
	if m.unheeded == nil {
		m.unheeded = map[int][]unheededWait{}
	}
	m.unheeded[l] = append(m.unheeded[l], wait)
	if isDone {
		return 1
	}
	return 0
}

// noteEarlyRead records a load that a lane makes after waits whose results the program does not use. The load does not
// count if a supposed value decides its address, or whether it is executed.
func (m *machine) noteEarlyRead(f *frame, instr *cfg.Instr, l int) {
	waits := m.unheeded[l]
	if len(waits) == 0 {
		return
	}
	waits = slices.DeleteFunc(waits, func(w unheededWait) bool { return w.phase.isWaitedFor() })
	m.unheeded[l] = waits
	if m.supposed.decided != "" || f.isOnSide(instr.Block, l) || f.madeIn(instr.Args[0]).Has(l) || len(m.earlyReads) >= maxEarlyReads {
		return
	}
	for _, w := range waits {
		m.earlyReads = append(m.earlyReads, earlyRead{w, instr, extent{m.fromWindow(f.word(instr.Args[0], l)), sizeOf(instr.Type)}})
	}
}

// fillsInPhase records that a copy issued at this moment writes bytes in its phase of an mbarrier.
func (m *machine) fillsInPhase(b *mbarrier, filled extent) {
	if m.in.Arrivals {
		phase := b.filled()
		phase.fills = append(phase.fills, filled)
	}
}

// unheededFaults returns a fault for each wait whose result the program does not use, if its thread then reads bytes
// that a copy writes in the phase.
func (m *machine) unheededFaults() (found []BarrierFault) {
	for _, r := range m.earlyReads {
		if slices.ContainsFunc(r.wait.phase.fills, r.overlaps) {
			b := r.wait.use.fault(Unheeded, r.wait.state)
			b.Other, b.OtherThread = r.site, m.in.Warp*warp.Size
			found = append(found, b)
		}
	}
	return found
}

package sim

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Wrong uses of mbarriers (Input.Arrivals). A phase needs as many arrivals as the barrier was initialised with, and as many
// bytes as were expected; nothing may complete the next phase before each warp that waits for this one has seen it end:
//
//	mbarrier.init [full], 1;
//	if (warp == 0) mbarrier.arrive [full];        32 arrivals complete 32 phases
//	else mbarrier.try_wait.parity [full], 0;      may look when phase 1 is over, and waits for ever
//
// Whether a wait comes before the arrivals of the next phase is decided by what orders them (barrierrace.go), not by the
// order in which the machine ran them. The lanes of a warp count as one.

// mostArrivals is the largest count of an mbarrier (PTX ISA, mbarrier: 2^20 - 1).
const mostArrivals = 1<<20 - 1

// BarrierFaultKind is how an mbarrier is used wrongly.
type BarrierFaultKind int

// The kinds of faults.
const (
	WrongCount     BarrierFaultKind = iota // initialised with a count that no mbarrier has
	NeverCompleted                         // a wait for a phase that does not complete
	TooMany                                // an arrival that counts for more than are missing
	Overtakes                              // an arrival that may complete a phase before a warp has seen the one before
	ExpectsLate                            // bytes are expected in a phase that nobody completes
)

// BarrierFault is a wrong use of an mbarrier.
type BarrierFault struct {
	Kind BarrierFaultKind
	Site *cfg.Instr
	// Path are the calls from the root to the function of the site.
	Path   []source.Pos
	Thread int
	// Object and Offset are the place of the mbarrier; Object is nil if it is not known.
	Object *cfg.Object
	Offset int64
	// Count is how many arrivals a phase needs. Pending and Bytes are what the phase still needs.
	Count, Pending, Bytes int64
	// Other is the wait that an arrival overtakes, of thread OtherThread.
	Other       *cfg.Instr
	OtherThread int
}

// barrierUse is an instruction of an mbarrier that one thread executes.
type barrierUse struct {
	site   *cfg.Instr
	path   []source.Pos
	thread int
	object *cfg.Object
	offset int64
}

// useOf returns the use of the mbarrier at an address by a lane. The calls to it are left out if wrong uses are not looked
// for.
func (m *machine) useOf(f *frame, instr *cfg.Instr, l int, addr uint64) *barrierUse {
	u := &barrierUse{site: instr, thread: m.in.Warp*warp.Size + l}
	if !m.in.Arrivals {
		return u
	}
	u.path = f.callPath()
	if addr = m.fromWindow(addr); m.isAddress(addr) {
		u.object, u.offset = m.spaces[addr>>spaceBits-1].decl, int64(addr&(1<<spaceBits-1))-middle
	}
	return u
}

// noteWrong notes a wrong use, if no supposed value has decided what the threads did before.
func (m *machine) noteWrong(kind BarrierFaultKind, u *barrierUse, b *mbarrier) {
	if m.in.Arrivals && m.supposed.decided == "" {
		m.wrong = append(m.wrong, u.fault(kind, b))
	}
}

// noteNeverCompleted notes a wait that does not end. If the phase lacks nothing but all of its arrivals, and another one was
// over before anybody had waited for the one before it, the arrival that completed it is to blame.
func (m *machine) noteNeverCompleted(u *barrierUse, b *mbarrier) {
	if !m.in.Arrivals || m.supposed.decided != "" {
		return
	}
	fault := u.fault(NeverCompleted, b)
	if !b.isBegun() && b.unseen != nil {
		fault = b.unseen.fault(Overtakes, b)
		fault.Other, fault.OtherThread = u.site, u.thread
	}
	m.wrong = append(m.wrong, fault)
}

// isBegun reports whether an arrival or bytes have counted in the current phase.
func (b *mbarrier) isBegun() bool { return b.pending != b.count || b.bytes != 0 }

func (u *barrierUse) fault(kind BarrierFaultKind, b *mbarrier) BarrierFault {
	return BarrierFault{Kind: kind, Site: u.site, Path: u.path, Thread: u.thread, Object: u.object, Offset: u.offset,
		Count: b.count, Pending: b.pending, Bytes: b.bytes}
}

// wrongArrivals returns the wrong uses of mbarriers in a block, one of each kind for each instruction and call path, if the
// machine has run all that the block does, or until warps wait for ever.
func wrongArrivals(machines []*machine) (found []BarrierFault) {
	all := machines[0].wrong
	isStuck := machines[0].isStuck
	for _, m := range machines {
		if m.out.Unknown != "" || len(m.out.Notes) > 0 || m.out.OutOfSteps && !isStuck {
			return nil
		}
	}
	if machines[0].supposed.decided == "" {
		all = append(all, overtaking(machines)...)
		if !isStuck {
			all = append(all, machines[0].lateExpectations()...)
		}
	}
	for _, b := range causes(all) {
		isSame := func(o BarrierFault) bool { return o.Kind == b.Kind && o.Site == b.Site && slices.Equal(o.Path, b.Path) }
		if !slices.ContainsFunc(found, isSame) {
			found = append(found, b)
		}
	}
	return found
}

// causes leaves out waits that do not end because of another fault: where there is one of another kind, or a phase that has
// got some of what it needs. Of the waits that are left the first counts.
func causes(all []BarrierFault) (kept []BarrierFault) {
	isWait := func(b BarrierFault) bool { return b.Kind == NeverCompleted }
	isPart := func(b BarrierFault) bool { return isWait(b) && (b.Pending != b.Count || b.Bytes != 0) }
	waits := 0
	for _, b := range all {
		switch {
		case !isWait(b):
			kept = append(kept, b)
		case slices.ContainsFunc(all, func(o BarrierFault) bool { return !isWait(o) }), slices.ContainsFunc(all, isPart) && !isPart(b), waits > 0:
		default:
			kept = append(kept, b)
			waits++
		}
	}
	return kept
}

// lateExpectations returns the instructions that make a phase expect bytes in which threads that should arrive never do: they
// have arrived before, and completed the phase that the bytes were meant for.
func (m *machine) lateExpectations() (found []BarrierFault) {
	for _, b := range m.barriers {
		if b.expects != nil && b.pending > 0 && b.phase > 0 {
			found = append(found, b.expects.fault(ExpectsLate, b))
		}
	}
	slices.SortFunc(found, func(a, b BarrierFault) int { return a.Site.Pos.Offset - b.Site.Pos.Offset })
	return found
}

// overtaking returns the arrivals that complete a phase while nothing orders any of its arrivals behind the wait of some warp
// for the phase before.
func overtaking(machines []*machine) (found []BarrierFault) {
	d := newDetector(machines)
	d.phases, d.isOfArrivals = newPhases(), true
	d.find()
	for _, a := range d.awaited {
		next := a.next
		if next == nil || next.last == nil {
			continue
		}
		for _, wait := range a.waits {
			if !d.barrierPhase(next).knowsWait(d.barrierPhase(a), wait.thread/warp.Size) {
				b := next.last.fault(Overtakes, &mbarrier{})
				b.Other, b.OtherThread = wait.site, wait.thread
				found = append(found, b)
			}
		}
	}
	return found
}

// knowsWait reports whether an arrival of the phase is ordered behind the wait of some lane of a warp for the phase before.
func (p *phaseOfBarrier) knowsWait(before *phaseOfBarrier, number int) bool {
	for l := range warp.Size {
		t := number*warp.Size + l
		if epoch, hasWaited := before.waited[t]; hasWaited && p.knows[t] >= epoch {
			return true
		}
	}
	return false
}

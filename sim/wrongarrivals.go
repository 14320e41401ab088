package sim

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// This file finds wrong uses of mbarriers (Input.Arrivals). A phase needs as many arrivals as the barrier was
// initialised with, and as many bytes as were expected. And each warp that waits for a phase must see its end before
// the next phase completes:
//
//	mbarrier.init [full], 1;
//	if (warp == 0) mbarrier.arrive [full];        32 arrivals complete 32 phases
//	else mbarrier.try_wait.parity [full], 0;      may look when phase 1 is over, and waits for ever
//
// The order in which the machine happens to run the warps does not matter. A wait is earlier than the arrivals of the
// next phase only if something orders them (barrierrace.go). The lanes of a warp count as one thread.

// mostArrivals is the largest count of an mbarrier (PTX ISA, mbarrier: 2^20 - 1).
const mostArrivals = 1<<20 - 1

// BarrierFaultKind is a kind of wrong use of an mbarrier.
type BarrierFaultKind int

// The kinds of faults.
const (
	WrongCount       BarrierFaultKind = iota // the mbarrier is initialised with a count that PTX does not allow
	NeverCompleted                           // a wait for a phase that does not complete
	TooMany                                  // an arrival with a count greater than the number of missing arrivals
	Overtakes                                // an arrival that may complete a phase before a warp has seen the end of the preceding phase
	ExpectsLate                              // an instruction that expects bytes in a phase that does not complete
	Unheeded                                 // a wait whose result the program does not use, and a read after it
	UsedEarly                                // a use that nothing orders after the initialisation by another thread
	NeverInitialised                         // a use of an mbarrier that no thread initialises
	InitialisedAgain                         // an initialisation of an mbarrier that is still valid
	UsedAfterEnd                             // a use after the end of the mbarrier
	EndsEarly                                // an end that nothing orders after a use by another thread
)

// BarrierFault is a wrong use of an mbarrier.
type BarrierFault struct {
	Kind BarrierFaultKind
	Site *cfg.Instr
	// Path lists the calls from the root to the function of the site.
	Path   []source.Pos
	Thread int
	// Object and Offset state where the mbarrier is. Object is nil if that is not known.
	Object *cfg.Object
	Offset int64
	// Count is the number of arrivals that a phase needs. Pending is the number of arrivals that the phase still
	// lacked. Bytes is the number of bytes that it lacked.
	Count, Pending, Bytes int64
	// Other is the second instruction of a fault that concerns two: for example, the wait that an arrival overtakes, or
	// the initialisation that nothing orders before a use. OtherThread executes it.
	Other       *cfg.Instr
	OtherThread int
}

// barrierUse is the execution of an mbarrier instruction by one thread.
type barrierUse struct {
	site   *cfg.Instr
	path   []source.Pos
	thread int
	object *cfg.Object
	offset int64
}

// useOf makes the record of a use of the mbarrier at addr by lane l. If Input.Arrivals is not set, it leaves out the
// call path and the object.
func (m *machine) useOf(f *frame, instr *cfg.Instr, l int, addr uint64) *barrierUse {
	u := &barrierUse{site: instr, thread: m.in.Warp*warp.Size + l}
	if !m.in.Arrivals {
		return u
	}
	u.path = f.callPath()
	if addr = m.fromWindow(addr); m.isAddress(addr) {
		s, offset := m.placeOf(addr)
		u.object, u.offset = s.decl, offset
	}
	return u
}

// noteWrong records a wrong use. It records nothing if a supposed value decided, before this use, what threads do.
func (m *machine) noteWrong(kind BarrierFaultKind, u *barrierUse, b *mbarrier) {
	if m.in.Arrivals && m.supposed.decided == "" {
		m.wrong = append(m.wrong, u.fault(kind, b))
	}
}

// missingBarrier is the use of an mbarrier at an address where no mbarrier has been initialised so far.
type missingBarrier struct {
	use  *barrierUse
	addr uint64
}

// noteMissing records the use of an mbarrier that no thread has initialised so far, and reports whether it does. It
// records nothing in four cases: the input does not ask for arrivals, the mbarrier was ended, the address is not in
// shared memory, or the machine has not followed everything so far. The run goes on, because another thread may
// initialise the mbarrier later.
func (m *machine) noteMissing(f *frame, instr *cfg.Instr, l int, addr uint64) bool {
	_, wasThere := m.barriers[addr]
	if !m.in.Arrivals || m.supposed.decided != "" || !m.isFollowed() || !m.isShared(addr) || wasThere {
		return false
	}
	m.missing = append(m.missing, missingBarrier{m.useOf(f, instr, l, addr), addr})
	return true
}

// neverInitialised returns the first use of each mbarrier that no thread of the block initialises.
func (m *memory) neverInitialised() (found []BarrierFault) {
	seen := map[uint64]bool{}
	for _, missing := range m.missing {
		if _, isThere := m.barriers[missing.addr]; !isThere && !seen[missing.addr] {
			seen[missing.addr] = true
			found = append(found, missing.use.fault(NeverInitialised, &mbarrier{}))
		}
	}
	return found
}

// noteNeverCompleted records a wait that does not end. If the phase has had no arrival, the fault may lie in an earlier
// phase that completed too early, before any thread had waited for its predecessor. In this case it records the arrival
// that completed the earlier phase.
func (m *machine) noteNeverCompleted(u *barrierUse, b *mbarrier) {
	if !m.in.Arrivals || m.supposed.decided != "" {
		return
	}
	fault := u.fault(NeverCompleted, b)
	if !b.isBegun() && b.unseen != nil {
		fault = b.unseen.fault(Overtakes, b).with(u)
	}
	m.hangs = append(m.hangs, fault)
}

// isBegun reports whether the current phase has had an arrival, or expects bytes.
func (b *mbarrier) isBegun() bool { return b.pending != b.count || b.bytes != 0 }

func (u *barrierUse) fault(kind BarrierFaultKind, b *mbarrier) BarrierFault {
	return BarrierFault{Kind: kind, Site: u.site, Path: u.path, Thread: u.thread, Object: u.object, Offset: u.offset,
		Count: b.count, Pending: b.pending, Bytes: b.bytes}
}

// with returns the fault, with the second place (Other) set to another use.
func (b BarrierFault) with(other *barrierUse) BarrierFault {
	b.Other, b.OtherThread = other.site, other.thread
	return b
}

// wrongArrivals returns the wrong uses of mbarriers in a block, one of each kind for each instruction and call path. It
// returns none for an incomplete run, unless the run is incomplete only because warps wait for ever. If a warp was cut
// off (isCut), it is not known which warps wait for ever.
func wrongArrivals(machines []*machine) (found []BarrierFault) {
	all, isStuck, isCut := slices.Clone(machines[0].wrong), machines[0].isStuck, false
	for _, m := range machines {
		isCut = isCut || m.isCut
		if m.out.Unknown != "" && !m.isCut || len(m.out.Notes) > 0 || m.out.OutOfSteps && !isStuck {
			return nil
		}
	}
	if len(machines[0].missing) > 0 && isCut {
		return nil
	}
	if len(machines[0].missing) > 0 {
		return machines[0].neverInitialised()
	}
	if !isCut {
		all = append(all, machines[0].hangs...)
	}
	if machines[0].supposed.decided == "" {
		d := detectorOfArrivals(machines)
		all = append(all, d.overtaking()...)
		all = append(all, d.uses.endFaults...)
		if !machines[0].in.Func.Polls() {
			all = append(all, d.usedEarly()...)
		}
		for _, m := range machines {
			all = append(all, m.unheededFaults()...)
		}
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

// causes returns the faults of a list, without waits that are consequences of another fault. If there is a fault of
// another kind, it drops all waits. Otherwise it keeps one wait: the first wait for a phase in which some thread has
// arrived or, if there is none, the first of all waits.
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

// lateExpectations returns the instructions that expect bytes in a phase that lacks arrivals at the end of the run. The
// missing threads arrived before the instruction. Their arrivals completed the phase in which the bytes should have
// been expected.
func (m *memory) lateExpectations() (found []BarrierFault) {
	for _, b := range m.barriers {
		if b.ended == nil && b.expects != nil && b.pending > 0 && b.phase > 0 {
			found = append(found, b.expects.fault(ExpectsLate, b))
		}
	}
	slices.SortFunc(found, func(a, b BarrierFault) int { return cfg.CompareText(a.Site, b.Site) })
	return found
}

// detectorOfArrivals returns a detector that has processed the histories of a block. It knows which waits and arrivals
// of the threads are ordered.
func detectorOfArrivals(machines []*machine) *detector {
	d := newDetector(machines, KeptOfWarp)
	d.phases, d.uses = newPhases(), &barrierUses{of: map[*mbarrier]*usesOf{}}
	d.find()
	return d
}

// endsBarrier reports whether an instruction ends an mbarrier.
func endsBarrier(in *cfg.Instr) bool { return in.UsesBarrier() && in.Engine.Does == ptx.EndsBarrier }

// barrierUses holds the uses of mbarriers that the detector has processed so far.
type barrierUses struct {
	// awaited lists the phases for which some thread waits.
	awaited []*arrivals
	of      map[*mbarrier]*usesOf
	// early lists the uses that nothing orders after the initialisation. endFaults lists the pairs of a use and an end
	// that are not ordered.
	early     []step
	endFaults []BarrierFault
}

// usesOf holds the uses of one mbarrier. begun and ended are the epochs of its initialisation and of its end, 0 if the
// detector has not reached them. last maps each thread to its last use before the end.
type usesOf struct {
	begun, ended int
	last         map[int]lastUse
}

// lastUse is a thread's last use of an mbarrier, with the thread's epoch at that time.
type lastUse struct {
	by    *barrierUse
	epoch int
}

// noteUse processes a step of thread t: the initialisation of an mbarrier, a use, or the end. A use by another thread
// is early if nothing orders it after the initialisation.
func (d *detector) noteUse(t int, s *step) {
	u := d.uses.of[s.used]
	if u == nil {
		u = &usesOf{last: map[int]lastUse{}}
		d.uses.of[s.used] = u
	}
	switch {
	case s.by == s.used.begun:
		u.begun = d.clocks[t][t]
	case s.by == s.used.ended:
		d.noteEnd(t, s, u)
	case u.ended > 0:
		d.noteUseBehindEnd(t, s, u.ended)
	default:
		u.last[t] = lastUse{s.by, d.clocks[t][t]}
		if u.begun == 0 || d.clocks[t][s.used.begun.thread] < u.begun {
			d.uses.early = append(d.uses.early, *s)
		}
	}
}

// noteEnd processes the end of an mbarrier by thread t. The end is early if nothing orders it after the last use by
// another thread. A use counts as ordered before the end only if its thread has executed something that orders after
// the use. For a wait, the end of the phase is not enough.
func (d *detector) noteEnd(t int, s *step, u *usesOf) {
	u.ended = d.clocks[t][t]
	for _, user := range slices.Sorted(maps.Keys(u.last)) {
		if use := u.last[user]; user != t && d.clocks[t][user] < use.epoch {
			d.uses.endFaults = append(d.uses.endFaults, s.by.fault(EndsEarly, s.used).with(use.by))
		}
	}
}

// noteUseBehindEnd processes a use of an mbarrier after the detector has processed its end. ends is the epoch of the
// ending thread at the end. If the use is not ordered after the end, the end is early.
func (d *detector) noteUseBehindEnd(t int, s *step, ends int) {
	if by := s.used.ended; by.thread == t || d.clocks[t][by.thread] >= ends {
		d.uses.endFaults = append(d.uses.endFaults, s.by.fault(UsedAfterEnd, s.used).with(by))
	} else {
		d.uses.endFaults = append(d.uses.endFaults, by.fault(EndsEarly, s.used).with(s.by))
	}
}

// usedEarly returns the first early use for each initialisation.
func (d *detector) usedEarly() (found []BarrierFault) {
	for _, s := range d.uses.early {
		begins := s.used.begun
		if !slices.ContainsFunc(found, func(b BarrierFault) bool { return b.Other == begins.site }) {
			found = append(found, s.by.fault(UsedEarly, s.used).with(begins))
		}
	}
	return found
}

// overtaking returns arrivals that complete a phase too early: some warp waits for the preceding phase, and nothing
// orders this wait before an arrival of the phase.
func (d *detector) overtaking() (found []BarrierFault) {
	for _, a := range d.uses.awaited {
		next := a.next
		if next == nil || next.last == nil {
			continue
		}
		for _, wait := range a.waits {
			if !d.barrierPhase(next).knowsWait(d.barrierPhase(a), wait.thread/warp.Size) {
				found = append(found, next.last.fault(Overtakes, &mbarrier{}).with(wait))
			}
		}
	}
	return found
}

// knowsWait reports whether an arrival of the phase is ordered after a wait for the preceding phase `before`. The wait
// may be by any lane of the warp with the given number.
func (p *phaseOfBarrier) knowsWait(before *phaseOfBarrier, number int) bool {
	for l := range warp.Size {
		t := number*warp.Size + l
		if epoch, hasWaited := before.waited[t]; hasWaited && p.knows[t] >= epoch {
			return true
		}
	}
	return false
}

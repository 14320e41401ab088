package sim

import "github.com/warpcheck/warpcheck/cfg"

// mbarrier.test_wait and mbarrier.try_wait may return false while the phase goes on. A run that is impatient
// (Input.Impatient) shows what a thread does after that result:
//
//	bool isOver = try_wait(full, 0);     no, because the copy still goes on
//	if (isOver) wait(full, 0);           the condition is the wrong way round, so nobody waits
//	x = s[threadIdx.x];                  may read before the copy has written
//
// The first wait for a phase returns false, and the next one the truth. A wait in a loop ends as in any other run.

// denial identifies a lane's wait for a phase that returned false. path is a digest of the calls to the wait.
type denial struct {
	lane  int
	site  *cfg.Instr
	path  uint64
	phase *arrivals
}

// denies reports whether a lane's wait for a phase returns false at once, although the run could wait for the end of
// the phase. It does so for the first wait of a lane for a phase at one site and call path. isDone reports whether the
// phase is over in this run. Three kinds of waits never return false: blocking waits, waits whose results the program
// does not use, and waits for a phase that is over and cannot still go on in another run.
func (m *machine) denies(f *frame, instr *cfg.Instr, l int, phase *arrivals, isDone bool) bool {
	if !m.in.Impatient || instr.Engine.IsBlocking() || m.in.Unheeded[instr] || isDone && !phase.mayGoOn() {
		return false
	}
	now := denial{lane: l, site: instr, phase: phase}
	for _, call := range f.callPath() {
		now.path = mix(now.path, uint64(call.Offset))
	}
	if m.denied[now] {
		return false
	}
	if m.denied == nil {
		m.denied = map[denial]bool{}
	}
	m.denied[now] = true
	return true
}

// mayGoOn reports whether a phase that is over in this run may still go on in another run: the phase waits for copies,
// which may take any time, and no thread has waited for the phase.
func (a *arrivals) mayGoOn() bool { return a.issued > 0 && !a.isWaitedFor() }

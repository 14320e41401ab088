package sim

import "github.com/warpcheck/warpcheck/warp"

// mbarriers order accesses: what a thread does after its wait for a phase is ordered after what other threads did
// before their arrivals in this phase or an earlier one.
//
//	warp 0                     warp 1
//	s[threadIdx.x] = v;                              thread 0 writes byte 0 in its epoch 1
//	mbarrier.arrive [b];                             the phase of b learns of that epoch
//	                           mbarrier.try_wait [b], 0;   thread 32 learns what the phase knows
//	                           x = s[0];             no race

// phaseOfBarrier is the detector's knowledge about one phase of an mbarrier. all counts the arrivals of threads in the
// phase. processed counts those that the detector has processed. knows is the join of the clocks of these threads at
// their arrivals. isWhole is set when the arrivals of this phase and of all earlier phases are processed. From then on,
// knows includes the clocks of the earlier phases.
type phaseOfBarrier struct {
	processed, all int
	// issued is the number of the phase's bulk copies whose issue the detector has processed.
	issued  int
	knows   clock
	isWhole bool
	// waited maps each thread that has waited for the phase to the epoch that it began after the wait.
	waited map[int]int
}

// barrierPhase returns the knowledge about the phase whose arrivals are a. The first call for a makes the entry.
func (d *detector) barrierPhase(a *arrivals) *phaseOfBarrier {
	p := d.arrived[a]
	if p == nil {
		p = &phaseOfBarrier{knows: d.newClock(), waited: map[int]int{}}
		for _, t := range a.threads {
			if d.hasThread(t) {
				p.all++
			}
		}
		d.arrived[a] = p
	}
	return p
}

// hasThread reports whether thread t of the block exists and its warp was run.
func (d *detector) hasThread(t int) bool {
	first := d.machines[0].in.Warp
	return t/warp.Size >= first && t/warp.Size < first+len(d.machines)
}

// isHeld reports whether thread t has to wait before its next step, which is the end of a wait for a phase of an
// mbarrier. The thread has to wait as long as an arrival in this phase or an earlier one, or a copy that completes
// there, has not been processed. Before any other step no thread is held.
func (d *detector) isHeld(t int) bool {
	s := &d.history(t)[d.at[t]]
	if s.phase == nil || s.isArrival {
		return false
	}
	for a := s.phase; a != nil; a = a.before {
		switch p := d.barrierPhase(a); {
		case p.isWhole:
			return false
		case p.processed < p.all || d.deliveries != nil && p.issued < a.issued:
			return true
		}
	}
	return false
}

// passPhase processes a step of thread t: an arrival in a phase, or the end of a wait for a phase. At the end of a
// wait, the phase learns what the earlier phases know, and the thread learns what the phase knows.
func (d *detector) passPhase(t int, s *step) {
	p := d.barrierPhase(s.phase)
	if s.isArrival {
		p.processed++
		p.knows.learn(d.clocks[t])
		d.clocks[t][t]++
		return
	}
	for a := s.phase.before; a != nil && !p.isWhole; a = a.before {
		earlier := d.barrierPhase(a)
		p.knows.learn(earlier.knows)
		p.isWhole = earlier.isWhole
	}
	p.isWhole = true
	d.clocks[t].learn(p.knows)
	if d.uses != nil && len(p.waited) == 0 {
		d.uses.awaited = append(d.uses.awaited, s.phase)
	}
	d.clocks[t][t]++
	if _, hasWaited := p.waited[t]; !hasWaited {
		p.waited[t] = d.clocks[t][t]
	}
}

package sim

import "github.com/warpcheck/warpcheck/warp"

// mbarriers order accesses: a thread that has waited for a phase knows what each thread did before it arrived in that
// phase, or in an earlier one.
//
//	warp 0                     warp 1
//	s[threadIdx.x] = v;                              thread 0 writes byte 0 in its epoch 1
//	mbarrier.arrive [b];                             the phase of b learns of that epoch
//	                           mbarrier.try_wait [b], 0;   thread 32 learns what the phase knows
//	                           x = s[0];             no race

// phaseOfBarrier is what the detector knows of a phase: how many of its threads have come to their arrival, how many will,
// and the join of what they knew. isWhole: whether all have come, also in the phases before it, and knows has what those know.
type phaseOfBarrier struct {
	come, all int
	knows     clock
	isWhole   bool
	// waited are the epochs that threads began when they had waited for the phase.
	waited map[int]int
}

// barrierPhase returns what is known of a phase.
func (d *detector) barrierPhase(a *arrivals) *phaseOfBarrier {
	p := d.arrived[a]
	if p == nil {
		p = &phaseOfBarrier{knows: make(clock, len(d.at)), waited: map[int]int{}}
		for _, t := range a.threads {
			if d.hasThread(t) {
				p.all++
			}
		}
		d.arrived[a] = p
	}
	return p
}

// hasThread reports whether the detector examines the thread with that number in the block.
func (d *detector) hasThread(t int) bool {
	first := d.machines[0].in.Warp
	return t/warp.Size >= first && t/warp.Size < first+len(d.machines)
}

// isHeld reports whether the next step of thread t is behind a wait for a phase in which not all of its threads have come
// to their arrival.
func (d *detector) isHeld(t int) bool {
	s := &d.history(t)[d.at[t]]
	if s.phase == nil || s.isArrival {
		return false
	}
	for a := s.phase; a != nil; a = a.before {
		switch p := d.barrierPhase(a); {
		case p.isWhole:
			return false
		case p.come < p.all:
			return true
		}
	}
	return false
}

// passPhase processes an arrival of thread t in a phase, or the end of its wait for one. A thread that has waited for a
// phase knows what the earlier phases know, too, and so does the phase from then on.
func (d *detector) passPhase(t int, s *step) {
	p := d.barrierPhase(s.phase)
	if s.isArrival {
		p.come++
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
	if d.isOfArrivals && len(p.waited) == 0 {
		d.awaited = append(d.awaited, s.phase)
	}
	d.clocks[t][t]++
	if _, hasWaited := p.waited[t]; !hasWaited {
		p.waited[t] = d.clocks[t][t]
	}
}

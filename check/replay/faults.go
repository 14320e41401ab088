package replay

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// faultRuns is the number of inputs with which a kernel is run in each block shape to look for faults. The warps of all
// these runs together may execute faultSteps instructions, in some tenths of a second.
const (
	faultRuns  = 3
	faultSteps = 1 << 18
)

// FaultKind is the kind of a fault that a run of a block shows.
type FaultKind int

// The kinds of faults.
const (
	// AtBarrier: threads do not reach a barrier at which others wait.
	AtBarrier FaultKind = iota
	// RaceOfLanes: two threads of one warp race for shared memory.
	RaceOfLanes
	// RaceOfWarps: two threads of different warps race for shared memory.
	RaceOfWarps
)

// IsOf reports whether a rule finds faults of this kind.
func (k FaultKind) IsOf(rule *rules.Rule) bool {
	rule = rule.Definite()
	if k == AtBarrier {
		return !rule.OfAccesses
	}
	return rule.OfAccesses && rule.OfWarps == (k == RaceOfWarps)
}

// Fault is a fault that a run of a block shows.
type Fault struct {
	Kind FaultKind
	// Places lists the calls from the kernel to the fault, outermost first. Its last element is the fault: the barrier,
	// or the later access of the race.
	Places []source.Pos
}

// Faults runs blocks of a kernel with some inputs that the premises allow. It returns the faults in complete runs that
// depend on no supposed value. It returns none if the machine panics.
func Faults(kernel *cfg.Func, shapes []warp.Shape, model warp.Model, premises []*cfg.Premise) (faults []Fault) {
	defer func() {
		if recover() != nil {
			faults = nil
		}
	}()
	left := faultSteps
	for _, shape := range shapes {
		anywhere := &cfg.Instr{Op: cfg.Load}
		w := &lanes.Witness{Root: kernel, Site: anywhere, Shape: shape, Model: model, Special: map[cfg.SpecialReg]uint32{}, Premises: premises}
		for row, arg := range arguments[:faultRuns] {
			s := newSample(w, attempt{shape: shape, fill: row % len(fills), arg: arg})
			if left <= 0 || !shape.IsLaunchable() || !s.IsGiven() {
				continue
			}
			in := s.input()
			in.Steps, in.Supposed = attemptSteps[len(attemptSteps)-1], unequal[0]
			block := sim.RunBlock(in)
			left -= stepsOf(block)
			faults = append(faults, faultsOf(block)...)
		}
	}
	return faults
}

// faultsOf returns the faults of a block that depend on no supposed value. It returns none if the run is not complete.
func faultsOf(b *sim.Block) (faults []Fault) {
	if !b.IsComplete() {
		return nil
	}
	barrier := func(p *sim.Rendezvous) {
		faults = append(faults, Fault{Kind: AtBarrier, Places: append(slices.Clone(p.Path), p.Site.Pos)})
	}
	if b.Supposed() == "" {
		for _, d := range b.Deserted {
			barrier(d.Rendezvous)
		}
		for _, w := range b.Waits {
			barrier(w.Rendezvous)
		}
	}
	faults = append(faults, racesOf(b.Races(), RaceOfWarps)...)
	for _, o := range b.Warps {
		faults = append(faults, racesOf(o.Races(), RaceOfLanes)...)
		for _, v := range o.Violations {
			if v.Kind == sim.Barrier && v.Rendezvous.Supposed == "" {
				barrier(v.Rendezvous)
			}
		}
	}
	return faults
}

// racesOf returns the races that depend on no supposed value, as faults.
func racesOf(races []sim.Race, kind FaultKind) (faults []Fault) {
	for i := range races {
		if races[i].Supposed() == "" {
			later := races[i].Later
			faults = append(faults, Fault{Kind: kind, Places: append(slices.Clone(later.Path), later.Site.Pos)})
		}
	}
	return faults
}

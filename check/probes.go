package check

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/check/replay"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
)

// Rules about the text of the program ask whether an execution reaches a place. To find out, a probe is inserted at the
// place: a __syncwarp whose mask names no lane. A lane that reaches the probe breaks a rule. The interpreter proves
// this, or a run of the concrete machine shows it.

// runsOf returns the functions that answer questions about executions of a program by running it.
func (u *analysis) runsOf(program *cfg.Program) rules.Runs {
	hangs, waits := replay.NewHangs(program), replay.PhaseWaitsIn(program)
	early, engines := replay.NewEarly(program, u.model()), replay.NewEngines(program, u.model(), waits)
	unwritten := replay.NewUnwritten(program, u.model(), u.request.Confirms)
	phases := replay.NewArrivals(program, u.model(), waits)
	return rules.Runs{
		Requested: u.request.Requested,
		Reach:     func(places []rules.Place) map[*cfg.Instr]lanes.Reservation { return u.reach(program, places) },
		Hang:      hangs.At, Early: early.Before, Unfenced: engines.Unfenced, Flight: early.Using, Unwritten: unwritten.By, Arrivals: phases.Of,
	}
}

// reach maps the instruction of each place to the reason why no execution is shown to reach it. The reason is empty if
// some execution is shown to reach the instruction.
func (u *analysis) reach(program *cfg.Program, places []rules.Place) map[*cfg.Instr]lanes.Reservation {
	why, of, in := map[*cfg.Instr]lanes.Reservation{}, map[*cfg.Instr]*cfg.Instr{}, map[*cfg.Func]bool{}
	for _, p := range places {
		if _, isKnown := why[p.At]; !isKnown {
			probe, remove := p.In.Probe(p.At)
			defer remove()
			why[p.At], of[probe], in[p.In] = lanes.Reservation{Cause: lanes.Unreached}, p.At, true
		}
	}
	machine := replay.Machine(false)
	options := u.options(func(root *cfg.Func) bool { return mayCall(root, in) }, func(facts []*lanes.Fact) {
		for _, fact := range facts {
			if at := of[fact.Site]; at != nil && !why[at].IsNone() {
				why[at] = reservationOf(fact, machine)
			}
		}
	})
	options.Races = false
	lanes.Analyze(program, options)
	return why
}

// reservationOf returns the reason why no execution is shown to reach the probe that fact is about. It is empty if some
// execution is shown to reach the probe.
func reservationOf(fact *lanes.Fact, machine rules.Machine) lanes.Reservation {
	why := fact.Reached()
	if why.IsNone() {
		return why
	}
	for _, f := range rules.Collect([]*lanes.Fact{fact}, machine, rules.Doubt{}) {
		if f.Certainty == lanes.Definite {
			return lanes.Reservation{}
		}
	}
	return why
}

// mayCall reports whether a root reaches one of some functions by calls.
func mayCall(root *cfg.Func, functions map[*cfg.Func]bool) bool {
	for fn := range cfg.Reached([]*cfg.Func{root}) {
		if functions[fn] {
			return true
		}
	}
	return false
}

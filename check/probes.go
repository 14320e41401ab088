package check

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/check/replay"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
)

// Rules about the program as it stands ask whether an execution comes to a place by a probe, a barrier that names no lane:
// the interpreter is asked when lanes come to it, and a run may show it broken.

// runsOf answers questions about executions of a program.
func (u *analysis) runsOf(program *cfg.Program) rules.Runs {
	hangs := replay.NewHangs(program)
	return rules.Runs{Come: func(places []rules.Place) map[*cfg.Instr]lanes.Reservation { return u.reach(program, places) }, Hang: hangs.At}
}

// reach says of places why no execution is shown to come there.
func (u *analysis) reach(program *cfg.Program, places []rules.Place) map[*cfg.Instr]lanes.Reservation {
	cfg.RootDigests(program) // of the program as it is
	why, of, in := map[*cfg.Instr]lanes.Reservation{}, map[*cfg.Instr]*cfg.Instr{}, map[*cfg.Func]bool{}
	for _, p := range places {
		if _, isKnown := why[p.At]; !isKnown {
			probe, remove := p.In.Probe(p.At)
			defer remove()
			why[p.At], of[probe], in[p.In] = lanes.Reservation{Cause: lanes.Unreached}, p.At, true
		}
	}
	machine := replay.Machine(false)
	options := u.options(func(root *cfg.Func) bool { return leadsTo(root, in) }, func(facts []*lanes.Fact) {
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

// reservationOf says why no execution is shown to come to a probe.
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

// leadsTo reports a root from which one of some functions may be called.
func leadsTo(root *cfg.Func, functions map[*cfg.Func]bool) bool {
	for fn := range cfg.Reached([]*cfg.Func{root}) {
		if functions[fn] {
			return true
		}
	}
	return false
}

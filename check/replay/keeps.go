package replay

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
)

// A definite race happens in each execution that reaches the later access. The proof does not compare the stored values
// cell by cell, so the cell may hold the value already:
//
//	s[t] = in[t];
//	__syncwarp();
//	s[t ^ 1] = in[t ^ 1];      each cell holds that element
//	x = s[t];
//
// Runs show whether the store changes the cell. They have small arguments, and memory with each of the patterns.

// keeps reports whether runs contradict a definite race: in each of them the accesses race, but no store changes what the
// read gets. It returns false if that is not known of a run, or if the machine panics.
func (r *replayer) keeps(fact *lanes.Fact, v *lanes.Verdict) (isKept bool) {
	defer func() {
		if recover() != nil {
			isKept = false
		}
	}()
	w := inputOf(fact, v)
	if !w.Root.Kernel || !w.Shape.IsLaunchable() {
		return false
	}
	for i, pattern := range patterns {
		a := attempt{shape: w.Shape, arg: arguments[i%len(arguments)], pattern: pattern}
		if r.racesIn(w, a, sim.AllKept) != races || r.racesIn(w, a, sim.NoKept) != racesNot {
			return false
		}
	}
	return true
}

// answer says whether a run has a race, if that is known.
type answer int

const (
	unknown answer = iota
	races
	racesNot
)

// racesIn reports whether a run of a block has a race with an access at the site of w. It is not known if the run is not
// complete, supposes a value, or breaks a rule: races are not looked for then.
func (r *replayer) racesIn(w *lanes.Witness, a attempt, kept sim.KeptStores) answer {
	input := newSample(w, a).input()
	input.Steps, input.Races, input.Kept, input.Supposed, input.Engines = replaySteps, true, kept, unequal[0], hasEngines(w.Root)
	block := sim.RunBlock(input)
	for _, o := range block.Warps {
		r.leftToReplay -= o.Steps
	}
	switch {
	case r.leftToReplay <= 0 || !block.IsComplete() || len(block.Deserted) > 0 || breaksRules(block) || hasSupposed(block):
		return unknown
	case racesAt(block, w.Site):
		return races
	}
	return racesNot
}

// breaksRules reports whether a run breaks a rule of collectives. Races are not looked for in such a run.
func breaksRules(block *sim.Block) bool {
	return slices.ContainsFunc(block.Warps, func(o *sim.Outcome) bool { return len(o.Violations) > 0 })
}

// racesAt reports whether a run has a race with an instruction.
func racesAt(block *sim.Block, site *cfg.Instr) bool {
	all := block.Races()
	for _, o := range block.Warps {
		all = append(all, o.Races()...)
	}
	return slices.ContainsFunc(all, func(one sim.Race) bool { return one.Later.Site == site || one.Earlier.Site == site })
}

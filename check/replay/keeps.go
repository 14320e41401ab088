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

// keeps reports whether runs contradict a definite race: some run executes the later access, and in none of them a store
// changes what it reads. It returns false if a run is not complete, or if the machine panics.
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
		s := newSample(w, attempt{shape: w.Shape, arg: arguments[i%len(arguments)], pattern: pattern})
		input := s.input()
		input.Steps, input.Races, input.OnlyChanges, input.Supposed, input.Engines = replaySteps, true, true, unequal[0], hasEngines(w.Root)
		block := sim.RunBlock(input)
		for _, o := range block.Warps {
			r.leftToReplay -= o.Steps
		}
		if r.leftToReplay <= 0 || !block.IsComplete() || !block.ShowsRaces() || racesAt(block, w.Site) {
			return false
		}
		isKept = isKept || slices.ContainsFunc(block.Warps, func(o *sim.Outcome) bool {
			return slices.ContainsFunc(o.Touches, func(t *sim.Touch) bool { return t.Site == w.Site })
		})
	}
	return isKept
}

// racesAt reports whether a run has a race whose later access is an instruction.
func racesAt(block *sim.Block, site *cfg.Instr) bool {
	races := block.Races()
	for _, o := range block.Warps {
		races = append(races, o.Races()...)
	}
	return slices.ContainsFunc(races, func(race sim.Race) bool { return race.Later.Site == site })
}

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
		block := r.whole(w, attempt{shape: w.Shape, arg: arguments[i%len(arguments)], pattern: pattern})
		if block == nil || !racesAt(block, w.Site, sim.AllKept) || racesAt(block, w.Site, sim.NoKept) {
			return false
		}
	}
	return true
}

// whole runs a block. It returns nil if the run is not complete, supposes a value, or breaks a rule: then the machine does
// not look for all races.
func (r *replayer) whole(w *lanes.Witness, a attempt) *sim.Block {
	input := newSample(w, a).input()
	input.Steps, input.Races, input.Supposed, input.Engines = replaySteps, true, unequal[0], r.hasEngines(w.Root)
	block := r.runBlock(input)
	if r.leftToReplay <= 0 || !block.IsComplete() || len(block.Deserted) > 0 || block.BreaksRule() || hasSupposed(block) {
		return nil
	}
	return block
}

// racesAt reports whether a run has a race with an instruction, if the given stores that keep the cell count.
func racesAt(block *sim.Block, site *cfg.Instr, kept sim.KeptStores) bool {
	all := block.RacesWith(kept)
	for _, o := range block.Warps {
		all = append(all, o.RacesWith(kept)...)
	}
	return slices.ContainsFunc(all, func(one sim.Race) bool { return one.Later.Site == site || one.Earlier.Site == site })
}

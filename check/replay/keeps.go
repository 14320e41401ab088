package replay

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
)

// A definite race happens in each execution that reaches the later access. The proof does not compare the stored value
// with the value that the cell holds, which may be the same:
//
//	s[t] = in[t];
//	__syncwarp();
//	s[t ^ 1] = in[t ^ 1];      stores what the cell holds
//	x = s[t];
//
// Runs show whether the store changes the cell. The first runs have small arguments, and memory with each of the
// patterns. If none of them changes a cell, further runs have less usual inputs: arguments that all differ, negative
// and large numbers, the neighbours of the literals of the kernel, and another block of the grid.

// keeps reports whether runs contradict a definite race. In each of the first runs, the accesses must race, and no
// store may change the value that is read. No further run may show a store that changes it. keeps returns false if one
// of the first runs is not complete, or if the machine panics.
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
		block := r.whole(s)
		if block == nil || !racesAt(block, w.Site, sim.AllKept) || racesAt(block, w.Site, sim.NoKept) {
			return false
		}
	}
	return !slices.ContainsFunc(unusual(w), func(a attempt) bool {
		s := newSample(w, a)
		if s.fit(); !s.IsGiven() {
			return false
		}
		block := r.whole(s)
		return block != nil && racesAt(block, w.Site, sim.NoKept)
	})
}

// unusual returns attempts with numbers that the usual attempts do not have.
func unusual(w *lanes.Witness) []attempt {
	list := []attempt{
		{arg: 5, isSpread: true, isInLastBlock: true, pattern: patterns[1]},
		{arg: negative(3), isSpread: true, pattern: func(s *sample, object string, index int64) uint64 { return negative(1 + s.drawn(object, index)%4) }},
		{arg: 1 << 20, isSpread: true, pattern: func(s *sample, object string, index int64) uint64 { return s.drawn(object, index) << 30 }},
	}
	for _, literal := range literalsOf(w.Root) {
		pattern := func(_ *sample, _ string, index int64) uint64 { return literal + uint64(index) }
		list = append(list, attempt{arg: literal, isSpread: true, pattern: pattern}, attempt{arg: literal + 1, isSpread: true, pattern: pattern})
	}
	for i := range list {
		list[i].shape = w.Shape
	}
	return list
}

func negative(n uint64) uint64 { return -n }

// mostLiterals bounds the literals whose neighbouring numbers are tried.
const mostLiterals = 6

// literalsOf returns the largest numbers that stand in the text of a kernel and of the functions that it calls, at most
// mostLiterals.
func literalsOf(kernel *cfg.Func) (literals []uint64) {
	found := map[int64]bool{}
	for fn := range cfg.Reached([]*cfg.Func{kernel}) {
		for _, block := range fn.Blocks {
			for _, in := range block.Instrs {
				switch in.Op {
				case cfg.Const:
					found[in.Int] = true
				case cfg.Float:
					if number, isKnown := in.Number(); isKnown {
						found[int64(number)] = true
					}
				}
			}
		}
	}
	numbers := slices.Sorted(maps.Keys(found))
	for _, number := range numbers[max(0, len(numbers)-mostLiterals):] {
		literals = append(literals, uint64(number))
	}
	return literals
}

// whole runs a block to its end. It returns nil if the run is not complete, supposes a value, or breaks a rule. After a
// broken rule the machine does not look for all races.
func (r *replayer) whole(s *sample) *sim.Block {
	input := s.input()
	input.Steps, input.Races, input.Supposed, input.Engines = replaySteps, true, unequal[0], r.hasEngines(s.Root)
	block := r.runBlock(input)
	if r.leftToReplay <= 0 || !block.IsComplete() || len(block.Deserted) > 0 || block.BreaksRule() || hasSupposed(block) {
		return nil
	}
	return block
}

// racesAt reports whether a run has a race with an instruction. kept states which stores count even though they do not
// change the value of a cell.
func racesAt(block *sim.Block, site *cfg.Instr, kept sim.KeptStores) bool {
	all := block.RacesWith(kept)
	for _, o := range block.Warps {
		all = append(all, o.RacesWith(kept)...)
	}
	return slices.ContainsFunc(all, func(one sim.Race) bool { return one.Later.Site == site || one.Earlier.Site == site })
}

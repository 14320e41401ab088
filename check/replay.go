package check

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// replay is how witnesses are confirmed: not at all where no potential rule is on.
func (s *Selection) replay(settings *config.Config) rules.Replay {
	on, err := s.enabled(settings)
	for _, rule := range rules.All() {
		if err == nil && rule.PotentialOf != "" && on[rule.Key] {
			return replay
		}
	}
	return nil
}

// replaySteps bounds a replay, in instructions of the warp, to a fraction of a
// second. A unit has hundreds of witnesses, and those that are confirmed take a
// few thousand.
const replaySteps = 1 << 15

// replay runs a witness on the concrete machine and reports whether a rule is
// broken there at the witness's collective. A run that the machine could not
// do in full confirms nothing, nor does one that panics: what the unit's other
// witnesses show is worth more than where the machine went wrong.
func replay(w *lanes.Witness) (confirmed bool) {
	defer func() {
		if recover() != nil {
			confirmed = false
		}
	}()
	if !w.Shape.IsLaunchable() {
		return false // no device runs it
	}
	if w.OtherBlock != nil {
		return deserted(w)
	}
	if w.InAll || w.Other != nil {
		return hangs(w)
	}
	outcome := sim.Run(machineInput(w))
	if !outcome.IsComplete() {
		return false
	}
	for _, violation := range outcome.Violations {
		if violation.Phase.Site == w.Site {
			return true
		}
	}
	return false
}

// deserted runs the block of a witness, and the other one.
func deserted(w *lanes.Witness) bool {
	in := machineInput(w)
	block := sim.RunBlock(in)
	in.Special = elsewhereInGrid(w)
	return sim.IsDesertedBy(block, sim.RunBlock(in), w.Site)
}

// elsewhereInGrid are the registers of a witness in the other block.
func elsewhereInGrid(w *lanes.Witness) map[cfg.SpecialReg]uint32 {
	registers := maps.Clone(w.Special)
	for i, reg := range []cfg.SpecialReg{cfg.CtaidX, cfg.CtaidY, cfg.CtaidZ} {
		registers[reg] = uint32(w.OtherBlock[i])
	}
	return registers
}

// hangs runs all warps of the block.
func hangs(w *lanes.Witness) bool {
	block := sim.RunBlock(machineInput(w))
	return block.IsComplete() && (w.InAll && block.HangsAt(w.Site) || block.IsDeserted(w.Site))
}

// machineInput is what the machine runs for a witness.
func machineInput(w *lanes.Witness) sim.Input {
	args := map[string]uint64{}
	for _, arg := range w.Args {
		args[arg.Name] = arg.Value
	}
	return sim.Input{
		Func: w.Root, Shape: w.Shape, Warp: w.Warp, Model: w.Model,
		Special: w.Special, Args: args, Memory: memory(w.Memory), Together: together(w.Together),
		Steps: replaySteps, Trusted: true,
	}
}

// together tells lanes apart as the witness says of the execution, or of another one at the
// site.
func together(list []lanes.Together) func(*cfg.Instr, []int) [warp.Size]uint8 {
	return func(site *cfg.Instr, iterations []int) (keys [warp.Size]uint8) {
		for i := range list {
			if t := &list[len(list)-1-i]; t.Site == site {
				if keys = t.Keys; slices.Equal(t.Turns, iterations) {
					break
				}
			}
		}
		return keys
	}
}

// cell is one byte of a named memory.
type cell struct {
	object string
	offset int64
}

// memory is the function that sim reads input memory through: the witness's
// cells, byte by byte, and zeros elsewhere.
func memory(values []lanes.MemoryValue) func(string, int64, int) uint64 {
	bytes := map[cell]byte{}
	for _, v := range values {
		for i := range v.Size {
			bytes[cell{v.Object, v.Offset + int64(i)}] = byte(v.Value >> (8 * i))
		}
	}
	return func(object string, offset int64, size int) uint64 {
		word := uint64(0)
		for i := range size {
			word |= uint64(bytes[cell{object, offset + int64(i)}]) << (8 * i)
		}
		return word
	}
}

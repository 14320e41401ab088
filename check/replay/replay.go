package replay

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Machine returns the functions that answer the questions of rules about one unit. If confirms is true, they also run
// the witnesses of potential verdicts. Each function has its own budget, so that definite findings do not depend on
// which questions are asked.
func Machine(confirms bool) rules.Machine { return New(confirms).Machine() }

// reach makes v definite if some run breaks the rule at the collective of v. v must be proved for each execution that
// reaches the collective.
func (r *replayer) reach(rule *rules.Rule, fact *lanes.Fact, v *lanes.Verdict) {
	if example := *v; r.confirm(rule, fact, &example) {
		v.MakeDefinite(example)
	}
}

// confirmPotential reports whether a run confirms a potential verdict. If one does, it also looks for a condition on an
// argument under which the fault is gone (exclude). Only potential verdicts state such a condition.
func (r *replayer) confirmPotential(rule *rules.Rule, fact *lanes.Fact, v *lanes.Verdict) bool {
	isConfirmed := r.confirm(rule, fact, v)
	if isConfirmed && !r.isLong {
		r.exclude(kinds[rule.Key], fact, v)
	}
	return isConfirmed
}

// replayer confirms the witnesses of one unit by runs.
type replayer struct {
	// restsOn describes a supposed value on which the fault of the last run depends, "" if there is none.
	restsOn string
	// isApproximate reports whether the last run computed a result that devices may round differently.
	isApproximate bool
	// isTooLong reports whether the limit of steps ended the last replay before it could show races.
	isTooLong bool
	// isLong reports whether the last runs had an argument larger than a tile (beyondtile.go). Few more such runs can
	// be made.
	isLong bool
	// isWhole reports whether the last replay ran to the end, hasReached whether a replay has reached the place of its
	// witness.
	isWhole, hasReached bool
	// leftToReplay is the number of instructions that may still be run for unchanged witnesses.
	leftToReplay int
	// budget is the number of instructions that may still be run in search of other inputs. searched is the set of
	// searches that were made.
	budget   int
	searched map[Searched]bool
	// leftToShrink is the number of instructions that may still be run to make witnesses smaller.
	leftToShrink int
	// uses caches whether the undefined result of a shuffle has an effect. leftForUnused is the number of instructions
	// that may still be run to find that out. It is separate from the other budgets, because an error must not depend
	// on which other questions are asked.
	uses          map[unusedAt]useFound
	leftForUnused int
	// confirms reports whether runs must also confirm potential verdicts.
	confirms bool
	// root records what was spent on the present root.
	root ledger
	// hasEngines reports whether a kernel uses asynchronous engines. The content of their copies is supposed.
	hasEngines func(*cfg.Func) bool
}

func newReplayer() *replayer {
	return &replayer{leftToReplay: unitReplaySteps, budget: unitSearchSteps, searched: map[Searched]bool{}, leftToShrink: unitShrinkSteps,
		leftForUnused: unitUnusedSteps, uses: map[unusedAt]useFound{},
		hasEngines: cfg.LeadingTo(isOfEngine)}
}

func isOfEngine(in *cfg.Instr) bool { return in.Engine != nil }

// confirm runs the witness of a verdict. If the witness breaks no rule at its collective, confirm runs inputs near it.
// It returns false if the machine panics, so that the other witnesses of the unit are still run.
func (r *replayer) confirm(rule *rules.Rule, fact *lanes.Fact, v *lanes.Verdict) (confirmed bool) {
	defer func() {
		if recover() != nil {
			confirmed = false
		}
	}()
	r.restsOn, r.isTooLong, r.isLong = "", false, false
	if r.leftToReplay > 0 && v.Witness.IsGiven() && (r.replay(kinds[rule.Key], v) || r.replayFilled(v) || r.replayBeyondTile(v)) || r.search(rule, fact, v) {
		if !r.isLong {
			r.shrink(kinds[rule.Key], fact, v)
		}
		return true
	}
	if r.restsOn != "" && v.Reservation.IsNone() {
		v.Reservation = lanes.Reservation{Cause: lanes.Supposed, On: []string{r.restsOn}}
	}
	return false
}

// lookSupposing runs an input with one supposition after another, until look returns a fault or reports that the run
// supposed nothing. look must return only faults that do not depend on a supposed value. lookSupposing returns nil for
// a fault that depends on how a device rounds (stands).
func (r *replayer) lookSupposing(site *cfg.Instr, input sim.Input, look func(sim.Input) (seen *sighting, supposed bool)) *sighting {
	for _, value := range suppositionsFor(site) {
		input.Supposed, input.Engines = value, r.hasEngines(input.Func)
		seen, supposed := look(input)
		if seen != nil && !r.stands(input, func(input sim.Input) bool { again, _ := look(input); return again != nil }) {
			return nil
		}
		if seen != nil || !supposed {
			return seen
		}
	}
	return nil
}

// nudges lists changes, in units in the last place, that are applied to results which devices may round differently.
// The small changes are errors that CUDA documents for its functions. The large changes exceed the errors that compiler
// options of CUDA can cause. So a fault that occurs with all of them does not depend on rounding.
var nudges = []int{1, -1, 2, -2, 4, -4, 1 << 12, -1 << 12}

// stands reports whether the fault of the last run also occurs on devices that round its results differently. The
// function shows reports whether a run with an input shows the fault.
func (r *replayer) stands(input sim.Input, shows func(sim.Input) bool) bool {
	if !r.isApproximate {
		return true
	}
	tried := nudges
	if r.isLong {
		tried = nudges[len(nudges)-2:] // after the first nudges, only the greatest ones are tried: they decide more often
	}
	for _, n := range tried {
		if input.Nudge = n; !shows(input) {
			r.restsOn = "how a device rounds"
			return false
		}
	}
	return true
}

// supposition chooses a supposed value, in place of one that the machine does not compute. digest is computed from
// everything on which the value depends.
type supposition func(digest uint64) uint64

// smallValues is the number of small numbers that are tried as supposed values.
const smallValues = 32

// suppositions lists the suppositions in the order in which they are tried. The first makes all values zero, the second
// chooses a small number for each value.
var suppositions = []supposition{
	func(uint64) uint64 { return 0 },
	func(digest uint64) uint64 { return digest % smallValues },
}

// unequal lists the suppositions for races. They choose different values, because two stores of the same value are no
// race.
var unequal = []supposition{
	func(digest uint64) uint64 { return digest % smallValues },
	func(digest uint64) uint64 { return digest / smallValues % 128 },
}

func suppositionsFor(site *cfg.Instr) []supposition {
	if site.Collective == nil {
		return unequal
	}
	return suppositions
}

// replaySteps bounds the instructions of the warp in one replay, which take a fraction of a second. Confirmed witnesses
// take a few thousand instructions. unitReplaySteps bounds the instructions in all replays of a unit. Witnesses for
// which none are left stay unconfirmed.
const (
	replaySteps     = 1 << 16
	unitReplaySteps = 1 << 22
)

// replay runs the witness of a verdict, and reports whether the run breaks the rule at the witness's collective. The
// fault must not depend on a supposed value.
func (r *replayer) replay(kind sim.Kind, v *lanes.Verdict) bool {
	w := v.Witness
	if !w.Shape.IsLaunchable() {
		return false // not confirmed: no device can run such a block
	}
	in := machineInput(w)
	for _, value := range suppositionsFor(w.Site) {
		in.Supposed, in.Engines = value, r.hasEngines(in.Func)
		broken, supposed := r.replayIn(kind, v, in)
		broken = broken && r.stands(in, func(in sim.Input) bool {
			again := *v
			isBroken, _ := r.replayIn(kind, &again, in)
			return isBroken
		})
		if broken || !supposed || r.leftToReplay <= 0 {
			return broken
		}
	}
	return false
}

// replayIn runs the witness of v with input. broken reports whether the run breaks the rule. isSupposed reports whether
// the machine supposed a value in the run. A run of one warp may show other lanes, another mask or a race with another
// access than v has. If such a run may replace v (isSearched), replayIn changes v to what it shows.
func (r *replayer) replayIn(kind sim.Kind, v *lanes.Verdict, input sim.Input) (broken, isSupposed bool) {
	w := v.Witness
	switch {
	case w.OtherBlock != nil:
		return r.deserted(w, input)
	case w.InAll || w.Other != nil:
		return r.hangs(w, input)
	}
	one := runFor(w, input)
	r.leftToReplay -= one.steps
	r.isApproximate = one.Approximated
	r.isTooLong = one.OutOfSteps && !one.showsRaces
	r.isWhole, r.hasReached = one.isWhole, r.hasReached || reaches(one.Outcome, w)
	if w.Site.Collective == nil {
		predicted, _ := v.Detail.(detail.Race)
		race := r.raceAt(one, w, predicted.Earlier)
		if race != nil && placeOf(race.Earlier) != predicted.Earlier && isSearched(v) {
			(&sighting{race: race, warp: w.Warp}).rewriteVerdict(v, w)
		}
		return race != nil, one.Supposed != ""
	}
	seen := r.inWarp(one, kind, w)
	if seen != nil && isSearched(v) && (seen.violation.Lanes != v.Lanes || seen.violation.Mask != v.Mask) {
		seen.rewriteVerdict(v, w)
	}
	return seen != nil, one.Supposed != ""
}

// run is the result of running a warp. steps counts the instructions of all warps that were run for it.
type run struct {
	*sim.Outcome
	steps int
	// isWhole reports whether every warp that was run is complete: all values were known, and the limit of steps
	// sufficed.
	isWhole bool
	// showsRaces reports whether the races of the run count. They do in two cases: the run is complete, or it was cut
	// off before any collective.
	showsRaces bool
	// races returns the races of the run. If the witness races with another warp, these are the races between warps.
	// Otherwise they are the races between the lanes of the warp.
	races func() []sim.Race
}

// runFor runs the warp of a witness, or the whole block for a race with another warp.
func runFor(w *lanes.Witness, input sim.Input) run {
	if w.RacesWith == nil {
		return runWarp(input)
	}
	block := sim.RunBlock(input)
	made := run{block.Warps[input.Warp], 0, block.IsComplete(), block.ShowsRaces(), block.Races}
	for _, o := range block.Warps {
		made.steps += o.Steps
	}
	return made
}

// runWarp runs a warp. It runs all warps of the block instead if the machine needs them (NeedsBlock), or if the warp
// passes a barrier of several warps: after the barrier, a warp may read what other warps have written.
func runWarp(input sim.Input) run {
	alone := sim.Run(input)
	meets := func(p *sim.Rendezvous) bool { return p.Site.Collective.BeyondWarp }
	if !alone.NeedsBlock && (input.Shape.Threads() <= warp.Size || !alone.IsComplete() || !slices.ContainsFunc(alone.Rendezvous, meets)) {
		return run{alone, alone.Steps, alone.IsComplete(), alone.ShowsRaces(), alone.Races}
	}
	block := sim.RunBlock(input)
	of := block.Warps[input.Warp]
	made := run{of, alone.Steps, block.IsComplete(), block.ShowsRaces(), of.Races}
	for _, o := range block.Warps {
		made.steps += o.Steps
	}
	return made
}

// faultsIn returns the faults of a complete run that depend on no supposed value. It returns none if the run is not
// complete.
func (r *replayer) faultsIn(r1 run) (all []sim.Violation) {
	if !r1.isWhole {
		return nil
	}
	for _, v := range r1.Violations {
		if v.Rendezvous.Supposed == "" {
			all = append(all, v)
		} else {
			r.restsOn = v.Rendezvous.Supposed
		}
	}
	return all
}

// raceAt returns a race whose later access is the witness's, and that does not depend on a supposed value. It returns
// nil if there is none. It prefers a race whose earlier access is at the place that the parameter earlier names.
func (r *replayer) raceAt(one run, w *lanes.Witness, earlier source.Pos) (seen *sim.Race) {
	if !one.showsRaces {
		return nil
	}
	races := one.races()
	for i := range races {
		switch race := &races[i]; {
		case !race.Later.IsOf(w.Site, w.Path):
		case race.Supposed() != "":
			r.restsOn = race.Supposed()
		case placeOf(race.Earlier) == earlier:
			return race
		case seen == nil:
			seen = race
		}
	}
	return seen
}

// placeOf returns the place of an access in the user's code. For an access in a system header, that is the last call on
// the path to it that is not in a system header.
func placeOf(a sim.Access) source.Pos {
	if !a.Site.Pos.System {
		return a.Site.Pos
	}
	for _, call := range slices.Backward(a.Path) {
		if !call.System {
			return call
		}
	}
	return a.Site.Pos
}

// isSure reports whether a block is complete, and no supposed value decides which threads arrive at its barriers.
func (r *replayer) isSure(b *sim.Block) bool {
	if !b.IsComplete() {
		return false
	}
	r.isApproximate = slices.ContainsFunc(b.Warps, func(o *sim.Outcome) bool { return o.Approximated })
	on := b.Supposed()
	if on != "" {
		r.restsOn = on
	}
	return on == ""
}

// deserted runs the block of a witness and the witness's other block. broken reports whether the first block waits at
// the witness's barrier and the other block never arrives there.
func (r *replayer) deserted(w *lanes.Witness, input sim.Input) (broken, isSupposed bool) {
	block := r.runBlock(input)
	input.Special = elsewhereInGrid(w)
	other := r.runBlock(input)
	return r.isSure(block) && r.isSure(other) && sim.IsDesertedBy(block, other, w.Site), hasSupposed(block) || hasSupposed(other)
}

// runBlock runs a block to confirm a witness, and counts its steps.
func (r *replayer) runBlock(input sim.Input) *sim.Block {
	block := sim.RunBlock(input)
	r.leftToReplay -= stepsOf(block)
	return block
}

// elsewhereInGrid returns the registers of the witness's other block.
func elsewhereInGrid(w *lanes.Witness) map[cfg.SpecialReg]uint32 {
	registers := maps.Clone(w.Special)
	for i, reg := range []cfg.SpecialReg{cfg.CtaidX, cfg.CtaidY, cfg.CtaidZ} {
		registers[reg] = uint32(w.OtherBlock[i])
	}
	return registers
}

// hangs runs all warps of the block. broken reports whether some warp waits forever at the witness's barrier.
func (r *replayer) hangs(w *lanes.Witness, input sim.Input) (broken, isSupposed bool) {
	block := r.runBlock(input)
	_, deserted := block.DesertionOf(w.Site, w.Path)
	return r.isSure(block) && (deserted || w.InAll && block.HangsAt(w.Site)), hasSupposed(block)
}

// hasSupposed reports whether the machine supposed a value in some warp of a block.
func hasSupposed(b *sim.Block) bool {
	return slices.ContainsFunc(b.Warps, func(o *sim.Outcome) bool { return o.Supposed != "" })
}

// machineInput returns the machine's input for a witness.
func machineInput(w *lanes.Witness) sim.Input {
	args := map[string]uint64{}
	for _, arg := range w.Args {
		args[arg.Name] = arg.Value
	}
	return sim.Input{
		Func: w.Root, Shape: w.Shape, Warp: w.Warp, Model: w.Model,
		Special: w.Special, Args: args, Memory: memory(w.Memory), Together: together(w.Together),
		Steps: replaySteps, Trusted: true, Races: w.Site.Collective == nil,
	}
}

// together returns a function that gives each lane a key. Lanes with equal keys run together. The keys are those of the
// witness for this execution of the site. If it has none, they are those for another execution.
func together(list []lanes.Together) func(*cfg.Instr, []int) [warp.Size]uint8 {
	return func(site *cfg.Instr, iterations []int) (keys [warp.Size]uint8) {
		for i := range list {
			if t := &list[len(list)-1-i]; t.Site == site {
				if keys = t.Keys; slices.Equal(t.Iterations, iterations) {
					break
				}
			}
		}
		return keys
	}
}

// cell is one byte of a memory object.
type cell struct {
	object string
	offset int64
}

// memory returns the function by which sim reads input memory. It returns the values of the witness's cells, and zero
// elsewhere.
func memory(values []lanes.MemoryValue) func(string, int64, int) uint64 {
	bytes := bytesOf(values)
	return func(object string, offset int64, size int) uint64 {
		word := uint64(0)
		for i := range size {
			word |= uint64(bytes[cell{object, offset + int64(i)}]) << (8 * i)
		}
		return word
	}
}

func bytesOf(values []lanes.MemoryValue) map[cell]byte {
	bytes := map[cell]byte{}
	for _, v := range values {
		for i := range v.Size {
			bytes[cell{v.Object, v.Offset + int64(i)}] = byte(v.Value >> (8 * i))
		}
	}
	return bytes
}

// kinds maps the key of a rule to the kind of fault by which the machine shows that it is broken.
var kinds = map[string]sim.Kind{
	"not_participating_lane_in_mask": sim.NotParticipating,
	"divergent_mask":                 sim.DivergentMask,
	"participating_lane_not_in_mask": sim.NotInMask,
	"source_lane_not_in_mask":        sim.SourceNotInMask,
	"width_is_not_power_of_two":      sim.Width,
	"divergent-syncthreads":          sim.Barrier,
	"warpgroup-not-whole":            sim.PartOfGroup,
}

package replay

import (
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// There are two reasons why the machine may not confirm a witness: the run is too long, or the solver did not know a
// value that matters. Examples of such values are the result of an atomic, a vote or a reduction, and a variable that
// each iteration of a loop computes from its former value. Then other inputs are tried: small arguments, and memory in
// simple patterns. An input that breaks the rule on the machine is as good as the solver's.

// attemptSteps bounds the runs of an attempt: the first run, and a second one if the first was cut off. searchSteps
// bounds the runs for one verdict, unitSearchSteps those for a unit. All count instructions of a warp.
var attemptSteps = []int{1 << 11, 1 << 14}

const (
	searchSteps     = 1 << 17
	unitSearchSteps = 1 << 20
)

// search looks for an input with which the machine breaks the rule of a verdict. If it finds one, it changes the
// verdict to what this run shows, and returns true.
func (r *replayer) search(rule *rules.Rule, fact *lanes.Fact, v *lanes.Verdict) bool {
	kind, at := kinds[rule.Key], Searched{rule.Key, fact.Pos}
	if r.searched[at] {
		r.root.meets(at)
		return false
	}
	if !isSearched(v) {
		return false
	}
	r.searched[at] = true
	r.root.searched = append(r.root.searched, at)
	end := max(r.budget-searchSteps, 0)
	open := attempts(fact, v.Witness)
	for _, most := range attemptSteps {
		var long []attempt
		for _, a := range open {
			if r.budget <= end {
				return false
			}
			s := newSample(v.Witness, a)
			if !a.withWitness {
				s.fit()
			}
			if !s.IsGiven() {
				continue
			}
			seen, ran := r.look(kind, s, most, v.Other != nil)
			r.budget -= ran.steps
			switch {
			case seen != nil:
				seen.rewriteVerdict(v, s.Witness)
				return true
			case ran.isShort:
				long = append(long, a)
			}
		}
		open = long
	}
	return false
}

// isSearched reports whether a run with another input can replace a verdict. The message of the verdict must state only
// facts that a run shows, such as lanes and masks. A device function that no kernel calls is not searched, because its
// callers may restrict its arguments.
func isSearched(v *lanes.Verdict) bool {
	w := v.Witness
	switch v.Detail.(type) {
	case nil, detail.OverlappingMasks, detail.InvalidWidth, detail.ReadLanes, detail.Race:
		return w.Root.Kernel && w.Shape.IsLaunchable() && w.OtherBlock == nil
	}
	return false
}

// shapes returns the block shapes to run. If the size of the block is not known, a small block precedes the block of
// the witness.
func shapes(fact *lanes.Fact, w *lanes.Witness) []warp.Shape {
	small := warp.Shape{2 * warp.Size, 1, 1}
	if w.Site.Collective != nil && w.Site.Collective.Warpgroup {
		small[0] = warp.GroupSize
	}
	if c := &fact.Context; c.Shape != nil || c.Size != nil || w.Shape[1]*w.Shape[2] > 1 || w.Shape[0] <= small[0] {
		return []warp.Shape{w.Shape}
	}
	return []warp.Shape{small, w.Shape}
}

// ran describes the runs of a sample: the number of instructions that they took, and isShort, which reports whether a
// run was cut off by its limit of steps.
type ran struct {
	steps   int
	isShort bool
	// isMute reports whether a run was cut off before it could show races.
	isMute bool
}

// look runs a sample, and returns the fault at the collective of its witness, or nil if there is none. limit bounds the
// instructions of each run. acrossWarps asks for a fault between warps of the block.
func (r *replayer) look(kind sim.Kind, s *sample, limit int, acrossWarps bool) (*sighting, ran) {
	in, all := s.input(), ran{}
	in.Steps = limit
	seen := r.lookSupposing(s.Site, in, func(in sim.Input) (*sighting, bool) {
		if !acrossWarps {
			one := runFor(s.Witness, in)
			all.add(one.Outcome, one.steps)
			return r.inWarp(one, kind, s.Witness), one.Supposed != ""
		}
		block := sim.RunBlock(in)
		for _, o := range block.Warps {
			all.add(o, o.Steps)
		}
		return r.inBlock(block, s.Witness), hasSupposed(block)
	})
	return seen, all
}

// add adds the run of a warp to the counts.
func (r *ran) add(o *sim.Outcome, steps int) {
	r.steps += steps
	r.isShort = r.isShort || o.OutOfSteps && o.Unknown == ""
	r.isMute = r.isMute || o.OutOfSteps && !o.ShowsRaces()
}

// sighting is a fault that the machine has shown.
type sighting struct {
	violation sim.Violation
	// race is set if the fault is a race instead of a violation.
	race *sim.Race
	// warp is the index of the warp with the fault. At a barrier, that warp waits, and the warp other does not arrive.
	// The field other is nil for other faults.
	warp  int
	other *int
}

// inWarp returns the fault of a warp at the site of a witness, or nil if there is none.
func (r *replayer) inWarp(r1 run, kind sim.Kind, w *lanes.Witness) *sighting {
	r.isApproximate = r1.Approximated
	if race := r.raceAt(r1, w, source.Pos{}); race != nil {
		return &sighting{race: race, warp: w.Warp}
	}
	for _, violation := range r.faultsIn(r1) {
		if violation.Rendezvous.IsOf(w.Site, w.Path) && violation.Kind == kind {
			return &sighting{violation: violation, warp: w.Warp}
		}
	}
	return nil
}

// inBlock returns the fault of a barrier at which not all warps of a block arrive. It returns nil if there is none, or
// if the run is not complete.
func (r *replayer) inBlock(b *sim.Block, w *lanes.Witness) *sighting {
	if !r.isSure(b) {
		return nil
	}
	d, found := b.DesertionOf(w.Site, w.Path)
	if w.InAll {
		d, found = b.StarvedAt(w.Site, w.Path)
	}
	if !found {
		return nil
	}
	return &sighting{violation: sim.Violation{Rendezvous: d.Rendezvous, Lanes: b.MissingLanes(d)}, warp: d.Warp, other: &d.Other}
}

// rewriteVerdict changes a verdict to what a run with the witness w has shown. The verdict keeps the branches where the
// lanes diverge, but no longer names the lanes on each side.
func (s *sighting) rewriteVerdict(v *lanes.Verdict, w *lanes.Witness) {
	if s.race != nil {
		s.reportRace(v, w)
		return
	}
	broken, at := &s.violation, s.violation.Rendezvous
	v.Lanes, v.Mask, v.Detail = broken.Lanes, broken.Mask, detailIn(v.Detail, broken)
	v.Arrives, v.Elsewhere, v.Exited = at.Arrive, at.Elsewhere, at.Exited
	w.Warp, w.Other, v.Other = s.warp, s.other, s.other
	v.Witness = w
	for i := range v.Splits {
		v.Splits[i].Away = 0
	}
}

// detailIn returns the detail of a verdict, with the values of a violation in a run.
func detailIn(d detail.Detail, violation *sim.Violation) detail.Detail {
	switch d := d.(type) {
	case detail.OverlappingMasks:
		return detail.OverlappingMasks{Union: violation.Union, Other: d.Other}
	case detail.ReadLanes:
		return detail.ReadLanes{Sources: violation.Sources}
	case detail.InvalidWidth:
		return detail.InvalidWidth{Width: int(violation.Width)}
	}
	return d
}

// reportRace changes a verdict to a race that a run has shown.
func (s *sighting) reportRace(v *lanes.Verdict, w *lanes.Witness) {
	later, earlier := s.race.Later, s.race.Earlier
	v.Lanes, v.Arrives, v.Elsewhere, v.Exited = 1<<later.Lane, later.Lanes, ^later.Lanes, 0
	race := detail.Race{Lane: later.Lane, Other: earlier.Lane, Earlier: placeOf(earlier), By: earlier.Site, Copies: earlier.Site.Async,
		Element: s.race.Element(w.Root)}
	race.OtherName, race.Distance = s.race.OtherName()
	if w.RacesWith != nil {
		w.Warp, w.RacesWith = later.Warp, &earlier.Warp
		race.Warps = &detail.Warps{Own: later.Warp, Other: earlier.Warp}
	}
	if before := detail.As[detail.Race](v.Detail); before.Earlier.IsAt(race.Earlier) {
		race.Beside = before.Beside
	}
	v.Detail = race
	v.Related = []source.Pos{race.Earlier}
	v.Witness = w
	for i := range v.Splits {
		v.Splits[i].Away = 0
	}
}

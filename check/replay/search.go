package replay

import (
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// Where the machine does not confirm a witness, a value that decides was not known when the
// solver made it (the result of an atomic, a vote or a reduction, what loops carry along), or the
// run is too long. Other inputs are tried then: small arguments, and memory in simple patterns. One
// under which the machine sees the rule broken is as good as the solver's.

// attemptSteps bound one run, at first and once more where that is too short; searchSteps bounds
// the runs for one verdict and unitSearchSteps those for a unit. All are in instructions of a warp.
var attemptSteps = []int{1 << 11, 1 << 14}

const (
	searchSteps     = 1 << 17
	unitSearchSteps = 1 << 20
)

// search looks for an input under which the machine sees what a verdict says, and makes the
// verdict one of that.
func (r *replayer) search(kind sim.Kind, fact *lanes.Fact, v *lanes.Verdict) bool {
	at := searchedAt{kind, fact.Pos}
	if r.searched[at] || !isSearched(v) {
		return false
	}
	r.searched[at] = true
	end := max(r.left-searchSteps, 0)
	open := attempts(fact, v.Witness)
	for _, most := range attemptSteps {
		var long []attempt
		for _, a := range open {
			if r.left <= end {
				return false
			}
			s := newSample(v.Witness, a)
			if !s.IsGiven() {
				continue
			}
			seen, ran := r.look(kind, s, most, v.Other != nil)
			r.left -= ran.steps
			switch {
			case seen != nil:
				seen.tell(v, s.Witness)
				return true
			case ran.isShort:
				long = append(long, a)
			}
		}
		open = long
	}
	return false
}

// isSearched reports a verdict of which the message tells no more than the lanes. A device
// function that no kernel calls is given what its callers make sure of.
func isSearched(v *lanes.Verdict) bool {
	w := v.Witness
	switch v.Detail.(type) {
	case nil, detail.OverlappingMasks, detail.InvalidWidth, detail.ReadLanes, detail.Race:
		return w.Root.Kernel && w.Shape.IsLaunchable() && w.OtherBlock == nil
	}
	return false
}

// shapes are the blocks to run: of a size that nobody knows, a small one first.
func shapes(fact *lanes.Fact, w *lanes.Witness) []warp.Shape {
	small := warp.Shape{2 * warp.Size, 1, 1}
	if c := &fact.Context; c.Shape != nil || c.Size != nil || w.Shape[1]*w.Shape[2] > 1 || w.Shape[0] <= small[0] {
		return []warp.Shape{w.Shape}
	}
	return []warp.Shape{small, w.Shape}
}

// ran is what running a sample took, and whether it ended before its end.
type ran struct {
	steps   int
	isShort bool
}

// look runs a sample, and reports what breaks the rule at its collective, nil for nothing.
func (r *replayer) look(kind sim.Kind, s *sample, most int, acrossWarps bool) (*sighting, ran) {
	in, all := s.input(), ran{}
	in.Steps = most
	seen := r.lookSupposing(s.Site, in, func(in sim.Input) (*sighting, bool) {
		if !acrossWarps {
			one := runWarp(in)
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

// add counts the run of a warp.
func (r *ran) add(o *sim.Outcome, steps int) {
	r.steps += steps
	r.isShort = r.isShort || o.OutOfSteps && o.Unknown == ""
}

// A sighting is a rule that the machine saw broken.
type sighting struct {
	violation sim.Violation
	// race is one that it saw instead, nil for none.
	race *sim.Race
	// warp waits there, and other stays away, nil where that is no other warp.
	warp  int
	other *int
}

// inWarp is what a warp breaks.
func (r *replayer) inWarp(one run, kind sim.Kind, w *lanes.Witness) *sighting {
	if race := r.raceAt(one, w); race != nil {
		return &sighting{race: race, warp: w.Warp}
	}
	for _, violation := range r.seen(one) {
		if violation.Rendezvous.IsOf(w.Site, w.Path) && violation.Kind == kind {
			return &sighting{violation: violation, warp: w.Warp}
		}
	}
	return nil
}

// inBlock is what a warp of a block leaves out, nil for nothing or where the run is not to be trusted.
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
	return &sighting{violation: sim.Violation{Rendezvous: d.Rendezvous, Lanes: b.Away(d)}, warp: d.Warp, other: &d.Other}
}

// tell makes a verdict one of a sighting. Which branches part the lanes stays, and which lanes go
// which way there is not known.
func (s *sighting) tell(v *lanes.Verdict, w *lanes.Witness) {
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

// detailIn is what a detail comes to in a violation that was seen.
func detailIn(d detail.Detail, seen *sim.Violation) detail.Detail {
	switch d := d.(type) {
	case detail.OverlappingMasks:
		return detail.OverlappingMasks{Union: seen.Union, Other: d.Other}
	case detail.ReadLanes:
		return detail.ReadLanes{Sources: seen.Sources}
	case detail.InvalidWidth:
		return detail.InvalidWidth{Width: int(seen.Width)}
	}
	return d
}

// reportRace makes a verdict one of a race that was seen.
func (s *sighting) reportRace(v *lanes.Verdict, w *lanes.Witness) {
	later, earlier := s.race.Later, s.race.Earlier
	v.Lanes, v.Arrives, v.Elsewhere, v.Exited = 1<<later.Lane, later.Lanes, ^later.Lanes, 0
	v.Detail = detail.Race{Lane: later.Lane, Other: earlier.Lane, Earlier: earlier.Site.Pos,
		Element: w.Root.ElementOf(s.race.Object, s.race.Offset)}
	v.Related = []ast.Pos{earlier.Site.Pos}
	v.Witness = w
	for i := range v.Splits {
		v.Splits[i].Away = 0
	}
}

package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/uses"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/taint"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// If a lane reads from a lane that does not take part, the value is undefined. To find out whether other threads see
// the value (package taint), the root is interpreted again, and all possible uses of the value are recorded. Let B be
// the formula that some lane reads an undefined value. Let S be the formula that other threads see a difference between
// two values in its place:
//
//	never      B and S cannot be true
//	always     B and not S cannot be true
//	sometimes  otherwise

// Use states whether other threads see the undefined values of a collective.
type Use int

// The uses.
const (
	UseUnknown    Use = iota // not decided
	NeverUsed                // for every input, others see no undefined value
	SometimesUsed            // neither NeverUsed nor AlwaysUsed is proved
	AlwaysUsed               // others see it whenever a lane reads an undefined value
)

// usedAt is the key of judge.usings: a collective, the shape of the block, and a warp of the block, or grid.AnyWarp for
// an arbitrary one.
type usedAt struct {
	site  *cfg.Instr
	shape warp.Shape
	warp  int
}

// using is an interpretation of the root that records all possible uses of the values that a collective returns.
type using struct {
	j     *judge
	taint *taint.Taint
}

// UseOf returns the use of the undefined values in v, a verdict about the source lanes of a collective. For
// SometimesUsed it also returns an example, an input that may use the value. The example is nil if none was found.
func (f *Fact) UseOf(v *Verdict) (use Use, example *Witness) {
	if f.rendezvous == nil {
		return UseUnknown, nil
	}
	u := f.rendezvous.j.usingIn(f, v)
	if u == nil {
		return UseUnknown, nil
	}
	if exec.WithinBudget(func() { use, example = f.useIn(u, v) }) != nil {
		return UseUnknown, nil
	}
	if w := v.InWarp; w != nil && !u.j.isOfOneWarp() && use == SometimesUsed {
		exec.WithinBudget(func() {
			if one := f.rendezvous.j.usingOf(u.j.setting.Blocks, f.Site, *w); one != nil && one.isAlways(f, v) {
				use = AlwaysUsed
			}
		})
	}
	return use, example
}

// usingIn returns an interpretation of the root, with all possible uses, in which some lane may read an undefined
// value. It tries the blocks of the analysis, then the block of the verdict's example. It returns nil if no lane may
// read one in either, or if an interpretation takes too much work.
func (j *judge) usingIn(f *Fact, v *Verdict) *using {
	all := []grid.Blocks{j.setting.Blocks}
	if w := v.Witness; w != nil && !j.trace.Launch.Shape.Known() {
		all = append(all, grid.Blocks{Shape: w.Shape, Premises: j.setting.Blocks.Premises})
	}
	for _, b := range all {
		u := j.usingOf(b, f.Site, j.setting.Warp)
		if u == nil {
			return nil
		}
		isBroken := false
		exec.WithinBudget(func() { isBroken = u.isBroken(f) })
		if isBroken {
			return u
		}
	}
	return nil
}

// isBroken reports whether some lane may read an undefined value at the collective of f.
func (u *using) isBroken(f *Fact) bool {
	return slices.ContainsFunc(u.eventsOf(f), func(p *rendezvous) bool {
		answer, _ := u.j.prover.Satisfiable(u.j.t.And(u.j.meet.Premise(), u.j.t.Or(u.reading(p).List()...)))
		return answer != smt.No
	})
}

// useIn decides whether other threads see the undefined values that v is about. u is the interpretation of the root
// with all possible uses of these values. The witness shows a use. It is nil unless the use is SometimesUsed.
func (f *Fact) useIn(u *using, v *Verdict) (Use, *Witness) {
	events := u.eventsOf(f)
	if len(events) == 0 {
		return UseUnknown, nil
	}
	seen, isSeen := u.seenOf(events)
	switch {
	case isSeen == smt.No && u.taint.IsWhole():
		return NeverUsed, nil
	case u.isAlways(f, v):
		return AlwaysUsed, nil
	}
	if answer, e := events[0].meeting.Agreeing(seen); answer == smt.Yes {
		return SometimesUsed, u.j.witness(events[0], e)
	}
	return SometimesUsed, nil
}

// seenOf returns the formula that other threads see the undefined value that lanes read at the events. The second
// result states whether the formula is satisfiable.
func (u *using) seenOf(events []*rendezvous) (*term.Term, smt.Answer) {
	var ways []*term.Term
	for _, p := range events {
		ways = append(ways, u.j.t.And(u.j.meet.Premise(), u.j.t.Or(u.reading(p).List()...), u.taint.May(p.event)))
	}
	seen := u.j.t.Or(ways...)
	answer, _ := u.j.prover.Satisfiable(seen)
	return seen, answer
}

// isAlways reports whether it is proved that other threads see the undefined value whenever a lane reads it. The proof
// is for the warp of the verdict. If the verdict has no warp, it is for an arbitrary one. For a definite verdict, a
// proof for some warp that is shown to arrive suffices, and the verdict is then limited to this warp.
func (u *using) isAlways(f *Fact, v *Verdict) bool {
	var never []*term.Term
	for _, p := range u.eventsOf(f) {
		never = append(never, u.taint.Never(p.event, u.reading(p)))
	}
	isSeenIn := func(w int) bool {
		answer, _ := u.j.prover.Satisfiable(u.j.trace.Launch.AsWarp(w).Rewrite(u.j.t.Or(never...)))
		return answer == smt.No
	}
	switch {
	case u.j.isOfOneWarp(), v.InWarp == nil && isSeenIn(grid.AnyWarp):
		return isSeenIn(grid.AnyWarp)
	case v.InWarp != nil:
		return isSeenIn(*v.InWarp)
	case v.Certainty != Definite:
		return false
	}
	for _, w := range u.j.trace.Launch.WarpsOfEveryLaunch() {
		if f.rendezvous.meeting.ReachIn(w).Shown && isSeenIn(w) {
			v.InWarp = u.j.trace.Launch.Named(w)
			return true
		}
	}
	return false
}

// eventsOf returns the events of the collective of f along the same calls. If some of them are in the same iterations
// of unrolled loops as f, it returns only these.
func (u *using) eventsOf(f *Fact) (list []*rendezvous) {
	for _, p := range u.j.meet.All() {
		if p != nil && p.Event.Instr == f.Site && slices.Equal(p.Event.Calls(), f.Context.Path) {
			list = append(list, u.j.rendezvous(p))
		}
	}
	same := slices.DeleteFunc(slices.Clone(list), func(p *rendezvous) bool {
		return !slices.Equal(p.event.Point.Iterations, f.rendezvous.event.Point.Iterations)
	})
	if len(same) > 0 {
		return same
	}
	return list
}

// reading returns, for each lane, the formula that it reads an undefined value at the rendezvous p.
func (u *using) reading(p *rendezvous) vector.Vec { return p.misreading(vector.Uniform(u.j.t.False)) }

// usingOf interprets the root again in the given blocks, and records all possible uses of the values that the
// collective site returns. inWarp is the warp to interpret, or grid.AnyWarp. It returns nil if that takes too much
// work.
func (j *judge) usingOf(blocks grid.Blocks, site *cfg.Instr, inWarp int) *using {
	at := usedAt{site, blocks.Shape, inWarp}
	if known, asked := j.usings[at]; asked {
		return known
	}
	j.usings[at] = nil
	may := uses.Of(j.trace.Root, site)
	if !may.IsKnown() {
		return nil
	}
	s := j.again()
	s.Blocks, s.Warp, s.Work = blocks, inWarp, exec.NewMeter(j.t.Work.Limit/useShare, s.Effort)
	asked := slice.Asked{Instrs: may.Instrs, Ends: may.Ends}
	s.Using = &exec.Using{Site: site, At: asked, Calls: may.Calls}
	if s.Sliced = slice.OfAsked(s.Root, s.Functions.Policy(), asked); s.Sliced == nil {
		return nil
	}
	if next, ranOut := interpret(s); ranOut == nil {
		j.usings[at] = &using{j: next, taint: taint.Of(next.meet)}
	}
	return j.usings[at]
}

package lanes

import (
	"cmp"
	"iter"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// decide returns at most one verdict on a violation. Let V be the formula that some lane offends, and R the formula
// that some lane reaches the collective:
//
//   - There is no verdict if V is false in every execution in which no other collective was broken before.
//   - The verdict is definite if R and not V is false in every execution, and some execution is shown to reach the collective:
//     then every execution that reaches it breaks the rule.
//   - Otherwise the verdict is potential; a run of the concrete machine has to confirm it.
//
// The state over-approximates the executions, so "false in every execution" is a proof (definite.go).
//
// A definite verdict becomes potential in two cases. In the first, the block is assumed, and ask gives no definite
// verdict in a likely block of another shape. In the second, unknowns are assumed to be the same in all lanes.
func (f *Fact) decide(ask func(*Fact) []Verdict, o violation) []Verdict {
	p := f.rendezvous
	j := p.j
	given := j.meet.Premise()
	if !o.ofWidth {
		given = j.t.And(given, p.hasWidth())
	}
	some := j.t.And(given, j.t.Or(o.lanes.List()...))
	answer, found := p.find(given, some, o)
	switch answer {
	case smt.No:
		return nil
	case smt.Undecided:
		return f.leftOpen(ask, o, some)
	}
	return f.broken(ask, o, some, found)
}

// leftOpen is called for a question that the solver did not decide. It asks again about each single warp, and then in
// blocks that the kernel is likely to have.
func (f *Fact) leftOpen(ask func(*Fact) []Verdict, o violation, anyOffends *term.Term) []Verdict {
	if o.isOfThisWarp() {
		if found, ok := f.refinePerWarp(ask, true); ok {
			return found
		}
	}
	if found := f.inLikelyBlock(ask); len(found) > 0 {
		return found
	}
	f.Undecided = true
	return []Verdict{f.rendezvous.undecided(anyOffends)}
}

// broken returns the verdict on a rule that is broken in the execution found. It determines the certainty of the
// verdict and its example. ask returns the verdicts on the question for another fact. anyOffends is the formula that
// some lane offends.
func (f *Fact) broken(ask func(*Fact) []Verdict, o violation, anyOffends *term.Term, found *prove.Execution) []Verdict {
	p, j := f.rendezvous, f.rendezvous.j
	if o.sameWarp != nil {
		o.sameWarpFound = o.sameWarp(found)
	}
	sure := p.proveWithin(o)
	if o.sameWarp != nil && sure.certainty != Definite {
		o, sure, found = p.inFirstIteration(o, sure, found)
	}
	if w := sure.inWarp; w != nil {
		if a, there := p.meeting.Agreeing(j.t.And(anyOffends, j.trace.Launch.IsWarp(*w))); a == smt.Yes {
			found = there
		}
	}
	if o.sameWarp != nil {
		found = p.inPair(anyOffends, o, sure, found)
	}
	if sure.certainty != Definite {
		found = p.inSmallNumbers(anyOffends, found)
	}
	v := p.describe(o, found)
	v.take(sure)
	if v.Certainty == Definite && !j.trace.Launch.Shape.Known() && f.dependsOnShape(ask) {
		v.Certainty = Potential
	}
	if v.Certainty == Definite && j.trace.Memory.TakesAlike() {
		v.Certainty, v.Reservation = Potential, approximated(takenAlike)
	}
	varies := v.Certainty == Potential || p.limitToCommon(&v, o, found)
	if v.Certainty == Definite && sure.unreached != nil {
		v.Certainty, v.Reservation = Potential, j.unreached(sure.unreached)
		v.lanesVary, varies = varies, true
	}
	if varies && o.isOfThisWarp() {
		if refined, ok := f.refinePerWarp(ask, !v.Reservation.IsNone() || v.Certainty == Definite); ok && !isWeaker(refined, v) {
			inherit(refined, v)
			return refined
		}
	}
	isExample := varies || o.sameWarp != nil || p.masksVary(v.InWarp) || j.isLikelyBlock
	if !isExample {
		found = p.inSmallNumbers(anyOffends, found) // any execution is an example, because the verdict is about all
	}
	v.Run = j.witness(p, found)
	if race, is := v.Detail.(detail.Race); is && race.Warps != nil {
		v.Run.RacesWith = &race.Warps.Other
	}
	v.Run.Other, v.Run.OtherBlock = v.Other, v.OtherBlock
	if isExample {
		v.Witness = v.Run
	} else if o.otherWarps != nil {
		v.Others = o.otherWarps.Whole(j.t.And(j.meet.Premise(), p.meeting.Reach))
	}
	return []Verdict{v}
}

// inFirstIteration looks for two threads that surely race in the first iterations of the loops around the event. The
// execution found may be of a later iteration, and the threads in it may not race in each execution:
//
//	for (int d = 1; d < n; d *= 2) { v = t >= d ? s[t - d] : 0; s[t] += v; __syncthreads(); }     31 and 32 always do
//
// If there are no such threads, it returns its arguments.
func (p *rendezvous) inFirstIteration(o violation, sure proof, found *prove.Execution) (violation, proof, *prove.Execution) {
	t, first := p.j.t, o.plain
	if len(p.event.Within) == 0 {
		return o, sure, found
	}
	for _, s := range p.event.Within {
		first = t.And(first, t.Eq(s.K, t.Const(s.K.Bits, 0)))
	}
	answer, there := p.amongFirst(first, o.ways)
	if answer != smt.Yes {
		return o, sure, found
	}
	other := o
	other.sameWarpFound = o.sameWarp(there)
	if proved := p.proveWithin(other); proved.certainty == Definite {
		return other, proved, there
	}
	return o, sure, found
}

// inPair looks for an example in a block of two warps. For a definite verdict, it looks for an example with the threads
// of the proof. It prefers an example in which the race does not depend on fresh unknowns. If it finds none, it returns
// the given execution, which is of one warp.
func (p *rendezvous) inPair(anyOffends *term.Term, o violation, proved proof, found *prove.Execution) *prove.Execution {
	t, launch := p.j.t, p.j.trace.Launch
	if proved.certainty == Definite {
		anyOffends = t.And(anyOffends, t.Or(o.sameWarpFound.List()...))
	}
	if proved.inWarp != nil {
		anyOffends = t.And(anyOffends, launch.IsWarp(*proved.inWarp))
	}
	pair := t.And(anyOffends, launch.IsPair())
	examples := []*term.Term{pair, anyOffends}
	if proved.certainty == Definite && !o.plain.IsTrue() {
		examples = []*term.Term{t.And(pair, o.plain), t.And(anyOffends, o.plain), pair, anyOffends}
	}
	for _, f := range examples {
		if answer, found := p.meeting.Agreeing(f); answer == smt.Yes {
			return found
		}
		if proved.certainty != Definite {
			break // found, an execution of one warp, is as good an example
		}
	}
	return found
}

// find asks the solver for an execution in which some lane offends, given assumption. anyOffends is the formula that
// some lane offends. For a race, and if the solver does not decide, find asks about the formulas of o one by one, with
// assumption added to each.
func (p *rendezvous) find(assumption, anyOffends *term.Term, o violation) (smt.Answer, *prove.Execution) {
	if o.sameWarp != nil {
		return p.amongPairs(assumption, anyOffends, o.ways)
	}
	answer, found := p.meeting.Agreeing(anyOffends)
	if answer == smt.Undecided {
		answer, found = p.oneByOne(assumption, slices.Values(o.lanes.List()))
	}
	if answer == smt.Undecided && o.ways != nil {
		answer, found = p.oneByOne(assumption, o.ways)
	}
	return answer, found
}

// oneByOne asks the solver about each of the formulas in ways separately, because their disjunction may be too hard. It
// stops at the first formula that is satisfiable or not decided. It returns Undecided if questions of this kind have
// used up their share of the work (oneByOneShare).
func (p *rendezvous) oneByOne(assumption *term.Term, ways iter.Seq[*term.Term]) (smt.Answer, *prove.Execution) {
	work := p.j.t.Work
	if p.j.oneByOne > work.Limit/oneByOneShare {
		return smt.Undecided, nil
	}
	defer func(before int) { p.j.oneByOne += work.Done - before }(work.Done)
	for f := range ways {
		if answer, found := p.meeting.Agreeing(p.j.t.And(assumption, f)); answer != smt.No {
			return answer, found
		}
	}
	return smt.No, nil
}

// amongPairs asks the solver about the first few formulas in ways one by one, and then about the disjunction anyOffends
// of all. Each formula is about a pair of threads, and most pairs differ only in their thread numbers. So if the solver
// does not decide one pair, it does not decide the disjunction either, and takes much longer to give up.
func (p *rendezvous) amongPairs(assumption, anyOffends *term.Term, ways iter.Seq[*term.Term]) (smt.Answer, *prove.Execution) {
	if answer, found := p.amongFirst(assumption, ways); answer != smt.No {
		return answer, found
	}
	return p.meeting.Agreeing(anyOffends)
}

// amongFirst asks the solver about the first few formulas in ways, with few steps for each. It stops at the first
// answer other than no.
func (p *rendezvous) amongFirst(assumption *term.Term, ways iter.Seq[*term.Term]) (smt.Answer, *prove.Execution) {
	solver, asked := p.j.prover.Solver, 0
	defer func(whole uint32) { solver.Steps = whole }(solver.Steps)
	solver.Steps = min(solver.Steps, uint32(p.j.setting.Effort.Times(pairSteps)))
	for f := range ways {
		if asked++; asked > mostWays {
			break
		}
		if answer, found := p.meeting.Agreeing(p.j.t.And(assumption, f)); answer != smt.No {
			return answer, found
		}
	}
	return smt.No, nil
}

// take copies the results of a proof into the verdict: the certainty, the warp and the reservation.
func (v *Verdict) take(proved proof) {
	v.Certainty, v.InWarp, v.Reservation = proved.certainty, proved.inWarp, approximated(proved.imprecision)
}

// MakeDefinite makes v definite. The caller must have a proof for every execution that reaches the collective
// (IfReached), and a verdict example with an execution that does. If the lanes of v vary between executions, all fields
// of v are copied from example.
func (v *Verdict) MakeDefinite(example Verdict) {
	if v.lanesVary {
		*v = example
	} else {
		v.Run, v.Witness = cmp.Or(example.Witness, v.Run), nil
	}
	v.Certainty, v.Reservation, v.lanesVary = Definite, Reservation{}, false
}

// hasWidth returns the formula that all lanes that arrive at a shuffle pass valid widths. An invalid width is a finding
// by itself. So its effects on masks and sources are not reported.
func (p *rendezvous) hasWidth() *term.Term {
	valid := vector.Map2(p.event.Guard, p.event.Width, func(g, w *term.Term) *term.Term {
		if w.IsConst() {
			return p.j.t.True
		}
		return p.j.t.Implies(g, p.j.mayHaveWidth(w))
	})
	return p.j.t.And(valid.List()...)
}

// limitToCommon reports whether different executions have different lanes that arrive or offend. If they have, v is
// limited to the lanes that offend in all executions, unless there are none. e is the execution that v shows. For a
// question about other warps, it returns false.
func (p *rendezvous) limitToCommon(v *Verdict, o violation, e *prove.Execution) (varies bool) {
	if !o.isOfThisWarp() {
		return false
	}
	t := p.j.t
	inWarp, others := t.True, t.False
	if w := p.j.trace.Launch.Warp; w != nil {
		inWarp = t.Eq(w, t.Const(w.Bits, e.Value(w)))
	} else if v.InWarp != nil {
		inWarp = p.j.trace.Launch.IsWarp(*v.InWarp)
	}
	for l := range warp.Size {
		for _, f := range []*term.Term{p.event.Guard.At(l), o.lanes.At(l)} {
			others = t.Or(others, t.Not(t.Iff(f, t.Bool(e.Holds(f)))))
		}
	}
	if p.meeting.Cannot(t.And(inWarp, others)) {
		return false
	}
	always := vector.Build(func(l int) *term.Term {
		f := o.lanes.At(l)
		return t.Bool(v.Lanes.Has(l) && p.meeting.Cannot(t.And(inWarp, t.Not(f))))
	})
	if !always.IsFalse() {
		o.lanes = always
		wider := *v
		*v = p.describe(o, e)
		v.Certainty, v.InWarp, v.Reservation = wider.Certainty, wider.InWarp, wider.Reservation
	}
	return true
}

// mayHaveWidth returns the formula that a word is a valid width of a shuffle.
func (j *judge) mayHaveWidth(w *term.Term) *term.Term {
	ways := make([]*term.Term, len(trace.Widths))
	for i, k := range trace.Widths {
		ways[i] = j.t.Eq(w, j.t.Const(w.Bits, k))
	}
	return j.t.Or(ways...)
}

// masksVary reports whether masks vary between the executions of a warp. If inWarp is nil, any warp counts.
func (p *rendezvous) masksVary(inWarp *int) bool {
	of := grid.AnyWarp
	if inWarp != nil {
		of = *inWarp
	}
	view := p.j.trace.Launch.AsWarp(of)
	for l := 0; p.event.Masked && l < warp.Size; l++ {
		if !p.event.Guard.At(l).IsFalse() && !view.Rewrite(p.event.Mask.At(l)).IsConst() {
			return true
		}
	}
	return false
}

// describe fills in the lane sets, the mask and the splits of a verdict from an execution.
func (p *rendezvous) describe(o violation, e *prove.Execution) Verdict {
	v := Verdict{Lanes: e.Lanes(o.lanes), Arrives: e.Lanes(p.event.Guard),
		Exited: e.Lanes(vector.Build(p.meeting.Exited)), Elsewhere: e.Lanes(vector.Build(p.meeting.Elsewhere))}
	if o.otherWarps != nil {
		index, block, lanes := o.otherWarps.In(e)
		v.Other, v.OtherBlock, v.Lanes = &index, block, lanes
	}
	v.Mask, v.Lanes = o.mask(e, v.Lanes)
	if o.detail != nil {
		o.detail(e, &v)
	}
	v.Splits = p.splits(e, &v)
	return v
}

// overlapping returns a mask that conflicts with mask: the two differ and overlap. Lanes pass it at this event, or at
// one in incomparable. It returns 0 if there is none.
func (p *rendezvous) overlapping(e *prove.Execution, incomparable []*trace.Event, mask uint32) uint32 {
	for _, at := range append([]*trace.Event{p.event}, incomparable...) {
		for l := range warp.Size {
			if m := uint32(e.Value(at.Mask.At(l))); e.Holds(at.Guard.At(l)) && m != mask && m&mask != 0 {
				return m
			}
		}
	}
	return 0
}

func first(s warp.Lanes) int {
	for l := 0; l < warp.Size; l++ {
		if s.Has(l) {
			return l
		}
	}
	return 0
}

// sources returns the lanes from which the lanes in readers get values at the collective, in the execution e. In a
// shuffle these are the lanes that the readers read. In a reduction or a scan they are lanes of a reader's mask: all
// others, or the lower ones (ClassKind.ValuesFor).
func (p *rendezvous) sources(e *prove.Execution, readers warp.Lanes) warp.Lanes {
	kind := p.event.Instr.Collective.Class.Kind
	var s warp.Lanes
	for l := range warp.Size {
		switch {
		case !readers.Has(l):
		case kind.IsShuffle():
			s |= 1 << (e.Value(p.j.trace.SourceLane(p.event, l)) % warp.Size)
		default:
			s |= kind.ValuesFor(l) & warp.Lanes(e.Value(p.event.Mask.At(l)))
		}
	}
	return s
}

package lanes

import (
	"iter"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/block"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// A question is answered by 32 formulas: in which executions lane l offends (breaks the rule). All follow section 3 of
// the semantics. Comments below write G for the lanes that arrive, M(l) for the mask of lane l, and E for the lanes
// that have exited.

// violation is a question in the form of formulas, which the solver decides later. lanes holds, for each lane, the
// formula that the lane offends.
type violation struct {
	lanes vector.Vec
	// ways yields formulas whose disjunction states that some lane offends. If it is nil, the formulas in lanes are
	// used.
	ways iter.Seq[*term.Term]
	// mask returns the mask to show in a finding. It is the mask of an offending lane, or of a lane that names an
	// offending lane. The second result is the set of offenders that belong to this mask.
	mask func(e *prove.Execution, offenders warp.Lanes) (uint32, warp.Lanes)
	// detail adds particulars of the fault in an execution to the verdict. It is nil if there are none.
	detail func(e *prove.Execution, v *Verdict)
	// otherWarps are the offending lanes of other warps. It is nil if the offending lanes are of this warp.
	otherWarps *block.AwayLanes
	// sameWarp is for a question about two warps. It returns, for each lane, the formula that the lane offends together
	// with the same other warp as in the execution e. For a question about one warp it is nil. sameWarpFound is the
	// result of sameWarp for the execution that the solver found.
	sameWarp      func(e *prove.Execution) vector.Vec
	sameWarpFound vector.Vec
	// plain is the formula that there is no race with an unknown effect (race.Candidate.Plain). It is set only together
	// with sameWarp.
	plain *term.Term
	// ofWidth reports whether the question is about the width operand of a shuffle.
	ofWidth bool
}

// isOfThisWarp reports whether a violation involves no other warp.
func (o *violation) isOfThisWarp() bool { return o.otherWarps == nil && o.sameWarp == nil }

// noViolation returns an empty violation, for verdicts that are not found by formulas.
func (j *judge) noViolation() violation {
	return violation{lanes: vector.Uniform(j.t.False), mask: noMask}
}

// NotParticipating returns the verdicts on lanes that an arriving lane names and that do not take part. Under lockstep,
// these are all lanes that do not arrive. Otherwise they are the lanes that are elsewhere.
func (f *Fact) NotParticipating() []Verdict { return f.uniformFirst((*Fact).notParticipating) }

func (f *Fact) notParticipating() []Verdict {
	defer f.question()()
	p := f.rendezvous
	if !p.meeting.Maskable() || f.Site.Collective.Warpgroup {
		return nil
	}
	if p.j.trace.Model != warp.Lockstep { // here lanes that have exited do not count
		return f.decide((*Fact).notParticipating, p.namedAbsent(p.meeting.Elsewhere))
	}
	t := p.j.t
	return f.besideTraps((*Fact).notParticipating, func(spared vector.Vec) violation {
		return p.namedAbsent(func(o int) *term.Term { return t.And(t.Not(p.event.Guard.At(o)), t.Not(spared.At(o))) })
	})
}

// namedAbsent returns the violation that some arriving lane names an absent lane. absent(o) is the formula that lane o
// is absent.
func (p *rendezvous) namedAbsent(absent func(o int) *term.Term) violation {
	if p.meeting.PeersArrive(absent) {
		return violation{lanes: vector.Uniform(p.j.t.False)}
	}
	lanes := vector.Build(func(o int) *term.Term {
		away := absent(o)
		if away.IsFalse() {
			return away
		}
		return p.j.t.And(away, p.meeting.NamedInVain(o))
	})
	return violation{lanes: lanes, mask: p.maskNaming}
}

// besideTraps decides a question about lanes that have exited. A trap, for example after a failed check, ends the
// kernel with an error. So lanes that trapped count as exited only if that makes the verdict definite. The function
// except returns the violation in which the lanes in spared do not count as exited. ask returns the verdicts on the
// question for another fact.
func (f *Fact) besideTraps(ask func(*Fact) []Verdict, except func(spared vector.Vec) violation) []Verdict {
	p := f.rendezvous
	if !p.meeting.Trapped.IsFalse() {
		all := f.decide(ask, except(vector.Uniform(p.j.t.False)))
		if len(all) > 0 && all[0].Certainty == Definite {
			return all
		}
	}
	return f.decide(ask, except(p.meeting.Trapped))
}

// maskNaming returns the mask of the first lane that names an offender, and the offenders that it names. If no lane
// does, the mask is 0.
func (p *rendezvous) maskNaming(e *prove.Execution, offenders warp.Lanes) (uint32, warp.Lanes) {
	for l := 0; l < warp.Size; l++ {
		if m := uint32(e.Value(p.event.Mask.At(l))); e.Holds(p.event.Guard.At(l)) && warp.Lanes(m)&offenders != 0 {
			return m, offenders & warp.Lanes(m)
		}
	}
	return 0, offenders
}

// ownMask returns the mask of the first offender, and all offenders. The mask is 0 if there is none.
func (p *rendezvous) ownMask(e *prove.Execution, offenders warp.Lanes) (uint32, warp.Lanes) {
	for l := 0; l < warp.Size; l++ {
		if offenders.Has(l) {
			return uint32(e.Value(p.event.Mask.At(l))), offenders
		}
	}
	return 0, offenders
}

// maskWithout returns the mask of the first offender, and the offenders that are not in that mask.
func (p *rendezvous) maskWithout(e *prove.Execution, offenders warp.Lanes) (uint32, warp.Lanes) {
	m, _ := p.ownMask(e, offenders)
	return m, offenders &^ warp.Lanes(m)
}

// sharedMask returns the mask of the first offender, and the offenders that pass the same mask.
func (p *rendezvous) sharedMask(e *prove.Execution, offenders warp.Lanes) (uint32, warp.Lanes) {
	m, _ := p.ownMask(e, offenders)
	var kept warp.Lanes
	for l := 0; l < warp.Size; l++ {
		if offenders.Has(l) && uint32(e.Value(p.event.Mask.At(l))) == m {
			kept |= 1 << l
		}
	}
	return m, kept
}

// NotInMask returns the verdicts on lanes that arrive and are not in their own mask.
func (f *Fact) NotInMask() []Verdict { return f.uniformFirst((*Fact).notInMask) }

func (f *Fact) notInMask() []Verdict {
	defer f.question()()
	p := f.rendezvous
	if !p.meeting.Maskable() {
		return nil
	}
	lanes := vector.Build(func(l int) *term.Term {
		return p.j.t.And(p.event.Guard.At(l), p.j.t.Not(p.j.t.Bit(p.event.Mask.At(l), l)))
	})
	return f.decide((*Fact).notInMask, violation{lanes: lanes, mask: p.maskWithout})
}

// Width returns the verdicts on lanes that pass a width other than a power of two up to 32. No rule reports a
// potential verdict; in a kernel it makes the fact inexact. In a function that no kernel calls, a width argument is
// assumed to be valid.
func (f *Fact) Width() []Verdict {
	defer f.question()()
	p := f.rendezvous
	if p.event.Instr.Collective.Width < 0 || p.hasConstantWidth() {
		return nil
	}
	t := p.j.t
	bad := vector.Map2(p.event.Guard, p.event.Width, func(g, w *term.Term) *term.Term {
		return t.And(g, t.Not(p.j.mayHaveWidth(w)))
	})
	found := f.decide((*Fact).Width, violation{lanes: bad, mask: p.anyMask, ofWidth: true, detail: func(e *prove.Execution, v *Verdict) {
		v.Detail = detail.InvalidWidth{Width: int(term.Signed(e.Value(p.event.Width.At(first(v.Lanes))), 32))}
	}})
	if p.j.trace.Root.Kernel && slices.ContainsFunc(found, func(v Verdict) bool { return v.Certainty == Potential }) {
		f.remark("its width may be one that is not 1, 2, 4, 8, 16 or 32")
	}
	return found
}

// hasConstantWidth reports whether all lanes pass one constant, valid width. It does not ask the solver, so it
// answers even if the work of the root is used up.
func (p *rendezvous) hasConstantWidth() bool {
	w := p.event.Width.At(0)
	return p.event.Width.IsUniform() && w.IsConst() && trace.IsWidth(w.K)
}

func (p *rendezvous) anyMask(e *prove.Execution, offenders warp.Lanes) (uint32, warp.Lanes) {
	if !p.event.Masked {
		return 0, offenders
	}
	return p.ownMask(e, offenders)
}

// SourceNotInMask returns the verdicts on lanes that read a lane outside their mask, or a lane that has exited. If
// the source is named and elsewhere, NotParticipating reports it.
func (f *Fact) SourceNotInMask() []Verdict { return f.uniformFirst((*Fact).sourceNotInMask) }

func (f *Fact) sourceNotInMask() []Verdict {
	defer f.question()()
	p := f.rendezvous
	if !p.meeting.Maskable() {
		return nil
	}
	if kind := p.event.Instr.Collective.Class.Kind; !kind.TakesValues() && !kind.IsShuffle() {
		return nil
	}
	return f.besideTraps((*Fact).sourceNotInMask, func(spared vector.Vec) violation {
		return violation{lanes: p.misreading(spared), mask: p.ownMask, detail: func(e *prove.Execution, v *Verdict) {
			v.Detail = detail.ReadLanes{Sources: p.sources(e, v.Lanes)}
		}}
	})
}

// misreading returns, for each lane, the formula that it reads a lane outside its mask, or a lane that has exited and
// is not in spared.
func (p *rendezvous) misreading(spared vector.Vec) vector.Vec {
	misreads := p.shufflesWrongly
	if p.event.Instr.Collective.Class.Kind.TakesValues() {
		misreads = p.takesFromExited
	}
	return vector.Build(func(l int) *term.Term {
		if p.event.Guard.At(l).IsFalse() {
			return p.j.t.False
		}
		return p.j.t.And(p.event.Guard.At(l), misreads(l, spared))
	})
}

// shufflesWrongly returns the formula that lane l arrives at a shuffle and reads a lane that it must not read. This is
// a lane outside its mask, or a lane that has exited and is not in spared.
func (p *rendezvous) shufflesWrongly(l int, spared vector.Vec) *term.Term {
	t := p.j.t
	if w := p.event.Width.At(l); w.IsConst() && !trace.IsWidth(w.K) {
		return t.False // an invalid width is reported by Width
	}
	s := p.j.trace.SourceLane(p.event, l)
	outside := t.False
	if !p.meeting.ReadsPeer(l, s) {
		outside = t.And(t.Not(t.Eq(s, t.Const(32, uint64(l)))), t.Not(p.inMask(l, s)))
	}
	return t.Or(outside, p.hasExited(spared, func(o int) *term.Term { return t.Eq(s, t.Const(32, uint64(o))) }))
}

// takesFromExited returns the formula that lane l arrives at a reduction or a scan, and its result is computed from a
// lane that has exited. Lanes in spared do not count as exited.
func (p *rendezvous) takesFromExited(l int, spared vector.Vec) *term.Term {
	taken := p.event.Instr.Collective.Class.Kind.ValuesFor(l)
	return p.hasExited(spared, func(o int) *term.Term {
		if !taken.Has(o) {
			return p.j.t.False
		}
		return p.j.t.Bit(p.event.Mask.At(l), o)
	})
}

// inMask returns the formula that lane l, if it arrives, names lane s. It is a disjunction of two equivalent
// formulas. The second one is simplified under the guard of lane l, and may be easier to decide.
func (p *rendezvous) inMask(l int, s *term.Term) *term.Term {
	t, mask, guard := p.j.t, p.event.Mask.At(l), p.event.Guard.At(l)
	return t.Or(t.Select(mask, s), t.Select(t.Given(mask, guard), t.Given(s, guard)))
}

// hasExited returns the formula that some lane o has exited, is not in spared, and satisfies isRead(o).
func (p *rendezvous) hasExited(spared vector.Vec, isRead func(o int) *term.Term) *term.Term {
	t := p.j.t
	if p.meeting.HasLeft.IsFalse() {
		return t.False
	}
	ways := make([]*term.Term, warp.Size)
	for o := range ways {
		if ways[o] = t.And(p.meeting.HasLeft.At(o), t.Not(spared.At(o)), isRead(o)); !ways[o].IsFalse() {
			ways[o] = t.And(ways[o], p.meeting.Exited(o))
		}
	}
	return t.Or(ways...)
}

func noMask(_ *prove.Execution, offenders warp.Lanes) (uint32, warp.Lanes) { return 0, offenders }

// DivergentMask returns the verdicts on masks that differ and overlap. The lanes that pass them are at this rendezvous,
// or on other sides of branches at rendezvous that they do not share. Offenders are the lanes here whose mask is not
// the union of the conflicting masks.
func (f *Fact) DivergentMask() []Verdict { return f.uniformFirst((*Fact).divergentMask) }

func (f *Fact) divergentMask() []Verdict {
	defer f.question()()
	p := f.rendezvous
	if !p.meeting.Maskable() {
		return nil
	}
	own := p.j.trace.Groups(p.event)
	all := own
	var incomparable []*trace.Event
	for _, r := range p.meeting.Incomparable() {
		if !r.Opaque && r.Masked && !p.j.meet.PassClasses(p.event, r) {
			all = append(all, p.j.trace.Groups(r)...)
			incomparable = append(incomparable, r)
		}
	}
	first := 1 // the index of the first group that may conflict with an earlier one
	if p.j.trace.PassesClasses(p.event) {
		first = len(own)
	}
	if len(all) <= first {
		return nil
	}
	return f.decide((*Fact).divergentMask, p.conflicts(own, all, first, incomparable))
}

// conflicts returns the violation that groups of lanes pass conflicting masks. A group is a set of lanes with one mask.
// A lane of this event offends if its group conflicts with another group, unless its mask is the union of the
// conflicting masks. groups lists the groups of this event. The parameter all lists these groups first, followed by the
// groups of the events in incomparable. The groups before index are known not to conflict with each other, and are not
// compared.
func (p *rendezvous) conflicts(groups, all []trace.Group, index int, incomparable []*trace.Event) violation {
	t := p.j.t
	involved := make([]*term.Term, len(all)) // involved[i] is the formula that group i conflicts with another one
	for i := range involved {
		involved[i] = t.False
	}
	for i := range groups {
		for j := max(i+1, index); j < len(all); j++ {
			c := p.conflict(all[i], all[j])
			involved[i], involved[j] = t.Or(involved[i], c), t.Or(involved[j], c)
		}
	}
	union := t.Split(t.Const(32, 0))
	for i, g := range all {
		if involved[i].IsFalse() {
			continue
		}
		for b := range union {
			union[b] = t.Or(union[b], t.And(involved[i], t.Bit(g.Mask, b)))
		}
	}
	offends := map[int]*term.Term{}
	for i, g := range groups {
		short := t.And(involved[i], t.Not(t.Eq(t.Pack(union), g.Mask)))
		for _, l := range g.Lanes {
			offends[l] = t.And(g.Event.Guard.At(l), short)
		}
	}
	lanes := vector.Build(func(l int) *term.Term {
		if x, ok := offends[l]; ok {
			return x
		}
		return t.False
	})
	return violation{lanes: lanes, mask: p.sharedMask, detail: func(e *prove.Execution, v *Verdict) {
		v.Detail = detail.OverlappingMasks{Union: uint32(e.Value(t.Pack(union))), Other: p.overlapping(e, incomparable, v.Mask)}
		for _, r := range incomparable {
			if e.Lanes(r.Guard) != 0 {
				v.Related = append(v.Related, r.Position())
			}
		}
	}}
}

// conflict returns the formula for a conflict of two groups: lanes of both arrive at their events, and the masks of the
// groups differ and overlap. Lanes that meet each other across the two events do not conflict.
func (p *rendezvous) conflict(g, h trace.Group) *term.Term {
	t := p.j.t
	if g.Mask == h.Mask {
		return t.False
	}
	differ := t.And(g.Here, h.Here, t.Not(t.Eq(g.Mask, h.Mask)))
	if differ.IsFalse() {
		return differ
	}
	overlap := make([]*term.Term, warp.Size)
	for b := range overlap {
		overlap[b] = t.And(t.Bit(g.Mask, b), t.Bit(h.Mask, b))
	}
	c := t.And(differ, t.Or(overlap...))
	if c.IsFalse() || g.Event == h.Event {
		return c
	}
	return t.And(c, p.meeting.Unmatched(g, h))
}

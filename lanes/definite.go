package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/meet"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A verdict is definite if it is proved for an arbitrary warp that executes the collective, or for one warp that every
// launch has. If the shape of the block is known, every launch has each of its warps. If the shape is unknown, every
// launch has the first warp.
//
//	if (threadIdx.x == 0) m = ~0u; else m = ~1u;
//	__syncwarp(m);                               warp 0 breaks the rule; other warps break another rule
//	if (threadIdx.x >= 32) __syncthreads();      each warp that executes it breaks the rule: warp 0 stays away
//
// The proof has two parts. The first is about every execution in which the warp executes the collective, along the same
// calls and in any iteration of a loop: the warp breaks the rule there or in the first iteration. The second is that
// some execution reaches the collective. If only the second part is missing, the verdict is potential, with the
// reservation Unreached. A run of the concrete machine that breaks the rule there shows that the place is reached.
//
// A proof for one warp does not count if an input decides whether this warp arrives, and another warp may arrive
// without it. The host may never choose a value with which this warp arrives. An argument counts as such an input if
// the mask or the width is computed from it. If lanes arrive depending on the input, it may also be another argument,
// an unknown block size, or memory common to all warps.
//
//	if (threadIdx.x / n == 0) v = __shfl_up_sync(~0u, v, 1, n);     warp 1 arrives only with n above 32
//	if (threadIdx.x >= n && threadIdx.x < 2 * n) __syncwarp();      warp 0 never arrives whole, warp 1 may
//	if (threadIdx.x / (blockDim.x / 3) == 2) __syncwarp();          warp 0 arrives only in a block of 32

// proof is what was proved about a rule that some execution breaks.
type proof struct {
	certainty Certainty
	// inWarp is the warp that a definite verdict is proved for, nil for any warp that arrives.
	inWarp *int
	// imprecision is the reason why nothing was proved. It is the zero value if there is no such reason.
	imprecision trace.Imprecision
	// unreached is set if only one part of the proof is missing: no execution is shown to reach the collective. It
	// lists the unknowns that decide whether an execution reaches it.
	unreached *meet.Reach
}

// proveWithin calls prove with the work that is left. If the work does not suffice, nothing is proved.
func (p *rendezvous) proveWithin(o violation) (result proof) {
	work := p.j.t.Work
	end, ranOut := work.Attempt(), work.RanOut
	if exec.WithinBudget(func() { result = p.prove(o) }) != nil {
		work.RanOut = ranOut
	}
	end()
	return result
}

// A verdict is proved for a warp if no execution of the warp contradicts it. A lane offends if it breaks the rule at
// the event. Each of three formulas describes executions that contradict the verdict:
//
//	absent      the collective is executed, and no lane reaches the event
//	kept        a lane reaches the event, and no lane offends
//	keptFirst   the collective is executed, and no lane offends in the first iterations of the loops around it
//
// The proof shows that absent and kept are both impossible, or that keptFirst is impossible. A proof for kept alone
// does not suffice: the event may represent a late iteration, and executions that leave the loop earlier are in absent.
// keptFirst is used only if a loop is around the event.

// search looks for a warp that is proved to offend: no execution of the warp contradicts the verdict.
type search struct {
	rendezvous *rendezvous
	// absent, kept and keptFirst are the formulas of executions that contradict the verdict. If no loop is around the
	// event, keptFirst is the formula true.
	absent, kept, keptFirst *term.Term
	// contradicting holds executions that were found to contradict the verdict for one warp. They are tried first for
	// the next warp.
	contradicting []term.Model
}

// contradictions returns a search with the formulas of executions that contradict a verdict. If the verdict is about
// two warps, only blocks with several warps count.
func (p *rendezvous) contradictions(o violation) *search {
	j := p.j
	offends, given := j.t.Or(o.certain().List()...), j.meet.Premise()
	if o.sameWarp != nil {
		given = j.t.And(given, j.trace.Launch.HasSeveral())
	}
	s := &search{rendezvous: p, absent: j.t.And(given, j.meet.Reached(p.event), j.t.Not(p.meeting.Reach)),
		kept: j.t.And(given, p.reaches(), j.t.Not(offends)), keptFirst: j.t.True}
	if len(p.event.Within) > 0 {
		s.keptFirst = j.t.And(given, p.hasBegun(), j.meet.Reached(p.event), j.t.Not(j.prover.Unknowns.FirstTime(offends, p.event.IsInLoop)))
	}
	return s
}

// hasBegun returns the formula that the loop around the event continues after its first iteration, if the event is in a
// later one. It holds in each execution, and a proof may need it:
//
//	for (int d = 1; d < n; d *= 2) ...     n is above 1, also where d has wrapped around
func (p *rendezvous) hasBegun() *term.Term {
	t := p.j.t
	if len(p.event.Within) != 1 {
		return t.True
	}
	s := p.event.Within[0]
	goesOn := p.j.prover.Unknowns.FirstTime(t.Or(s.Round.List()...), p.event.IsInLoop)
	return t.Or(t.Eq(s.K, t.Const(s.K.Bits, 0)), goesOn)
}

// provers lists the warps for which a verdict may be proved: an arbitrary one, and those that every launch has. For a
// verdict about two warps, it also lists the last warp.
func (p *rendezvous) provers(o violation) []int {
	warps := append([]int{grid.AnyWarp}, p.j.trace.Launch.WarpsOfEveryLaunch()...)
	if o.sameWarp != nil {
		warps = append(warps, grid.LastWarp)
	}
	return warps
}

// breaksIn reports whether a warp is proved to offend whenever it executes the collective. w is the index of the warp,
// or a number that stands for the last or any warp.
func (s *search) breaksIn(w int) bool {
	view := s.rendezvous.j.trace.Launch.AsWarp(w)
	if view.Rewrite(s.rendezvous.meeting.Reach).IsFalse() {
		return false
	}
	kept, known, absent := view.Rewrite(s.kept), view.Rewrite(s.rendezvous.meeting.With(s.kept)), view.Rewrite(s.absent)
	always := !s.isSeen(known) && !s.isSeen(absent) &&
		(s.impossible(kept) || known != kept && s.impossible(known)) && s.impossible(absent)
	first := view.Rewrite(s.keptFirst)
	return always || !first.IsTrue() && !s.isSeen(first) && s.impossible(first)
}

// isSeen reports whether a formula is true in an execution found before.
func (s *search) isSeen(f *term.Term) bool {
	return slices.ContainsFunc(s.contradicting, func(m term.Model) bool { return term.NewEvaluator(m).Holds(f) })
}

// impossible reports whether no execution makes f true. If the solver finds one, it is added to contradicting.
func (s *search) impossible(f *term.Term) bool {
	answer, m := s.rendezvous.j.prover.Satisfiable(f)
	if answer == smt.Yes {
		s.contradicting = append(s.contradicting, m)
	}
	return answer == smt.No
}

// prove looks among provers for a warp that is proved to offend whenever it executes the collective.
func (p *rendezvous) prove(o violation) proof {
	if !p.event.Imprecision.IsNone() || p.restsOnLastIteration() {
		return proof{imprecision: p.event.Imprecision}
	}
	if chosen, given := p.isByPointer(); chosen {
		if given {
			return proof{}
		}
		return proof{imprecision: trace.Imprecision{Kind: trace.UnknownFunction, Pos: p.event.Position(),
			Reason: "which function is called through a pointer is not known"}}
	}
	j, found := p.j, proof{}
	s := p.contradictions(o)
	for _, w := range p.provers(o) {
		if !s.breaksIn(w) || p.mayStayAway(w) {
			continue
		}
		reach := p.meeting.ReachIn(w)
		if reach.Shown {
			return proof{certainty: Definite, inWarp: j.trace.Launch.Named(w)}
		}
		if found.unreached == nil {
			found = proof{certainty: Definite, inWarp: j.trace.Launch.Named(w), unreached: &reach}
		}
	}
	return found
}

// reaches returns the formula that some lane reaches the place. For an access this includes lanes whose pointer
// points to memory that is not shared (Event.Besides).
func (p *rendezvous) reaches() *term.Term {
	if p.event.Besides == nil {
		return p.meeting.Reach
	}
	return p.j.t.Or(p.meeting.Reach, p.event.Besides)
}

// mayStayAway reports whether the host may choose values with which warp w never arrives while another warp does. In
// that case a proof for w does not count.
func (p *rendezvous) mayStayAway(w int) bool {
	return (p.isByArgument() || p.isByLaunch()) && !p.arrivesWithOthers(w)
}

// isByLaunch reports whether it depends on the launch which lanes arrive: on an argument, the size of the block, or
// memory that all warps share.
func (p *rendezvous) isByLaunch() bool {
	return term.Any([]*term.Term{p.meeting.Reach}, func(x *term.Term) bool {
		switch of := x.Origin.(type) {
		case memory.ArgOrigin:
			return true
		case grid.Origin:
			return slices.Contains([]cfg.SpecialReg{cfg.NTidX, cfg.NTidY, cfg.NTidZ}, of.Reg)
		case memory.Origin:
			return !of.Own && !term.Any(x.Args, grid.DiffersBetweenWarps)
		}
		return false
	})
}

// isByArgument reports whether the mask or the width is computed from an argument of the root.
func (p *rendezvous) isByArgument() bool {
	operands := p.event.Width.Distinct()
	if p.event.Masked {
		operands = append(operands, p.event.Mask.Distinct()...)
	}
	return term.Any(operands, func(x *term.Term) bool {
		_, isArgument := x.Origin.(memory.ArgOrigin)
		return isArgument
	})
}

// arrivesWithOthers reports whether warp w is proved to reach the rendezvous whenever any warp of its block does. If
// there are loops, a proof for the first iterations suffices.
func (p *rendezvous) arrivesWithOthers(w int) bool {
	if w == grid.AnyWarp {
		return true
	}
	j, view := p.j, p.j.trace.Launch.AsWarp(w)
	without := func(reach *term.Term) bool {
		answer, _ := j.prover.Satisfiable(j.t.And(j.meet.Premise(), reach, j.t.Not(view.Rewrite(reach))))
		return answer != smt.No
	}
	return !without(p.meeting.Reach) || len(p.event.Within) > 0 && !without(j.prover.Unknowns.FirstTime(p.meeting.Reach, p.event.IsInLoop))
}

// certain returns, for each lane, the formula that a definite verdict has to prove of the lane. If another warp is
// involved, this formula is stricter than that of the violation. Either it is about the same other warp as in the
// example (sameWarpFound), or it contains no unknowns of a single warp (AwayLanes.Sure).
func (o *violation) certain() vector.Vec {
	switch {
	case o.sameWarp != nil:
		return o.sameWarpFound
	case o.otherWarps != nil:
		return o.otherWarps.Sure
	}
	return o.lanes
}

// restsOnLastIteration reports whether the guard or the mask depends on the final value of a loop-carried word, and the
// event is after the loop. In the formulas, the last iteration has the same number as the arbitrary iteration of the
// loop's events, so the two cannot be distinguished. This matters only if there are events on other sides of branches
// (Incomparable). Otherwise the result is false.
func (p *rendezvous) restsOnLastIteration() bool {
	if len(p.meeting.Incomparable()) == 0 {
		return false
	}
	around := map[int]bool{}
	for _, s := range p.event.Within {
		around[s.Number] = true
	}
	terms := []*term.Term{p.meeting.Reach}
	if p.event.Masked {
		terms = append(terms, p.event.Mask.List()...)
	}
	return term.Any(terms, func(x *term.Term) bool {
		c, carried := p.j.prover.Unknowns.Carried(x)
		return carried && !around[c.Loop]
	})
}

// isByPointer looks for unknown function pointers in the calls to the rendezvous. chosen reports whether there are any.
// isPassed reports whether the host passes all of them to the kernel.
func (p *rendezvous) isByPointer() (chosen, isPassed bool) {
	isPassed = true
	term.Any([]*term.Term{p.meeting.Reach}, func(x *term.Term) bool {
		if byHost, chooses := p.j.trace.Chosen[x]; chooses {
			chosen, isPassed = true, isPassed && byHost
		}
		return false
	})
	return chosen, isPassed
}

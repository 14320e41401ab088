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

// A verdict is definite when it is proved of one warp that every launch has: whichever warp
// comes to the collective, then the first one, or any other of a block of known shape.
//
//	if (threadIdx.x == 0) m = ~0u; else m = ~1u;
//	__syncwarp(m);                               warp 0 breaks the rule, others another one
//	if (threadIdx.x >= 32) __syncthreads();      each warp that comes does: warp 0 stays away
//
// It is proved where every execution in which that warp executes the collective, along the same
// calls and in whatever iteration of a loop, breaks the rule there or in the first iteration, and some
// surely executes it. Where only the latter is not known, the verdict is potential, and says so: a run
// of the concrete machine in which the rule is broken there shows that the place is reached.
//
// Where a mask or a width is made of an argument, or an argument, the size of a block that is not known or what memory
// holds for all warps alike decides who comes, a warp that may stay away while another one comes proves nothing: a
// number with which it comes may be one that the kernel is never given.
//
//	if (threadIdx.x / n == 0) v = __shfl_up_sync(~0u, v, 1, n);     warp 1 comes with an n above 32 alone
//	if (threadIdx.x >= n && threadIdx.x < 2 * n) __syncwarp();      warp 0 never comes whole, warp 1 may
//	if (threadIdx.x / (blockDim.x / 3) == 2) __syncwarp();          warp 0 comes in a block of 32 alone

// proof is what is proved of a question that some execution answers with yes.
type proof struct {
	certainty Certainty
	// inWarp is the warp that a definite verdict is of, nil for whichever comes.
	inWarp *int
	// imprecision is why nothing was proved.
	imprecision trace.Imprecision
	// unreached: it is definite if some execution reaches the collective, which is not shown; nil where it is.
	unreached *meet.Reach
}

// proveWithin is prove as far as the work suffices: what an execution shows stays potential where it does not.
func (p *rendezvous) proveWithin(o violation) (sure proof) {
	work := p.j.t.Work
	end, ranOut := work.Attempt(), work.RanOut
	if exec.WithinBudget(func() { sure = p.prove(o) }) != nil {
		work.RanOut = ranOut
	}
	end()
	return sure
}

// A proof for a warp is that the executions which contradict it do not exist. Either no execution of the warp is
// in absent or in kept, or none is in keptFirst:
//
//	absent      the collective is executed, and no lane comes to this event
//	kept        a lane comes to this event, and no lane offends
//	keptFirst   the collective is executed, and no lane offends in the first iterations of the loops around it
//
// The first two belong together: an event may stand for a late iteration, and what holds there says nothing of the
// executions that stop before. The third needs a loop around the event.

// search looks for a warp of which no execution contradicts that it offends.
type search struct {
	at *rendezvous
	// absent, kept and keptFirst are the executions that contradict; keptFirst is true where no loop is around the event.
	absent, kept, keptFirst *term.Term
	// seen are contradicting executions of one warp that were found: another warp may have the same.
	seen []term.Model
}

// contradictions makes the formulas of the executions that contradict a verdict; offends says that some lane offends.
func (p *rendezvous) contradictions(offends *term.Term) *search {
	j := p.j
	s := &search{at: p, absent: j.t.And(j.meet.Premise(), j.meet.Reached(p.event), j.t.Not(p.meeting.Reach)),
		kept: j.t.And(j.meet.Premise(), p.comes(), j.t.Not(offends)), keptFirst: j.t.True}
	if len(p.event.Within) > 0 {
		s.keptFirst = j.t.And(j.meet.Premise(), j.meet.Reached(p.event), j.t.Not(j.prover.Unknowns.FirstTime(offends, p.event.IsInLoop)))
	}
	return s
}

// breaksIn reports that a warp offends whenever it executes the collective.
func (s *search) breaksIn(w int) bool {
	view := s.at.j.trace.Launch.AsWarp(w)
	if view.Rewrite(s.at.meeting.Reach).IsFalse() {
		return false
	}
	kept, known, absent := view.Rewrite(s.kept), view.Rewrite(s.at.meeting.With(s.kept)), view.Rewrite(s.absent)
	always := !s.isSeen(known) && !s.isSeen(absent) &&
		(s.impossible(kept) || known != kept && s.impossible(known)) && s.impossible(absent)
	first := view.Rewrite(s.keptFirst)
	return always || !first.IsTrue() && !s.isSeen(first) && s.impossible(first)
}

// isSeen reports a formula that is true in an execution found before.
func (s *search) isSeen(f *term.Term) bool {
	return slices.ContainsFunc(s.seen, func(m term.Model) bool { return term.NewEvaluator(m).Holds(f) })
}

// impossible reports a formula that no execution makes true, and remembers one that does.
func (s *search) impossible(f *term.Term) bool {
	answer, m := s.at.j.prover.Satisfiable(f)
	if answer == smt.Yes {
		s.seen = append(s.seen, m)
	}
	return answer == smt.No
}

// prove looks for a warp of every launch that certainly offends.
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
	s := p.contradictions(j.t.Or(o.certain().List()...))
	for _, w := range append([]int{grid.AnyWarp}, j.trace.Launch.Everywhere()...) {
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

// comes says that a lane comes to the place, whatever memory it accesses there.
func (p *rendezvous) comes() *term.Term {
	if p.event.Besides == nil {
		return p.meeting.Reach
	}
	return p.j.t.Or(p.meeting.Reach, p.event.Besides)
}

// mayStayAway reports a warp that proves nothing: with the argument that its lanes pass, or in the block that the
// kernel has, it may never come, while another warp does.
func (p *rendezvous) mayStayAway(w int) bool {
	return (p.isByArgument() || p.isByLaunch()) && !p.comesAlong(w)
}

// isByLaunch reports that an argument, the size of a block that is not known, or what memory holds for all warps
// alike decides which lanes come.
func (p *rendezvous) isByLaunch() bool {
	return term.Any([]*term.Term{p.meeting.Reach}, func(x *term.Term) bool {
		switch of := x.Origin.(type) {
		case memory.ArgOrigin:
			return true
		case grid.Origin:
			return slices.Contains([]cfg.SpecialReg{cfg.NTidX, cfg.NTidY, cfg.NTidZ}, of.Reg)
		case memory.Origin:
			return !of.Own && !term.Any(x.Args, grid.TellsWarps)
		}
		return false
	})
}

// isByArgument reports lanes that pass a mask or a width made of an argument of the root.
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

// comesAlong reports that a warp comes to the rendezvous whenever any warp of its block does, in whatever
// iteration of the loops around it or in the first ones.
func (p *rendezvous) comesAlong(w int) bool {
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

// certain are the offenders that a definite verdict may rest on.
func (o *violation) certain() vector.Vec {
	if o.away == nil {
		return o.lanes
	}
	return o.away.Sure
}

// restsOnLastIteration reports that who arrives, or with which mask, rests on how a loop was
// left, where events of other branches take part: those within the loop are of any iteration,
// and have the same number for it as the last iteration has.
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

// isByPointer reports a place that is reached only as a pointer to a function says which is not known, and whether the host
// gives the kernel that.
func (p *rendezvous) isByPointer() (chosen, given bool) {
	given = true
	term.Any([]*term.Term{p.meeting.Reach}, func(x *term.Term) bool {
		if byHost, chooses := p.j.trace.Chosen[x]; chooses {
			chosen, given = true, given && byHost
		}
		return false
	})
	return chosen, given
}

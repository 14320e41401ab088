package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/block"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/lanes/meet"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// The possible faults of a barrier of the block are tried in this order:
//
//	1. an invalid operand
//	2. more threads awaited than can arrive
//	3. lanes of the warp that stay away or pass another operand
//	4. lanes that wait at another place
//	5. the number of arrivals at a barrier with a number
//	6. the other warps and blocks
//
// The first fault that is found is reported. Package block finds the faults. This file makes the verdicts.

// Barrier returns the verdicts on a block barrier that one thread reaches and another thread does not. The two threads
// may be in different warps. There is also a verdict if the two pass different names or numbers of threads. A barrier
// with a number of threads need not be reached by all warps. But that many threads must be able to arrive.
func (f *Fact) Barrier() []Verdict { return f.uniformFirst((*Fact).barrier) }

func (f *Fact) barrier() []Verdict {
	defer f.question()()
	if f.rendezvous.j.isOfOneWarp() { // the trace is about a single warp, so other warps are not judged
		return f.barrierInWarp()
	}
	for _, ask := range []func() []Verdict{f.invalidOperands, func() []Verdict { return f.hang(f.barrierOfBlock().TooFew()) }} {
		if v := ask(); len(v) > 0 {
			return v
		}
	}
	if inWarp := f.barrierInWarp(); len(inWarp) > 0 {
		if anyDefinite(inWarp) {
			return inWarp
		}
		return f.orAcrossWarps(inWarp)
	}
	if found := f.stranded(); len(found) > 0 {
		return found
	}
	isCompared := true
	if block.IsCounted(f.rendezvous.event) {
		var found []Verdict
		if found, isCompared = f.inWholeBlock(); len(found) > 0 || isCompared {
			return found
		}
	}
	if found := f.barrierAcrossWarps(); len(found) > 0 {
		return found
	}
	if !block.IsCounted(f.rendezvous.event) { // compared last, because a verdict of barrierAcrossWarps is clearer
		if found, _ := f.inWholeBlock(); len(found) > 0 {
			return found
		}
	}
	found := f.inAwaitedBlock((*Fact).barrier)
	if len(found) == 0 && !isCompared && f.mayRunAhead() {
		return []Verdict{{Certainty: Undecided, Open: RunsAhead}}
	}
	return found
}

// mayRunAhead reports whether arriving warps may arrive at this numbered barrier a second time before the waiting warps
// have waited once. That is so if some warps wait at the barrier, and other warps arrive in a loop in which they never
// wait:
//
//	for (t = 0; t < n; t++) { ...; ARRIVE(1); }      for (t = 0; t < n; t++) { WAIT(1); ... }
func (f *Fact) mayRunAhead() bool {
	p, all := f.rendezvous, f.rendezvous.j.meet.All()
	name := f.barrierOfBlock().ConstantName()
	return !p.event.OnlyArrives() && name != nil && slices.ContainsFunc(all, func(a *meet.Rendezvous) bool {
		if a == nil || !a.Event.Instr.Collective.BeyondWarp || !a.Event.OnlyArrives() || len(a.Event.Within) == 0 || p.j.barriers.Barrier(a).ConstantName() != name {
			return false
		}
		return !slices.ContainsFunc(all, func(w *meet.Rendezvous) bool {
			return w != nil && w.Event.Instr.Collective.BeyondWarp && !w.Event.OnlyArrives() && w.Event.IsWithin(a.Event.Within[0])
		})
	})
}

// orAcrossWarps improves inWarp, a verdict about one warp that holds in some executions. If another warp of the block
// breaks the rule in all executions in which this warp does not, the verdict becomes definite:
//
//	if (threadIdx.x < blockDim.x / 2) __syncthreads();
func (f *Fact) orAcrossWarps(inWarp []Verdict) []Verdict {
	across := f.barrierAcrossWarps()
	if !anyDefinite(across) {
		return inWarp
	}
	v := inWarp[0]
	if v.Witness == nil || !v.Reservation.IsNone() {
		return across
	}
	v.Certainty, v.InWarp = Definite, across[0].InWarp
	return []Verdict{v}
}

// notCompared is the reason why a fact about a barrier with a number is inexact: the arrivals of other warps are not
// counted.
const notCompared = "how often the other warps come is not compared"

// inWholeBlock compares all arrivals at a barrier with a number. compared is false if the number of arrivals is not
// known.
func (f *Fact) inWholeBlock() (found []Verdict, compared bool) {
	o := f.barrierOfBlock().InWholeBlock()
	f.Undecided = f.Undecided || o.Open
	found = f.hang(o.Hang)
	if !o.Compared {
		f.remark(notCompared)
	}
	return found, o.Compared
}

// barrierInWarp returns verdicts on a barrier at which the lanes of one warp behave differently.
func (f *Fact) barrierInWarp() []Verdict {
	p, c := f.rendezvous, f.rendezvous.event.Instr.Collective
	var found []Verdict
	if c.IsReachedByWarps() {
		lanes := vector.Build(func(o int) *term.Term { return p.j.t.And(p.meeting.Reach, p.meeting.Elsewhere(o)) })
		found = f.decide((*Fact).barrier, violation{lanes: lanes, mask: noMask})
	}
	if c.IsOnePerWarp() {
		found = append(found, f.decide((*Fact).barrier, violation{lanes: f.barrierOfBlock().Unlike(), mask: noMask, detail: passOther})...)
	}
	return found
}

// barrierAcrossWarps returns verdicts on barriers that other warps of the block or tile do not reach, and on cluster
// and grid barriers that other blocks do not reach.
func (f *Fact) barrierAcrossWarps() []Verdict {
	p, c, b := f.rendezvous, f.rendezvous.event.Instr.Collective, f.barrierOfBlock()
	if !c.BeyondWarp || c.AwaitsArrivals() || block.IsCounted(p.event) && (p.event.OnlyArrives() || !c.IsReachedByWarps() || b.IsOneSide()) {
		return nil
	}
	found := append(f.otherWarpsAway(), f.staysAway((*Fact).barrier, b.OtherWarpUnlike())...)
	for _, v := range found {
		if v.Witness != nil {
			v.Witness.InAll = block.IsCounted(p.event)
		}
	}
	if len(found) == 0 && c.Scope != cfg.OfBlock {
		return f.staysAway((*Fact).Barrier, b.OtherBlockAway())
	}
	return found
}

// otherWarpsAway returns verdicts on a barrier that another warp does not reach. If the solver leaves this open, or if
// the answer depends on loop-carried values, it compares the barriers that each warp executes (unlikeTraces).
func (f *Fact) otherWarpsAway() []Verdict {
	p := f.rendezvous
	found := f.staysAway((*Fact).barrier, f.barrierOfBlock().OtherWarpAway())
	settled := !block.IsOwn(p.meeting.Reach)
	if len(found) > 0 {
		settled = found[0].Certainty == Definite
	}
	if !settled && p.event.Instr.Collective.IsForAll() {
		if unlike, known := f.unlikeTraces(); known {
			return unlike
		}
	}
	return found
}

// barrierOfBlock returns the rendezvous in the form in which package block judges it.
func (f *Fact) barrierOfBlock() *block.Barrier {
	return f.rendezvous.j.barriers.Barrier(f.rendezvous.meeting)
}

// staysAway returns the verdicts on the lanes in a: lanes of other warps that do not arrive or that pass another name.
// It returns none if a is nil. ask returns the verdicts on the same question for another fact, such as that of a single
// warp.
func (f *Fact) staysAway(ask func(*Fact) []Verdict, a *block.AwayLanes) []Verdict {
	if a == nil {
		return nil
	}
	o := violation{lanes: a.Lanes, mask: noMask, otherWarps: a}
	if a.Unlike {
		o.detail = passOther
	}
	return f.decide(ask, o)
}

// passOther records in v that its lanes pass a different name or number of threads than the lanes that arrive.
func passOther(_ *prove.Execution, v *Verdict) { v.Detail = detail.UnlikeOperands{} }

// invalidOperands returns the verdicts on lanes that pass an invalid operand to a barrier.
func (f *Fact) invalidOperands() []Verdict {
	if !f.Site.Collective.BeyondWarp {
		return nil
	}
	b := f.barrierOfBlock()
	for _, operand := range []func() *block.InvalidOperand{b.InvalidName, b.InvalidThreads} {
		wrong := operand()
		if wrong == nil {
			continue
		}
		found := f.decide((*Fact).invalidOperands, violation{lanes: wrong.Lanes, mask: noMask, detail: func(e *prove.Execution, v *Verdict) {
			v.Detail = wrong.Of(first(v.Lanes), e)
		}})
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// hang returns the verdict that warps wait for ever. It returns none if h is nil.
func (f *Fact) hang(h *block.Hang) []Verdict {
	if h == nil {
		return nil
	}
	p := f.rendezvous
	v := p.describe(p.j.noViolation(), h.Found)
	v.Detail, v.Reservation, v.Related = h.Detail, approximated(h.Imprecision), h.Related
	if h.Always && h.Unreached == nil {
		v.Certainty = Definite
	}
	if h.Always && h.Unreached != nil {
		v.Reservation, v.lanesVary = p.j.unreached(h.Unreached), true
	}
	v.Run = p.j.witness(p, h.Found)
	v.Run.InAll = h.InAll
	if v.Certainty != Definite || p.j.isLikelyBlock {
		v.Witness = v.Run
	}
	return []Verdict{v}
}

// stranded returns the verdicts on lanes that wait at a barrier with a number, while other lanes of their warp wait
// for ever at another place.
func (f *Fact) stranded() []Verdict {
	p := f.rendezvous
	if !p.event.Instr.Collective.IsReachedByLanes() {
		return nil
	}
	surely, maybe := f.barrierOfBlock().Strands()
	found := f.decide((*Fact).stranded, violation{lanes: surely, mask: noMask})
	if len(found) > 0 {
		return found
	}
	if some, _ := p.j.prover.Satisfiable(p.j.t.And(p.j.meet.Premise(), p.j.t.Or(maybe.List()...))); some != smt.No {
		f.remark("the other lanes of the warp may wait elsewhere")
	}
	return nil
}

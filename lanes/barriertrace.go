package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// A loop may execute a barrier of the block, and its number of iterations may depend on the number of the warp:
//
//	for (int i = threadIdx.x; i < 256; i += blockDim.x) __syncthreads();
//
// In a block of 192 threads, some warps have two iterations and others one. Package block assumes that all warps share
// the iterations of a loop (block/otherwarp.go). So for this question the warps are interpreted one by one
// (perwarp.go). If each warp executes the same barriers in all executions, the sequences of the warps are compared.
// Nothing is compared if a warp may leave the kernel early, because it may then execute fewer barriers.

// barrierTraces returns, for each warp, the barriers of the block that it executes, in order. It returns nil if they
// vary between executions or are not known.
func (j *judge) barrierTraces() [][]*Fact {
	if !j.hasBarrierTraces {
		j.hasBarrierTraces = true
		j.traces = j.newBarrierTraces()
	}
	return j.traces
}

func (j *judge) newBarrierTraces() [][]*Fact {
	if j.isOfOneWarp() || !j.trace.Launch.Shape.Known() || j.trace.Launch.Warps < 2 || len(j.trace.Notes) > 0 {
		return nil
	}
	var list [][]*Fact
	for w := range j.trace.Launch.Warps {
		look, done := j.factsOfWarp(w)
		if !done || look.mayEnd {
			return nil
		}
		var visited []*Fact
		sure := false
		if ranOut := exec.WithinBudget(func() { visited, sure = barrierTraceOf(look.facts) }); ranOut != nil || !sure {
			return nil
		}
		list = append(list, visited)
	}
	return list
}

// barrierTraceOf returns those barriers among the facts of a warp that the warp executes in every execution. isComplete
// is false if some execution of the warp may have further barriers, or if a barrier is in a summarised loop or its fact
// is inexact.
func barrierTraceOf(facts []*Fact) (visited []*Fact, isComplete bool) {
	for _, f := range facts {
		p := f.rendezvous
		if !p.event.Instr.Collective.IsForAll() {
			continue
		}
		reaches, misses := p.j.isPossible(p.meeting.Reach), p.j.isPossible(p.j.t.Not(p.meeting.Reach))
		if len(p.event.Within) > 0 || !f.Imprecision.IsNone() || reaches && misses {
			return nil, false
		}
		if reaches {
			visited = append(visited, f)
		}
	}
	return visited, true
}

// isPossible reports whether the solver finds an execution in which a formula is true, or gives up.
func (j *judge) isPossible(f *term.Term) bool {
	a, _ := j.prover.Solver.Satisfiable(j.t.And(j.meet.Premise(), f))
	return a != smt.No
}

// mayEnd reports whether lanes may leave the kernel early.
func (j *judge) mayEnd() bool {
	return slices.ContainsFunc(j.trace.Log.Retired, func(r trace.Retirement) bool { return !r.Guard.IsFalse() })
}

// unlikeTraces compares the sequences of block barriers that the warps execute. It returns a verdict about the first
// barrier at which the sequences of two warps differ. found is empty if no sequences differ, or if f is about another
// barrier. known is false if the sequence of some warp is not known.
func (f *Fact) unlikeTraces() (found []Verdict, known bool) {
	list := f.rendezvous.j.barrierTraces()
	for _, visited := range list {
		for other, theirs := range list {
			if i := firstDifference(visited, theirs); i < len(visited) && f.isOf(visited[i]) {
				ranOut := exec.WithinBudget(func() { found = []Verdict{visited[i].awayFrom(other, unlike(list, visited, i))} })
				return found, ranOut == nil
			}
		}
	}
	return nil, list != nil
}

// unlike returns the warps whose sequences of barriers first differ from visited at the given index.
func unlike(list [][]*Fact, visited []*Fact, index int) (warps []int) {
	for w, theirs := range list {
		if firstDifference(visited, theirs) == index {
			warps = append(warps, w)
		}
	}
	return warps
}

// firstDifference returns how many barriers two warps execute before their sequences differ.
func firstDifference(a, b []*Fact) int {
	for i := range min(len(a), len(b)) {
		if !a[i].isSameBarrier(b[i]) {
			return i
		}
	}
	return min(len(a), len(b))
}

// isSameBarrier reports whether the facts of two warps are about one barrier of the block.
func (f *Fact) isSameBarrier(g *Fact) bool {
	if f.isOf(g) {
		return true
	}
	if !f.Site.Collective.HasWrittenNumber() || !g.Site.Collective.HasWrittenNumber() {
		return false
	}
	mine, theirs := f.barrierOfBlock().ConstantName(), g.barrierOfBlock().ConstantName()
	return mine != nil && theirs != nil && mine.K == theirs.K
}

// awayFrom returns the definite verdict that the given warp of the block does not execute the barrier of f. others
// lists all such warps.
func (f *Fact) awayFrom(warp int, others []int) Verdict {
	j := f.rendezvous.j
	_, found := j.meet.Example(j.t.And(j.meet.Premise(), f.rendezvous.meeting.Reach))
	v := f.rendezvous.describe(j.noViolation(), found)
	v.Certainty, v.Other, v.Others = Definite, &warp, others
	v.Lanes = lanesOf(j.trace.Launch.Shape, warp)
	return v
}

// lanesOf returns the lanes of the warp with the given index in a block.
func lanesOf(s warp.Shape, index int) warp.Lanes {
	return ^warp.Lanes(0) >> max(0, (index+1)*warp.Size-s.Threads())
}

package lanes

import (
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// splits returns the branches at which the lanes of the rendezvous diverge in an execution. These are branches on the
// path to the rendezvous whose sides have not met again, and the exits of loops around the rendezvous by which lanes
// have left.
func (p *rendezvous) splits(e *prove.Execution, v *Verdict) []Split {
	var list []Split
	for _, b := range p.j.trace.Log.Branches {
		returning := p.j.isOpen(b.Point, p.event.Point) && (returnsEarly(b, true) || returnsEarly(b, false))
		if v.Exited == 0 && !returning && p.j.rejoined(b.Point, p.event.Point) || !p.isOnWay(b) {
			continue
		}
		here, yes := e.Lanes(b.Guard), e.Lanes(b.Cond)
		away := here &^ yes
		if v.Arrives&^yes != 0 {
			away = here & yes
			if v.Arrives&yes != 0 {
				continue // the sides have met again
			}
		}
		holds := away&yes != 0
		left := away&^v.Exited == 0 || returning && returnsEarly(b, holds)
		if away != 0 && p.parts(b, left) {
			list = addSplit(list, Split{Pos: b.Pos, Away: away, To: destinationOf(b, holds)})
		}
	}
	return append(list, p.leftEarlier(e, v)...)
}

// maySplit returns the branches at which the lanes of the rendezvous may diverge.
func (p *rendezvous) maySplit() []Split {
	var list []Split
	for _, b := range p.j.trace.Log.Branches {
		if p.isOnWay(b) && p.parts(b, false) {
			list = addSplit(list, Split{Pos: b.Pos})
		}
	}
	return list
}

// addSplit adds a branch to a list, unless the list has it already. A branch in a loop or in a function is recorded
// several times, and a switch once for each of its cases.
func addSplit(list []Split, s Split) []Split {
	i := slices.IndexFunc(list, func(o Split) bool { return o.Pos == s.Pos })
	switch {
	case i < 0:
		return append(list, s)
	case s.To == OtherCase:
		list[i].Away |= s.Away
	}
	return list
}

// destinationOf describes the target to which the branch b sends lanes whose condition has the value holds.
func destinationOf(b trace.Branching, holds bool) Destination {
	from := b.Point.Block
	if from.Term.Kind == cfg.Switch {
		return OtherCase
	}
	to := targetOf(from, holds)
	staysInLoop := from.Loop == nil || to.IterationOf.Within(from.Loop)
	switch {
	case (to.LeavesKernel || staysInLoop && returnsEarly(b, holds)) && to.MeetsCollective:
		return OutBehindCollective
	case to.LeavesKernel:
		return OutOfKernel
	case !staysInLoop:
		return OutOfLoop
	case returnsEarly(b, holds):
		return OutOfCall
	case to == from.Join:
		return PastBranch
	}
	return OtherBranch
}

// targetOf returns the successor of a branch if the condition has the value holds.
func targetOf(branch *cfg.Block, holds bool) *cfg.Block {
	if holds {
		return branch.Term.Targets[0]
	}
	return branch.Term.Targets[1]
}

// returnsEarly reports whether lanes that take one side of the branch b leave its function before the two sides would
// meet. holds is the value of the condition on this side. A side that leaves a loop does not count.
func returnsEarly(b trace.Branching, holds bool) bool {
	from := b.Point.Block
	if from.Term.Kind != cfg.If || from.Join == nil {
		return false
	}
	to := targetOf(from, holds)
	return (from.Loop == nil || to.IterationOf.Within(from.Loop)) && !to.Reaches(from.Join, func(_, _ *cfg.Block) bool { return true })
}

// isOnWay reports whether a branch is in the user's code and on the path to the rendezvous.
func (p *rendezvous) isOnWay(b trace.Branching) bool {
	return !b.Pos.System && p.j.trace.Compare(b.Point, p.event.Point) == trace.Before
}

// parts reports whether the two sides of a branch on the path to the rendezvous have not met again there. haveExited
// reports whether lanes on one side left the kernel, or the function of the branch. In that case the sides never meet.
func (p *rendezvous) parts(b trace.Branching, haveExited bool) bool {
	return haveExited || !p.j.rejoined(b.Point, p.event.Point)
}

// isOpen reports whether the call that contains a branch has not returned at a later place.
func (j *judge) isOpen(branch, later *trace.Point) bool {
	path, i := later.Path(), len(branch.Path())-1
	return i < len(path) && path[i].Call == branch.Call
}

// rejoined reports whether the sides of a branch meet before a later place, provided that they stay in the kernel.
func (j *judge) rejoined(branch, later *trace.Point) bool {
	if !j.isOpen(branch, later) {
		return true // the branch is in a call that has returned
	}
	join := branch.Block.Join
	if join == nil || join.Index <= branch.Block.Index {
		return false
	}
	meet := &trace.Point{Call: branch.Call, Block: join, InstrID: math.MinInt,
		Iterations: append(slices.Clone(branch.Iterations), -1)} // before iteration 0, if join is a header
	return j.trace.OrderInCall(meet, later.Path()[len(branch.Path())-1]) == trace.Before
}

// leftEarlier returns exits of the summarised loops around the rendezvous, by which lanes that the mask names have left
// in an earlier iteration. An exit is left out if all these lanes take it together, because they do not diverge there.
func (p *rendezvous) leftEarlier(e *prove.Execution, v *Verdict) []Split {
	var list []Split
	j, named := p.j, warp.Lanes(v.Mask)
	if !p.event.Masked {
		named = warp.All
	}
	for _, s := range p.event.Within {
		left := e.Lanes(j.trace.Vectors.And(s.Entering, j.trace.Vectors.Not(s.Stays))) & v.Lanes
		if left == 0 {
			continue
		}
		for _, b := range j.trace.Log.Branches {
			if b.Point.Call == s.Call && !b.Pos.System && s.IsExit(b.Point.Block) && j.differsWithin(b.Cond, named) {
				list = addSplit(list, Split{Pos: b.Pos, Away: left, Earlier: true})
			}
		}
	}
	return list
}

// differsWithin reports whether a condition may differ between lanes of a set although no collective was broken.
func (j *judge) differsWithin(cond vector.Vec, set warp.Lanes) bool {
	var one *term.Term
	for l := range warp.Size {
		if !set.Has(l) {
			continue
		}
		c := j.prover.Unknowns.Unbroken(cond.At(l))
		if one != nil && c != one {
			return true
		}
		one = c
	}
	return false
}

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

// splits are the branches that part the lanes of the rendezvous in an execution: those on the
// way to it whose sides are not together again, and those by which lanes may have left a
// loop around it before.
func (p *rendezvous) splits(e *prove.Execution, v *Verdict) []Split {
	var list []Split
	for _, b := range p.j.Branches {
		if v.Exited == 0 && p.j.rejoined(b.Point, p.Point) || !p.isOnWay(b) {
			continue
		}
		here, yes := e.Lanes(b.Guard), e.Lanes(b.Cond)
		away := here &^ yes
		if v.Arrives&^yes != 0 {
			away = here & yes
			if v.Arrives&yes != 0 {
				continue // the sides are together again
			}
		}
		if away != 0 && p.parts(b, away&^v.Exited == 0) {
			list = addSplit(list, Split{Pos: b.Pos, Away: away, Way: wayOf(b, away&yes != 0)})
		}
	}
	return append(list, p.leftEarlier(e, v)...)
}

// maySplit are the branches that may part the lanes of the rendezvous.
func (p *rendezvous) maySplit() []Split {
	var list []Split
	for _, b := range p.j.Branches {
		if p.isOnWay(b) && p.parts(b, false) {
			list = addSplit(list, Split{Pos: b.Pos})
		}
	}
	return list
}

// addSplit adds a branch that is not in the list yet: one in a loop or in a function
// comes several times, a switch once for each of its cases.
func addSplit(list []Split, s Split) []Split {
	i := slices.IndexFunc(list, func(o Split) bool { return o.Pos == s.Pos })
	switch {
	case i < 0:
		return append(list, s)
	case s.Way == OtherCase:
		list[i].Away |= s.Away
	}
	return list
}

// wayOf is where a branch leads the lanes away for which its condition holds, or those for which
// it does not.
func wayOf(b trace.Branching, holds bool) Way {
	from := b.Point.Block
	if from.Term.Kind == cfg.Switch {
		return OtherCase
	}
	to := from.Term.Targets[1]
	if holds {
		to = from.Term.Targets[0]
	}
	switch {
	case to.LeavesKernel:
		return OutOfKernel
	case from.Loop != nil && !to.IterationOf.Within(from.Loop):
		return OutOfLoop
	case to == from.Join:
		return PastBranch
	}
	return OtherBranch
}

// isOnWay reports a branch of the user's on the way to the rendezvous.
func (p *rendezvous) isOnWay(b trace.Branching) bool {
	return !b.Pos.System && p.j.Compare(b.Point, p.Point) == trace.Before
}

// parts reports a branch on the way to the rendezvous whose sides have not met again; those of one by
// which lanes left the kernel never do.
func (p *rendezvous) parts(b trace.Branching, left bool) bool {
	return left || !p.j.rejoined(b.Point, p.Point)
}

// rejoined reports that the sides of a branch meet on the way to a later place, if they
// stay in the kernel.
func (j *judge) rejoined(branch, later *trace.Point) bool {
	path, i := later.Path(), len(branch.Path())-1
	if i >= len(path) || path[i].Call != branch.Call {
		return true // the call that the branch was in is over
	}
	join := branch.Block.Join
	if join == nil || join.Index <= branch.Block.Index {
		return false
	}
	meet := &trace.Point{Call: branch.Call, Block: join, Seq: math.MinInt,
		Iterations: append(slices.Clone(branch.Iterations), -1)} // ahead of the iterations of loops that join heads
	return j.OrderInCall(meet, path[i]) == trace.Before
}

// leftEarlier are the ways out of the summarised loops around the rendezvous, where lanes that
// the mask names have left them in an earlier iteration. A way that those lanes go together is
// none that parted them.
func (p *rendezvous) leftEarlier(e *prove.Execution, v *Verdict) []Split {
	var list []Split
	j, named := p.j, warp.Lanes(v.Mask)
	if !p.Masked {
		named = warp.All
	}
	for _, s := range p.Within {
		left := e.Lanes(j.And(s.Entering, j.Not(s.Stays))) & v.Lanes
		if left == 0 {
			continue
		}
		for _, b := range j.Branches {
			if b.Point.Call == s.Call && !b.Pos.System && s.IsWayOut(b.Point.Block) && j.tellsApart(b.Cond, named) {
				list = addSplit(list, Split{Pos: b.Pos, Away: left, Earlier: true})
			}
		}
	}
	return list
}

// tellsApart reports a condition that, as long as no collective was broken, is not one
// formula for all lanes of a set.
func (j *judge) tellsApart(cond vector.Vec, set warp.Lanes) bool {
	var one *term.Term
	for l := range warp.Size {
		if !set.Has(l) {
			continue
		}
		c := j.Unbroken(cond.At(l))
		if one != nil && c != one {
			return true
		}
		one = c
	}
	return false
}

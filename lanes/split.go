package lanes

import (
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// splits are the branches that part the lanes of the phase in an execution: those on the
// way to it whose sides are not together again, and those by which lanes may have left a
// loop around it before.
func (p *phase) splits(e *prove.Execution, v *Verdict) []Split {
	var list []Split
	for _, b := range p.j.branches {
		if v.Exited == 0 && p.j.rejoined(b.place, p.place) || !p.isOnWay(b) {
			continue
		}
		here, yes := evaluate(e, b.guard), evaluate(e, b.cond)
		away := here &^ yes
		if v.Arrives&^yes != 0 {
			away = here & yes
			if v.Arrives&yes != 0 {
				continue // the sides are together again
			}
		}
		if away != 0 && p.parts(b, away&^v.Exited == 0) {
			list = addSplit(list, Split{Pos: b.pos, Away: away, Way: wayOf(b, away&yes != 0)})
		}
	}
	return append(list, p.leftEarlier(e, v)...)
}

// maySplit are the branches that may part the lanes of the phase.
func (p *phase) maySplit() []Split {
	var list []Split
	for _, b := range p.j.branches {
		if p.isOnWay(b) && p.parts(b, false) {
			list = addSplit(list, Split{Pos: b.pos})
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
func wayOf(b branching, holds bool) Way {
	from := b.place.block
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

// isOnWay reports a branch of the user's on the way to the phase.
func (p *phase) isOnWay(b branching) bool {
	return !b.pos.System && p.j.compare(b.place, p.place) == before
}

// parts reports a branch on the way to the phase whose sides have not met again; those of one by
// which lanes left the kernel never do.
func (p *phase) parts(b branching, left bool) bool {
	return left || !p.j.rejoined(b.place, p.place)
}

// rejoined reports that the sides of a branch meet on the way to a later place, if they
// stay in the kernel.
func (j *judge) rejoined(branch, later *place) bool {
	path, i := later.path(), len(branch.path())-1
	if i >= len(path) || path[i].call != branch.call {
		return true // the call that the branch was in is over
	}
	join := branch.block.Join
	if join == nil || join.Index <= branch.block.Index {
		return false
	}
	meet := &place{call: branch.call, block: join, seq: math.MinInt,
		turns: append(slices.Clone(branch.turns), -1)} // ahead of the turns of loops that join heads
	return j.orderInFrame(meet, path[i]) == before
}

// leftEarlier are the ways out of the summarised loops around the phase, where lanes that
// the mask names have left them in an earlier turn. A way that those lanes go together is
// none that parted them.
func (p *phase) leftEarlier(e *prove.Execution, v *Verdict) []Split {
	var list []Split
	j, named := p.j, warp.Lanes(v.Mask)
	if !p.masked {
		named = warp.All
	}
	for _, s := range p.within {
		left := evaluate(e, j.And(s.entering, j.Not(s.stays))) & v.Lanes
		if left == 0 {
			continue
		}
		for _, b := range j.branches {
			if b.place.call == s.call && !b.pos.System && s.isWayOut(b.place.block) && j.tellsApart(b.cond, named) {
				list = addSplit(list, Split{Pos: b.pos, Away: left, Earlier: true})
			}
		}
	}
	return list
}

// isWayOut reports a block that ends in a branch of which one side leads out of the loop.
func (s *Loop) isWayOut(b *cfg.Block) bool {
	return b.IterationOf.Within(s.loop) && slices.ContainsFunc(b.Succs, func(to *cfg.Block) bool { return !to.IterationOf.Within(s.loop) })
}

// tellsApart reports a condition that, as long as no collective was broken, is not one
// formula for all lanes of a set.
func (j *judge) tellsApart(cond vector.Vec, set warp.Lanes) bool {
	var told *term.Term
	for l := range warp.Size {
		if !set.Has(l) {
			continue
		}
		c := j.Unbroken(cond.At(l))
		if told != nil && c != told {
			return true
		}
		told = c
	}
	return false
}

package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/disjoint"
	"github.com/warpcheck/warpcheck/lanes/race"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// A barrier that orders two accesses belongs in the innermost function from which both are reached. In the function
// that contains one access, other callers would execute it in vain:
//
//	__device__ int get(int *p, int i) { return p[i]; }        not here
//	s[lane] = v;  __syncwarp();  x = get(s, lane ^ 1);        but here

// Several calls of one function may race with each other. Then the better place is in this function, which makes both
// accesses:
//
//	__device__ float sum(float v) { __syncthreads(); part[warp] = v; ... }
//	a = sum(x);  b = sum(y);  c = sum(z);

// Gap describes where a barrier would order the accesses of a race: after each place in After, and before the place
// Before. All these places are in one function.
type Gap struct {
	// Before is the later access, or the call that reaches it. The barrier belongs before this place. After lists the
	// earlier accesses, or the calls that reach them. The barrier belongs after these places.
	Before source.Pos
	After  []source.Pos
	// Listed is the innermost statement around Before that a barrier can be inserted before. Its line is 0 if it is
	// not known. IsInLoop reports whether a loop of the function is around that statement.
	Listed   source.Pos
	IsInLoop bool
	// Loop is the outermost loop of the function around Before that is around no place of After. A barrier before it
	// orders the accesses. Its line is 0 if there is none, or if no barrier can be inserted before it.
	Loop source.Pos
	// Inside lists further places for the barrier on the path from the call at Before to the later access, the
	// outermost first. Each is in a function that is also on the path to an earlier access. So a barrier there orders
	// the accesses of all calls of this function.
	Inside []source.Pos
}

// Gap returns the gap of the race of an access. ok is false if the gap is not in the user's own code.
func (f *Fact) Gap() (gap Gap, ok bool) {
	if f.rendezvous == nil || f.races == nil {
		return Gap{}, false
	}
	later, deepest := f.rendezvous.event.Point.Path(), -1
	var before *cfg.Instr
	var after []*cfg.Instr
	for _, c := range f.races.Conflicts() {
		depth := depthOf(c, later)
		earlier := c.Earlier.Point.Path()
		if depth > deepest {
			gap, deepest = gapBefore(later[depth]), depth
			gap.Inside = insideBoth(later, earlier, depth)
			before, after = later[depth].Instr(), nil
		}
		if depth == deepest && depth < len(earlier) {
			gap.After = append(gap.After, earlier[depth].Pos)
			after = append(after, earlier[depth].Instr())
		}
	}
	if loop := loopBetween(after, before); loop != nil {
		gap.Loop = loop.Statement()
	}
	return gap, deepest >= 0 && !gap.Before.System
}

// gapBefore returns the gap before the instruction at a point. Its field After is empty.
func gapBefore(p *trace.Point) Gap {
	in := p.Instr()
	gap, loop := Gap{Before: p.Pos}, in.Block.Loop
	if in.Listed != nil {
		gap.Listed = *in.Listed
	}
	for loop != nil && loop.IsStatement(gap.Listed) {
		loop = loop.Parent
	}
	gap.IsInLoop = loop != nil
	return gap
}

// loopBetween returns the outermost loop around an instruction that is around none of the others, nil if there is none.
func loopBetween(after []*cfg.Instr, before *cfg.Instr) (found *cfg.Loop) {
	if before == nil || len(after) == 0 {
		return nil
	}
	for loop := before.Block.Loop; loop != nil; loop = loop.Parent {
		if slices.ContainsFunc(after, func(in *cfg.Instr) bool { return in.Block.Loop.Within(loop) }) {
			break
		}
		found = loop
	}
	return found
}

// insideBoth returns places on path deeper than the index depth. Each is in the user's code, and in a function that is
// also on the other path.
func insideBoth(path, other []*trace.Point, depth int) (list []source.Pos) {
	for _, p := range path[depth+1:] {
		isThrough := slices.ContainsFunc(other, func(o *trace.Point) bool { return o.Call.Fn == p.Call.Fn })
		if isThrough && !p.Pos.System {
			list = append(list, p.Pos)
		}
	}
	return list
}

// depthOf returns the number of calls from the root to the function in which a barrier orders the conflict c. The
// number is an index into later, the path to the later access.
func depthOf(c race.Conflict, later []*trace.Point) int {
	earlier, depth := c.Earlier.Point.Path(), 0
	for depth < min(len(earlier), len(later))-1 && earlier[depth] == later[depth] {
		depth++
	}
	if c.Loop != nil {
		depth = min(depth, max(slices.IndexFunc(later, func(p *trace.Point) bool { return p.Call == c.Loop.Call }), 0))
	}
	for depth > 0 && later[depth].Pos.System {
		depth--
	}
	return depth
}

// Executing returns the lanes of the warp that execute the site: a collective, or the later access of a race. It returns
// none if the lanes differ between executions.
func (f *Fact) Executing() warp.Lanes {
	if f.rendezvous == nil {
		return 0
	}
	return constantLanes(f.rendezvous.event.Guard)
}

// Stays returns the lanes that exist and have not left the kernel before the later access of a race. It returns all
// lanes if it depends on the execution which lanes have left.
func (f *Fact) Stays() warp.Lanes {
	if f.rendezvous == nil {
		return warp.All
	}
	j := f.rendezvous.j
	if gone := constantLanes(j.trace.Vectors.And(j.trace.Alive, f.rendezvous.meeting.HasLeft)); gone != 0 {
		return constantLanes(j.trace.Alive) &^ gone
	}
	return warp.All
}

// constantLanes returns the lanes of a guard that is the same in every execution. For other guards it returns none.
func constantLanes(guard vector.Vec) (lanes warp.Lanes) {
	if !guard.IsConstant() {
		return 0
	}
	for l := range warp.Size {
		if guard.At(l).IsTrue() {
			lanes |= 1 << l
		}
	}
	return lanes
}

// IsOfOneLane reports whether at most one lane at a time executes a collective, so that no lanes exchange values. It
// looks only at the form of the guards, which must exclude each other, and does not ask the solver.
func (f *Fact) IsOfOneLane() bool {
	if f.rendezvous == nil {
		return false
	}
	t := f.rendezvous.j.t
	sums := disjoint.New(t)
	var seen []*term.Term
	for _, g := range f.rendezvous.event.Guard.List() {
		if slices.ContainsFunc(seen, func(o *term.Term) bool { return !sums.IsExcluded(t.And(g, o)) }) {
			return false
		}
		if !g.IsFalse() {
			seen = append(seen, g)
		}
	}
	return true
}

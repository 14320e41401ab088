package race

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// Some warps of a block may wait for each other separately, such as the warps of a tile or of one role:
//
//	s[half][t] = v;
//	bar.sync 1 + half, 128;                the warps of one half
//	x = s[half][127 - t];                  ordered: both threads are of one half
//	y = s[1 - half][t];                    a race: no barrier makes one half wait for the other
//
// In a block of known shape this is proved for each pair of warps separately: they wait for each other, or their
// accesses touch different bytes.

// partners states which warps of a block of known shape surely wait for each other between two accesses. It has an
// entry for each barrier that both threads surely execute. An entry holds a constant for each warp, nil if the group of
// the warp is not known. Warps with equal constants wait together.
type partners [][]*term.Term

// partnersOf returns which warps wait for each other between the accesses of a pair. The list is empty if the earlier
// access is a copy, because a copy may go on when its thread arrives at a barrier.
func (j *Judge) partnersOf(p pair, between []syncPoint) (list partners) {
	if p.earlier.Instr.Async || j.trace.Launch.Warp == nil {
		return nil
	}
	for _, s := range between {
		isSure := !s.isWait && s.iteration.first == nil && (s.iteration.next == nil || s.iteration.next == p.loop)
		if isSure && j.isOfSomeWarps(s.Event) && j.implies(p.earlier.Guard, s.Guard) && j.implies(p.later.Guard, s.Guard) {
			list = append(list, j.groupsAt(s))
		}
	}
	return list
}

// groupsAt returns the group of each warp at a barrier of some warps: the number of the barrier, or that of the tile.
func (j *Judge) groupsAt(s syncPoint) (groups []*term.Term) {
	launch, group := j.trace.Launch, j.t.Const(32, 0)
	switch tile := s.Event.Instr.Collective.Tile; {
	case tile > warp.Size:
		group = j.t.UDiv(launch.Number, j.t.Const(launch.Number.Bits, uint64(tile/warp.Size)))
	case !s.name.IsNone():
		if group = s.name.At(0); !s.name.IsUniform() {
			return make([]*term.Term, launch.Warps)
		}
	}
	for w := range launch.Warps {
		of := launch.AsWarp(w).Rewrite(group)
		if !of.IsConst() {
			of = nil
		}
		groups = append(groups, of)
	}
	return groups
}

// wait reports whether two warps surely wait for each other.
func (list partners) wait(w, o int) bool {
	return slices.ContainsFunc(list, func(groups []*term.Term) bool { return groups[w] != nil && groups[w] == groups[o] })
}

// rivalsByGroup returns the rivals of a pair, divided by groups of warps if only the warps of a group wait for each
// other in each iteration of a loop around the pair. Then two warps of one group are in the same iteration, and warps
// of two groups may be in any iterations.
func (x *Across) rivalsByGroup(p pair) (list []Rival) {
	held := x.inStep(p, func(s *trace.Loop) bool { return x.groupsIn(s) != nil })
	others := x.sightOf(p)
	if held == nil || held == others.In {
		return others.rivals
	}
	groups := x.groupsIn(held)
	for _, r := range x.sightIn(p, held).rivals {
		list = append(list, r.among(x.judge.t, x.areOfOneGroup(groups, r)))
	}
	for _, r := range others.rivals {
		list = append(list, r.among(x.judge.t, x.judge.t.Not(x.areOfOneGroup(groups, r))))
	}
	return list
}

// among restricts a rival by a condition on the numbers of the two warps.
func (r Rival) among(t *term.Table, condition *term.Term) Rival {
	r.Exists, r.Numbered = t.And(r.Exists, condition), t.And(r.Numbered, condition)
	return r
}

// groupsIn returns the group of each warp, if each iteration of a loop has a barrier at which the warps of a group wait
// for each other. It returns nil if no such barrier exists, or if the group of some warp is not known.
func (x *Across) groupsIn(s *trace.Loop) []*term.Term {
	groups, known := x.groups[s]
	if known || x.judge.trace.Launch.Warp == nil {
		return groups
	}
	for _, e := range x.judge.trace.Log.Events {
		if groups == nil && e.IsSync() && x.judge.isOfSomeWarps(e) && x.judge.isInEachIteration(e, s) {
			if groups = x.judge.groupsAt(syncPoint{Event: e, name: e.Name}); slices.Contains(groups, nil) {
				groups = nil
			}
		}
	}
	x.groups[s] = groups
	return groups
}

// areOfOneGroup returns the formula that this warp and a rival are of one group.
func (x *Across) areOfOneGroup(groups []*term.Term, r Rival) *term.Term {
	t, number := x.judge.t, x.judge.trace.Launch.Warp
	group := func(of *term.Term) *term.Term {
		is := groups[0]
		for w := 1; w < len(groups); w++ {
			is = t.Ite(t.Eq(of, t.Const(of.Bits, uint64(w))), groups[w], is)
		}
		return is
	}
	return t.Eq(group(number), group(r.View.Rewrite(number)))
}

// areOrderedDirectly reports whether no third thread can order the accesses of a pair. A third thread would need two
// barriers between the accesses: at one it waits for the first thread, at the other it lets the second thread go on. So
// the result is true only if at most one barrier of some warps lies between the accesses, in all threads. An arrival
// without a wait counts as a barrier. The result is false if barriers before and after both accesses order them, as
// where one warp waits until another one is done:
//
//	if (warp == 1) bar.sync 1, 64;
//	s[lane] = s[lane] * 2;
//	if (warp == 0) bar.arrive 1, 64;
func (j *Judge) areOrderedDirectly(p pair) bool {
	if j.trace.HasSignals || j.trace.Order(p.earlier.Point, p.later.Point) == trace.Incomparable {
		return false
	}
	isAround := func(s *trace.Loop) bool { return p.earlier.IsWithin(s) || p.later.IsWithin(s) }
	some, before, behind := 0, false, false
	for _, e := range j.trace.Log.Events {
		switch {
		case !j.isOfSomeWarps(e):
		case slices.ContainsFunc(e.Within, isAround):
			return false
		case j.trace.Order(e.Point, p.earlier.Point) != trace.Before && j.trace.Order(e.Point, p.later.Point) != trace.After:
			some++
		case j.trace.Order(e.Point, p.later.Point) == trace.After:
			behind = true
		default:
			before = true
		}
	}
	return some <= 1 && !(before && behind)
}

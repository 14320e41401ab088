package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// A barrier of the whole block parts those that come to another barrier before it from
// those that come after it: none waits at the second while one still waits at the first.
//
//	if (warp < 2) WAIT(1);      an epoch of name 1
//	__syncthreads();
//	if (warp >= 2) WAIT(1);     another
//
// What comes to a name without waiting may be left over for a later epoch, so that a name
// that some only arrive at is taken to have one.

// epoch lists the events of a name that come in one epoch with an event, in their order.
// It lies within a turn of a loop where the turns are parted from each other.
func (in *interp) epoch(e *event, named []*event) (list []*event, inTurn bool) {
	if slices.ContainsFunc(named, (*event).onlyArrives) {
		return named, false
	}
	together := map[*event]bool{e: true}
	for work := []*event{e}; len(work) > 0; work = work[1:] {
		for _, f := range named {
			if !together[f] && !in.parted(work[0], f) {
				together[f] = true
				work = append(work, f)
			}
		}
	}
	for _, f := range named {
		if together[f] {
			list = append(list, f)
		}
	}
	return list, in.liesInTurn(list)
}

// liesInTurn reports events of one summarised loop that those of other turns are parted
// from.
func (in *interp) liesInTurn(list []*event) bool {
	for _, f := range list {
		if len(f.within) == 0 || !slices.Equal(f.within, list[0].within) {
			return false
		}
	}
	return !slices.ContainsFunc(list, func(f *event) bool {
		return slices.ContainsFunc(list, func(g *event) bool { return !in.partedByTurns(f, g) })
	})
}

// parted reports that a barrier of the block lies between all executions of two events.
func (in *interp) parted(f, g *event) bool {
	switch in.order(f.place, g.place) {
	case after:
		return in.parted(g, f)
	case before:
		return in.partedInTurn(f, g) && (len(commonLoops(f, g)) == 0 || in.partedByTurns(g, f))
	}
	return false
}

// partedInTurn reports a barrier of the block between an event and a later one in one turn
// of the loops around both.
func (in *interp) partedInTurn(f, g *event) bool {
	around := commonLoops(f, g)
	return in.anyBlockBarrier(around, func(b *event) bool {
		return in.order(f.place, b.place) == before && in.order(b.place, g.place) == before && in.comesWith(g.phase.reach, b)
	})
}

// partedByTurns reports a barrier of the block between an event in one turn of the loops
// around it and another event in the next.
func (in *interp) partedByTurns(f, g *event) bool {
	around := commonLoops(f, g)
	return in.anyBlockBarrier(around, func(b *event) bool {
		switch {
		case in.order(b.place, g.place) == before:
			return in.comesWith(g.phase.reach, b)
		case in.order(f.place, b.place) == before:
			return in.comesWith(in.t.Or(around[0].round.List()...), b)
		}
		return false
	})
}

// anyBlockBarrier reports a barrier of the whole block, in no loops but some, of which
// something holds.
func (in *interp) anyBlockBarrier(around []*loopSummary, holds func(*event) bool) bool {
	return slices.ContainsFunc(in.events, func(b *event) bool {
		return b.opaque == "" && b.instr.Collective.IsForAll() && b.instr.Collective.IsNumbered() &&
			slices.Equal(b.within, around) && holds(b)
	})
}

// comesWith reports that a warp of which a formula holds comes to an event.
func (in *interp) comesWith(f *term.Term, e *event) bool {
	a, _ := in.Solver.Satisfiable(in.t.And(in.premise(), f, in.t.Not(e.phase.reach)))
	return a == smt.No
}

// commonLoops are the summarised loops around both of two events, innermost first.
func commonLoops(f, g *event) []*loopSummary {
	var list []*loopSummary
	for _, s := range f.within {
		if slices.Contains(g.within, s) {
			list = append(list, s)
		}
	}
	return list
}

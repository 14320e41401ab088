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
func (j *judge) epoch(e *event, named []*event) (list []*event, inTurn bool) {
	if slices.ContainsFunc(named, (*event).onlyArrives) {
		return named, false
	}
	together := map[*event]bool{e: true}
	for work := []*event{e}; len(work) > 0; work = work[1:] {
		for _, f := range named {
			if !together[f] && !j.parted(work[0], f) {
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
	return list, j.liesInTurn(list)
}

// liesInTurn reports events of one summarised loop that those of other turns are parted
// from.
func (j *judge) liesInTurn(list []*event) bool {
	for _, f := range list {
		if len(f.within) == 0 || !slices.Equal(f.within, list[0].within) {
			return false
		}
	}
	return !slices.ContainsFunc(list, func(f *event) bool {
		return slices.ContainsFunc(list, func(g *event) bool { return !j.partedByTurns(f, g) })
	})
}

// parted reports that a barrier of the block lies between all executions of two events.
func (j *judge) parted(f, g *event) bool {
	switch j.order(f.place, g.place) {
	case after:
		return j.parted(g, f)
	case before:
		return j.partedInTurn(f, g) && (len(commonLoops(f, g)) == 0 || j.partedByTurns(g, f))
	}
	return false
}

// partedInTurn reports a barrier of the block between an event and a later one in one turn
// of the loops around both.
func (j *judge) partedInTurn(f, g *event) bool {
	around := commonLoops(f, g)
	return j.anyBlockBarrier(around, func(b *event) bool {
		return j.order(f.place, b.place) == before && j.order(b.place, g.place) == before && j.comesWith(j.phaseOf(g).reach, b)
	})
}

// partedByTurns reports a barrier of the block between an event in one turn of the loops
// around it and another event in the next.
func (j *judge) partedByTurns(f, g *event) bool {
	around := commonLoops(f, g)
	return j.anyBlockBarrier(around, func(b *event) bool {
		switch {
		case j.order(b.place, g.place) == before:
			return j.comesWith(j.phaseOf(g).reach, b)
		case j.order(f.place, b.place) == before:
			return j.comesWith(j.t.Or(around[0].round.List()...), b)
		}
		return false
	})
}

// anyBlockBarrier reports a barrier of the whole block, in no loops but some, of which
// something holds.
func (j *judge) anyBlockBarrier(around []*Loop, holds func(*event) bool) bool {
	return slices.ContainsFunc(j.events, func(b *event) bool {
		return b.opaque == "" && b.instr.Collective.IsForAll() && b.instr.Collective.IsNumbered() &&
			slices.Equal(b.within, around) && holds(b)
	})
}

// comesWith reports that a warp of which a formula holds comes to an event.
func (j *judge) comesWith(f *term.Term, e *event) bool {
	a, _ := j.Solver.Satisfiable(j.t.And(j.premise(), f, j.t.Not(j.phaseOf(e).reach)))
	return a == smt.No
}

// commonLoops are the summarised loops around both of two events, innermost first.
func commonLoops(f, g *event) []*Loop {
	var list []*Loop
	for _, s := range f.within {
		if slices.Contains(g.within, s) {
			list = append(list, s)
		}
	}
	return list
}

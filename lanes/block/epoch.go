package block

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// A barrier of the whole block separates the arrivals before it from the arrivals after it: no warp waits in the
// second epoch while another warp still waits in the first.
//
//	if (warp < 2) WAIT(1);      an epoch of name 1
//	__syncthreads();
//	if (warp >= 2) WAIT(1);     another epoch
//
// Arrivals without a wait may be left over for a later epoch. So all arrivals at a name with such arrivals form one
// epoch.

// epoch lists, in order, those events in the list named that lie in the same epoch as e. inIteration reports whether
// barriers separate the iterations, so that the epoch lies within one iteration of a loop.
func (j *Judge) epoch(e *trace.Event, named []*trace.Event) (list []*trace.Event, inIteration bool) {
	if slices.ContainsFunc(named, (*trace.Event).OnlyArrives) {
		return named, false
	}
	together := map[*trace.Event]bool{e: true}
	for work := []*trace.Event{e}; len(work) > 0; work = work[1:] {
		for _, f := range named {
			if !together[f] && !j.separated(work[0], f) {
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
	return list, j.liesInIteration(list)
}

// liesInIteration reports whether the events lie in one summarised loop and are separated from the events of other
// iterations.
func (j *Judge) liesInIteration(list []*trace.Event) bool {
	for _, f := range list {
		if len(f.Within) == 0 || !slices.Equal(f.Within, list[0].Within) {
			return false
		}
	}
	return !slices.ContainsFunc(list, func(f *trace.Event) bool {
		return slices.ContainsFunc(list, func(g *trace.Event) bool { return !j.separatedByIterations(f, g) })
	})
}

// separated reports whether a barrier of the block lies between any execution of f and any execution of g.
func (j *Judge) separated(f, g *trace.Event) bool {
	switch j.trace.Order(f.Point, g.Point) {
	case trace.After:
		return j.separated(g, f)
	case trace.Before:
		return j.separatedInIteration(f, g) && (len(f.CommonLoops(g)) == 0 || j.separatedByIterations(g, f))
	}
	return false
}

// separatedInIteration reports whether a barrier of the block lies between f and the later event g in each iteration
// of the loops around both.
func (j *Judge) separatedInIteration(f, g *trace.Event) bool {
	around := f.CommonLoops(g)
	return j.anyBlockBarrier(around, func(b *trace.Event) bool {
		return j.trace.Order(f.Point, b.Point) == trace.Before && j.trace.Order(b.Point, g.Point) == trace.Before && j.executesWith(j.meet.At(g).Reach, b)
	})
}

// separatedByIterations reports whether a barrier of the block lies between f in one iteration of the loops around
// both and g in the next iteration.
func (j *Judge) separatedByIterations(f, g *trace.Event) bool {
	around := f.CommonLoops(g)
	return j.anyBlockBarrier(around, func(b *trace.Event) bool {
		switch {
		case j.trace.Order(b.Point, g.Point) == trace.Before:
			return j.executesWith(j.meet.At(g).Reach, b)
		case j.trace.Order(f.Point, b.Point) == trace.Before:
			return j.executesWith(j.t.Or(around[0].Round.List()...), b)
		}
		return false
	})
}

// anyBlockBarrier reports whether holds returns true for some barrier of the whole block. It looks at barriers that lie
// in the given loops and in no others.
func (j *Judge) anyBlockBarrier(loops []*trace.Loop, holds func(*trace.Event) bool) bool {
	return slices.ContainsFunc(j.trace.Log.Events, func(b *trace.Event) bool {
		return !b.Opaque && b.Instr.Collective.IsForAll() && b.Instr.Collective.IsNumbered() &&
			slices.Equal(b.Within, loops) && holds(b)
	})
}

// executesWith reports whether every warp for which the formula f holds executes e.
func (j *Judge) executesWith(f *term.Term, e *trace.Event) bool {
	a, _ := j.prover.Solver.Satisfiable(j.t.And(j.meet.Premise(), f, j.t.Not(j.meet.At(e).Reach)))
	return a == smt.No
}

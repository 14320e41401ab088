package shared

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A store counts only if it is surely executed whenever the reader reaches its load. One warp is interpreted. What
// other warps do follows from its formulas, with the other warps' numbers.

// comingTo returns the lanes that reach a barrier of the block and all barriers before it. A lane counts only if it
// also executes all calls that may hide a barrier.
func (h *History) comingTo(b *trace.Event) vector.Vec {
	coming := vector.Uniform(h.t.True)
	for _, e := range h.trace.Log.Events {
		if e.Opaque || e.Instr.Collective.BeyondWarp && h.trace.Order(b.Point, e.Point) != trace.Before {
			coming = h.trace.Vectors.And(coming, e.Guard)
		}
	}
	return coming
}

// isCovered reports whether the lanes in subset are a subset of the lanes in all.
func (h *History) isCovered(subset, all vector.Vec) bool {
	return vector.Map2(subset, all, func(x, y *term.Term) *term.Term { return h.t.And(x, h.t.Not(y)) }).IsFalse()
}

// surelyOfBlock reports whether some thread of the block is proved to satisfy guard if some lane of this warp satisfies
// comes. That thread is one of this warp, of the first or of the last warp; of any warp if the shape of the block is
// known. For another warp, the proof uses comes only if guard has the same value in all threads of the block.
func (h *History) surelyOfBlock(guard, comes vector.Vec) bool {
	some, here := h.t.Or(guard.List()...), h.t.Or(comes.List()...)
	never := func(f *term.Term) bool {
		a, _ := h.trace.Prover.Solver.Satisfiable(h.t.And(h.trace.Launch.Assumption, h.t.Not(f)))
		return a == smt.No
	}
	if never(h.t.Implies(here, some)) {
		return true
	}
	others := []*term.Rewriter{h.trace.Launch.AsLastWarp()}
	for _, w := range h.trace.Launch.WarpsOfEveryLaunch() {
		others = append(others, h.trace.Launch.AsWarp(w))
	}
	return slices.ContainsFunc(others, func(view *term.Rewriter) bool {
		f := view.Rewrite(some)
		return never(f) || isOfBlock(f) && never(h.t.Implies(here, f))
	})
}

// isOfBlock reports whether a term has one value in all threads of a block.
func isOfBlock(x *term.Term) bool {
	return !term.Any([]*term.Term{x}, func(y *term.Term) bool {
		switch y.Origin.(type) {
		case memory.ArgOrigin, memory.AddressOrigin:
			return false
		case grid.Origin:
			return grid.DiffersBetweenWarps(y)
		}
		return y.IsUnknown()
	})
}

// isOwnPlace reports whether other warps do not store to a place. Either the place depends on the warp, or only one
// warp stores there: the only warp of the block, or the first warp.
func (h *History) isOwnPlace(offset *term.Term, guard vector.Vec) bool {
	if h.trace.Launch.Warps == 1 || term.Any([]*term.Term{offset}, grid.DiffersBetweenWarps) {
		return true
	}
	number := h.trace.Launch.Number
	later := h.t.Not(h.t.Eq(number, h.t.Const(number.Bits, 0)))
	a, _ := h.trace.Prover.Solver.Satisfiable(h.t.And(h.trace.Launch.Assumption, h.t.Or(guard.List()...), later))
	return a == smt.No
}

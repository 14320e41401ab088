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

// A store counts only if it is surely executed whenever the reader reaches its load. Only one warp is interpreted.
// What another warp does follows from the same formulas with the other warp's number.

// lanesReaching returns the lanes that reach the barrier b of the block and all other barriers of several warps, except
// those after b. If a call may hide a barrier, only lanes that execute the call count.
func (h *History) lanesReaching(b *trace.Event) vector.Vec {
	reaching := vector.Uniform(h.t.True)
	for _, e := range h.trace.Log.Events {
		if e.Opaque || e.Instr.Collective.BeyondWarp && h.trace.Order(b.Point, e.Point) != trace.Before {
			reaching = h.trace.Vectors.And(reaching, e.Guard)
		}
	}
	return reaching
}

// isCovered reports whether the form of the guards shows that the lanes in subset are a subset of the lanes in all.
func (h *History) isCovered(subset, all vector.Vec) bool {
	return vector.Map2(subset, all, func(x, y *term.Term) *term.Term { return h.t.And(x, h.t.Not(y)) }).IsFalse()
}

// surelyOfBlock reports whether an implication is proved: if some lane of this warp satisfies reader, then some thread
// of the block satisfies guard. The thread may be in this warp, in the first or in the last warp. If the shape of the
// block is known, it may be in any warp. For another warp, the proof uses reader only if guard has the same value in
// all threads of the block.
func (h *History) surelyOfBlock(guard, reader vector.Vec) bool {
	some, here := h.t.Or(guard.List()...), h.t.Or(reader.List()...)
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

// isOwnPlace reports whether no other warp stores to a place. Either the place depends on the warp, or only one warp
// stores there: the only warp of the block, or the first warp.
func (h *History) isOwnPlace(offset *term.Term, guard vector.Vec) bool {
	if h.trace.Launch.Warps == 1 || term.Any([]*term.Term{offset}, grid.DiffersBetweenWarps) {
		return true
	}
	number := h.trace.Launch.Number
	later := h.t.Not(h.t.Eq(number, h.t.Const(number.Bits, 0)))
	a, _ := h.trace.Prover.Solver.Satisfiable(h.t.And(h.trace.Launch.Assumption, h.t.Or(guard.List()...), later))
	return a == smt.No
}

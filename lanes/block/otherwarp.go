package block

import (
	"fmt"
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// A block barrier is for all warps of the block, but only one warp is interpreted. Another warp has the same formulas
// with its own thread numbers, and with its own unknowns for all values that are not known to be block-uniform
// (blockuniform.go): loads at addresses computed from thread numbers, results of atomics, and loop-carried values
// computed from these. The warps share block-uniform values and the iterations of the loops around the barrier. So
// the errors in
//
//	if (threadIdx.x < 64) __syncthreads();
//	for (int p = d[threadIdx.x / 32]; p > 0; p = next[p]) __syncthreads();
//
// are found, and no error is reported for a loop with a barrier that all warps iterate equally often. A verdict that
// depends on an unknown of a single warp is never definite.

// otherWarp rewrites formulas of this warp to those of another warp, for one event. The two warps share the iterations
// of the loops around the event.
type otherWarp struct {
	view *term.Rewriter
	// launched is the formula that the other warp exists. exists also states that it is not this warp.
	launched, exists *term.Term
	away             vector.Vec // the lanes that do not arrive at the barrier
	// block reports whether the other warp is in another block.
	block bool
	// index is the index of the other warp in a known block, grid.AnyWarp for an arbitrary warp.
	index int
}

// AwayLanes describes lanes of other warps for which this warp waits at a barrier in vain.
type AwayLanes struct {
	j      *Judge
	others []*otherWarp
	// Lanes holds, for each lane number l, the formula that lane l of some other warp is away while some lane of this
	// warp arrives.
	Lanes vector.Vec
	// Sure holds, for each lane number l, a formula that implies the formula in Lanes. Its unknowns are the same in all
	// warps. It is false if there is no such formula.
	Sure vector.Vec
	// Unlike reports whether the lanes wait at a barrier with another name.
	Unlike bool
}

// otherOrigin marks a thread number of another warp.
type otherOrigin struct{ reg cfg.SpecialReg }

// otherWarps returns the other warps for the event e: each warp of a known block, or one arbitrary warp.
func (j *Judge) otherWarps(e *trace.Event) []*otherWarp {
	if !j.trace.Launch.Shape.Known() {
		return []*otherWarp{j.anyOtherWarp(e)}
	}
	var list []*otherWarp
	for w := range j.trace.Launch.Warps {
		if j.trace.Launch.Warps > 1 {
			list = append(list, j.otherWarpAt(e, w))
		}
	}
	return list
}

// anyOtherWarp returns an arbitrary other warp, for the event e.
func (j *Judge) anyOtherWarp(e *trace.Event) *otherWarp {
	return j.otherWarp("other ", j.uniformityAt(e), j.t.NewRewriter(j.ofOther))
}

// otherWarpAt returns the warp with index w of a block, for the event e.
func (j *Judge) otherWarpAt(e *trace.Event, w int) *otherWarp {
	other := j.otherWarp(fmt.Sprintf("warp %d's ", w), j.uniformityAt(e), j.trace.Launch.AsWarp(w))
	other.index = w
	return other
}

// otherWarp returns a warp whose unknowns get a prefix. Unknowns that shared proves equal in all warps keep their
// names. numbered replaces the thread numbers of this warp by those of the other warp.
func (j *Judge) otherWarp(prefix string, shared *uniformity, numbered *term.Rewriter) *otherWarp {
	w := &otherWarp{index: grid.AnyWarp}
	w.view = j.t.NewRewriter(func(x *term.Term) *term.Term {
		if y := numbered.Rewrite(x); y != x || !shared.hasCopyPerWarp(x) {
			return y
		}
		return j.copied(w.view, prefix, x)
	})
	itself := j.t.Eq(j.trace.Launch.Number, w.view.Rewrite(j.trace.Launch.Number))
	w.launched = w.view.Rewrite(j.meet.Premise())
	w.exists = j.t.And(w.launched, j.t.Not(itself))
	return w
}

// ofOther replaces a thread number of this warp by one of an arbitrary other warp.
func (j *Judge) ofOther(x *term.Term) *term.Term {
	if grid.DiffersBetweenWarps(x) {
		return j.t.Var("other "+x.Name, x.Bits, x.Lo, x.Hi, otherOrigin{x.Origin.(grid.Origin).Reg})
	}
	return x
}

// copied returns another warp's copy of the unknown x. It rewrites the prover's facts about x by view, and records them
// for the copy. prefix distinguishes the name of the copy.
func (j *Judge) copied(view *term.Rewriter, prefix string, x *term.Term) *term.Term {
	var own *term.Term
	name, origin := prefix+x.Name, x.Origin
	if _, of := origin.(trace.TogetherOrigin); of { // the copy is about lanes of the other warp, so it must not enter a witness for this one
		origin = memory.ResultOrigin{Operation: "activemask"}
	}
	if x.Op == term.Var {
		own = j.t.Var(name, x.Bits, x.Lo, x.Hi, origin)
	} else {
		own = j.t.OpaqueBounded(name, x.Bits, x.Lo, x.Hi, origin, x.Args...)
	}
	j.prover.Unknowns.Copy(x, own, view)
	return own
}

// OtherWarpAway finds lanes of another warp of the block, or of the tile, that stay away from a barrier at which some
// lane arrives. It returns nil if all warps surely do the same there.
func (b *Barrier) OtherWarpAway() *AwayLanes {
	places := b.places()
	if !slices.ContainsFunc(places, b.j.mayArriveUnlike) {
		return nil
	}
	elsewhere, tile := vector.Build(b.Meeting.Elsewhere), b.tile()
	return b.ofOtherWarps(func(w *otherWarp) []vector.Vec {
		concerns := b.j.t.And(b.j.t.Eq(tile, w.view.Rewrite(tile)), b.staysIn(w), b.takesAll(w))
		away := vector.Map1(elsewhere, w.view.Rewrite)
		if len(places) > 1 {
			away = b.arrivesLessOften(places, w)
		}
		of := func(x *term.Term) *term.Term { return b.j.t.And(concerns, x) }
		return []vector.Vec{vector.Map1(away, of), vector.Map1(b.heldUpIn(w), of)}
	})
}

// ofOtherWarps finds lanes of other warps of the block that are away from a barrier at which some lane arrives. It
// returns nil if it is proved that there are none (areNone), which is tried only for a block of many warps. For a warp,
// reasons returns alternative formulas for its lanes. A lane is away if one of them holds.
func (b *Barrier) ofOtherWarps(reasons func(*otherWarp) []vector.Vec) *AwayLanes {
	if b.j.trace.Launch.Shape.Known() && b.j.trace.Launch.Warps > warpsByThemselves && b.areNone(reasons) {
		return nil
	}
	return b.acrossWarps(b.j.otherWarps(b.event), reasons)
}

// areNone reports whether it is proved of an arbitrary warp that none of its lanes is away. The proof then holds for
// all warps of the known block. reasons returns the formulas by which a lane of a warp is away: a vector for each
// possible cause.
func (b *Barrier) areNone(reasons func(*otherWarp) []vector.Vec) bool {
	some := b.acrossWarps([]*otherWarp{b.j.anyOtherWarp(b.event)}, reasons)
	answer, _ := b.j.prover.Satisfiable(b.j.t.And(b.j.meet.Premise(), b.j.t.Or(some.Lanes.List()...)))
	return answer == smt.No
}

// staysIn returns the formula that w has not left the kernel in a loop around the barrier. If all warps that stay in
// the kernel leave the loop together (leavesKernel), a warp that does not execute this iteration has exited.
func (b *Barrier) staysIn(w *otherWarp) *term.Term {
	t, around, stays := b.j.t, b.j.t.True, b.j.t.True
	seen := b.j.uniformityAt(b.event)
	for _, s := range slices.Backward(b.event.Within) {
		reached := w.view.Rewrite(s.Reached)
		if seen.leavesKernel(s) {
			stays = t.And(stays, t.Implies(around, reached))
		}
		around = t.And(around, reached)
	}
	return stays
}

// tile returns the number of the warp's tile if the barrier is for a tile or a warpgroup. It returns 0 if the barrier
// is for the whole block.
func (b *Barrier) tile() *term.Term {
	t := b.j.t
	if threads := b.event.Instr.Collective.Together(); threads > 0 {
		return t.UDiv(b.j.trace.Launch.Number, t.Const(32, uint64(max(threads/warp.Size, 1))))
	}
	return t.Const(32, 0)
}

// IsOneSide reports whether the warps may execute barriers with this name on two sides of a branch. In this case it is
// not known which execution of one side belongs to which of the other.
func (b *Barrier) IsOneSide() bool {
	return slices.ContainsFunc(b.j.trace.Log.Events, func(f *trace.Event) bool {
		return !f.Opaque && f.Instr.Collective.BeyondWarp && b.j.meet.EventOrder(b.event, f) == trace.Incomparable && !b.isOtherName(f)
	})
}

// isOtherName reports whether the name of f always differs from that of the barrier b.
func (b *Barrier) isOtherName(f *trace.Event) bool {
	least, most := namesOf(b.event)
	from, to := namesOf(f)
	return most < from || to < least
}

// namesOf returns the least name and the largest name that lanes of a warp may pass to e.
func namesOf(e *trace.Event) (least, limit uint64) {
	least = math.MaxUint64
	for l := range warp.Size {
		if !e.Guard.At(l).IsFalse() {
			least, limit = min(least, e.Name.At(l).Lo), max(limit, e.Name.At(l).Hi)
		}
	}
	return least, limit
}

// OtherWarpUnlike finds lanes of another warp that wait for the whole block at a barrier with another name than the
// first lane that arrives here. It finds none if other places may have these names, because the arrivals at all places
// are then counted instead.
func (b *Barrier) OtherWarpUnlike() *AwayLanes {
	if !b.event.Instr.Collective.IsForAll() || len(b.places()) > 1 || !slices.ContainsFunc(b.event.Name.List(), b.j.uniformityAt(b.event).mayDiffer) {
		return nil
	}
	here := b.ofFirst(b.event.Name)
	o := b.ofOtherWarps(func(w *otherWarp) []vector.Vec {
		view := func(x *term.Term) *term.Term { return w.view.Rewrite(x) }
		return []vector.Vec{b.j.vectors.And(vector.Map1(b.event.Guard, view), b.j.differs(vector.Map1(b.event.Name, view), here))}
	})
	if o != nil {
		o.Unlike = true
	}
	return o
}

// OtherWarpLeft finds lanes of another warp that have exited while some lane arrives at the barrier. exited is the
// formula that a lane of this warp has exited. It returns nil if exited is surely the same in all warps.
func (b *Barrier) OtherWarpLeft(exited vector.Vec) *AwayLanes {
	if !slices.ContainsFunc(exited.List(), b.j.uniformityAt(b.event).mayDiffer) {
		return nil
	}
	return b.ofOtherWarps(func(w *otherWarp) []vector.Vec {
		return []vector.Vec{vector.Map1(exited, w.view.Rewrite)}
	})
}

// acrossWarps finds the lanes of other warps that are away from b when some lane arrives at b. The list others holds these
// warps. For a warp, reasons returns alternative formulas for each lane: the lane is away if one of them holds.
func (b *Barrier) acrossWarps(others []*otherWarp, reasons func(*otherWarp) []vector.Vec) *AwayLanes {
	t := b.j.t
	o := &AwayLanes{j: b.j, Lanes: vector.Uniform(t.False), others: others}
	for _, w := range o.others {
		w.away = vector.Uniform(t.False)
		for _, way := range reasons(w) {
			w.away = b.j.vectors.Or(w.away, vector.Map1(way, func(x *term.Term) *term.Term { return t.And(w.exists, x) }))
		}
		o.Lanes = b.j.vectors.Or(o.Lanes, vector.Map1(w.away, func(x *term.Term) *term.Term { return t.And(b.Meeting.Reach, x) }))
	}
	o.Sure = vector.Later(1, func() vector.Vec { return b.surelyAway(reasons, o.others) })
	return o
}

// surelyAway returns, for each lane number l, a formula that implies that lane l of some warp is away. It uses only
// formulas whose unknowns are the same in all warps. The warp is one of others, and may be this warp itself. If the
// block is not known, it may also be the first or the last warp, which every block has. reasons returns the formulas by
// which a lane of a warp is away: a vector for each possible cause.
func (b *Barrier) surelyAway(reasons func(*otherWarp) []vector.Vec, others []*otherWarp) vector.Vec {
	if !b.j.trace.Launch.Shape.Known() {
		others = append(others, b.j.otherWarpAt(b.event, 0), b.j.otherWarp("last ", b.j.uniformityAt(b.event), b.j.trace.Launch.AsLastWarp()))
	}
	t, sure := b.j.t, vector.Uniform(b.j.t.False)
	for _, w := range others {
		for _, way := range reasons(w) {
			sure = b.j.vectors.Or(sure, vector.Map1(way, func(x *term.Term) *term.Term {
				if IsOwn(x) {
					return t.False
				}
				return t.And(w.launched, b.Meeting.Reach, x)
			}))
		}
	}
	return sure
}

// IsOwn reports whether f has an unknown that may differ from warp to warp. Unknowns that the thread numbers of the
// warp determine do not count.
func IsOwn(f *term.Term) bool {
	return term.Any([]*term.Term{f}, func(x *term.Term) bool {
		return x.IsUnknown() && !memory.IsFromOutside(x)
	})
}

// In returns details of away for an execution: the index of the other warp, its block if this is another block, and the
// lanes that stay away.
func (away *AwayLanes) In(e *prove.Execution) (index int, block *[3]int, lanes warp.Lanes) {
	for _, w := range away.others {
		if lanes := e.Lanes(w.away); lanes != 0 {
			at := func(reg cfg.SpecialReg) int {
				return int(e.Value(w.view.Rewrite(away.j.trace.Launch.Register(reg).At(0))))
			}
			if w.block {
				place, _ := away.j.trace.Launch.PlaceInGrid(at)
				block = &place
			}
			return grid.WarpOf(at), block, lanes
		}
	}
	return 0, nil, 0
}

// Whole returns the warps of a known block whose threads are all away in each execution for which premise holds.
func (away *AwayLanes) Whole(premise *term.Term) (warps []int) {
	t := away.j.t
	for _, w := range away.others {
		if w.index == grid.AnyWarp || w.block {
			continue
		}
		threads := min(away.j.trace.Launch.Shape.Threads()-w.index*warp.Size, warp.Size)
		all := t.And(w.away.List()[:threads]...)
		if answer, _ := away.j.prover.Satisfiable(t.And(premise, t.Not(all))); answer == smt.No {
			warps = append(warps, w.index)
		}
	}
	return warps
}

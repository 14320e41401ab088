package block

import (
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// All threads of a warpgroup (four warps) must execute an instruction of a warpgroup. Unlike at a barrier, threads that
// have exited count as missing. Threads that the block does not have count too:
//
//	if (threadIdx.x < 64) wgmma_fence();    broken in every block: there are no threads 64 to 127, or they stay away
//
// A block of unknown size is assumed to consist of whole warpgroups, so that its size alone breaks no rule.

// MissingInWarp returns, for each lane of this warp, the formula that another lane of the warp executes the instruction
// of a warpgroup and this lane does not.
func (b *Barrier) MissingInWarp() vector.Vec {
	missing := b.missing()
	if !b.j.trace.Launch.Shape.Known() {
		missing = b.j.vectors.And(missing, b.j.trace.Alive)
	}
	return vector.Map1(missing, func(x *term.Term) *term.Term { return b.j.t.And(b.Meeting.Reach, x) })
}

// MissingInGroup finds lanes of the other warps of the warpgroup that do not execute the instruction. It returns nil
// if there are none.
func (b *Barrier) MissingInGroup() *AwayLanes {
	if !b.j.mayArriveUnlike(b.event) {
		return nil
	}
	missing, tile := b.missing(), b.tile()
	reasons := func(w *otherWarp) []vector.Vec {
		concerns := b.j.t.And(b.j.t.Eq(tile, w.view.Rewrite(tile)), b.staysIn(w), b.isOfWarpgroups())
		return []vector.Vec{vector.Map1(missing, func(x *term.Term) *term.Term { return b.j.t.And(concerns, w.view.Rewrite(x)) })}
	}
	away := b.ofOtherWarps(reasons)
	if away != nil && !b.j.trace.Launch.Shape.Known() {
		away.Sure = vector.Later(1, func() vector.Vec { return b.surelyMissing() })
	}
	return away
}

// missing returns, for each lane, the formula that the lane does not execute the instruction: it is elsewhere or has
// exited. Lanes that left by a trap do not count, because a trap ends the kernel.
func (b *Barrier) missing() vector.Vec {
	return b.j.vectors.And(b.j.vectors.Not(b.event.Guard), b.j.vectors.Not(b.Meeting.Trapped))
}

// isOfWarpgroups returns the formula that a block of unknown size consists of whole warpgroups. It returns true if the
// shape of the block is known.
func (b *Barrier) isOfWarpgroups() *term.Term {
	t := b.j.t
	if b.j.trace.Launch.Shape.Known() {
		return t.True
	}
	return t.Eq(t.URem(b.j.trace.Launch.Threads(), t.Const(32, warp.GroupSize)), t.Const(32, 0))
}

// surelyMissing returns, for each lane number l, a formula that implies that lane l of some warp does not execute the
// instruction. It considers the warps of the first warpgroup, which every block has. It uses only formulas whose
// unknowns are the same in all warps.
func (b *Barrier) surelyMissing() vector.Vec {
	t, missing, tile := b.j.t, b.missing(), b.tile()
	sure := vector.Uniform(t.False)
	for n := range warp.GroupSize / warp.Size {
		w := b.j.otherWarpAt(b.event, n)
		concerns := t.And(b.Meeting.Reach, t.And(t.Eq(tile, w.view.Rewrite(tile)), b.staysIn(w)))
		sure = b.j.vectors.Or(sure, vector.Map1(missing, func(x *term.Term) *term.Term {
			if x = w.view.Rewrite(x); IsOwn(x) {
				return t.False
			}
			return t.And(concerns, x)
		}))
	}
	return sure
}

// OutsideGroups returns, for each lane of this warp, the formula that the lane executes the instruction although its
// warp belongs to no whole warpgroup of the block. rest is the number of threads beyond the last whole warpgroup. If
// the shape of the block is not known, the formulas are false and rest is 0.
func (b *Barrier) OutsideGroups() (lanes vector.Vec, rest int) {
	t, launch := b.j.t, b.j.trace.Launch
	if !launch.Shape.Known() || launch.Shape.Threads()%warp.GroupSize == 0 {
		return vector.Uniform(t.False), 0
	}
	threads := launch.Shape.Threads()
	within := t.Eq(b.tile(), t.Const(32, uint64(threads/warp.GroupSize)))
	return vector.Map1(b.event.Guard, func(x *term.Term) *term.Term { return t.And(x, within) }), threads % warp.GroupSize
}

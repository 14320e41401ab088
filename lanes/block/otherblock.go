package block

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// A barrier of a cluster or of the grid is for all its blocks, but only one block is interpreted. Another block has the
// same formulas, with its own place in the grid and its own thread numbers. It has its own unknowns for all values that
// depend on these, on shared memory, on atomics or on barriers of the block (blockuniform.go). So errors such as
//
//	if (blockIdx.x == 0) cooperative_groups::this_grid().sync();
//	for (int i = blockIdx.x; i < n; i += gridDim.x) cooperative_groups::this_grid().sync();
//
// are found if the grid may have a second block. A barrier of a cluster or grid does not wait for threads that have
// exited, as a GPU shows. But a whole block of the grid that has exited never counts as arrived, so the barrier waits
// for ever.

// differsByBlock reports whether x may differ between blocks. It may if it is the place of a block in the grid, or a
// word of shared memory.
func differsByBlock(x *term.Term) bool {
	o, read := x.Origin.(memory.Origin)
	return read && o.Shared || grid.DiffersBetweenBlocks(x)
}

// otherBlock returns an arbitrary warp of another block of the grid, or of the cluster, for the event e.
func (j *Judge) otherBlock(e *trace.Event) *otherWarp {
	t := j.t
	w := j.otherWarp("block's ", j.uniformityOfBlocksAt(e), t.NewRewriter(func(x *term.Term) *term.Term {
		if o, special := x.Origin.(grid.Origin); special && (differsByBlock(x) || grid.DiffersBetweenWarps(x)) {
			return t.Var("block's "+x.Name, x.Bits, x.Lo, x.Hi, otherOrigin{o.Reg})
		}
		return x
	}))
	w.block = true
	itself, together := t.True, t.True
	alike := func(reg cfg.SpecialReg) *term.Term {
		j.meet.Look(reg)
		own := j.trace.Launch.Register(reg).At(0)
		return t.Eq(own, w.view.Rewrite(own))
	}
	for _, d := range grid.Axes {
		if e.Instr.Collective.Scope == cfg.OfGrid {
			j.meet.Look(d.Grid)
			itself = t.And(itself, alike(d.At))
		} else {
			together = t.And(together, alike(d.Number))
			itself = t.And(itself, alike(d.Within))
		}
	}
	w.exists = t.And(together, t.Not(itself), w.launched)
	return w
}

// OtherBlockAway finds lanes of another block that stay away from a barrier of a cluster or a grid at which some lane
// arrives. For a barrier of the grid it also finds a whole block that has exited. It returns nil if all blocks surely
// do the same there.
func (b *Barrier) OtherBlockAway() *AwayLanes {
	t := b.j.t
	if !b.j.uniformityOfBlocksAt(b.event).mayDiffer(b.Meeting.Reach) {
		return nil
	}
	elsewhere, gone := vector.Build(b.Meeting.Elsewhere), t.False
	if b.event.Instr.Collective.Scope == cfg.OfGrid {
		gone = t.Eq(b.j.trace.Launch.Number, t.Const(32, 0))
		for o := range warp.Size {
			gone = t.And(gone, b.Meeting.Exited(o))
		}
	}
	o := b.acrossWarps([]*otherWarp{b.j.otherBlock(b.event)}, func(w *otherWarp) []vector.Vec {
		if places := b.places(); len(places) > 1 {
			return []vector.Vec{b.arrivesLessOften(places, w)}
		}
		return []vector.Vec{vector.Map1(elsewhere, func(x *term.Term) *term.Term { return w.view.Rewrite(t.Or(x, gone)) })}
	})
	o.Sure = vector.Uniform(t.False) // the grid may have only one block
	return o
}

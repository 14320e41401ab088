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

// A barrier of a cluster or of the grid is for all its blocks, and one block is interpreted. What
// another one does is what this one does with the other's place in the grid, the other's thread
// numbers, and unknowns of its own for all that these, shared memory, atomics or barriers of the
// block feed (blockuniform.go). So
//
//	if (blockIdx.x == 0) cooperative_groups::this_grid().sync();
//	for (int i = blockIdx.x; i < n; i += gridDim.x) cooperative_groups::this_grid().sync();
//
// are found where the grid may have a second block. Threads that have exited do not hold up such a
// barrier, as a GPU shows, but for a block of the grid that has exited as a whole: nobody of it
// counts it.

// tellsBlocks reports what may differ from block to block: its place in the grid, and its shared
// memory.
func tellsBlocks(x *term.Term) bool {
	o, read := x.Origin.(memory.Origin)
	return read && o.Shared || grid.TellsPlaces(x)
}

// otherBlock is a warp of another block of the grid, or of the cluster, as it is seen from an
// event.
func (j *Judge) otherBlock(e *trace.Event) *otherWarp {
	t := j.t
	w := j.otherWarp("block's ", j.uniformityOfBlocksAt(e), t.NewRewriter(func(x *term.Term) *term.Term {
		if o, special := x.Origin.(grid.Origin); special && (tellsBlocks(x) || grid.TellsWarps(x)) {
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

// OtherBlockAway: some lane comes to a barrier of a cluster or a grid, and lanes of another block
// of it do not, or the grid has a block that has exited.
func (b *Barrier) OtherBlockAway() *Away {
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
		return []vector.Vec{vector.Map1(elsewhere, func(x *term.Term) *term.Term { return w.view.Rewrite(t.Or(x, gone)) })}
	})
	o.Sure = vector.Uniform(t.False) // as there may be one block alone
	return o
}

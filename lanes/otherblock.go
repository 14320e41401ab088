package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
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

// gridDimension are the registers of a block in one dimension: its place in the grid and the
// grid's extent, that of a cluster, its place within its cluster, and the cluster's number.
type gridDimension struct{ at, grid, cluster, within, number cfg.SpecialReg }

var gridDimensions = [3]gridDimension{
	{cfg.CtaidX, cfg.NCtaidX, cfg.ClusterX, cfg.ClusterAtX, cfg.ClusterIDX},
	{cfg.CtaidY, cfg.NCtaidY, cfg.ClusterY, cfg.ClusterAtY, cfg.ClusterIDY},
	{cfg.CtaidZ, cfg.NCtaidZ, cfg.ClusterZ, cfg.ClusterAtZ, cfg.ClusterIDZ},
}

// look notes that the program, or a question about it, reads a launch register.
func (in *interp) look(reg cfg.SpecialReg) {
	if !in.looked[reg] {
		in.looked[reg], in.assumption = true, nil
	}
}

// isClustered reports a dimension in which the places and extents of clusters matter.
func (in *interp) isClustered(d gridDimension) bool {
	return in.looked[d.cluster] || in.looked[d.within] || in.looked[d.number]
}

// wholeClusters says where a block is in its cluster and that the grid is whole clusters, as far
// as that matters.
func (in *interp) wholeClusters() *term.Term {
	t, reg := in.t, func(r cfg.SpecialReg) *term.Term { return in.launch.registers[r].at(0) }
	holds, some := t.True, false
	for i, d := range gridDimensions {
		if !in.isClustered(d) {
			continue
		}
		some = true
		holds = t.And(holds, t.ULt(reg(d.within), reg(d.cluster)))
		if in.looked[d.at] {
			holds = t.And(holds, t.Eq(reg(d.at), t.Add(in.times(reg(d.cluster), reg(d.number)), reg(d.within))))
		}
		if in.looked[d.grid] {
			clusters := t.Var("clusters."+dimensions[i].name, 32, 1, reg(d.grid).Hi, nil)
			holds = t.And(holds, t.ULt(reg(d.number), clusters), t.Eq(reg(d.grid), in.times(reg(d.cluster), clusters)))
		}
	}
	if !some {
		return t.True
	}
	return t.And(holds, in.smallClusters(reg(cfg.ClusterX), reg(cfg.ClusterY), reg(cfg.ClusterZ)))
}

// times is an extent of a cluster times another number, in as many additions as it takes.
func (in *interp) times(extent, x *term.Term) *term.Term {
	t, sum := in.t, in.t.Const(32, 0)
	for b := 0; 1<<b <= maxCluster; b++ {
		sum = t.Add(sum, t.Ite(t.Bit(extent, b), t.Mul(x, t.Const(32, 1<<b)), t.Const(32, 0)))
	}
	return sum
}

// smallClusters says that no cluster has more blocks than there may be, by cases, which is easier
// to decide than a product.
func (in *interp) smallClusters(x, y, z *term.Term) *term.Term {
	t, holds := in.t, in.t.True
	atMost := func(x *term.Term, n int) *term.Term { return t.ULt(x, t.Const(32, uint64(n+1))) }
	is := func(x *term.Term, n int) *term.Term { return t.Eq(x, t.Const(32, uint64(n))) }
	for height := 1; height <= maxCluster; height++ {
		holds = t.And(holds, t.Or(t.Not(is(y, height)), atMost(z, maxCluster/height)))
		for depth := 1; height*depth <= maxCluster; depth++ {
			holds = t.And(holds, t.Or(t.Not(is(y, height)), t.Not(is(z, depth)), atMost(x, maxCluster/(height*depth))))
		}
	}
	return holds
}

// placeInGrid is where a block is in an execution, and the extent of the grid, as value tells the
// registers. Where only its cluster is known, the grid has as many as that takes.
func (in *interp) placeInGrid(value func(cfg.SpecialReg) int) (at, grid [3]int) {
	for i, d := range gridDimensions {
		at[i], grid[i] = value(d.at), value(d.grid)
		if in.isClustered(d) {
			extent := value(d.cluster)
			at[i] = extent*value(d.number) + value(d.within)
			grid[i] = (max(grid[i], at[i]+1) + extent - 1) / extent * extent
		}
	}
	return at, grid
}

// tellsBlocks reports what may differ from block to block: its place in the grid, and its shared
// memory.
func tellsBlocks(x *term.Term) bool {
	switch o := x.Origin.(type) {
	case specialOrigin:
		return slices.ContainsFunc(gridDimensions[:], func(d gridDimension) bool {
			return o.reg == d.at || o.reg == d.within || o.reg == d.number
		})
	case memoryOrigin:
		return o.shared
	}
	return false
}

// otherBlock is a warp of another block of the grid, or of the cluster, as it is seen from an
// event.
func (in *interp) otherBlock(e *event) *otherWarp {
	t := in.t
	w := in.otherWarp("block's ", in.uniformityOfBlocksAt(e), t.NewRewriter(func(x *term.Term) *term.Term {
		if o, special := x.Origin.(specialOrigin); special && (tellsBlocks(x) || tellsWarps(x)) {
			return t.Var("block's "+x.Name, x.Bits, x.Lo, x.Hi, otherOrigin(o))
		}
		return x
	}))
	w.block = true
	itself, together := t.True, t.True
	alike := func(reg cfg.SpecialReg) *term.Term {
		in.look(reg)
		own := in.launch.registers[reg].at(0)
		return t.Eq(own, w.view.Rewrite(own))
	}
	for _, d := range gridDimensions {
		if e.instr.Collective.Scope == cfg.OfGrid {
			in.look(d.grid)
			itself = t.And(itself, alike(d.at))
		} else {
			together = t.And(together, alike(d.number))
			itself = t.And(itself, alike(d.within))
		}
	}
	w.exists = t.And(together, t.Not(itself), w.launched)
	return w
}

// otherBlockAway: some lane comes to a barrier of a cluster or a grid, and lanes of another block
// of it do not, or the grid has a block that has exited.
func (p *phase) otherBlockAway() offence {
	t := p.in.t
	if !p.in.uniformityOfBlocksAt(p.event).mayDiffer(p.reach) {
		return offence{lanes: uniform(t.False), mask: noMask}
	}
	elsewhere, gone := build(p.elsewhere), t.False
	if p.instr.Collective.Scope == cfg.OfGrid {
		gone = t.Eq(p.in.launch.number, t.Const(32, 0))
		for o := range warp.Size {
			gone = t.And(gone, p.exited(o))
		}
	}
	o := p.acrossWarps([]*otherWarp{p.in.otherBlock(p.event)}, func(w *otherWarp) vec {
		return map1(elsewhere, func(x *term.Term) *term.Term { return w.view.Rewrite(t.Or(x, gone)) })
	})
	o.sure = uniform(t.False) // as there may be one block alone
	return o
}

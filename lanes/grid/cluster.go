package grid

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// axis are the registers of a block in one dimension: its place in the grid and the
// grid's extent, that of a cluster, its place within its cluster, and the cluster's number.
type axis struct{ At, Grid, Cluster, Within, Number cfg.SpecialReg }

var Axes = [3]axis{
	{cfg.CtaidX, cfg.NCtaidX, cfg.ClusterX, cfg.ClusterAtX, cfg.ClusterIDX},
	{cfg.CtaidY, cfg.NCtaidY, cfg.ClusterY, cfg.ClusterAtY, cfg.ClusterIDY},
	{cfg.CtaidZ, cfg.NCtaidZ, cfg.ClusterZ, cfg.ClusterAtZ, cfg.ClusterIDZ},
}

// IsRead reports a launch register that the program, or a question about it, reads.
func (l *Launch) IsRead(reg cfg.SpecialReg) bool { return l.read[reg] }

// Note notes that the program, or a question about it, reads a launch register, and reports
// whether that is new.
func (l *Launch) Note(reg cfg.SpecialReg) bool {
	first := !l.read[reg]
	l.read[reg] = true
	return first
}

// HasClusters reports a grid in which the places and extents of clusters matter.
func (l *Launch) HasClusters() bool { return slices.ContainsFunc(Axes[:], l.IsClustered) }

// IsClustered reports a dimension in which the places and extents of clusters matter.
func (l *Launch) IsClustered(d axis) bool {
	return l.read[d.Cluster] || l.read[d.Within] || l.read[d.Number]
}

// WholeClusters says where a block is in its cluster and that the grid is whole clusters, as far
// as that matters.
func (l *Launch) WholeClusters() *term.Term {
	t, reg := l.t, func(r cfg.SpecialReg) *term.Term { return l.registers[r].At(0) }
	holds, some := t.True, false
	for i, d := range Axes {
		if !l.IsClustered(d) {
			continue
		}
		some = true
		holds = t.And(holds, t.ULt(reg(d.Within), reg(d.Cluster)))
		if l.read[d.At] {
			holds = t.And(holds, t.Eq(reg(d.At), t.Add(l.times(reg(d.Cluster), reg(d.Number)), reg(d.Within))))
		}
		if l.read[d.Grid] {
			clusters := t.Var("clusters."+blockDimensions[i].name, 32, 1, reg(d.Grid).Hi, nil)
			holds = t.And(holds, t.ULt(reg(d.Number), clusters), t.Eq(reg(d.Grid), l.times(reg(d.Cluster), clusters)))
		}
	}
	if !some {
		return t.True
	}
	return t.And(holds, l.smallClusters(reg(cfg.ClusterX), reg(cfg.ClusterY), reg(cfg.ClusterZ)))
}

// times is an extent of a cluster times another number, in as many additions as it takes.
func (l *Launch) times(extent, x *term.Term) *term.Term {
	t, sum := l.t, l.t.Const(32, 0)
	for b := 0; 1<<b <= maxCluster; b++ {
		sum = t.Add(sum, t.Ite(t.Bit(extent, b), t.Mul(x, t.Const(32, 1<<b)), t.Const(32, 0)))
	}
	return sum
}

// smallClusters says that no cluster has more blocks than there may be, by cases, which is easier
// to decide than a product.
func (l *Launch) smallClusters(x, y, z *term.Term) *term.Term {
	t, holds := l.t, l.t.True
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

// PlaceInGrid is the place of a block in an execution, and the extent of the grid; value gives the registers. If only
// its cluster is known, the grid is as large as that requires.
func (l *Launch) PlaceInGrid(value func(cfg.SpecialReg) int) (at, grid [3]int) {
	for i, d := range Axes {
		at[i], grid[i] = value(d.At), value(d.Grid)
		if l.IsClustered(d) {
			extent := value(d.Cluster)
			at[i] = extent*value(d.Number) + value(d.Within)
			grid[i] = (max(grid[i], at[i]+1) + extent - 1) / extent * extent
		}
	}
	return at, grid
}

// TellsPlaces reports an unknown launch register that differs from block to block.
func TellsPlaces(x *term.Term) bool {
	o, special := x.Origin.(Origin)
	return special && slices.ContainsFunc(Axes[:], func(d axis) bool {
		return o.Reg == d.At || o.Reg == d.Within || o.Reg == d.Number
	})
}

// TellsWarps reports a launch register that differs between the warps of a block.
func TellsWarps(x *term.Term) bool {
	o, special := x.Origin.(Origin)
	return special && slices.Contains([]cfg.SpecialReg{cfg.TidX, cfg.TidY, cfg.TidZ, cfg.WarpID}, o.Reg)
}

// TellsShape reports an unknown that is one only because the shape of the block is not known.
func TellsShape(x *term.Term) bool {
	o, special := x.Origin.(Origin)
	return special && slices.Contains([]cfg.SpecialReg{cfg.TidY, cfg.TidZ, cfg.NTidX, cfg.NTidY, cfg.NTidZ}, o.Reg)
}

// IsTold reports an unknown for each value of which there is a launch: the number of a warp in a block of known
// shape, and also the size of a block if the host computes it.
func (l *Launch) IsTold(x *term.Term) bool {
	return x == l.Warp || l.Size.IsKnown() && (TellsShape(x) || l.countOf(x) != nil)
}

// WarpOf is the index of a warp in its block, from the registers of its first lane.
func WarpOf(at func(cfg.SpecialReg) int) int {
	row := at(cfg.TidY) + at(cfg.NTidY)*at(cfg.TidZ)
	return (at(cfg.TidX) + at(cfg.NTidX)*row) / warp.Size
}

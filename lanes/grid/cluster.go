package grid

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// axis holds the registers of a block in one dimension: the block's place in the grid, the extent of the grid, the
// extent of a cluster, the block's place within its cluster, and the number of the cluster.
type axis struct{ At, Grid, Cluster, Within, Number cfg.SpecialReg }

var Axes = [3]axis{
	{cfg.CtaidX, cfg.NCtaidX, cfg.ClusterX, cfg.ClusterAtX, cfg.ClusterIDX},
	{cfg.CtaidY, cfg.NCtaidY, cfg.ClusterY, cfg.ClusterAtY, cfg.ClusterIDY},
	{cfg.CtaidZ, cfg.NCtaidZ, cfg.ClusterZ, cfg.ClusterAtZ, cfg.ClusterIDZ},
}

// IsRead reports whether the program, or a question about it, reads a launch register.
func (l *Launch) IsRead(reg cfg.SpecialReg) bool { return l.read[reg] }

// Note records that the program, or a question about it, reads a launch register. It reports whether this is new.
func (l *Launch) Note(reg cfg.SpecialReg) bool {
	first := !l.read[reg]
	l.read[reg] = true
	return first
}

// HasClusters reports whether the places and extents of clusters matter in some dimension.
func (l *Launch) HasClusters() bool { return slices.ContainsFunc(Axes[:], l.IsClustered) }

// IsClustered reports whether the places and extents of clusters matter in the dimension d.
func (l *Launch) IsClustered(d axis) bool {
	return l.read[d.Cluster] || l.read[d.Within] || l.read[d.Number]
}

// WholeClusters returns the formula that
//   - the grid consists of whole clusters,
//   - no cluster has more blocks than a device allows,
//   - the registers of a block's place agree with each other.
//
// It covers only registers that are read, and extents of the grid that a premise gives. If no place or extent of a cluster
// is read, it is true.
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
		if l.read[d.Grid] || l.isGiven(d.Grid) {
			clusters := t.Var("clusters."+blockDimensions[i].name, 32, 1, reg(d.Grid).Hi, nil)
			holds = t.And(holds, t.ULt(reg(d.Number), clusters), t.Eq(reg(d.Grid), l.times(reg(d.Cluster), clusters)))
		}
	}
	if !some {
		return t.True
	}
	return t.And(holds, l.smallClusters(reg(cfg.ClusterX), reg(cfg.ClusterY), reg(cfg.ClusterZ)))
}

// isGiven reports whether a premise is about a launch register.
func (l *Launch) isGiven(reg cfg.SpecialReg) bool {
	return slices.ContainsFunc(l.Premises, func(p *cfg.Premise) bool { return p.Mentions(cfg.RegisterPremise(reg)) })
}

// times returns the product of the extent of a cluster and x, as a sum with one summand for each bit of the extent.
func (l *Launch) times(extent, x *term.Term) *term.Term {
	t, sum := l.t, l.t.Const(32, 0)
	for b := 0; 1<<b <= maxCluster; b++ {
		sum = t.Add(sum, t.Ite(t.Bit(extent, b), t.Mul(x, t.Const(32, 1<<b)), t.Const(32, 0)))
	}
	return sum
}

// smallClusters returns the formula that no cluster has more blocks than a device allows. It is stated by cases, which
// are easier to decide than a product.
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

// PlaceInGrid returns the place of a block in an execution, and the extent of the grid. value returns the value of a
// register. In a dimension where clusters matter, the place is computed from the place of the cluster, and the grid
// consists of whole clusters and is large enough for the block.
func (l *Launch) PlaceInGrid(value func(cfg.SpecialReg) int) (place, grid [3]int) {
	for i, d := range Axes {
		place[i], grid[i] = value(d.At), value(d.Grid)
		if l.IsClustered(d) {
			extent := value(d.Cluster)
			place[i] = extent*value(d.Number) + value(d.Within)
			grid[i] = (max(grid[i], place[i]+1) + extent - 1) / extent * extent
		}
	}
	return place, grid
}

// DiffersBetweenBlocks reports whether x is an unknown launch register that differs from block to block.
func DiffersBetweenBlocks(x *term.Term) bool {
	o, special := x.Origin.(Origin)
	return special && slices.ContainsFunc(Axes[:], func(d axis) bool {
		return o.Reg == d.At || o.Reg == d.Within || o.Reg == d.Number
	})
}

// DiffersBetweenWarps reports whether x is a launch register that differs between the warps of a block.
func DiffersBetweenWarps(x *term.Term) bool {
	o, special := x.Origin.(Origin)
	return special && slices.Contains([]cfg.SpecialReg{cfg.TidX, cfg.TidY, cfg.TidZ, cfg.WarpID}, o.Reg)
}

// DependsOnShape reports whether x is a launch register that is unknown only because the shape of the block is
// unknown.
func DependsOnShape(x *term.Term) bool {
	o, special := x.Origin.(Origin)
	return special && slices.Contains([]cfg.SpecialReg{cfg.TidY, cfg.TidZ, cfg.NTidX, cfg.NTidY, cfg.NTidZ}, o.Reg)
}

// TakesEveryValue reports whether each value in the range of the unknown x occurs in some launch. That holds for the
// number of a warp in a block of known shape. It also holds for registers that follow from a block size which the host
// computes.
func (l *Launch) TakesEveryValue(x *term.Term) bool {
	return x == l.Warp || l.Size.IsKnown() && (DependsOnShape(x) || l.countOf(x) != nil)
}

// WarpOf returns the index of a warp in its block. value returns the registers of the warp's first lane.
func WarpOf(value func(cfg.SpecialReg) int) int {
	row := value(cfg.TidY) + value(cfg.NTidY)*value(cfg.TidZ)
	return (value(cfg.TidX) + value(cfg.NTidX)*row) / warp.Size
}

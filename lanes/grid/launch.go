package grid

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Launch describes the block and the warp under analysis: a vector for each launch register, and the assumptions about
// them.
type Launch struct {
	Blocks
	t *term.Table
	// most is the largest number of threads of a block.
	most      int
	registers map[cfg.SpecialReg]vector.Vec
	// Alive holds, for each lane, whether its thread exists.
	Alive vector.Vec
	// Assumption is a formula that holds in every launch. WholeClusters returns further assumptions, which are no part
	// of it.
	Assumption *term.Term
	// Plain is the formula that the block has one dimension.
	Plain *term.Term
	// Flat is the formula that the block has extent 1 in each dimension that the root does not read. It is true if the
	// launch is known.
	Flat *term.Term
	// Warp is the unknown number of the warp in a block of known shape, nil if the block has one warp or the shape is
	// unknown. Warps is the number of warps.
	Warp  *term.Term
	Warps int
	// only is the number of the warp that is analysed, AnyWarp for an arbitrary one.
	only int
	// numbers lists the unknown indices that distinguish the warps.
	numbers []numbering
	// Number is the number of the warp in the block, computed from the indices of its threads.
	Number *term.Term
	// warpViews caches the rewriters from formulas of this warp to those of other warps, by the index of the warp.
	warpViews map[int]*term.Rewriter
	// inOneRow reports whether the block is assumed to have one row, because no launch is known and the root reads no
	// index but threadIdx.x.
	inOneRow bool
	// read is the set of registers that the program, or a question about it, reads.
	read map[cfg.SpecialReg]bool
}

// Register returns the value of a launch register.
func (l *Launch) Register(reg cfg.SpecialReg) vector.Vec { return l.registers[reg] }

// MostThreads returns the largest number of threads of a block.
func (l *Launch) MostThreads() int { return l.most }

// AnyWarp stands for an arbitrary warp of a block.
const AnyWarp = -1

// LastWarp stands for the last warp of a block of any size.
const LastWarp = -2

// PreviousWarp stands for the warp before this one, in a block of one row. The first warp has no previous warp.
const PreviousWarp = -3

// New returns the launch of root in the blocks b. If their shape is known, it may be restricted to a single warp: index
// is the number of the warp, or AnyWarp for an arbitrary one.
func New(t *term.Table, b Blocks, root *cfg.Func, index int) *Launch {
	l := &Launch{Blocks: b, t: t, most: mostThreads(root), Warps: 1, only: index,
		registers: map[cfg.SpecialReg]vector.Vec{}, warpViews: map[int]*term.Rewriter{},
		read: map[cfg.SpecialReg]bool{}, Alive: vector.Uniform(t.True), Assumption: t.True, Plain: t.True, Flat: t.True}
	switch {
	case b.Shape.Known():
		l.most = b.Shape.Threads()
		l.known(b.Shape, index)
	case b.Size.IsKnown():
		l.computed()
	case l.most < warp.Size:
		l.belowWarp()
	default:
		l.assumed(root)
	}
	l.grid(root.Decl.Cluster)
	for _, r := range []struct {
		reg cfg.SpecialReg
		of  func(lane int) uint64
	}{
		{cfg.LaneID, func(lane int) uint64 { return uint64(lane) }},
		{cfg.LaneMaskEQ, func(lane int) uint64 { return 1 << lane }},
		{cfg.LaneMaskLT, func(lane int) uint64 { return 1<<lane - 1 }},
		{cfg.LaneMaskLE, func(lane int) uint64 { return 2<<lane - 1 }},
		{cfg.LaneMaskGT, func(lane int) uint64 { return ^uint64(2<<lane - 1) }},
		{cfg.LaneMaskGE, func(lane int) uint64 { return ^uint64(1<<lane - 1) }},
	} {
		l.registers[r.reg] = vector.Build(func(lane int) *term.Term { return t.Const(32, r.of(lane)) })
	}
	return l
}

// mostThreads returns the size of the largest block that a root can be launched with: its __launch_bounds__, or the
// most that every device allows.
func mostThreads(root *cfg.Func) int {
	if n := root.Decl.MaxThreads; n > 0 {
		return min(n, warp.MaxThreads)
	}
	return warp.MaxThreads
}

// known sets the registers for a warp of a block of the known shape s. index is the number of the warp, or
// AnyWarp for an arbitrary warp.
func (l *Launch) known(s warp.Shape, index int) {
	t := l.t
	c := func(v int) *term.Term { return t.Const(32, uint64(v)) }
	l.Warps = (s.Threads() + warp.Size - 1) / warp.Size
	w := c(max(index, 0))
	if l.Warps > 1 && index == AnyWarp {
		w = t.Var("warp", 32, 0, uint64(l.Warps-1), Origin{cfg.WarpID})
		l.Warp, l.numbers = w, []numbering{{w, c(l.Warps)}}
	}
	linear := vector.Build(func(lane int) *term.Term { return t.AddConst(t.Mul(w, c(warp.Size)), uint64(lane)) })
	if s.Threads()%warp.Size != 0 {
		l.Alive = vector.Map1(linear, func(x *term.Term) *term.Term { return t.ULt(x, c(s.Threads())) })
	}
	row, x := linear, linear
	parts := func(threads int) vector.Vec { // the index of the thread's row or plane, if each has this many threads
		return vector.Build(func(lane int) *term.Term { return partOf(t, w, linear.At(lane), threads) })
	}
	if s[1]*s[2] > 1 {
		row = parts(s[0])
		x = vector.Map2(linear, row, func(a, b *term.Term) *term.Term { return t.Sub(a, t.Mul(b, c(s[0]))) })
		if s[0]%warp.Size != 0 {
			x = vector.Map1(linear, func(a *term.Term) *term.Term { return t.URem(a, c(s[0])) })
		}
	} else {
		row = vector.Uniform(c(0))
	}
	l.registers[cfg.TidX] = x
	l.registers[cfg.TidY] = row
	if s[2] > 1 {
		l.registers[cfg.TidY] = vector.Map1(row, func(a *term.Term) *term.Term { return t.URem(a, c(s[1])) })
	}
	l.registers[cfg.TidZ] = parts(s[0] * s[1])
	for i, reg := range []cfg.SpecialReg{cfg.NTidX, cfg.NTidY, cfg.NTidZ} {
		l.registers[reg] = vector.Uniform(c(s[i]))
	}
	l.Number = w
	l.registers[cfg.WarpID] = vector.Uniform(w)
	l.registers[cfg.NWarpID] = vector.Uniform(c(l.Warps))
}

// Threads returns the number of threads of the block.
func (l *Launch) Threads() *term.Term {
	t := l.t
	x, y, z := l.registers[cfg.NTidX], l.registers[cfg.NTidY], l.registers[cfg.NTidZ]
	return t.Mul(x.At(0), t.Mul(y.At(0), z.At(0)))
}

// TakenThreads returns the number of threads of the block for which the root is written. The block is assumed to have
// one row if no launch is known and the root reads no index but threadIdx.x.
func (l *Launch) TakenThreads() *term.Term {
	if l.inOneRow {
		return l.registers[cfg.NTidX].At(0)
	}
	return l.Threads()
}

// partOf returns linear, the linear index of the thread, divided by threads, the size of a row or a plane. If the size
// is a multiple of a warp, the result is the same for all lanes and is computed from w, the number of the warp.
func partOf(t *term.Table, w, linear *term.Term, threads int) *term.Term {
	if threads%warp.Size == 0 {
		return t.UDiv(w, t.Const(32, uint64(threads/warp.Size)))
	}
	return t.UDiv(linear, t.Const(32, uint64(threads)))
}

// unknown returns an unknown between lo and hi, with the given name, for the register reg, which is the same for all
// threads of a warp. If lo and hi are equal, it returns this constant.
func unknown(t *term.Table, name string, reg cfg.SpecialReg, lo, hi int) *term.Term {
	if lo == hi {
		return t.Const(32, uint64(lo))
	}
	return t.Var(name, 32, uint64(lo), uint64(hi), Origin{reg})
}

// belowWarp sets the registers for a one-dimensional block of fewer threads than a warp.
func (l *Launch) belowWarp() {
	t := l.t
	c := func(v int) vector.Vec { return vector.Uniform(t.Const(32, uint64(v))) }
	wide := unknown(t, "blockDim.x", cfg.NTidX, 1, l.most)
	lane := vector.Build(func(lane int) *term.Term { return t.Const(32, uint64(lane)) })
	l.Alive = vector.Map1(lane, func(x *term.Term) *term.Term { return t.ULt(x, wide) })
	l.registers[cfg.TidX], l.registers[cfg.TidY], l.registers[cfg.TidZ] = lane, c(0), c(0)
	l.registers[cfg.NTidX], l.registers[cfg.NTidY], l.registers[cfg.NTidZ] = vector.Uniform(wide), c(1), c(1)
	l.registers[cfg.WarpID], l.registers[cfg.NWarpID] = c(0), c(1)
	l.Number = t.Const(32, 0)
}

// plane describes the dimensions of a block up to the first one in which warps can be complete. Blocks are assumed to
// consist of planes of whole warps, so that the threads of a warp have one common index in each later dimension.
//
//	extents    last  inner  unit
//	? x ? x ?  x     1      32     blockDim.x is a multiple of 32
//	8 x ?      y     8      4      blockDim.y is a multiple of 4
//	4 x 8 x ?  y     4      8      blockDim.y is 8
type plane struct {
	// last is the last dimension of the plane. inner is the number of threads in the dimensions before it.
	last, inner int
	// unit is a divisor of the extent of the last dimension: planes with a multiple of unit there consist of whole
	// warps.
	unit int
	// least is the number of threads of the smallest block with such a plane.
	least int
}

// threads returns the number of threads of the smallest plane, a multiple of a warp.
func (p plane) threads() int { return p.inner * p.unit }

func planeOf(s warp.Shape) plane {
	p := plane{inner: 1}
	for ; p.last < 2 && s[p.last] > 0 && p.inner*s[p.last]%warp.Size != 0; p.last++ {
		p.inner *= s[p.last]
	}
	p.unit = warp.Size / min(p.inner&-p.inner, warp.Size)
	p.least = p.inner * max(p.unit, s[p.last])
	p.least *= rest(s, p)
	return p
}

// blockDimensions lists the registers and limits of a block's dimensions, in the order of its threads.
var blockDimensions = [3]struct {
	name      string
	tid, ntid cfg.SpecialReg
	most      int
}{
	{"x", cfg.TidX, cfg.NTidX, warp.MaxThreads},
	{"y", cfg.TidY, cfg.NTidY, warp.MaxThreads},
	{"z", cfg.TidZ, cfg.NTidZ, warp.MaxDepth},
}

// IsInOneRow reports whether no launch is known and the block is assumed to have one row.
func (l *Launch) IsInOneRow() bool { return l.inOneRow }

// assumed sets the registers for a block that is assumed to consist of planes of whole warps.
func (l *Launch) assumed(root *cfg.Func) {
	t := l.t
	p, warps := planeOf(l.Shape), l.most/warp.Size
	all, extents := l.plane(p)
	rows := readsRows(root)
	l.inOneRow = !rows && l.Shape == (warp.Shape{})
	for i, d := range blockDimensions {
		if i <= p.last {
			continue
		}
		least, most := 1, min(l.most/p.least, d.most)
		if n := l.Shape[i]; n > 0 {
			least, most = n, n
		} else if l.inOneRow && root.LeadsTo(readsRegister(d.tid, d.ntid)) {
			least, most = 1, 1 // a library function reads it only to compute the rank
		}
		n := unknown(t, "blockDim."+d.name, d.ntid, least, most)
		at := unknown(t, "threadIdx."+d.name, d.tid, 0, most-1)
		l.Assumption = t.And(l.Assumption, t.ULt(at, n))
		l.addIndex(at, n)
		if least < most {
			one := t.Eq(n, t.Const(32, 1))
			l.Plain = t.And(l.Plain, one)
			if !readsSome(root, d.tid, d.ntid) {
				l.Flat = t.And(l.Flat, one)
			}
		}
		l.registers[d.ntid], l.registers[d.tid] = vector.Uniform(n), vector.Uniform(at)
		if !l.inOneRow {
			l.Number = t.Add(l.Number, t.Mul(at, all))
		}
		all = t.Mul(all, n)
		extents = append(extents, n)
	}
	l.Assumption = t.And(l.Assumption, productAtMost(t, extents, l.most/p.threads()))
	l.registers[cfg.WarpID] = vector.Uniform(unknown(t, "warpid", cfg.WarpID, 0, warps-1))
	l.registers[cfg.NWarpID] = vector.Uniform(unknown(t, "nwarpid", cfg.NWarpID, 1, warps))
}

// productAtMost returns the formula that the product of factors, each at least 1, is at most bound. It compares with
// constants only: if x is at least k, the product of the others is at most bound/k.
func productAtMost(t *term.Table, factors []*term.Term, bound int) *term.Term {
	for i, x := range factors {
		if x.IsConst() && len(factors) > 1 {
			others := slices.Delete(slices.Clone(factors), i, i+1)
			return productAtMost(t, others, bound/int(x.K))
		}
	}
	within := t.ULt(factors[0], t.Const(32, uint64(bound)+1))
	if len(factors) == 1 {
		return within
	}
	all := []*term.Term{within}
	for k := 1; k <= bound; k = bound/(bound/k) + 1 { // for each quotient bound/k, the least k with this quotient
		less := t.ULt(factors[0], t.Const(32, uint64(k)))
		all = append(all, t.Or(less, productAtMost(t, factors[1:], bound/k)))
	}
	return t.And(all...)
}

// plane sets the registers of the dimensions of the plane p, the part of the block that consists of whole warps. It
// sets l.Number to the number of the warp in the plane. warps is the number of warps in the plane. extents has one
// factor, the ratio of the plane's size to the size of the smallest plane.
func (l *Launch) plane(p plane) (warps *term.Term, extents []*term.Term) {
	t := l.t
	c := func(n int) *term.Term { return t.Const(32, uint64(n)) }
	d := blockDimensions[p.last]
	least, most := 1, min(l.most/p.least, d.most/p.unit)
	if n := l.Shape[p.last]; n > 0 {
		least, most = n/p.unit, n/p.unit
	}
	times := unknown(t, fmt.Sprintf("blockDim.%s/%d", d.name, p.unit), d.ntid, least, most)
	step := p.threads() / warp.Size
	w := unknown(t, "threadIdx."+d.name+"/32", d.tid, 0, step*most-1)
	warps = t.Mul(times, c(step))
	l.Number = w
	l.Assumption = t.ULt(w, warps)
	l.addIndex(w, warps)
	l.inner(p, vector.Build(func(lane int) *term.Term { return t.AddConst(t.Mul(w, c(warp.Size)), uint64(lane)) }))
	l.registers[d.ntid] = vector.Uniform(t.Mul(times, c(p.unit)))
	return warps, []*term.Term{times}
}

// computed sets the registers for blocks of one plane with an extent that the host computes. The last warp may have
// threads beyond this extent, which do not exist.
func (l *Launch) computed() {
	t := l.t
	p, unit := planeOf(l.Shape), l.Size.Multiple
	l.most = min(l.most, p.inner*l.Size.Most)
	c := func(n int) *term.Term { return t.Const(32, uint64(n)) }
	d, most := blockDimensions[p.last], l.Size.Most/unit
	name := "blockDim." + d.name
	if unit > 1 {
		name += fmt.Sprint("/", unit)
	}
	extent := t.Mul(unknown(t, name, d.ntid, (l.Size.Least+unit-1)/unit, most), c(unit))
	if l.Size.IsPower {
		l.Assumption = t.And(l.Assumption, isPower(t, extent))
	}
	threads := t.Mul(extent, c(p.inner))
	w := unknown(t, "threadIdx."+d.name+"/32", d.tid, 0, (p.inner*unit*most-1)/warp.Size)
	l.Number = w
	l.Assumption = t.And(l.Assumption, t.ULt(t.Mul(w, c(warp.Size)), threads))
	l.addIndex(w, t.UDiv(t.AddConst(threads, warp.Size-1), c(warp.Size)))
	linear := vector.Build(func(lane int) *term.Term { return t.AddConst(t.Mul(w, c(warp.Size)), uint64(lane)) })
	if !l.areWhole() {
		l.Alive = vector.Map1(linear, func(x *term.Term) *term.Term { return t.ULt(x, threads) })
	}
	l.inner(p, linear)
	l.registers[d.ntid] = vector.Uniform(extent)
	for _, d := range blockDimensions[p.last+1:] {
		l.registers[d.tid], l.registers[d.ntid] = vector.Uniform(c(0)), vector.Uniform(c(1))
	}
	warps := (p.inner*l.Size.Most + warp.Size - 1) / warp.Size
	l.registers[cfg.WarpID] = vector.Uniform(unknown(t, "warpid", cfg.WarpID, 0, warps-1))
	l.registers[cfg.NWarpID] = vector.Uniform(unknown(t, "nwarpid", cfg.NWarpID, 1, warps))
}

// isPower returns the formula that an extent is a power of two.
func isPower(t *term.Table, extent *term.Term) *term.Term {
	var powers []*term.Term
	for n := uint64(1); n <= warp.MaxThreads; n *= 2 {
		powers = append(powers, t.Eq(extent, t.Const(32, n)))
	}
	return t.Or(powers...)
}

// inner sets the indices of the threads in the dimensions of the plane p. linear is the linear index of a thread in its
// plane. inner also sets the extents before the last dimension.
func (l *Launch) inner(p plane, linear vector.Vec) {
	t := l.t
	for i, d := range blockDimensions[:p.last] {
		n := t.Const(32, uint64(l.Shape[i]))
		l.registers[d.ntid] = vector.Uniform(n)
		l.registers[d.tid] = vector.Map1(linear, func(x *term.Term) *term.Term { return t.URem(x, n) })
		linear = vector.Map1(linear, func(x *term.Term) *term.Term { return t.UDiv(x, n) })
	}
	l.registers[blockDimensions[p.last].tid] = linear
}

// mostGridThreads is the largest number of threads that a grid is assumed to have along x. It leaves room for the
// neighbours of a thread's index: the index plus prove.MaxIndex is an int too.
const mostGridThreads = 1<<31 - 1<<20

// grid sets blockIdx and gridDim to unknowns, the same in all lanes, with blockIdx below gridDim. It also sets the
// other registers that the launch and the device decide. cluster is the root's [types.Func.Cluster].
func (l *Launch) grid(cluster [3]int) {
	t := l.t
	limits := []uint64{mostGridThreads / uint64(l.most), 65535, 65535}
	names := []string{"x", "y", "z"}
	for i, d := range [][2]cfg.SpecialReg{
		{cfg.CtaidX, cfg.NCtaidX}, {cfg.CtaidY, cfg.NCtaidY}, {cfg.CtaidZ, cfg.NCtaidZ},
	} {
		at := t.Var("blockIdx."+names[i], 32, 0, limits[i]-1, Origin{d[0]})
		n := t.Var("gridDim."+names[i], 32, 1, limits[i], Origin{d[1]})
		l.Assumption = t.And(l.Assumption, t.ULt(at, n))
		l.registers[d[0]], l.registers[d[1]] = vector.Uniform(at), vector.Uniform(n)
	}
	for i, d := range Axes {
		least, most := 1, maxCluster
		if n := cluster[i]; n > 0 {
			least, most = n, n
		}
		l.registers[d.Cluster] = vector.Uniform(unknown(t, "clusterDim."+names[i], d.Cluster, least, most))
		l.registers[d.Within] = vector.Uniform(unknown(t, "clusterBlockIdx."+names[i], d.Within, 0, most-1))
		l.registers[d.Number] = vector.Uniform(unknown(t, "clusterIdx."+names[i], d.Number, 0, int(limits[i])-1))
	}
	l.registers[cfg.DynamicShared] = vector.Uniform(unknown(t, "dynamic_smem_size", cfg.DynamicShared, 0, 1<<18))
	l.registers[cfg.SmID] = vector.Uniform(unknown(t, "smid", cfg.SmID, 0, maxMultiprocessors-1))
	l.registers[cfg.NSmID] = vector.Uniform(unknown(t, "nsmid", cfg.NSmID, 1, maxMultiprocessors))
}

// Origin is the origin of an unknown launch register.
type Origin struct{ Reg cfg.SpecialReg }

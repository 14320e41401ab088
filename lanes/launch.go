package lanes

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// maxMultiprocessors is more than any device has, maxCluster the most blocks of a cluster.
const (
	maxMultiprocessors = 1024
	maxCluster         = 16
)

// launch is what is known about the block and the warp under analysis: a vector
// for every launch register, and what they may be assumed to satisfy.
//
// With a known shape, the warp's number is the only unknown. Otherwise the block
// is assumed to be blockDim.x = 32 W threads wide, so that lane l has threadIdx.x =
// 32 w + l with w < W, and threadIdx.y and threadIdx.z are the same for all lanes; or,
// where some extents are known, to be planes of whole warps (plane). Where the host's code
// shows that it computes any other size, the last warp has threads that do not exist
// (computed).
// __launch_bounds__ bounds W, rows included, as 1024 threads do. A block that it keeps below a warp has one
// dimension and any number of threads up to the bound: what is definite then holds for
// all of them.
//
// A grid is assumed to have fewer than 2^31 threads along x, so that
// blockIdx.x * blockDim.x + threadIdx.x fits an int.
type launch struct {
	blocks
	// most is the largest number of threads of a block.
	most       int
	registers  map[cfg.SpecialReg]vec
	alive      vec
	assumption *term.Term
	// plain says that the block has one dimension.
	plain *term.Term
	// warp is the unknown number of the warp in a known block, nil when there
	// is one warp or no known shape; warps is their number.
	warp  *term.Term
	warps int
	// only is the one warp that is looked at, anyWarp for all.
	only int
	// numbers are the unknowns that tell the warps apart.
	numbers []numbering
	// number is that of the warp in the block, by its threads' indices.
	number *term.Term
}

// anyWarp stands for each warp of a block.
const anyWarp = -1

// newLaunch is a launch of root in blocks, where their shape is known of one warp, or any.
func newLaunch(t *term.Table, b blocks, root *cfg.Func, one int) *launch {
	l := &launch{blocks: b, most: mostThreads(root), registers: map[cfg.SpecialReg]vec{}, alive: uniform(t.True),
		assumption: t.True, plain: t.True, warps: 1, only: one}
	switch {
	case b.shape.Known():
		l.most = b.shape.Threads()
		l.known(t, b.shape, one)
	case b.size.IsKnown():
		l.computed(t)
	case l.most < warp.Size:
		l.belowWarp(t)
	default:
		l.assumed(t, root)
	}
	l.grid(t)
	for reg, f := range map[cfg.SpecialReg]func(lane int) uint64{
		cfg.LaneID:     func(lane int) uint64 { return uint64(lane) },
		cfg.LaneMaskEQ: func(lane int) uint64 { return 1 << lane },
		cfg.LaneMaskLT: func(lane int) uint64 { return 1<<lane - 1 },
		cfg.LaneMaskLE: func(lane int) uint64 { return 2<<lane - 1 },
		cfg.LaneMaskGT: func(lane int) uint64 { return ^uint64(2<<lane - 1) },
		cfg.LaneMaskGE: func(lane int) uint64 { return ^uint64(1<<lane - 1) },
	} {
		l.registers[reg] = build(func(lane int) *term.Term { return t.Const(32, f(lane)) })
	}
	return l
}

// mostThreads is the largest block that a root can be launched with: what its
// __launch_bounds__ says, or what every device allows.
func mostThreads(root *cfg.Func) int {
	if n := root.Decl.MaxThreads; n > 0 {
		return min(n, warp.MaxThreads)
	}
	return warp.MaxThreads
}

// known sets the registers for a block of a known shape.
func (l *launch) known(t *term.Table, s warp.Shape, one int) {
	c := func(v int) *term.Term { return t.Const(32, uint64(v)) }
	l.warps = (s.Threads() + warp.Size - 1) / warp.Size
	w := c(max(one, 0))
	if l.warps > 1 && one == anyWarp {
		w = t.Var("warp", 32, 0, uint64(l.warps-1), specialOrigin{cfg.WarpID})
		l.warp, l.numbers = w, []numbering{{w, c(l.warps)}}
	}
	linear := build(func(lane int) *term.Term { return t.AddConst(t.Mul(w, c(32)), uint64(lane)) })
	if s.Threads()%warp.Size != 0 {
		l.alive = map1(linear, func(x *term.Term) *term.Term { return t.ULt(x, c(s.Threads())) })
	}
	row, x := linear, linear
	parts := func(threads int) vec { // of so many threads, by number
		return build(func(lane int) *term.Term { return partOf(t, w, linear.at(lane), threads) })
	}
	if s[1]*s[2] > 1 {
		row = parts(s[0])
		x = map2(linear, row, func(a, b *term.Term) *term.Term { return t.Sub(a, t.Mul(b, c(s[0]))) })
		if s[0]%warp.Size != 0 {
			x = map1(linear, func(a *term.Term) *term.Term { return t.URem(a, c(s[0])) })
		}
	} else {
		row = uniform(c(0))
	}
	l.registers[cfg.TidX] = x
	l.registers[cfg.TidY] = row
	if s[2] > 1 {
		l.registers[cfg.TidY] = map1(row, func(a *term.Term) *term.Term { return t.URem(a, c(s[1])) })
	}
	l.registers[cfg.TidZ] = parts(s[0] * s[1])
	for i, reg := range []cfg.SpecialReg{cfg.NTidX, cfg.NTidY, cfg.NTidZ} {
		l.registers[reg] = uniform(c(s[i]))
	}
	l.number = w
	l.registers[cfg.WarpID] = uniform(w)
	l.registers[cfg.NWarpID] = uniform(c(l.warps))
}

// threads is the number of threads of the block.
func (l *launch) threads(t *term.Table) *term.Term {
	x, y, z := l.registers[cfg.NTidX], l.registers[cfg.NTidY], l.registers[cfg.NTidZ]
	return t.Mul(x.at(0), t.Mul(y.at(0), z.at(0)))
}

// partOf is the linear thread id divided by the size of a row or a plane: the same for
// all lanes when it is whole warps.
func partOf(t *term.Table, w, linear *term.Term, threads int) *term.Term {
	if threads%warp.Size == 0 {
		return t.UDiv(w, t.Const(32, uint64(threads/warp.Size)))
	}
	return t.UDiv(linear, t.Const(32, uint64(threads)))
}

// unknown is a register that is the same for all threads of a warp.
func unknown(t *term.Table, name string, reg cfg.SpecialReg, lo, hi int) *term.Term {
	if lo == hi {
		return t.Const(32, uint64(lo))
	}
	return t.Var(name, 32, uint64(lo), uint64(hi), specialOrigin{reg})
}

// belowWarp sets the registers for a one-dimensional block of fewer threads than a warp.
func (l *launch) belowWarp(t *term.Table) {
	c := func(v int) vec { return uniform(t.Const(32, uint64(v))) }
	wide := unknown(t, "blockDim.x", cfg.NTidX, 1, l.most)
	lane := build(func(lane int) *term.Term { return t.Const(32, uint64(lane)) })
	l.alive = map1(lane, func(x *term.Term) *term.Term { return t.ULt(x, wide) })
	l.registers[cfg.TidX], l.registers[cfg.TidY], l.registers[cfg.TidZ] = lane, c(0), c(0)
	l.registers[cfg.NTidX], l.registers[cfg.NTidY], l.registers[cfg.NTidZ] = uniform(wide), c(1), c(1)
	l.registers[cfg.WarpID], l.registers[cfg.NWarpID] = c(0), c(1)
	l.number = t.Const(32, 0)
}

// plane is the part of a block that is assumed to be whole warps: its dimensions up to
// the first that can complete them. The threads of a warp have one index in each of the
// dimensions behind it.
//
//	extents    last  inner  unit
//	? x ? x ?  x     1      32     blockDim.x is a multiple of 32
//	8 x ?      y     8      4      blockDim.y is a multiple of 4
//	4 x 8 x ?  y     4      8      blockDim.y is 8
type plane struct {
	// last is its last dimension, and inner the number of threads of those before.
	last, inner int
	// unit divides the extent of the last dimension.
	unit int
	// least is the number of threads of the smallest block with such a plane.
	least int
}

// threads is the number of threads of the smallest plane: whole warps.
func (p plane) threads() int { return p.inner * p.unit }

func planeOf(s warp.Shape) plane {
	p := plane{inner: 1}
	for ; p.last < 2 && s[p.last] > 0 && p.inner*s[p.last]%warp.Size != 0; p.last++ {
		p.inner *= s[p.last]
	}
	p.unit = warp.Size / min(p.inner&-p.inner, warp.Size)
	p.least = p.inner * max(p.unit, s[p.last])
	for _, n := range s[p.last+1:] {
		p.least *= max(n, 1)
	}
	return p
}

// dimensions are the registers of a block in the order of its threads.
var dimensions = [3]struct {
	name      string
	tid, ntid cfg.SpecialReg
	most      int
}{
	{"x", cfg.TidX, cfg.NTidX, warp.MaxThreads}, {"y", cfg.TidY, cfg.NTidY, warp.MaxThreads}, {"z", cfg.TidZ, cfg.NTidZ, warp.MaxDepth},
}

// assumed sets the registers for planes of whole warps.
func (l *launch) assumed(t *term.Table, root *cfg.Func) {
	p, warps := planeOf(l.shape), l.most/warp.Size
	all, extents := l.plane(t, p)
	rows := readsRows(root, map[*cfg.Func]bool{})
	for i, d := range dimensions {
		if i <= p.last {
			continue
		}
		least, most := 1, min(l.most/p.least, d.most)
		if n := l.shape[i]; n > 0 {
			least, most = n, n
		}
		n := unknown(t, "blockDim."+d.name, d.ntid, least, most)
		at := unknown(t, "threadIdx."+d.name, d.tid, 0, most-1)
		l.assumption = t.And(l.assumption, t.ULt(at, n))
		l.tell(at, n)
		if least < most {
			l.plain = t.And(l.plain, t.Eq(n, t.Const(32, 1)))
		}
		l.registers[d.ntid], l.registers[d.tid] = uniform(n), uniform(at)
		if rows || l.shape != (warp.Shape{}) { // for others the block has one dimension
			l.number = t.Add(l.number, t.Mul(at, all))
		}
		all = t.Mul(all, n)
		extents = append(extents, n)
	}
	l.assumption = t.And(l.assumption, productAtMost(t, extents, l.most/p.threads()))
	l.registers[cfg.WarpID] = uniform(unknown(t, "warpid", cfg.WarpID, 0, warps-1))
	l.registers[cfg.NWarpID] = uniform(unknown(t, "nwarpid", cfg.NWarpID, 1, warps))
}

// productAtMost says that the product of factors from 1 on is at most a bound, in comparisons
// with constants: where x is at least k, the product of the others is at most bound/k.
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
	for k := 1; k <= bound; k = bound/(bound/k) + 1 { // the least with each quotient
		less := t.ULt(factors[0], t.Const(32, uint64(k)))
		all = append(all, t.Or(less, productAtMost(t, factors[1:], bound/k)))
	}
	return t.And(all...)
}

// plane sets the registers of a plane's dimensions, and the number of the warp in it. It
// returns how many warps it has, and how many of its smallest planes the block has of it.
func (l *launch) plane(t *term.Table, p plane) (warps *term.Term, extents []*term.Term) {
	c := func(n int) *term.Term { return t.Const(32, uint64(n)) }
	d := dimensions[p.last]
	least, most := 1, min(l.most/p.least, d.most/p.unit)
	if n := l.shape[p.last]; n > 0 {
		least, most = n/p.unit, n/p.unit
	}
	times := unknown(t, fmt.Sprintf("blockDim.%s/%d", d.name, p.unit), d.ntid, least, most)
	step := p.threads() / warp.Size
	w := unknown(t, "threadIdx."+d.name+"/32", d.tid, 0, step*most-1)
	warps = t.Mul(times, c(step))
	l.number = w
	l.assumption = t.ULt(w, warps)
	l.tell(w, warps)
	l.inner(t, p, build(func(lane int) *term.Term { return t.AddConst(t.Mul(w, c(warp.Size)), uint64(lane)) }))
	l.registers[d.ntid] = uniform(t.Mul(times, c(p.unit)))
	return warps, []*term.Term{times}
}

// computed sets the registers for blocks that are one plane, of which an extent is computed:
// the threads of its last warp beyond the end do not exist.
func (l *launch) computed(t *term.Table) {
	p, unit := planeOf(l.shape), l.size.Multiple
	c := func(n int) *term.Term { return t.Const(32, uint64(n)) }
	d, most := dimensions[p.last], l.size.Most/unit
	name := "blockDim." + d.name
	if unit > 1 {
		name += fmt.Sprint("/", unit)
	}
	extent := t.Mul(unknown(t, name, d.ntid, (l.size.Least+unit-1)/unit, most), c(unit))
	if l.size.IsPower {
		l.assumption = t.And(l.assumption, isPower(t, extent))
	}
	threads := t.Mul(extent, c(p.inner))
	w := unknown(t, "threadIdx."+d.name+"/32", d.tid, 0, (p.inner*unit*most-1)/warp.Size)
	l.number = w
	l.assumption = t.And(l.assumption, t.ULt(t.Mul(w, c(warp.Size)), threads))
	l.tell(w, t.UDiv(t.AddConst(threads, warp.Size-1), c(warp.Size)))
	linear := build(func(lane int) *term.Term { return t.AddConst(t.Mul(w, c(warp.Size)), uint64(lane)) })
	l.alive = map1(linear, func(x *term.Term) *term.Term { return t.ULt(x, threads) })
	l.inner(t, p, linear)
	l.registers[d.ntid] = uniform(extent)
	for _, d := range dimensions[p.last+1:] {
		l.registers[d.tid], l.registers[d.ntid] = uniform(c(0)), uniform(c(1))
	}
	warps := (p.inner*l.size.Most + warp.Size - 1) / warp.Size
	l.registers[cfg.WarpID] = uniform(unknown(t, "warpid", cfg.WarpID, 0, warps-1))
	l.registers[cfg.NWarpID] = uniform(unknown(t, "nwarpid", cfg.NWarpID, 1, warps))
}

// isPower says that an extent is a power of two.
func isPower(t *term.Table, extent *term.Term) *term.Term {
	var powers []*term.Term
	for n := uint64(1); n <= warp.MaxThreads; n *= 2 {
		powers = append(powers, t.Eq(extent, t.Const(32, n)))
	}
	return t.Or(powers...)
}

// inner sets the indices of a plane from the linear one: those before its last dimension,
// whose extents are known, and that one.
func (l *launch) inner(t *term.Table, p plane, linear vec) {
	for i, d := range dimensions[:p.last] {
		n := t.Const(32, uint64(l.shape[i]))
		l.registers[d.ntid] = uniform(n)
		l.registers[d.tid] = map1(linear, func(x *term.Term) *term.Term { return t.URem(x, n) })
		linear = map1(linear, func(x *term.Term) *term.Term { return t.UDiv(x, n) })
	}
	l.registers[dimensions[p.last].tid] = linear
}

// grid sets blockIdx and gridDim: unknown, uniform, related; and what else the launch
// and the device decide.
func (l *launch) grid(t *term.Table) {
	limits := []uint64{1 << 31 / uint64(l.most), 65535, 65535}
	names := []string{"x", "y", "z"}
	for i, d := range [][2]cfg.SpecialReg{
		{cfg.CtaidX, cfg.NCtaidX}, {cfg.CtaidY, cfg.NCtaidY}, {cfg.CtaidZ, cfg.NCtaidZ},
	} {
		at := t.Var("blockIdx."+names[i], 32, 0, limits[i]-1, specialOrigin{d[0]})
		n := t.Var("gridDim."+names[i], 32, 1, limits[i], specialOrigin{d[1]})
		l.assumption = t.And(l.assumption, t.ULt(at, n))
		l.registers[d[0]], l.registers[d[1]] = uniform(at), uniform(n)
	}
	for i, d := range gridDimensions {
		l.registers[d.cluster] = uniform(unknown(t, "clusterDim."+names[i], d.cluster, 1, maxCluster))
		l.registers[d.within] = uniform(unknown(t, "clusterBlockIdx."+names[i], d.within, 0, maxCluster-1))
		l.registers[d.number] = uniform(unknown(t, "clusterIdx."+names[i], d.number, 0, int(limits[i])-1))
	}
	l.registers[cfg.DynamicShared] = uniform(unknown(t, "dynamic_smem_size", cfg.DynamicShared, 0, 1<<18))
	l.registers[cfg.SmID] = uniform(unknown(t, "smid", cfg.SmID, 0, maxMultiprocessors-1))
	l.registers[cfg.NSmID] = uniform(unknown(t, "nsmid", cfg.NSmID, 1, maxMultiprocessors))
}

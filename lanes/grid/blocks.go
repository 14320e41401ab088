package grid

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/warp"
)

// Blocks describes the blocks of a context: all have the same shape, or the same known extents.
type Blocks struct {
	Shape warp.Shape
	// Size holds the bounds of one extent (the number of threads in a dimension), as the host's arithmetic shows them.
	// The extent is that of the first dimension in which warps can be complete (plane.last). It is set only if this
	// extent may leave a warp incomplete, or if a barrier waits for a number of threads. All other blocks of unknown
	// size are assumed to consist of whole warps.
	Size warp.Extent
	// Samples are examples of blocks with an incomplete warp that the host's arithmetic allows. If no launch of the
	// kernel is known, they come from launches that may be launches of the kernel. Unused entries hold no shape.
	Samples [mostSamples]warp.Shape
	// IsPossible reports whether the arithmetic allows the shape although no launch is known to have it.
	IsPossible bool
	// StandsFor is a shape with unknown extents, and Shape is an example of it. It is set only for comparisons of warps
	// with each other. Otherwise it is nil.
	StandsFor *warp.Shape
	// Premises lists formulas that hold for the arguments of the kernel in all launches with these blocks.
	Premises []*cfg.Premise
}

// AreAs reports whether the blocks are equal, except for the premises and StandsFor.
func (b Blocks) AreAs(o Blocks) bool {
	return b.Shape == o.Shape && b.Size == o.Size && b.Samples == o.Samples && b.IsPossible == o.IsPossible
}

// withBlocks adds b to a list. If the list already has an equal entry, that entry keeps only the premises that both
// have.
func withBlocks(list []Blocks, b Blocks) []Blocks {
	if i := slices.IndexFunc(list, b.AreAs); i >= 0 {
		list[i].Premises = cfg.CommonPremises(list[i].Premises, b.Premises)
		return list
	}
	return append(list, b)
}

// areWhole reports whether the blocks consist of whole warps.
func (b Blocks) areWhole() bool { return planeOf(b.Shape).inner*b.Size.Multiple%warp.Size == 0 }

// mayBeWhole reports whether the blocks consist of planes of whole warps for some size.
func (b Blocks) mayBeWhole() bool {
	unit := planeOf(b.Shape).unit
	return slices.ContainsFunc(b.Size.Sizes(warp.MaxThreads), func(n int) bool { return n%unit == 0 })
}

// Contexts returns the blocks with which a root is launched, one entry for each context. If shapes returns shapes for
// the root, these are the contexts. Otherwise they come from the launches in the program. Launches whose width the host
// computes are merged if they have the same known extents. All other launches of unknown width form one context, with
// their common extents. Its blocks are assumed to have whole warps.
func Contexts(p *cfg.Program, root *cfg.Func, shapes func(*cfg.Func) []warp.Shape) []Blocks {
	var list []Blocks
	add := func(b Blocks) { list = withBlocks(list, b) }
	if shapes != nil {
		for _, s := range shapes(root) {
			add(Blocks{Shape: s})
		}
	}
	if len(list) > 0 {
		return list
	}
	var computed, possible []Blocks
	var wide *Blocks
	awaits := waitsForNumber(root)
	for _, l := range p.Launches {
		if l.Kernel != root.Decl {
			continue
		}
		for _, b := range launchedWith(l, mostThreads(root), awaits) {
			b.Premises = l.Premises
			switch {
			case l.Possible:
				possible = append(possible, b)
			case b.Size.IsKnown():
				computed = joined(computed, b)
			case b.Samples != [mostSamples]warp.Shape{}:
				add(b)
			case b.Shape[0] == 0 && wide == nil:
				wide = &b
			case b.Shape[0] == 0:
				wide.Shape, wide.Premises = Common(wide.Shape, b.Shape), cfg.CommonPremises(wide.Premises, b.Premises)
			default:
				add(b)
			}
		}
	}
	list = append(list, computed...)
	for _, b := range ofPossible(possible) {
		add(b)
	}
	if wide != nil {
		list = append(list, *wide)
	}
	if len(list) == 0 {
		list = append(list, Blocks{})
	}
	return list
}

// joined adds the blocks b, whose size the host computes, to a list. It merges b into blocks of the list that have
// the same shape, if both consist of whole warps or both do not.
func joined(list []Blocks, b Blocks) []Blocks {
	for i := range list {
		if list[i].Shape == b.Shape && list[i].areWhole() == b.areWhole() {
			list[i].Size, list[i].Premises = list[i].Size.Or(b.Size), cfg.CommonPremises(list[i].Premises, b.Premises)
			return list
		}
	}
	return append(list, b)
}

// launchedWith returns the contexts for a launch l. If nothing is known about the block, or if the block cannot be
// launched, the result is one entry without a shape. limit is the largest number of threads of a block. awaits reports
// whether a barrier waits for a number of threads, because only then the number of warps matters.
func launchedWith(l *cfg.Launch, limit int, awaits bool) []Blocks {
	var s warp.Shape
	if l.Block != nil {
		s = warp.Shape(*l.Block)
	}
	switch {
	case s.IsLaunchable():
		return []Blocks{{Shape: s}}
	case s.Known() || !s.MayExtend():
		return []Blocks{{}}
	}
	p := planeOf(s)
	switch e := l.Extents[p.last]; {
	case s[p.last] > 0 && awaits:
		if all := shapesOf(s, l.Extents); all != nil {
			return all
		}
	case s[p.last] == 0 && e.IsKnown() && (awaits || !Blocks{Shape: s, Size: e}.areWhole()):
		if e.Most = min(e.Most, limit/p.inner/rest(s, p), blockDimensions[p.last].most); len(e.Sizes(warp.MaxThreads)) > 0 {
			return sized(s, p, e, l.Extents, limit, awaits)
		}
	}
	return sampled(s, p.least <= limit, [mostSamples]warp.Shape{})
}

// rest returns the least number of planes of shape p in a block of shape s.
func rest(s warp.Shape, p plane) int {
	planes := 1
	for _, n := range s[p.last+1:] {
		planes *= max(n, 1)
	}
	return planes
}

// sampled returns a list of one context, for launches with the shape s. If mayBeWhole is set, the context has the shape
// s. Its blocks are assumed to consist of planes of whole warps, and samples are examples of other blocks. Otherwise
// the context has the shape of the first sample, or no shape if there is no sample.
func sampled(s warp.Shape, mayBeWhole bool, samples [mostSamples]warp.Shape) []Blocks {
	if mayBeWhole {
		return []Blocks{{Shape: s, Samples: samples}}
	}
	if samples[0].Known() {
		return []Blocks{{Shape: samples[0], IsPossible: true}}
	}
	return []Blocks{{}}
}

// sized returns the contexts for blocks of the shape s in which the extent of the plane p is within the bounds e. limit
// is the largest number of threads of a block. There is one context if a block is a single plane. There is also one if
// planes of whole warps can be assumed, and no barrier awaits a number of threads. Otherwise each shape is a context,
// if the shapes are few.
func sized(s warp.Shape, p plane, e warp.Extent, extents [3]warp.Extent, limit int, awaits bool) []Blocks {
	if !slices.ContainsFunc(s[p.last+1:], func(n int) bool { return n != 1 }) {
		return []Blocks{{Shape: s, Size: e}}
	}
	extents[p.last] = e
	mayBeWhole := p.least <= limit && (Blocks{Shape: s, Size: e}).mayBeWhole()
	if awaits || !mayBeWhole {
		if all := shapesOf(s, extents); all != nil {
			return all
		}
	}
	return sampled(s, mayBeWhole, samplesOf(s, extents, limit))
}

// shapesOf returns one context for each shape with the extents of a launch, none if there are too many.
func shapesOf(s warp.Shape, extents [3]warp.Extent) []Blocks {
	shapes := []warp.Shape{s}
	for i, n := range s {
		if n > 0 {
			continue
		}
		sizes := extents[i].Sizes(mostSizes)
		var more []warp.Shape
		for _, one := range shapes {
			for _, n := range sizes {
				one[i] = n
				more = append(more, one)
			}
		}
		shapes = more
	}
	if len(shapes) > mostSizes {
		return nil
	}
	var all []Blocks
	for _, one := range shapes {
		if one.IsLaunchable() {
			all = append(all, Blocks{Shape: one, IsPossible: true})
		}
	}
	return all
}

// Common returns the extents in which two shapes agree, 0 for the others.
func Common(s, o warp.Shape) warp.Shape {
	for i := range s {
		if s[i] != o[i] {
			s[i] = 0
		}
	}
	return s
}

// OtherShapes returns likely blocks of a kernel with an unknown launch. One is as wide as the launch bound, if the
// bound exceeds a warp and is no multiple of one. Blocks of several dimensions are added if the kernel, or a function
// that it calls, reads a .y or .z index or extent. If such a kernel computes a mask, blocks of one warp with several
// rows are added too.
func OtherShapes(root *cfg.Func) []warp.Shape {
	most := mostThreads(root)
	var list []warp.Shape
	if most > warp.Size && most%warp.Size != 0 {
		list = append(list, warp.Shape{most, 1, 1})
	}
	if readsRows(root) {
		list = append(list, warp.Shape{16, 16, 1}, warp.Shape{8, 8, 1}, warp.Shape{4, 64, 1}, warp.Shape{1, 32, 1})
		if most < 2*warp.Size {
			list = append(list, warp.Shape{2, most / 2, 1}, warp.Shape{1, most, 1})
		}
		if readsPlanes(root) {
			list = append(list, warp.Shape{1, 1, min(most, warp.Size)})
		}
		if computesMask(root) {
			list = append(list, rowsOfOneWarp()...)
		}
	}
	return slices.DeleteFunc(list, func(s warp.Shape) bool { return !s.IsLaunchable() || s.Threads() > most })
}

// rowsOfOneWarp returns the blocks of one warp that have several rows. A mask that each row shifts to its lanes is
// right only in such a block:
//
//	unsigned mask = 0xffu << (threadIdx.y * 8);
func rowsOfOneWarp() (list []warp.Shape) {
	for width := warp.Size / 2; width > 1; width /= 2 {
		list = append(list, warp.Shape{width, warp.Size / width, 1})
	}
	return list
}

// likelyThreads is the assumed number of threads of a block if nothing bounds it.
const likelyThreads = 256

// LikelyShapes returns blocks of whole warps that a kernel with an unknown launch may well have: a block of one row
// and, if the kernel reads rows, a block with rows of one warp. It returns none if the launch bound is no multiple of a
// warp.
func LikelyShapes(root *cfg.Func) []warp.Shape {
	threads := likelyThreads
	if root.Decl.MaxThreads > 0 {
		threads = mostThreads(root)
	}
	if threads%warp.Size != 0 {
		return nil
	}
	list := []warp.Shape{{threads, 1, 1}}
	if readsRows(root) {
		list = append([]warp.Shape{{warp.Size, threads / warp.Size, 1}}, list...)
	}
	return list
}

// ForWarps returns the blocks in which the warps of a root are compared with each other. If the root reads several
// indices and the shape is unknown, these are likely shapes of several warps with the known extents of b. Each of them
// is an example of b (StandsFor). Otherwise, or if no likely shape is small enough for the root, the list is b itself.
func ForWarps(b Blocks, root *cfg.Func) (list []Blocks) {
	if b.Shape.Known() || b.Size.IsKnown() || !readsRows(root) {
		return []Blocks{b}
	}
	twoWarps := []warp.Shape{{16, 4, 1}, {warp.Size, 2, 1}, {4, 16, 1}}
	for _, s := range append(shapesForWarps(b.Shape, root, true), filled(twoWarps, b.Shape, root)...) {
		list = append(list, Blocks{Shape: s, IsPossible: true, StandsFor: &b.Shape, Premises: b.Premises})
	}
	if len(list) == 0 {
		return []Blocks{b}
	}
	return list
}

// OthersForWarps returns the likely shapes that ForWarps considers together with the shape of b, without this shape. It
// returns nil if b is no example of a shape (StandsFor). Only a fault that occurs in all these shapes is a fault of the
// kernel for every launch. If dependsOnRows is set, the block of one row is left out.
//
//	s[threadIdx.y * 8 + threadIdx.x]       right in blocks that are 8 wide
//	s[threadIdx.x]                         right in blocks of one row
func (b Blocks) OthersForWarps(root *cfg.Func, dependsOnRows bool) []warp.Shape {
	if b.StandsFor == nil {
		return nil
	}
	all := shapesForWarps(*b.StandsFor, root, !dependsOnRows)
	return slices.DeleteFunc(all, func(s warp.Shape) bool { return s == b.Shape })
}

// shapesForWarps returns likely shapes of several warps. They have the known extents of shape, and likely numbers for
// its unknown extents. A shape of one row is included only if withOneRow is set.
func shapesForWarps(shape warp.Shape, root *cfg.Func, withOneRow bool) []warp.Shape {
	likely := []warp.Shape{{warp.Size, 8, 1}, {16, 16, 1}, {8, 8, 1}}
	if planes := []warp.Shape{{8, 8, 4}, {4, 4, 4}}; readsPlanes(root) {
		if likely = append(likely, planes...); root.LeadsTo(namesPlanes) {
			likely = append(planes, likely[:len(likely)-len(planes)]...)
		}
	}
	if withOneRow {
		likely = append(likely, warp.Shape{likelyThreads, 1, 1})
	}
	return filled(likely, shape, root)
}

// filled returns the given shapes with the known extents of shape in place of their own. It keeps only those with
// several warps with which root may be launched.
func filled(shapes []warp.Shape, shape warp.Shape, root *cfg.Func) (list []warp.Shape) {
	for _, s := range shapes {
		for i, n := range shape {
			if n > 0 {
				s[i] = n
			}
		}
		if s.IsLaunchable() && s.Threads() > warp.Size && s.Threads() <= mostThreads(root) && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// readsRows reports whether f, or a function that it calls, reads threadIdx.y or .z, or blockDim.y or .z. A library
// function that returns the indices counts. It does not count if it computes one value of all indices, such as the rank
// of a thread, because this value is the same in blocks of all shapes.
func readsRows(f *cfg.Func) bool {
	return readsSome(f, cfg.TidY, cfg.TidZ, cfg.NTidY, cfg.NTidZ)
}

// readsPlanes reports whether f or a callee reads threadIdx.z or blockDim.z.
func readsPlanes(f *cfg.Func) bool { return readsSome(f, cfg.TidZ, cfg.NTidZ) }

// namesPlanes reports whether i names a shared array of three dimensions. A kernel with such an array is probably meant
// for blocks of three dimensions, if it reads the third index.
func namesPlanes(i *cfg.Instr) bool {
	if i.Op != cfg.Addr || i.Object.Storage != types.Shared {
		return false
	}
	t := i.Object.Type
	for range 2 {
		if t == nil || t.Kind != types.Array {
			return false
		}
		t = t.Elem
	}
	return t != nil && t.Kind == types.Array
}

func readsSome(f *cfg.Func, registers ...cfg.SpecialReg) bool {
	for reached := range cfg.Reached([]*cfg.Func{f}) {
		reads, handsOn := readsRegister(registers...), returnsRecord(reached)
		for _, b := range reached.Blocks {
			if slices.ContainsFunc(b.Instrs, func(i *cfg.Instr) bool { return reads(i) && (handsOn || !i.Pos.System) }) {
				return true
			}
		}
	}
	return false
}

// readsRegister returns a predicate for instructions that read one of the given launch registers.
func readsRegister(registers ...cfg.SpecialReg) func(*cfg.Instr) bool {
	return func(i *cfg.Instr) bool { return i.Op == cfg.Special && slices.Contains(registers, i.Special) }
}

// returnsRecord reports whether f returns an object of a class, such as the indices of a thread.
func returnsRecord(f *cfg.Func) bool {
	return slices.ContainsFunc(f.Blocks, func(b *cfg.Block) bool {
		return b.Term.Kind == cfg.Return && b.Term.Cond != nil && b.Term.Cond.Type != nil && b.Term.Cond.Type.Kind == types.Record
	})
}

// computesMask reports whether f, or a function that it calls, passes a mask that is not a literal.
func computesMask(f *cfg.Func) bool {
	return f.LeadsTo(func(i *cfg.Instr) bool {
		return i.Collective != nil && i.Collective.Mask >= 0 && i.Args[i.Collective.Mask].Unconverted().Op != cfg.Const
	})
}

// waitsForNumber reports whether f, or a function that it calls, executes a barrier with a number of threads, such as
// bar.sync 1, 64.
func waitsForNumber(f *cfg.Func) bool {
	return f.LeadsTo(func(i *cfg.Instr) bool {
		return i.Collective != nil && i.Collective.IsNumbered() && i.Collective.BarrierThreads >= 0
	})
}

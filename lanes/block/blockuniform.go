package block

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// An unknown is block-uniform if it is computed only from values that all warps of the block share. These are
// arguments, the grid, memory at a block-uniform address, and the result of a barrier of the block. Thread numbers,
// atomics, volatile loads and approximated values are not block-uniform. If the warps may leave a loop in different
// iterations, the values that the iterations compute are not block-uniform after the loop:
//
//	for (int p = d[blockIdx.x]; p > 0; p = next[p]) __syncthreads();   p is block-uniform
//	for (int p = d[warp]; p > 0; p = next[p]) __syncthreads();         p is not
//
// A loop-carried value is computed from its value at loop entry and its value at the end of an iteration. All warps are
// taken to be in the same iteration. The number of iterations depends on the conditions of the back edge. An unknown is
// not block-uniform if it is computed, in one or more steps, from an unknown that is not. All other unknowns are
// block-uniform. This is the greatest solution of the equations, and an invariant of the loops.
//
// Memory that is not volatile has the same contents for all warps that read it between two barriers. If the contents
// differed, the warps would race.

// uniformity decides which unknowns are block-uniform, for warps that are in the same iterations of the summarised
// loops around them. loop is the innermost of these loops, nil if there is none.
type uniformity struct {
	j    *Judge
	loop *trace.Loop
	// tile is the number of threads of the tile to which the warps belong. It is 0 if they may be any warps of the
	// block.
	tile int
	// blocks reports whether the warps may belong to different blocks.
	blocks bool
	// inTile rewrites a term of a warp to a form that all warps of its tile share. It is nil if tiles are not
	// distinguished.
	inTile func(*term.Term) *term.Term
	// uniform caches the unknowns that are known to be block-uniform.
	uniform map[read]bool
}

// read is a term x that is read in an iteration of the summarised loop. If loop is nil, x is read outside all such
// loops.
type read struct {
	x    *term.Term
	loop *trace.Loop
}

// uniformityAt returns the uniformity for terms that warps of one block use at e.
func (j *Judge) uniformityAt(e *trace.Event) *uniformity {
	var in *trace.Loop
	if len(e.Within) > 0 {
		in = e.Within[0]
	}
	u := j.uniformityIn(in)
	u.tile = j.threadsInCommon(e)
	u.separateTiles()
	return u
}

// uniformityIn returns the uniformity for terms that warps of the block read in an iteration of the loop s, or outside
// all loops if s is nil.
func (j *Judge) uniformityIn(s *trace.Loop) *uniformity {
	return &uniformity{j: j, loop: s, uniform: map[read]bool{}}
}

// separateTiles sets inTile if tiles consist of several warps. inTile replaces the number of a warp by an expression of
// two numbers: the number of the tile, and the number of the warp in the tile. A term without the second number is the
// same for all warps of the tile. If the number of the warp is computed from several indices, inTile replaces the
// expressions that compute the number of the tile.
func (u *uniformity) separateTiles() {
	t, number := u.j.t, u.j.trace.Launch.Number
	warps := uint64(u.tile / warp.Size)
	if warps < 2 || number.IsConst() {
		return
	}
	tile := t.Var("tile", 32, 0, number.Hi/warps, memory.TileOrigin{})
	parts, by := []*term.Term{number}, []*term.Term{t.Add(t.Mul(tile, t.Const(32, warps)), t.Var("warp of the tile", 32, 0, warps-1, memory.ThreadOrigin{}))}
	if number.Op != term.Var {
		first := func(reg cfg.SpecialReg) *term.Term { return u.j.trace.Launch.Register(reg).At(0) }
		row := t.Add(first(cfg.TidY), t.Mul(first(cfg.NTidY), first(cfg.TidZ)))
		threads, size := t.Add(first(cfg.TidX), t.Mul(first(cfg.NTidX), row)), t.Const(32, uint64(u.tile))
		parts = []*term.Term{t.UDiv(number, t.Const(32, warps)), t.UDiv(t.Mul(number, t.Const(32, warp.Size)), size), t.UDiv(threads, size)}
		by = []*term.Term{tile, tile, tile}
	}
	u.inTile = func(x *term.Term) *term.Term { return t.Replace(x, parts, by) }
}

// ofTile rewrites x to a form that the warps of a tile share. It returns x if there is no such form.
func (u *uniformity) ofTile(x *term.Term) *term.Term {
	if u.inTile == nil {
		return x
	}
	y := u.inTile(x)
	if term.Any([]*term.Term{y}, differsInTile) {
		return x
	}
	return y
}

// differsInTile reports whether x itself differs between the warps of a tile.
func differsInTile(x *term.Term) bool {
	_, member := x.Origin.(memory.ThreadOrigin)
	return member || grid.DiffersBetweenWarps(x)
}

// uniformityOfBlocksAt returns the uniformity for terms that warps of several blocks read at e.
func (j *Judge) uniformityOfBlocksAt(e *trace.Event) *uniformity {
	u := j.uniformityAt(e)
	u.blocks = true
	return u
}

// mayDiffer reports whether x is not known to be block-uniform.
func (u *uniformity) mayDiffer(x *term.Term) bool { return u.someMayDiffer([]read{{x, u.loop}}) }

// someMayDiffer reports whether some term of work is not known to be block-uniform.
func (u *uniformity) someMayDiffer(work []read) bool {
	seen := map[read]bool{}
	for len(work) > 0 {
		r := work[len(work)-1]
		r.x, work = u.ofTile(r.x), work[:len(work)-1]
		if r.x.IsConst() || seen[r] || u.uniform[r] {
			continue
		}
		seen[r] = true
		u.j.t.Work.Spend(readWork)
		more, differs := u.fedBy(r)
		if differs {
			return true
		}
		work = append(work, more...)
	}
	for r := range seen {
		u.uniform[r] = true
	}
	return false
}

// hasCopyPerWarp reports whether another warp needs its own copy of the unknown x. The arguments of an opaque unknown
// do not matter: if they differ between the warps, the rewritten unknowns are different terms anyway.
func (u *uniformity) hasCopyPerWarp(x *term.Term) bool {
	if x.Op == term.Var {
		return u.mayDiffer(x)
	}
	if u.isOwn(x) {
		return true
	}
	if _, local := x.Origin.(memory.LocalOrigin); local {
		return u.mayDiffer(x)
	}
	for _, s := range u.j.leftLoops(read{x, u.loop}) {
		if u.someMayDiffer(u.j.controlled(s)) {
			return true
		}
	}
	return false
}

// fedBy returns the terms from which r is computed. differs reports whether r differs between warps, even if these
// terms do not.
func (u *uniformity) fedBy(r read) (sources []read, differs bool) {
	j := u.j
	if y, assumed := j.prover.Unknowns.Assumed(r.x); assumed {
		return []read{{y, r.loop}}, false
	}
	for _, s := range j.leftLoops(r) {
		sources = append(sources, j.controlled(s)...)
	}
	for _, a := range r.x.Args {
		sources = append(sources, read{a, r.loop})
	}
	if r.x.Op != term.Var && r.x.Op != term.Opaque {
		return sources, false
	}
	f, fed := j.trace.FeedOf(r.x)
	if o, local := r.x.Origin.(memory.LocalOrigin); local {
		f, fed = trace.Feed{Of: u.j.trace.Memory.StoredIn(o.Array)}, true
	}
	if !fed {
		return sources, u.isOwn(r.x)
	}
	if f.Tile > 0 && (u.tile == 0 || u.tile > f.Tile) || u.blocks && f.IsOfBlock() {
		return nil, true
	}
	if f.Control {
		sources = append(sources, j.controlled(f.Loop)...)
	}
	at := r.loop
	if f.Loop != nil {
		at = f.Loop
	}
	for _, v := range f.Of {
		sources = append(sources, readAt(v, at)...)
	}
	return sources, false
}

// readAt lists the terms of v as reads in an iteration of loop.
func readAt(v vector.Vec, loop *trace.Loop) []read {
	var list []read
	for _, x := range v.Distinct() {
		list = append(list, read{x, loop})
	}
	return list
}

// isOwn reports whether an unknown x may differ from warp to warp by its origin alone. The terms from which x is
// computed are not considered.
func (u *uniformity) isOwn(x *term.Term) bool {
	switch o := x.Origin.(type) {
	case memory.ArgOrigin, memory.AddressOrigin, otherOrigin, memory.TemplateOrigin, iterationsOrigin, memory.TileOrigin:
		return false
	case memory.LaneArgument:
		return !u.j.trace.Memory.TakesAlike()
	case grid.Origin:
		return grid.DiffersBetweenWarps(x) || u.blocks && differsByBlock(x)
	case memory.Origin:
		return o.Own || u.blocks && differsByBlock(x)
	case memory.ThreadOrigin:
		return true
	}
	return x.Op == term.Var && !u.j.prover.Unknowns.IsNumber(x)
}

// leftLoops lists the summarised loops that made the term of the read in one of their iterations, and that the lanes
// have left at the place of the read.
func (j *Judge) leftLoops(r read) []*trace.Loop {
	var list []*trace.Loop
	for _, s := range j.trace.Log.Summaries {
		if makes(s, r.x) && !r.loop.IsWithin(s) {
			list = append(list, s)
		}
	}
	return list
}

// makes reports whether an iteration of s makes the unknown x. It also returns true if x is read from a version of
// memory that the iteration makes.
func makes(s *trace.Loop, x *term.Term) bool {
	switch o := x.Origin.(type) {
	case memory.ArgOrigin, memory.AddressOrigin, grid.Origin, otherOrigin:
		return false
	case memory.Origin:
		return x.Args[0].K > uint64(s.Age) && x.Args[0].K <= uint64(s.Last) || o.Own && s.Made(x)
	}
	return x.Op == term.Var && s.Made(x)
}

// controlled lists the terms that decide whether lanes stay in the loop s after an iteration, and by which exit they
// leave it.
func (j *Judge) controlled(s *trace.Loop) []read {
	list, known := j.controls[s]
	if !known {
		for _, way := range slices.Concat(s.Exits, s.Retired, []vector.Vec{s.Round}) {
			list = append(list, readAt(s.Decisive(j.t, way, nil), s)...)
		}
		j.controls[s] = list
	}
	return list
}

// leavesKernel reports whether lanes may leave the kernel in the loop s, and all warps that stay in the kernel leave s
// in the same iteration.
func (u *uniformity) leavesKernel(s *trace.Loop) bool {
	t := u.j.t
	if !s.Leaves || s.MayNotEnd {
		return false
	}
	stays := func(l int) []*term.Term {
		var list []*term.Term
		for _, r := range s.Retired {
			list = append(list, t.Not(s.Decisive(t, r, nil).At(l)))
		}
		return list
	}
	return !slices.ContainsFunc(s.Exits, func(way vector.Vec) bool {
		return u.someMayDiffer(readAt(s.Decisive(t, way, stays), s))
	})
}

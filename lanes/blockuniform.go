package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// An unknown is block-uniform when only what all warps of the block have in common feeds it:
// arguments, the grid, memory at an address that is block-uniform itself, what a barrier of the
// block yields. Thread numbers, atomics, volatile loads and what the interpreter gave up are not;
// nor is, behind a loop, what its turns computed when the warps may leave it in different ones:
//
//	for (int p = d[blockIdx.x]; p > 0; p = next[p]) __syncthreads();   p is block-uniform
//	for (int p = d[warp]; p > 0; p = next[p]) __syncthreads();         p is not
//
// What a loop carries is fed by what it begins with and by what a turn makes of it, in the same
// turn of the loop for all warps; how many turns there are by what sends lanes round again. That
// every unknown is block-uniform unless a way along its feeds leads to one that is not is the
// greatest solution of these equations, so it is an invariant of the loops.
//
// Memory that is not volatile holds the same for all warps that read it between two barriers:
// else they would race.

// feed is what an unknown is computed of. Feeds without terms tell that it is block-uniform.
type feed struct {
	of []vector.Vec
	// tile is the number of threads of the tile that it is the same for, 0 for the whole block.
	tile int
	// loop is the summarised loop in a turn of which the terms are read, nil for the place where
	// the unknown is; control tells that what decides on the loop's turns feeds it.
	loop    *Loop
	control bool
}

// isOfBlock reports what a barrier of the block yields.
func (f feed) isOfBlock() bool { return f.of == nil && f.loop == nil }

// feeds says what an unknown is computed of, besides its arguments.
func (in *interp) feeds(x *term.Term, f feed) { in.fed[x] = f }

// feedAll is feeds for the unknowns of a vector.
func (in *interp) feedAll(unknown vector.Vec, f feed) {
	for _, x := range unknown.Distinct() {
		in.feeds(x, f)
	}
}

// made is feed for the unknowns of a value.
func (in *interp) made(v memory.Value, f feed) memory.Value {
	if parts, ok := v.(memory.Aggregate); ok {
		for _, part := range parts {
			in.made(part, f)
		}
	}
	if word, known := in.wordOf(v); known {
		in.feedAll(word, f)
	}
	return v
}

// feedTurns says of all that a loop carries what feeds it, once a turn has confirmed the
// summary: the first words, and those at the end of the turn, if any. And who leaves in a turn.
func (in *interp) feedTurns(s *loopSummary, header, back edge, exits []edge, again bool) {
	s.header = header.guard
	for _, way := range exits {
		s.exits = append(s.exits, way.guard)
	}
	for _, c := range s.sorted() {
		now := header.st.Cells[c]
		word, known := in.wordOf(now)
		if s.changes[c].kind < classUniform || !known {
			continue
		}
		var next vector.Vec
		if again {
			if _, next, known = in.comparable(now, back.st.Cells[c]); !known {
				continue
			}
		}
		for _, x := range in.carriedBy(s, word) {
			begins, _ := in.Carried(x)
			first := vector.Uniform(begins.First)
			if again {
				in.feeds(x, feed{of: []vector.Vec{first, next}, loop: s.Loop})
			} else {
				in.feeds(x, feed{of: []vector.Vec{first}, loop: s.Loop})
			}
		}
	}
}

// wordOf is a word, or where a pointer leads to.
func (in *interp) wordOf(v memory.Value) (vector.Vec, bool) {
	switch v := v.(type) {
	case vector.Vec:
		return v, true
	case memory.Pointer:
		if v.IsInside() {
			return v.Path[len(v.Path)-1].Bytes, true
		}
		return in.memory.Address(v), true
	}
	return vector.Vec{}, false
}

// carriedBy are the unknowns in a word that a loop carries, and what they are as long as no
// collective was broken.
func (in *interp) carriedBy(s *loopSummary, word vector.Vec) []*term.Term {
	var list []*term.Term
	var add func(x *term.Term) bool
	add = func(x *term.Term) bool {
		if c, carried := in.Carried(x); !carried || c.Loop != s.number || c.IsNumber || slices.Contains(list, x) {
			return false
		}
		list = append(list, x)
		if y, assumed := in.Assumed(x); assumed {
			term.Any([]*term.Term{y}, add)
		}
		return false
	}
	term.Any(word.List(), add)
	return list
}

// uniformity tells block-uniform unknowns as they are read within some summarised loops, of
// which the warps are in the same turn: the innermost one, nil for none.
type uniformity struct {
	j  *judge
	at *Loop
	// tile is the number of threads of the tile that the warps are of, 0 for any of the block.
	tile int
	// blocks says that the warps may be of different blocks.
	blocks bool
	// inTile says of a warp's formulas what they are for one of the warps of its tile, and member
	// is which; nil where tiles are not told.
	inTile *term.Rewriter
	member *term.Term
	// uniform are the unknowns that are known to be.
	uniform map[read]bool
}

// read is a term that is read in a turn of a summarised loop.
type read struct {
	x  *term.Term
	at *Loop
}

// uniformityAt is for what is read at an event.
func (j *judge) uniformityAt(e *event) *uniformity {
	u := &uniformity{j: j, tile: e.instr.Collective.Tile, uniform: map[read]bool{}}
	if len(e.within) > 0 {
		u.at = e.within[0]
	}
	u.tellTiles()
	return u
}

// tellTiles writes the number of a warp as that of its tile of several warps and of the warp in
// it, so that what tells only the tiles apart is seen to be the same for all warps of one.
func (u *uniformity) tellTiles() {
	t, number := u.j.t, u.j.launch.Number
	warps := uint64(u.tile / warp.Size)
	if warps < 2 || number.Op != term.Var {
		return
	}
	tile := t.Var("tile", 32, 0, number.Hi/warps, memory.TileOrigin{})
	u.member = t.Var("warp of the tile", 32, 0, warps-1, memory.ThreadOrigin{})
	as := t.Add(t.Mul(tile, t.Const(32, warps)), u.member)
	u.inTile = t.NewRewriter(func(x *term.Term) *term.Term {
		if x == number {
			return as
		}
		return x
	})
}

// ofTile is a term as the warps of a tile have it in common, or as it is where they do not.
func (u *uniformity) ofTile(x *term.Term) *term.Term {
	if u.inTile == nil {
		return x
	}
	y := u.inTile.Rewrite(x)
	if term.Any([]*term.Term{y}, func(z *term.Term) bool { return z == u.member }) {
		return x
	}
	return y
}

// uniformityOfBlocksAt is for what is read at an event by warps of several blocks.
func (j *judge) uniformityOfBlocksAt(e *event) *uniformity {
	u := j.uniformityAt(e)
	u.blocks = true
	return u
}

// mayDiffer reports a term that is not known to be block-uniform.
func (u *uniformity) mayDiffer(x *term.Term) bool { return u.someMayDiffer([]read{{x, u.at}}) }

// someMayDiffer is mayDiffer of several terms.
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

// isCopied reports an unknown that another warp has one of its own for. What an opaque one is
// a function of is told by its arguments.
func (u *uniformity) isCopied(x *term.Term) bool {
	if x.Op == term.Var {
		return u.mayDiffer(x)
	}
	if u.isOwn(x) {
		return true
	}
	if _, local := x.Origin.(memory.LocalOrigin); local {
		return u.mayDiffer(x)
	}
	for _, s := range u.j.leftLoops(read{x, u.at}) {
		if u.someMayDiffer(u.j.controlled(s)) {
			return true
		}
	}
	return false
}

// fedBy is what feeds a term as it is read, or that it differs from warp to warp by itself.
func (u *uniformity) fedBy(r read) (more []read, differs bool) {
	j := u.j
	if y, assumed := j.Assumed(r.x); assumed {
		return []read{{y, r.at}}, false
	}
	for _, s := range j.leftLoops(r) {
		more = append(more, j.controlled(s)...)
	}
	for _, a := range r.x.Args {
		more = append(more, read{a, r.at})
	}
	if r.x.Op != term.Var && r.x.Op != term.Opaque {
		return more, false
	}
	f, fed := j.fed[r.x]
	if o, local := r.x.Origin.(memory.LocalOrigin); local {
		f, fed = feed{of: u.j.memory.StoredIn(o.Array)}, true
	}
	if !fed {
		return more, u.isOwn(r.x)
	}
	if f.tile > 0 && (u.tile == 0 || u.tile > f.tile) || u.blocks && f.isOfBlock() {
		return nil, true
	}
	if f.control {
		more = append(more, j.controlled(f.loop)...)
	}
	at := r.at
	if f.loop != nil {
		at = f.loop
	}
	for _, v := range f.of {
		more = append(more, readAt(v, at)...)
	}
	return more, false
}

// readAt are the terms of a vector.
func readAt(v vector.Vec, at *Loop) []read {
	var list []read
	for _, x := range v.Distinct() {
		list = append(list, read{x, at})
	}
	return list
}

// isOwn reports an unknown, of which no feeds are known, that is a warp's own.
func (u *uniformity) isOwn(x *term.Term) bool {
	switch o := x.Origin.(type) {
	case memory.ArgOrigin, memory.AddressOrigin, otherOrigin, memory.TemplateOrigin, turnsOrigin, memory.TileOrigin:
		return false
	case memory.LaneArgument:
		return !u.j.memory.TakesAlike()
	case grid.Origin:
		return grid.TellsWarps(x) || u.blocks && tellsBlocks(x)
	case memory.Origin:
		return o.Own || u.blocks && tellsBlocks(x)
	case memory.ThreadOrigin:
		return true
	}
	return x.Op == term.Var && !u.j.IsNumber(x)
}

// leftLoops are the summarised loops that have been left where a term is read and in a turn of
// which it was made.
func (j *judge) leftLoops(r read) []*Loop {
	var list []*Loop
	for _, s := range j.summaries {
		if makes(s, r.x) && !r.at.isWithin(s) {
			list = append(list, s)
		}
	}
	return list
}

// makes reports an unknown of a turn of the loop: named there, or read from memory of there.
func makes(s *Loop, x *term.Term) bool {
	switch o := x.Origin.(type) {
	case memory.ArgOrigin, memory.AddressOrigin, grid.Origin, otherOrigin:
		return false
	case memory.Origin:
		return x.Args[0].K > uint64(s.age) && x.Args[0].K <= uint64(s.last) || o.Own && s.numbers(x)
	}
	return x.Op == term.Var && s.numbers(x)
}

// numbers reports a term that was made while the loop was interpreted.
func (s *Loop) numbers(x *term.Term) bool { return x.ID >= s.mark && x.ID < s.end }

// isWithin reports a loop, nil for none, that is another one or lies within it.
func (s *Loop) isWithin(other *Loop) bool {
	for ; s != nil; s = s.around {
		if s == other {
			return true
		}
	}
	return false
}

// controlled is what decides on how the lanes go on from the header of a loop in any turn.
func (j *judge) controlled(s *Loop) []read {
	list, known := j.controls[s]
	if !known {
		for _, way := range slices.Concat(s.exits, s.retired, []vector.Vec{s.round}) {
			list = append(list, readAt(s.decisive(j.t, way, nil), s)...)
		}
		j.controls[s] = list
	}
	return list
}

// decisive is what sends the lanes of the header on a way, given what else is known of each.
func (s *Loop) decisive(t *term.Table, way vector.Vec, known func(l int) []*term.Term) vector.Vec {
	return vector.Build(func(l int) *term.Term {
		common := term.Common([]*term.Term{s.header.At(l)})
		if known != nil {
			common = append(common, known(l)...)
		}
		return t.Strip(way.At(l), common)
	})
}

// leavesKernel reports a summarised loop that the warps leave together, but for those that leave
// the kernel there.
func (u *uniformity) leavesKernel(s *Loop) bool {
	t := u.j.t
	if !s.leaves || s.keeps {
		return false
	}
	stays := func(l int) []*term.Term {
		var list []*term.Term
		for _, r := range s.retired {
			list = append(list, t.Not(s.decisive(t, r, nil).At(l)))
		}
		return list
	}
	return !slices.ContainsFunc(s.exits, func(way vector.Vec) bool {
		return u.someMayDiffer(readAt(s.decisive(t, way, stays), s))
	})
}

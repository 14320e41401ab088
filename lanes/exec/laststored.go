package exec

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// A load from a followed variable finds what was stored there last, where that is known. The stores
// between two barriers are looked at together, from the last barrier backward: all that may be to
// the place store one word, and some lane surely does, or else nothing is known. Whose stores count is
// one of two:
//
//	if (threadIdx.x == 0) s[0] = n;         of the block: a word that is the same whoever stores it,
//	__syncthreads();                        at a place that does not depend on the thread, by some
//	int few = s[0];                         thread that every block has
//
//	if (lane == 0) masks[warp] = ballot;    of the warp that reads: a word that its lanes stored for
//	__syncwarp();                           each other, or each for itself, at a place that other warps
//	m = masks[warp];                        leave alone
//
// Between two barriers of the block nobody stores where others store or load, but lanes that execute
// one statement (that is a race). So what a warp stored is there behind the next barrier of the block,
// and other warps may have stored there only behind that.

// reading is a load of which the last store is sought.
type reading struct {
	in     *interp
	at     vector.Vec
	size   int64
	bits   int
	guard  vector.Vec
	point  *trace.Point
	around *trace.Loop
}

// maxPast bounds what is looked at of the past of a variable.
const maxPast = 64

// lastStored is what a load surely finds that was stored there, if that is known.
func (in *interp) lastStored(fr *frame, i *cfg.Instr, p memory.Pointer, guard vector.Vec, st *memory.State) (found memory.Value, known bool) {
	if !isFollowed(p.Object) || p.Recast || in.isUnsettled(in.Trace.Root, i) {
		return nil, false
	}
	if isToFunction(i.Type) {
		word, known := in.lastWord(fr, i, p, 64, guard, st)
		return memory.Pointer{Addr: word, Elem: i.Type.Elem}, known
	}
	bits := memory.Width(i.Type)
	if bits < 0 {
		return nil, false
	}
	return in.lastWord(fr, i, p, bits, guard, st)
}

// lastWord is the word of so many bits that a load finds, where the last store is known.
func (in *interp) lastWord(fr *frame, i *cfg.Instr, p memory.Pointer, bits int, guard vector.Vec, st *memory.State) (word vector.Vec, known bool) {
	at, known := in.memory.ByteOffset(p)
	if !known {
		return vector.Vec{}, false
	}
	r := &reading{in: in, at: at, size: memory.Size(i.Type), bits: bits, guard: guard, point: in.at(fr, i), around: in.innermost()}
	top := in.pasts.of(st, p.Object)
	for _, by := range []storers{&byBlock{reading: r}, &byLanes{reading: r}, &byWarp{reading: r}} {
		if word, known := r.last(top, by); known {
			return word, true
		}
	}
	return vector.Vec{}, false
}

// storers are those whose stores count.
type storers interface {
	// parts reports a barrier that parts what they stored before it from what they do behind it, where
	// the one who reads comes to it as well.
	parts(e *trace.Event) bool
	// passes goes back over a barrier that parts, or over iterations of which each may have some
	// (nil), and reports whether stores before it still count.
	passes(e *trace.Event) bool
	// word is what a store leaves for the one who reads; false where that is not known.
	word(s *stored) (vector.Vec, bool)
	// surely reports stores of which some is surely executed before the last barrier that was passed.
	surely(list []*stored) bool
}

// last goes back from a load to the stores whose word it finds.
func (r *reading) last(top *past, by storers) (found vector.Vec, known bool) {
	for left := maxPast; left > 0; {
		p := r.sinceBarrier(top, by, &left)
		var here []*stored
		for _, s := range p.stores {
			if r.isApart(s) {
				continue
			}
			word, told := by.word(s)
			if !told || s.around != nil && !r.around.IsWithin(s.around) || !found.IsNone() && !word.EqualWhere(found, r.guard) {
				return vector.Vec{}, false
			}
			found = word
			here = append(here, s)
		}
		if p.unknown {
			return vector.Vec{}, false
		}
		if len(here) > 0 && by.surely(here) {
			return found, true
		}
		if p.end == nil || !by.passes(p.end.met) || len(p.end.before) != 1 {
			return vector.Vec{}, false
		}
		top = p.end.before[0]
	}
	return vector.Vec{}, false
}

// period is what happened since a barrier.
type period struct {
	stores []*stored
	// end is the barrier, or the loop whose iterations may have had one, that all ways came by; nil
	// where there is none.
	end *past
	// unknown: something may have been stored that is not told.
	unknown bool
}

// sinceBarrier are the stores since the last barrier that parts.
func (r *reading) sinceBarrier(top *past, by storers, left *int) period {
	p, seen, work := period{}, map[*past]bool{}, []*past{top}
	var ends []*past
	for ; len(work) > 0 && *left > 0; work = work[1:] {
		h := work[0]
		if seen[h] {
			continue
		}
		seen[h] = true
		*left--
		switch {
		case h.again, h.met != nil && by.parts(h.met):
			ends = append(ends, h)
			continue
		case h.stored != nil:
			p.stores = append(p.stores, h.stored)
		case len(h.before) == 0:
			p.unknown = p.unknown || h.unknown
			ends = append(ends, nil)
		}
		work = append(work, h.before...)
	}
	p.unknown = p.unknown || len(work) > 0
	if len(ends) == 1 {
		p.end = ends[0]
	}
	return p
}

// isApart reports a store to other bytes than are read.
func (r *reading) isApart(s *stored) bool {
	a, b := r.at.UniformWhere(r.guard), s.at.UniformWhere(s.guard)
	if a != nil && b != nil {
		return r.areApart(a, b, s)
	}
	for l := range warp.Size {
		for o := range warp.Size {
			if !r.guard.At(l).IsFalse() && !s.guard.At(o).IsFalse() && !r.areApart(r.at.At(l), s.at.At(o), s) {
				return false
			}
		}
	}
	return true
}

// areApart reports places that are known to lie apart.
func (r *reading) areApart(read, stored *term.Term, s *stored) bool {
	d := r.in.t.Sub(stored, read)
	return d.IsConst() && (int64(d.K) >= r.size || int64(d.K) <= -s.size)
}

// isOfSize reports a store of a word that is as much as is read.
func (r *reading) isOfSize(s *stored) bool {
	return s.size == r.size && !s.word.IsNone() && s.word.Bits() == r.bits
}

// byBlock are the threads of the block.
type byBlock struct {
	*reading
	// behind is the last barrier that was passed.
	behind *trace.Event
}

func (b *byBlock) parts(e *trace.Event) bool { return e.HoldsBlock() }

func (b *byBlock) passes(e *trace.Event) bool {
	if e == nil {
		return true
	}
	b.behind = e
	return b.in.isCovered(b.guard, b.in.comingTo(e))
}

func (b *byBlock) word(s *stored) (vector.Vec, bool) {
	if !b.isOfSize(s) {
		return vector.Vec{}, false
	}
	at, from := b.at.UniformWhere(b.guard), s.at.UniformWhere(s.guard)
	x := s.word.UniformWhere(s.guard)
	if at == nil || at != from || x == nil || !isOfBlock(at) || !isOfBlock(x) {
		return vector.Vec{}, false
	}
	return vector.Uniform(x), true
}

func (b *byBlock) surely(list []*stored) bool {
	if b.behind == nil || !b.in.Trace.Root.Kernel || b.in.setting.Warp != grid.AnyWarp {
		return false
	}
	coming, some := b.in.comingTo(b.behind), vector.Uniform(b.in.t.False)
	for _, s := range list {
		some = b.in.vectors.Or(some, b.in.vectors.And(s.guard, coming))
	}
	return b.in.surelyOfBlock(some, b.guard)
}

// byWarp are the lanes of the warp that reads, which store for each other.
type byWarp struct {
	*reading
	// behind are the lanes that came to all barriers that were passed; blocks counts those of the block.
	behind vector.Vec
	blocks int
}

func (b *byWarp) parts(*trace.Event) bool { return true }

func (b *byWarp) passes(e *trace.Event) bool {
	if e == nil {
		b.blocks += 2
		return b.in.Trace.Launch.Warps == 1
	}
	if b.behind.IsNone() {
		b.behind = vector.Uniform(b.in.t.True)
	}
	b.behind = b.in.vectors.And(b.behind, e.Guard)
	if e.HoldsBlock() {
		b.blocks++
	}
	return b.in.isCovered(b.guard, b.behind) && (b.blocks < 2 || b.in.Trace.Launch.Warps == 1)
}

func (b *byWarp) word(s *stored) (vector.Vec, bool) {
	if !b.isOfSize(s) {
		return vector.Vec{}, false
	}
	at, x := b.at.UniformWhere(b.guard), s.word.UniformWhere(s.guard)
	if b.behind.IsNone() || at == nil || at != s.at.UniformWhere(s.guard) || x == nil || !b.in.isCovered(s.guard, b.behind) {
		return vector.Vec{}, false
	}
	return vector.Uniform(x), b.in.isOwnPlace(at, s.guard)
}

func (b *byWarp) surely(list []*stored) bool {
	some := b.in.t.False
	for _, s := range list {
		some = b.in.t.Or(append(s.guard.List(), some)...)
	}
	missed := b.in.t.And(b.in.Trace.Launch.Assumption, b.in.t.Or(b.guard.List()...), b.in.t.Not(some))
	a, _ := b.in.prover.Solver.Satisfiable(missed)
	return a == smt.No
}

// byLanes are the lanes that read, of which each finds what it stored itself, at a place of its own.
type byLanes struct {
	*reading
	blocks int
}

func (b *byLanes) parts(e *trace.Event) bool { return e.HoldsBlock() }

func (b *byLanes) passes(e *trace.Event) bool {
	b.blocks++
	return e != nil && b.blocks < 2
}

func (b *byLanes) word(s *stored) (vector.Vec, bool) {
	if !b.isOfSize(s) || !s.at.EqualWhere(b.at, b.guard) || !b.areOwn() {
		return vector.Vec{}, false
	}
	return s.word, b.in.isOwnPlace(s.at.At(0), s.guard)
}

// areOwn reports places of which each lane has one of its own.
func (b *byLanes) areOwn() bool {
	seen := map[uint64]bool{}
	for l := range warp.Size {
		d := b.in.t.Sub(b.at.At(l), b.at.At(0))
		if !d.IsConst() || seen[d.K] || int64(d.K)%b.size != 0 {
			return false
		}
		seen[d.K] = true
	}
	return true
}

func (b *byLanes) surely(list []*stored) bool {
	return slices.ContainsFunc(list, func(s *stored) bool { return b.in.isCovered(b.guard, s.guard) })
}

// isOfBlock reports a term that is the same in all threads of a block, wherever it is computed.
func isOfBlock(x *term.Term) bool {
	return !term.Any([]*term.Term{x}, func(y *term.Term) bool {
		switch y.Origin.(type) {
		case memory.ArgOrigin, memory.AddressOrigin:
			return false
		case grid.Origin:
			return grid.TellsWarps(y)
		}
		return y.Op == term.Var || y.Op == term.Opaque
	})
}

// isOwnPlace reports a place that other warps leave alone: one that depends on the warp, or that one warp
// alone stores to, the only one or the first.
func (in *interp) isOwnPlace(at *term.Term, guard vector.Vec) bool {
	if in.Trace.Launch.Warps == 1 || term.Any([]*term.Term{at}, grid.TellsWarps) {
		return true
	}
	number := in.Trace.Launch.Number
	later := in.t.Not(in.t.Eq(number, in.t.Const(number.Bits, 0)))
	a, _ := in.prover.Solver.Satisfiable(in.t.And(in.Trace.Launch.Assumption, in.t.Or(guard.List()...), later))
	return a == smt.No
}

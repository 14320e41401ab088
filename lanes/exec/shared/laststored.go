package shared

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// A load from a followed variable reads the last store to its place, if this store is known. The search goes back from
// the load, and considers the stores between two barriers together. All of them that may write the place must store the
// same word, and some lane must surely store it. Otherwise nothing is known. Two kinds of stores count:
//
//	if (threadIdx.x == 0) s[0] = n;         of the block: one word, the same from every thread, at a
//	__syncthreads();                        place that does not depend on the thread, by some thread
//	int few = s[0];                         that every block has
//
//	if (lane == 0) masks[warp] = ballot;    of the reader's warp: a word that its lanes stored for
//	__syncwarp();                           each other, or each for itself, at a place to which other
//	m = masks[warp];                        warps do not store
//
// If one thread stores to a place between two barriers of the block, no other thread accesses the place, because that
// would be a race. The exception is lanes that execute the same statement. So a word that a warp stored is still there
// after the next barrier of the block. Only after this barrier may another warp have stored there.

// reading is a load of shared memory for which the search looks for the store that wrote its value.
type reading struct {
	history *History
	place   vector.Vec
	size    int64
	bits    int
	guard   vector.Vec
	loop    *trace.Loop
}

// maxPast bounds the steps of a variable's past that are visited.
const maxPast = 64

// Last returns the word that a load surely reads. known is false if the last store is not known.
func (h *History) Last(a Access, st *memory.State) (found memory.Value, known bool) {
	if !IsFollowed(a.To.Object) || a.To.Recast {
		return nil, false
	}
	t := a.Instr.Type
	if isToFunction(t) {
		word, known := h.lastWord(a, 64, st)
		return memory.Pointer{Addr: word, Elem: t.Elem}, known
	}
	bits := memory.Width(t)
	if bits < 0 {
		return nil, false
	}
	return h.lastWord(a, bits, st)
}

// lastWord returns the word that a load reads. bits is the width of the word. known is false if the last store is not
// known.
func (h *History) lastWord(a Access, bits int, st *memory.State) (word vector.Vec, known bool) {
	at, known := h.memory.Layout.ByteOffset(a.To)
	if !known {
		return vector.Vec{}, false
	}
	r := &reading{history: h, place: at, size: memory.Size(a.Instr.Type), bits: bits, guard: a.Guard, loop: a.Around}
	top := h.Of(st, a.To.Object)
	for _, by := range []storers{&byBlock{reading: r}, &byLanes{reading: r}, &byWarp{reading: r}} {
		if word, known := r.last(top, by); known {
			return word, true
		}
	}
	return vector.Vec{}, false
}

// storers selects the threads whose stores count.
type storers interface {
	// orders reports whether the barrier e separates stores of these threads, so that the stores before e precede those
	// after it. The reader is assumed to reach e too.
	orders(e *trace.Event) bool
	// crossBarrier continues the search before the barrier e. If e is nil, it continues before the iterations of a
	// loop, and each iteration may have a barrier. It reports whether stores before the barrier still count.
	crossBarrier(e *trace.Event) bool
	// word returns the word that the reader finds if s is the last store. It returns false if the word is not known.
	word(s *stored) (vector.Vec, bool)
	// surely reports whether at least one of the stores in list is proved to be executed before the last barrier that
	// was passed to crossBarrier.
	surely(list []*stored) bool
}

// last returns the word that a load reads from the stores of the selected threads. It goes back through the past of the
// variable, from the version top on. known is false if the stores that the load may read leave the word open.
func (r *reading) last(top *Past, selected storers) (found vector.Vec, known bool) {
	for left := maxPast; left > 0; {
		p := r.sinceBarrier(top, selected, &left)
		var here []*stored
		for _, s := range p.stores {
			if r.isApart(s) {
				continue
			}
			word, known := selected.word(s)
			if !known || s.loop != nil && !r.loop.IsWithin(s.loop) || !found.IsNone() && !word.EqualWhere(found, r.guard) {
				return vector.Vec{}, false
			}
			found = word
			here = append(here, s)
		}
		if p.unknown {
			return vector.Vec{}, false
		}
		if len(here) > 0 && selected.surely(here) {
			return found, true
		}
		if p.end == nil || !selected.crossBarrier(p.end.met) || len(p.end.earlier) != 1 {
			return vector.Vec{}, false
		}
		top = p.end.earlier[0]
	}
	return vector.Vec{}, false
}

// period holds the stores between two barriers.
type period struct {
	stores []*stored
	// end is the barrier that all paths back reach first, or a loop whose iterations may have a barrier. It is nil if
	// the paths end differently.
	end *Past
	// unknown: there may be a store that was not recorded.
	unknown bool
}

// sinceBarrier goes back through the past from top to the last barrier that orders the stores of the selected threads,
// or to a loop, and collects the stores after it. budget is the number of pasts that may still be visited.
func (r *reading) sinceBarrier(top *Past, selected storers, budget *int) period {
	p, seen, work := period{}, map[*Past]bool{}, []*Past{top}
	var ends []*Past
	for ; len(work) > 0 && *budget > 0; work = work[1:] {
		h := work[0]
		if seen[h] {
			continue
		}
		seen[h] = true
		*budget--
		switch {
		case h.isLoop, h.met != nil && selected.orders(h.met):
			ends = append(ends, h)
			continue
		case h.stored != nil:
			p.stores = append(p.stores, h.stored)
		case len(h.earlier) == 0:
			p.unknown = p.unknown || h.unknown
			ends = append(ends, nil)
		}
		work = append(work, h.earlier...)
	}
	p.unknown = p.unknown || len(work) > 0
	if len(ends) == 1 {
		p.end = ends[0]
	}
	return p
}

// isApart reports whether a store is known to go to other bytes than the load reads.
func (r *reading) isApart(s *stored) bool {
	a, b := r.place.UniformWhere(r.guard), s.place.UniformWhere(s.guard)
	if a != nil && b != nil {
		return r.areApart(a, b, s)
	}
	for l := range warp.Size {
		for o := range warp.Size {
			if !r.guard.At(l).IsFalse() && !s.guard.At(o).IsFalse() && !r.areApart(r.place.At(l), s.place.At(o), s) {
				return false
			}
		}
	}
	return true
}

// areApart reports whether two words are known not to overlap: the word that is read, at the address `read`, and the
// word of the store s, at the address `stored`.
func (r *reading) areApart(read, stored *term.Term, s *stored) bool {
	d := r.history.t.Sub(stored, read)
	return d.IsConst() && (int64(d.K) >= r.size || int64(d.K) <= -s.size)
}

// isOfSize reports whether the stored word is as large as the word that is read.
func (r *reading) isOfSize(s *stored) bool {
	return s.size == r.size && !s.word.IsNone() && s.word.Bits() == r.bits
}

// byBlock: the stores of all threads of the block count.
type byBlock struct {
	*reading
	// barrier is the last barrier that the search has passed.
	barrier *trace.Event
}

func (b *byBlock) orders(e *trace.Event) bool { return e.HoldsBlock() }

func (b *byBlock) crossBarrier(e *trace.Event) bool {
	if e == nil {
		return true
	}
	b.barrier = e
	return b.history.isCovered(b.guard, b.history.lanesReaching(e))
}

func (b *byBlock) word(s *stored) (vector.Vec, bool) {
	if !b.isOfSize(s) {
		return vector.Vec{}, false
	}
	at, from := b.place.UniformWhere(b.guard), s.place.UniformWhere(s.guard)
	x := s.word.UniformWhere(s.guard)
	if at == nil || at != from || x == nil || !isOfBlock(at) || !isOfBlock(x) {
		return vector.Vec{}, false
	}
	return vector.Uniform(x), true
}

func (b *byBlock) surely(list []*stored) bool {
	if b.barrier == nil || !b.history.trace.Root.Kernel || !b.history.everyWarp {
		return false
	}
	reaching, some := b.history.lanesReaching(b.barrier), vector.Uniform(b.history.t.False)
	for _, s := range list {
		some = b.history.trace.Vectors.Or(some, b.history.trace.Vectors.And(s.guard, reaching))
	}
	return b.history.surelyOfBlock(some, b.guard)
}

// byWarp: the stores of the reader's warp count. A lane may read what another lane of the warp stored.
type byWarp struct {
	*reading
	// reached holds the lanes that reached all barriers that the search has passed. blocks is the number of barriers of
	// the block among them. A loop counts as two.
	reached vector.Vec
	blocks  int
}

func (b *byWarp) orders(*trace.Event) bool { return true }

func (b *byWarp) crossBarrier(e *trace.Event) bool {
	if e == nil {
		b.blocks += 2
		return b.history.trace.Launch.Warps == 1
	}
	if b.reached.IsNone() {
		b.reached = vector.Uniform(b.history.t.True)
	}
	b.reached = b.history.trace.Vectors.And(b.reached, e.Guard)
	if e.HoldsBlock() {
		b.blocks++
	}
	return b.history.isCovered(b.guard, b.reached) && (b.blocks < 2 || b.history.trace.Launch.Warps == 1)
}

func (b *byWarp) word(s *stored) (vector.Vec, bool) {
	if !b.isOfSize(s) {
		return vector.Vec{}, false
	}
	at, x := b.place.UniformWhere(b.guard), s.word.UniformWhere(s.guard)
	if b.reached.IsNone() || at == nil || at != s.place.UniformWhere(s.guard) || x == nil || !b.history.isCovered(s.guard, b.reached) {
		return vector.Vec{}, false
	}
	return vector.Uniform(x), b.history.isOwnPlace(at, s.guard)
}

func (b *byWarp) surely(list []*stored) bool {
	some := b.history.t.False
	for _, s := range list {
		some = b.history.t.Or(append(s.guard.List(), some)...)
	}
	missed := b.history.t.And(b.history.trace.Launch.Assumption, b.history.t.Or(b.guard.List()...), b.history.t.Not(some))
	a, _ := b.history.trace.Prover.Solver.Satisfiable(missed)
	return a == smt.No
}

// byLanes: only stores count that a lane makes to a place of its own and later reads itself.
type byLanes struct {
	*reading
	blocks int
}

func (b *byLanes) orders(e *trace.Event) bool { return e.HoldsBlock() }

func (b *byLanes) crossBarrier(e *trace.Event) bool {
	b.blocks++
	return e != nil && b.blocks < 2
}

func (b *byLanes) word(s *stored) (vector.Vec, bool) {
	if !b.isOfSize(s) || !s.place.EqualWhere(b.place, b.guard) || !b.areOwn() {
		return vector.Vec{}, false
	}
	return s.word, b.history.isOwnPlace(s.place.At(0), s.guard)
}

// areOwn reports whether each lane has a place that overlaps with that of no other lane.
func (b *byLanes) areOwn() bool {
	seen := map[uint64]bool{}
	for l := range warp.Size {
		d := b.history.t.Sub(b.place.At(l), b.place.At(0))
		if !d.IsConst() || seen[d.K] || int64(d.K)%b.size != 0 {
			return false
		}
		seen[d.K] = true
	}
	return true
}

func (b *byLanes) surely(list []*stored) bool {
	return slices.ContainsFunc(list, func(s *stored) bool { return b.history.isCovered(b.guard, s.guard) })
}

package trace

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Event is one execution of a collective at a program point, by all lanes that reach it together. In a summarised loop,
// one arbitrary iteration stands for all iterations, and the event lies in it. In other loops it lies in a particular
// iteration. Operands have 32 bits, and are defined only for lanes of the guard.
type Event struct {
	// Index is the event's index in Log.Events, once the interpretation is complete.
	Index int
	// Number identifies the result of the event: no other event of the root has the same number.
	Number int
	// Instr is the collective, or a call that may hide collectives (Opaque).
	Instr *cfg.Instr
	Point *Point
	// Guard holds the path condition: for each lane, the formula under which it arrives.
	Guard vector.Vec
	// Mask is the mask that each lane passes. Masked is false if the collective has no mask: an intrinsic without
	// _sync, or a barrier of the block.
	Mask   vector.Vec
	Masked bool
	// Source and Width are the operands of a shuffle. For other events they are lane 0 and the whole warp.
	Source, Width vector.Vec
	// Name is the number of a barrier of the block, 0 for __syncthreads. Awaits is the number of threads that the
	// barrier waits for. It is the empty vector if the barrier waits for all threads. For other events, both are empty.
	Name, Awaits vector.Vec
	// Assumes reports whether the interpretation assumed that no lane takes part in this event from another site. The
	// result of the event rests on this assumption.
	Assumes bool
	// Opaque reports whether Instr is not a collective, but a call that is not followed and may execute collectives.
	Opaque bool
	// Imprecision is the reason why the guard or the mask is inexact.
	Imprecision Imprecision
	// Within lists the summarised loops around the event, innermost first.
	Within []*Loop
	// Besides is set only for an access whose pointer has several targets. It is the formula that the pointer of some
	// lane points to memory that is not shared. For other accesses it is nil.
	Besides *term.Term
	// Known lists formulas that hold in all executions that reach the event.
	Known []*term.Term

	// groups caches the lanes grouped by mask. classes caches whether any two masks are equal or disjoint. Both are nil
	// until their first use.
	groups  []Group
	classes *bool
}

// Chained identifies an instruction together with the chain of calls from the root to its function.
type Chained struct {
	instr *cfg.Instr
	chain string
}

// Chained returns the instruction that the event executes, with its call path. The events of an instruction in an
// unrolled loop all return the same.
func (e *Event) Chained() Chained { return Chained{e.Instr.AsWritten(), e.Point.Call.Chain} }

// Calls lists the call sites from the root to the function of the event.
func (e *Event) Calls() []source.Pos {
	var list []source.Pos
	path := e.Point.Path()
	for _, at := range path[:len(path)-1] {
		list = append(list, at.Pos)
	}
	return list
}

// Position returns a place in the user's own code, the innermost one on the call path of the event.
func (e *Event) Position() source.Pos {
	path := e.Point.Path()
	for i := len(path) - 1; i >= 0; i-- {
		if !path[i].Pos.System {
			return path[i].Pos
		}
	}
	return e.Instr.Pos
}

// SomeLane returns the first lane that may arrive, 0 if no lane may.
func (e *Event) SomeLane() int {
	for l := 0; l < warp.Size; l++ {
		if !e.Guard.At(l).IsFalse() {
			return l
		}
	}
	return 0
}

// OneMask reports whether all lanes that arrive pass the same mask. It is true if the event has no mask.
func (e *Event) OneMask() bool { return !e.Masked || e.Mask.UniformWhere(e.Guard) != nil }

// NamesAll reports whether the mask of each lane that arrives is known to contain all 32 lanes. It is true if the
// event has no mask.
func (e *Event) NamesAll() bool {
	if !e.Masked {
		return true
	}
	m := e.Mask.UniformWhere(e.Guard)
	return m != nil && m.IsConst() && m.K == uint64(warp.All)
}

// OnlyArrives reports whether the event is a barrier that threads pass without waiting.
func (e *Event) OnlyArrives() bool { return e.Instr.Collective.Class.Kind == cfg.BarrierArrive }

// IsSync reports whether the event is a collective after which each lane sees what the other lanes wrote before it.
func (e *Event) IsSync() bool {
	return !e.Opaque && e.Instr.Op == cfg.Collective_ && e.Instr.Collective.IsSynchronizing()
}

// HoldsBlock reports whether the event is a barrier at which all threads of a block wait for each other.
func (e *Event) HoldsBlock() bool {
	return !e.Opaque && e.Instr.Collective.Class.Kind == cfg.Barrier && e.Instr.Collective.IsForAll()
}

// CommonLoops lists the summarised loops around both events, innermost first.
func (e *Event) CommonLoops(f *Event) (list []*Loop) {
	for _, s := range e.Within {
		if f.IsWithin(s) {
			list = append(list, s)
		}
	}
	return list
}

// LoopAt returns the summarised loop around the event at the given depth, 0 for the outermost. It returns nil if
// there is none.
func (e *Event) LoopAt(depth int) *Loop {
	if i := len(e.Within) - 1 - depth; i >= 0 {
		return e.Within[i]
	}
	return nil
}

// IsWithin reports whether s is a loop around the event.
func (e *Event) IsWithin(s *Loop) bool {
	for _, w := range e.Within {
		if w == s {
			return true
		}
	}
	return false
}

// IsInLoop reports whether the loop with the given number is around the event.
func (e *Event) IsInLoop(loop int) bool {
	return slices.ContainsFunc(e.Within, func(s *Loop) bool { return s.Number == loop })
}

// Retirement describes lanes that leave the kernel at a program point before its end.
type Retirement struct {
	Point *Point
	Guard vector.Vec
	// Loop is a summarised loop from whose arbitrary iteration the lanes leave, nil for none. A retirement with a Loop
	// counts only for events of the same iteration. For events after the loop there is a second retirement without
	// Loop, which stands for all iterations.
	Loop *Loop
	// Trap reports whether the lanes leave by a trap, which ends the kernel with an error.
	Trap bool
}

// Branching is a branch that may diverge. Lanes in Guard for which Cond holds go to the first target.
type Branching struct {
	Pos         source.Pos
	Point       *Point
	Guard, Cond vector.Vec
}

// Access is one execution of an instruction that reads or writes shared memory, commits asynchronous copies, or waits
// until copies are done.
type Access struct {
	*Event
	Object *memory.Object
	// Among lists variables: the access touches one of them, but it is not known which. Then Object is nil.
	Among []*cfg.Object
	// At is the offset in bytes at which each lane's access begins in the object, a word of 64 bits. Size is the number
	// of bytes that the access touches.
	At   vector.Vec
	Size int64
	// Arrays lists the arrays inside the object within which the access stays, innermost first. They are rows of an
	// array of arrays, or arrays that are fields.
	Arrays []Array
	// Through is the user's pointer into dynamic shared memory by which the access finds its address, nil for none.
	Through *Pointer
	// Value is the word that each lane stores. It is the empty vector for reads. It is also empty for stores whose
	// values no question needs, because the slice leaves them out.
	Value vector.Vec
	// InWarp reports whether the access may conflict with an access by another lane of the same warp.
	InWarp bool
	// Base and Stride describe an access to a tile (cfg.Tile). Base is the offset of the tile's first row. Stride is
	// the distance between rows. Both are in bytes. At is then the offset of an unknown row.
	Base, Stride vector.Vec
	// After and Links are the numbers of events and of links that were recorded before the access.
	After, Links int
}

// Link is an instruction, other than a barrier, by which threads may order their accesses: a fence, an access to a flag,
// an mbarrier instruction, or an instruction that is not followed and may wait, such as a call of a function without a
// body.
type Link struct {
	*Event
	// Watches reports whether a thread may learn by the link that another thread has set a flag. Signals reports whether
	// it may set a flag.
	Watches, Signals bool
}

// IsFence reports whether the link is a fence. A fence orders accesses only together with a flag. The call of a
// function that accesses flags and is not followed counts too, because the function may have fences.
func (l Link) IsFence() bool { return l.Instr.Op == cfg.Fence || l.Instr.Op == cfg.Call }

// IsOfFlags reports whether the link is a fence or an access to a flag.
func (l Link) IsOfFlags() bool { return l.IsFence() || l.Watches || l.Signals }

// IsOfBarrier reports whether the link is an mbarrier instruction. The concrete machine executes these.
func (l Link) IsOfBarrier() bool { return l.Instr.UsesBarrier() }

// IsPlain reports whether the link is a call that is known by its name only, and the name does not show that it waits.
func (l Link) IsPlain() bool { return l.Instr.Plain }

// Awaits reports whether a thread may wait at the link for another thread, without a flag.
func (l Link) Awaits() bool {
	return !l.IsOfFlags() && (!l.IsOfBarrier() || l.Instr.Engine.Does == ptx.AwaitsPhase)
}

// Pointer is a pointer variable, with the offset in bytes that it points to in an object, for each lane.
type Pointer struct {
	Variable *cfg.PointerVariable
	At       vector.Vec
}

// Array is an array inside an object. Start is the offset in bytes at which it begins, for each lane. Size is its
// size in bytes.
type Array struct {
	Start vector.Vec
	Size  int64
}

// MayConflict reports whether a and b may touch the same object, and at least one of them writes.
func (a *Access) MayConflict(b *Access) bool {
	return a.mayTouch(b) && a.Instr.Access().MayConflict(b.Instr.Access())
}

// mayTouch reports whether a and b may touch the same object.
func (a *Access) mayTouch(b *Access) bool {
	if a.IsPlaced() && b.IsPlaced() {
		return a.Object == b.Object
	}
	return slices.ContainsFunc(a.variables(), func(o *cfg.Object) bool { return slices.Contains(b.variables(), o) })
}

// variables lists the variables that the access may touch.
func (a *Access) variables() []*cfg.Object {
	if a.Object != nil {
		return []*cfg.Object{a.Object.Decl}
	}
	return a.Among
}

// IsPlaced reports whether it is known which object the access touches, if it touches any.
func (a *Access) IsPlaced() bool { return len(a.Among) == 0 }

// IsWait reports whether the access waits until copies are done, or commits them, and so touches no memory.
func (a *Access) IsWait() bool { return a.Instr.Op == cfg.Await || a.Instr.Op == cfg.Commit }

// Widths lists the valid widths of a shuffle.
var Widths = [...]uint64{1, 2, 4, 8, 16, warp.Size}

// IsWidth reports whether w is a valid width of a shuffle.
func IsWidth(w uint64) bool { return w >= 1 && w <= warp.Size && w&(w-1) == 0 }

// SourceLane returns the lane that lane l reads in the shuffle e, as a 32-bit word below 32. If l's segment does not
// contain the source, lane l reads itself. The exception is an xor, which may read a lane of an earlier segment. Only
// the low five bits of a source or a distance count (PTX ISA, shfl: j <= maxLane, bval = b[4:0]; confirmed on a GPU).
func (tr *Trace) SourceLane(e *Event, l int) *term.Term {
	t, w := tr.Terms, e.Width.At(l)
	s := t.BAnd(e.Source.At(l), t.Const(32, warp.Size-1))
	if w.IsConst() && IsWidth(w.K) {
		return tr.sourceIn(e, l, s, w.K)
	}
	source := t.OpaqueBounded("source", 32, 0, warp.Size-1, nil, w, s, t.Const(32, uint64(l)))
	for _, width := range Widths {
		source = t.Ite(t.Eq(w, t.Const(32, width)), tr.sourceIn(e, l, s, width), source)
	}
	return source
}

// sourceIn returns the lane that lane l reads in the shuffle e. s is the source or distance operand. width is the
// number of lanes in a segment.
func (tr *Trace) sourceIn(e *Event, l int, s *term.Term, width uint64) *term.Term {
	t := tr.Terms
	k := func(v uint64) *term.Term { return t.Const(32, v) }
	base := uint64(l) &^ (width - 1)
	within := k(uint64(l) - base)
	self := k(uint64(l))
	switch e.Instr.Collective.Class.Kind {
	case cfg.ShflUp:
		return t.Ite(t.ULt(within, s), self, t.Sub(self, s))
	case cfg.ShflDown:
		inside := t.ULt(s, k(width-within.K))
		return t.Ite(inside, t.Add(self, s), self)
	case cfg.ShflXor:
		other := t.BXor(self, s)
		return t.Ite(t.ULt(other, k(base+width)), other, self)
	}
	return t.AddConst(t.BAnd(s, k(width-1)), base)
}

package trace

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Event is one execution of a collective at a program point, by all lanes that reach it together. It is in one
// iteration of each enclosing loop, an arbitrary one of a summarised loop. Operands have 32 bits, and are defined only
// for lanes of the guard.
type Event struct {
	// Index is the event's index in Log.Events, once the interpretation is complete.
	Index int
	// Number identifies the event's result: no other event of the root has it.
	Number int
	// Instr is the collective, or a call that may hide some (Opaque).
	Instr *cfg.Instr
	Point *Point
	// Guard are the lanes that arrive: the path condition, a formula for each lane.
	Guard vector.Vec
	// Mask is what each lane passes, where it is Masked; intrinsics without _sync and barriers of
	// the block pass none.
	Mask   vector.Vec
	Masked bool
	// Source and Width are the operands of a shuffle: lane 0 and the whole warp for others.
	Source, Width vector.Vec
	// Name is the number of a barrier of the block, 0 for __syncthreads, and Awaits the number of threads that it
	// waits for. Both are none for other events, Awaits also for a barrier of all threads.
	Name, Awaits vector.Vec
	// Assumes reports that the event's result assumes that no lane takes part from another site.
	Assumes bool
	// Opaque reports an instruction that may hide collectives and is none itself.
	Opaque bool
	// Imprecision is why the guard or the mask are not exact.
	Imprecision Imprecision
	// Within are the summarised loops around the event, innermost first.
	Within []*Loop
	// Besides holds if lanes execute the instruction of this access with a pointer to memory that is not shared. nil
	// where the pointer has only one target.
	Besides *term.Term
	// Known are formulas that hold in all executions that reach the event.
	Known []*term.Term

	// groups caches Trace.Groups, and classes caches Trace.PassesClasses; nil until they are asked for.
	groups  []Group
	classes *bool
}

// Chained is an instruction of a function called along a chain of calls.
type Chained struct {
	instr *cfg.Instr
	chain string
}

// Chained is the instruction that an event executes, with its call path. Events of an unrolled loop share it.
func (e *Event) Chained() Chained { return Chained{e.Instr.AsWritten(), e.Point.Call.Chain} }

// Calls are the call sites from the root to the function of the event.
func (e *Event) Calls() []source.Pos {
	var list []source.Pos
	path := e.Point.Path()
	for _, at := range path[:len(path)-1] {
		list = append(list, at.Pos)
	}
	return list
}

// Position is the innermost place in the user's own code on the call path of the event.
func (e *Event) Position() source.Pos {
	path := e.Point.Path()
	for i := len(path) - 1; i >= 0; i-- {
		if !path[i].Pos.System {
			return path[i].Pos
		}
	}
	return e.Instr.Pos
}

// SomeLane is the first lane that may arrive, 0 where none may.
func (e *Event) SomeLane() int {
	for l := 0; l < warp.Size; l++ {
		if !e.Guard.At(l).IsFalse() {
			return l
		}
	}
	return 0
}

// OneMask reports that all lanes that arrive pass the same mask.
func (e *Event) OneMask() bool { return !e.Masked || e.Mask.UniformWhere(e.Guard) != nil }

// NamesAll reports an event whose lanes all name the whole warp.
func (e *Event) NamesAll() bool {
	if !e.Masked {
		return true
	}
	m := e.Mask.UniformWhere(e.Guard)
	return m != nil && m.IsConst() && m.K == uint64(warp.All)
}

// OnlyArrives reports a barrier that is passed without waiting.
func (e *Event) OnlyArrives() bool { return e.Instr.Collective.Class.Kind == cfg.BarrierArrive }

// IsSync reports an event that is a barrier.
func (e *Event) IsSync() bool {
	return !e.Opaque && e.Instr.Op == cfg.Collective_ && e.Instr.Collective.IsSynchronizing()
}

// HoldsBlock reports a barrier at which all threads of a block wait for each other.
func (e *Event) HoldsBlock() bool {
	return !e.Opaque && e.Instr.Collective.Class.Kind == cfg.Barrier && e.Instr.Collective.IsForAll()
}

// LoopAt is the summarised loop around an event at a depth, nil for none.
func (e *Event) LoopAt(depth int) *Loop {
	if i := len(e.Within) - 1 - depth; i >= 0 {
		return e.Within[i]
	}
	return nil
}

// IsWithin reports a loop around the event.
func (e *Event) IsWithin(s *Loop) bool {
	for _, w := range e.Within {
		if w == s {
			return true
		}
	}
	return false
}

// IsInLoop reports the number of a loop around the event.
func (e *Event) IsInLoop(loop int) bool {
	return slices.ContainsFunc(e.Within, func(s *Loop) bool { return s.Number == loop })
}

// Retirement is a set of lanes that leave the kernel at a program point before its end.
type Retirement struct {
	Point *Point
	Guard vector.Vec
	// Within is the summarised loop in whose arbitrary iteration they leave, nil for none. Such a retirement counts
	// only for events of that iteration. Another one after the loop stands for all iterations.
	Within *Loop
	// Trap reports that the kernel ends in an error with it.
	Trap bool
}

// Branching is a branch that may diverge: lanes of Guard go to the first target where Cond holds.
type Branching struct {
	Pos         source.Pos
	Point       *Point
	Guard, Cond vector.Vec
}

// Access is one execution of an instruction that reads or writes shared memory, or of one that waits
// until copies to it are done.
type Access struct {
	*Event
	Object *memory.Object
	// Among are the variables of which it touches one, where it is not known which; then Object is nil.
	Among []*cfg.Object
	// At is where in the object each lane's access begins, a word of 64 bits in bytes, and Size how
	// many bytes it touches.
	At   vector.Vec
	Size int64
	// Arrays are those in the object that it stays in, innermost first: rows of an array of arrays, and an array that
	// is a field.
	Arrays []Array
	// Through is the pointer of the user that it goes through into dynamic shared memory, nil for none.
	Through *Pointer
	// Value is what each lane stores, none where that is not asked for.
	Value vector.Vec
	// InWarp reports that it may conflict with an access of another lane of the warp.
	InWarp bool
	// Base and Stride say where the rows of a tile lie (cfg.Tile), of which At is in some.
	Base, Stride vector.Vec
	// After, Fences and Unfollowed are how many events, fences, and instructions that may synchronize
	// in a way that is not known were recorded before it.
	After, Fences, Unfollowed int
}

// Pointer is a variable that holds one, and where it leads in an object in each lane, in bytes.
type Pointer struct {
	Variable *cfg.PointerVariable
	At       vector.Vec
}

// Array is one of so many bytes from where in an object it begins in each lane.
type Array struct {
	Start vector.Vec
	Size  int64
}

// MayConflict reports accesses that may be to one object, of which one writes.
func (a *Access) MayConflict(b *Access) bool {
	return a.mayTouch(b) && a.Instr.Access().MayConflict(b.Instr.Access())
}

// mayTouch reports accesses that may be to one object.
func (a *Access) mayTouch(b *Access) bool {
	if a.IsPlaced() && b.IsPlaced() {
		return a.Object == b.Object
	}
	return slices.ContainsFunc(a.variables(), func(o *cfg.Object) bool { return slices.Contains(b.variables(), o) })
}

// variables are those of which an access touches one.
func (a *Access) variables() []*cfg.Object {
	if a.Object != nil {
		return []*cfg.Object{a.Object.Decl}
	}
	return a.Among
}

// IsPlaced reports an access of which it is known what it touches, or one that touches nothing.
func (a *Access) IsPlaced() bool { return len(a.Among) == 0 }

// IsWait reports the entry of a place where lanes wait until their copies are done, or commit them.
func (a *Access) IsWait() bool { return a.Instr.Op == cfg.Await || a.Instr.Op == cfg.Commit }

// Widths are those that a shuffle may have.
var Widths = [...]uint64{1, 2, 4, 8, 16, warp.Size}

// IsWidth reports a width that a shuffle may have.
func IsWidth(w uint64) bool { return w >= 1 && w <= warp.Size && w&(w-1) == 0 }

// SourceLane is the lane that lane l reads, as a 32-bit word below 32: lane l
// itself when the source falls outside its segment. An xor may leave it for a segment
// before, not for a later one, and of a source or a distance five bits count (PTX ISA, shfl:
// j <= maxLane, bval = b[4:0]; seen so on a GPU).
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

// sourceIn is the lane that lane l reads by an operand s in a segment of so many lanes.
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

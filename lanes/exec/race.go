package exec

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// recordAccess records an instruction that a race may depend on: an access to shared memory that may conflict with
// another, a fence, a wait, or a call that may wait.
func (in *interp) recordAccess(fr *frame, i *cfg.Instr, guard vector.Vec, st *memory.State) {
	if !in.setting.Racing || guard.IsFalse() { // an instruction that no lane executes orders nothing
		return
	}
	if watches, signals := fr.sliced.Watches(i), fr.sliced.Signals(i); watches || signals {
		in.link(trace.Link{Event: in.event(fr, i, guard, st), Watches: watches, Signals: signals})
	}
	switch i.Op {
	case cfg.Fence:
		if i.Signals {
			in.Trace.HasSignals = true
		} else {
			in.link(trace.Link{Event: in.event(fr, i, guard, st)})
		}
	case cfg.Extern, cfg.Unknown:
		if i.MayWait() || i.UsesBarrier() {
			in.link(trace.Link{Event: in.event(fr, i, guard, st)})
		}
	case cfg.Await, cfg.Commit:
		in.log.Accesses = append(in.log.Accesses, in.access(fr, i, guard, st))
	case cfg.Load, cfg.Store, cfg.Atomic, cfg.Share:
		if fr.sliced.Conflicts(i) && !i.Unplaced {
			in.recordAt(fr, i, in.pointerOperand(fr, i), guard, st)
		}
	}
}

// link records an instruction other than a barrier that may order accesses.
func (in *interp) link(l trace.Link) { in.log.Links = append(in.log.Links, l) }

// event returns the record of an instruction that is executed by the lanes of guard.
func (in *interp) event(fr *frame, i *cfg.Instr, guard vector.Vec, st *memory.State) *trace.Event {
	return &trace.Event{Instr: i, Point: in.at(fr, i), Guard: guard, Known: st.Known,
		Source: in.vectors.Constant(32, 0), Width: in.vectors.Constant(32, warp.Size)}
}

// noteSlots records the meaning of v, the result of an atomic that adds to a counter: in each lane it is a slot of
// that counter (term.Slot).
func (in *interp) noteSlots(fr *frame, i *cfg.Instr, v memory.Value) {
	words, isWord := v.(vector.Vec)
	if !in.setting.Racing || i.Op != cfg.Atomic || !fr.sliced.NeedsResult(i) || !isWord || words.IsUniform() || len(i.Args) < 2 || memory.IsFloat(i.Type) {
		return
	}
	by, counts := in.vectors.Constant(words.Bits(), 1), true
	switch i.AtomicName() {
	case "atomicAdd", "atomicSub":
		by = in.word(fr, i, 1)
	case "atomicInc", "atomicDec":
	default:
		counts = false
	}
	p := in.pointerOperand(fr, i)
	var counter any = p.Object
	at, known := p.Addr, true
	if p.Object != nil {
		at, known = in.memory.Layout.ByteOffset(p)
	}
	for l := 0; counts && known && l < warp.Size; l++ {
		in.Trace.Slots[words.At(l)] = term.Slot{Counter: counter, Index: at.At(l), Step: by.At(l),
			Down: i.AtomicName() == "atomicSub" || i.AtomicName() == "atomicDec"}
	}
}

// access returns the record of an access without its object and its place, which the caller adds.
func (in *interp) access(fr *frame, i *cfg.Instr, guard vector.Vec, st *memory.State) *trace.Access {
	return &trace.Access{Event: in.event(fr, i, guard, st), InWarp: fr.sliced.ConflictsInWarp(i), After: len(in.log.Events), Links: len(in.log.Links)}
}

// recordAt records an access through p to shared memory. If p was chosen from several pointers, it records one access
// for each of them.
func (in *interp) recordAt(fr *frame, i *cfg.Instr, p memory.Pointer, guard vector.Vec, st *memory.State) {
	besides := in.besidesShared(p, guard)
	in.memory.Layout.EachObject(p, guard, func(p memory.Pointer, guard vector.Vec) {
		p = in.memory.AsShared(p, guard)
		if p.Object == nil && !guard.IsFalse() && !p.Addr.IsConstant() {
			in.recordAmong(fr, i, guard, st)
		}
		if p.Object == nil || p.Object.Region != memory.Shared || guard.IsFalse() {
			return
		}
		at, known := in.memory.Layout.ByteOffset(p)
		if !in.memory.Layout.IsPlaced(p, at) {
			in.recordAmong(fr, i, guard, st)
			return
		}
		a := in.access(fr, i, guard, st)
		if !known {
			a.Imprecision = trace.Imprecision{Kind: trace.UnknownPlace, Pos: i.Pos, Reason: "where it lies in " + p.Object.Name + " is not known"}
		}
		a.Object, a.At, a.Besides = p.Object, at, besides
		a.Arrays = append(in.rowsOf(fr, i, p), in.arrayOf(p)...)
		a.Through = in.pointerThrough(fr, i, p.Object)
		if i.Op == cfg.Share {
			in.recordTile(fr, a)
			return
		}
		a.Size = memory.Size(i.Accessed())
		if i.Op == cfg.Store && i.BitField() == nil && fr.sliced.IsWhole(i.Args[1]) {
			a.Value, _ = in.arg(fr, i, 1).(vector.Vec)
		}
		if f := i.BitField(); f != nil {
			_, begin, size := f.Cell()
			away := uint64(begin - f.Offset/8)
			a.Size = size
			a.At = vector.Map1(at, func(x *term.Term) *term.Term { return in.t.AddConst(x, away) })
		}
		in.log.Accesses = append(in.log.Accesses, a)
	})
}

// besidesShared returns the formula that some lane accesses memory other than a shared variable. For a pointer that is
// no choice the result is nil: an access through it is recorded only if it is to shared memory.
func (in *interp) besidesShared(p memory.Pointer, guard vector.Vec) *term.Term {
	if p.Choices() == nil {
		return nil
	}
	var others []*term.Term
	in.memory.Layout.EachObject(p, guard, func(p memory.Pointer, guard vector.Vec) {
		if p = in.memory.AsShared(p, guard); p.Object == nil || p.Object.Region != memory.Shared {
			others = append(others, guard.List()...)
		}
	})
	return in.t.Or(others...)
}

// recordAmong records an access to an unknown one of the shared variables that the slice names.
func (in *interp) recordAmong(fr *frame, i *cfg.Instr, guard vector.Vec, st *memory.State) {
	if among := fr.sliced.SharedAt(i); among != nil {
		a := in.access(fr, i, guard, st)
		a.Among = among
		in.log.Accesses = append(in.log.Accesses, a)
	}
}

// arrayOf returns the innermost array field that contains the target of a pointer, if there is one. An array of one
// element does not count, because programs use it for an array of any length.
func (in *interp) arrayOf(p memory.Pointer) []trace.Array {
	for i := len(p.Path) - 2; i >= 0 && !p.Converted; i-- {
		f := p.Path[i].Field
		if f == nil || f.Type.Kind != types.Array || f.Type.Len <= 1 || f.Type.Size <= 0 || p.Path[i+1].Field != nil {
			continue
		}
		p.Path = p.Path[:i+1]
		if at, known := in.memory.Layout.ByteOffset(p); known {
			return []trace.Array{{Start: at, Size: f.Type.Size}}
		}
		break
	}
	return nil
}

// rowsOf returns the rows (of arrays of arrays) within which an access stays, the innermost first. They follow from the
// indices of the access. If the address begins with a pointer to a row, they also follow from this pointer. An access
// by a constant row number may go beyond the row:
//
//	__shared__ int s[2][256];
//	s[buf][threadIdx.x]               below 256
//	s[0][threadIdx.x]                 below 512
//	int *p = s[buf];
//	p[threadIdx.x]                    below 256
//	p += 32; p[threadIdx.x]           below 512
func (in *interp) rowsOf(fr *frame, i *cfg.Instr, p memory.Pointer) (rows []trace.Array) {
	if p.Recast || p.Converted {
		return nil
	}
	for first := firstOf(i.Args[0]); first != nil; first = firstOf(first.Args[0]) {
		begin, isPointer := fr.values[first.ID].(memory.Pointer)
		if !isPointer || begin.Object != p.Object {
			break
		}
		if at, known := in.memory.Layout.ByteOffset(begin); known && begin.Row > 0 {
			rows = append(rows, trace.Array{Start: at, Size: begin.Row})
		}
		if !isRow(first) {
			break
		}
	}
	return rows
}

// pointerThrough returns the variable that holds the pointer of an access into dynamic shared memory, nil if there is
// none.
func (in *interp) pointerThrough(fr *frame, i *cfg.Instr, object *memory.Object) *trace.Pointer {
	if object.Decl == nil || object.Decl.Var == nil || !object.Decl.Var.IsDynamicShared() {
		return nil
	}
	through := i.Through()
	if through == nil {
		return nil
	}
	begin, isPointer := fr.values[through.Load.ID].(memory.Pointer)
	if !isPointer || begin.Object != object {
		return nil
	}
	at, isKnown := in.memory.Layout.ByteOffset(begin)
	if !isKnown {
		return nil
	}
	return &trace.Pointer{Variable: through, At: at}
}

// firstOf returns the pointer to the first element of the array that an address indexes, nil if it indexes none.
func firstOf(address *cfg.Instr) *cfg.Instr {
	for address.Op == cfg.FieldAddr {
		address = address.Args[0]
	}
	if address.Op != cfg.IndexAddr {
		return nil
	}
	return address.Args[0]
}

// isRow reports whether a pointer points to the first element of a row of an array of arrays.
func isRow(pointer *cfg.Instr) bool {
	return pointer.Op == cfg.Convert && pointer.Operator == operator.CastDecay && pointer.Args[0].Op == cfg.IndexAddr
}

// rowSize returns the size in bytes of the row that an index selects in an array of arrays. It returns 0 if the elements
// of the array are no arrays, or if the index is constant.
func rowSize(element *cfg.Instr) int64 {
	if element.Args[1].Unconverted().Op == cfg.Const {
		return 0
	}
	t := element.Type.Elem
	if t.Len <= 1 || t.Size <= 0 {
		return 0
	}
	return t.Size
}

// recordTile records the parts of a tile that each lane touches, as PTX assigns them. For a tile without matrices it
// records an access to some row (recordRows).
func (in *interp) recordTile(fr *frame, a *trace.Access) {
	tile := a.Instr.Tile
	if tile.Matrices == 0 {
		in.recordRows(fr, a)
		return
	}
	for n, part := range tile.Parts(0) {
		one := *a
		one.Event, one.Size = new(trace.Event), part.Size
		*one.Event = *a.Event
		from := func(l int) cfg.Part { return tile.Parts(l)[n] }
		one.Guard = vector.Build(func(l int) *term.Term { return in.t.And(a.Guard.At(l), a.Guard.At(from(l).From)) })
		one.At = vector.Build(func(l int) *term.Term {
			return in.t.AddConst(a.At.At(from(l).From), uint64(from(l).Offset))
		})
		in.log.Accesses = append(in.log.Accesses, &one)
	}
}

// recordRows records an access to an arbitrary row of a tile. If the number of bytes in a row is known, the access is
// to all of them. Otherwise it is to an arbitrary byte.
func (in *interp) recordRows(fr *frame, a *trace.Access) {
	bytes, rows := in.word(fr, a.Instr, 1), a.Instr.Tile.Rows
	a.Base, a.Stride, a.Size = a.At, in.word(fr, a.Instr, 2), 1
	if rows > 1 {
		row := in.someBelow(uint64(rows))
		a.At = vector.Map2(a.At, vector.Map2(row, a.Stride, in.t.Mul), in.t.Add)
	}
	if n := bytes.UniformWhere(a.Guard); n != nil && n.IsConst() {
		a.Size = int64(n.K)
	} else {
		column := in.someBelow(1 << 32)
		a.Guard = in.vectors.And(a.Guard, vector.Map2(column, bytes, in.t.ULt))
		a.At = vector.Map2(a.At, column, in.t.Add)
	}
	in.log.Accesses = append(in.log.Accesses, a)
}

// someBelow returns an arbitrary number below n in each lane.
func (in *interp) someBelow(n uint64) vector.Vec {
	in.memory.Unknowns++
	return vector.Build(func(l int) *term.Term {
		return in.t.Var(fmt.Sprintf("some!%d@%d", in.memory.Unknowns, l), 64, 0, n-1, nil)
	})
}

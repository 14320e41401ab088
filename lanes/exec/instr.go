package exec

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/exec/arithmetic"
	"github.com/warpcheck/warpcheck/lanes/exec/shared"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// instr interprets one instruction for the lanes of guard. It returns the lanes that go on, and their memory.
func (in *interp) instr(fr *frame, i *cfg.Instr, guard vector.Vec, st *memory.State) (vector.Vec, *memory.State) {
	var v memory.Value
	in.recordAccess(fr, i, guard, st)
	in.recordUse(fr, i, guard)
	switch i.Op {
	case cfg.Call:
		return in.callInstr(fr, i, guard, st)
	case cfg.Collective_:
		v = in.collective(fr, i, guard, st)
	case cfg.Extract:
		v = in.secondResult(fr, i)
	case cfg.Load:
		v = in.load(fr, i, guard, st)
	case cfg.Store:
		in.storeInstr(fr, i, guard, st)
		if shared.IsConstant(i) {
			in.shared.StoreConstant(i, in.at(fr, i), guard)
		}
	case cfg.Alloc:
		in.memory.Begin(st, i.Object, in.local(fr, i.Object))
	case cfg.Extern, cfg.Unknown, cfg.Atomic:
		if !fr.sliced.Runs(i) {
			in.noteHidden(fr, i, guard)
			return guard, st
		}
		if part, known := in.partOf(fr, i); known {
			in.noteHidden(fr, i, guard)
			v = part
			break
		}
		operands, same := in.uniformOperands(fr, i, guard)
		in.havocAlike(fr, i, guard, st, same)
		in.noteHidden(fr, i, guard)
		if i.Type != nil {
			v = in.resultOfUnmodelled(fr, i, operands, same)
			in.noteSlots(fr, i, v)
		}
	case cfg.Await, cfg.Commit:
	case cfg.Share:
		if i.Tile.Writes && fr.sliced.Runs(i) {
			in.havoc(fr, i, st)
		}
	case cfg.Fence:
		in.memory.SeeOthers(st) // the stores of other warps before the fence are visible now
	case cfg.Binary:
		known := st.Multiples
		if i.Chooses {
			v = in.chooses(fr, i)
			break
		}
		v = in.suspend(i, in.words(fr, i), func(i *cfg.Instr, args []vector.Vec) vector.Vec {
			return in.arithmetic.Binary(i, args, known)
		})
	default:
		v = in.compute(fr, i, guard)
	}
	fr.values[i.ID] = v
	return guard, st
}

// load returns the value of a load: the word of the last store to shared memory if that store is known. Otherwise it is
// the result of memory.Load.
func (in *interp) load(fr *frame, i *cfg.Instr, guard vector.Vec, st *memory.State) memory.Value {
	p, isDisturbed := in.accessed(fr, i), in.isDisturbed(in.Trace.Root, i)
	v := in.memory.Load(in.memory.MemoryFor(i, p, st), p, i.Type, guard, isDisturbed)
	if shared.IsConstant(i) {
		if k, known := in.shared.Constant(i, in.at(fr, i), guard); known {
			return vector.Uniform(k)
		}
	}
	if isDisturbed {
		return v
	}
	if last, known := in.shared.Last(in.accessTo(i, p, guard), st); known {
		return last
	}
	return v
}

// partOf returns the address of a member of an unknown type in shared memory. known is false if the instruction names no
// such member. Objects in shared memory have no references:
//
//	__shared__ Turn<N> turn;
//	turn.id = n;
//
// So a store to the member changes only the variable turn. In a lane's own variable the member might be a reference,
// and a store through it would change another object.
func (in *interp) partOf(fr *frame, i *cfg.Instr) (part memory.Pointer, known bool) {
	if i.Op != cfg.Unknown || !i.Member {
		return part, false
	}
	p := in.pointerOperand(fr, i)
	if p.Object == nil || p.Object.Region != memory.Shared {
		return part, false
	}
	return in.memory.Member(p, memory.ElemOf(i.Type)), true
}

// noteHidden records an instruction without a model, and whether it may hide a collective. A foreign function is
// analysed in the unit that defines it, as if all lanes called it together. So a call by all lanes hides nothing here.
func (in *interp) noteHidden(fr *frame, i *cfg.Instr, guard vector.Vec) {
	switch {
	case i.Unread:
		in.record(trace.Note{Pos: i.Pos, Reason: i.Text, Hides: true})
	case i.Op == cfg.Unknown:
		in.record(trace.Note{Pos: i.Pos, Reason: i.Text, Hides: i.Hides && !in.Trace.Root.HasNoCaller(), Undeclared: i.Undeclared})
	case i.Foreign && guard != in.Trace.Alive:
		in.record(trace.Note{Pos: i.Pos, Reason: "a call of " + i.Text + ", whose body is not in this unit,", Hides: !in.Trace.Root.HasNoCaller(), Foreign: true})
	case i.Foreign:
		in.note(i.Pos, "a call of "+i.Text+" by all lanes: its body is in another unit, where masks are taken to name all of them", false)
	}
	if i.Hides {
		in.log.Events = append(in.log.Events, &trace.Event{Instr: i, Point: in.at(fr, i), Guard: guard, Opaque: true})
	}
}

// arg returns the value of an operand; an operand that was never computed is unknown.
func (in *interp) arg(fr *frame, i *cfg.Instr, n int) memory.Value {
	if v := fr.values[i.Args[n].ID]; v != nil {
		return v
	}
	if a := i.Args[n]; !fr.sliced.Runs(a) {
		return in.leftOut(a)
	}
	return in.memory.Imprecise("operand", i.Args[n].Type)
}

// pointerOperand returns the first operand of an instruction as a pointer.
func (in *interp) pointerOperand(fr *frame, i *cfg.Instr) memory.Pointer {
	switch v := in.arg(fr, i, 0).(type) {
	case memory.Pointer:
		return v
	case vector.Vec:
		if v.Bits() == 64 {
			return memory.Pointer{Addr: v, Elem: memory.ElemOf(i.Args[0].Type)}
		}
	}
	return in.memory.Imprecise("pointer", nil).(memory.Pointer)
}

// word returns an operand as a vector of words; a pointer counts as a 64-bit address.
func (in *interp) word(fr *frame, i *cfg.Instr, n int) vector.Vec {
	switch v := in.arg(fr, i, n).(type) {
	case vector.Vec:
		return v
	case memory.Pointer:
		return in.memory.Layout.Address(v)
	}
	in.memory.Unknowns++
	return in.vectors.PerLane(fmt.Sprintf("aggregate!%d", in.memory.Unknowns), 64, memory.ResultOrigin{Operation: "aggregate"})
}

// compute returns the value of an instruction without effects.
func (in *interp) compute(fr *frame, i *cfg.Instr, guard vector.Vec) memory.Value {
	switch i.Op {
	case cfg.Const:
		return in.literal(i)
	case cfg.Float:
		if bits := memory.Width(i.Type); bits > 0 {
			return in.arithmetic.FloatLiteral(i, bits)
		}
	case cfg.String:
		return memory.Pointer{Addr: vector.Uniform(in.t.Opaque("string "+i.Text, 64, memory.StringLiteral{}))}
	case cfg.Addr:
		return memory.Pointer{Object: in.local(fr, i.Object), Elem: i.Object.Type}
	case cfg.FieldAddr:
		return in.fieldAddr(in.pointerOperand(fr, i), i.Field)
	case cfg.IndexAddr:
		return in.indexAddr(fr, i)
	case cfg.Unary:
		return in.suspend(i, in.words(fr, i), in.arithmetic.Unary)
	case cfg.Convert:
		return in.convert(fr, i)
	case cfg.Pure:
		return in.pureValue(fr, i)
	case cfg.TemplateConst:
		origin := memory.TemplateOrigin{Name: i.Text, Passed: fr.isPassed(i)}
		return in.computed(fmt.Sprintf("template %s %d %t", i.Text, i.Int, origin.Passed), i.Type, origin, nil)
	case cfg.Opaque:
		return in.opaqueValue(fr, i)
	case cfg.Special:
		return in.special(fr, i, guard)
	}
	return in.memory.Imprecise(fmt.Sprint("op", int(i.Op)), i.Type)
}

// isPassed reports whether a call chooses the value of a template's constant. It does if the constant is in a called
// function, and no caller has a constant of the same name. A caller with such a constant would pass on its own value.
// For a constant in a system header the names in callers do not matter.
func (fr *frame) isPassed(constant *cfg.Instr) bool {
	for caller := fr.caller; caller != nil; caller = caller.caller {
		if !constant.Pos.System && caller.Fn.HasTemplateConst(constant.Text) {
			return false
		}
	}
	return fr.caller != nil
}

// words returns all operands as vectors.
func (in *interp) words(fr *frame, i *cfg.Instr) []vector.Vec {
	list := make([]vector.Vec, len(i.Args))
	for n := range i.Args {
		list[n] = in.word(fr, i, n)
	}
	return list
}

// suspend delays the computation of an instruction on words until its value is needed. If the value is no word, it is
// unknown.
func (in *interp) suspend(i *cfg.Instr, args []vector.Vec, f func(*cfg.Instr, []vector.Vec) vector.Vec) memory.Value {
	bits := memory.Width(i.Type)
	if bits < 0 {
		return in.memory.Imprecise("value", i.Type)
	}
	return vector.Later(bits, func() vector.Vec { return f(i, args) })
}

// opaqueValue returns the result of an uninterpreted operation: equal operands give equal results, and nothing else is
// known. Facts about the operands are lost, so the result is imprecise.
func (in *interp) opaqueValue(fr *frame, i *cfg.Instr) memory.Value {
	args := make([]vector.Vec, len(i.Args))
	for n := range args {
		args[n] = in.ownWord(fr, i, n)
	}
	word := func(bits int) vector.Vec {
		return vector.Later(bits, func() vector.Vec { return in.vectors.Opaque("?"+i.Text, bits, memory.Approximation{}, args...) })
	}
	switch bits := memory.Width(i.Type); {
	case bits >= 0:
		return word(bits)
	case memory.IsAggregate(i.Type):
		return in.memory.Imprecise(i.Text, i.Type)
	}
	return memory.Pointer{Addr: word(64), Elem: memory.ElemOf(i.Type)}
}

// ownWord returns an operand as a word. A pointer becomes a word that can be compared across lanes (memory.OwnAddress).
func (in *interp) ownWord(fr *frame, i *cfg.Instr, n int) vector.Vec {
	if p, ok := in.arg(fr, i, n).(memory.Pointer); ok {
		return in.memory.OwnAddress(p)
	}
	return in.word(fr, i, n)
}

func (in *interp) literal(i *cfg.Instr) memory.Value {
	switch bits := memory.Width(i.Type); {
	case bits == 0:
		return vector.Uniform(in.t.Bool(i.Int != 0))
	case bits > 0:
		return in.vectors.Constant(bits, uint64(i.Int))
	case memory.IsAggregate(i.Type):
		return in.zeros(i.Type)
	}
	return memory.Pointer{Addr: in.vectors.Constant(64, uint64(i.Int)), Elem: memory.ElemOf(i.Type)}
}

// zeros returns an aggregate with all parts zero. If it has too many parts, it gets none.
func (in *interp) zeros(t *types.Type) memory.Aggregate {
	list, _ := in.memory.Layout.Parts(t)
	whole := memory.Aggregate{}
	for _, p := range list {
		if key, named := in.memory.Layout.Key(in.memory.Layout.PathOf(p), p.Type); named && !memory.IsUnknown(p.Type) {
			whole[key] = in.literal(&cfg.Instr{Type: p.Type})
		}
	}
	return whole
}

// secondResult returns a second result of a collective, as wide as the program uses it.
func (in *interp) secondResult(fr *frame, i *cfg.Instr) memory.Value {
	switch v := fr.second[i.Args[0]].(type) {
	case nil:
		return in.memory.Imprecise("extract", i.Type)
	case vector.Vec:
		return in.collectives.TypedLater(i.Type, func() vector.Vec { return v })
	default:
		return v
	}
}

func (in *interp) fieldAddr(p memory.Pointer, f *types.Field) memory.Pointer {
	p.Recast = p.Recast || memory.IsUnknown(p.Elem) && !p.IsOpen(f)
	if p.Object == nil {
		p.Elem = f.Type
		return p.Moved(vector.Later(64, func() vector.Vec {
			return vector.Map1(p.Addr, func(x *term.Term) *term.Term {
				return in.t.Add(x, in.memory.Layout.Displacement(f))
			})
		}), func(q memory.Pointer) memory.Pointer { return in.fieldAddr(q, f) })
	}
	return p.Into(f)
}

func (in *interp) indexAddr(fr *frame, i *cfg.Instr) memory.Value {
	p := in.pointerOperand(fr, i)
	signed := i.Args[1].Type != nil && i.Args[1].Type.Signed
	scale := in.t.Const(64, uint64(memory.Stride(memory.ElemOf(i.Type))))
	index := in.word(fr, i, 1)
	row := p.Row
	p = in.memory.Layout.Forward(p, vector.Later(64, func() vector.Vec {
		return vector.Map1(index, func(x *term.Term) *term.Term {
			return in.t.Mul(in.t.Resize(x, 64, signed), scale)
		})
	}))
	p.Elem = memory.ElemOf(i.Type)
	if first := i.Args[1].Unconverted(); first.Op == cfg.Const && first.Int == 0 {
		p.Row = row
	}
	if size := rowSize(i); size > 0 {
		p.Row = size
	}
	return p
}

// convert returns the result of a conversion between words, or of a pointer.
func (in *interp) convert(fr *frame, i *cfg.Instr) memory.Value {
	from, to := i.Args[0].Type, i.Type
	if i.Operator == operator.CastBits && memory.IsAggregate(from) != memory.IsAggregate(to) {
		if words, known := in.memory.Layout.WordsOf(in.arg(fr, i, 0), from); known {
			return in.computed("?bits"+arithmetic.Signature(i), to, memory.Approximation{}, words)
		}
	}
	if v, ok := in.arg(fr, i, 0).(memory.Aggregate); ok {
		return v
	}
	bits := memory.Width(to)
	if bits < 0 {
		if memory.IsAggregate(to) {
			return memory.Aggregate{}
		}
		return in.recast(in.pointerOperand(fr, i), memory.ElemOf(from), memory.ElemOf(to), i.Operator)
	}
	if memory.IsUnknown(to) {
		return in.ownWord(fr, i, 0)
	}
	x := in.ownWord(fr, i, 0)
	if i.Operator == operator.CastBits && x.Bits() == bits {
		return x
	}
	return vector.Later(bits, func() vector.Vec { return in.arithmetic.ConvertWord(x, from, to) })
}

// recast converts p, a pointer to the type `from`, to a pointer to the type `to`. The memory that it points to stays
// the same.
func (in *interp) recast(p memory.Pointer, from, to *types.Type, op operator.Op) memory.Pointer {
	switch {
	case op == operator.CastBase && memory.IsBase(to, from):
		return in.memory.ToBase(p, from, to)
	case op == operator.CastDerived && memory.IsBase(from, to):
		return in.memory.ToDerived(p, to, from)
	case p.Choices() != nil:
		p = p.Moved(p.Addr, func(q memory.Pointer) memory.Pointer { return in.recast(q, from, to, op) })
	}
	switch {
	case to == nil || to.Kind == types.Void || p.Elem == to:
		return p
	case p.Elem == nil || p.Elem.Kind == types.Void:
	case op == operator.CastBase || op == operator.CastDerived:
		p.Converted, p.Recast = true, true
	case p.Elem.Kind == types.Array && memory.SameWord(p.Elem.Elem, to): // an array decays to a pointer to its first element
	case memory.SameWord(p.Elem, to):
	default:
		p.Recast = true
	}
	p.Elem = to
	return p
}

// special returns the value of a special register: one of the launch, a mask of active lanes, or the clock.
func (in *interp) special(fr *frame, i *cfg.Instr, guard vector.Vec) memory.Value {
	switch i.Special {
	case cfg.ActiveMask:
		return in.collectives.ActiveMask(in.at(fr, i), guard)
	case cfg.CoalescedMask:
		return vector.Uniform(in.t.Pack(guard.List()))
	case cfg.Clock:
		in.memory.Unknowns++
		return in.vectors.PerLane(fmt.Sprintf("clock!%d", in.memory.Unknowns), 32, memory.ResultOrigin{Operation: "clock"})
	}
	in.Trace.Launch.Note(i.Special)
	return in.Trace.Launch.Register(i.Special)
}

// havoc makes the memory unknown that an instruction without a model may write.
func (in *interp) havoc(fr *frame, i *cfg.Instr, st *memory.State) {
	if i.Hides {
		in.memory.ForgetReachable(st)
	}
	for n := range i.Args {
		p, ok := in.arg(fr, i, n).(memory.Pointer)
		switch {
		case !ok || i.Op != cfg.Call && !i.MayWrite(n):
		case !fr.sliced.IsPrivate(i, n):
			in.forgetOthers(st, p)
		case p.Object == nil && p.Addr.IsUniform() && p.Addr.At(0).Origin == memory.StringLiteral{}:
		case p.Object == nil:
			in.memory.ForgetReachable(st)
		default:
			if i.MayKeep() && in.holdsPointer(st, p.Object) {
				in.memory.ForgetReachable(st)
			}
			if i.MayWrite(n) {
				in.memory.Forget(st, p.Object)
				if p.Object.Region != memory.Private {
					st.LeaveUnsynchronized(p.Object)
				}
			}
		}
	}
}

// holdsPointer reports whether an object holds a pointer. Through the pointer other objects can be reached.
func (in *interp) holdsPointer(st *memory.State, o *memory.Object) bool {
	for c, v := range st.Cells {
		if _, ok := v.(memory.Pointer); ok && c.Object == o {
			return true
		}
	}
	return false
}

func (in *interp) callInstr(fr *frame, i *cfg.Instr, guard vector.Vec, st *memory.State) (vector.Vec, *memory.State) {
	if why := in.tooDeep(fr, i); !why.IsNone() {
		s := in.funcSummaryOf(i.Callee)
		hides := s.mayCollect || s.mayHide
		in.record(trace.Note{Pos: i.Pos, Reason: why.Reason, Hides: hides && !in.Trace.Root.HasNoCaller(), NotFollowed: i.Callee})
		in.cut(i.Callee, why)
		in.cutUses(i, why)
		if !fr.sliced.Runs(i) {
			return guard, st
		}
		in.havoc(fr, i, st)
		if hides {
			in.log.Events = append(in.log.Events,
				&trace.Event{Instr: i, Point: in.at(fr, i), Guard: guard, Opaque: true})
		}
		if i.Type != nil {
			fr.values[i.ID] = in.memory.Imprecise("call", i.Type)
		}
		return guard, st
	}
	args := make([]memory.Value, len(i.Args))
	if in.isSkipped(i.Callee) && fr.sliced.At(i) == nil {
		for n := range i.Args {
			args[n] = in.arg(fr, i, n)
		}
		in.cutUses(i, notFollowed(i, "it is large"))
		in.skipCall(fr, i, args, guard, st)
		return guard, st
	}
	for n := range i.Args {
		if fr.sliced.Binds(i, n) {
			args[n] = in.arg(fr, i, n)
		}
	}
	v, back, after := in.call(i.Callee, args, guard, st, site{fr, in.at(fr, i)}, fr.sliced.At(i))
	if v == nil && fr.sliced.NeedsResult(i) && i.Type != nil && i.Type.Kind != types.Void {
		v = in.memory.Imprecise("result", i.Type)
	}
	fr.values[i.ID] = v
	return back, after
}

// cut records that some calls of a function were not followed. The trace then lacks executions of the collectives in it
// and in its callees.
func (in *interp) cut(fn *cfg.Func, imprecision trace.Imprecision) {
	if !in.Trace.CutShort[fn].IsNone() {
		return
	}
	in.Trace.CutShort[fn] = imprecision
	for _, callee := range fn.Callees {
		in.cut(callee, imprecision)
	}
}

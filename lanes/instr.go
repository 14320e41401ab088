package lanes

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// instr interprets one instruction for the lanes of guard and returns the lanes
// and the memory after it.
func (in *interp) instr(fr *frame, i *cfg.Instr, guard vec, st *state) (vec, *state) {
	var v value
	switch i.Op {
	case cfg.Call:
		return in.callInstr(fr, i, guard, st)
	case cfg.Collective_:
		v = in.collective(fr, i, guard, st)
	case cfg.Extract:
		v = in.further(fr, i)
	case cfg.Load:
		p := in.accessed(fr, i)
		v = in.load(in.memoryFor(i, p, st), p, i.Type, guard, i.Volatile)
	case cfg.Store:
		in.storeInstr(fr, i, guard, st)
	case cfg.Alloc:
		in.begin(st, i.Object, in.local(fr, i.Object))
	case cfg.Extern, cfg.Unknown, cfg.Atomic:
		if !fr.sliced.Runs(i) {
			in.hidden(fr, i, guard)
			return guard, st
		}
		operands, same := in.uniformOperands(fr, i, guard)
		in.havocAlike(fr, i, guard, st, same)
		in.hidden(fr, i, guard)
		if i.Type != nil {
			v = in.unmodelled(fr, i, operands, same)
		}
	case cfg.Fence:
		in.forgetShared(st) // what comes before it in other warps is visible now
	case cfg.Binary:
		known := st.multiples
		v = in.suspend(i, in.words(fr, i), func(i *cfg.Instr, args []vec) vec {
			return in.binary(i, in.asMultiples(i, args, known))
		})
	default:
		v = in.compute(fr, i, guard)
	}
	fr.values[i.ID] = v
	return guard, st
}

// hidden notes an instruction without a model, and that a call may hide a collective. A
// function of another unit is analysed there as if all lanes came together: where they do
// here, it hides nothing.
func (in *interp) hidden(fr *frame, i *cfg.Instr, guard vec) {
	switch {
	case i.Unread:
		in.record(i.Pos, i.Text, true)
	case i.Op == cfg.Unknown:
		in.note(i.Pos, i.Text, i.Hides)
	case i.Foreign && guard != in.alive:
		in.note(i.Pos, "a call of "+i.Text+", whose body is not in this unit,", true)
	case i.Foreign:
		in.note(i.Pos, "a call of "+i.Text+" by all lanes: its body is in another unit, where masks are taken to name all of them", false)
	}
	if i.Hides {
		in.events = append(in.events, &event{instr: i, place: in.at(fr, i), guard: guard, opaque: i.Text})
	}
}

// arg is the value of an operand; one that was never computed is unknown.
func (in *interp) arg(fr *frame, i *cfg.Instr, n int) value {
	if v := fr.values[i.Args[n].ID]; v != nil {
		return v
	}
	if a := i.Args[n]; !fr.sliced.Runs(a) {
		return in.leftOut(a)
	}
	return in.fresh("operand", i.Args[n].Type)
}

func (in *interp) pointerArg(fr *frame, i *cfg.Instr, n int) pointer {
	switch v := in.arg(fr, i, n).(type) {
	case pointer:
		return v
	case vec:
		if v.bits() == 64 {
			return pointer{addr: v, elem: elemOf(i.Args[n].Type)}
		}
	}
	return in.fresh("pointer", nil).(pointer)
}

// word is an operand as a vector of words; pointers count as 64-bit addresses.
func (in *interp) word(fr *frame, i *cfg.Instr, n int) vec {
	switch v := in.arg(fr, i, n).(type) {
	case vec:
		return v
	case pointer:
		return in.address(v)
	}
	in.unknowns++
	return in.laneVector(fmt.Sprintf("aggregate!%d", in.unknowns), 64, resultOrigin{"aggregate"})
}

// word32 is an operand as 32-bit words.
func (in *interp) word32(fr *frame, i *cfg.Instr, n int) vec {
	return map1(in.word(fr, i, n), func(x *term.Term) *term.Term { return in.resize(x, 32, false) })
}

// resize changes a word's width; a formula becomes 0 or 1.
func (in *interp) resize(x *term.Term, bits int, signed bool) *term.Term {
	switch {
	case x.Bits == 0:
		return in.t.Ite(x, in.t.Const(bits, 1), in.t.Const(bits, 0))
	case x.Bits > bits:
		return in.t.Trunc(x, bits)
	case signed:
		return in.t.SExt(x, bits)
	}
	return in.t.ZExt(x, bits)
}

// compute is the value of an instruction without effects.
func (in *interp) compute(fr *frame, i *cfg.Instr, guard vec) value {
	switch i.Op {
	case cfg.Const:
		return in.literal(i)
	case cfg.Float:
		if bits := width(i.Type); bits > 0 {
			return in.floatLiteral(i, bits)
		}
	case cfg.String:
		return pointer{addr: uniform(in.t.Opaque("string "+i.Text, 64, stringLiteral{}))}
	case cfg.Addr:
		return pointer{obj: in.local(fr, i.Object), elem: i.Object.Type}
	case cfg.FieldAddr:
		return in.fieldAddr(in.pointerArg(fr, i, 0), i.Field)
	case cfg.IndexAddr:
		return in.indexAddr(fr, i)
	case cfg.Unary:
		return in.suspend(i, in.words(fr, i), in.unary)
	case cfg.Convert:
		return in.convert(fr, i)
	case cfg.Pure:
		return in.pureValue(fr, i)
	case cfg.TemplateConst:
		return in.computed(fmt.Sprintf("template %s %d", i.Text, i.Int), i.Type, templateOrigin{i.Text}, nil)
	case cfg.Opaque:
		return in.opaqueValue(fr, i)
	case cfg.Special:
		return in.special(fr, i, guard)
	}
	return in.fresh(fmt.Sprint("op", int(i.Op)), i.Type)
}

// words are all operands as vectors.
func (in *interp) words(fr *frame, i *cfg.Instr) []vec {
	list := make([]vec, len(i.Args))
	for n := range i.Args {
		list[n] = in.word(fr, i, n)
	}
	return list
}

// suspend computes an instruction on words later; what is no word is unknown.
func (in *interp) suspend(i *cfg.Instr, args []vec, f func(*cfg.Instr, []vec) vec) value {
	bits := width(i.Type)
	if bits < 0 {
		return in.fresh("value", i.Type)
	}
	return later(bits, func() vec { return f(i, args) })
}

// opaqueValue is what an operation yields of which nothing is known but that it is a
// function of its operands. What holds of the operands it cannot tell, so that it
// counts as given up.
func (in *interp) opaqueValue(fr *frame, i *cfg.Instr) value {
	args := make([]vec, len(i.Args))
	for n := range args {
		args[n] = in.ownWord(fr, i, n)
	}
	word := func(bits int) vec {
		return later(bits, func() vec { return in.opaque("?"+i.Text, bits, approximation{}, args...) })
	}
	switch bits := width(i.Type); {
	case bits >= 0:
		return word(bits)
	case isAggregate(i.Type):
		return in.fresh(i.Text, i.Type)
	}
	return pointer{addr: word(64), elem: elemOf(i.Type)}
}

// ownWord is an operand as a word of which nothing is known: a pointer to a private
// object leads each lane to memory of its own, whatever the number.
func (in *interp) ownWord(fr *frame, i *cfg.Instr, n int) vec {
	word := in.word(fr, i, n)
	p, ok := in.arg(fr, i, n).(pointer)
	if !ok || p.obj == nil || p.obj.region != private || in.isAlike(p.obj) {
		return word
	}
	return later(64, func() vec {
		return build(func(l int) *term.Term {
			return in.t.Opaque("own address", 64, threadOrigin{}, word.at(l), in.t.Const(32, uint64(l)))
		})
	})
}

func (in *interp) literal(i *cfg.Instr) value {
	switch bits := width(i.Type); {
	case bits == 0:
		return uniform(in.t.Bool(i.Int != 0))
	case bits > 0:
		return in.constant(bits, uint64(i.Int))
	case isAggregate(i.Type):
		return in.zeros(i.Type)
	}
	return pointer{addr: in.constant(64, uint64(i.Int)), elem: elemOf(i.Type)}
}

// zeros is an aggregate of which all parts are zero. One with too many parts tells nothing of
// them.
func (in *interp) zeros(t *ast.Type) aggregate {
	list, _ := in.parts(t)
	whole := aggregate{}
	for _, p := range list {
		if key, named := in.key(in.pathOf(p), p.t); named && !isUnknown(p.t) {
			whole[key] = in.literal(&cfg.Instr{Type: p.t})
		}
	}
	return whole
}

// further is a further result of a collective, as wide as the program takes it.
func (in *interp) further(fr *frame, i *cfg.Instr) value {
	switch v := fr.second[i.Args[0]].(type) {
	case nil:
		return in.fresh("extract", i.Type)
	case vec:
		return in.typedLater(i, func() vec { return v })
	default:
		return v
	}
}

func (in *interp) fieldAddr(p pointer, f *ast.Field) pointer {
	p.recast = p.recast || isUnknown(p.elem)
	if p.obj == nil {
		p.elem = f.Type
		return p.moved(map1(p.addr, func(x *term.Term) *term.Term {
			return in.t.Add(x, in.displacement(f))
		}), func(q pointer) pointer { return in.fieldAddr(q, f) })
	}
	return p.into(f)
}

func (in *interp) indexAddr(fr *frame, i *cfg.Instr) value {
	p := in.pointerArg(fr, i, 0)
	signed := i.Args[1].Type != nil && i.Args[1].Type.Signed
	scale := uint64(size(elemOf(i.Type)))
	index := in.word(fr, i, 1)
	p = in.forward(p, later(64, func() vec {
		return map1(index, func(x *term.Term) *term.Term {
			return in.t.Mul(in.resize(x, 64, signed), in.t.Const(64, scale))
		})
	}))
	p.elem = elemOf(i.Type)
	return p
}

// convert is a conversion between words, or of a pointer.
func (in *interp) convert(fr *frame, i *cfg.Instr) value {
	from, to := i.Args[0].Type, i.Type
	if i.Operator == ast.CastBits && isAggregate(from) != isAggregate(to) {
		if words, known := in.wordsOf(in.arg(fr, i, 0), from); known {
			return in.computed("?bits"+signature(i), to, approximation{}, words)
		}
	}
	if v, ok := in.arg(fr, i, 0).(aggregate); ok {
		return v
	}
	bits := width(to)
	if bits < 0 {
		if isAggregate(to) {
			return aggregate{}
		}
		return in.recast(in.pointerArg(fr, i, 0), elemOf(from), elemOf(to), i.Operator)
	}
	if isUnknown(to) {
		return in.ownWord(fr, i, 0)
	}
	x := in.word(fr, i, 0)
	if i.Operator == ast.CastBits && x.bits() == bits {
		return x
	}
	return later(bits, func() vec { return in.convertWord(x, from, to) })
}

// convertWord is a conversion between words.
func (in *interp) convertWord(x vec, from, to *ast.Type) vec {
	bits := width(to)
	switch {
	case bits == 0 && x.bits() == 0:
		return x
	case bits == 0 && isFloat(from):
		return in.nonzero(x)
	case bits == 0:
		return in.truth(x)
	case isFloat(from) || isFloat(to):
		if isFloat(from) && isFloat(to) && from.Bits == to.Bits {
			return x
		}
		return map1(x, func(x *term.Term) *term.Term {
			if v := in.convertFloat(x, from, to); v != nil {
				return v
			}
			return in.t.Opaque(fmt.Sprintf("cvt %s %s", typeName(from), to.Name), bits, nil, x)
		})
	}
	signed := from != nil && from.Signed
	return map1(x, func(x *term.Term) *term.Term { return in.resize(x, bits, signed) })
}

func typeName(t *ast.Type) string {
	if t == nil {
		return ""
	}
	return t.Name
}

func isFloat(t *ast.Type) bool { return t != nil && t.Kind == ast.Float }

// recast views the memory behind a pointer as another type.
func (in *interp) recast(p pointer, from, to *ast.Type, how ast.Op) pointer {
	switch {
	case how == ast.CastBase && isBase(to, from):
		return in.toBase(p, from, to)
	case how == ast.CastDerived && isBase(from, to):
		return in.toDerived(p, to, from)
	case p.choices() != nil:
		p = p.moved(p.addr, func(q pointer) pointer { return in.recast(q, from, to, how) })
	}
	switch {
	case to == nil || to.Kind == ast.Void || p.elem == to:
		return p
	case p.elem == nil || p.elem.Kind == ast.Void:
	case how == ast.CastBase || how == ast.CastDerived:
		p.converted, p.recast = true, true
	case p.elem.Kind == ast.Array && sameWord(p.elem.Elem, to): // decay
	case sameWord(p.elem, to):
	default:
		p.recast = true
	}
	p.elem = to
	return p
}

func sameWord(a, b *ast.Type) bool {
	return a == b || width(a) > 0 && width(a) == width(b) && isFloat(a) == isFloat(b)
}

// opaque is an uninterpreted function of vectors.
func (in *interp) opaque(name string, bits int, origin any, args ...vec) vec {
	same := true
	for _, a := range args {
		same = same && a.isUniform()
	}
	at := func(l int) *term.Term {
		terms := make([]*term.Term, len(args))
		for k, a := range args {
			terms[k] = a.at(l)
		}
		return in.t.Opaque(name, bits, origin, terms...)
	}
	if same {
		return uniform(at(0))
	}
	return build(at)
}

// special is a launch register.
func (in *interp) special(fr *frame, i *cfg.Instr, guard vec) value {
	switch i.Special {
	case cfg.ActiveMask:
		return in.activeMask(in.at(fr, i), guard)
	case cfg.CoalescedMask:
		return uniform(in.t.Pack(guard.list()))
	case cfg.Clock:
		in.unknowns++
		return in.laneVector(fmt.Sprintf("clock!%d", in.unknowns), 32, resultOrigin{"clock"})
	}
	in.look(i.Special)
	return in.launch.registers[i.Special]
}

// havoc makes unknown what an instruction without a model may write.
func (in *interp) havoc(fr *frame, i *cfg.Instr, st *state) {
	if i.Hides {
		in.forgetReachable(st)
	}
	for n := range i.Args {
		p, ok := in.arg(fr, i, n).(pointer)
		switch {
		case !ok:
		case !fr.sliced.IsPrivate(i, n):
			in.forgetOthers(st, p)
		case p.obj == nil && p.addr.isUniform() && p.addr.at(0).Origin == stringLiteral{}:
		case p.obj == nil:
			in.forgetReachable(st)
		default:
			if in.holdsPointer(st, p.obj) {
				in.forgetReachable(st)
			}
			if i.Op != cfg.Call || n >= len(i.Callee.Params) || !i.Callee.Params[n].ReadOnly {
				in.forget(st, p.obj)
				if p.obj.region != private {
					st.leaveUnmet(p.obj)
				}
			}
		}
	}
}

// holdsPointer reports an object through which other objects can be reached.
func (in *interp) holdsPointer(st *state, o *object) bool {
	for c, v := range st.cells {
		if _, ok := v.(pointer); ok && c.obj == o {
			return true
		}
	}
	return false
}

func (in *interp) callInstr(fr *frame, i *cfg.Instr, guard vec, st *state) (vec, *state) {
	if reason := in.tooDeep(fr, i.Callee); reason != "" {
		s := in.shapeOf(i.Callee)
		hides := s.mayCollect || s.mayHide
		in.note(i.Pos, reason, hides)
		in.cut(i.Callee, reason)
		if !fr.sliced.Runs(i) {
			return guard, st
		}
		in.havoc(fr, i, st)
		if hides {
			in.events = append(in.events,
				&event{instr: i, place: in.at(fr, i), guard: guard, opaque: reason})
		}
		if i.Type != nil {
			fr.values[i.ID] = in.fresh("call", i.Type)
		}
		return guard, st
	}
	args := make([]value, len(i.Args))
	if in.isSkipped(i.Callee) {
		for n := range i.Args {
			args[n] = in.arg(fr, i, n)
		}
		in.skipCall(fr, i, args, st)
		return guard, st
	}
	for n := range i.Args {
		if fr.sliced.Binds(i, n) {
			args[n] = in.arg(fr, i, n)
		}
	}
	v, back, after := in.call(i.Callee, args, guard, st, in.at(fr, i), fr.sliced.At(i))
	if v == nil && fr.sliced.Yields(i) && i.Type != nil && i.Type.Kind != ast.Void {
		v = in.fresh("result", i.Type)
	}
	fr.values[i.ID] = v
	return back, after
}

// tooDeep says why a call is not followed, "" when it is.
func (in *interp) tooDeep(fr *frame, callee *cfg.Func) string {
	if fr.depth >= maxDepth {
		return "call nested too deep: " + callee.Name
	}
	for f := fr; ; f = f.parent.frame {
		if f.fn == callee {
			return "recursive call of " + callee.Name
		}
		if f.parent == nil {
			return ""
		}
	}
}

// cut notes that a function was not followed, nor what it calls: the executions of their
// collectives along other calls are not all.
func (in *interp) cut(fn *cfg.Func, reason string) {
	if in.cutShort[fn] != "" {
		return
	}
	in.cutShort[fn] = reason
	for _, callee := range fn.Callees {
		in.cut(callee, reason)
	}
}

// argument is what a parameter of the root holds: one unknown for all lanes of a
// kernel, one of each lane for a device function.
func (in *interp) argument(c cell, t *ast.Type) value {
	if bits := width(t); bits >= 0 {
		return in.argumentWord(c, bits)
	}
	if isAggregate(t) {
		return aggregate{}
	}
	return in.argumentPointer(c, elemOf(t))
}

// argumentPointer is a pointer that a parameter of the root holds, or a part of one.
func (in *interp) argumentPointer(c cell, elem *ast.Type) pointer {
	if !in.root.Kernel && !c.obj.decl.IsThis() {
		return pointer{addr: in.laneArgument(c, 64), elem: elem}
	}
	p := pointer{obj: in.behind(c), elem: elem}
	p.obj.lasting = c.path == "" && c.obj.decl != nil && c.obj.decl.Var != nil && c.obj.decl.Var.Unwritten
	return p
}

func (in *interp) argumentWord(c cell, bits int) vec {
	if !in.root.Kernel {
		return in.laneArgument(c, bits)
	}
	origin := argOrigin{name: in.cellName(c)}
	if c.path == "" && c.obj.decl != nil {
		origin.signed = signedBits(c.obj.decl.Type)
	}
	return uniform(in.t.Unknown(argumentName(c), bits, origin))
}

// laneArgument is what each lane passes to a device function.
func (in *interp) laneArgument(c cell, bits int) vec {
	name, origin := argumentName(c), laneArgument{c.obj.name}
	if in.alike {
		return uniform(in.t.Unknown(name, bits, origin))
	}
	in.vary(c.obj.name)
	return in.laneVector(name, bits, origin)
}

// argumentName is the name of the unknown in a cell of a parameter. Classes may inherit
// fields of one name: a user's name for the cell would not do.
func argumentName(c cell) string { return "arg " + c.obj.name + c.path }

// behind is the memory that a pointer argument points to.
func (in *interp) behind(c cell) *object {
	if o, ok := in.arguments[c]; ok {
		return o
	}
	o := in.newObject(in.cellName(c), nil, external)
	o.given = !c.obj.decl.IsThis()
	in.arguments[c] = o
	return o
}

// cellName writes a cell as the user would: "params.stride".
func (in *interp) cellName(c cell) string {
	var b strings.Builder
	b.WriteString(c.obj.name)
	for _, s := range strings.FieldsFunc(strings.ReplaceAll(strings.ReplaceAll(c.path,
		".", " ."), "+", " +"), func(r rune) bool { return r == ' ' }) {
		if n, err := strconv.Atoi(s[1:]); err == nil && s[0] == '.' {
			b.WriteString("." + in.fieldName(n))
		} else {
			b.WriteString(s)
		}
	}
	return b.String()
}

func (in *interp) fieldName(id int) string {
	for f, n := range in.fields {
		if n == id {
			return f.Name
		}
	}
	return strconv.Itoa(id)
}

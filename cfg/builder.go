package cfg

import (
	"fmt"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// programBuilder holds what the functions of a unit share while they are lowered.
type programBuilder struct {
	prog    *Program
	funcs   map[*ast.Function]*Func
	globals map[*ast.Var]*Object
	// dynamic is the shared memory whose extent the launch gives, nil before any is seen.
	dynamic  *Object
	pointers map[*ast.Type]*ast.Type
	// targets are what calls through pointers and of virtual methods may mean.
	targets indirect
	// named are the functions of the unit by their plain names.
	named map[string][]*ast.Function
	// constants counts those that template parameters decide.
	constants int
}

// builder lowers one function. Instructions go to the end of cur; after a
// terminator cur is a new block, which stays unreachable unless something
// jumps to it.
type builder struct {
	*programBuilder
	fn  *Func
	cur *Block
	// pos is the place of the construct being lowered.
	pos ast.Pos

	vars  map[*ast.Var]*Object
	this  *Object
	names map[string]int
	// selves are the aggregates under construction, for the `this` of their
	// default member initialisers.
	selves []self

	scopes   []*scope
	jumps    []*jumpTarget
	switches []*switchBody
	labels   map[string]*label
	// temps are the temporaries of the current full expression that have
	// destructors.
	temps []cleanup
	// last is the return statement that ends the body, nil when there is none.
	last *ast.Node
}

// emit appends an instruction to the current block.
func (b *builder) emit(op Op, t *ast.Type, args ...*Instr) *Instr {
	in := &Instr{Op: op, Type: t, Args: args, Pos: b.pos, Block: b.cur}
	b.cur.Instrs = append(b.cur.Instrs, in)
	return in
}

// at makes n the place of the instructions to come and returns a function
// that restores the place before.
func (b *builder) at(n *ast.Node) func() {
	saved := b.pos
	if n.Pos.Line != 0 {
		b.pos = n.Pos
	}
	return func() { b.pos = saved }
}

// newBlock makes a block that is not yet connected.
func (b *builder) newBlock() *Block {
	blk := &Block{Index: len(b.fn.Blocks)}
	b.fn.Blocks = append(b.fn.Blocks, blk)
	return blk
}

// terminate ends the current block and goes on in a new one that nothing reaches.
func (b *builder) terminate(t Terminator) {
	if t.Pos.Line == 0 {
		t.Pos = b.pos
	}
	b.cur.Term = t
	b.cur = b.newBlock()
}

// jump ends the current block with a jump to target.
func (b *builder) jump(target *Block) {
	b.terminate(Terminator{Kind: Jump, Targets: []*Block{target}})
}

// branch ends the current block with a two-way branch.
func (b *builder) branch(cond *Instr, then, otherwise *Block) {
	b.terminate(Terminator{Kind: If, Cond: cond, Targets: []*Block{then, otherwise}})
}

// start makes blk the current block. The block before must have been ended;
// when it is reachable it was ended by the caller.
func (b *builder) start(blk *Block) { b.cur = blk }

// enter ends the current block with a jump to blk and goes on there.
func (b *builder) enter(blk *Block) {
	b.jump(blk)
	b.start(blk)
}

// constant emits an integer, boolean or null pointer constant.
func (b *builder) constant(v int64, t *ast.Type) *Instr {
	in := b.emit(Const, t)
	in.Int = v
	return in
}

// zero emits the value that zero-initialisation gives a scalar or an aggregate.
func (b *builder) zero(t *ast.Type) *Instr {
	if t.Kind == ast.Float {
		return b.floating("0", t)
	}
	return b.constant(0, t)
}

// floating emits a floating constant.
func (b *builder) floating(text string, t *ast.Type) *Instr {
	in := b.emit(Float, t)
	in.Text = text
	return in
}

// unknown emits an instruction that yields an unknown value of type t (nil or
// void: none) and says why.
func (b *builder) unknown(reason string, t *ast.Type, args ...*Instr) *Instr {
	if isVoid(t) {
		t = nil
	}
	in := b.emit(Unknown, t, args...)
	in.Text = reason
	return in
}

// hiding is unknown for what may execute collectives: a call, or what stands for one.
func (b *builder) hiding(reason string, t *ast.Type, args ...*Instr) *Instr {
	in := b.unknown(reason, t, args...)
	in.Hides = true
	return in
}

// pure emits a side-effect free function of args.
func (b *builder) pure(name string, t *ast.Type, args ...*Instr) *Instr {
	in := b.emit(Pure, t, args...)
	in.Text = name
	return in
}

// special reads a hardware register as type t.
func (b *builder) special(reg SpecialReg, t *ast.Type) *Instr {
	in := b.emit(Special, uintType)
	in.Special = reg
	return b.convert(in, t, ast.CastInt)
}

// binary emits x op y of type t.
func (b *builder) binary(op ast.Op, t *ast.Type, x, y *Instr) *Instr {
	if isUnknown(t) || isUnknown(x.Type) || isUnknown(y.Type) {
		return b.operator(op, t, x, y)
	}
	return b.emitBinary(op, t, x, y)
}

func (b *builder) emitBinary(op ast.Op, t *ast.Type, x, y *Instr) *Instr {
	in := b.emit(Binary, t, x, y)
	in.Operator = op
	return in
}

// unary emits op x of type t.
func (b *builder) unary(op ast.Op, t *ast.Type, x *Instr) *Instr {
	switch {
	case op == ast.Not && isUnknown(t):
		t = boolType
	case op != ast.Not && (isUnknown(t) || isUnknown(x.Type)):
		return b.opaque(operators[op]+" "+x.Type.Name, t, x)
	}
	in := b.emit(Unary, t, x)
	in.Operator = op
	return in
}

// convert emits x as type t, or x itself when nothing changes. The operator
// tells the kind of the conversion, one of ast's casts.
func (b *builder) convert(x *Instr, t *ast.Type, op ast.Op) *Instr {
	switch {
	case sameScalar(x.Type, t):
		return x
	case isUnknown(x.Type) || isUnknown(t):
		return b.as(x, t)
	}
	return b.emitConvert(x, t, op)
}

func (b *builder) emitConvert(x *Instr, t *ast.Type, op ast.Op) *Instr {
	in := b.emit(Convert, t, x)
	in.Operator = op
	return in
}

// retract takes back the last instruction of the current block; false when x
// is not it.
func (b *builder) retract(x *Instr) bool {
	end := len(b.cur.Instrs) - 1
	if end < 0 || b.cur.Instrs[end] != x {
		return false
	}
	b.cur.Instrs = b.cur.Instrs[:end]
	return true
}

// addressOf emits the address of an object.
func (b *builder) addressOf(o *Object) *Instr {
	in := b.emit(Addr, b.pointerTo(o.Type))
	in.Object = o
	return in
}

// fieldAddr emits the address of a field of the record that ptr points to.
func (b *builder) fieldAddr(ptr *Instr, f *ast.Field) *Instr {
	in := b.emit(FieldAddr, b.pointerTo(f.Type), ptr)
	in.Field = f
	return in
}

// indexAddr emits ptr + index elements.
func (b *builder) indexAddr(ptr, index *Instr) *Instr {
	return b.emit(IndexAddr, b.pointerTo(elem(ptr.Type)), ptr, index)
}

// decay turns the address of an array into the address of its first element.
func (b *builder) decay(ptr *Instr) *Instr {
	in := b.emit(Convert, b.pointerTo(elem(elem(ptr.Type))), ptr)
	in.Operator = ast.CastDecay
	return in
}

// load reads what ptr points to, as its element type; a reference reads as
// the pointer that it holds.
func (b *builder) load(ptr *Instr) *Instr {
	t := elem(ptr.Type)
	if isReference(t) {
		t = b.pointerTo(elem(t))
	}
	in := b.emit(Load, t, ptr)
	in.Volatile = t.Volatile
	return in
}

// store writes v to what ptr points to.
func (b *builder) store(ptr, v *Instr) *Instr {
	if t := elem(ptr.Type); !isReference(t) {
		v = b.as(v, t)
	}
	in := b.emit(Store, nil, ptr, v)
	in.Volatile = elem(ptr.Type).Volatile
	return in
}

// alloc begins a new life of o.
func (b *builder) alloc(o *Object) { b.emit(Alloc, nil).Object = o }

// temporary makes an unnamed object of the function.
func (b *builder) temporary(t *ast.Type) *Object {
	return b.object("tmp", t, nil, ast.Local)
}

// object makes an object of the function under a name that no other has.
func (b *builder) object(name string, t *ast.Type, v *ast.Var, s ast.Storage) *Object {
	if t == nil {
		t = invalidType
	}
	if name == "" {
		name = "unnamed"
	}
	o := &Object{
		ID: len(b.fn.Objects), Name: unique(b.names, name), Type: t, Var: v, Storage: s, Func: b.fn,
	}
	b.fn.Objects = append(b.fn.Objects, o)
	return o
}

// variable is the object of a variable: the function's own, or the program's
// for those that outlive a call.
func (b *builder) variable(v *ast.Var) *Object {
	if v.Static || v.Storage == ast.Global || v.Storage == ast.Shared || v.Storage == ast.Constant {
		return b.global(v)
	}
	o := b.vars[v]
	if o == nil {
		o = b.object(v.Name, v.Type, v, v.Storage)
		b.vars[v] = o
	}
	return o
}

func (p *programBuilder) global(v *ast.Var) *Object {
	o := p.globals[v]
	if o == nil && isDynamicShared(v) {
		o = p.dynamic
	}
	if o == nil {
		t := v.Type
		if t == nil {
			t = invalidType
		}
		storage := v.Storage
		if storage == ast.Local {
			storage = ast.Global // a static variable of a function
		}
		o = &Object{ID: len(p.prog.Globals), Name: v.Name, Type: t, Var: v, Storage: storage, Contents: contents(v)}
		p.prog.Globals = append(p.prog.Globals, o)
	}
	if isDynamicShared(v) {
		p.dynamic = o
	}
	p.globals[v] = o
	return o
}

// isDynamicShared reports an array whose extent the launch gives: all of these are one
// piece of memory.
func isDynamicShared(v *ast.Var) bool {
	return v.Storage == ast.Shared && !v.Static && v.Type != nil && v.Type.Kind == ast.Array && v.Type.Len < 0
}

// unique gives the second and later objects of a name a number.
func unique(names map[string]int, name string) string {
	names[name]++
	if k := names[name]; k > 1 {
		return fmt.Sprintf("%s.%d", name, k)
	}
	return name
}

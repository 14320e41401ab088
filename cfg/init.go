package cfg

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/integer"
)

// place emits the address of the object being initialised; it is called once
// for each use, since the address must be computed in the block that uses it.
type place func() *Instr

// self is an aggregate under construction.
type self struct {
	class *ast.Type
	where place
}

// declare begins the life of a local variable and initialises it. Variables
// that outlive the call are initialised by their loader, not here.
func (b *builder) declare(v *ast.Var) {
	if v == nil || v.Static || v.Storage != ast.Local && v.Storage != ast.Param {
		return
	}
	o := b.variable(v)
	b.alloc(o)
	where := func() *Instr { return b.addressOf(o) }
	if isReference(v.Type) {
		b.declareReference(v, where)
		return
	}
	if v.Init != nil {
		b.full(func() { b.initialiseOrDeduce(o, v.Init) })
	}
	if c := b.destroyer(v.Type, where); c != nil {
		b.atScopeEnd(c)
	}
}

// initialiseOrDeduce gives a variable its first value, and one that a pattern declares auto
// the type of a scalar, where the value has a type here though clang leaves it open: that of
//
//	auto mask = __ballot_sync(FULL, i < size);     with i of a dependent type
func (b *builder) initialiseOrDeduce(o *Object, n *ast.Node) {
	where := func() *Instr { return b.addressOf(o) }
	if !isUnknown(o.Type) || strings.TrimPrefix(o.Type.Name, "const ") != "auto" || n.Kind != ast.Call {
		b.initialise(where, o.Type, n)
		return
	}
	v := b.value(n)
	if isInteger(v.Type) {
		o.Type = v.Type
	}
	b.store(where(), v)
}

// declareReference binds a reference; a temporary bound to it lives as long.
func (b *builder) declareReference(v *ast.Var, where place) {
	if v.Init == nil {
		return
	}
	outer := b.temps
	b.temps = nil
	target := b.addr(v.Init)
	b.store(where(), target)
	if last := len(b.temps) - 1; last >= 0 && bindsTemporary(v.Init) {
		b.atScopeEnd(b.temps[last])
		b.temps = b.temps[:last]
	}
	runCleanups(b.temps)
	b.temps = outer
}

// bindsTemporary reports an initialiser of a reference that is a new object, or a part
// of one.
func bindsTemporary(n *ast.Node) bool {
	for n != nil && (n.Kind == ast.Cast || n.Kind == ast.Member && n.Op != ast.Arrow || n.Kind == ast.Temporary) {
		n = child(n, 0)
	}
	return n != nil && makesDestructibles(n) && !n.LValue
}

// initialise gives the object at where, of type t, the value of n.
func (b *builder) initialise(where place, t *ast.Type, n *ast.Node) {
	if n == nil {
		b.store(where(), b.zero(t))
		return
	}
	defer b.at(n)()
	switch {
	case isReference(t):
		b.store(where(), b.addr(n))
	case n.LValue:
		b.store(where(), b.valueFor(n, t))
	case isOpenSequence(n) && isAggregate(t) && !t.Union:
		b.initList(where, t, n)
	case n.Kind == ast.Construct:
		b.construct(where, t, n)
	case n.Kind == ast.InitList && isAggregate(typeOf(n)):
		b.initList(where, typeOf(n), n)
	case n.Kind == ast.Lambda:
		b.closure(where, n)
	case n.Kind == ast.Cond && isAggregate(t):
		b.arms(n, func(arm *ast.Node) { b.initialise(where, t, arm) })
	case n.Kind == ast.Cast && n.Op == ast.CastNone, n.Kind == ast.Temporary:
		b.initialise(where, t, child(n, 0))
	case n.Kind == ast.StringLit && t.Kind == ast.Array:
		b.initCharacters(where, t, n)
	case n.Kind == ast.Call && t.Kind == ast.Record && t.Destructor != nil:
		b.store(where(), b.valueOr(b.call(n), t))
	default:
		b.store(where(), b.valueFor(n, t))
	}
}

// closure fills the fields of a lambda's object with what it captures.
func (b *builder) closure(where place, n *ast.Node) {
	fields := typeOf(n).Fields
	for i, c := range n.Children {
		if i >= len(fields) {
			b.unknown("a capture that is not a field of its closure", nil, b.value(c))
			continue
		}
		b.initField(where, fields[i], c)
	}
}

func (b *builder) initField(where place, f *ast.Field, n *ast.Node) {
	field := func() *Instr { return b.fieldAddr(where(), f) }
	if f.BitWidth == 0 {
		b.initialise(field, f.Type, n)
		return
	}
	v := b.zero(f.Type)
	if n != nil {
		v = b.truncated(b.value(n), f)
	}
	b.store(field(), v)
}

// initList initialises an aggregate part by part.
func (b *builder) initList(where place, t *ast.Type, n *ast.Node) {
	switch {
	case t.Kind == ast.Array:
		b.initArray(where, t, n)
	case t.Union:
		b.initUnion(where, t, n)
	default:
		b.initRecord(where, t, n)
	}
}

// initArray zeroes the array first when the list is shorter than it.
func (b *builder) initArray(where place, t *ast.Type, n *ast.Node) {
	if int64(len(n.Children)) < t.Len {
		b.store(where(), b.zero(t))
	}
	if len(n.Children) == 1 && n.Children[0] != nil && n.Children[0].Kind == ast.StringLit {
		b.initialise(where, t, n.Children[0])
		return
	}
	for i, c := range n.Children {
		b.initialise(b.elementOf(where, int64(i)), elem(t), c)
	}
}

// initCharacters fills a character array from a string.
func (b *builder) initCharacters(where place, t *ast.Type, n *ast.Node) {
	if t.Elem.Bits != 8 || len(n.Text) > maxCharacters {
		b.unknown("a character array initialised by a string", nil, where())
		return
	}
	b.store(where(), b.zero(t))
	for i := range len(n.Text) {
		if int64(i) < t.Len {
			b.store(b.elementOf(where, int64(i))(), b.constant(integer.Wrap(int64(n.Text[i]), t.Elem), t.Elem))
		}
	}
}

// maxCharacters is the longest string that is stored by its characters.
const maxCharacters = 64

// elementOf is the place of an array's i-th element.
func (b *builder) elementOf(where place, i int64) place {
	return func() *Instr { return b.indexAddr(b.decay(where()), b.constant(i, longType)) }
}

func (b *builder) initUnion(where place, t *ast.Type, n *ast.Node) {
	if n.Field == nil || len(n.Children) == 0 {
		b.store(where(), b.zero(t))
		return
	}
	b.initField(where, n.Field, n.Children[0])
}

// initRecord takes the children in order: bases, then fields.
func (b *builder) initRecord(where place, t *ast.Type, n *ast.Node) {
	fields := slices.DeleteFunc(slices.Clone(t.Fields), isPadding)
	if len(n.Children) > len(t.Bases)+len(fields) {
		b.unknown("an initialiser list longer than its class", nil, append(b.operandsOf(n), where())...)
		return
	}
	b.selves = append(b.selves, self{t, where})
	children := n.Children
	if len(children) > len(fields) {
		for i, base := range t.Bases {
			b.initialise(func() *Instr { return b.toBase(where(), base) }, base, children[i])
		}
		children = children[len(t.Bases):]
	}
	for i, f := range fields {
		if i < len(children) {
			b.initField(where, f, children[i])
		} else {
			b.initField(where, f, nil)
		}
	}
	b.selves = b.selves[:len(b.selves)-1]
}

// isPadding reports a bit-field without a name, which no initialiser is for.
func isPadding(f *ast.Field) bool { return f.Name == "" && f.BitWidth > 0 }

// construct runs a constructor on the object at where.
func (b *builder) construct(where place, t *ast.Type, n *ast.Node) {
	if t.Kind == ast.Array {
		b.constructArray(where, t, n)
		return
	}
	f := n.Func
	switch {
	case f == nil && isUnknown(n.Type) && len(n.Children) > 0:
		b.store(where(), b.construction(n))
	case f == nil && len(n.Children) == 0:
	case f == nil || f.Body == nil && copies(f):
		b.store(where(), b.value(child(n, 0)))
	case f.Body == nil:
		b.extern(f, nil, append([]*Instr{where()}, b.arguments(f, n.Children)...))
	default:
		b.constructWith(where, f, n)
	}
}

func (b *builder) constructWith(where place, f *ast.Function, n *ast.Node) {
	args := b.arguments(f, n.Children)
	if len(args) < len(f.Params) && b.fn.Decl.Constructor {
		args = b.ownArguments()
	}
	ptr := where()
	if f.This != nil && elem(ptr.Type) != f.This {
		ptr = b.convert(ptr, b.pointerTo(f.This), ast.CastPointer)
	}
	b.callBody(f, nil, append([]*Instr{ptr}, args...))
}

// ownArguments are the arguments of the constructor that is lowered: it stands for an
// inherited one (using Base::Base), which gets them as they are.
func (b *builder) ownArguments() []*Instr {
	var args []*Instr
	for _, p := range b.fn.Params {
		if p != b.this {
			args = append(args, b.load(b.addressOf(p)))
		}
	}
	return args
}

// unrolled is the longest array that is constructed without a loop.
const unrolled = 16

// constructArray constructs each element; trivial ones stay uninitialised. In the copy of an
// array a variable counts the elements.
func (b *builder) constructArray(where place, t *ast.Type, n *ast.Node) {
	switch {
	case n.Func == nil:
	case t.Len < 0:
		b.hiding("an array of objects with constructors, of unknown length", nil, where())
	case t.Len <= unrolled:
		for i := range t.Len {
			if n.Var != nil {
				b.store(b.addressOf(b.variable(n.Var)), b.constant(i, n.Var.Type))
			}
			b.construct(b.elementOf(where, i), elem(t), n)
		}
	default:
		var counter *Object
		if n.Var != nil {
			counter = b.variable(n.Var)
		}
		b.eachElement(where, t, counter, false, func(element place) { b.construct(element, elem(t), n) })
	}
}

// eachElement is `for (long i = 0; i < t.Len; ++i) act(element i)`, which counts in the object
// given, if any; from the last to the first when backwards.
func (b *builder) eachElement(where place, t *ast.Type, o *Object, backwards bool, act func(element place)) {
	head, body, done := b.newBlock(), b.newBlock(), b.newBlock()
	if o == nil {
		o = b.temporary(longType)
	}
	index := func() *Instr { return b.load(b.addressOf(o)) }
	at := index
	if backwards {
		at = func() *Instr { return b.binary(ast.Sub, o.Type, b.constant(t.Len-1, o.Type), index()) }
	}
	b.store(b.addressOf(o), b.constant(0, o.Type))
	b.enter(head)
	b.branch(b.binary(ast.LT, boolType, index(), b.constant(t.Len, o.Type)), body, done)
	b.start(body)
	act(func() *Instr { return b.indexAddr(b.decay(where()), at()) })
	next := b.binary(ast.Add, o.Type, index(), b.constant(1, o.Type))
	b.store(b.addressOf(o), next)
	b.jump(head)
	b.start(done)
}

// copies reports a copy or move constructor or assignment: one parameter that
// refers to the class itself.
func copies(f *ast.Function) bool {
	return f.This != nil && len(f.Params) == 1 && isReference(f.Params[0].Type) &&
		elem(f.Params[0].Type) == f.This
}

// initializer lowers one initialiser of a constructor.
func (b *builder) initializer(f *ast.Function, init *ast.Init) {
	this := func() *Instr { return b.load(b.addressOf(b.this)) }
	switch {
	case init.Field != nil && init.Value == nil:
		return
	case init.Field != nil:
		where := this
		if owner := init.Field.Owner; owner != nil && owner != f.This {
			where = func() *Instr { return b.toOwner(this(), owner) }
		}
		b.full(func() { b.initField(where, init.Field, init.Value) })
	case init.Base != nil:
		b.full(func() {
			b.initialise(func() *Instr { return b.toBase(this(), init.Base) }, init.Base, init.Value)
		})
	default:
		b.full(func() { b.initialise(this, f.This, init.Value) })
	}
}

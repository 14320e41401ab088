package lower

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/integer"
)

// place emits the address of the object being initialised; it is called once
// for each use, since the address must be computed in the block that uses it.
type place func() *cfg.Instr

// self is an aggregate under construction.
type self struct {
	class *types.Type
	where place
}

// declare begins the life of a local variable and initialises it. Variables
// that outlive the call are initialised by their loader, not here.
func (b *builder) declare(v *ast.Var) {
	if v == nil || v.Static || v.Storage != types.Local && v.Storage != types.Param {
		return
	}
	o := b.variable(v)
	b.Alloc(o)
	where := func() *cfg.Instr { return b.AddressOf(o) }
	if types.IsReference(v.Type) {
		b.declareReference(v, where)
		return
	}
	if v.Init != nil {
		b.scopes.full(func() { b.initialiseOrDeduce(o, v.Init) })
	}
	if c := b.destroyer(v.Type, where); c != nil {
		b.scopes.atScopeEnd(c)
	}
}

// initialiseOrDeduce gives a variable its first value, and one that a pattern declares auto
// the type of a scalar, where the value has a type here though clang leaves it open: that of
//
//	auto mask = __ballot_sync(FULL, i < size);     with i of a dependent type
func (b *builder) initialiseOrDeduce(o *cfg.Object, n *ast.Node) {
	where := func() *cfg.Instr { return b.AddressOf(o) }
	if !types.IsUnknown(o.Type) || strings.TrimPrefix(o.Type.Name, "const ") != "auto" || n.Kind != ast.Call {
		b.initialise(where, o.Type, n)
		return
	}
	v := b.value(n)
	if types.IsInteger(v.Type) {
		o.Type = v.Type
	}
	b.Store(where(), v)
}

// declareReference binds a reference; a temporary bound to it lives as long.
func (b *builder) declareReference(v *ast.Var, where place) {
	if v.Init == nil {
		return
	}
	b.scopes.extending(bindsTemporary(v.Init), func() {
		target := b.addr(v.Init)
		b.Store(where(), target)
	})
}

// bindsTemporary reports an initialiser of a reference that is a new object, or a part
// of one.
func bindsTemporary(n *ast.Node) bool {
	for n != nil && (n.Kind == ast.Cast || n.Kind == ast.Member && n.Op != operator.Arrow || n.Kind == ast.Temporary) {
		n = n.Child(0)
	}
	return n != nil && makesDestructibles(n) && !n.LValue
}

// initialise gives the object at where, of type t, the value of n.
func (b *builder) initialise(where place, t *types.Type, n *ast.Node) {
	if n == nil {
		b.Store(where(), b.Zero(t))
		return
	}
	defer b.At(n.Pos)()
	switch {
	case types.IsReference(t):
		b.Store(where(), b.addr(n))
	case n.LValue:
		b.Store(where(), b.valueFor(n, t))
	case isOpenSequence(n) && types.IsAggregate(t) && !t.Union:
		b.initList(where, t, n)
	case n.Kind == ast.Construct:
		b.construct(where, t, n)
	case n.Kind == ast.InitList && types.IsAggregate(ast.TypeOf(n)):
		b.initList(where, ast.TypeOf(n), n)
	case n.Kind == ast.Lambda:
		b.closure(where, n)
	case n.Kind == ast.Cond && types.IsAggregate(t):
		b.arms(n, func(arm *ast.Node) { b.initialise(where, t, arm) })
	case n.Kind == ast.Cast && n.Op == operator.CastNone, n.Kind == ast.Temporary, isOpenInitialiser(n):
		b.initialise(where, t, n.Child(0))
	case n.Kind == ast.Zero:
		b.Store(where(), b.Zero(t))
	case n.Kind == ast.StringLit && t.Kind == types.Array:
		b.initCharacters(where, t, n)
	case n.Kind == ast.Call && t.Kind == types.Record && t.Destructor != nil:
		b.Store(where(), b.valueOr(b.call(n), t))
	default:
		b.Store(where(), b.valueFor(n, t))
	}
}

// closure fills the fields of a lambda's object with what it captures.
func (b *builder) closure(where place, n *ast.Node) {
	fields := ast.TypeOf(n).Fields
	for i, c := range n.Children {
		if i >= len(fields) {
			b.Unknown("a capture that is not a field of its closure", nil, b.value(c))
			continue
		}
		b.initField(where, fields[i], c)
	}
}

func (b *builder) initField(where place, f *types.Field, n *ast.Node) {
	field := func() *cfg.Instr { return b.FieldAddr(where(), f) }
	if f.BitWidth == 0 {
		b.initialise(field, f.Type, n)
		return
	}
	v := b.Zero(f.Type)
	if n != nil {
		v = b.Truncated(b.value(n), f)
	}
	b.Store(field(), v)
}

// initList initialises an aggregate part by part.
func (b *builder) initList(where place, t *types.Type, n *ast.Node) {
	switch {
	case t.Kind == types.Array:
		b.initArray(where, t, n)
	case t.Union:
		b.initUnion(where, t, n)
	default:
		b.initRecord(where, t, n)
	}
}

// initArray zeroes the array first when the list is shorter than it.
func (b *builder) initArray(where place, t *types.Type, n *ast.Node) {
	if int64(len(n.Children)) < t.Len {
		b.Store(where(), b.Zero(t))
	}
	if len(n.Children) == 1 && n.Children[0] != nil && n.Children[0].Kind == ast.StringLit {
		b.initialise(where, t, n.Children[0])
		return
	}
	for i, c := range n.Children {
		b.initialise(b.elementOf(where, int64(i)), types.Elem(t), c)
	}
}

// initCharacters fills a character array from a string.
func (b *builder) initCharacters(where place, t *types.Type, n *ast.Node) {
	if t.Elem.Bits != 8 || len(n.Text) > maxCharacters {
		b.Unknown("a character array initialised by a string", nil, where())
		return
	}
	b.Store(where(), b.Zero(t))
	for i := range len(n.Text) {
		if int64(i) < t.Len {
			b.Store(b.elementOf(where, int64(i))(), b.Constant(integer.Wrap(int64(n.Text[i]), t.Elem), t.Elem))
		}
	}
}

// maxCharacters is the longest string that is stored by its characters.
const maxCharacters = 64

// elementOf is the place of an array's i-th element.
func (b *builder) elementOf(where place, i int64) place {
	return func() *cfg.Instr { return b.IndexAddr(b.Decay(where()), b.Constant(i, types.Int64)) }
}

func (b *builder) initUnion(where place, t *types.Type, n *ast.Node) {
	if n.Field == nil || len(n.Children) == 0 {
		b.Store(where(), b.Zero(t))
		return
	}
	b.initField(where, n.Field, n.Children[0])
}

// initRecord takes the children in order: bases, then fields.
func (b *builder) initRecord(where place, t *types.Type, n *ast.Node) {
	fields := slices.DeleteFunc(slices.Clone(t.Fields), isPadding)
	if len(n.Children) > len(t.Bases)+len(fields) {
		b.Unknown("an initialiser list longer than its class", nil, append(b.operandsOf(n), where())...)
		return
	}
	b.selves = append(b.selves, self{t, where})
	children := n.Children
	if len(children) > len(fields) {
		for i, base := range t.Bases {
			b.initialise(func() *cfg.Instr { return b.ToBase(where(), base) }, base, children[i])
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
func isPadding(f *types.Field) bool { return f.Name == "" && f.BitWidth > 0 }

// construct runs a constructor on the object at where.
func (b *builder) construct(where place, t *types.Type, n *ast.Node) {
	if t.Kind == types.Array {
		b.constructArray(where, t, n)
		return
	}
	f := n.Func
	switch {
	case f == nil && types.IsUnknown(n.Type) && len(n.Children) > 0:
		b.Store(where(), b.construction(n))
	case f == nil && len(n.Children) == 0:
	case f == nil || f.Body == nil && ast.Copies(f):
		b.Store(where(), b.value(n.Child(0)))
	case f.Body == nil:
		b.extern(f, nil, append([]*cfg.Instr{where()}, b.arguments(f, n.Children)...))
	default:
		b.constructWith(where, f, n)
	}
}

func (b *builder) constructWith(where place, f *ast.Function, n *ast.Node) {
	args := b.arguments(f, n.Children)
	if len(args) < len(f.Params) && b.tree.Constructor {
		args = b.ownArguments()
	}
	ptr := where()
	switch {
	case f.This == nil || types.Elem(ptr.Type) == f.This:
	case isOpenObject(ptr, f):
		ptr = b.As(ptr, b.PointerTo(f.This))
	default:
		ptr = b.Convert(ptr, b.PointerTo(f.This), operator.CastPointer)
	}
	b.callBody(f, nil, append([]*cfg.Instr{ptr}, args...))
}

// ownArguments are the arguments of the constructor that is lowered: it stands for an
// inherited one (using Base::Base), which gets them as they are.
func (b *builder) ownArguments() []*cfg.Instr {
	var args []*cfg.Instr
	for _, p := range b.Func.Params {
		if p != b.this {
			args = append(args, b.Load(b.AddressOf(p)))
		}
	}
	return args
}

// unrolled is the longest array that is constructed without a loop.
const unrolled = 16

// constructArray constructs each element; trivial ones stay uninitialised. In the copy of an
// array a variable counts the elements.
func (b *builder) constructArray(where place, t *types.Type, n *ast.Node) {
	switch {
	case n.Func == nil:
	case t.Len < 0:
		b.Hiding("an array of objects with constructors, of unknown length", nil, where())
	case t.Len <= unrolled:
		for i := range t.Len {
			if n.Var != nil {
				b.Store(b.AddressOf(b.variable(n.Var)), b.Constant(i, n.Var.Type))
			}
			b.construct(b.elementOf(where, i), types.Elem(t), n)
		}
	default:
		var counter *cfg.Object
		if n.Var != nil {
			counter = b.variable(n.Var)
		}
		b.eachElement(where, t, counter, false, func(element place) { b.construct(element, types.Elem(t), n) })
	}
}

// eachElement is `for (long i = 0; i < t.Len; ++i) act(element i)`, which counts in the object
// given, if any; from the last to the first when backwards.
func (b *builder) eachElement(where place, t *types.Type, o *cfg.Object, backwards bool, act func(element place)) {
	head, body, done := b.NewBlock(), b.NewBlock(), b.NewBlock()
	if o == nil {
		o = b.Temporary(types.Int64)
	}
	index := func() *cfg.Instr { return b.Load(b.AddressOf(o)) }
	at := index
	if backwards {
		at = func() *cfg.Instr { return b.Binary(operator.Sub, o.Type, b.Constant(t.Len-1, o.Type), index()) }
	}
	b.Store(b.AddressOf(o), b.Constant(0, o.Type))
	b.Enter(head)
	b.Branch(b.Binary(operator.LT, types.Boolean, index(), b.Constant(t.Len, o.Type)), body, done)
	b.Start(body)
	act(func() *cfg.Instr { return b.IndexAddr(b.Decay(where()), at()) })
	next := b.Binary(operator.Add, o.Type, index(), b.Constant(1, o.Type))
	b.Store(b.AddressOf(o), next)
	b.Jump(head)
	b.Start(done)
}

// initializer lowers one initialiser of a constructor.
func (b *builder) initializer(f *ast.Function, init *ast.Init) {
	this := func() *cfg.Instr { return b.Load(b.AddressOf(b.this)) }
	switch {
	case init.Field != nil && init.Value == nil:
		return
	case init.Field != nil:
		where := this
		if owner := init.Field.Owner; owner != nil && owner != f.This {
			where = func() *cfg.Instr { return b.ToOwner(this(), owner) }
		}
		b.scopes.full(func() { b.initField(where, init.Field, init.Value) })
	case init.Base != nil:
		b.scopes.full(func() {
			b.initialise(func() *cfg.Instr { return b.ToBase(this(), init.Base) }, init.Base, init.Value)
		})
	default:
		b.scopes.full(func() { b.initialise(this, f.This, init.Value) })
	}
}

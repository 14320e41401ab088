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

// place emits the address of an object that is being initialised. It is called for each use, because the address must
// be computed in the block that uses it.
type place func() *cfg.Instr

// self is an aggregate that is being initialised: default member initialisers refer to it by `this`.
type self struct {
	class   *types.Type
	address place
}

// declare lowers the declaration of a local variable: it marks the start of the variable's life and initialises it. A
// variable that outlives the call is left out, because it is initialised when the module is loaded.
func (l *lifetimes) declare(v *ast.Var) {
	if v == nil || v.Static || v.Storage != types.Local && v.Storage != types.Param {
		return
	}
	o := l.initial.variable(v)
	l.Alloc(o)
	where := func() *cfg.Instr { return l.AddressOf(o) }
	if types.IsReference(v.Type) {
		l.declareReference(v, where)
		return
	}
	switch {
	case isDropped(v.Init):
		l.initial.value(v.Init)
		l.scopes.atScopeEnd(func() { l.initial.value(v.Init) }) // the destructor is as unknown as the constructor
		return
	case v.Init != nil:
		l.scopes.full(func() { l.initialiseOrDeduce(o, v.Init) })
	}
	if c := l.destroyer(v.Type, where); c != nil {
		l.scopes.atScopeEnd(c)
	}
}

// initialiseOrDeduce initialises a variable. In a template clang does not decide the type of some `auto` variables.
// If the value of such a variable is an integer, the variable gets the type of the value:
//
//	auto mask = __ballot_sync(FULL, i < size);     with i of a dependent type
func (l *lifetimes) initialiseOrDeduce(o *cfg.Object, n *ast.Node) {
	where := func() *cfg.Instr { return l.AddressOf(o) }
	if !types.IsUnknown(o.Type) || strings.TrimPrefix(o.Type.Name, "const ") != "auto" || n.Kind != ast.Call {
		l.initialise(where, o.Type, n)
		return
	}
	v := l.initial.value(n)
	if types.IsInteger(v.Type) {
		o.Type = v.Type
	}
	l.Store(where(), v)
}

// declareReference binds a reference to the object of its initialiser. A temporary that the reference is bound to
// lives as long as the reference.
func (l *lifetimes) declareReference(v *ast.Var, place place) {
	if v.Init == nil {
		return
	}
	l.scopes.extending(bindsTemporary(v.Init), func() {
		target := l.initial.addr(v.Init)
		l.Store(place(), target)
	})
}

// bindsTemporary reports whether the initialiser of a reference is a new object, or a part of one.
func bindsTemporary(n *ast.Node) bool {
	for n != nil && (n.Kind == ast.Cast || n.Kind == ast.Member && n.Op != operator.Arrow || n.Kind == ast.Temporary) {
		n = n.Child(0)
	}
	return n != nil && makesDestructibles(n) && !n.LValue
}

// initialise stores the value of n in the object at place, which has the type t. If n is nil, it stores zeros.
func (l *lifetimes) initialise(place place, t *types.Type, n *ast.Node) {
	if n == nil {
		l.Store(place(), l.Zero(t))
		return
	}
	defer l.At(n.Pos)()
	switch {
	case types.IsReference(t):
		l.Store(place(), l.initial.addr(n))
	case n.LValue:
		l.Store(place(), l.initial.valueFor(n, t))
	case isOpenSequence(n) && types.IsAggregate(t) && !t.Union:
		l.initList(place, t, n)
	case n.Kind == ast.Construct:
		l.construct(place, t, n)
	case n.Kind == ast.InitList && types.IsAggregate(ast.TypeOf(n)):
		l.initList(place, ast.TypeOf(n), n)
	case n.Kind == ast.Lambda:
		l.closure(place, n)
	case n.Kind == ast.Cond && types.IsAggregate(t):
		l.initial.arms(n, func(arm *ast.Node) { l.initialise(place, t, arm) })
	case n.Kind == ast.Cast && n.Op == operator.CastNone, n.Kind == ast.Temporary, isOpenInitialiser(n):
		l.initialise(place, t, n.Child(0))
	case n.Kind == ast.Zero:
		l.Store(place(), l.Zero(t))
	case n.Kind == ast.StringLit && t.Kind == types.Array:
		l.initCharacters(place, t, n)
	case n.Kind == ast.Call && t.Kind == types.Record && t.Destructor != nil:
		l.Store(place(), l.initial.valueOr(l.initial.call(n), t))
	default:
		l.Store(place(), l.initial.valueFor(n, t))
	}
}

// closure stores the captured values in the fields of a lambda's object at place.
func (l *lifetimes) closure(place place, n *ast.Node) {
	fields := ast.TypeOf(n).Fields
	for i, c := range n.Children {
		if i >= len(fields) {
			l.Unknown("a capture that is not a field of its closure", nil, l.initial.value(c))
			continue
		}
		l.initField(place, fields[i], c)
	}
}

func (l *lifetimes) initField(place place, f *types.Field, n *ast.Node) {
	field := func() *cfg.Instr { return l.FieldAddr(place(), f) }
	if f.BitWidth == 0 {
		l.initialise(field, f.Type, n)
		return
	}
	v := l.Zero(f.Type)
	if n != nil {
		v = l.Truncated(l.initial.value(n), f)
	}
	l.Store(field(), v)
}

// initList initialises an aggregate part by part from a list in braces.
func (l *lifetimes) initList(place place, t *types.Type, n *ast.Node) {
	switch {
	case t.Kind == types.Array:
		l.initArray(place, t, n)
	case t.Union:
		l.initUnion(place, t, n)
	default:
		l.initRecord(place, t, n)
	}
}

// initArray initialises the elements of an array. If the list has fewer elements, it zeroes the array first.
func (l *lifetimes) initArray(place place, t *types.Type, n *ast.Node) {
	if int64(len(n.Children)) < t.Len {
		l.Store(place(), l.Zero(t))
	}
	if len(n.Children) == 1 && n.Children[0] != nil && n.Children[0].Kind == ast.StringLit {
		l.initialise(place, t, n.Children[0])
		return
	}
	for i, c := range n.Children {
		l.initialise(l.elementOf(place, int64(i)), types.Elem(t), c)
	}
}

// initCharacters fills a character array from a string.
func (l *lifetimes) initCharacters(place place, t *types.Type, n *ast.Node) {
	if t.Elem.Bits != 8 || len(n.Text) > maxCharacters {
		l.Unknown("a character array initialised by a string", nil, place())
		return
	}
	l.Store(place(), l.Zero(t))
	for i := range len(n.Text) {
		if int64(i) < t.Len {
			l.Store(l.elementOf(place, int64(i))(), l.Constant(integer.Wrap(int64(n.Text[i]), t.Elem), t.Elem))
		}
	}
}

// maxCharacters bounds the length of a string that is stored character by character.
const maxCharacters = 64

// elementOf returns the place of the i-th element of an array at place.
func (l *lifetimes) elementOf(place place, i int64) place {
	return func() *cfg.Instr { return l.IndexAddr(l.Decay(place()), l.Constant(i, types.Int64)) }
}

func (l *lifetimes) initUnion(place place, t *types.Type, n *ast.Node) {
	if n.Field == nil || len(n.Children) == 0 {
		l.Store(place(), l.Zero(t))
		return
	}
	l.initField(place, n.Field, n.Children[0])
}

// initRecord initialises bases and then fields. The children of n are their initialisers in this order. If there are no
// more children than fields, there are none for the bases.
func (l *lifetimes) initRecord(place place, t *types.Type, n *ast.Node) {
	fields := slices.DeleteFunc(slices.Clone(t.Fields), isPadding)
	if len(n.Children) > len(t.Bases)+len(fields) {
		l.Unknown("an initialiser list longer than its class", nil, append(l.initial.operandsOf(n), place())...)
		return
	}
	l.selves = append(l.selves, self{t, place})
	children := n.Children
	if len(children) > len(fields) {
		for i, base := range t.Bases {
			l.initialise(func() *cfg.Instr { return l.ToBase(place(), base) }, base, children[i])
		}
		children = children[len(t.Bases):]
	}
	for i, f := range fields {
		if i < len(children) {
			l.initField(place, f, children[i])
		} else {
			l.initField(place, f, nil)
		}
	}
	l.selves = l.selves[:len(l.selves)-1]
}

// isPadding reports whether f is a bit-field without a name, which initialiser lists skip.
func isPadding(f *types.Field) bool { return f.Name == "" && f.BitWidth > 0 }

// construct runs a constructor on the object at place.
func (l *lifetimes) construct(place place, t *types.Type, n *ast.Node) {
	if t.Kind == types.Array {
		l.constructArray(place, t, n)
		return
	}
	f := n.Func
	switch {
	case f == nil && types.IsUnknown(n.Type) && len(n.Children) > 0:
		l.Store(place(), l.initial.construction(n))
	case f == nil && len(n.Children) == 0:
	case f == nil || f.Body == nil && ast.Copies(f):
		l.Store(place(), l.initial.value(n.Child(0)))
	case f.Body == nil:
		l.initial.extern(f, nil, append([]*cfg.Instr{place()}, l.initial.arguments(f, n.Children)...))
	default:
		l.constructWith(place, f, n)
	}
}

func (l *lifetimes) constructWith(place place, f *ast.Function, n *ast.Node) {
	args := l.initial.arguments(f, n.Children)
	if len(args) < len(f.Params) && l.tree.Constructor {
		args = l.ownArguments()
	}
	ptr := place()
	switch {
	case f.This == nil || types.Elem(ptr.Type) == f.This:
	case isOpenObject(ptr, f):
		ptr = l.As(ptr, l.PointerTo(f.This))
	default:
		ptr = l.Convert(ptr, l.PointerTo(f.This), operator.CastPointer)
	}
	l.initial.callBody(f, nil, append([]*cfg.Instr{ptr}, args...))
}

// ownArguments returns the arguments of the constructor that is being lowered. It is used for an inherited constructor
// (using Base::Base), which passes its own arguments to the constructor of the base.
func (l *lifetimes) ownArguments() []*cfg.Instr {
	var args []*cfg.Instr
	for _, p := range l.Func.Params {
		if p != l.this {
			args = append(args, l.Load(l.AddressOf(p)))
		}
	}
	return args
}

// unrolled is the length up to which an array is constructed without a loop.
const unrolled = 16

// constructArray constructs each element of an array. Elements without a constructor stay uninitialised. If the array
// is copied from another one, the variable n.Var counts the elements.
func (l *lifetimes) constructArray(where place, t *types.Type, n *ast.Node) {
	switch {
	case n.Func == nil:
	case t.Len < 0:
		l.Hiding("an array of objects with constructors, of unknown length", nil, where())
	case t.Len <= unrolled:
		for i := range t.Len {
			if n.Var != nil {
				l.Store(l.AddressOf(l.initial.variable(n.Var)), l.Constant(i, n.Var.Type))
			}
			l.construct(l.elementOf(where, i), types.Elem(t), n)
		}
	default:
		var counter *cfg.Object
		if n.Var != nil {
			counter = l.initial.variable(n.Var)
		}
		l.eachElement(where, t, counter, false, func(element place) { l.construct(element, types.Elem(t), n) })
	}
}

// eachElement emits `for (long i = 0; i < t.Len; ++i) act(element i)`. The counter is o, or a temporary if o is nil.
// If backwards is true, the elements are passed to act from the last to the first.
func (l *lifetimes) eachElement(place place, t *types.Type, o *cfg.Object, backwards bool, act func(element place)) {
	head, body, done := l.NewBlock(), l.NewBlock(), l.NewBlock()
	if o == nil {
		o = l.Temporary(types.Int64)
	}
	index := func() *cfg.Instr { return l.Load(l.AddressOf(o)) }
	at := index
	if backwards {
		at = func() *cfg.Instr { return l.Binary(operator.Sub, o.Type, l.Constant(t.Len-1, o.Type), index()) }
	}
	l.Store(l.AddressOf(o), l.Constant(0, o.Type))
	l.Enter(head)
	l.Branch(l.Binary(operator.LT, types.Boolean, index(), l.Constant(t.Len, o.Type)), body, done)
	l.Start(body)
	act(func() *cfg.Instr { return l.IndexAddr(l.Decay(place()), at()) })
	next := l.Binary(operator.Add, o.Type, index(), l.Constant(1, o.Type))
	l.Store(l.AddressOf(o), next)
	l.Jump(head)
	l.Start(done)
}

// initializer lowers one initialiser of a constructor.
func (l *lifetimes) initializer(f *ast.Function, init *ast.Init) {
	this := func() *cfg.Instr { return l.Load(l.AddressOf(l.this)) }
	switch {
	case init.Field != nil && init.Value == nil:
		return
	case init.Field != nil:
		where := this
		if owner := init.Field.Owner; owner != nil && owner != f.This {
			where = func() *cfg.Instr { return l.ToOwner(this(), owner) }
		}
		l.scopes.full(func() { l.initField(where, init.Field, init.Value) })
	case init.Base != nil:
		l.scopes.full(func() {
			l.initialise(func() *cfg.Instr { return l.ToBase(this(), init.Base) }, init.Base, init.Value)
		})
	default:
		l.scopes.full(func() { l.initialise(this, f.This, init.Value) })
	}
}

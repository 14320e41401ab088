package lower

import (
	"slices"
	"strconv"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// effect lowers an expression for its effects and drops its value.
func (b *builder) effect(n *ast.Node) {
	if n == nil {
		return
	}
	defer b.At(n.Pos)()
	switch {
	case n.Kind == ast.Binary && n.Op == operator.Comma:
		b.effect(n.Child(0))
		b.effect(n.Child(1))
	case n.Kind == ast.Binary && (n.Op == operator.LAnd || n.Op == operator.LOr):
		b.shortCircuitEffect(n)
	case n.Kind == ast.Cond:
		b.arms(n, b.effect)
	case n.Kind == ast.Cast && (n.Op == operator.CastVoid || n.Op == operator.CastNone):
		b.effect(n.Child(0))
	case n.Kind == ast.StmtExpr:
		b.stmtExpr(n, b.effect)
	case n.Kind == ast.Call && constantCall(n): // a call that names a template's constant is still executed
		b.performed(n)
	case n.Kind == ast.Call:
		b.callValue(n)
	case n.Kind == ast.Unsupported:
		b.unsupported(n, n.Type)
	case n.LValue:
		b.addr(n)
	case n.Kind == ast.Assign: // an assignment of unknown type: its result is not loaded
		b.assign(n)
	case !types.IsVoid(n.Type):
		b.value(n)
	default:
		b.prvalue(n)
	}
}

// isUnplacedValue reports whether n is lowered to a value although clang may call it an lvalue. It is an unsupported
// expression, a function, or a constant without an address, such as one of a class in an uninstantiated template
// (ast.TemplateConst).
func isUnplacedValue(n *ast.Node) bool {
	switch n.Kind {
	case ast.Unsupported, ast.FuncRef, ast.TemplateConst, ast.IntLit:
		return true
	}
	return false
}

// value lowers an expression to its value. An aggregate is loaded as a whole. The result is never nil, and always has
// a type.
func (b *builder) value(n *ast.Node) *cfg.Instr {
	if n == nil {
		return b.Unknown("an expression that the frontend left out", types.Unknown)
	}
	defer b.At(n.Pos)()
	if instr := b.folded(n); instr != nil {
		return instr
	}
	if n.LValue && !isUnplacedValue(n) {
		return b.loadFrom(n)
	}
	return b.valueOr(b.prvalue(n), ast.TypeOf(n))
}

// valueOr returns v, or an unknown value of type t if v is nil or has no type.
func (b *builder) valueOr(v *cfg.Instr, t *types.Type) *cfg.Instr {
	switch {
	case v != nil && v.Type != nil:
		return v
	case types.IsVoid(t): // code of a template may use a value of type void
		t = types.Unknown
	}
	return b.Unknown("the value of an expression without one", t)
}

// callValue lowers a call to its result, nil if it has none. If the result is an object with a destructor, the object
// is destroyed at the end of the full expression.
func (b *builder) callValue(n *ast.Node) *cfg.Instr {
	v := b.call(n)
	if v == nil || v.Type == nil || v.Type.Kind != types.Record || v.Type.Destructor == nil {
		return v
	}
	o := b.Temporary(v.Type)
	b.Store(b.AddressOf(o), v)
	b.lifetimes.destroyAtEnd(o)
	return b.Load(b.AddressOf(o))
}

// folded returns the constant to which the parser has evaluated an expression. It returns nil if the parser has not
// evaluated it, or if it is an lvalue other than a variable.
func (b *builder) folded(n *ast.Node) *cfg.Instr {
	t := ast.TypeOf(n)
	switch {
	case !n.Known || n.LValue && n.Kind != ast.VarRef:
		return nil
	case types.IsInteger(t), types.IsPointer(t) && n.Value == 0:
		return b.Constant(n.Value, t)
	case t.Kind == types.Float && n.Kind != ast.FloatLit:
		return b.Floating(strconv.FormatInt(n.Value, 10), t)
	}
	return nil
}

// prvalue lowers an expression that does not designate an object to its value.
func (b *builder) prvalue(n *ast.Node) *cfg.Instr {
	switch n.Kind {
	case ast.IntLit:
		return b.Constant(n.Value, ast.TypeOf(n))
	case ast.FloatLit:
		return b.Floating(n.Text, ast.TypeOf(n))
	case ast.StringLit:
		return b.stringLiteral(n)
	case ast.FuncRef:
		return b.functionAddress(n)
	case ast.This:
		return b.thisPointer(n)
	case ast.Self:
		return b.selfPointer(n)
	case ast.Unary:
		return b.unaryExpr(n)
	case ast.Binary:
		return b.binaryExpr(n)
	case ast.Assign:
		return b.Load(b.assign(n))
	case ast.Cond:
		return b.condValue(n)
	case ast.Cast:
		return b.cast(n)
	case ast.Call:
		return b.callValue(n)
	case ast.Zero:
		if !isDestructible(ast.TypeOf(n)) {
			return b.Zero(ast.TypeOf(n))
		}
	case ast.InitList:
		switch {
		case isOpenList(n):
			return b.construction(n)
		case !types.IsAggregate(n.Type):
			return b.scalarList(n)
		}
	case ast.Construct:
		if types.IsUnknown(n.Type) && n.Func == nil {
			return b.construction(n)
		}
	case ast.StmtExpr:
		var v *cfg.Instr
		b.stmtExpr(n, func(last *ast.Node) { v = b.value(last) })
		return v
	case ast.New:
		return b.lifetimes.newObject(n)
	case ast.Delete, ast.DeleteArray:
		return b.lifetimes.deletion(n)
	case ast.Launch_:
		return b.launch(n)
	case ast.Unsupported:
		if isDesignated(n) {
			return b.designated(n)
		}
		return b.unsupported(n, n.Type)
	case ast.TemplateConst:
		return b.templateConst(n)
	}
	return b.Load(b.materialise(n))
}

func (b *builder) values(list []*ast.Node) []*cfg.Instr {
	var vs []*cfg.Instr
	for _, n := range list {
		if n != nil && !types.IsVoid(n.Type) {
			vs = append(vs, b.value(n))
		}
	}
	return vs
}

// lasting evaluates the operands from which new makes an object. An operand with a destructor becomes the new object,
// so it is not destroyed at the end of the full expression.
func (b *builder) lasting(list []*ast.Node) []*cfg.Instr {
	var vs []*cfg.Instr
	for _, n := range list {
		if n != nil && !n.LValue && isDestructible(n.Type) {
			vs = append(vs, b.Load(b.AddressOf(b.lifetimes.newTemporary(n.Type, n))))
		} else {
			vs = append(vs, b.values([]*ast.Node{n})...)
		}
	}
	return vs
}

// scalarList lowers `{x}` or `{}`, the initialiser of a scalar.
func (b *builder) scalarList(n *ast.Node) *cfg.Instr {
	if c := n.Child(0); c != nil {
		return b.value(c)
	}
	return b.Zero(ast.TypeOf(n))
}

func (b *builder) stringLiteral(n *ast.Node) *cfg.Instr {
	if types.Elem(ast.TypeOf(n)).Bits != 8 {
		return b.Unknown("a string of wide characters", b.PointerTo(ast.TypeOf(n)))
	}
	instr := b.Emit(cfg.String, b.PointerTo(ast.TypeOf(n)))
	instr.Text = n.Text
	return instr
}

func (b *builder) functionAddress(n *ast.Node) *cfg.Instr {
	name := "?"
	if n.Func != nil {
		name = n.Func.Qualified
	}
	t := ast.TypeOf(n)
	if !types.IsPointer(t) {
		t = b.PointerTo(t)
	}
	if number := b.targets.numbers[n.Func]; number != 0 {
		return b.Constant(number, t)
	}
	return b.Pure("&"+name, t)
}

// selfPointer lowers `this` in the default initialiser of a member. The result is the address of the aggregate that
// is being initialised, or of the constructor's object.
func (b *builder) selfPointer(n *ast.Node) *cfg.Instr {
	class := pointedClass(n)
	for _, s := range slices.Backward(b.lifetimes.selves) {
		if s.class == class {
			return s.address()
		}
	}
	return b.thisPointer(n)
}

// pointedClass returns the class to which `this` points. The type of n may be the class or a pointer to it, because in
// the body of a lambda the frontend gives `this` the type of the closure itself.
func pointedClass(n *ast.Node) *types.Type {
	if t := ast.TypeOf(n); !types.IsPointer(t) {
		return t
	}
	return types.Elem(ast.TypeOf(n))
}

// thisPointer lowers `this` to the method's this pointer.
func (b *builder) thisPointer(n *ast.Node) *cfg.Instr {
	class := pointedClass(n)
	if b.this == nil {
		return b.Unknown("this outside a method", b.PointerTo(class))
	}
	this := b.Load(b.AddressOf(b.this))
	if types.Elem(this.Type) == class {
		return this
	}
	return b.Convert(this, b.PointerTo(class), operator.CastPointer)
}

// stmtExpr lowers `({ ...; last; })`. It calls value with the last expression, while the scope is still open. If that
// has no value, it is lowered as a statement instead.
func (b *builder) stmtExpr(n *ast.Node, value func(*ast.Node)) {
	body := n.Child(0)
	if body == nil || len(body.Children) == 0 {
		return
	}
	b.scopes.scoped(body, func() {
		end := len(body.Children) - 1
		b.statements.stmts(body.Children[:end])
		last := body.Children[end]
		if last != nil && last.Kind == ast.ExprStmt {
			last = last.Child(0)
		}
		if last == nil || types.IsVoid(last.Type) {
			b.statements.stmt(last)
			return
		}
		b.scopes.full(func() { value(last) })
	})
}

// unsupported lowers a construct that the frontend could not translate to an unknown value. It evaluates the parts of
// the construct, which are operands of the unknown value.
func (b *builder) unsupported(n *ast.Node, t *types.Type) *cfg.Instr {
	switch n.Text {
	case "RecoveryExpr":
		return b.recovered(n, t)
	case "DroppedStmt":
		return b.dropped(n)
	case "DroppedDecl":
		b.scopes.atScopeEnd(func() { b.dropped(n) })
		return nil
	}
	return b.Unread("unsupported "+n.Text, t, b.operandsOf(n)...)
}

// templateConst lowers a constant that template parameters decide. It is equal in all lanes. Constants with the same
// name are equal, wherever they are used.
func (b *builder) templateConst(n *ast.Node) *cfg.Instr {
	instr := b.Emit(cfg.TemplateConst, ast.TypeOf(n))
	if instr.Text = n.Text; instr.Text == "" {
		b.constants++
		instr.Int = int64(b.constants)
	}
	return instr
}

// launch lowers a kernel launch from device code to an Extern: the new grid runs outside this kernel.
func (b *builder) launch(n *ast.Node) *cfg.Instr {
	var args []*cfg.Instr
	for _, c := range n.Children {
		if c != nil && c.Kind != ast.FuncRef && !types.IsVoid(c.Type) {
			args = append(args, b.value(c))
		}
	}
	return b.Extern(effect.Launch, effect.OfOperation(effect.Launch), nil, args...)
}

// returned lowers the operand of a return statement to its value. An object that the operand creates belongs to the
// caller, so it is not destroyed here.
func (b *builder) returned(n *ast.Node) *cfg.Instr {
	t := b.tree.Result
	switch {
	case types.IsVoid(t):
		return b.value(n)
	case !n.LValue && makesDestructibles(n) && types.IsAggregate(t):
		return b.Load(b.AddressOf(b.lifetimes.newTemporary(t, n)))
	}
	return b.converting(b.valueFor(n, t), t)
}

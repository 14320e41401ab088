package lower

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/integer"
)

// addr lowers an expression to the address of the object that it designates. If the expression is a value without an
// object, addr stores it in a temporary.
func (b *builder) addr(n *ast.Node) *cfg.Instr {
	if n == nil {
		return b.Unknown("an expression that the frontend left out", b.PointerTo(nil))
	}
	defer b.At(n.Pos)()
	if !n.LValue && n.Kind != ast.Temporary {
		return b.rvalueAddr(n)
	}
	switch n.Kind {
	case ast.VarRef:
		return b.varAddr(n.Var)
	case ast.Member:
		return b.memberAddr(n)
	case ast.Index:
		return b.elementAddr(n)
	case ast.Unary:
		if n.Op == operator.Deref {
			return b.pointee(n)
		}
		ptr, _ := b.step(n)
		return ptr
	case ast.Assign:
		return b.assign(n)
	case ast.Binary:
		b.effect(n.Child(0))
		return b.addr(n.Child(1))
	case ast.Cond:
		return b.condAddr(n)
	case ast.Cast:
		return b.castAddr(n)
	case ast.Call:
		return b.call(n)
	case ast.Temporary:
		return b.materialise(n.Child(0))
	case ast.StringLit:
		return b.stringLiteral(n)
	case ast.FuncRef:
		return b.functionAddress(n)
	case ast.InitList:
		return b.addr(n.Child(0))
	case ast.StmtExpr:
		var ptr *cfg.Instr
		b.stmtExpr(n, func(last *ast.Node) { ptr = b.addr(last) })
		return ptr
	case ast.Unsupported:
		return b.unsupported(n, b.PointerTo(n.Type))
	}
	return b.Unknown("the address of "+n.Kind.String(), b.PointerTo(n.Type), b.operandsOf(n)...)
}

// pointee lowers a * expression to the address of its target.
func (b *builder) pointee(n *ast.Node) *cfg.Instr {
	if isOpaquePart(n) {
		return b.Unknown("a write through an unknown type", b.PointerTo(n.Type), b.operandsOf(n)...)
	}
	return b.pointerValue(n.Child(0))
}

// rvalueAddr lowers an expression that is not an lvalue to an address. For a part of a value it returns the address
// of the part. Otherwise it stores the value in a temporary.
func (b *builder) rvalueAddr(n *ast.Node) *cfg.Instr {
	switch {
	case n.Kind == ast.FuncRef: // the name of a method, which is not an lvalue
		return b.functionAddress(n)
	case n.Kind == ast.Member:
		return b.memberAddr(n)
	case n.Kind == ast.Index:
		return b.elementAddr(n)
	case n.Kind == ast.Cast && n.Op == operator.CastNone:
		return b.addr(n.Child(0))
	case n.Kind == ast.Cast && n.Op == operator.CastBase && !types.IsPointer(n.Type):
		return b.castAddr(n)
	}
	return b.materialise(n)
}

// loadFrom lowers an lvalue to the value of its object. A choice between two objects becomes a choice between their
// values: the engines know more about the values than about the target of an address that may be either.
func (b *builder) loadFrom(n *ast.Node) *cfg.Instr {
	if instr := b.knownObject(n); instr != nil {
		return instr
	}
	if n.Kind == ast.Cond && !types.IsAggregate(n.Type) {
		return b.condValue(n)
	}
	if instr := b.part(n); instr != nil {
		return instr
	}
	return b.loadAt(b.addr(n), n)
}

// knownObject returns the value of an object that never changes: a constant that the parser folded, a launch
// register, or warpSize. For other objects it returns nil.
func (b *builder) knownObject(n *ast.Node) *cfg.Instr {
	switch n.Kind {
	case ast.VarRef:
		v := n.Var
		switch {
		case v == nil:
			return nil
		case v.Known && v.Const && types.IsInteger(v.Type):
			return b.Constant(v.Value, v.Type)
		case isBuiltin(v, "warpSize"):
			return b.Constant(32, ast.TypeOf(n))
		}
	case ast.Member:
		if reg, ok := launchRegister(n); ok {
			return b.Special(reg, ast.TypeOf(n))
		}
	case ast.Cast:
		if operand := n.Child(0); n.Op == operator.CastNone && n.LValue && operand != nil {
			return b.knownObject(operand)
		}
	}
	return nil
}

// varAddr returns the address of a variable. For a reference it returns the address of the target.
func (b *builder) varAddr(v *ast.Var) *cfg.Instr {
	if v == nil {
		return b.Unknown("a variable that the frontend does not know", b.PointerTo(nil))
	}
	if ptr := b.known.launchObject(v); ptr != nil {
		return ptr
	}
	o := b.variable(v)
	at := b.AddressOf(o)
	if v.IsDynamicShared() && !slices.Contains(b.Func.Dynamic, &v.Var) {
		b.Func.Dynamic = append(b.Func.Dynamic, &v.Var)
	}
	if v.IsDynamicShared() && o.Type != v.Type { // all such arrays are one memory, whatever their names and types
		return b.Convert(at, b.PointerTo(v.Type), operator.CastPointer)
	}
	return b.throughReference(at)
}

// throughReference returns the address of the target if ptr is the address of a reference. Otherwise it returns ptr.
func (b *builder) throughReference(ptr *cfg.Instr) *cfg.Instr {
	if types.IsReference(types.Elem(ptr.Type)) {
		return b.Load(ptr)
	}
	return ptr
}

// memberAddr lowers a member expression to the address of the field.
func (b *builder) memberAddr(n *ast.Node) *cfg.Instr {
	object := n.Child(0)
	if n.Field == nil {
		part := b.somewhereIn(b.Unknown("a write to a member of an unknown type", b.PointerTo(n.Type), b.ownersOf(n)...))
		part.Member = part.Within && (n.Op != operator.Arrow || types.IsPointer(ast.TypeOf(object)))
		return part
	}
	var ptr *cfg.Instr
	if n.Op == operator.Arrow {
		ptr = b.value(object)
	} else {
		ptr = b.addr(object)
	}
	if owner := n.Field.Owner; owner != nil && !types.SameClass(types.Elem(ptr.Type), owner) {
		ptr = b.ToOwner(ptr, owner)
	}
	return b.throughReference(b.FieldAddr(ptr, n.Field))
}

// ownersOf returns the operands of an access to an unknown member. If the access is by ->, this is the value of the
// pointer to the object, because the access does not change the pointer.
func (b *builder) ownersOf(n *ast.Node) []*cfg.Instr {
	if object := n.Child(0); n.Op == operator.Arrow && types.IsPointer(ast.TypeOf(object)) {
		return []*cfg.Instr{b.value(object)}
	}
	return b.operandsOf(n)
}

// elementAddr lowers base[index] to the address of the element.
func (b *builder) elementAddr(n *ast.Node) *cfg.Instr {
	if isOpaquePart(n) {
		return b.somewhereIn(b.Unknown("a write to an element of an unknown type", b.PointerTo(n.Type),
			b.unlessRead(n.Child(0)), b.unlessRead(n.Child(1))))
	}
	base := b.pointerValue(n.Child(0))
	index := b.pointerValue(n.Child(1))
	if types.IsPointer(index.Type) && !types.IsPointer(base.Type) {
		base, index = index, base
	}
	if !types.IsPointer(base.Type) {
		return b.Unknown("an index into an unknown type", b.PointerTo(n.Type), base, index)
	}
	return b.IndexAddr(base, index)
}

// somewhereIn marks part, an Unknown address, as Within if its first operand is a pointer: part is then an unknown
// place in the object that the operand points into.
func (b *builder) somewhereIn(part *cfg.Instr) *cfg.Instr {
	if len(part.Args) > 0 && types.IsPointer(part.Args[0].Type) {
		part.Within = true
	}
	return part
}

// pointerValue lowers an expression to its value. An array becomes a pointer to its first element, also where the tree
// does not convert it.
func (b *builder) pointerValue(n *ast.Node) *cfg.Instr {
	if n != nil && ast.TypeOf(n).Kind == types.Array {
		return b.Decay(b.addr(n))
	}
	return b.value(n)
}

// unlessRead lowers an operand of an access to an unknown element. If the access may write the operand, the result is
// the operand's address. Otherwise it is its value.
func (b *builder) unlessRead(n *ast.Node) *cfg.Instr {
	if n != nil && n.LValue && (types.IsUnknown(n.Type) || types.IsAggregate(n.Type)) {
		return b.addr(n)
	}
	return b.value(n)
}

// operandsOf evaluates the children of an expression that the lowering does not know. It returns an address for each
// lvalue and a value for each other child, except for children of type void.
func (b *builder) operandsOf(n *ast.Node) []*cfg.Instr {
	var args []*cfg.Instr
	for _, c := range n.Children {
		switch {
		case c == nil:
		case types.IsVoid(c.Type):
			b.statements.stmt(c)
		case c.LValue:
			args = append(args, b.addr(c))
		default:
			args = append(args, b.value(c))
		}
	}
	return args
}

// materialise returns the address of an expression's object. If the expression is a value without an object,
// materialise stores it in a temporary.
func (b *builder) materialise(n *ast.Node) *cfg.Instr {
	if n == nil {
		return b.Unknown("an expression that the frontend left out", b.PointerTo(nil))
	}
	if n.LValue {
		return b.addr(n)
	}
	o := b.lifetimes.newTemporary(ast.TypeOf(n), n)
	b.lifetimes.destroyAtEnd(o)
	return b.AddressOf(o)
}

// castAddr lowers a conversion of an object to the address of the converted object.
func (b *builder) castAddr(n *ast.Node) *cfg.Instr {
	ptr := b.addr(n.Child(0))
	switch n.Op {
	case operator.CastBase:
		return b.ToBase(ptr, ast.TypeOf(n))
	case operator.CastDerived:
		return b.ToDerived(ptr, ast.TypeOf(n))
	case operator.CastBits, operator.CastPointer, operator.CastUnknown:
		return b.Convert(ptr, b.PointerTo(n.Type), operator.CastPointer)
	case operator.CastNone, operator.CastDecay, operator.CastLoad:
		return ptr
	}
	return b.Unknown("a cast of an object", b.PointerTo(n.Type), ptr)
}

// cast lowers a conversion to its value. For a conversion to void it returns nil.
func (b *builder) cast(n *ast.Node) *cfg.Instr {
	operand, t := n.Child(0), ast.TypeOf(n)
	switch n.Op {
	case operator.CastLoad:
		if operand != nil && operand.Known && types.IsInteger(t) {
			return b.Constant(operand.Value, t)
		}
		if operand != nil && types.IsAggregate(t) {
			return b.Load(b.addr(operand))
		}
		return b.loadedAs(operand, t)
	case operator.CastDecay:
		return b.decayed(operand, t)
	case operator.CastVoid:
		b.effect(operand)
		return nil
	case operator.CastNull:
		return b.Constant(0, t)
	case operator.CastNone:
		return b.value(operand)
	case operator.CastBase:
		if types.IsPointer(t) {
			return b.ToBase(b.value(operand), types.Elem(t))
		}
		return b.Load(b.ToBase(b.addr(operand), t))
	case operator.CastDerived:
		return b.ToDerived(b.value(operand), types.Elem(t))
	case operator.CastInt, operator.CastBool, operator.CastFloat, operator.CastPointer, operator.CastBits:
		return b.converted(b.value(operand), t, n.Op)
	}
	return b.openCast(operand, t)
}

// converted converts x to type t. No other instruction may use x. If x is a constant, it is converted at once.
func (b *builder) converted(x *cfg.Instr, t *types.Type, op operator.Op) *cfg.Instr {
	if x.Op == cfg.Const && types.IsInteger(x.Type) && types.IsInteger(t) && b.Retract(x) {
		return b.Constant(integer.Wrap(x.Int, t), t)
	}
	return b.Convert(x, t, op)
}

// loadedAs returns the value of the operand. If the value is loaded from an object, and its type has the same bits as
// t, its type becomes t.
func (b *builder) loadedAs(operand *ast.Node, t *types.Type) *cfg.Instr {
	v := b.value(operand)
	if v.Type != t && v.Op == cfg.Load && types.SameScalar(v.Type, t) {
		v.Type = t
	}
	return v
}

// decayed lowers an array or a function to a pointer.
func (b *builder) decayed(operand *ast.Node, t *types.Type) *cfg.Instr {
	if operand == nil || operand.Kind == ast.FuncRef || operand.Type == nil ||
		operand.Type.Kind == types.FunctionType {
		if operand != nil && operand.Kind == ast.Unary && operand.Op == operator.Deref {
			operand = operand.Child(0) // *f is the function that f points to
		}
		return b.value(operand)
	}
	ptr := b.addr(operand)
	if types.Elem(ptr.Type).Kind != types.Array {
		return b.Convert(ptr, t, operator.CastPointer)
	}
	return b.Decay(ptr)
}

package lower

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// A template that is not instantiated is lowered as it is written (types.Func.Pattern). clang decides neither implicit
// conversions nor the meaning of operators and members there. The lowering decides them by the types, if these are
// known. Otherwise the result is a [cfg.Opaque].

// openCast lowers a conversion whose kind depends on the template's arguments. It returns nil if t is void.
func (b *builder) openCast(operand *ast.Node, t *types.Type) *cfg.Instr {
	if types.IsVoid(t) {
		b.effect(operand)
		return nil
	}
	switch v := b.pointerValue(operand); {
	case types.IsUnknown(v.Type) || types.IsUnknown(t):
		return b.As(v, t)
	case types.IsPointer(v.Type) && types.IsPointer(t):
		return b.Convert(v, t, operator.CastPointer)
	default:
		return b.Unknown("a conversion", t, v)
	}
}

// part returns the value of a member or an element of an object of unknown type. For any other lvalue it returns nil. A
// member that is named after a dot is inside the object, so its value is a function of the object's value. But ->, []
// and * may reach other memory. For these, part computes an address as a function of the object's value, and loads from
// this address.
func (b *builder) part(n *ast.Node) *cfg.Instr {
	object := n.Child(0)
	switch {
	case !isOpaquePart(n):
		return nil
	case n.Kind == ast.Index:
		return b.Load(b.Opaque("[]", b.PointerTo(nil), b.pointerValue(object), b.value(n.Child(1))))
	case n.Kind == ast.Unary:
		return b.Load(b.As(b.value(object), b.PointerTo(nil)))
	case n.Op != operator.Arrow:
		return b.Opaque("."+n.Text, ast.TypeOf(n), b.value(object))
	}
	v := b.value(object)
	if types.IsPointer(v.Type) {
		return b.Opaque("."+n.Text, ast.TypeOf(n), b.Load(v))
	}
	return b.Load(b.Opaque("->"+n.Text, b.PointerTo(nil), v))
}

// isOpaquePart reports whether the lvalue is a part of an object of unknown type, or is reached through such an object.
func isOpaquePart(n *ast.Node) bool {
	object := n.Child(0)
	switch {
	case object == nil:
		return false
	case n.Kind == ast.Member:
		return n.Field == nil
	case n.Kind == ast.Index:
		return types.IsUnknown(ast.TypeOf(object)) && !types.IsPointer(ast.TypeOf(n.Child(1)))
	}
	return n.Kind == ast.Unary && n.Op == operator.Deref && types.IsUnknown(object.Type)
}

// isOpaqueValue reports whether the argument n is a part of an object of unknown type, and f only reads it. Then n is
// passed by value, because more is known about its value than about its address: std::max(0, params.size).
func isOpaqueValue(f *ast.Function, param *types.Type, n *ast.Node) bool {
	return types.IsReference(param) && n != nil && n.LValue && isOpaquePart(n) && onlyReads(f)
}

// onlyReads reports whether f writes none of its arguments: all parameters are values or const references.
func onlyReads(f *ast.Function) bool {
	return f.This == nil && !slices.ContainsFunc(f.Params, func(p *ast.Var) bool {
		return types.IsPointer(p.Type) || types.IsReference(p.Type) && !isConstReference(p.Type)
	})
}

// knownType returns t. If t is an unknown type, it returns the parameter other instead.
func knownType(t, other *types.Type) *types.Type {
	if types.IsUnknown(t) {
		return other
	}
	return t
}

// isOpenInitialiser reports whether n is a single value in the parentheses of an initialiser. In a template the
// parentheses are a node without a type.
func isOpenInitialiser(n *ast.Node) bool {
	return n.Kind == ast.Cast && n.Op == operator.CastUnknown && n.Type == nil
}

// isOpenList reports whether n is a list in braces whose meaning depends on the template's arguments.
func isOpenList(n *ast.Node) bool {
	return n.Kind == ast.InitList && (types.IsVoid(n.Type) || types.IsUnknown(n.Type))
}

// isOpenSequence reports whether n is an open list (isOpenList) whose parts initialise the parts of the object in
// order.
func isOpenSequence(n *ast.Node) bool {
	return isOpenList(n) && !slices.ContainsFunc(n.Children, isDesignated)
}

// valueFor lowers n to a value for an object of type t. An array becomes a pointer, unless t is an aggregate.
func (b *builder) valueFor(n *ast.Node, t *types.Type) *cfg.Instr {
	if types.IsAggregate(t) {
		return b.value(n)
	}
	return b.pointerValue(n)
}

// construction lowers an expression that constructs a value of unknown type, or constructs a value from operands of
// unknown type. The result is an opaque function of the operands.
func (b *builder) construction(n *ast.Node) *cfg.Instr {
	t := ast.TypeOf(n)
	if types.IsVoid(t) {
		t = types.Unknown
	}
	parts := b.partsOf(n)
	if len(parts) == 1 {
		return b.As(parts[0], t)
	}
	return b.Opaque("construct "+t.Name, t, parts...)
}

// partsOf returns the values of the children of n.
func (b *builder) partsOf(n *ast.Node) []*cfg.Instr {
	var parts []*cfg.Instr
	for _, c := range n.Children {
		parts = append(parts, b.pointerValue(c))
	}
	return parts
}

// isDesignated reports whether n is a part of an open list that names its member: `.x = value`. clang has no type for
// such a part, and the frontend passes on only the value and the indices in the designator.
func isDesignated(n *ast.Node) bool {
	return n != nil && n.Kind == ast.Unsupported && n.Text == "DesignatedInitExpr"
}

// designated lowers a part of an open list for which isDesignated is true. The member is not known, but it is the same
// member each time that this place in the source is executed.
func (b *builder) designated(n *ast.Node) *cfg.Instr {
	name := fmt.Sprintf("designated at %s:%d:%d", n.Pos.File, n.Pos.Line, n.Pos.Column)
	return b.Opaque(name, types.Unknown, b.partsOf(n)...)
}

// armType returns the type of a ?:. If that type is unknown and both arms have the same known type, it returns the
// type of the arms.
func armType(n *ast.Node) *types.Type {
	t, then := ast.TypeOf(n), ast.TypeOf(n.Child(1))
	if types.IsUnknown(t) && then == ast.TypeOf(n.Child(2)) && !types.IsAggregate(then) && !types.IsVoid(then) {
		return then
	}
	return t
}

// constantCall reports whether n is a call of T::f() whose arguments are all constants.
func constantCall(n *ast.Node) bool {
	callee := n.Child(0)
	return callee != nil && callee.Kind == ast.TemplateConst &&
		!slices.ContainsFunc(n.Children[1:], func(c *ast.Node) bool {
			return c == nil || !c.Known && c.Kind != ast.TemplateConst
		})
}

// openCall lowers a call of a function with a body to which clang gives no result type, because it has not chosen among
// the overloads.
func (b *builder) openCall(n *ast.Node, f *ast.Function, args []*cfg.Instr) *cfg.Instr {
	switch t := f.Result; {
	case types.IsVoid(t):
		return b.callBody(f, nil, args)
	case !types.IsReference(t):
		return b.callBody(f, t, args)
	case n.LValue:
		return b.callBody(f, b.PointerTo(types.Elem(t)), args)
	default:
		return b.Load(b.callBody(f, b.PointerTo(types.Elem(t)), args))
	}
}

// passed converts the argument v to the type of the parameter p. Unknown types of two templates are different types,
// even if clang numbers the template parameters equally, so a conversion between them is opaque.
func (b *builder) passed(v *cfg.Instr, p *cfg.Object, callee *cfg.Func) *cfg.Instr {
	switch {
	case types.IsReference(p.Type):
		return v
	case types.IsUnknown(p.Type) && !types.SameOpenClass(v.Type, p.Type):
		return b.Opaque(p.Name+" of "+callee.Name, p.Type, v)
	}
	return b.converting(v, p.Type)
}

// converting converts v to type t, the type of the object that it is stored in. clang leaves this conversion out in
// an expression that depends on the template's arguments.
func (b *builder) converting(v *cfg.Instr, t *types.Type) *cfg.Instr {
	if types.IsArithmetic(v.Type) && types.IsArithmetic(t) && !types.SameScalar(v.Type, t) {
		return b.ToArithmetic(v, t)
	}
	return b.As(v, t)
}

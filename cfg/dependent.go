package cfg

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// A template that nobody instantiates is lowered as it is written (Decl.Pattern). What
// clang leaves open there (implicit conversions, the meaning of operators and members)
// is settled here: by the types where they are known, else by an [Opaque].

// isUnknown reports a type of which nothing is known, such as a template's parameter.
func isUnknown(t *ast.Type) bool { return t == nil || t.Kind == ast.Invalid }

// opaque emits a function of args of which only the name and the type are known.
func (b *builder) opaque(name string, t *ast.Type, args ...*Instr) *Instr {
	in := b.emit(Opaque, t, args...)
	in.Text = name
	return in
}

// as gives a value the type that it is stored or passed as, where one of the two is
// unknown.
func (b *builder) as(v *Instr, t *ast.Type) *Instr {
	switch {
	case v.Type == t || !isUnknown(v.Type) && !isUnknown(t):
		return v
	case isPointer(v.Type) || isPointer(t):
		return b.emitConvert(v, t, ast.CastPointer)
	}
	return b.opaque(v.Type.Name+" as "+t.Name, t, v)
}

// openCast is a conversion whose kind the template's arguments decide.
func (b *builder) openCast(operand *ast.Node, t *ast.Type) *Instr {
	if isVoid(t) {
		b.effect(operand)
		return nil
	}
	switch v := b.pointerValue(operand); {
	case isUnknown(v.Type) || isUnknown(t):
		return b.as(v, t)
	case isPointer(v.Type) && isPointer(t):
		return b.convert(v, t, ast.CastPointer)
	default:
		return b.unknown("a conversion", t, v)
	}
}

// operator is x op y where a type is unknown. Comparisons are true or false; those of
// pointers are what they always are.
func (b *builder) operator(op ast.Op, t *ast.Type, x, y *Instr) *Instr {
	if op >= ast.EQ && op <= ast.GE {
		t = boolType
		x, y = b.nullLike(x, y), b.nullLike(y, x)
		if isPointer(x.Type) && isPointer(y.Type) {
			return b.emitBinary(op, t, x, y)
		}
	}
	return b.opaque(x.Type.Name+" "+operators[op]+" "+y.Type.Name, t, x, y)
}

// nullLike is v as a null pointer where it is a literal zero beside a pointer.
func (b *builder) nullLike(v, other *Instr) *Instr {
	if v.Op == Const && v.Int == 0 && isInteger(v.Type) && isPointer(other.Type) {
		return b.constant(0, other.Type)
	}
	return v
}

// part is the value of a member or an element of something of unknown type, nil for
// any other lvalue. A member belongs to the object, so that it is a function of the
// object's value; ->, [] and * may lead to memory elsewhere.
func (b *builder) part(n *ast.Node) *Instr {
	object := child(n, 0)
	switch {
	case !isOpaquePart(n):
		return nil
	case n.Kind == ast.Index:
		return b.load(b.opaque("[]", b.pointerTo(nil), b.pointerValue(object), b.value(child(n, 1))))
	case n.Kind == ast.Unary:
		return b.load(b.as(b.value(object), b.pointerTo(nil)))
	case n.Op != ast.Arrow:
		return b.opaque("."+n.Text, typeOf(n), b.value(object))
	}
	v := b.value(object)
	if isPointer(v.Type) {
		return b.opaque("."+n.Text, typeOf(n), b.load(v))
	}
	return b.load(b.opaque("->"+n.Text, b.pointerTo(nil), v))
}

// isOpaquePart reports an lvalue that lies in, or is led to by, something of unknown type.
func isOpaquePart(n *ast.Node) bool {
	object := child(n, 0)
	switch {
	case object == nil:
		return false
	case n.Kind == ast.Member:
		return n.Field == nil
	case n.Kind == ast.Index:
		return isUnknown(object.Type) && !isPointer(typeOf(child(n, 1)))
	}
	return n.Kind == ast.Unary && n.Op == ast.Deref && isUnknown(object.Type)
}

// isOpenList reports a list in braces whose meaning the template's arguments decide.
func isOpenList(n *ast.Node) bool {
	return n.Kind == ast.InitList && (isVoid(n.Type) || isUnknown(n.Type))
}

// isOpenSequence reports such a list whose parts are for those of the object in order.
func isOpenSequence(n *ast.Node) bool {
	return isOpenList(n) && !slices.ContainsFunc(n.Children, isDesignated)
}

// valueFor is the value of n for something of type t: an array stays one only where it
// is copied.
func (b *builder) valueFor(n *ast.Node, t *ast.Type) *Instr {
	if isAggregate(t) {
		return b.value(n)
	}
	return b.pointerValue(n)
}

// construction is a value of unknown type, or made of operands that are.
func (b *builder) construction(n *ast.Node) *Instr {
	t := typeOf(n)
	if isVoid(t) {
		t = invalidType
	}
	parts := b.partsOf(n)
	if len(parts) == 1 {
		return b.as(parts[0], t)
	}
	return b.opaque("construct "+t.Name, t, parts...)
}

// partsOf are the values of the children of n.
func (b *builder) partsOf(n *ast.Node) []*Instr {
	var parts []*Instr
	for _, c := range n.Children {
		parts = append(parts, b.pointerValue(c))
	}
	return parts
}

// isDesignated reports a part of an open list that tells what it is for, `.x = value`:
// clang gives it no type, and the frontend only the value and the indices in it.
func isDesignated(n *ast.Node) bool {
	return n != nil && n.Kind == ast.Unsupported && n.Text == "DesignatedInitExpr"
}

// designated is the value that such a part contributes. What it is for is unknown, but the
// same whenever this place is reached.
func (b *builder) designated(n *ast.Node) *Instr {
	name := fmt.Sprintf("designated at %s:%d:%d", n.Pos.File, n.Pos.Line, n.Pos.Column)
	return b.opaque(name, invalidType, b.partsOf(n)...)
}

// armType is the type of a ?:, that of its arms where only they have one.
func armType(n *ast.Node) *ast.Type {
	t, then := typeOf(n), typeOf(child(n, 1))
	if isUnknown(t) && then == typeOf(child(n, 2)) && !isAggregate(then) && !isVoid(then) {
		return then
	}
	return t
}

// constantCall reports a call of T::f() with nothing but constants.
func constantCall(n *ast.Node) bool {
	callee := child(n, 0)
	return callee != nil && callee.Kind == ast.TemplateConst &&
		!slices.ContainsFunc(n.Children[1:], func(c *ast.Node) bool {
			return c == nil || !c.Known && c.Kind != ast.TemplateConst
		})
}

// openCall calls a function whose result clang does not know before it chose among
// the overloads.
func (b *builder) openCall(n *ast.Node, f *ast.Function, args []*Instr) *Instr {
	switch t := f.Result; {
	case isVoid(t):
		return b.callBody(f, nil, args)
	case !isReference(t):
		return b.callBody(f, t, args)
	case n.LValue:
		return b.callBody(f, b.pointerTo(elem(t)), args)
	default:
		return b.load(b.callBody(f, b.pointerTo(elem(t)), args))
	}
}

// passed is an argument as a parameter has it. The unknown types of two templates are
// not the same, even where clang numbers their parameters alike.
func (b *builder) passed(v *Instr, p *Object, callee *Func) *Instr {
	switch {
	case isReference(p.Type):
		return v
	case isUnknown(p.Type):
		return b.opaque(p.Name+" of "+callee.Name, p.Type, v)
	}
	return b.as(v, p.Type)
}

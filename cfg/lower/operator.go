package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// unaryExpr lowers a unary operator that yields a value.
func (b *builder) unaryExpr(n *ast.Node) *cfg.Instr {
	operand := n.Child(0)
	switch n.Op {
	case operator.UPlus:
		return b.value(operand)
	case operator.Neg, operator.Not, operator.BNot:
		return b.Unary(n.Op, ast.TypeOf(n), b.value(operand))
	case operator.AddrOf:
		return b.retyped(b.addr(operand), n)
	case operator.PostInc, operator.PostDec:
		_, old := b.step(n)
		return old
	case operator.PreInc, operator.PreDec:
		ptr, _ := b.step(n)
		return b.Load(ptr)
	}
	return b.Unknown("a unary operator", ast.TypeOf(n), b.value(operand))
}

// retyped converts an address to the pointer type of n if the two types differ. Examples are an object of incomplete
// type, and a pointer to a member.
func (b *builder) retyped(ptr *cfg.Instr, n *ast.Node) *cfg.Instr {
	if types.IsPointer(n.Type) && types.Elem(ptr.Type) != types.Elem(n.Type) {
		return b.Convert(ptr, n.Type, operator.CastPointer)
	}
	return ptr
}

// step lowers an increment or decrement. It returns the object's address and its old value.
func (b *builder) step(n *ast.Node) (ptr, old *cfg.Instr) {
	operand := n.Child(0)
	ptr = b.addr(operand)
	old = b.loadAt(ptr, operand)
	down := n.Op == operator.PreDec || n.Op == operator.PostDec
	b.storeAt(ptr, b.Stepped(old, down), operand)
	return ptr, old
}

// binaryExpr lowers a binary operator that yields a value.
func (b *builder) binaryExpr(n *ast.Node) *cfg.Instr {
	lhs, rhs := n.Child(0), n.Child(1)
	switch n.Op {
	case operator.Comma:
		b.effect(lhs)
		return b.value(rhs)
	case operator.LAnd, operator.LOr:
		return b.truth(n)
	}
	x := b.pointerValue(lhs)
	return b.Arithmetic(n.Op, ast.TypeOf(n), x, b.pointerValue(rhs))
}

// assign lowers an assignment and returns the address of the left side. As in C++17, the right side is evaluated
// first.
func (b *builder) assign(n *ast.Node) *cfg.Instr {
	lhs, rhs := n.Child(0), n.Child(1)
	if n.Op == operator.Plain || n.Op == operator.NoOp {
		v := b.valueFor(rhs, ast.TypeOf(lhs))
		ptr := b.addr(lhs)
		b.storeAt(ptr, v, lhs)
		return ptr
	}
	v := b.value(rhs)
	ptr := b.addr(lhs)
	old := b.loadAt(ptr, lhs)
	b.storeAt(ptr, b.Compound(n.Op, n.Base, old, v), lhs)
	return ptr
}

// loadAt reads the object that the lvalue n designates. ptr is the address of the object.
func (b *builder) loadAt(ptr *cfg.Instr, n *ast.Node) *cfg.Instr {
	v := b.Load(ptr)
	v.Volatile = v.Volatile || isVolatile(n)
	return v
}

// storeAt writes v to the object that the lvalue n designates. ptr is the address of the object. For a bit-field, v
// is truncated to the field's bits, so that loads need not do so.
func (b *builder) storeAt(ptr, v *cfg.Instr, n *ast.Node) {
	if f := bitField(n); f != nil {
		v = b.Truncated(v, f)
	}
	instr := b.Store(ptr, v)
	instr.Volatile = instr.Volatile || isVolatile(n)
}

// bitField returns the bit-field that an lvalue designates, nil if it does not designate one.
func bitField(n *ast.Node) *types.Field {
	switch {
	case n == nil:
		return nil
	case n.Kind == ast.Member && n.Field != nil && n.Field.BitWidth > 0:
		return n.Field
	case n.Kind == ast.Cast && n.Op == operator.CastNone, n.Kind == ast.Assign,
		n.Kind == ast.Unary && (n.Op == operator.PreInc || n.Op == operator.PreDec):
		return bitField(n.Child(0))
	case n.Kind == ast.Binary && n.Op == operator.Comma:
		return bitField(n.Child(1))
	}
	return nil
}

// isVolatile reports whether the lvalue designates a volatile object or a part of one.
func isVolatile(n *ast.Node) bool {
	if n == nil {
		return false
	}
	if n.Type != nil && n.Type.Volatile {
		return true
	}
	switch n.Kind {
	case ast.VarRef:
		return n.Var != nil && n.Var.Volatile
	case ast.Member:
		base := n.Child(0)
		if n.Op == operator.Arrow {
			return base != nil && types.Elem(base.Type).Volatile
		}
		return isVolatile(base)
	case ast.Index, ast.Cast:
		base := n.Child(0)
		return base != nil && (base.LValue || base.Op == operator.CastDecay) && isVolatile(base)
	}
	return false
}

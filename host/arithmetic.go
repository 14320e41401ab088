package host

import (
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/integer"
)

// convert converts v from one type to another. It returns v itself if the new type can hold all values of the old one.
func (d *domain) convert(v value, from, to *types.Type) value {
	if to == nil {
		return d.fresh(v)
	}
	switch v := v.(type) {
	case known:
		return known(integer.Wrap(int64(v), to))
	case *choice:
		return d.choose(v.on, d.convert(v.then, from, to), d.convert(v.other, from, to))
	case *unknown:
		if from != nil && (from.Kind == types.Bool || from.Kind == types.Int &&
			(from.Signed == to.Signed && from.Bits <= to.Bits || to.Signed && from.Bits < to.Bits)) {
			return v
		}
		return d.computed(operator.CastInt, to, v)
	}
	return d.fresh(v)
}

// inBits returns the value that a bit-field holds after v was stored in it.
func (d *domain) inBits(v value, f *types.Field) value {
	narrow := *f.Type
	narrow.Bits = f.BitWidth
	return d.convert(v, f.Type, &narrow)
}

// calculated returns the result of an operation on two integers, or on a pointer and an integer. t is the type of left.
func (d *domain) calculated(op operator.Op, t *types.Type, left, right value) value {
	switch {
	case isScalar(t):
		return d.binary(op, t, left, right)
	case op == operator.Add:
		return d.moved(left, right, 1)
	case op == operator.Sub:
		return d.moved(left, right, -1)
	case op == operator.EQ:
		return d.isSameElement(left, right)
	case op == operator.NE:
		return d.binary(operator.EQ, wide, d.isSameElement(left, right), known(0))
	}
	return d.fresh(left, right)
}

// opposite maps some comparisons to their negations. The method binary computes such a comparison by its negation.
var opposite = map[operator.Op]operator.Op{operator.NE: operator.EQ, operator.LT: operator.GE, operator.LE: operator.GT}

// wide is the type for truth values, and for values that are compared with them.
var wide = &types.Type{Kind: types.Int, Bits: 64, Signed: true}

// binary returns the result of an operation on integers. The left operand is of type t. The right operand is of this
// type, too, except in a shift.
func (d *domain) binary(op operator.Op, t *types.Type, left, right value) value {
	if c, ok := left.(*choice); ok {
		return d.choose(c.on, d.binary(op, t, c.then, right), d.binary(op, t, c.other, right))
	}
	if c, ok := right.(*choice); ok {
		return d.choose(c.on, d.binary(op, t, left, c.then), d.binary(op, t, left, c.other))
	}
	a, leftKnown := left.(known)
	b, rightKnown := right.(known)
	if leftKnown && rightKnown {
		if folded, ok := integer.Fold(op, t, int64(a), int64(b)); ok {
			return known(folded)
		}
		return d.fresh()
	}
	if inverse, ok := opposite[op]; ok {
		return d.binary(operator.EQ, wide, d.binary(inverse, t, left, right), known(0))
	}
	if u, ok := left.(*unknown); ok && op == operator.EQ && right == known(0) && u.isTest {
		return &choice{u, known(0), known(1)}
	}
	if m := op.Mirrored(); m != operator.NoOp && leftKnown {
		return d.binary(m, t, right, left)
	}
	if leavesAsIs(op, right) {
		return left
	}
	if op == operator.Mul && left == known(1) {
		return right
	}
	return d.computed(op, t, left, right)
}

// leavesAsIs reports whether the operation op with this right operand returns its left operand unchanged, as x + 0
// does.
func leavesAsIs(op operator.Op, operand value) bool {
	switch op {
	case operator.Mul, operator.Div:
		return operand == known(1)
	case operator.Add, operator.Sub, operator.Shl, operator.Shr, operator.Or:
		return operand == known(0)
	}
	return false
}

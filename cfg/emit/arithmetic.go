package emit

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// Stepped emits v plus one, or v minus one if down is true.
func (b *Builder) Stepped(v *cfg.Instr, down bool) *cfg.Instr {
	op, by := operator.Add, int64(1)
	if down {
		op = operator.Sub
	}
	switch t := v.Type; t.Kind {
	case types.Pointer:
		if down {
			by = -1
		}
		return b.IndexAddr(v, b.Constant(by, types.Int64))
	case types.Bool:
		return b.Constant(1, t)
	case types.Float:
		one := b.Emit(cfg.Float, t)
		one.Text = "1"
		return b.Binary(op, t, v, one)
	default:
		wide := types.Promoted(t)
		sum := b.Binary(op, wide, b.Convert(v, wide, operator.CastInt), b.Constant(by, wide))
		return b.Convert(sum, t, operator.CastInt)
	}
}

// Arithmetic emits x op y in the type t. If an operand is a pointer, the other one counts elements.
func (b *Builder) Arithmetic(op operator.Op, t *types.Type, x, y *cfg.Instr) *cfg.Instr {
	if op == operator.Add && types.IsPointer(y.Type) && !types.IsPointer(x.Type) {
		x, y = y, x
	}
	if !types.IsPointer(x.Type) || types.IsPointer(y.Type) {
		return b.Binary(op, t, x, y)
	}
	switch op {
	case operator.Add:
		return b.IndexAddr(x, y)
	case operator.Sub:
		return b.IndexAddr(x, b.Unary(operator.Neg, types.Int64, b.Convert(y, types.Int64, operator.CastInt)))
	}
	return b.Binary(op, t, x, y)
}

// Compound emits the result of `old op= v`. It computes the result in the type wide, and converts it to the type of
// old. If wide is nil, it uses the promoted type of old. The right operand of a shift is not converted.
func (b *Builder) Compound(op operator.Op, wide *types.Type, old, v *cfg.Instr) *cfg.Instr {
	t := old.Type
	if types.IsPointer(t) {
		return b.Arithmetic(op, t, old, v)
	}
	if wide == nil {
		wide = types.Promoted(t)
	}
	if op != operator.Shl && op != operator.Shr {
		v = b.ToArithmetic(v, wide)
	}
	return b.ToArithmetic(b.Binary(op, wide, b.ToArithmetic(old, wide), v), t)
}

// ToArithmetic converts v to the arithmetic type t, with the cast that the two types need. If one of the types is not
// known, it returns v itself.
func (b *Builder) ToArithmetic(v *cfg.Instr, t *types.Type) *cfg.Instr {
	switch {
	case v.Type.Kind == types.Invalid || t.Kind == types.Invalid:
		return v
	case v.Type.Kind == types.Float || t.Kind == types.Float:
		return b.Convert(v, t, operator.CastFloat)
	case t.Kind == types.Bool:
		return b.Convert(v, t, operator.CastBool)
	}
	return b.Convert(v, t, operator.CastInt)
}

// Truncated emits the value of a bit-field f after v is stored in it: the low bits of v, sign-extended if f is signed.
func (b *Builder) Truncated(v *cfg.Instr, f *types.Field) *cfg.Instr {
	t := f.Type
	if t == nil || t.Kind != types.Int || f.BitWidth >= t.Bits {
		return v
	}
	if !t.Signed {
		return b.Binary(operator.And, t, v, b.Constant(1<<f.BitWidth-1, t))
	}
	shift := b.Constant(int64(t.Bits-f.BitWidth), t)
	return b.Binary(operator.Shr, t, b.Binary(operator.Shl, t, v, shift), shift)
}

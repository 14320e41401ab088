package emit

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// Opaque emits an unknown function of args. Two such functions are the same if they have the same names and types.
func (b *Builder) Opaque(name string, t *types.Type, args ...*cfg.Instr) *cfg.Instr {
	instr := b.Emit(cfg.Opaque, t, args...)
	instr.Text = name
	return instr
}

// As converts a value to the type t with which it is stored or passed, if one of the two types is unknown. It also
// converts integers, because clang leaves out this conversion if the value's type depends on a template's arguments.
func (b *Builder) As(v *cfg.Instr, t *types.Type) *cfg.Instr {
	switch {
	case types.IsInteger(v.Type) && t != nil && t.Kind == types.Int:
		return b.Convert(v, t, operator.CastInt)
	case v.Type == t || !types.IsUnknown(v.Type) && !types.IsUnknown(t) || types.SameOpenClass(v.Type, t):
		return v
	case types.IsPointer(v.Type) || types.IsPointer(t):
		return b.emitConvert(v, t, operator.CastPointer)
	}
	return b.Opaque(v.Type.Name+" as "+t.Name, t, v)
}

// operator emits x op y if one of the types is unknown. A comparison yields a boolean, and is emitted as such for two
// pointers. An operator on integers is emitted with the conversions of C++. Any other operator is opaque.
func (b *Builder) operator(op operator.Op, t *types.Type, x, y *cfg.Instr) *cfg.Instr {
	if types.IsInteger(x.Type) && types.IsInteger(y.Type) {
		return b.ofIntegers(op, x, y)
	}
	if op >= operator.EQ && op <= operator.GE {
		t = types.Boolean
		x, y = b.nullLike(x, y), b.nullLike(y, x)
		if types.IsPointer(x.Type) && types.IsPointer(y.Type) {
			return b.emitBinary(op, t, x, y)
		}
	}
	return b.Opaque(x.Type.Name+" "+cfg.Operator(op)+" "+y.Type.Name, t, x, y)
}

// nullLike returns a null pointer of the type of `other` if v is a literal zero and `other` is a pointer. In all other
// cases it returns v.
func (b *Builder) nullLike(v, other *cfg.Instr) *cfg.Instr {
	if v.Op == cfg.Const && v.Int == 0 && types.IsInteger(v.Type) && types.IsPointer(other.Type) {
		return b.Constant(0, other.Type)
	}
	return v
}

// ofIntegers emits x op y for integers, with the conversions that C++ applies to the operands.
func (b *Builder) ofIntegers(op operator.Op, x, y *cfg.Instr) *cfg.Instr {
	both := types.Both(x.Type, y.Type)
	t := both
	switch {
	case op == operator.Shl || op == operator.Shr:
		t = types.Promoted(x.Type)
		return b.emitBinary(op, t, b.Convert(x, t, operator.CastInt), b.Convert(y, types.Promoted(y.Type), operator.CastInt))
	case op >= operator.EQ && op <= operator.GE:
		t = types.Boolean
	}
	return b.emitBinary(op, t, b.Convert(x, both, operator.CastInt), b.Convert(y, both, operator.CastInt))
}

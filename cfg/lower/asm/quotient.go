package asm

import (
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/internal/ptx"
)

// Compilers write the quotient of a 32-bit number and a constant without a division:
//
//	mul.hi.u32 h, x, -1431655765;   shr.u32 q, h, 6;                                     x / 96, unsigned
//	mul.hi.s32 h, x, 715827883;   shr.u32 n, h, 31;   shr.s32 k, h, 4;   add.s32 q, k, n;    x / 96, signed
//	shr.s32 n, x, 31;   shr.u32 r, n, 29;   add.s32 s, x, r;   shr.s32 q, s, 3;              x / 8, signed

// quotient returns a function that lowers s to a division, if s is the last statement of a quotient. It returns nil
// for other statements.
func (b beforehand) quotient(s *ptx.Statement) lowering {
	x, by := ptx.Operand{}, int64(0)
	switch {
	case len(s.Operands) != 3:
	case s.Is("shr", "u32") && s.Operands[2].Kind == ptx.Int:
		x, by = b.unsignedQuotient(s.Operands[1], s.Operands[2].Int)
	case s.Is("shr", "s32") && s.Operands[2].Kind == ptx.Int:
		x, by = b.roundedShift(s.Operands[1], s.Operands[2].Int)
	case s.Is("add", "s32"):
		x, by = b.signedQuotient(s.Operands[1], s.Operands[2])
		if by == 0 {
			x, by = b.signedQuotient(s.Operands[2], s.Operands[1])
		}
	}
	if by == 0 {
		return nil
	}
	return func(a *assembler, s *ptx.Statement) bool {
		t := registerTypes[s.Type()]
		a.write(s.Operands[0], a.Binary(operator.Div, t, a.read(x, t), a.Constant(by, t)))
		return true
	}
}

// unsignedQuotient returns x and d if high >> shift is x / d. Otherwise d is 0.
func (b beforehand) unsignedQuotient(high ptx.Operand, shift int64) (x ptx.Operand, d int64) {
	s, at := b.is(high, 3, "mul", "hi", "u32")
	if s == nil || s.Operands[2].Kind != ptx.Int || !b.isUnchanged(s.Operands[1], at) {
		return x, 0
	}
	return s.Operands[1], divisorOf(int64(uint32(s.Operands[2].Int)), shift, 0, 1<<max(shift, 0))
}

// signedQuotient returns x and d if shifted + negative is x / d. Otherwise d is 0. shifted must be the high word of x *
// factor, shifted right. negative must be the sign bit of that high word.
func (b beforehand) signedQuotient(shifted, negative ptx.Operand) (x ptx.Operand, d int64) {
	quotient, atQuotient := b.is(shifted, 3, "shr", "s32")
	sign, atSign := b.is(negative, 3, "shr", "u32")
	if quotient == nil || sign == nil || quotient.Operands[2].Kind != ptx.Int || !isInt(sign.Operands[2], 31) {
		return x, 0
	}
	s, at := beforehand{b.body, atQuotient}.is(quotient.Operands[1], 3, "mul", "hi", "s32")
	_, again := beforehand{b.body, atSign}.is(sign.Operands[1], 3, "mul", "hi", "s32")
	if s == nil || at != again || s.Operands[2].Kind != ptx.Int || s.Operands[2].Int <= 0 || !b.isUnchanged(s.Operands[1], at) {
		return x, 0
	}
	shift := quotient.Operands[2].Int
	return s.Operands[1], divisorOf(s.Operands[2].Int, shift, 1, 2<<max(shift, 0))
}

// divisorOf returns the number d for which x * factor >> (32 + shift) is x / d for every word x, or 0 if there is none.
// The condition is least <= factor * d - 2^(32 + shift) <= most (Granlund and Montgomery, Division by Invariant
// Integers).
func divisorOf(factor, shift, least, most int64) int64 {
	if factor <= 0 || factor > 1<<32 || shift < 0 || shift >= 30 {
		return 0
	}
	power := int64(1) << (32 + shift)
	d := (power + least + factor - 1) / factor
	if excess := d*factor - power; d < 2 || excess < least || excess > most {
		return 0
	}
	return d
}

// roundedShift returns x and 2^shift if sum >> shift is x / 2^shift. For that, sum must be x for x >= 0, and x +
// 2^shift - 1 for x < 0.
func (b beforehand) roundedShift(sum ptx.Operand, shift int64) (x ptx.Operand, d int64) {
	s, at := b.is(sum, 3, "add", "s32")
	if s == nil || shift < 1 || shift > 30 {
		return x, 0
	}
	before := beforehand{b.body, at}
	for _, order := range [2][2]int{{1, 2}, {2, 1}} {
		x = s.Operands[order[0]]
		if from := before.isExcess(s.Operands[order[1]], x, shift); from >= 0 && b.isUnchanged(x, from) {
			return x, 1 << shift
		}
	}
	return x, 0
}

// isExcess checks whether o is 2^shift - 1 for a negative x and 0 otherwise. If so, it returns the index of the first
// statement that computes o. Otherwise it returns -1.
func (b beforehand) isExcess(o, x ptx.Operand, shift int64) int {
	s, at := b.is(o, 3, "shr", "u32")
	if s == nil || !isInt(s.Operands[2], 32-shift) {
		return -1
	}
	if shift == 1 && isSame(s.Operands[1], x) {
		return at
	}
	sign, from := beforehand{b.body, at}.is(s.Operands[1], 3, "shr", "s32")
	if sign == nil || !isInt(sign.Operands[2], 31) || !isSame(sign.Operands[1], x) {
		return -1
	}
	return from
}

// isSame reports whether two operands are the same register.
func isSame(x, y ptx.Operand) bool {
	return x.Kind == ptx.Register && y.Kind == ptx.Register && x.Symbol == y.Symbol
}

// Package integer computes with integers as C++ does. A value is an int64 with the integer itself if it fits, or with
// the same bits if it is a large unsigned integer of 64 bits.
package integer

import (
	"cmp"
	"math"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// Wrap converts a value to an integer type. It returns a value of any other type unchanged.
func Wrap(v int64, t *types.Type) int64 {
	switch {
	case t.Kind == types.Bool:
		return truth(v != 0)
	case t.Bits <= 0 || t.Bits >= 64:
		return v
	case t.Signed:
		return v << (64 - t.Bits) >> (64 - t.Bits)
	}
	return int64(uint64(v) << (64 - t.Bits) >> (64 - t.Bits))
}

// Fold returns the result of a binary operator on two operands of type t. For a shift only the left operand has type t.
// It returns false for other operators and types, and for operations without a value in C++: a division by zero, signed
// overflow except of a left shift, and a shift by a negative number or by the width or more.
func Fold(op operator.Op, t *types.Type, x, y int64) (int64, bool) {
	switch {
	case t == nil || t.Kind != types.Int && t.Kind != types.Bool && t.Kind != types.Pointer:
		return 0, false
	case isComparison(op):
		return truth(holds(op, compare(t, x, y))), true
	}
	v, ok := calculate(op, t, x, y)
	if !ok || isSigned(t) && op != operator.Shl && v != Wrap(v, t) {
		return 0, false
	}
	return Wrap(v, t), true
}

func isComparison(op operator.Op) bool {
	switch op {
	case operator.EQ, operator.NE, operator.LT, operator.GT, operator.LE, operator.GE:
		return true
	}
	return false
}

// compare returns a negative number if x is less than y, a positive one if x is greater, and otherwise 0.
func compare(t *types.Type, x, y int64) int {
	if isSigned(t) {
		return cmp.Compare(x, y)
	}
	return cmp.Compare(uint64(x), uint64(y))
}

func holds(op operator.Op, order int) bool {
	switch op {
	case operator.EQ:
		return order == 0
	case operator.NE:
		return order != 0
	case operator.LT:
		return order < 0
	case operator.GT:
		return order > 0
	case operator.LE:
		return order <= 0
	}
	return order >= 0
}

// calculate computes modulo 2^64. It returns false on signed overflow of 64 bits, for an operation without a value, and
// for any other operator.
func calculate(op operator.Op, t *types.Type, x, y int64) (int64, bool) {
	switch op {
	case operator.Add:
		v := x + y
		return v, !isSigned(t) || (v < x) == (y < 0)
	case operator.Sub:
		v := x - y
		return v, !isSigned(t) || (v > x) == (y < 0)
	case operator.Mul:
		v := x * y
		return v, !isSigned(t) || x == 0 || v/x == y && !(x == -1 && y == math.MinInt64)
	case operator.Div, operator.Rem:
		return divide(op, t, x, y)
	case operator.Shl, operator.Shr:
		return shift(op, t, x, y)
	case operator.And:
		return x & y, true
	case operator.Or:
		return x | y, true
	case operator.Xor:
		return x ^ y, true
	}
	return 0, false
}

func divide(op operator.Op, t *types.Type, x, y int64) (int64, bool) {
	switch {
	case y == 0 || isSigned(t) && y == -1 && x == least(t):
		return 0, false
	case !isSigned(t) && op == operator.Div:
		return int64(uint64(x) / uint64(y)), true
	case !isSigned(t):
		return int64(uint64(x) % uint64(y)), true
	case op == operator.Div:
		return x / y, true
	}
	return x % y, true
}

func shift(op operator.Op, t *types.Type, x, y int64) (int64, bool) {
	switch {
	case y < 0 || y >= int64(t.Bits):
		return 0, false
	case op == operator.Shl:
		return x << y, true
	case isSigned(t):
		return x >> y, true
	}
	return int64(uint64(x) >> y), true
}

func isSigned(t *types.Type) bool { return t.Kind == types.Int && t.Signed }

// least returns the smallest value of a signed type.
func least(t *types.Type) int64 { return Wrap(1<<(max(t.Bits, 1)-1), t) }

func truth(holds bool) int64 {
	if holds {
		return 1
	}
	return 0
}

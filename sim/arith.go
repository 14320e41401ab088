package sim

import (
	"math"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// calculator computes the results of instructions whose operands are words. For operations that devices round
// differently, it changes the result by nudge units in the last place (nudge.go).
type calculator struct {
	nudge int // in units in the last place (Input.Nudge)
	out   *Outcome
	// unknownValue is called for a value that the calculator cannot compute. It makes the run Unknown, or the value
	// supposed. text describes the value.
	unknownValue func(text string)
}

// binary computes x op y for the operator of instr, in the type of the first operand. The result may have more bits
// than instr's own type; the caller makes it canonical.
func (c *calculator) binary(instr *cfg.Instr, x, y uint64) uint64 {
	t := instr.Args[0].Type
	switch {
	case t.Kind == types.Float:
		return c.floatBinary(instr, t, x, y)
	case t.Kind == types.Pointer && instr.Operator == operator.Sub:
		return uint64(int64(x-y) / sizeOf(t.Elem))
	case compares(instr.Operator):
		if t.Kind == types.Int && t.Signed {
			return truth(ordered(instr.Operator, int64(x), int64(y)))
		}
		return truth(ordered(instr.Operator, x, y))
	case t.Kind == types.Int && t.Signed:
		return signed(instr.Operator, int64(x), int64(y), shiftCount(instr.Args[1].Type, y))
	}
	return unsigned(instr.Operator, x, y, shiftCount(instr.Args[1].Type, y))
}

// shiftCount returns the count of a shift whose right operand is y, of type t. The hardware reads a count of 32 bits
// as unsigned. A count of at least the width of the shifted word shifts out all its bits.
func shiftCount(t *types.Type, y uint64) uint64 {
	if t != nil && t.Bits == 32 {
		return uint64(uint32(y))
	}
	return y
}

func signed(op operator.Op, x, y int64, count uint64) uint64 {
	switch op {
	case operator.Div:
		if y == 0 {
			return math.MaxUint64
		}
		return uint64(x / y)
	case operator.Rem:
		if y == 0 {
			return uint64(x)
		}
		return uint64(x % y)
	case operator.Shr:
		return uint64(x >> count)
	}
	return unsigned(op, uint64(x), uint64(y), count)
}

func unsigned(op operator.Op, x, y, count uint64) uint64 {
	switch op {
	case operator.Add:
		return x + y
	case operator.Sub:
		return x - y
	case operator.Mul:
		return x * y
	case operator.Div:
		if y == 0 {
			return math.MaxUint64
		}
		return x / y
	case operator.Rem:
		if y == 0 {
			return x
		}
		return x % y
	case operator.Shl:
		return x << count
	case operator.Shr:
		return x >> count
	case operator.And:
		return x & y
	case operator.Or:
		return x | y
	case operator.Xor:
		return x ^ y
	}
	return 0
}

func compares(op operator.Op) bool { return op >= operator.EQ && op <= operator.GE }

func ordered[T int64 | uint64 | float64](op operator.Op, x, y T) bool {
	switch op {
	case operator.EQ:
		return x == y
	case operator.NE:
		return x != y
	case operator.LT:
		return x < y
	case operator.GT:
		return x > y
	case operator.LE:
		return x <= y
	}
	return x >= y
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (c *calculator) floatBinary(instr *cfg.Instr, t *types.Type, a, b uint64) uint64 {
	c.needFloat(t)
	x, y := toFloat(t, a), toFloat(t, b)
	if compares(instr.Operator) {
		return truth(ordered(instr.Operator, x, y))
	}
	return c.flushed(t, fromFloat(t, c.arithmetic(instr.Operator, t, x, y)))
}

func (c *calculator) arithmetic(op operator.Op, t *types.Type, x, y float64) float64 {
	switch op {
	case operator.Add:
		return x + y
	case operator.Sub:
		return x - y
	case operator.Mul:
		return c.product(t, x, y)
	}
	return c.quotient(t, x, y)
}

// needFloat makes the run Unknown if t is a floating-point type with which the machine cannot compute.
func (c *calculator) needFloat(t *types.Type) {
	if t.Bits != 32 && t.Bits != 64 {
		c.unknownValue("arithmetic on " + t.Name)
	}
}

func (c *calculator) unary(instr *cfg.Instr, x uint64) uint64 {
	t := instr.Args[0].Type
	switch {
	case instr.Operator == operator.Not && t.Kind == types.Float:
		return truth(toFloat(t, x) == 0)
	case instr.Operator == operator.Not:
		return truth(x == 0)
	case instr.Operator == operator.BNot:
		return ^x
	case instr.Operator == operator.Neg && t.Kind == types.Float:
		c.needFloat(t)
		return fromFloat(t, -toFloat(t, x))
	}
	return -x
}

// convert converts x, the operand of instr in one lane, to instr's type.
func (c *calculator) convert(instr *cfg.Instr, x uint64) uint64 {
	from, to := instr.Args[0].Type, instr.Type
	switch {
	case instr.Operator == operator.CastBits:
		return x
	case from.Kind == types.Float && to.Kind == types.Float:
		c.needFloat(from)
		c.needFloat(to)
		return fromFloat(to, toFloat(from, x))
	case from.Kind == types.Float:
		c.needFloat(from)
		return numberToInteger(from, to, toFloat(from, x))
	case to.Kind == types.Float:
		c.needFloat(to)
		if from.Signed {
			return fromFloat(to, float64(int64(x)))
		}
		return fromFloat(to, float64(x))
	case to.Kind == types.Bool:
		return truth(x != 0)
	case isPointer(from) && isPointer(to):
		return shiftBase(from.Elem, to.Elem, x)
	}
	return x
}

// shiftBase converts the pointer x from a class to one of its bases, or from a base to the class. Null and pointers
// to other types do not change.
func shiftBase(from, to *types.Type, x uint64) uint64 {
	if from == nil || to == nil || from.Kind != types.Record || to.Kind != types.Record || x == 0 {
		return x
	}
	if offset, ok := baseOffset(from, to); ok {
		return x + uint64(offset)
	}
	if offset, ok := baseOffset(to, from); ok {
		return x - uint64(offset)
	}
	return x
}

// numberToInteger converts x, a number of type from, to the integer type to, as the hardware does: it truncates x and
// saturates the result to the range of to. A NaN becomes 0 if both types have at most 32 bits. Otherwise a NaN becomes
// the word in which only the highest bit of to is set (PTX ISA, cvt).
func numberToInteger(from, to *types.Type, x float64) uint64 {
	if math.IsNaN(x) && to.Kind == types.Int && (from.Bits == 64 || to.Bits == 64) {
		return 1 << (to.Bits - 1)
	}
	return fromFloatToInt(to, x)
}

// fromFloatToInt truncates x and saturates it to the range of the integer type t. A NaN becomes 0. For a bool type it
// returns whether x is not 0.
func fromFloatToInt(t *types.Type, x float64) uint64 {
	if t.Kind == types.Bool {
		return truth(x != 0)
	}
	if math.IsNaN(x) {
		return 0
	}
	if !t.Signed {
		switch {
		case x < 0:
			return 0
		case x >= math.Ldexp(1, t.Bits):
			return math.MaxUint64
		}
		return uint64(x)
	}
	switch limit := math.Ldexp(1, t.Bits-1); {
	case x < -limit:
		return 1 << (t.Bits - 1)
	case x >= limit:
		return 1<<(t.Bits-1) - 1
	}
	return uint64(int64(x))
}

package compared

import (
	"fmt"
	"math"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/integer"
)

// Number is an integer, or a floating-point number if IsReal is true. An unsigned integer above the int64 range is
// stored as the int64 with the same bits.
type Number struct {
	Whole  int64
	Real   float64
	IsReal bool
	// isMasked reports whether the number consists of bits that a mask selects. isSmall reports whether it is the word
	// of a 16-bit floating-point number, as an integer.
	isMasked, isSmall bool
}

func (n Number) String() string {
	if n.IsReal {
		return fmt.Sprint(n.Real)
	}
	return fmt.Sprint(n.Whole)
}

func (n Number) isZero() bool { return n.Whole == 0 && n.Real == 0 }

func wholes(list ...int64) (numbers []Number) {
	for _, n := range list {
		numbers = append(numbers, Number{Whole: n})
	}
	return numbers
}

func reals(list ...float64) (numbers []Number) {
	for _, x := range list {
		numbers = append(numbers, Number{Real: x, IsReal: true})
	}
	return numbers
}

// plus adds the integer `by` to the number. The sum of integers wraps around.
func (n Number) plus(by int64) Number {
	if n.IsReal {
		n.Real += float64(by)
	} else {
		n.Whole += by
	}
	return n
}

// in converts the number to type t. It returns false if t cannot represent the number.
func (n Number) in(t *types.Type) (Number, bool) {
	isSmall := n.isSmall
	n.isMasked, n.isSmall = false, false
	switch {
	case isSmall && t.Bits == 16:
		return n, true
	case t.Kind == types.Float && !n.IsReal:
		return reals(float64(n.Whole))[0], true
	case t.Kind == types.Float:
		return n, true
	case n.IsReal || t.Kind == types.Pointer:
		return n, n.isZero() && !n.IsReal
	}
	return n, integer.Wrap(n.Whole, t) == n.Whole
}

// constant returns the number that an instruction computes from constants. isConstant is false if some operand is not
// constant, or if the result does not fit the instruction's type.
func constant(in *cfg.Instr) (n Number, isConstant bool) {
	switch in.Op {
	case cfg.Const:
		return Number{Whole: in.Int}, true
	case cfg.Float:
		x, isNumber := in.Number()
		return Number{Real: x, IsReal: true}, isNumber
	case cfg.Unary, cfg.Convert:
		if n, isConstant = constant(in.Args[0]); !isConstant {
			return n, false
		}
		if in.Op == cfg.Convert {
			return n.converted(in.Type)
		}
		list := n.beforeUnary(in.Operator) // each of these operators is its own inverse
		if len(list) == 0 {
			return n, false
		}
		return list[0].converted(in.Type)
	case cfg.Binary:
		a, isKnown := constant(in.Args[0])
		b, both := constant(in.Args[1])
		if !isKnown || !both || a.IsReal || b.IsReal {
			return n, false
		}
		whole, isConstant := integer.Fold(in.Operator, in.Args[0].Type, a.Whole, b.Whole)
		return Number{Whole: whole}, isConstant
	}
	return n, false
}

// converted returns the number after a conversion to a type. It returns false if the conversion is not followed.
func (n Number) converted(t *types.Type) (Number, bool) {
	switch {
	case t == nil:
		return n, false
	case t.Kind == types.Float:
		return n.in(t)
	case n.IsReal && math.Abs(n.Real) < 1<<62:
		n = Number{Whole: int64(n.Real)}
	case n.IsReal:
		return n, false
	}
	n.Whole = integer.Wrap(n.Whole, t)
	return n, true
}

// beforeConversion returns the numbers of type from that a conversion to the type `to` turns into n.
func (n Number) beforeConversion(from, to *types.Type) []Number {
	switch {
	case from == nil || to == nil:
		return nil
	case from.Kind == types.Float && !n.IsReal:
		return reals(float64(n.Whole))
	case n.isSmall || from.Kind == types.Float || from.Kind != types.Int && from.Kind != types.Bool:
		return []Number{n}
	case n.IsReal:
		low := int64(math.Floor(max(min(n.Real, 1<<62), -1<<62)))
		if float64(low) == n.Real {
			return wholes(low)
		}
		return wholes(low, low+1)
	}
	before := n
	before.Whole = integer.Wrap(n.Whole, from)
	if integer.Wrap(before.Whole, to) != integer.Wrap(n.Whole, to) {
		return nil
	}
	return []Number{before}
}

// beforeUnary returns the numbers that a unary operator turns into n.
func (n Number) beforeUnary(operation operator.Op) []Number {
	switch {
	case operation == operator.Neg:
		n.Whole, n.Real = -n.Whole, 0-n.Real
		return []Number{n}
	case operation == operator.BNot && !n.IsReal:
		n.Whole = ^n.Whole
		return []Number{n}
	}
	return nil
}

// beforeFunction returns numbers that a function may turn into n. For a minimum and a maximum it returns n, because the
// result is one of the operands.
func (n Number) beforeFunction(name string) []Number {
	switch name {
	case "abs", "labs", "llabs", "fabs", "fabsf":
		return append([]Number{n}, n.beforeUnary(operator.Neg)...)
	case "min", "max", "umin", "umax", "llmin", "llmax", "ullmin", "ullmax", "fmin", "fmax", "fminf", "fmaxf":
		return []Number{n}
	case "__warpcheck_f16_to_f32", "__warpcheck_bf16_to_f32":
		n.isSmall = n.IsReal
		return []Number{n}
	}
	return nil
}

// before returns numbers for which the operation with a constant c as its right operand gives n, in type t. For a
// remainder or a mask, it adds a number for which the operation gives another result.
func (n Number) before(operation operator.Op, c Number, t *types.Type) []Number {
	if n.IsReal || c.IsReal {
		return n.beforeReal(operation, c)
	}
	of := func(list ...int64) []Number {
		numbers := wholes(list...)
		for i := range numbers {
			numbers[i].isMasked = n.isMasked || operation != operator.Add && operation != operator.Sub
			if t != nil {
				numbers[i].Whole = integer.Wrap(numbers[i].Whole, t)
			}
		}
		return numbers
	}
	switch {
	case operation == operator.Add:
		return of(n.Whole - c.Whole)
	case operation == operator.Sub:
		return of(n.Whole + c.Whole)
	case operation == operator.Xor:
		return of(n.Whole ^ c.Whole)
	case operation == operator.Div:
		return of(n.Whole * c.Whole)
	case operation == operator.Mul && c.Whole != 0:
		return of(n.Whole / c.Whole)
	case operation == operator.Rem:
		return of(n.Whole, n.Whole+1)
	case operation == operator.And:
		return of(n.Whole&c.Whole, n.Whole&c.Whole^c.Whole)
	case operation == operator.Or:
		return of(n.Whole, n.Whole&^c.Whole)
	case operation == operator.Shr && c.Whole >= 0 && c.Whole < 64:
		return of(n.Whole << c.Whole)
	case operation == operator.Shl && c.Whole >= 0 && c.Whole < 64:
		return of(n.Whole >> c.Whole)
	}
	return nil
}

// beforeReal returns numbers for which the floating-point operation with the constant c as its right operand gives n.
func (n Number) beforeReal(operation operator.Op, c Number) []Number {
	x, y := n.AsReal(), c.AsReal()
	switch {
	case operation == operator.Add:
		return reals(x - y)
	case operation == operator.Sub:
		return reals(x + y)
	case operation == operator.Mul && y != 0:
		return reals(x / y)
	case operation == operator.Div:
		return reals(x * y)
	}
	return nil
}

// behind returns numbers x for which `c operation x` is n, in type t.
func (n Number) behind(operation operator.Op, c Number, t *types.Type) []Number {
	switch {
	case operation == operator.Sub && (n.IsReal || c.IsReal):
		return reals(c.AsReal() - n.AsReal())
	case operation == operator.Sub:
		return Number{Whole: c.Whole}.before(operator.Add, n, t)
	case operation == operator.Shl && !n.IsReal && !c.IsReal:
		for by := range int64(64) {
			if c.Whole<<by == n.Whole {
				return wholes(by)
			}
		}
		return nil
	case operation == operator.Div, operation == operator.Rem, operation == operator.Shr:
		return nil
	}
	return n.before(operation, c, t)
}

// AsReal returns the number as a floating-point number.
func (n Number) AsReal() float64 {
	if n.IsReal {
		return n.Real
	}
	return float64(n.Whole)
}

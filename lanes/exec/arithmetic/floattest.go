package arithmetic

import (
	"math"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// wordFunction computes the word that a function returns in one lane, for the operands a of that lane. bits is the
// width of the result.
type wordFunction func(bits int, a []*term.Term) *term.Term

// numberTests maps functions that test or compare floating-point words to the formulas of their results.
var numberTests = map[string]func(u *Unit, a []*term.Term) *term.Term{
	"isnan": (*Unit).isNoNumber, "isnanf": (*Unit).isNoNumber, "isinf": (*Unit).isInfinite, "isinff": (*Unit).isInfinite,
	"isfinite": (*Unit).isFinite, "finite": (*Unit).isFinite, "finitef": (*Unit).isFinite,
	"signbit": (*Unit).isSigned, "signbitf": (*Unit).isSigned,
	"isgreater": comparing(operator.GT), "isgreaterequal": comparing(operator.GE), "isless": comparing(operator.LT),
	"islessequal": comparing(operator.LE), "islessgreater": (*Unit).isLessOrGreater, "isunordered": (*Unit).isUnordered,
}

// testing returns the computation of a test of floating-point words, nil for other functions.
func (u *Unit) testing(i *cfg.Instr) wordFunction {
	test := numberTests[strings.TrimPrefix(strings.TrimPrefix(i.Text, "std::"), "__")]
	isOfNumbers := !slices.ContainsFunc(i.Args, func(a *cfg.Instr) bool {
		width := memory.Width(a.Type)
		return !memory.IsFloat(a.Type) || width != 32 && width != 64 || width != memory.Width(i.Args[0].Type)
	})
	if test == nil || memory.IsFloat(i.Type) || !isOfNumbers {
		return nil
	}
	return func(bits int, a []*term.Term) *term.Term { return u.truth(test(u, a), bits) }
}

// truth converts a formula to the word 1 or 0 of the given width.
func (u *Unit) truth(holds *term.Term, bits int) *term.Term { return u.t.Resize(holds, bits, false) }

func (u *Unit) compare(op operator.Op, x, y *term.Term) *term.Term {
	return u.floating(op, 0, vector.Uniform(x), vector.Uniform(y)).At(0)
}

func comparing(op operator.Op) func(u *Unit, a []*term.Term) *term.Term {
	return func(u *Unit, a []*term.Term) *term.Term { return u.compare(op, a[0], a[1]) }
}

// isNumber returns the formula that a floating-point word is not NaN: it equals itself.
func (u *Unit) isNumber(x *term.Term) *term.Term {
	if v, ok := x.Float(); ok {
		return u.t.Bool(!math.IsNaN(v))
	}
	return u.compare(operator.EQ, x, x)
}

func (u *Unit) isNoNumber(a []*term.Term) *term.Term { return u.t.Not(u.isNumber(a[0])) }

// isInfinite and isFinite look at the bits. In an infinite number all bits of the exponent are set and all other bits
// are zero, except perhaps the sign.
func (u *Unit) isInfinite(a []*term.Term) *term.Term {
	size := u.t.BAnd(a[0], u.t.Const(a[0].Bits, 1<<(a[0].Bits-1)-1))
	return u.t.Eq(size, u.floatWord(a[0].Bits, math.Inf(1)))
}

func (u *Unit) isFinite(a []*term.Term) *term.Term {
	exponent := u.floatWord(a[0].Bits, math.Inf(1))
	return u.t.Not(u.t.Eq(u.t.BAnd(a[0], exponent), exponent))
}

func (u *Unit) isSigned(a []*term.Term) *term.Term { return u.t.Bit(a[0], a[0].Bits-1) }

func (u *Unit) isLessOrGreater(a []*term.Term) *term.Term {
	return u.t.Or(u.compare(operator.LT, a[0], a[1]), u.compare(operator.GT, a[0], a[1]))
}

func (u *Unit) isUnordered(a []*term.Term) *term.Term {
	return u.t.Not(u.t.And(u.isNumber(a[0]), u.isNumber(a[1])))
}

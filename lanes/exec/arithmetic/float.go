package arithmetic

import (
	"math"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A floating-point word is its bits. An operation on known words is computed if every compiler must yield the same
// result, whatever operations it fuses or approximates. That holds for conversions, comparisons, and sums and products
// that need no rounding. All other results are uninterpreted functions of their operands.

// floatWord returns the word of a floating-point constant, nil for formats other than float and double.
func (u *Unit) floatWord(bits int, x float64) *term.Term {
	switch bits {
	case 32:
		return u.t.Const(32, uint64(math.Float32bits(float32(x))))
	case 64:
		return u.t.Const(64, math.Float64bits(x))
	}
	return nil
}

// FloatLiteral returns the word of a floating-point literal.
func (u *Unit) FloatLiteral(i *cfg.Instr, bits int) vector.Vec {
	if x, ok := i.Number(); ok {
		if w := u.floatWord(bits, x); w != nil {
			return vector.Uniform(w)
		}
	}
	return vector.Uniform(u.t.Opaque("float "+i.Text, bits, nil))
}

// floating computes an operation on floating-point words. Equal operands give equal results.
func (u *Unit) floating(op operator.Op, bits int, x, y vector.Vec) vector.Vec {
	switch op {
	case operator.GT:
		return u.floating(operator.LT, bits, y, x)
	case operator.GE:
		return u.floating(operator.LE, bits, y, x)
	case operator.NE:
		return u.vectors.Not(u.floating(operator.EQ, 0, x, y))
	}
	name := map[operator.Op]string{operator.Add: "f+", operator.Sub: "f-", operator.Mul: "f*", operator.Div: "f/"}[op]
	return vector.Map2(x, y, func(a, b *term.Term) *term.Term {
		if v := u.foldFloats(op, bits, a, b); v != nil {
			return v
		}
		if a.Op == term.Ite && b.IsConst() && ofConstants(a, maxFloatChoice) && (op == operator.LT || op == operator.LE || op == operator.EQ) {
			return u.compareChoice(op, bits, a, b)
		}
		if b.Op == term.Ite && a.IsConst() && ofConstants(b, maxFloatChoice) && (op == operator.LT || op == operator.LE || op == operator.EQ) {
			return u.compareChoice(op, bits, a, b)
		}
		if holds := u.ordered(op, a, b); holds != nil {
			return u.t.Resize(holds, bits, false)
		}
		if op == operator.Add || op == operator.Mul {
			a, b = lower(a, b), higher(a, b) // in a fixed order, so that f(x, y) and f(y, x) are one term (see symmetric)
		}
		return u.t.Opaque(name, bits, rangeOfResult(op, a, b), a, b)
	})
}

// rangeOfResult returns the known range of the result of an operation. A square is not negative. A product or quotient
// of constants lies near the exact one.
func rangeOfResult(op operator.Op, a, b *term.Term) memory.FloatFunction {
	square := memory.FloatFunction{Bounded: op == operator.Mul && a == b, Most: math.Inf(1)}
	switch op {
	case operator.Mul:
		return rangeNear(func(x, y float64) float64 { return x * y }, square, []*term.Term{a, b})
	case operator.Div:
		return rangeNear(quotient, square, []*term.Term{a, b})
	}
	return square
}

// maxFloatChoice bounds the choices of a floating-point word that is selected from constants. Up to this bound, an
// operation on the word is computed for each constant.
const maxFloatChoice = 64

// ofConstants reports whether x is a constant or a chain of choices between constants, such as an entry of a table.
// limit bounds the number of choices.
func ofConstants(x *term.Term, limit int) bool {
	for ; x.Op == term.Ite && limit > 0; x, limit = x.Args[2], limit-1 {
		if !x.Args[1].IsConst() {
			return false
		}
	}
	return x.IsConst()
}

// compareChoice returns the comparison op of a and b, as a word of the given bits. One of a and b is a constant, and
// the other is a choice between constants. It compares each of these.
func (u *Unit) compareChoice(op operator.Op, bits int, a, b *term.Term) *term.Term {
	var choose func(x *term.Term) *term.Term
	choose = func(x *term.Term) *term.Term {
		switch {
		case x.Op == term.Ite:
			return u.t.IteBool(x.Args[0], choose(x.Args[1]), choose(x.Args[2]))
		case a.IsConst():
			return u.foldFloats(op, 0, a, x)
		}
		return u.foldFloats(op, 0, x, b)
	}
	if a.IsConst() {
		return u.t.Resize(choose(b), bits, false)
	}
	return u.t.Resize(choose(a), bits, false)
}

// The possible orders of two floating-point words. If one of the words is NaN, the order is none of these three.
const (
	below = 1 + iota
	equal
	above
)

// ordered returns the comparison op of two floating-point words that are not both known. It returns nil if
// op is no comparison. The order of two words is one unknown, and all their comparisons are formulas about it. So x
// >= y contradicts x < y, and y > x.
func (u *Unit) ordered(op operator.Op, a, b *term.Term) *term.Term {
	less := uint64(below)
	if a != lower(a, b) {
		a, b, less = b, a, above
	}
	way := u.t.Opaque("f order", 2, memory.FloatOrder{}, a, b)
	isOrdered := isNeverNaN(a) && isNeverNaN(b)
	lies := func(k uint64) *term.Term {
		switch {
		case a == b && k != equal || !mayLie(k, a, b):
			return u.t.False
		case isOrdered && onlyLies(k, a, b):
			return u.t.True
		}
		return u.t.Eq(way, u.t.Const(2, k))
	}
	switch op {
	case operator.LT:
		return lies(less)
	case operator.LE:
		return u.t.Or(lies(less), lies(equal))
	case operator.EQ:
		return lies(equal)
	}
	return nil
}

// onlyLies reports whether k is the only possible order of a and b if neither of them is NaN.
func onlyLies(k uint64, a, b *term.Term) bool {
	for _, other := range []uint64{below, equal, above} {
		if other != k && (a != b || other == equal) && mayLie(other, a, b) {
			return false
		}
	}
	return true
}

// foldFloats returns the result of op on two floating-point constants, a word of the given bits. It returns nil if a or
// b is no constant, or if devices may round the result differently.
func (u *Unit) foldFloats(op operator.Op, bits int, a, b *term.Term) *term.Term {
	x, okX := a.Float()
	y, okY := b.Float()
	if !okX || !okY {
		return nil
	}
	switch op {
	case operator.LT:
		return u.truthWord(x < y, bits)
	case operator.LE:
		return u.truthWord(x <= y, bits)
	case operator.EQ:
		return u.truthWord(x == y, bits)
	}
	r, exact := exactly(op, x, y)
	if !exact {
		r, exact = roundedOnce(op, bits, x, y)
	}
	if w := u.floatWord(bits, r); w != nil && exact {
		if back, _ := w.Float(); back == r {
			return w
		}
	}
	return nil
}

// roundedOnce computes a sum, a difference or a quotient of doubles, rounded to the nearest number of the given bits.
// The result is the same on every device, because a compiler cannot fuse a sum of known words with another operation,
// and never approximates a quotient of doubles. known is false for other operations, and for a quotient that is rounded
// to 32 bits. It is also false if the result or an operand is so small or so large that devices differ.
func roundedOnce(op operator.Op, bits int, x, y float64) (r float64, known bool) {
	switch {
	case op == operator.Add:
		r = x + y
	case op == operator.Sub:
		r = x - y
	case op == operator.Div && bits == 64:
		r = x / y
	default:
		return 0, false
	}
	if bits == 32 {
		r = float64(float32(r))
	}
	size := math.Abs(r)
	return r, size >= smallest && size <= largest && !isTiny(x) && !isTiny(y)
}

// isTiny reports whether x is so close to zero that some devices treat it as zero.
func isTiny(x float64) bool { return x != 0 && math.Abs(x) < smallest }

// nonzero returns, for each lane, the formula that its floating-point word is not zero.
func (u *Unit) nonzero(x vector.Vec) vector.Vec {
	return vector.Map1(x, func(a *term.Term) *term.Term {
		if v, ok := a.Float(); ok {
			return u.t.Bool(v != 0)
		}
		return u.t.Opaque("nonzero", 0, memory.FloatFunction{}, a)
	})
}

func (u *Unit) negated(x vector.Vec, bits int) vector.Vec {
	return vector.Map1(x, func(a *term.Term) *term.Term {
		if v, ok := a.Float(); ok {
			return u.floatWord(bits, -v)
		}
		return u.t.Opaque("fneg", bits, memory.FloatFunction{}, a)
	})
}

// truthWord returns a truth value as a word of the given width.
func (u *Unit) truthWord(b bool, bits int) *term.Term {
	if bits == 0 {
		return u.t.Bool(b)
	}
	return u.t.Resize(u.t.Bool(b), bits, false)
}

// smallest and largest bound the results that are exact on every device. A result below smallest is denormal, and
// some devices flush it to zero. A result above largest may overflow.
const (
	smallest = 0x1p-126
	largest  = 0x1p127
)

// exactly computes a sum, difference or product of doubles. It returns false if the result needs rounding, or if its
// size is not between smallest and largest. A sum that is zero, and a product with zero, are exact.
func exactly(op operator.Op, x, y float64) (float64, bool) {
	var r, rest float64
	switch op {
	case operator.Sub:
		return exactly(operator.Add, x, -y)
	case operator.Add:
		r = x + y
		part := r - x
		rest = (x - (r - part)) + (y - part)
	case operator.Mul:
		r = x * y
		rest = math.FMA(x, y, -r)
	default:
		return 0, false
	}
	size := math.Abs(r)
	zero := r == 0 && (op == operator.Add || x == 0 || y == 0)
	return r, rest == 0 && (zero || size >= smallest && size <= largest)
}

// convertFloat converts a known word from or to a floating-point type. It returns nil if the result is not known.
func (u *Unit) convertFloat(x *term.Term, from, to *types.Type) *term.Term {
	bits := memory.Width(to)
	if !memory.IsFloat(from) {
		return u.fromInteger(x, from, bits, "_rn")
	}
	v, ok := x.Float()
	switch {
	case !ok:
		return nil
	case memory.IsFloat(to):
		return u.floatWord(bits, v)
	case math.Abs(v) < math.Ldexp(1, bits-1) && (to.Signed || v >= 0):
		return u.t.Const(bits, uint64(int64(v)))
	}
	return nil
}

package sim

import (
	"math"

	"github.com/warpcheck/warpcheck/cfg/types"
)

// Devices and compilers do not all round in the same way. A mathematical function has an error of some units in the
// last place. Options such as -use_fast_math make the error larger, and a compiler may fuse a product with a sum. A run
// is no proof of a fault that depends on the last digits:
//
//	if (sinf(1.0f) == 0.84147096f) ...     the last digit depends on the device
//	if (sinf(1.0f) > 0.5f) ...             always
//
// So a caller repeats a run with each such result changed by some units (Input.Nudge).

// nudged returns v, a result of type t that a device may round differently, changed by Input.Nudge units in the last
// place.
func (c *calculator) nudged(t *types.Type, v float64) float64 {
	if t.Kind != types.Float || !isFinite(v) {
		return v
	}
	c.out.Approximated = true
	if c.nudge == 0 {
		return v
	}
	precision := 52
	if t.Bits == 32 {
		precision = 23
	}
	exponent := 0
	if v != 0 {
		exponent = math.Ilogb(v)
	}
	return v + float64(c.nudge)*math.Ldexp(1, exponent-precision)
}

// product multiplies x and y. A compiler may fuse the product with a sum, so that the sum uses the exact product. So a
// product that is not exact is changed by Input.Nudge.
func (c *calculator) product(t *types.Type, x, y float64) float64 {
	v := x * y
	isExact := math.FMA(x, y, -v) == 0 && (t.Bits == 64 || float64(float32(v)) == v)
	if isExact {
		return v
	}
	return c.nudged(t, v)
}

// quotient divides x by y. A compiler may approximate a division of floats, except by a power of two. So the quotient
// of floats is changed by Input.Nudge. A compiler never approximates a division of doubles.
func (c *calculator) quotient(t *types.Type, x, y float64) float64 {
	if part, _ := math.Frexp(y); t.Bits == 64 || math.Abs(part) == 0.5 || x == 0 {
		return x / y
	}
	return c.nudged(t, x/y)
}

// leastNormal is the least positive float that is not denormal.
const leastNormal = 0x1p-126

// flushed returns w, a result of type t. If the run is nudged and w is a denormal float, it returns zero, because
// options such as -ftz=true treat denormal floats as zero.
func (c *calculator) flushed(t *types.Type, w uint64) uint64 {
	if t.Kind != types.Float || t.Bits != 32 {
		return w
	}
	v := toFloat(t, w)
	if isTiny := v != 0 && math.Abs(v) < leastNormal; !isTiny {
		return w
	}
	c.out.Approximated = true
	if c.nudge == 0 {
		return w
	}
	return fromFloat(t, math.Copysign(0, v))
}

// approximated returns v, the result of a function of the arguments n, as a device may compute it. With -use_fast_math,
// pow of floats is computed with the logarithm of its base, which is NaN for a negative base.
func (c *calculator) approximated(base string, t *types.Type, n []float64, v float64) float64 {
	if base == "pow" && t.Bits == 32 && n[0] < 0 {
		c.out.Approximated = true
		if c.nudge != 0 {
			return math.NaN()
		}
	}
	if isCertain(base, t, n, v) {
		return v
	}
	return c.nudged(t, v)
}

// isCertain reports whether CUDA documents v as the exact result of a function for these arguments, whatever the
// compiler options. base is the name of the function.
func isCertain(base string, t *types.Type, n []float64, v float64) bool {
	isDouble := t.Bits == 64 // no compiler option makes functions of double less exact
	switch base {
	case "sqrt":
		return isDouble || n[0] == 0
	case "fma":
		return isDouble || float64(float32(v)) == v && math.FMA(n[0], n[1], n[2]-v) == 0
	case "exp", "exp2", "exp10", "expm1", "log1p", "sin", "sinpi", "tan", "asin", "atan", "sinh", "tanh", "asinh", "atanh", "erf", "cbrt", "cos", "cospi", "cosh":
		return n[0] == 0
	case "log", "log2", "log10":
		return isDouble && n[0] == 1
	case "acos", "acosh":
		return n[0] == 1
	case "pow":
		return n[1] == 0 && n[0] > 0 || isDouble && n[0] == 1
	}
	return false
}

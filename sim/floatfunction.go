package sim

import (
	"math"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// floating computes min, max and abs of any type, conversions that name their rounding, and mathematical functions of
// float and double. It returns false for other functions. name is the name of the function, without std:: and without
// leading underscores.
func (c *calculator) floating(instr *cfg.Instr, name string, a []uint64) (uint64, bool) {
	if len(a) == 0 {
		return 0, false
	}
	if w, known := converted(instr, a); known {
		return w, true
	}
	switch t := instr.Args[0].Type; t.Kind {
	case types.Int:
		return integerMinMax(name, t, a)
	case types.Float:
		c.needFloat(t)
		w, known := c.floatFunction(instr, name, numbersOf(instr, a))
		return c.flushed(instr.Type, w), known
	}
	return 0, false
}

// numbersOf returns the operands of an instruction as numbers. Integer operands, such as the exponent of ldexp, are
// assumed to be small.
func numbersOf(instr *cfg.Instr, a []uint64) []float64 {
	numbers := make([]float64, len(a))
	for i, w := range a {
		numbers[i] = float64(int64(w))
		if t := instr.Args[i].Type; t.Kind == types.Float {
			numbers[i] = toFloat(t, w)
		}
	}
	return numbers
}

// floatFunction computes a mathematical function of numbers. It returns false if the function is not known.
func (c *calculator) floatFunction(instr *cfg.Instr, name string, n []float64) (uint64, bool) {
	if way, known := ofName(name); known {
		if w, known := way.directed(instr, name[:len(name)-len("_rn")], n); known {
			return w, true
		}
	}
	base, result, isFurther := strings.Cut(name, " ")
	for _, base := range []string{base, strings.TrimSuffix(base, "f")} {
		if isFurther {
			base += " " + result
		}
		if fn, is := exactMath[base]; is && len(n) >= fn.args {
			return wordOf(instr, fn.eval(instr.Args[0].Type, n)), true
		}
		if fn, is := roundedMath[base]; is && len(n) >= fn.args {
			return wordOf(instr, c.approximated(base, instr.Type, n, fn.eval(n))), true
		}
	}
	return 0, false
}

// wordOf returns the word of a number in the type of an instruction.
func wordOf(instr *cfg.Instr, v float64) uint64 {
	if instr.Type.Kind == types.Float {
		return fromFloat(instr.Type, v)
	}
	return numberToInteger(instr.Args[0].Type, instr.Type, v)
}

// exactFunction is a function whose result CUDA defines exactly. t is the type of its first operand.
type exactFunction struct {
	args int
	eval func(t *types.Type, n []float64) float64
}

func exactOne(f func(x float64) float64) exactFunction {
	return exactFunction{1, func(_ *types.Type, n []float64) float64 { return f(n[0]) }}
}

func exactTwo(f func(x, y float64) float64) exactFunction {
	return exactFunction{2, func(_ *types.Type, n []float64) float64 { return f(n[0], n[1]) }}
}

func test(f func(x float64) bool) exactFunction {
	return exactOne(func(x float64) float64 { return float64(truth(f(x))) })
}

// comparison returns the function that compares its operands. Its result is false if an operand is NaN.
func comparison(op operator.Op) exactFunction {
	return exactTwo(func(x, y float64) float64 {
		return float64(truth(!math.IsNaN(x) && !math.IsNaN(y) && ordered(op, x, y)))
	})
}

func scaled(x, exponent float64) float64 {
	const most = 5000 // 2^most exceeds the ratio of any two numbers
	return math.Ldexp(x, int(min(max(exponent, -most), most)))
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

var exactMath = map[string]exactFunction{
	"floor": exactOne(math.Floor), "ceil": exactOne(math.Ceil), "trunc": exactOne(math.Trunc), "round": exactOne(math.Round),
	"rint": exactOne(math.RoundToEven), "nearbyint": exactOne(math.RoundToEven),
	"lrint": exactOne(math.RoundToEven), "llrint": exactOne(math.RoundToEven), "lround": exactOne(math.Round), "llround": exactOne(math.Round),
	"fabs": exactOne(math.Abs), "abs": exactOne(math.Abs), "copysign": exactTwo(math.Copysign), "saturate": exactOne(saturated),
	"fmin": exactTwo(number(math.Min)), "fmax": exactTwo(number(math.Max)), "min": exactTwo(number(math.Min)), "max": exactTwo(number(math.Max)),
	"fdim": exactTwo(math.Dim), "fmod": exactTwo(math.Mod), "remainder": exactTwo(math.Remainder),
	"ldexp": exactTwo(scaled), "scalbn": exactTwo(scaled), "scalbln": exactTwo(scaled), "logb": exactOne(math.Logb),
	"ilogb": exactOne(func(x float64) float64 {
		if math.IsNaN(x) {
			return math.MinInt32
		}
		return float64(math.Ilogb(x))
	}),
	"nextafter": {2, func(t *types.Type, n []float64) float64 {
		if t.Bits == 32 {
			return float64(math.Nextafter32(float32(n[0]), float32(n[1])))
		}
		return math.Nextafter(n[0], n[1])
	}},

	"isnan": test(math.IsNaN), "isinf": test(func(x float64) bool { return math.IsInf(x, 0) }),
	"isnanf": test(math.IsNaN), "isinff": test(func(x float64) bool { return math.IsInf(x, 0) }),
	"isfinite": test(isFinite), "finite": test(isFinite), "signbit": test(math.Signbit),
	"isnormal": {1, func(t *types.Type, n []float64) float64 {
		least := 0x1p-1022
		if t.Bits == 32 {
			least = 0x1p-126
		}
		return float64(truth(isFinite(n[0]) && math.Abs(n[0]) >= least))
	}},
	"isgreater": comparison(operator.GT), "isgreaterequal": comparison(operator.GE), "isless": comparison(operator.LT),
	"islessequal": comparison(operator.LE), "islessgreater": comparison(operator.NE),
	"isunordered": exactTwo(func(x, y float64) float64 { return float64(truth(math.IsNaN(x) || math.IsNaN(y))) }),

	"frexp":           exactOne(func(x float64) float64 { part, _ := math.Frexp(x); return part }),
	"frexp result 1":  exactOne(func(x float64) float64 { _, exponent := math.Frexp(x); return float64(exponent) }),
	"modf":            exactOne(fraction),
	"modf result 1":   exactOne(math.Trunc),
	"remquo":          exactTwo(math.Remainder),
	"remquo result 1": exactTwo(quotientBits),
}

// fraction returns the fraction of x, with the sign of x. It returns 0 with that sign if x is infinite.
func fraction(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.Copysign(0, x)
	}
	return math.Copysign(x-math.Trunc(x), x)
}

// quotientBits returns the quotient that remquo stores: its sign and its lowest three bits.
func quotientBits(x, y float64) float64 {
	q := math.RoundToEven((x - math.Remainder(x, y)) / y)
	return math.Mod(q, 8)
}

// number returns f with an exception: if one operand is NaN, the result is the other operand, as in fmin and fmax.
func number(f func(x, y float64) float64) func(x, y float64) float64 {
	return func(x, y float64) float64 {
		switch {
		case math.IsNaN(x):
			return y
		case math.IsNaN(y):
			return x
		}
		return f(x, y)
	}
}

// roundedFunction is a function for which CUDA documents a maximum error.
type roundedFunction struct {
	args int
	eval func(n []float64) float64
}

func roundedOne(f func(x float64) float64) roundedFunction {
	return roundedFunction{1, func(n []float64) float64 { return f(n[0]) }}
}

func roundedTwo(f func(x, y float64) float64) roundedFunction {
	return roundedFunction{2, func(n []float64) float64 { return f(n[0], n[1]) }}
}

// norm returns the Euclidean length of a vector, with any number of coordinates.
func norm(n []float64) (length float64) {
	for _, x := range n {
		length = math.Hypot(length, x)
	}
	return length
}

var roundedMath = map[string]roundedFunction{
	"sqrt": roundedOne(math.Sqrt), "rsqrt": roundedOne(func(x float64) float64 { return 1 / math.Sqrt(x) }),
	"cbrt": roundedOne(math.Cbrt), "rcbrt": roundedOne(func(x float64) float64 { return 1 / math.Cbrt(x) }),
	"exp": roundedOne(math.Exp), "exp2": roundedOne(math.Exp2), "expm1": roundedOne(math.Expm1),
	"exp10": roundedOne(func(x float64) float64 { return math.Pow(10, x) }),
	"log":   roundedOne(math.Log), "log2": roundedOne(math.Log2), "log10": roundedOne(math.Log10), "log1p": roundedOne(math.Log1p),
	"sin": roundedOne(math.Sin), "cos": roundedOne(math.Cos), "tan": roundedOne(math.Tan),
	"sinpi": roundedOne(func(x float64) float64 { return math.Sin(math.Pi * math.Mod(x, 2)) }),
	"cospi": roundedOne(func(x float64) float64 { return math.Cos(math.Pi * math.Mod(x, 2)) }),
	"asin":  roundedOne(math.Asin), "acos": roundedOne(math.Acos), "atan": roundedOne(math.Atan),
	"sinh": roundedOne(math.Sinh), "cosh": roundedOne(math.Cosh), "tanh": roundedOne(math.Tanh),
	"asinh": roundedOne(math.Asinh), "acosh": roundedOne(math.Acosh), "atanh": roundedOne(math.Atanh),
	"erf": roundedOne(math.Erf), "erfc": roundedOne(math.Erfc), "erfinv": roundedOne(math.Erfinv), "erfcinv": roundedOne(math.Erfcinv),
	"normcdf": roundedOne(func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }),
	"tgamma":  roundedOne(math.Gamma), "lgamma": roundedOne(func(x float64) float64 { y, _ := math.Lgamma(x); return y }),
	"j0": roundedOne(math.J0), "j1": roundedOne(math.J1), "y0": roundedOne(math.Y0), "y1": roundedOne(math.Y1),
	"pow": roundedTwo(math.Pow), "atan2": roundedTwo(math.Atan2), "hypot": roundedTwo(math.Hypot),
	"rhypot":   roundedTwo(func(x, y float64) float64 { return 1 / math.Hypot(x, y) }),
	"fdividef": roundedTwo(func(x, y float64) float64 { return x / y }), "fdivide": roundedTwo(func(x, y float64) float64 { return x / y }),
	"norm3d": {3, norm}, "norm4d": {4, norm},
	"fma": {3, func(n []float64) float64 { return math.FMA(n[0], n[1], n[2]) }},
}

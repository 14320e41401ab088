package arithmetic

import (
	"math"
	"math/big"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// An exact function has a result that CUDA defines exactly: every device computes the same word with any compiler
// options. A result that some options flush to zero, or that they let overflow, is not exact.
//
//	if (ldexpf(3.f, 4) != 48.f) ...           never
//	if (__fadd_ru(1.f, 0x1p-30f) > 1.f) ...   always
//	if (logf(1.f) == 0.f) ...                 depends on -use_fast_math
//	if (log(1.0) == 0.0) ...                  always

// exactFunction computes a function of the known numbers n. bits is the width of the first one. known is false if the
// result is not defined exactly.
type exactFunction func(bits int, n []float64) (r float64, known bool)

func ofOne(f func(x float64) float64) exactFunction {
	return func(_ int, n []float64) (float64, bool) { return f(n[0]), true }
}

func ofTwo(f func(x, y float64) float64) exactFunction {
	return func(_ int, n []float64) (float64, bool) { return f(n[0], n[1]), true }
}

func scale(x, exponent float64) float64 {
	return math.Ldexp(x, int(min(max(exponent, -1<<12), 1<<12)))
}

// exactFunctions maps names, without underscores and without the suffix f, to exact functions. A name that ends in
// "result 1" stands for the value that the function stores through its pointer.
var exactFunctions = map[string]exactFunction{
	"copysign": ofTwo(math.Copysign), "fdim": ofTwo(math.Dim), "fmod": ofTwo(math.Mod), "remainder": ofTwo(math.Remainder),
	"ldexp": ofTwo(scale), "scalbn": ofTwo(scale), "scalbln": ofTwo(scale),
	"lrint": ofOne(math.RoundToEven), "llrint": ofOne(math.RoundToEven), "lround": ofOne(math.Round), "llround": ofOne(math.Round),
	"abs": ofOne(math.Abs), "pow": ofPower,
	"saturate": ofOne(func(x float64) float64 { return min(max(x, 0), 1) }),
	"logb":     besidesZero(math.Logb), "ilogb": besidesZero(math.Logb),
	"nextafter":       nextAfter,
	"isnormal":        ofOne(func(x float64) float64 { return truthOf(x != 0) }),
	"frexp":           ofOne(func(x float64) float64 { part, _ := math.Frexp(x); return part }),
	"frexp result 1":  ofOne(func(x float64) float64 { _, exponent := math.Frexp(x); return float64(exponent) }),
	"modf":            ofOne(func(x float64) float64 { return math.Copysign(math.Mod(x, 1), x) }),
	"modf result 1":   ofOne(math.Trunc),
	"remquo":          ofTwo(math.Remainder),
	"remquo result 1": quotientOf,
	"fma": func(bits int, n []float64) (float64, bool) {
		product := new(big.Rat).Mul(fraction(n[0]), fraction(n[1]))
		return nearest(product.Add(product, fraction(n[2])), bits, "_rn")
	},
	"sqrt": func(bits int, n []float64) (float64, bool) {
		return math.Sqrt(n[0]), bits == 64 || n[0] == 0 // an option lets devices approximate the root of a float
	},
}

// ofPower returns 1 for a positive number with exponent 0, and for the double 1 with any exponent. CUDA documents these
// results. It returns false for any other power. With -use_fast_math, a power of the float 1 is not exact.
func ofPower(bits int, n []float64) (float64, bool) {
	return 1, n[1] == 0 && n[0] > 0 || n[0] == 1 && bits == 64
}

func truthOf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func besidesZero(f func(x float64) float64) exactFunction {
	return func(_ int, n []float64) (float64, bool) { return f(n[0]), n[0] != 0 }
}

func nextAfter(bits int, n []float64) (float64, bool) {
	if bits == 32 {
		return float64(math.Nextafter32(float32(n[0]), float32(n[1]))), true
	}
	return math.Nextafter(n[0], n[1]), true
}

// quotientOf returns the quotient that remquo stores. CUDA defines only its lowest three bits, so known is false if it
// needs more.
func quotientOf(_ int, n []float64) (q float64, known bool) {
	q = math.RoundToEven((n[0] - math.Remainder(n[0], n[1])) / n[1])
	return q, math.Abs(q) < 8
}

// documented holds functions with an error bound in CUDA's documents. For the argument `at`, the documented result is
// exact. If onlyDouble is set, only the function of double is exact there, because -use_fast_math makes the function of
// float less exact.
var documented = map[string]struct {
	at, result float64
	onlyDouble bool
}{
	"exp": {0, 1, false}, "exp2": {0, 1, false}, "exp10": {0, 1, false}, "cos": {0, 1, false}, "cospi": {0, 1, false}, "cosh": {0, 1, false},
	"expm1": {0, 0, false}, "log1p": {0, 0, false}, "sin": {0, 0, false}, "sinpi": {0, 0, false}, "tan": {0, 0, false}, "asin": {0, 0, false},
	"atan": {0, 0, false}, "sinh": {0, 0, false}, "tanh": {0, 0, false}, "asinh": {0, 0, false}, "atanh": {0, 0, false}, "erf": {0, 0, false},
	"cbrt": {0, 0, false}, "acos": {1, 0, false}, "acosh": {1, 0, false},
	"log": {1, 0, true}, "log2": {1, 0, true}, "log10": {1, 0, true},
}

// signedAs returns r. If r is zero, it gets the sign of x, as in odd functions.
func signedAs(r, x float64) float64 {
	if r == 0 {
		return math.Copysign(0, x)
	}
	return r
}

// exactOf returns the exact function that an instruction computes, nil if it computes none.
func exactOf(i *cfg.Instr) exactFunction {
	name := strings.TrimPrefix(strings.TrimPrefix(i.Text, "std::"), "__")
	name, further, _ := strings.Cut(name, " ")
	if further != "" {
		further = " " + further
	}
	for _, base := range []string{name, strings.TrimSuffix(name, "f")} {
		if f := exactFunctions[base+further]; f != nil {
			return f
		}
		if d, is := documented[base]; is {
			return func(bits int, n []float64) (float64, bool) {
				return signedAs(d.result, n[0]), n[0] == d.at && (bits == 64 || !d.onlyDouble)
			}
		}
	}
	return roundedBy(name)
}

// roundedBy returns the function for an arithmetic operation or conversion whose name ends in a rounding, such as
// __fadd_ru. It returns nil for other functions.
func roundedBy(name string) exactFunction {
	way := name[max(0, len(name)-len("_rn")):]
	if toInteger[way] == nil {
		return nil
	}
	base, bits := strings.TrimSuffix(name, way), 64
	switch {
	case base == "double2float":
		return func(_ int, n []float64) (float64, bool) { return nearest(fraction(n[0]), 32, way) }
	case base == "fmaf", base == "fmaf_ieee":
		base, bits = "fma", 32
	case base != "fma" && len(base) > 1:
		if base[0] == 'f' {
			bits = 32
		}
		base = base[1:]
	}
	return func(_ int, n []float64) (float64, bool) { return named(base, n, bits, way) }
}

// named computes arithmetic whose name states its rounding, which no compiler fuses or approximates. base is the name
// without the suffix way, which states the rounding. known is false for any other name, and if the result is not known
// exactly.
func named(base string, n []float64, bits int, way string) (r float64, known bool) {
	made := fraction(n[0])
	switch {
	case base == "sqrt" && n[0] >= 0:
		return rootOf(n[0], bits, way)
	case base == "rsqrt" && n[0] > 0:
		r = 1 / math.Sqrt(n[0])
		inverse := fraction(r)
		return r, inverse.Mul(inverse, inverse).Cmp(made.Inv(made)) == 0
	case base == "rcp" && n[0] != 0:
		return nearest(made.Inv(made), bits, way)
	case len(n) < 2:
		return 0, false
	}
	other := fraction(n[1])
	switch {
	case base == "add":
		return nearest(made.Add(made, other), bits, way)
	case base == "sub":
		return nearest(made.Sub(made, other), bits, way)
	case base == "mul":
		return nearest(made.Mul(made, other), bits, way)
	case base == "div" && n[1] != 0:
		return nearest(made.Quo(made, other), bits, way)
	case base == "fma" && len(n) > 2:
		made.Mul(made, other)
		return nearest(made.Add(made, fraction(n[2])), bits, way)
	}
	return 0, false
}

func fraction(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// nearest rounds x to a floating-point number of the given bits, in the direction that the suffix way names. known is
// false if the result is infinite, or zero, whose sign depends on more than x.
func nearest(x *big.Rat, bits int, way string) (r float64, known bool) {
	if bits == 32 {
		single, _ := x.Float32()
		r = float64(single)
	} else {
		r, _ = x.Float64()
	}
	if r == 0 || math.IsInf(r, 0) {
		return 0, false
	}
	return directed(r, fraction(r).Cmp(x), bits, way), true
}

// fromInteger returns the floating-point word of an integer of type from, rounded. It returns nil if the integer is
// not known.
func (u *Unit) fromInteger(x *term.Term, from *types.Type, bits int, way string) *term.Term {
	if !x.IsConst() {
		return nil
	}
	whole := new(big.Int).SetUint64(x.K)
	if from != nil && from.Signed {
		whole.SetInt64(term.Signed(x.K, x.Bits))
	}
	r, _ := nearest(new(big.Rat).SetInt(whole), bits, way) // r is 0 for 0
	return u.floatWord(bits, r)
}

// rootOf returns the square root of x, rounded in the direction that way states. known is false if x is zero.
func rootOf(x float64, bits int, way string) (r float64, known bool) {
	if r = math.Sqrt(x); bits == 32 {
		r = float64(float32(r))
	}
	square := fraction(r)
	return directed(r, square.Mul(square, square).Cmp(fraction(x)), bits, way), x > 0
}

// directed corrects r for a rounding direction, the suffix way. r is the result of rounding an exact number to nearest,
// to a number of the given bits. above is 1 if r is above the exact number, -1 if below, 0 if equal.
func directed(r float64, above, bits int, way string) float64 {
	isTooHigh := above > 0 && (way == "_rd" || way == "_rz" && r > 0)
	isTooLow := above < 0 && (way == "_ru" || way == "_rz" && r < 0)
	switch {
	case isTooHigh:
		r, _ = nextAfter(bits, []float64{r, math.Inf(-1)})
	case isTooLow:
		r, _ = nextAfter(bits, []float64{r, math.Inf(1)})
	}
	return r
}

// convertsInteger returns the rounding that a conversion from an integer to a floating-point number names, such as
// __ll2float_ru. It returns false for other functions.
func convertsInteger(i *cfg.Instr) (way string, is bool) {
	way = i.Text[max(0, len(i.Text)-len("_rn")):]
	return way, toInteger[way] != nil && len(i.Args) == 1 && memory.IsFloat(i.Type) && !memory.IsFloat(i.Args[0].Type)
}

// exactWord computes the exact function f for the words of one lane. It returns nil if the result is not known. If
// one word is selected from a few constants, f is computed for each of them.
func (u *Unit) exactWord(f exactFunction, i *cfg.Instr, bits int, a []*term.Term) *term.Term {
	for k, x := range a {
		if x.Op != term.Ite || !ofConstants(x, maxFloatChoice) {
			continue
		}
		with := func(y *term.Term) *term.Term {
			words := append([]*term.Term{}, a...)
			words[k] = y
			return u.exactWord(f, i, bits, words)
		}
		if one, other := with(x.Args[1]), with(x.Args[2]); one != nil && other != nil {
			return u.t.Ite(x.Args[0], one, other)
		}
		return nil
	}
	n := make([]float64, max(len(a), 2))
	for k, x := range a {
		known := false
		if n[k], known = exactNumber(x, i.Args[k]); !known {
			return nil
		}
	}
	r, known := f(a[0].Bits, n[:len(a)])
	if !known {
		return nil
	}
	return u.exactResult(r, bits, memory.IsFloat(i.Type))
}

// exactNumber returns the number of an operand. It returns false if the number is not known, not finite, so small that
// some devices treat it as zero, or an integer of 2^53 or more.
func exactNumber(x *term.Term, operand *cfg.Instr) (float64, bool) {
	if !memory.IsFloat(operand.Type) {
		v := float64(term.Signed(x.K, x.Bits))
		if operand.Type != nil && !operand.Type.Signed {
			v = float64(x.K)
		}
		return v, x.IsConst() && x.Bits > 0 && math.Abs(v) < 1<<53
	}
	v, known := x.Float()
	return v, known && !isTiny(v) && !math.IsNaN(v) && !math.IsInf(v, 0)
}

// exactResult returns the word of an exact result, a floating-point number if isFloat is set, otherwise an integer. It
// returns nil if the type cannot represent the result, or if some devices compute another word.
func (u *Unit) exactResult(r float64, bits int, isFloat bool) *term.Term {
	size := math.Abs(r)
	switch {
	case math.IsNaN(r):
		return nil
	case !isFloat && bits == 0:
		return u.t.Bool(r != 0)
	case !isFloat && size < math.Ldexp(1, min(bits-1, 53)):
		return u.t.Const(bits, uint64(int64(r)))
	case !isFloat, r != 0 && (size < smallest || size > largest):
		return nil
	}
	w := u.floatWord(bits, r)
	if w == nil {
		return nil
	}
	if back, _ := w.Float(); back != r {
		return nil
	}
	return w
}

package arithmetic

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// The result of a function of floating-point words is computed if every device and every compiler must yield the same
// result. That holds for constants, if nothing is rounded. For other functions the range of the result is known, unless
// the result is NaN:
//
//	if (sqrtf(f) < 0) ...       never
//	if (powf(2, 3) < 7) ...     never, even if the power is approximated
//	if (floorf(f) > f) ...      never

// functionRanges lists, for each function, a lower and an upper bound of its results for all arguments. The bounds
// include the errors of devices that approximate the function. The names lack the suffixes for float and long double.
const functionRanges = `
fabs        0     inf
sqrt        0     inf
hypot       0     inf
rhypot      0     inf
norm3d      0     inf
norm4d      0     inf
exp         0     inf
exp2        0     inf
exp10       0     inf
expm1      -1.01  inf
__exp       0     inf
__exp10     0     inf
cosh        0.99  inf
sinh       -inf   inf
sin        -1.01  1.01
cos        -1.01  1.01
sinpi      -1.01  1.01
cospi      -1.01  1.01
tanh       -1.01  1.01
atan       -1.6   1.6
asin       -1.6   1.6
acos       -0.01  3.15
acosh      -0.01  inf
atan2      -3.15  3.15
erf        -1.01  1.01
erfc       -0.01  2.01
normcdf    -0.01  1.01
saturate    0     1
__saturate  0     1
__fsqrt_rn  0     inf
__fsqrt_rz  0     inf
__fsqrt_ru  0     inf
__fsqrt_rd  0     inf
`

// rangesByName holds the ranges in functionRanges by the name of the function.
var rangesByName = rangesOf(functionRanges)

func rangesOf(table string) map[string]memory.FloatFunction {
	ranges := map[string]memory.FloatFunction{}
	for _, line := range strings.Split(strings.TrimSpace(table), "\n") {
		f := strings.Fields(line)
		least, _ := strconv.ParseFloat(f[1], 64)
		most, _ := strconv.ParseFloat(f[2], 64)
		for _, suffix := range []string{"", "f", "l"} {
			ranges[f[0]+suffix] = memory.FloatFunction{Bounded: true, Least: least, Most: most}
		}
	}
	return ranges
}

// wholeNumbers holds the functions of one number that every device computes exactly. Most round to a whole number.
var wholeNumbers = map[string]func(float64) float64{
	"floor": math.Floor, "ceil": math.Ceil, "trunc": math.Trunc, "round": math.Round, "rint": math.RoundToEven,
	"nearbyint": math.RoundToEven, "fabs": math.Abs,
}

// approximated holds functions that devices may approximate. For constant arguments, the device's result lies near the
// result of the function in this table.
var approximated = map[string]func(x, y float64) float64{
	"sqrt":  func(x, _ float64) float64 { return math.Sqrt(x) },
	"rsqrt": func(x, _ float64) float64 { return 1 / math.Sqrt(x) },
	"cbrt":  func(x, _ float64) float64 { return math.Cbrt(x) },
	"exp":   func(x, _ float64) float64 { return math.Exp(x) },
	"exp2":  func(x, _ float64) float64 { return math.Exp2(x) },
	"log":   func(x, _ float64) float64 { return math.Log(x) },
	"log2":  func(x, _ float64) float64 { return math.Log2(x) },
	"log10": func(x, _ float64) float64 { return math.Log10(x) },
	"pow":   math.Pow,

	"fdivide":   quotient,
	"__fdivide": quotient,
}

func quotient(x, y float64) float64 { return x / y }

// nearness bounds the error of an approximation, relative to the largest of three numbers: 1, the result, and the
// second argument (the exponent of a power).
const nearness = 1e-3

// toInteger maps the suffix of a conversion's name to its rounding to an integer.
var toInteger = map[string]func(float64) float64{
	"_rn": math.RoundToEven, "_rz": math.Trunc, "_ru": math.Ceil, "_rd": math.Floor,
}

// floatFunction computes a function of floating-point words, lane by lane. ok is false if nothing is known about the
// function.
func (u *Unit) floatFunction(i *cfg.Instr, bits int, args []vector.Vec) (v vector.Vec, ok bool) {
	compute := u.testing(i)
	if compute == nil {
		compute = u.folding(i.Text, i)
	}
	if compute == nil {
		return v, false
	}
	at := func(l int) *term.Term {
		terms := make([]*term.Term, len(args))
		for n, a := range args {
			terms[n] = a.At(l)
		}
		return compute(bits, terms)
	}
	if vector.All(args, vector.Vec.IsUniform) {
		return vector.Uniform(at(0)), true
	}
	return vector.Build(at), true
}

// folding returns the computation of a function on the words of one lane, nil if nothing is known about the function.
func (u *Unit) folding(name string, i *cfg.Instr) wordFunction {
	exact, otherwise := u.computing(i), u.approximating(name, i)
	switch {
	case exact == nil:
		return otherwise
	case otherwise == nil:
		otherwise = func(bits int, a []*term.Term) *term.Term {
			return u.t.Opaque("pure "+name, bits, memory.FloatFunction{Function: name}, a...)
		}
	}
	return func(bits int, a []*term.Term) *term.Term {
		if w := exact(bits, a); w != nil {
			return w
		}
		return otherwise(bits, a)
	}
}

// computing returns the computation of an exact function, nil for other functions. The computation returns nil if the
// result is not known.
func (u *Unit) computing(i *cfg.Instr) wordFunction {
	if way, is := convertsInteger(i); is {
		return func(bits int, a []*term.Term) *term.Term { return u.fromInteger(a[0], i.Args[0].Type, bits, way) }
	}
	if f := exactOf(i); f != nil {
		return func(bits int, a []*term.Term) *term.Term { return u.exactWord(f, i, bits, a) }
	}
	return nil
}

// approximating returns a computation that yields a word with the known bounds of a function's result. It is for
// functions of floating-point words that are not exact. It returns nil if no bounds are known.
func (u *Unit) approximating(name string, i *cfg.Instr) wordFunction {
	if !memory.IsFloat(i.Args[0].Type) {
		return nil
	}
	opaque := func(bits int, origin memory.FloatFunction, a []*term.Term) *term.Term {
		origin.Function = name
		return u.t.Opaque("pure "+name, bits, origin, a...)
	}
	base := baseOf(name)
	switch whole, near := wholeNumbers[base], approximated[base]; {
	case strings.HasPrefix(name, "__") && toInteger[name[max(0, len(name)-3):]] != nil && !memory.IsFloat(i.Type):
		return func(bits int, a []*term.Term) *term.Term {
			if x, known := a[0].Float(); known && !math.IsNaN(x) {
				return u.t.Const(bits, nearestInteger(toInteger[name[len(name)-3:]](x), bits, i.Type.Signed))
			}
			return opaque(bits, memory.FloatFunction{}, a)
		}
	case !memory.IsFloat(i.Type):
		return nil
	case strings.HasPrefix(name, "__double2float_"):
		return func(bits int, a []*term.Term) *term.Term {
			if x, known := a[0].Float(); known && a[0].Bits == 64 && bits == 32 {
				if r, known := roundedToFloat(x, name[len(name)-3:]); known {
					return u.floatWord(bits, r)
				}
			}
			return opaque(bits, memory.FloatFunction{}, a)
		}
	case whole != nil:
		return func(bits int, a []*term.Term) *term.Term {
			if x, known := a[0].Float(); known && a[0].Bits == bits {
				if w := u.floatWord(bits, whole(x)); w != nil {
					return w
				}
			}
			return opaque(bits, ofWhole(base, name), a)
		}
	case twoNumbers[base] && base != "fmod":
		return func(bits int, a []*term.Term) *term.Term {
			return u.fminmax(name, strings.HasSuffix(base, "min"), bits, a)
		}
	case twoNumbers[base]:
		return func(bits int, a []*term.Term) *term.Term {
			if y, known := a[1].Float(); known && !math.IsNaN(y) {
				return opaque(bits, memory.FloatFunction{Bounded: true, Least: -math.Abs(y), Most: math.Abs(y)}, a)
			}
			return opaque(bits, memory.FloatFunction{}, a)
		}
	case near != nil:
		return func(bits int, a []*term.Term) *term.Term {
			if x, known := a[0].Float(); known && x < 0 && base == "pow" && bits == 32 {
				return opaque(bits, memory.FloatFunction{}, a) // the result is NaN with -use_fast_math
			}
			return opaque(bits, rangeNear(near, rangesByName[name], a), a)
		}
	}
	if r := rangesByName[name]; r.Bounded {
		return func(bits int, a []*term.Term) *term.Term { return opaque(bits, r, a) }
	}
	return nil
}

// nearestInteger returns the whole number r as a signed or unsigned word of the given bits. A number out of range
// becomes the nearest number in range, as on devices.
func nearestInteger(r float64, bits int, signed bool) uint64 {
	least, most := 0.0, math.Ldexp(1, bits)
	if signed {
		least, most = -math.Ldexp(1, bits-1), math.Ldexp(1, bits-1)
	}
	switch {
	case r < least:
		return uint64(int64(least))
	case r < most && r < 0:
		return uint64(int64(r))
	case r < most:
		return uint64(r)
	case signed:
		return 1<<(bits-1) - 1
	}
	return ^uint64(0) >> (64 - bits)
}

// roundedToFloat returns x rounded to 24 bits, in the direction of way, the suffix of a conversion's name. known is
// false if the number is very large or very small.
func roundedToFloat(x float64, way string) (r float64, known bool) {
	if x == 0 {
		return 0, true
	}
	step := math.Ldexp(1, math.Ilogb(x)-23)
	r = toInteger[way](x/step) * step
	return r, math.Abs(x) >= smallest && math.Abs(r) < largest
}

// baseOf returns the name of a function without the suffix for its type.
func baseOf(name string) string {
	for _, base := range []string{name, strings.TrimSuffix(name, "f"), strings.TrimSuffix(name, "l")} {
		if wholeNumbers[base] != nil || approximated[base] != nil || twoNumbers[base] {
			return base
		}
	}
	return name
}

// twoNumbers is the set of the functions of two numbers that are computed, besides those in approximated.
var twoNumbers = map[string]bool{"fmin": true, "fmax": true, "min": true, "max": true, "fmod": true}

// ofWhole returns the known bounds of the result of a function in the table wholeNumbers, such as floor or fabs. name
// is the name in the program, such as floorf. base is the same name without the suffix for the type: floor.
func ofWhole(base, name string) memory.FloatFunction {
	r := rangesByName[name]
	r.NotAbove, r.NotBelow = base == "floor", base == "ceil" || base == "fabs"
	return r
}

// rangeNear returns the range of the result of a function whose arguments are constants. For other arguments, and if
// the result is not finite or exceeds 1e30, it returns general, which holds for all arguments.
func rangeNear(f func(x, y float64) float64, general memory.FloatFunction, a []*term.Term) memory.FloatFunction {
	x, known := a[0].Float()
	y := 0.0
	if len(a) > 1 && known {
		y, known = a[1].Float()
	}
	r := f(x, y)
	if !known || math.IsNaN(r) || math.IsInf(r, 0) || math.Abs(r) > 1e30 {
		return general
	}
	off := nearness * max(1, math.Abs(r), math.Abs(y))
	return memory.FloatFunction{Bounded: true, Number: true, Least: r - off, Most: r + off}
}

// fminmax returns the smaller of the two words in a if isMin is set, else the larger. The result is known if both are
// different known numbers. If one word is NaN, or both are the same word, the result is the other word. In all other
// cases it is an unknown. If one word is a known number, it bounds this unknown, because the result for a NaN and a
// number is the number.
func (u *Unit) fminmax(name string, isMin bool, bits int, a []*term.Term) *term.Term {
	x, okX := a[0].Float()
	y, okY := a[1].Float()
	switch {
	case okX && math.IsNaN(x), a[0] == a[1]:
		return a[1]
	case okY && math.IsNaN(y):
		return a[0]
	case okX && okY && x != y && (x < y) == isMin:
		return a[0]
	case okX && okY && x != y:
		return a[1]
	}
	origin := memory.FloatFunction{Function: name, NotAbove: isMin, NotBelow: !isMin}
	for k, known := range []bool{okX, okY} {
		v, _ := a[k].Float()
		least, most := rangeOf(a[1-k])
		if known && !math.IsNaN(v) { // a number and a NaN give the number
			origin.Bounded, origin.Number, origin.Least, origin.Most = true, true, v, max(v, most)
			if isMin {
				origin.Least, origin.Most = min(v, least), v
			}
		}
	}
	return u.t.Opaque("pure "+name, bits, origin, lower(a[0], a[1]), higher(a[0], a[1]))
}

// rangeOf returns the range of a floating-point word that is not NaN.
func rangeOf(x *term.Term) (least, limit float64) {
	if v, ok := x.Float(); ok {
		return v, v
	}
	if f, is := x.Origin.(memory.FloatFunction); is && f.Bounded {
		return f.Least, f.Most
	}
	return math.Inf(-1), math.Inf(1)
}

// isNeverNaN reports whether a floating-point word is known not to be NaN.
func isNeverNaN(x *term.Term) bool {
	if v, ok := x.Float(); ok {
		return !math.IsNaN(v)
	}
	f, is := x.Origin.(memory.FloatFunction)
	return is && f.Number
}

// mayLie reports whether a may be below, equal to or above b; way selects which of the three. It returns false only if
// the ranges of the words or the bounds of functions exclude this.
func mayLie(way uint64, a, b *term.Term) bool {
	leastA, mostA := rangeOf(a)
	leastB, mostB := rangeOf(b)
	switch way {
	case below:
		return leastA < mostB && !isBoundedBy(a, b, false) && !isBoundedBy(b, a, true)
	case above:
		return mostA > leastB && !isBoundedBy(a, b, true) && !isBoundedBy(b, a, false)
	}
	return leastA <= mostB && leastB <= mostA
}

// isBoundedBy reports whether f is the result of a function that its argument bounds. If notAbove is set, f is never
// above argument. Otherwise f is never below it.
func isBoundedBy(f, argument *term.Term, notAbove bool) bool {
	of, is := f.Origin.(memory.FloatFunction)
	return is && (notAbove && of.NotAbove || !notAbove && of.NotBelow) && slices.Contains(f.Args, argument)
}

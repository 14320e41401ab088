package arithmetic

import (
	"math"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A number in half precision or bfloat16 is represented by its 16 bits. As for other floating-point words, a result of
// known words is known if it needs no rounding. Conversions round as their names state. Comparisons are computed as for
// type float.

// smallFormat is a floating-point format of 16 bits.
type smallFormat struct{ fraction, bias int }

var smallFormats = map[string]smallFormat{"__warpcheck_f16_": {10, 15}, "__warpcheck_bf16_": {7, 127}}

// number returns the number of a word. It returns false if the word is not known.
func (f smallFormat) number(x *term.Term) (float64, bool) {
	if !x.IsConst() {
		return 0, false
	}
	size, most := x.K&0x7fff, uint64(2*f.bias+1)
	exponent, fraction := int(size>>f.fraction), float64(size&(1<<f.fraction-1))/float64(int(1)<<f.fraction)
	v := math.Ldexp(1+fraction, exponent-f.bias)
	switch {
	case uint64(exponent) == most && fraction == 0:
		v = math.Inf(1)
	case uint64(exponent) == most:
		v = math.NaN()
	case exponent == 0:
		v = math.Ldexp(fraction, 1-f.bias)
	}
	if x.K&0x8000 != 0 {
		v = -v
	}
	return v, true
}

// step returns the distance between neighbouring numbers of the format around v. v must be finite and not zero.
func (f smallFormat) step(v float64) float64 {
	return math.Ldexp(1, max(math.Ilogb(v), 1-f.bias)-f.fraction)
}

// largest returns the largest number of the format.
func (f smallFormat) largest() float64 {
	return math.Ldexp(2-math.Ldexp(1, -f.fraction), f.bias)
}

// wordOf returns the word of the number v. round rounds v, counted in units of its last place, to a whole number of
// units. known is false for NaN, for a number so small that some devices make it zero, and if round is nil and v needs
// rounding.
func (f smallFormat) wordOf(v float64, round func(float64) float64) (word uint64, known bool) {
	switch {
	case math.IsNaN(v):
		return 0, false
	case v == 0 || math.IsInf(v, 0):
		return f.encode(v), true
	}
	step := f.step(v)
	r := v / step
	if round != nil {
		r = round(r)
	}
	if round == nil && (r != math.Trunc(r) || math.Abs(v) > f.largest()) || f.bias > 15 && math.Abs(v) < smallest {
		return 0, false // the result needs rounding, or is so small that some devices make it zero
	}
	if r *= step; math.Abs(r) > f.largest() {
		r = f.beyond(r, round)
	}
	return f.encode(r), true
}

// beyond returns a number of the format in place of r, whose size is above the largest one. The rounding decides
// between the largest size and infinity.
func (f smallFormat) beyond(r float64, round func(float64) float64) float64 {
	const between = 1.5 // a rounding to the nearest increases it, and a rounding towards zero does not
	if away := round(math.Copysign(between, r)); math.Abs(away) < between {
		return math.Copysign(f.largest(), r)
	}
	return math.Copysign(math.Inf(1), r)
}

// encode returns the word of a number of the format.
func (f smallFormat) encode(r float64) (word uint64) {
	if math.Signbit(r) {
		word, r = 0x8000, -r
	}
	switch {
	case r == 0:
		return word
	case math.IsInf(r, 1):
		return word | uint64(2*f.bias+1)<<f.fraction
	}
	exponent := max(math.Ilogb(r), 1-f.bias)
	inSteps := uint64(r / f.step(r))
	if inSteps < 1<<f.fraction {
		return word | inSteps // a denormal number
	}
	return word | uint64(exponent+f.bias)<<f.fraction | inSteps&(1<<f.fraction-1)
}

// smallFunction computes a function of 16-bit floating-point words. ok is false for other functions.
func (u *Unit) smallFunction(i *cfg.Instr, bits int, args []vector.Vec) (v vector.Vec, ok bool) {
	for prefix, f := range smallFormats {
		if name, is := strings.CutPrefix(i.Text, prefix); is && len(args) > 0 {
			return u.ofSmall(f, prefix, name, bits, args), true
		}
	}
	return v, false
}

func (u *Unit) ofSmall(f smallFormat, prefix, name string, bits int, args []vector.Vec) vector.Vec {
	at := func(l int) *term.Term {
		terms := make([]*term.Term, len(args))
		for n, a := range args {
			terms[n] = a.At(l)
		}
		if len(terms) == 2 && name != "sub" && name != "div" {
			terms[0], terms[1] = lower(terms[0], terms[1]), higher(terms[0], terms[1]) // in a fixed order (see symmetric)
		}
		return u.smallWord(f, prefix, name, bits, terms)
	}
	if vector.All(args, vector.Vec.IsUniform) {
		return vector.Uniform(at(0))
	}
	return vector.Build(at)
}

// smallWord computes a function of the words of one lane. The function is called prefix and name together, and its
// result has the given bits. If the function has one argument, which is selected from a few constants, it is computed
// for each of them.
func (u *Unit) smallWord(f smallFormat, prefix, name string, bits int, a []*term.Term) *term.Term {
	if x := a[0]; len(a) == 1 && x.Op == term.Ite && ofConstants(x, maxFloatChoice) {
		of := func(x *term.Term) *term.Term { return u.smallWord(f, prefix, name, bits, []*term.Term{x}) }
		return u.t.Ite(x.Args[0], of(x.Args[1]), of(x.Args[2]))
	}
	if w, known := f.compute(name, a); known {
		return u.t.Const(bits, w)
	}
	return u.t.Opaque("pure "+prefix+name, bits, memory.FloatFunction{}, a...)
}

// compute returns the result of a function of constants. known is false if the result may differ between devices.
func (f smallFormat) compute(name string, a []*term.Term) (word uint64, known bool) {
	if way, converts := strings.CutPrefix(name, "from_"); converts {
		return f.fromWord(way, a[0])
	}
	n := make([]float64, 3)
	for k, x := range a {
		if n[k], known = f.number(x); !known || math.IsNaN(n[k]) {
			return 0, false
		}
	}
	switch name {
	case "to_f32":
		return uint64(math.Float32bits(float32(n[0]))), true
	case "sat":
		return f.wordOf(min(max(n[0], 0), 1), nil)
	case "relu":
		return f.wordOf(max(n[0], 0), nil)
	case "min", "min_nan":
		return f.wordOf(min(n[0], n[1]), nil)
	case "max", "max_nan":
		return f.wordOf(max(n[0], n[1]), nil)
	case "add":
		return f.sum(n[0], 1, n[1])
	case "sub":
		return f.sum(n[0], 1, -n[1])
	case "fma":
		return f.sum(n[0], n[1], n[2])
	case "mul":
		return f.wordOf(n[0]*n[1], nil)
	}
	return 0, false
}

// sum returns the word of x * y + z, rounded. known is false if a double does not hold the exact value. A compiler may
// fuse an earlier product with this sum, but the result is the same, because a product is known only if it is exact.
func (f smallFormat) sum(x, y, z float64) (word uint64, known bool) {
	if math.IsNaN(x*y+z) || math.IsInf(x*y+z, 0) {
		return 0, false
	}
	product, rest := x*y, math.FMA(x, y, -x*y)
	sum := product + z
	part := sum - product
	if rest != 0 || (product-(sum-part))+(z-part) != 0 {
		return 0, false
	}
	return f.wordOf(sum, math.RoundToEven)
}

// fromWord converts the constant x to the format f. way is the suffix of the conversion's name, which names the type
// of x and the rounding. known is false for conversions without a model.
func (f smallFormat) fromWord(way string, x *term.Term) (word uint64, known bool) {
	if !x.IsConst() {
		return 0, false
	}
	v, isFloat := x.Float()
	switch {
	case strings.HasPrefix(way, "s64"):
		v = float64(int64(x.K))
	case strings.HasPrefix(way, "u64"):
		v = float64(x.K)
	case !isFloat:
		return 0, false
	}
	if isExact := math.Abs(v) < 1<<53 || way[0] == 'f'; !isExact || math.IsNaN(v) {
		return 0, false
	}
	return f.wordOf(v, toInteger[way[len("f32"):]])
}

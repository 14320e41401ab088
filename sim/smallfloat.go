package sim

import (
	"math"
	"math/big"

	"github.com/warpcheck/warpcheck/cfg/types"
)

// Functions of half precision and bfloat16 are computed on words of 16 bits. Each result is the exact result, rounded
// once. NaN is 0x7fff, as in CUDA's arithmetic.

// smallFormat is a floating-point format of 16 bits.
type smallFormat struct {
	// fraction is the number of stored bits of the significand. least is the exponent of the smallest normal number.
	fraction, least int
}

var (
	half     = smallFormat{fraction: 10, least: -14}
	bfloat16 = smallFormat{fraction: 7, least: -126}
)

// smallClasses maps the classes that hold one number of 16 bits to their formats.
var smallClasses = map[string]smallFormat{"__half": half, "__nv_bfloat16": bfloat16}

// SmallFloat returns the word of x in a class of 16-bit numbers. The class has one number, such as __half, or several
// numbers as members. The second result is false for other types.
func SmallFloat(t *types.Type, x float64) (word uint64, is bool) {
	f, is := formatOf(t)
	if !is {
		return 0, false
	}
	return f.nearest(x), true
}

// SmallNumber returns the number that a word of 16 bits represents. The format is that of the class t, or half
// precision for any other type.
func SmallNumber(t *types.Type, word uint64) float64 {
	f, is := formatOf(t)
	if !is {
		f = half
	}
	return f.number(word)
}

func formatOf(t *types.Type) (f smallFormat, is bool) {
	if t == nil || t.Kind != types.Record || len(t.Fields) == 0 {
		return f, false
	}
	if f, is = smallClasses[t.Name]; is {
		return f, true
	}
	f, is = formatOf(t.Fields[0].Type)
	for _, other := range t.Fields {
		g, isToo := formatOf(other.Type)
		is = is && isToo && g == f
	}
	return f, is
}

const (
	signOfSmall = 0x8000
	notSmall    = 0x7fff
)

// infinity returns the word of positive infinity.
func (f smallFormat) infinity() uint64 { return (1<<(15-f.fraction) - 1) << f.fraction }

// number returns the value of a word of this format.
func (f smallFormat) number(w uint64) float64 {
	exponent, fraction := w&0x7fff>>f.fraction, w&(1<<f.fraction-1)
	x := math.Inf(1)
	switch {
	case w&0x7fff > f.infinity():
		return math.NaN()
	case exponent == 0:
		x = math.Ldexp(float64(fraction), f.least-f.fraction)
	case w&0x7fff < f.infinity():
		x = math.Ldexp(float64(1<<f.fraction|fraction), f.least-f.fraction+int(exponent)-1)
	}
	if w&signOfSmall != 0 {
		return -x
	}
	return x
}

// nearest returns the word of the number closest to x. If two are equally close, it returns the even word.
func (f smallFormat) nearest(x float64) uint64 { return f.rounded(x, toEven) }

// rounded returns the word of x, rounded in the mode way.
func (f smallFormat) rounded(x float64, way rounding) uint64 {
	sign := uint64(0)
	switch {
	case math.IsNaN(x):
		return notSmall
	case math.Signbit(x):
		sign, x, way = signOfSmall, -x, way.ofNegative()
	}
	if x == 0 || math.IsInf(x, 1) {
		return sign | f.infinity()*truth(x > 0)
	}
	_, exponent := math.Frexp(x) // x < 2^exponent
	unit := max(exponent-1, f.least) - f.fraction
	steps := math.Ldexp(x, -unit)
	whole, rest := math.Modf(steps)
	if way.goesUp(uint64(whole), rest) {
		whole++
	}
	// Words of positive numbers are consecutive, also where the exponent changes.
	word := uint64(whole) + uint64(unit+f.fraction-f.least)<<f.fraction
	if word >= f.infinity() {
		return sign | f.tooLarge(way)
	}
	return sign | word
}

// tooLarge returns the word for a positive number that exceeds the largest finite one, in the mode way.
func (f smallFormat) tooLarge(way rounding) uint64 {
	if way == toZero || way == down {
		return f.infinity() - 1
	}
	return f.infinity()
}

// smallFunctions maps names to the functions of both formats.
var smallFunctions = func() map[string]integerFunction {
	table := map[string]integerFunction{}
	for name, f := range map[string]smallFormat{"__warpcheck_f16_": half, "__warpcheck_bf16_": bfloat16} {
		f.addTo(table, name)
	}
	return table
}()

func (f smallFormat) addTo(table map[string]integerFunction, prefix string) {
	for name, fn := range smallArithmetic {
		table[prefix+name] = two(func(x, y uint64) uint64 { return f.nearest(fn(f.number(x), f.number(y))) })
	}
	table[prefix+"fma"] = integerFunction{3, func(a []uint64) uint64 {
		return f.nearest(fusedToOdd(f.number(a[0]), f.number(a[1]), f.number(a[2])))
	}}
	table[prefix+"sat"] = one(func(x uint64) uint64 { return f.nearest(saturated(f.number(x))) })
	table[prefix+"relu"] = one(func(x uint64) uint64 { return f.nearest(largerOrNaN(0, f.number(x))) })
	table[prefix+"to_f32"] = one(func(x uint64) uint64 { return uint64(math.Float32bits(float32(f.number(x)))) })
	for name, way := range roundings {
		table[prefix+"from_f32_"+name] = one(func(x uint64) uint64 { return f.rounded(float64(math.Float32frombits(uint32(x))), way) })
		table[prefix+"from_f64_"+name] = one(func(x uint64) uint64 { return f.rounded(math.Float64frombits(x), way) })
		table[prefix+"from_s64_"+name] = one(func(x uint64) uint64 { return f.rounded(toOdd(new(big.Float).SetInt64(int64(x))), way) })
		table[prefix+"from_u64_"+name] = one(func(x uint64) uint64 { return f.rounded(toOdd(new(big.Float).SetUint64(x)), way) })
	}
}

// smallArithmetic holds functions of two numbers, computed in doubles. A double has more than twice as many bits as the
// format. So rounding the double gives the same as rounding the exact result.
var smallArithmetic = map[string]func(x, y float64) float64{
	"add":     func(x, y float64) float64 { return x + y },
	"sub":     func(x, y float64) float64 { return x - y },
	"mul":     func(x, y float64) float64 { return x * y },
	"div":     func(x, y float64) float64 { return x / y },
	"min":     number(math.Min),
	"max":     number(math.Max),
	"min_nan": func(x, y float64) float64 { return -largerOrNaN(-x, -y) },
	"max_nan": largerOrNaN,
}

// largerOrNaN returns the larger of two numbers, NaN if either is NaN.
func largerOrNaN(x, y float64) float64 {
	if math.IsNaN(x) || math.IsNaN(y) {
		return math.NaN()
	}
	return math.Max(x, y)
}

// saturated returns x clamped to 0..1; a NaN becomes 0.
func saturated(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	return min(x, 1)
}

// bitsOfFused is a precision in bits that holds x * y + z exactly, for three numbers of 16 bits.
const bitsOfFused = 1024

// fusedToOdd returns x * y + z, rounded by toOdd.
func fusedToOdd(x, y, z float64) float64 {
	if whole := math.FMA(x, y, z); whole == 0 || math.IsNaN(whole) || math.IsInf(whole, 0) {
		return whole
	}
	exact := func(x float64) *big.Float { return new(big.Float).SetPrec(bitsOfFused).SetFloat64(x) }
	product := exact(x)
	product.Mul(product, exact(y))
	return toOdd(product.Add(product, exact(z)))
}

// toOdd truncates x to a double. If that loses something, it sets the last bit of the double to 1 (round to odd).
// Rounding this double to fewer bits then gives the same as rounding x.
func toOdd(x *big.Float) float64 {
	const bits = 53
	cut := new(big.Float).SetPrec(bits).SetMode(big.ToZero).Set(x)
	y, _ := cut.Float64()
	if cut.Acc() != big.Exact {
		y = math.Float64frombits(math.Float64bits(y) | 1)
	}
	return y
}

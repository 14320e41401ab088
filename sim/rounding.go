package sim

import (
	"math"
	"math/big"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// rounding is a rounding mode of floating-point arithmetic.
type rounding int

const (
	toEven rounding = iota
	toZero
	up
	down
)

var roundings = map[string]rounding{"rn": toEven, "rz": toZero, "ru": up, "rd": down}

// ofNegative returns the mode to use for |x| when r rounds a negative number x.
func (r rounding) ofNegative() rounding {
	switch r {
	case up:
		return down
	case down:
		return up
	}
	return r
}

// goesUp reports whether a positive number is rounded up to the next unit. whole is the integer part of the number in
// units, rest its fraction.
func (r rounding) goesUp(whole uint64, rest float64) bool {
	switch r {
	case toEven:
		return rest > 0.5 || rest == 0.5 && whole%2 == 1
	case up:
		return rest > 0
	}
	return false
}

// ofName returns the rounding mode at the end of a function's name, such as _rz. known is false if the name has no such
// ending.
func ofName(name string) (way rounding, known bool) {
	if n := len(name) - 3; n > 0 && name[n] == '_' {
		way, known = roundings[name[n+1:]]
	}
	return way, known
}

// converted computes a conversion whose name ends in its rounding mode, such as __float2int_rz. It returns false for
// other functions.
func converted(instr *cfg.Instr, a []uint64) (word uint64, known bool) {
	way, known := ofName(instr.Text)
	if !known || len(a) != 1 {
		return 0, false
	}
	from, to := instr.Args[0].Type, instr.Type
	switch {
	case from.Kind == types.Float && to.Kind == types.Int:
		return numberToInteger(from, to, way.whole(toFloat(from, a[0]))), true
	case from.Kind == types.Int && to.Kind == types.Float:
		return fromFloat(to, way.ofInteger(from, to.Bits, a[0])), true
	case from.Kind == types.Float && to.Kind == types.Float && from.Bits == 64 && to.Bits == 32:
		return fromFloat(to, float64(way.single(toFloat(from, a[0])))), true
	}
	return 0, false
}

// whole rounds x to an integer in the mode r.
func (r rounding) whole(x float64) float64 {
	switch r {
	case toZero:
		return math.Trunc(x)
	case up:
		return math.Ceil(x)
	case down:
		return math.Floor(x)
	}
	return math.RoundToEven(x)
}

// bigModes maps our rounding modes to those of math/big.
var bigModes = map[rounding]big.RoundingMode{toEven: big.ToNearestEven, toZero: big.ToZero, up: big.ToPositiveInf, down: big.ToNegativeInf}

// ofInteger converts an integer of type t to a floating-point number of 32 or 64 bits, rounded by r.
func (r rounding) ofInteger(t *types.Type, bits int, word uint64) float64 {
	precision := uint(53)
	if bits == 32 {
		precision = 24
	}
	x := new(big.Float).SetPrec(precision).SetMode(bigModes[r])
	if t.Signed {
		x.SetInt64(int64(word))
	} else {
		x.SetUint64(word)
	}
	y, _ := x.Float64()
	return y
}

// single rounds x to a float of 32 bits in the mode r.
func (r rounding) single(x float64) float32 {
	y := float32(x)
	goesDown := r == down || r == toZero && x > 0
	goesUp := r == up || r == toZero && x < 0
	switch {
	case goesDown && float64(y) > x:
		return math.Nextafter32(y, float32(math.Inf(-1)))
	case goesUp && float64(y) < x:
		return math.Nextafter32(y, float32(math.Inf(1)))
	}
	return y
}

// directed computes an arithmetic function whose name states its rounding, such as __fadd_rz. base is the name without
// the rounding. known is false for other functions. Compilers neither fuse nor approximate such functions.
func (r rounding) directed(instr *cfg.Instr, base string, n []float64) (word uint64, known bool) {
	op, isSingle := namedArithmetic(base)
	if arguments, is := argumentsOfNamed[op]; !is || len(n) < arguments || isSingle != (instr.Type.Bits == 32) {
		return 0, false
	}
	plain := plainly(op, n)
	if plain == 0 || !isFinite(plain) || slices.ContainsFunc(n, func(x float64) bool { return !isFinite(x) }) {
		return fromFloat(instr.Type, plain), true
	}
	return fromFloat(instr.Type, r.nearby(precisely(op, n), instr.Type.Bits)), true
}

// namedArithmetic splits a name such as fadd or dsqrt into the operation (add, sqrt) and the type: isSingle is true for
// float, false for double.
func namedArithmetic(base string) (op string, isSingle bool) {
	switch base {
	case "fmaf", "fmaf_ieee":
		return "fma", true
	case "fma":
		return "fma", false
	case "":
		return "", false
	}
	return base[1:], base[0] == 'f'
}

var argumentsOfNamed = map[string]int{"add": 2, "sub": 2, "mul": 2, "div": 2, "rcp": 1, "sqrt": 1, "rsqrt": 1, "fma": 3}

// plainly computes an operation in doubles. precisely computes it with so many bits that rounding its result gives the
// same as rounding the exact result. op is its name, such as add.
func plainly(op string, n []float64) float64 {
	switch op {
	case "add":
		return n[0] + n[1]
	case "sub":
		return n[0] - n[1]
	case "mul":
		return n[0] * n[1]
	case "div":
		return n[0] / n[1]
	case "rcp":
		return 1 / n[0]
	case "sqrt":
		return math.Sqrt(n[0])
	case "rsqrt":
		return 1 / math.Sqrt(n[0])
	}
	return math.FMA(n[0], n[1], n[2])
}

func precisely(op string, n []float64) *big.Float {
	const enough, exact = 256, 4400 // the sum of two doubles, or of a product and a double, has fewer bits than exact
	of := func(x float64) *big.Float { return new(big.Float).SetPrec(exact).SetFloat64(x) }
	made := new(big.Float).SetPrec(exact)
	switch op {
	case "add":
		return made.Add(of(n[0]), of(n[1]))
	case "sub":
		return made.Sub(of(n[0]), of(n[1]))
	case "mul":
		return made.Mul(of(n[0]), of(n[1]))
	case "div":
		return made.SetPrec(enough).Quo(of(n[0]), of(n[1]))
	case "rcp":
		return made.SetPrec(enough).Quo(of(1), of(n[0]))
	case "sqrt":
		return made.SetPrec(enough).Sqrt(of(n[0]))
	case "rsqrt":
		return made.SetPrec(enough).Quo(of(1), new(big.Float).SetPrec(enough).Sqrt(of(n[0])))
	}
	return made.Add(made.Mul(of(n[0]), of(n[1])), of(n[2]))
}

// nearby rounds x to a floating-point number of 32 or 64 bits.
func (r rounding) nearby(x *big.Float, bits int) float64 {
	precision, largest := uint(53), math.MaxFloat64
	if bits == 32 {
		precision, largest = 24, math.MaxFloat32
	}
	y, _ := new(big.Float).SetPrec(precision).SetMode(bigModes[r]).Set(x).Float64()
	isInward := r == toZero || r == down && y > 0 || r == up && y < 0
	if math.Abs(y) > largest && isInward {
		return math.Copysign(largest, y)
	}
	return y
}

package sim

import (
	"math"
	"math/big"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// rounding is a rounding mode of floating arithmetic.
type rounding int

const (
	toEven rounding = iota
	toZero
	up
	down
)

var roundings = map[string]rounding{"rn": toEven, "rz": toZero, "ru": up, "rd": down}

// ofNegative returns the mode for the absolute value of a number, if the number is negative and rounded by r.
func (r rounding) ofNegative() rounding {
	switch r {
	case up:
		return down
	case down:
		return up
	}
	return r
}

// goesUp reports whether a positive number is rounded up to the next unit; whole is its integer part in units, rest the
// fraction.
func (r rounding) goesUp(whole uint64, rest float64) bool {
	switch r {
	case toEven:
		return rest > 0.5 || rest == 0.5 && whole%2 == 1
	case up:
		return rest > 0
	}
	return false
}

// ofName returns the rounding mode in which a function's name ends, such as _rz; known is false if it ends in none.
func ofName(name string) (way rounding, known bool) {
	if n := len(name) - 3; n > 0 && name[n] == '_' {
		way, known = roundings[name[n+1:]]
	}
	return way, known
}

// converted computes a conversion whose name ends in its rounding mode, such as __float2int_rz; false for other
// functions.
func (m *machine) converted(instr *cfg.Instr, a []uint64) (word uint64, known bool) {
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

// ofInteger converts an integer of type t to a floating number of 32 or 64 bits, rounded by r.
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

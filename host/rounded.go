package host

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// Host code may compute with floating-point numbers between integers. Such computations are followed:
//
//	(int)fminf(n, 256)              the lesser of two
//	(int)ceil(n / 32.0) * 32        a quotient, rounded up like (n + 31) / 32
//
// A known number is not followed if a float may not represent it exactly. Such a number is far larger than any extent.
// An unknown number is assumed to be small enough.

// number is the integer type in which computations with rounding are done. A number that exceeds it cannot be an
// extent.
var number = &types.Type{Kind: types.Int, Bits: 32, Signed: true}

// roundings maps the functions that round a quotient to a whole number to their rounding mode.
var roundings = map[string]rounding{"ceil": up, "trunc": toZero}

// rounding is the mode in which a quotient is rounded to a whole number.
type rounding int

const (
	toZero rounding = iota // rounds toward zero, as a cast does
	up
)

// mathName returns the name of the C library function that n calls, without the suffix f for float. It returns "" for
// any other expression.
func mathName(n *ast.Node) string {
	if n.Kind != ast.Call || n.Func == nil || n.Func.This != nil || !n.Func.Pos.System {
		return ""
	}
	name := n.Func.Name
	if short := strings.TrimSuffix(name, "f"); slices.Contains(mathNames, short) {
		return short
	}
	return name
}

var mathNames = []string{"ceil", "trunc", "floor", "round", "rint", "fmin", "fmax"}

// isWhole reports whether an expression is an integer, or a floating-point number that is whole because of how it is
// computed.
func isWhole(n *ast.Node) bool {
	if isScalar(n.Type) {
		return true
	}
	switch n.Kind {
	case ast.FloatLit:
		_, isWhole := literalOf(n)
		return isWhole
	case ast.Cast:
		of := n.Children[0]
		return (n.Op == operator.CastFloat || n.Op == operator.CastNone) && isWhole(of)
	case ast.Binary:
		return (n.Op == operator.Add || n.Op == operator.Sub || n.Op == operator.Mul) && isWhole(n.Children[0]) && isWhole(n.Children[1])
	case ast.Call:
		given := arguments(n)
		switch name := mathName(n); name {
		case "ceil", "trunc":
			return len(given) == 1 && isRounded(given[0])
		case "floor", "round", "rint":
			return len(given) == 1 && isWhole(given[0])
		case "fmin", "fmax":
			return len(given) == 2 && isWhole(given[0]) && isWhole(given[1])
		}
	}
	return false
}

// isRounded reports whether rounded can compute the floating-point expression n, rounded to a whole number.
func isRounded(n *ast.Node) bool {
	given := arguments(n)
	switch name := mathName(n); {
	case isWhole(n):
		return true
	case n.Kind == ast.Cast && (n.Op == operator.CastFloat || n.Op == operator.CastNone):
		return isRounded(n.Children[0])
	case n.Kind == ast.Binary && n.Op == operator.Div:
		return isWhole(n.Children[0]) && isWhole(n.Children[1])
	case name == "fmin" || name == "fmax":
		return len(given) == 2 && isRounded(given[0]) && isRounded(given[1])
	}
	return false
}

// literalOf returns the value of a floating-point literal. It returns false if the value is not whole, or too large.
func literalOf(n *ast.Node) (int64, bool) {
	f, err := strconv.ParseFloat(strings.TrimRight(n.Text, "fFlL"), 64)
	return int64(f), err == nil && f == math.Trunc(f) && math.Abs(f) < mostExact
}

// mostExact bounds the whole numbers that are computed. A float represents all smaller whole numbers exactly. It also
// distinguishes a whole quotient of two of them from any other quotient.
const mostExact = 1 << 24

// exact returns v. If v is known, and a float may not represent it exactly, it returns an unknown.
func (d *domain) exact(v value) value {
	if k, isKnown := v.(known); isKnown && (k <= -mostExact || k >= mostExact) {
		return d.fresh()
	}
	return v
}

// rounded returns the whole number to which an expression is rounded in a mode. isRounded must hold for the expression.
func (r *run) rounded(s *state, n *ast.Node, mode rounding) value {
	given := arguments(n)
	switch name := mathName(n); {
	case n.Known && n.Kind != ast.FloatLit:
		return r.domain.exact(known(n.Value))
	case n.Kind == ast.FloatLit:
		v, _ := literalOf(n)
		return known(v)
	case isScalar(n.Type):
		return r.domain.exact(r.eval(s, n))
	case n.Kind == ast.Cast:
		return r.rounded(s, n.Children[0], mode)
	case n.Kind == ast.Binary:
		a, b := r.rounded(s, n.Children[0], mode), r.rounded(s, n.Children[1], mode)
		if n.Op == operator.Div {
			return r.domain.quotient(a, b, mode)
		}
		return r.domain.exact(r.domain.givenPath(s.path, r.domain.binary(n.Op, number, a, b)))
	case name == "fmin" || name == "fmax":
		return r.control.lesser(s, number, [2]value{r.rounded(s, given[0], mode), r.rounded(s, given[1], mode)}, name == "fmax")
	case len(given) == 1:
		return r.rounded(s, given[0], roundings[name])
	}
	return r.domain.fresh()
}

// quotient returns the quotient of two whole numbers, rounded in a mode. If an unknown dividend is negative, a quotient
// that is rounded up may be too large by one. Such a quotient cannot be an extent, so the error does not matter.
func (d *domain) quotient(a, b value, mode rounding) value {
	divisor, isKnown := b.(known)
	if dividend, too := a.(known); !isKnown || divisor <= 0 || too && dividend < 0 {
		return d.fresh(a, b)
	}
	if mode == up {
		a = d.binary(operator.Add, number, a, divisor-1)
	}
	return d.binary(operator.Div, number, a, divisor)
}

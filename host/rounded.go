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

// Computations of host code with floating numbers are followed if they come from integers and end in one:
//
//	(int)fminf(n, 256)              the lesser of two
//	(int)ceil(n / 32.0) * 32        a quotient, rounded up as (n + 31) / 32 is
//
// A known number that a float may not hold exactly is not followed: it is far greater than any extent. An unknown
// number would have to be as great.

// number is the type of these computations: what does not fit it makes no extent.
var number = &types.Type{Kind: types.Int, Bits: 32, Signed: true}

// roundings are the functions that round a quotient to a whole number, and how they do so.
var roundings = map[string]rounding{"ceil": up, "trunc": toZero}

// rounding is how a quotient is made a whole number.
type rounding int

const (
	toZero rounding = iota // as a cast does
	up
)

// mathName returns the function of the C library that a call is of, without the suffix of its type; "" for none.
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

// isWhole reports whether an expression is an integer, or a floating number that is whole by the way in which it is
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

// isRounded reports whether the rounding of a floating expression to a whole number is followed.
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

// literalOf returns the value of a literal, and whether that is a whole number.
func literalOf(n *ast.Node) (int64, bool) {
	f, err := strconv.ParseFloat(strings.TrimRight(n.Text, "fFlL"), 64)
	return int64(f), err == nil && f == math.Trunc(f) && math.Abs(f) < mostExact
}

// mostExact bounds the whole numbers that a float holds exactly. A float also distinguishes quotients of such numbers
// that are whole from those that are not.
const mostExact = 1 << 24

// exact returns a value, or an unknown if a float does not hold the value exactly.
func (d *domain) exact(v value) value {
	if k, isKnown := v.(known); isKnown && (k <= -mostExact || k >= mostExact) {
		return d.fresh()
	}
	return v
}

// rounded returns the whole number that an expression is rounded to. isRounded must hold of the expression.
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

// quotient returns a rounded quotient of whole numbers. If an unknown dividend is negative, the quotient is one too
// large, which does not matter: it is no extent.
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

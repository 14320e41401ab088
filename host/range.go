package host

import (
	"math"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// An argument that is computed has bounds that follow from the computation and from the conditions before it:
//
//	k<<<1, 32>>>(std::max(n, 32));                    32 <= n
//	if (n > 0) k<<<1, 32>>>((n + 31) / 32 * 32);      32 <= n
//
// A size (extent.go) may leave out numbers that no block has. A span holds for every input.

// span is the integers from least to most.
type span struct{ least, most int64 }

// spanOf returns a span of integers of a type.
func spanOf(t *types.Type) span {
	least, most := limits(t)
	return span{least, most}
}

// within returns the span of numbers of span s after their conversion to a type. If a number may not fit, the result is
// any number of the type.
func (s span) within(t *types.Type) span {
	all := spanOf(t)
	if s.least < all.least || s.most > all.most || s.most == math.MaxInt64 {
		return all
	}
	return s
}

// and returns the numbers that are in both spans. If there are none, it returns s.
func (s span) and(o span) span {
	both := span{max(s.least, o.least), min(s.most, o.most)}
	if both.least > both.most {
		return s
	}
	return both
}

// mostMagnitude is the greatest absolute value of a bound that becomes a premise. Larger bounds usually follow from the
// type or from a division, and are of no use.
const mostMagnitude = 1 << 20

// spans returns premises about the bounds of arguments that are computed.
func (p path) spans(kernel *ast.Function, arguments []value) (found []*cfg.Premise) {
	for param, v := range scalars(kernel, arguments) {
		if !isComputed(v) {
			continue
		}
		any, s := spanOf(param.Type()), p.span(v)
		if s.least > any.least && s.least >= -mostMagnitude && s.least <= mostMagnitude {
			found = append(found, atLeast(param, s.least))
		}
		if s.most < any.most && s.most <= mostMagnitude && s.most >= -mostMagnitude {
			found = append(found, atMost(param, s.most))
		}
	}
	return found
}

// isComputed reports whether a value is the result of a computation from an input. A choice among constants is none,
// because a constant argument is only one of many values. A choice of 1 and 0 is a truth value, however.
func isComputed(v value) bool {
	switch v := v.(type) {
	case *choice:
		return isTruth(v) || !isConstantChoice(v)
	case *unknown:
		return v.op == operator.CastInt && !v.keepsNumber() || v.op != operator.NoOp && v.op != operator.CastInt ||
			v.op == operator.CastInt && isComputed(v.operands[0])
	}
	return false
}

func isConstantChoice(v value) bool {
	if c, ok := v.(*choice); ok {
		return isConstantChoice(c.then) && isConstantChoice(c.other)
	}
	_, isKnown := v.(known)
	return isKnown
}

// span returns the bounds of a number on the path p.
func (p path) span(v value) span {
	switch v := v.(type) {
	case known:
		return span{int64(v), int64(v)}
	case *choice:
		then := append(p[:len(p):len(p)], literal{v.on, true})
		other := append(p[:len(p):len(p)], literal{v.on, false})
		a, b := then.span(v.then), other.span(v.other)
		return span{min(a.least, b.least), max(a.most, b.most)}
	case *unknown:
		low, high := p.bounds(v.name)
		return p.computedSpan(v).and(span{low, high})
	}
	return spanOf(nil)
}

// computedSpan returns the bounds of an unknown that its operands imply.
func (p path) computedSpan(u *unknown) span {
	switch {
	case u.op == operator.CastInt && len(u.operands) == 1:
		// Other code assumes that a conversion to 32 bits keeps the number. Here it may not, because bounds that are
		// computed from a changed number would be wrong.
		return p.span(u.operands[0]).within(u.t)
	case len(u.operands) != 2 || u.t == nil || u.op == operator.NoOp:
		return spanOf(nil)
	case u.isTest:
		return span{0, 1}
	}
	all := spanOf(u.t)
	s, isKnown := spanOfResult(u, all.and(p.span(u.operands[0])), p.span(u.operands[1]))
	switch {
	case !isKnown:
		return all
	case isSigned(u.t):
		return all.and(s) // the result is within the type, because an overflow is undefined
	}
	return s.within(u.t)
}

// spanOfResult returns the bounds of the result of an operation on numbers of spans a and b, as if the type of the
// result had none. Limits of int64 stand for all numbers beyond them. isKnown is false if the operation is not
// followed.
func spanOfResult(u *unknown, a, b span) (s span, isKnown bool) {
	constant, isConstant := u.operands[1].(known)
	c := int64(constant)
	switch u.op {
	case operator.Add:
		return span{sum(a.least, b.least), sum(a.most, b.most)}, true
	case operator.Sub:
		return span{sum(a.least, negated(b.most)), sum(a.most, negated(b.least))}, true
	case operator.Mul:
		if isConstant && c >= 0 {
			return span{scaled(a.least, c), scaled(a.most, c)}, true
		}
		if a.least >= 0 && b.least >= 0 {
			return span{product(a.least, b.least), product(a.most, b.most)}, true
		}
	case operator.Div:
		if isConstant && c > 0 {
			return span{a.least / c, a.most / c}.openAbove(a), true
		}
	case operator.Shr:
		if isConstant && c >= 0 && c < 64 {
			return span{a.least >> c, a.most >> c}.openAbove(a), true
		}
	case operator.Rem:
		if isConstant && c > 0 {
			return span{min(0, max(a.least, 1-c)), max(0, min(a.most, c-1))}, true
		}
	case operator.And:
		if isConstant && c >= 0 {
			return span{0, c}, true
		}
	}
	return span{}, false
}

// openAbove returns s, without an upper bound if the operand has none.
func (s span) openAbove(operand span) span {
	if operand.most == math.MaxInt64 {
		s.most = math.MaxInt64
	}
	return s
}

// scaled returns a * c for a c that is not negative, or the limit of int64 that the product exceeds.
func scaled(a, c int64) int64 {
	if a >= 0 {
		return product(a, c)
	}
	if whole := product(negated(a), c); whole != math.MaxInt64 {
		return -whole
	}
	return math.MinInt64
}

package host

import (
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/integer"
)

// literal is a condition, or its negation, that holds on a path.
type literal struct {
	on    *unknown
	holds bool
}

func (l literal) same(other literal) bool {
	return l.holds == other.holds && l.on.name == other.on.name
}

type path []literal

// decides reports whether the path p decides the condition cond, and which value the condition then has.
func (p path) decides(cond *unknown) (holds, decided bool) {
	for _, l := range p {
		if l.on.name == cond.name {
			return l.holds, true
		}
	}
	if cond.test != nil {
		if !p.admits(literal{cond, true}) {
			return false, true
		}
		if !p.admits(literal{cond, false}) {
			return true, true
		}
	}
	return false, false
}

// admits reports whether some value of an unknown satisfies all its comparisons with constants: those on the path, and
// the comparison added.
func (p path) admits(added literal) bool {
	low, high := append(slices.Clip(p), added).bounds(added.on.test.kernel)
	return low <= high
}

// pins returns the value of the unknown called name, if comparisons with constants on the path leave only one.
// Otherwise it returns false.
func (p path) pins(name string) (int64, bool) {
	low, high := p.bounds(name)
	return low, low == high && high < math.MaxInt64
}

// bounds returns the least and the greatest value that comparisons with constants on the path leave for the unknown
// called name. Without such a comparison, these are the limits of int64.
func (p path) bounds(name string) (low, high int64) {
	low, high = math.MinInt64, math.MaxInt64
	var not []int64
	for _, l := range p {
		t := l.on.test
		if t == nil || t.kernel != name {
			continue
		}
		least, greatest := limits(t.t)
		low, high = max(low, least), min(high, greatest)
		switch {
		case t.op == operator.EQ && l.holds:
			low, high = max(low, t.bound), min(high, t.bound)
		case t.op == operator.EQ:
			not = append(not, t.bound)
		case t.op == operator.GT && l.holds:
			low = max(low, t.bound+1)
		case t.op == operator.GT:
			high = min(high, t.bound)
		case l.holds:
			low = max(low, t.bound)
		default:
			high = min(high, t.bound-1)
		}
	}
	for low < high && slices.Contains(not, low) {
		low++
	}
	for low < high && slices.Contains(not, high) {
		high--
	}
	if low == high && slices.Contains(not, low) {
		low++
	}
	return low, high
}

// limits returns the least and the greatest value of a type. For unsigned integers of 64 bits, the greatest is that of
// int64, which stands for all larger values too.
func limits(t *types.Type) (least, greatest int64) {
	switch {
	case t == nil || t.Kind != types.Int && t.Kind != types.Bool:
		return math.MinInt64, math.MaxInt64
	case t.Kind == types.Bool:
		return 0, 1
	case !t.Signed && t.Bits >= 64:
		return 0, math.MaxInt64
	case !t.Signed:
		return 0, 1<<t.Bits - 1
	}
	return integer.Wrap(1<<(t.Bits-1), t), 1<<(t.Bits-1) - 1
}

// certain reports whether some input takes the path p. It returns false if two conditions of p are computed from one
// input, unless both compare the input with constants. The first conditions of p, whose number is the argument first,
// are those on the path to the launch. These are assumed to be possible together.
func (p path) certain(first int) bool {
	for i, l := range p {
		for _, earlier := range p[:i] {
			if i >= first && related(earlier.on, l.on) {
				return false
			}
		}
	}
	return true
}

func related(a, b *unknown) bool {
	if a.test != nil && b.test != nil && a.test.kernel == b.test.kernel {
		return false
	}
	if slices.Contains(a.deps, anyInput) || slices.Contains(b.deps, anyInput) {
		return true
	}
	return slices.ContainsFunc(a.deps, func(d int) bool { return slices.Contains(b.deps, d) })
}

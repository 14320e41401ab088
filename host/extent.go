package host

import (
	"math"
	"math/bits"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/warp"
)

// An extent is the number of threads of a block in one dimension. If an extent is not known, the arithmetic of host
// code limits it:
//
//	n < 1024 ? n : 1024            any number up to 1024
//	(n + 31) / 32 * 32             multiples of 32
//	(n + 15) & ~15                 multiples of 16
//	while (t < n) t *= 2;          powers of two, if t was one
//	width / 8, width / vec         any number
//	rows * 20, 1 << k              multiples of 20, powers of two
//	threads, threads + 32          nothing
//
// An argument that is used without a computation has no limits, because the caller may ensure that it is a number of
// whole warps. The same holds for its sum with whole warps. A comparison that only guards a launch sets no limit
// either: `if (threads > 1024) return;`. But if the code computes a number from its arguments, or compares them to
// choose between two blocks, all numbers that the arithmetic allows count as possible. All numbers of elements of a
// container count as possible too, because they depend on the data.

// size holds what is known about an integer: its limits and properties of its bits.
type size struct {
	least, most int64
	// multiple is a known divisor of the integer, or 0 if the integer is 0.
	multiple int64
	isPower  bool
	// ones is the number of consecutive bits, from the highest set bit downward, that are known to be set.
	ones int
	// isFree reports whether all numbers within these limits count as possible, because the code computes the number.
	// isInput reports whether the number is an input, used without a computation.
	isFree, isInput bool
}

// isAny reports whether a number that is computed from a number of this size is free (isFree).
func (s size) isAny() bool { return s.isFree || s.isInput }

var anySize = size{least: math.MinInt64, most: math.MaxInt64, multiple: 1, ones: 1}

// mostMultiple is the largest divisor that is kept. A larger divisor limits the size of a block no more than this one.
const mostMultiple = 1 << 20

// pathCondition is a condition on the path to a launch, and whether it is true there.
type pathCondition struct {
	condition string
	holds     bool
}

func (l literal) pathCondition() pathCondition { return pathCondition{l.on.name, l.holds} }

// notePath records the conditions on the path to a launch of a kernel. A nil kernel stands for any kernel.
func (r *results) notePath(kernel *ast.Function, p path) {
	if r.pathConditions[kernel] == nil {
		r.pathConditions[kernel] = map[pathCondition]bool{}
	}
	for _, l := range p {
		r.pathConditions[kernel][l.pathCondition()] = true
	}
}

// compute stores in o.computed the unknown extents that the arithmetic and the conditions of the path p may limit. Here
// each comparison on p counts as a choice between two blocks; extents later decides which comparisons do. If there is
// such an extent, compute also stores p in o.path.
func (o *outcome) compute(p path, extents []value) {
	for i, v := range extents {
		u, ok := v.(*unknown)
		if ok && extentOf(u, p, func(literal) bool { return true }).IsKnown() {
			o.computed[i], o.path = u, p
		}
	}
}

// isComputedAs reports whether the computed extents of two outcomes are equal.
func (o outcome) isComputedAs(other outcome) bool {
	for i, u := range o.computed {
		v := other.computed[i]
		if (u == nil) != (v == nil) || u != nil && (u.name != v.name || !slices.EqualFunc(o.path, other.path, literal.same)) {
			return false
		}
	}
	return true
}

// extents returns the limits that arithmetic sets for the extents of an outcome. A comparison on the path counts as a
// choice between two blocks if the kernel is also launched where the comparison has the opposite result.
func (r *results) extents(o outcome) [3]warp.Extent {
	var all [3]warp.Extent
	for i, u := range o.computed {
		if u != nil {
			all[i] = extentOf(u, o.path, func(l literal) bool {
				l.holds = !l.holds
				return r.pathConditions[o.kernel][l.pathCondition()] || r.pathConditions[nil][l.pathCondition()]
			})
		}
	}
	return all
}

// join adds a launch to list, which holds the launches of one place. It merges the launch with one of the list if both
// have the same block, are equally certain, and have limits for the same extents.
func join(list []*cfg.Launch, launch *cfg.Launch) []*cfg.Launch {
	shows := func(l *cfg.Launch) [3]bool {
		return [3]bool{l.Extents[0].IsKnown(), l.Extents[1].IsKnown(), l.Extents[2].IsKnown()}
	}
	for _, l := range list {
		same := l.Block == nil && launch.Block == nil || l.Block != nil && launch.Block != nil && *l.Block == *launch.Block
		if same && l.Possible == launch.Possible && shows(l) == shows(launch) {
			for i, e := range launch.Extents {
				l.Extents[i] = l.Extents[i].Or(e)
			}
			l.Premises = cfg.CommonPremises(l.Premises, launch.Premises)
			return list
		}
	}
	return append(list, launch)
}

// extentOf returns the limits of the extent v on the path p. It returns the zero Extent if v is not free, or if no size
// of a block is within the limits. If v is an input, it counts as free only if chose returns true for a condition that
// compares it.
func extentOf(v value, p path, chose func(literal) bool) warp.Extent {
	s := p.sizeOf(v, chose)
	e := warp.Extent{Least: int(max(s.least, 1)), Most: int(min(s.most, warp.MaxThreads)),
		Multiple: int(max(s.multiple, 1)), IsPower: s.isPower}
	if !s.isFree || s.least > warp.MaxThreads || s.most < 1 || len(e.Sizes(warp.MaxThreads)) == 0 {
		return warp.Extent{}
	}
	return e
}

// sizeOf returns what is known about a value on the path p. chose reports whether a condition on the path chooses
// between two blocks.
func (p path) sizeOf(v value, chose func(literal) bool) size {
	switch v := v.(type) {
	case known:
		return size{least: int64(v), most: int64(v), multiple: max(int64(v), -int64(v)) % mostMultiple,
			isPower: v > 0 && v&(v-1) == 0, ones: 1, isFree: true}
	case *choice:
		return p.sizeOf(v.then, chose).or(p.sizeOf(v.other, chose))
	case *unknown:
		s := anySize
		switch {
		case v.size != nil:
			s = *v.size
		case v.op == operator.CastInt:
			s = p.sizeOf(v.operands[0], chose).in(v.t)
		case len(v.operands) == 2 && v.op != operator.NoOp:
			s = computedSize(v, p.sizeOf(v.operands[0], chose), p.sizeOf(v.operands[1], chose))
		}
		low, high := p.bounds(v.name)
		s.least, s.most = max(s.least, low), min(s.most, high)
		s.multiple = multipleOf(s.multiple, p.divides(v))
		s.isInput = v.isInput()
		s.isFree = s.isFree || s.isInput && slices.ContainsFunc(p, func(l literal) bool { return l.orders(v) && chose(l) })
		return s
	}
	return anySize
}

// multipleOf returns the least common multiple of two divisors of a number. It is a divisor of the number as well.
func multipleOf(a, b int64) int64 {
	if a == 0 || b <= 1 {
		return a
	}
	return bounded(a / divisor(a, b) * b)
}

// addsWarps reports whether v is the sum or the difference of an input and a constant number of whole warps. a and b
// are the sizes of the operands of v.
func (v *unknown) addsWarps(a, b size) bool {
	if v.op != operator.Add && v.op != operator.Sub {
		return false
	}
	for i, of := range []size{a, b} {
		if by, isConstant := v.operands[1-i].(known); isConstant && by%warp.Size == 0 && of.isInput && !of.isFree {
			return true
		}
	}
	return false
}

// isInput reports whether v is an input: an argument, or the value of a variable or object that unknown code wrote.
// Conversions are ignored. The result of a computation that is not followed is not an input, because the computation
// may restrict the result, for example to powers of two.
func (v *unknown) isInput() bool {
	for v.op == operator.CastInt && len(v.operands) == 1 {
		of, ok := v.operands[0].(*unknown)
		if !ok {
			return false
		}
		v = of
	}
	isFound := v.op == operator.NoOp && len(v.operands) > 0
	return isFound || len(v.operands) == 0 && v.size == nil && len(v.deps) <= 1
}

// orders reports whether the condition of l is a comparison by > or >= that has v as an operand, possibly converted to
// another integer type.
func (l literal) orders(v *unknown) bool {
	if l.on.op != operator.GT && l.on.op != operator.GE {
		return false
	}
	return slices.ContainsFunc(l.on.operands, func(o value) bool {
		u, ok := o.(*unknown)
		for ok && u.name != v.name && u.op == operator.CastInt {
			u, ok = u.operands[0].(*unknown)
		}
		return ok && u.name == v.name
	})
}

// withSize returns the unknown result of an operation. It keeps the size of the result, but not the operands.
func (d *domain) withSize(op operator.Op, t *types.Type, operands []value) *unknown {
	made := d.fresh(operands...)
	var alone path
	s := alone.sizeOf(&unknown{op: op, t: t, operands: operands}, neverChose)
	made.size = &s
	return made
}

// neverChose returns false, for callers in which no comparison chooses between two blocks.
func neverChose(literal) bool { return false }

// or returns what is known about a number that has either the size s or the size o.
func (s size) or(o size) size {
	return size{min(s.least, o.least), max(s.most, o.most), divisor(s.multiple, o.multiple),
		s.isPower && o.isPower, min(s.ones, o.ones), s.isFree || o.isFree, s.isInput || o.isInput}
}

// in returns the size of a number of size s after its conversion to type t.
func (s size) in(t *types.Type) size {
	least, greatest := limits(t)
	if s.least < least && (t.Signed || s.least < math.MinInt32) || s.most > greatest {
		s.least, s.most = least, greatest
		s.multiple &= -s.multiple // a product that wraps around is still a multiple of the power of two
		return s
	}
	s.least = max(s.least, least) // a negative number becomes one that is greater than any extent, so it is ignored
	return s
}

// computedSize returns the size of u, the result of an operation on numbers of sizes a and b. A result of a signed type
// is within the bounds of the type, because an overflow is undefined.
func computedSize(u *unknown, a, b size) size {
	s := sizeOfResult(u, a, b)
	if u.t != nil && u.t.Kind == types.Int && u.t.Signed {
		least, greatest := limits(u.t)
		s.least, s.most = max(s.least, least), min(s.most, greatest)
	}
	return s
}

// sizeOfResult returns the size of u, the result of an operation on numbers of sizes a and b, as if its type had no
// bounds.
func sizeOfResult(u *unknown, a, b size) size {
	s := anySize
	s.isFree = a.isAny() && b.isAny() && !u.addsWarps(a, b)
	constant, isConstant := u.operands[1].(known)
	c := int64(constant)
	switch u.op {
	case operator.Add, operator.Sub:
		if u.op == operator.Sub {
			b.least, b.most = negated(b.most), negated(b.least)
		}
		s.least, s.most = sum(a.least, b.least), sum(a.most, b.most)
		s.multiple = divisor(a.multiple, b.multiple)
		if u.op == operator.Add && c == 1 && a.ones >= mostOnes {
			s.isPower, s.isFree = true, true
		}
		if ones := lowOnes(u.operands[0]); u.op == operator.Add && c == 1 && ones > 0 {
			s.multiple = divisor(1<<ones, 0)
		}
		if divides := u.subtractsRest(); divides > 0 {
			s.multiple, s.isFree = divisor(divides, 0), true
		}
	case operator.Mul:
		s = times(s, a, b)
	case operator.Shl:
		if isConstant && c >= 0 && c < 32 {
			return times(s, a, size{least: 1 << c, most: 1 << c, multiple: 1 << c, isPower: true})
		}
		s.isPower, s.isFree = a.isPower, a.isAny()
		s.multiple = bounded(a.multiple << leastShift(u.operands[1], b))
	case operator.Shr:
		if isConstant && c >= 0 && c < 32 {
			return quotient(s, a, 1<<c, roundsUp(u.operands[0], 1<<c))
		}
		s = lessened(s, a)
		s.isPower = a.isPower
	case operator.Div:
		if isConstant && c > 0 {
			return quotient(s, a, c, roundsUp(u.operands[0], c))
		}
		s = lessened(s, a)
		s.isPower = a.isPower && b.isPower
	case operator.Rem:
		if isConstant && c > 0 {
			s.multiple, s.most, s.isFree = divisor(a.multiple, c), c-1, true
			if a.least >= 0 {
				s.least = 0
			}
		}
	case operator.And:
		if isConstant && c != 0 {
			return masked(s, u, a, c)
		}
	case operator.Or:
		s.ones = smeared(u.operands[0], u.operands[1], a.ones)
	}
	return s
}

// mostOnes is the number of bits of the largest extent of a block: 1024 has 11. A number with size.ones of at least
// mostOnes consists of ones only (2^k - 1), so the number plus 1 is a power of two.
const mostOnes = 11

func times(s, a, b size) size {
	s.multiple, s.isPower = bounded(a.multiple*b.multiple), a.isPower && b.isPower
	if a.least >= 0 && b.least >= 0 {
		s.least, s.most = product(a.least, b.least), product(a.most, b.most)
	}
	return s
}

// bounded returns multiple, if it is at most mostMultiple. Otherwise it returns the greatest common divisor of multiple
// and mostMultiple. For the size of a block, this divisor is as strong a limit as multiple.
func bounded(multiple int64) int64 {
	if multiple > mostMultiple {
		return divisor(multiple, mostMultiple)
	}
	return multiple
}

func quotient(s, a size, c int64, isRoundedUp bool) size {
	s.least, s.most = a.least/c, a.most/c
	if s.multiple = 1; a.multiple%c == 0 {
		s.multiple = a.multiple / c
	}
	s.isPower = a.isPower && c&(c-1) == 0
	s.isFree = a.isAny() || isRoundedUp
	return s
}

// lessened returns s, the size of a quotient or right shift by an unknown number. If the dividend, of size a, is not
// negative, the result is limited to the numbers from 0 to the dividend's upper limit.
func lessened(s, a size) size {
	if a.least >= 0 {
		s.least, s.most = 0, a.most
	}
	return s
}

// mostShift bounds the number of low bits that are examined to find a divisor.
const mostShift = 10

// leastShift returns the least possible count of a left shift by exponent. If the exponent is the sum of an argument
// and a constant, the argument is assumed not to be negative:
//
//	1 << (k + 5)     multiples of 32
func leastShift(exponent value, sizeOf size) int64 {
	least := max(sizeOf.least, 0)
	for u, ok := exponent.(*unknown); ok && u.op == operator.CastInt; u, ok = exponent.(*unknown) {
		exponent = u.operands[0]
	}
	if u, ok := exponent.(*unknown); ok && u.op == operator.Add {
		if c, isConstant := u.operands[1].(known); isConstant {
			least = max(least, int64(c))
		}
	}
	return min(least, mostShift)
}

// roundsUp reports whether v is the dividend of a quotient by c that is rounded up, as in (n + c - 1) / c or (n - 1) /
// c + 1. For this, v must be the sum or the difference of a number and a constant. The constant must not be 0, and its
// absolute value must be less than c.
func roundsUp(v value, c int64) bool {
	u, ok := v.(*unknown)
	if !ok || u.op != operator.Add && u.op != operator.Sub {
		return false
	}
	more, ok := u.operands[1].(known)
	if !ok {
		more, ok = u.operands[0].(known)
	}
	return ok && more != 0 && int64(more) < c && int64(more) > -c
}

// masked returns the size of u, the bitwise and of a number and a constant mask. a is the size of the number, and s is
// the known size of u before the mask is considered. A negative mask such as ^31 clears low bits. A positive mask such
// as 31 clears all bits outside the mask.
func masked(s size, u *unknown, a size, mask int64) size {
	lowest := mask & -mask
	s.multiple = max(lowest, a.multiple&-a.multiple)
	s.isFree = a.isAny() || roundsUp(u.operands[0], lowest)
	if a.least >= 0 {
		s.least, s.most = 0, a.most
	}
	if mask >= 0 {
		s.least, s.most = 0, min(s.most, mask)
		s.isFree = s.isFree || mask < warp.MaxThreads
	}
	return s
}

// lowOnes returns the number of lowest bits of v that are set because v is x | k with a constant k. It returns 0 for
// any other v. With such bits, v + 1 is a multiple of a power of two:
//
//	(n | 31) + 1     multiples of 32
func lowOnes(v value) int {
	u, ok := v.(*unknown)
	for ok && u.op == operator.CastInt {
		u, ok = u.operands[0].(*unknown)
	}
	if !ok || u.op != operator.Or {
		return 0
	}
	for _, operand := range u.operands {
		if k, isKnown := operand.(known); isKnown {
			return min(bits.TrailingZeros64(^uint64(k)), mostShift)
		}
	}
	return 0
}

// subtractsRest returns c if v is n - n % c, or (n + k) - n % c with a multiple k of c. It returns 0 for any other v.
func (v *unknown) subtractsRest() int64 {
	rest, ok := v.operands[1].(*unknown)
	if v.op != operator.Sub || !ok || rest.op != operator.Rem {
		return 0
	}
	c, ok := rest.operands[1].(known)
	from := v.operands[0]
	if sum, isSum := from.(*unknown); isSum && sum.op == operator.Add {
		if k, isKnown := sum.operands[1].(known); isKnown && c != 0 && k%c == 0 {
			from = sum.operands[0]
		}
	}
	if !ok || c <= 0 || !equal(from, rest.operands[0]) {
		return 0
	}
	return int64(c)
}

// smeared returns how many consecutive bits of x | y are set, from the highest set bit downward. It handles v | v >> 1,
// in which one operand is v and the other is v shifted right by a constant. count is the number of such bits of v. For
// other x and y the result is 1.
func smeared(x, y value, count int) int {
	for _, pair := range [][2]value{{x, y}, {y, x}} {
		shifted, ok := pair[1].(*unknown)
		if !ok || shifted.op != operator.Shr || !equal(shifted.operands[0], pair[0]) {
			continue
		}
		if k, ok := shifted.operands[1].(known); ok && k > 0 && int(k) <= count {
			return count + int(k)
		}
	}
	return 1
}

func divisor(a, b int64) int64 { return int64(warp.Divisor(int(a), int(b))) }

func negated(a int64) int64 {
	if a == math.MinInt64 {
		return math.MaxInt64
	}
	return -a
}

// sum returns a + b, or the limit of int64 that the sum exceeds.
func sum(a, b int64) int64 {
	switch s := a + b; {
	case a > 0 && b > 0 && s < 0:
		return math.MaxInt64
	case a < 0 && b < 0 && s >= 0:
		return math.MinInt64
	default:
		return s
	}
}

// product returns the product of two numbers that are not negative. If the product exceeds the limit of int64, it
// returns this limit.
func product(a, b int64) int64 {
	if high, low := bits.Mul64(uint64(a), uint64(b)); high == 0 && low <= math.MaxInt64 {
		return int64(low)
	}
	return math.MaxInt64
}

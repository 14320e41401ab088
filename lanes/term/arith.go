package term

import (
	"math"
	"math/bits"
	"slices"
)

// Add returns x + y.
func (t *Table) Add(x, y *Term) *Term { return t.linear(x.Bits, 0, []scaled{{1, x}, {1, y}}) }

// Sub returns x - y.
func (t *Table) Sub(x, y *Term) *Term {
	if isMemberOf(y, x) {
		return t.BAnd(x, t.BNot(y))
	}
	return t.linear(x.Bits, 0, []scaled{{1, x}, {ones(x.Bits), y}})
}

// Neg returns -x.
func (t *Table) Neg(x *Term) *Term { return t.linear(x.Bits, 0, []scaled{{ones(x.Bits), x}}) }

// AddConst returns x + k.
func (t *Table) AddConst(x *Term, k uint64) *Term {
	return t.linear(x.Bits, k, []scaled{{1, x}})
}

type scaled struct {
	coef uint64
	x    *Term
}

// A sum of at least longSum terms is not merged into other sums: it remains a single term in them. Otherwise a value to
// which many iterations add would be written out in full in each iteration.
const longSum = 32

// linear returns the normal form of k plus the sum of the parts, each a coefficient times a term.
func (t *Table) linear(width int, k uint64, parts []scaled) *Term {
	mask := ones(width)
	flat := make([]scaled, 0, 8)
	for _, p := range parts {
		switch {
		case p.x.Op == Const:
			k += p.coef * p.x.K
		case p.x.Op == Add && len(p.x.Args) < longSum:
			k += p.coef * p.x.K
			for i, a := range p.x.Args {
				flat = append(flat, scaled{p.coef * p.x.Coefs[i], a})
			}
		default:
			flat = append(flat, p)
		}
	}
	k &= mask
	slices.SortFunc(flat, func(a, b scaled) int { return a.x.ID - b.x.ID })
	args, coefs := make([]*Term, 0, len(flat)), make([]uint64, 0, len(flat))
	for i := 0; i < len(flat); {
		x, c := flat[i].x, uint64(0)
		for ; i < len(flat) && flat[i].x == x; i++ {
			c += flat[i].coef
		}
		if c &= mask; c != 0 {
			args, coefs = append(args, x), append(coefs, c)
		}
	}
	if i, j := divided(args, coefs, mask); i >= 0 {
		sum := []scaled{{coefs[i], args[i].Args[0]}}
		for n := range args {
			if n != i && n != j {
				sum = append(sum, scaled{coefs[n], args[n]})
			}
		}
		return t.linear(width, k, sum)
	}
	if i := remainder(args, coefs, mask); i >= 0 {
		return t.wholePart(width, k, args, coefs, i)
	}
	switch {
	case len(args) == 0:
		return t.Const(width, k)
	case len(args) == 1 && k == 0 && coefs[0] == 1:
		return args[0]
	case len(args) == 1 && args[0].Op == Ite && constLeaves(args[0], 3):
		return t.mapLeaves(args[0], func(v uint64) *Term { return t.Const(width, k+coefs[0]*v) })
	}
	x := Term{Op: Add, Bits: width, K: k, Coefs: coefs}
	boundSum(&x, args)
	return t.intern(x, args...)
}

// divided finds two terms of a sum, k * (x mod c) and k * c * (x / c), whose sum is k * x. rest and quotient are
// their indices in args, -1 if there are no such terms. A thread number that is computed from its column and its row
// is such a sum.
func divided(args []*Term, coefs []uint64, mask uint64) (rest, quotient int) {
	for i, r := range args {
		if r.Op != URem || !r.Args[1].IsConst() {
			continue
		}
		for j, q := range args {
			if q.Op == UDiv && q.Args[0] == r.Args[0] && q.Args[1] == r.Args[1] &&
				coefs[j] == coefs[i]*r.Args[1].K&mask {
				return i, j
			}
		}
	}
	return -1, -1
}

// remainder returns the index in args of a term x mod c, if the sum also contains x with the opposite coefficient. It
// returns -1 if there is none.
func remainder(args []*Term, coefs []uint64, mask uint64) int {
	return slices.IndexFunc(args, func(r *Term) bool {
		if !isRemainder(r) {
			return false
		}
		c := -coefs[slices.Index(args, r)]
		x := r.Args[0]
		if x.Op != Add {
			i := slices.Index(args, x)
			return i >= 0 && coefs[i] == c&mask
		}
		for j, a := range x.Args {
			if i := slices.Index(args, a); i < 0 || coefs[i] != c*x.Coefs[j]&mask {
				return false
			}
		}
		return true
	})
}

// isRemainder reports whether x has the form y mod c, for a constant c that is not 0. If c is a power of two, this is y
// & (c-1).
func isRemainder(x *Term) bool {
	switch x.Op {
	case URem, SRem:
		return x.Args[1].IsConst() && x.Args[1].K != 0
	case BAnd:
		return x.Args[1].IsConst() && x.Args[1].K&(x.Args[1].K+1) == 0
	}
	return false
}

// wholePart replaces x - x mod c in a sum by a multiple of c. The i-th term is the remainder x mod c. The result is the
// whole sum: k plus each of args times its coefficient.
func (t *Table) wholePart(width int, k uint64, args []*Term, coefs []uint64, i int) *Term {
	r, c := args[i], -coefs[i]
	x, y := r.Args[0], r.Args[1]
	var whole *Term
	switch r.Op {
	case BAnd:
		whole = t.BAnd(x, t.Const(width, ^y.K))
	case URem:
		whole = t.Mul(y, t.UDiv(x, y))
	case SRem:
		whole = t.Mul(y, t.SDiv(x, y))
	}
	sum := []scaled{{c, whole}, {-c, x}}
	for j, a := range args {
		if j != i {
			sum = append(sum, scaled{coefs[j], a})
		}
	}
	return t.linear(width, k, sum)
}

// boundSum sets the range and the trailing zeros of x, a sum of args. The range is full if the sum may wrap around. It
// is also full if the sum may exceed 2^53, because the bounds are computed as float64.
func boundSum(x *Term, args []*Term) {
	lo, hi := float64(Signed(x.K, x.Bits)), float64(Signed(x.K, x.Bits))
	x.Zeros = trailingZeros(x.K, x.Bits)
	for i, a := range args {
		c := float64(Signed(x.Coefs[i], x.Bits))
		l, h := c*float64(a.Lo), c*float64(a.Hi)
		lo, hi = lo+min(l, h), hi+max(l, h)
		x.Zeros = min(x.Zeros, trailingZeros(x.Coefs[i], x.Bits)+a.Zeros)
	}
	x.Hi = ones(x.Bits)
	if lo >= 0 && hi <= float64(ones(x.Bits)) && hi < math.MaxInt64/1024 {
		x.Lo, x.Hi = uint64(lo), uint64(hi)
	}
}

// constLeaves reports whether x is an if-then-else tree of constants, at most depth deep.
func constLeaves(x *Term, depth int) bool {
	if x.Op == Const {
		return true
	}
	return x.Op == Ite && depth > 0 && constLeaves(x.Args[1], depth-1) && constLeaves(x.Args[2], depth-1)
}

func (t *Table) mapLeaves(x *Term, f func(uint64) *Term) *Term {
	if x.Op == Const {
		return f(x.K)
	}
	return t.Ite(x.Args[0], t.mapLeaves(x.Args[1], f), t.mapLeaves(x.Args[2], f))
}

// Mul returns x * y.
func (t *Table) Mul(x, y *Term) *Term {
	if x.IsConst() {
		x, y = y, x
	}
	if y.IsConst() {
		return t.linear(x.Bits, 0, []scaled{{y.K, x}})
	}
	if c, rest := factor(x); rest != nil {
		return t.linear(x.Bits, 0, []scaled{{c, t.Mul(rest, y)}})
	}
	if c, rest := factor(y); rest != nil {
		return t.linear(x.Bits, 0, []scaled{{c, t.Mul(x, rest)}})
	}
	if x.ID > y.ID {
		x, y = y, x
	}
	hi := ones(x.Bits)
	if x == y && x.Op == SExt && 2*x.Args[0].Bits <= x.Bits {
		return t.binary(Mul, x, y, 0, 1<<(2*x.Args[0].Bits-2), 2*x.Zeros) // a square is not negative
	}
	if h, l := bits.Mul64(x.Hi, y.Hi); h == 0 && l <= hi {
		return t.binary(Mul, x, y, x.Lo*y.Lo, l, x.Zeros+y.Zeros)
	}
	return t.binary(Mul, x, y, 0, hi, min(x.Bits, x.Zeros+y.Zeros))
}

// factor splits x into c*rest if it is a single scaled term. Otherwise rest is nil.
func factor(x *Term) (uint64, *Term) {
	if x.Op == Add && len(x.Args) == 1 && x.K == 0 {
		return x.Coefs[0], x.Args[0]
	}
	return 1, nil
}

func (t *Table) binary(op Op, x, y *Term, lo, hi uint64, zeros int) *Term {
	return t.intern(Term{Op: op, Bits: x.Bits, Lo: lo, Hi: hi, Zeros: zeros}, x, y)
}

// nonNegative reports whether the sign bit of x is known to be zero.
func nonNegative(x *Term) bool { return x.Hi <= ones(x.Bits)>>1 }

// negative reports whether the sign bit of x is known to be one.
func negative(x *Term) bool { return x.Lo > ones(x.Bits)>>1 }

// SDiv returns signed division, truncating.
func (t *Table) SDiv(x, y *Term) *Term {
	if nonNegative(x) && nonNegative(y) {
		return t.UDiv(x, y)
	}
	if x.IsConst() && y.IsConst() && y.K != 0 {
		return t.Const(x.Bits, uint64(Signed(x.K, x.Bits)/Signed(y.K, y.Bits)))
	}
	if y.IsConst() && y.K == 1 {
		return x
	}
	return t.binary(SDiv, x, y, 0, ones(x.Bits), 0)
}

// ExactDiv returns the signed x / k. It assumes that k divides x and that no multiple of k in x wraps around, as for
// the difference of two addresses in one object.
func (t *Table) ExactDiv(x *Term, k uint64) *Term {
	by := Signed(k, x.Bits)
	if x.Op != Add || Signed(x.K, x.Bits)%by != 0 ||
		slices.ContainsFunc(x.Coefs, func(c uint64) bool { return Signed(c, x.Bits)%by != 0 }) {
		return t.SDiv(x, t.Const(x.Bits, k))
	}
	parts := make([]scaled, len(x.Args))
	for i, a := range x.Args {
		parts[i] = scaled{uint64(Signed(x.Coefs[i], x.Bits) / by), a}
	}
	return t.linear(x.Bits, uint64(Signed(x.K, x.Bits)/by), parts)
}

// SRem returns the signed remainder, with the sign of x.
func (t *Table) SRem(x, y *Term) *Term {
	if nonNegative(x) && nonNegative(y) {
		return t.URem(x, y)
	}
	if x.IsConst() && y.IsConst() && y.K != 0 {
		a, b := Signed(x.K, x.Bits), Signed(y.K, y.Bits)
		return t.Const(x.Bits, uint64(a%b))
	}
	return t.binary(SRem, x, y, 0, ones(x.Bits), 0)
}

// UDiv returns unsigned division.
func (t *Table) UDiv(x, y *Term) *Term {
	if x.Hi < y.Lo {
		return t.Const(x.Bits, 0)
	}
	if y.IsConst() && y.K != 0 {
		switch {
		case x.IsConst():
			return t.Const(x.Bits, x.K/y.K)
		case y.K&(y.K-1) == 0:
			return t.lshrConst(x, uint64(bits.TrailingZeros64(y.K)))
		}
		if whole, _ := t.inMultiples(x, y.K); whole != nil {
			return whole
		}
		if units, _, s := t.inUnits(x, y.K); units != nil {
			return t.UDiv(units, t.Const(x.Bits, y.K>>s))
		}
		if z := t.withoutLow(x, bits.TrailingZeros64(y.K)); z != x {
			return t.UDiv(z, y)
		}
		return t.binary(UDiv, x, y, x.Lo/y.K, x.Hi/y.K, 0)
	}
	if quotient, _ := t.divided(x, y); quotient != nil {
		return quotient
	}
	return t.binary(UDiv, x, y, 0, ones(x.Bits), 0)
}

// URem returns the unsigned remainder.
func (t *Table) URem(x, y *Term) *Term {
	if x.Hi < y.Lo {
		return x
	}
	if y.IsConst() && y.K != 0 {
		switch {
		case x.IsConst():
			return t.Const(x.Bits, x.K%y.K)
		case y.K&(y.K-1) == 0:
			return t.BAnd(x, t.Const(x.Bits, y.K-1))
		}
		if _, rest := t.inMultiples(x, y.K); rest != nil {
			return rest
		}
		if units, low, s := t.inUnits(x, y.K); units != nil {
			rest := t.URem(units, t.Const(x.Bits, y.K>>s))
			return t.linear(x.Bits, 0, []scaled{{1 << s, rest}, {1, low}})
		}
		return t.binary(URem, x, y, 0, y.K-1, 0)
	}
	if _, rest := t.divided(x, y); rest != nil {
		return rest
	}
	return t.binary(URem, x, y, 0, ones(x.Bits), 0)
}

// inMultiples splits a sum that does not wrap around into k*whole + rest, with rest < k. It returns nil for other
// words, and for sums with a negative coefficient. It also returns nil if the terms that are no multiples of k may add
// up to k or more. For example, 12*tile + warp is split into tile and warp if warp is below 12.
func (t *Table) inMultiples(x *Term, k uint64) (whole, rest *Term) {
	if x.Op != Add || x.Hi == ones(x.Bits) || Signed(x.K, x.Bits) < 0 {
		return nil, nil
	}
	var multiples, others []scaled
	highest := float64(x.K % k)
	for i, a := range x.Args {
		c := x.Coefs[i]
		switch {
		case Signed(c, x.Bits) < 0:
			return nil, nil
		case c%k == 0:
			multiples = append(multiples, scaled{c / k, a})
		default:
			others, highest = append(others, scaled{c, a}), highest+float64(c)*float64(a.Hi)
		}
	}
	if highest >= float64(k) {
		return nil, nil
	}
	return t.linear(x.Bits, x.K/k, multiples), t.linear(x.Bits, x.K%k, others)
}

// inUnits splits a sum into units of 2^s and a part that is less than a unit. It takes the largest s for which 2^s
// divides k and the sum can be split:
//
//	x       = units*2^s + low,  low < 2^s
//	x mod k = (units mod k/2^s)*2^s + low
//	x / k   = units / (k/2^s)
//
// The threads of a warp have equal units: for x = 32*warp + lane and k = 96, units is warp. units is nil if the sum
// cannot be split, or if units*2^s may wrap around.
func (t *Table) inUnits(x *Term, k uint64) (units, low *Term, s int) {
	for s = bits.TrailingZeros64(k); s > 0; s-- {
		high := t.roundDown(x, s)
		if high == nil {
			continue
		}
		units = t.lshrConst(high, uint64(s))
		if t.linear(x.Bits, 0, []scaled{{1 << s, units}}) == high {
			return units, t.Sub(x, high), s
		}
	}
	return nil, nil, 0
}

// Shl returns x << y. It is 0 if y is at least the width of x, as in PTX and SMT.
func (t *Table) Shl(x, y *Term) *Term {
	if y.IsConst() {
		switch {
		case y.K >= uint64(x.Bits):
			return t.Const(x.Bits, 0)
		case x.Op == Pack:
			return t.shiftPack(x, int(y.K))
		}
		return t.linear(x.Bits, 0, []scaled{{1 << y.K, x}})
	}
	if x.IsConst() && x.K == 0 || y.Lo >= uint64(x.Bits) {
		return t.Const(x.Bits, 0)
	}
	if places, k := t.inSteps(y); k != nil {
		return t.Shl(t.Shl(x, places), k)
	}
	if constLeaves(y, 3) {
		return t.mapLeaves(y, func(v uint64) *Term { return t.Shl(x, t.Const(x.Bits, v)) })
	}
	if lo, hi, ok := shifted(x, y); ok {
		return t.binary(Shl, x, y, lo, hi, x.Zeros)
	}
	return t.binary(Shl, x, y, 0, ones(x.Bits), x.Zeros)
}

// shifted returns the range of x << y. ok is false if a value of x << y may wrap around.
func shifted(x, y *Term) (lo, hi uint64, ok bool) {
	if uint64(bits.Len64(x.Hi))+y.Hi > uint64(x.Bits) {
		return 0, 0, false
	}
	return x.Lo << y.Lo, x.Hi << y.Hi, true
}

// LShr returns x >> y, logical. It is 0 if y is at least the width.
func (t *Table) LShr(x, y *Term) *Term {
	if y.IsConst() {
		return t.lshrConst(x, y.K)
	}
	if x.Hi>>min(y.Lo, uint64(x.Bits)) == 0 {
		return t.Const(x.Bits, 0)
	}
	if places, k := t.inSteps(y); k != nil {
		return t.lshrConst(t.LShr(x, places), k.K)
	}
	if constLeaves(y, 3) {
		return t.mapLeaves(y, func(v uint64) *Term { return t.lshrConst(x, v) })
	}
	return t.binary(LShr, x, y, 0, x.Hi, 0)
}

// inSteps splits a shift count that is a sum into the rest of the sum and its constant: a shift by n + 1 is a shift by
// n and a shift by 1. It returns nil for other counts, and for sums that may wrap around.
func (t *Table) inSteps(y *Term) (places, k *Term) {
	if y.Op != Add || y.K == 0 || y.K >= uint64(y.Bits) {
		return nil, nil
	}
	places = t.AddConst(y, -y.K)
	if places.Hi > ones(y.Bits)-y.K {
		return nil, nil
	}
	return places, t.Const(y.Bits, y.K)
}

func (t *Table) lshrConst(x *Term, s uint64) *Term {
	switch {
	case s == 0:
		return x
	case s >= uint64(x.Bits) || x.Hi>>s == 0:
		return t.Const(x.Bits, 0)
	case x.IsConst():
		return t.Const(x.Bits, x.K>>s)
	case x.Op == Pack:
		return t.shiftPack(x, -int(s))
	case constLeaves(x, 3):
		return t.mapLeaves(x, func(v uint64) *Term { return t.Const(x.Bits, v>>s) })
	case x.Op == Add:
		if y := t.withoutLow(x, int(s)); y != x {
			return t.lshrConst(y, s)
		}
		if y := t.shiftSum(x, s); y != nil {
			return y
		}
	}
	return t.binary(LShr, x, t.Const(x.Bits, s), x.Lo>>s, x.Hi>>s, 0)
}

// shiftSum returns (k + sum) >> s for a sum whose terms are multiples of 2^s. The low bits are then those of k. It
// returns nil for other sums, and if the shift or the sum may overflow.
func (t *Table) shiftSum(x *Term, s uint64) *Term {
	if x.Op != Add || x.Hi == ones(x.Bits) {
		return nil
	}
	parts := make([]scaled, len(x.Args))
	for i, a := range x.Args {
		c := x.Coefs[i]
		if c&(1<<s-1) != 0 || Signed(c, x.Bits) < 0 {
			return nil
		}
		parts[i] = scaled{c >> s, a}
	}
	if Signed(x.K, x.Bits) < 0 {
		return nil
	}
	return t.linear(x.Bits, x.K>>s, parts)
}

// AShr returns x >> y, arithmetic.
func (t *Table) AShr(x, y *Term) *Term {
	if nonNegative(x) {
		return t.LShr(x, y)
	}
	if x.IsConst() && y.IsConst() {
		return t.Const(x.Bits, uint64(Signed(x.K, x.Bits)>>min(y.K, 63)))
	}
	if y.IsConst() && y.K < uint64(x.Bits) {
		if z := t.withoutLow(x, int(y.K)); z != x {
			return t.AShr(z, y)
		}
	}
	if places, k := t.inSteps(y); k != nil {
		return t.AShr(t.AShr(x, places), k)
	}
	return t.binary(AShr, x, y, 0, ones(x.Bits), 0)
}

// ZExt widens x with zeros. An equal width changes nothing.
func (t *Table) ZExt(x *Term, width int) *Term {
	switch {
	case width == x.Bits:
		return x
	case x.IsConst():
		return t.Const(width, x.K)
	case x.Op == Pack:
		return t.pack(width, append(append([]*Term{}, x.Args...), t.falses(width-x.Bits)...))
	case x.Op == Ite && constLeaves(x, 3):
		return t.mapLeaves(x, func(v uint64) *Term { return t.Const(width, v) })
	case x.Op == Add && x.Hi < ones(x.Bits) && !negativePart(x):
		return t.widenSum(x, width, t.ZExt)
	}
	return t.convert(ZExt, x, width, x.Lo, x.Hi, x.Zeros)
}

// negativePart reports whether a sum has a negative constant or coefficient. Zero extension does not distribute over
// such a sum.
func negativePart(x *Term) bool {
	if Signed(x.K, x.Bits) < 0 {
		return true
	}
	for _, c := range x.Coefs {
		if Signed(c, x.Bits) < 0 {
			return true
		}
	}
	return false
}

// SExt widens with the sign. A sum that cannot overflow is widened term by term.
func (t *Table) SExt(x *Term, width int) *Term {
	switch {
	case width == x.Bits:
		return x
	case x.IsConst():
		return t.Const(width, uint64(Signed(x.K, x.Bits)))
	case x.Op == Ite && constLeaves(x, 3):
		return t.mapLeaves(x, func(v uint64) *Term { return t.Const(width, uint64(Signed(v, x.Bits))) })
	case nonNegative(x):
		return t.ZExt(x, width)
	case x.Op == Add && fitsSigned(x):
		return t.widenSum(x, width, t.SExt)
	}
	return t.convert(SExt, x, width, 0, ones(width), x.Zeros)
}

// fitsSigned reports whether x is a sum of non-negative terms that stays within the signed range of its width. It
// returns false for words of more than 32 bits.
func fitsSigned(x *Term) bool {
	lo, hi := float64(Signed(x.K, x.Bits)), float64(Signed(x.K, x.Bits))
	for i, a := range x.Args {
		if !nonNegative(a) {
			return false
		}
		c := float64(Signed(x.Coefs[i], x.Bits))
		l, h := c*float64(a.Lo), c*float64(a.Hi)
		lo, hi = lo+min(l, h), hi+max(l, h)
	}
	limit := float64(ones(x.Bits) >> 1)
	return x.Bits <= 32 && lo >= -limit && hi <= limit
}

func (t *Table) widenSum(x *Term, width int, widen func(*Term, int) *Term) *Term {
	parts := make([]scaled, len(x.Args))
	for i, a := range x.Args {
		parts[i] = scaled{uint64(Signed(x.Coefs[i], x.Bits)), widen(a, width)}
	}
	return t.linear(width, uint64(Signed(x.K, x.Bits)), parts)
}

// Trunc keeps the low bits of x.
func (t *Table) Trunc(x *Term, width int) *Term {
	switch {
	case width == x.Bits:
		return x
	case x.IsConst():
		return t.Const(width, x.K)
	case x.Op == Pack:
		return t.pack(width, x.Args[:width])
	case (x.Op == ZExt || x.Op == SExt) && x.Args[0].Bits >= width:
		return t.Trunc(x.Args[0], width)
	case x.Op == ZExt:
		return t.ZExt(x.Args[0], width)
	case x.Op == SExt:
		return t.SExt(x.Args[0], width)
	case x.Op == Ite:
		return t.once(spread{Trunc, x, nil, width}, func() *Term {
			return t.Ite(x.Args[0], t.Trunc(x.Args[1], width), t.Trunc(x.Args[2], width))
		})
	case x.Op == Add:
		parts := make([]scaled, len(x.Args))
		for i, a := range x.Args {
			parts[i] = scaled{x.Coefs[i], t.Trunc(a, width)}
		}
		return t.linear(width, x.K, parts)
	}
	if x.Hi <= ones(width) {
		return t.convert(Trunc, x, width, x.Lo, x.Hi, min(width, x.Zeros))
	}
	return t.convert(Trunc, x, width, 0, ones(width), min(width, x.Zeros))
}

func (t *Table) convert(op Op, x *Term, width int, lo, hi uint64, zeros int) *Term {
	return t.intern(Term{Op: op, Bits: width, Lo: lo, Hi: hi, Zeros: zeros}, x)
}

package term

import (
	"math"
	"slices"
)

// equalLimit is the largest number of literals for which Eq compares two words bit by bit. The literals of all bits of
// both words count.
const equalLimit = 64

// Eq returns x = y, of words or of formulas.
func (t *Table) Eq(x, y *Term) *Term {
	if x.Bits == 0 {
		return t.Iff(x, y)
	}
	if x == y {
		return t.True
	}
	if x.IsConst() {
		x, y = y, x
	}
	if y.IsConst() {
		if x.IsConst() {
			return t.Bool(x.K == y.K)
		}
		return t.eqConst(x, y)
	}
	if x.Op == Pack || y.Op == Pack {
		return t.eqBits(x, y)
	}
	d := t.Sub(x, y)
	if d.IsConst() {
		return t.Bool(d.K == 0)
	}
	return t.eqZero(d)
}

// eqZero returns the normal form of d = 0 for a sum d. For a single term the form is x = k. Otherwise it is the
// equation d = 0 or -d = 0, depending on which has the smaller leading coefficient.
func (t *Table) eqZero(d *Term) *Term {
	if d.Op != Add {
		return t.eqConst(d, t.Const(d.Bits, 0))
	}
	if len(d.Args) == 1 && d.Coefs[0] == 1 {
		return t.eqConst(d.Args[0], t.Const(d.Bits, -d.K))
	}
	if n := t.Neg(d); n.Op == Add && (n.Coefs[0] < d.Coefs[0]) {
		d = n
		if len(d.Args) == 1 && d.Coefs[0] == 1 {
			return t.eqConst(d.Args[0], t.Const(d.Bits, -d.K))
		}
	}
	if d.Lo > 0 || t.oddSum(d) {
		return t.False
	}
	if x, y := sameMultiples(d); x != nil {
		return t.Eq(x, y)
	}
	return t.compare(Eq, d, t.Const(d.Bits, 0))
}

// sameMultiples returns the words x and y of a sum c*x - c*y that is zero only if x equals y, because neither multiple
// wraps around. An example is the distance of two addresses, if a lane adds a multiple of its index to each. It returns
// nil for other sums, and if Eq of x and y would give the same sum again.
func sameMultiples(d *Term) (x, y *Term) {
	if len(d.Args) != 2 || d.K != 0 || d.Coefs[0] != -d.Coefs[1]&ones(d.Bits) {
		return nil, nil
	}
	x, y = d.Args[0], d.Args[1]
	zeros := trailingZeros(d.Coefs[0], d.Bits) // an odd factor has an inverse modulo 2^Bits, so only the trailing zeros matter
	switch room := d.Bits - zeros; {
	case x.Op == y.Op && (x.Op == ZExt || x.Op == SExt) && x.Args[0].Bits == y.Args[0].Bits && x.Args[0].Bits < room:
		return x.Args[0], y.Args[0]
	case zeros > 0 && max(x.Hi, y.Hi) <= ones(room):
		return x, y
	}
	return nil, nil
}

// oddSum reports whether d cannot be 0, because all terms of the sum are multiples of some 2^z but its constant is
// not.
func (t *Table) oddSum(d *Term) bool {
	zeros := lowBits(d)
	return d.K&ones(max(zeros, 1)) != 0 && zeros > 0
}

func (t *Table) eqConst(x, k *Term) *Term {
	if k.K < x.Lo || k.K > x.Hi || k.K != 0 && k.Zeros < x.Zeros {
		return t.False
	}
	switch x.Op {
	case Ite:
		if x.Args[1].IsConst() || x.Args[2].IsConst() || constLeaves(x, 3) {
			return t.IteBool(x.Args[0], t.Eq(x.Args[1], k), t.Eq(x.Args[2], k))
		}
	case Pack:
		return t.eqBits(x, k)
	case ZExt:
		if inner := x.Args[0]; k.K <= ones(inner.Bits) {
			return t.Eq(inner, t.Const(inner.Bits, k.K))
		}
		return t.False
	case SExt:
		inner := x.Args[0]
		if low := k.K & ones(inner.Bits); uint64(Signed(low, inner.Bits))&ones(x.Bits) == k.K {
			return t.Eq(inner, t.Const(inner.Bits, low))
		}
		return t.False
	case Add:
		if len(x.Args) >= longSum { // the sum stays a single term, because x - k = 0 would be no simpler
			return t.compare(Eq, x, k)
		}
		if k.K != 0 {
			return t.eqZero(t.AddConst(x, -k.K))
		}
		return t.eqSum(x)
	case BAnd: // a test of one bit
		if m := x.Args[1]; m.IsConst() && m.K&(m.K-1) == 0 {
			f := t.Bit(x.Args[0], m.Zeros)
			if k.K == 0 {
				return t.Not(f)
			}
			return t.iffConst(f, k.K == m.K)
		}
	case LShr: // also a test of one bit: the highest bit shifted down
		if x.Hi == 1 && x.Args[1].IsConst() {
			return t.iffConst(t.Bit(x, 0), k.K == 1)
		}
	case Popc:
		if inner := x.Args[0]; k.K == uint64(x.Bits) {
			return t.Eq(inner, t.Const(x.Bits, ones(x.Bits)))
		} else if k.K == 0 {
			return t.Eq(inner, k)
		}
	case Shl:
		if x.Args[0].IsConst() && x.Args[0].K == 1 && k.K != 0 && k.K&(k.K-1) == 0 {
			return t.Eq(x.Args[1], t.Const(x.Bits, uint64(k.Zeros)))
		}
	}
	return t.compare(Eq, x, k)
}

// Select returns the bit of x at a symbolic position. It is false beyond the width of x.
func (t *Table) Select(x, position *Term) *Term {
	if position.IsConst() {
		if position.K >= uint64(x.Bits) {
			return t.False
		}
		return t.Bit(x, int(position.K))
	}
	if x.IsConst() && x.K == ones(x.Bits) {
		return t.ULt(position, t.Const(position.Bits, uint64(x.Bits)))
	}
	if endOf(position) == x || position.Op == Opaque && position.Name == memberName && position.Args[0] == x {
		return t.Not(t.Eq(x, t.Const(x.Bits, 0)))
	}
	if position.Op == BAnd && position.Args[0].Op == Ite && position.Args[1].IsConst() {
		which := position.Args[0].Args
		position = t.Ite(which[0], t.BAnd(which[1], position.Args[1]), t.BAnd(which[2], position.Args[1]))
	}
	if position.Op == Ite {
		return t.once(spread{op: LShr, x: x, y: position}, func() *Term {
			return t.IteBool(position.Args[0], t.Select(x, position.Args[1]), t.Select(x, position.Args[2]))
		})
	}
	if part := endOf(position); part != nil && t.isPart(part, x) {
		return t.Or(t.Not(t.Eq(part, t.Const(part.Bits, 0))), t.Bit(x, x.Bits-1))
	}
	if x.ops&ends != 0 {
		if f := t.byEnds(position, func(position *Term) *Term { return t.Select(x, position) }); f != nil {
			return f
		}
	}
	return t.Bit(t.LShr(x, t.Resize(position, x.Bits, false)), 0)
}

// isPart reports whether the form of the bits shows that the set whole contains all members of the set part. It returns
// false for sets that are no 32-bit words.
func (t *Table) isPart(part, whole *Term) bool {
	if part.Bits != whole.Bits || whole.Bits != 32 {
		return false
	}
	for i := range whole.Bits {
		if !t.And(t.Bit(part, i), t.Not(t.Bit(whole, i))).IsFalse() {
			return false
		}
	}
	return true
}

// endOf returns the set x for a position of the form ffs(x) - 1 or 31 - clz(x), modulo 32: the position of the first
// or last member of x. It returns nil for other positions. If x is empty, the position is 31, which is no member.
func endOf(position *Term) *Term {
	if position.Op != BAnd || !position.Args[1].IsConst() || position.Args[1].K != 31 {
		return nil
	}
	sum := position.Args[0]
	if sum.Op != Add || len(sum.Args) != 1 {
		return nil
	}
	end, coef := sum.Args[0], Signed(sum.Coefs[0], sum.Bits)
	first := end.Op == Ffs && coef == 1 && Signed(sum.K, sum.Bits) == -1
	last := end.Op == Clz && coef == -1 && sum.K == 31
	if (first || last) && end.Args[0].Bits == 32 {
		return end.Args[0]
	}
	return nil
}

// eqSum returns the normal form of x = 0 for a sum x, for eqConst. If x has a single term with an odd coefficient, the
// result compares the term with the solution of the equation. For other sums, eqZero chooses between x = 0 and -x = 0.
func (t *Table) eqSum(x *Term) *Term {
	if len(x.Args) == 1 && x.Coefs[0]&1 == 1 { // an odd coefficient has an inverse modulo 2^Bits
		return t.eqConst(x.Args[0], t.Const(x.Bits, -x.K*inverse(x.Coefs[0])))
	}
	return t.eqZero(x)
}

// inverse returns the inverse of an odd number modulo 2^64 (Newton's iteration).
func inverse(a uint64) uint64 {
	x := a
	for i := 0; i < 6; i++ {
		x *= 2 - a*x
	}
	return x
}

// eqBits compares x and y bit by bit, if one of them is a Pack (a word made of formulas). Two words with more than
// equalLimit literals are not expanded, unless one is a constant. Otherwise, comparisons of words that consist of such
// comparisons would grow without end.
func (t *Table) eqBits(x, y *Term) *Term {
	if x.ID > y.ID {
		x, y = y, x
	}
	return t.once(spread{op: Eq, x: x, y: y}, func() *Term { return t.spreadEq(x, y) })
}

func (t *Table) spreadEq(x, y *Term) *Term {
	size := 0
	for i := range x.Bits {
		a, b := t.Bit(x, i), t.Bit(y, i)
		switch {
		case a == b:
		case a == t.Not(b):
			return t.False
		default:
			size += len(a.Conjuncts()) + len(b.Conjuncts())
		}
	}
	if size > equalLimit && !x.IsConst() && !y.IsConst() {
		return t.compare(Eq, x, y)
	}
	fs := make([]*Term, x.Bits)
	for i := range fs {
		fs[i] = t.Iff(t.Bit(x, i), t.Bit(y, i))
	}
	return t.And(fs...)
}

func (t *Table) compare(op Op, x, y *Term) *Term {
	return t.intern(Term{Op: op, Hi: 1}, x, y)
}

// ULt returns x < y, unsigned.
func (t *Table) ULt(x, y *Term) *Term {
	switch {
	case x == y, x.Lo >= y.Hi:
		return t.False
	case x.Hi < y.Lo:
		return t.True
	}
	if f := t.compareEnds(ULt, x, y); f != nil {
		return f
	}
	switch {
	case y.IsConst() && y.K == 1:
		return t.Eq(x, t.Const(x.Bits, 0))
	case x.Op == URem && x.Args[1] == y: // the comparison x % y < y is false only if y is 0
		return t.Not(t.Eq(y, t.Const(y.Bits, 0)))
	case x.IsConst() && x.K == 0:
		return t.Not(t.Eq(y, x))
	case y.IsConst() && constLeaves(x, 3):
		return t.mapLeaves(x, func(v uint64) *Term { return t.Bool(v < y.K) })
	case x.IsConst() && constLeaves(y, 3):
		return t.mapLeaves(y, func(v uint64) *Term { return t.Bool(x.K < v) })
	case y.IsConst() && x.Op == Add && x.Hi < ones(x.Bits):
		if f := t.sumBelow(x, y.K); f != nil {
			return f
		}
	}
	if z := t.RoundedFor(x, y); z != x {
		return t.ULt(z, y)
	}
	return t.compare(ULt, x, y)
}

// RoundedFor simplifies the sum x for the comparison x < y. It drops the part of x that is below the lowest bit that
// y can have: 512*k + tid < 512*q with tid < 512 does not depend on tid.
func (t *Table) RoundedFor(x, y *Term) *Term {
	if x.IsConst() && y.Zeros > 0 {
		return t.Const(x.Bits, x.K&^ones(y.Zeros))
	}
	zeros := []int{y.Zeros}
	if x.Op == Add {
		for i, a := range x.Args {
			if z := trailingZeros(x.Coefs[i], x.Bits) + a.Zeros; z < y.Zeros {
				zeros = append(zeros, z)
			}
		}
	}
	slices.Sort(zeros)
	for _, z := range slices.Backward(zeros) {
		if high := t.roundDown(x, z); high != nil {
			return high
		}
	}
	return x
}

// sumBelow divides both sides of k + 2^z * s < bound by 2^z. So 32*warp + lane < 48 becomes a bound of warp for each
// lane. It returns nil if the sum has a negative part, if z is 0, or if s has no simple form.
func (t *Table) sumBelow(x *Term, bound uint64) *Term {
	if negativePart(x) {
		return nil
	}
	zeros := uint64(x.Bits)
	for i, a := range x.Args {
		zeros = min(zeros, uint64(trailingZeros(x.Coefs[i], x.Bits)+a.Zeros))
	}
	if zeros == 0 {
		return nil
	}
	if bound <= x.K {
		return t.False
	}
	rest := t.linear(x.Bits, 0, t.scaledParts(x))
	limit := (bound - x.K + 1<<zeros - 1) >> zeros // rest/2^zeros < limit
	small := t.lshrConst(rest, zeros)
	if small == nil || small.Op == LShr {
		return nil
	}
	return t.ULt(small, t.Const(x.Bits, limit))
}

func (t *Table) scaledParts(x *Term) []scaled {
	parts := make([]scaled, len(x.Args))
	for i, a := range x.Args {
		parts[i] = scaled{x.Coefs[i], a}
	}
	return parts
}

// SLt returns x < y, signed.
func (t *Table) SLt(x, y *Term) *Term {
	switch {
	case x == y:
		return t.False
	case nonNegative(x) && nonNegative(y):
		return t.ULt(x, y)
	case x.IsConst() && y.IsConst():
		return t.Bool(Signed(x.K, x.Bits) < Signed(y.K, y.Bits))
	case y.IsConst() && constLeaves(x, 3):
		return t.mapLeaves(x, func(v uint64) *Term {
			return t.Bool(Signed(v, x.Bits) < Signed(y.K, y.Bits))
		})
	case x.IsConst() && constLeaves(y, 3):
		return t.mapLeaves(y, func(v uint64) *Term {
			return t.Bool(Signed(x.K, x.Bits) < Signed(v, y.Bits))
		})
	case nonNegative(x) && negative(y):
		return t.False
	case negative(x) && nonNegative(y):
		return t.True
	}
	if f := t.compareQuotient(x, y); f != nil {
		return f
	}
	if y.IsConst() && y.K == 0 {
		return t.Bit(x, x.Bits-1)
	}
	if f := t.compareEnds(SLt, x, y); f != nil {
		return f
	}
	if z := t.RoundedFor(x, y); z != x {
		return t.SLt(z, y)
	}
	return t.compare(SLt, x, y)
}

// compareQuotient simplifies the signed comparison x < y of a quotient by a constant with a constant. It returns a
// bound of the dividend: 0 < x / 2 becomes 1 < x. It returns nil for other words, and if the bound does not fit the
// width.
func (t *Table) compareQuotient(x, y *Term) *Term {
	if whole, by := dividend(x); whole != nil && y.IsConst() {
		if first, inRange := leastOfQuotient(Signed(y.K, y.Bits), by, y.Bits); inRange {
			return t.SLt(whole, t.Const(y.Bits, uint64(first)))
		}
	}
	if whole, by := dividend(y); whole != nil && x.IsConst() && x.K != ones(x.Bits)>>1 {
		if first, inRange := leastOfQuotient(Signed(x.K, x.Bits)+1, by, x.Bits); inRange {
			return t.SLt(t.Const(x.Bits, uint64(first-1)), whole)
		}
	}
	return nil
}

// dividend returns the dividend of a signed, truncating division by a constant greater than 1. It returns nil if x is
// no such quotient.
func dividend(x *Term) (whole *Term, divisor int64) {
	if x.Op != SDiv || !x.Args[1].IsConst() || Signed(x.Args[1].K, x.Bits) < 2 {
		return nil, 0
	}
	return x.Args[0], Signed(x.Args[1].K, x.Bits)
}

// leastOfQuotient returns the least number whose quotient by divisor is at least the given quotient. All numbers
// between -divisor and divisor have the quotient 0. inRange is false if the number may not fit a signed word with the
// given bits.
func leastOfQuotient(quotient, divisor int64, bits int) (least int64, inRange bool) {
	lowest, highest := Signed(1<<(bits-1), bits), Signed(ones(bits)>>1, bits)
	if quotient > 0 {
		return quotient * divisor, quotient <= highest/divisor
	}
	return (quotient-1)*divisor + 1, quotient > lowest/divisor
}

// Ite returns c ? x : y, of words or of formulas.
func (t *Table) Ite(c, x, y *Term) *Term {
	switch {
	case c.IsTrue() || x == y:
		return x
	case c.IsFalse():
		return y
	case x.Bits == 0:
		return t.IteBool(c, x, y)
	case c.Op == Not:
		return t.Ite(c.Args[0], y, x)
	case x.Op == Ite && x.Args[0] == c:
		return t.Ite(c, x.Args[1], y)
	case y.Op == Ite && y.Args[0] == c:
		return t.Ite(c, x, y.Args[2])
	case t.dropZeroBits(c, x) != x:
		return t.Ite(c, t.dropZeroBits(c, x), y)
	case isLess(c) && isPair(c, x, y) && c.Args[0].ID > c.Args[1].ID:
		return t.Ite(t.binaryOf(c.Op)(c.Args[1], c.Args[0]), y, x)
	case t.isChoiceByOrder(c, x, y):
		return t.chooseByOrder(c, x, y.Args[1], y.Args[2])
	case x.Op == Pack || y.Op == Pack:
		return t.zip(x, y, func(f ...*Term) *Term { return t.IteBool(c, f[0], f[1]) })
	}
	if choice := t.ordered(c, x, y); choice != nil {
		return choice
	}
	return t.intern(Term{Op: Ite, Bits: x.Bits,
		Lo: min(x.Lo, y.Lo), Hi: max(x.Hi, y.Hi), Zeros: min(x.Zeros, y.Zeros)}, c, x, y)
}

// dropZeroBits returns x without those low bits that are zero whenever the condition c holds.
func (t *Table) dropZeroBits(c, x *Term) *Term {
	if c.Op != Eq || !c.Args[1].IsConst() || c.Args[1].K != 0 {
		return x
	}
	rest := c.Args[0]
	if (rest.Op != BAnd && rest.Op != URem && rest.Op != SRem) || rest.Args[0] != x || !rest.Args[1].IsConst() {
		return x
	}
	low := rest.Args[1].K
	if rest.Op != BAnd {
		low--
	}
	if low&(low+1) != 0 || low == math.MaxUint64 {
		return x
	}
	return t.BAnd(x, t.Const(x.Bits, ^low))
}

// isPair reports whether x and y are the two words that c compares. If so, a choice between x and y by c is their
// minimum or maximum.
func isPair(c, x, y *Term) bool {
	a, b := c.Args[0], c.Args[1]
	return x == a && y == b || x == b && y == a
}

// IteBool returns c ? x : y of formulas.
func (t *Table) IteBool(c, x, y *Term) *Term {
	switch {
	case c.IsTrue() || x == y:
		return x
	case c.IsFalse(), x.IsTrue() && c.Entails(y):
		return y
	}
	return t.Or(t.And(c, x), t.And(t.Not(c), y))
}

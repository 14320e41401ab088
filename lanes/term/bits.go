package term

import (
	"math/bits"
	"slices"
)

// packTo64 is the width of the widest word that is split into bits on demand.
const packTo64 = 64

// Pack returns the word whose bit i is the formula fs[i].
func (t *Table) Pack(fs []*Term) *Term { return t.pack(len(fs), fs) }

func (t *Table) pack(width int, fs []*Term) *Term {
	k, constant := uint64(0), true
	var source *Term // the word whose bits these are, each in its own place; it is valid if whole is true
	whole := true
	for i, f := range fs {
		if f.IsConst() {
			k |= f.K << uint(i)
		} else {
			constant = false
		}
		if f.Op != Bit || f.K != uint64(i) || f.Args[0].Bits != width ||
			source != nil && source != f.Args[0] {
			whole = false
			continue
		}
		source = f.Args[0]
	}
	if constant {
		return t.Const(width, k)
	}
	if whole {
		return source
	}
	hi := uint64(0)
	for i, f := range fs {
		if !f.IsFalse() {
			hi |= 1 << uint(i)
		}
	}
	return t.intern(Term{Op: Pack, Bits: width, Lo: k, Hi: hi}, fs...)
}

func (t *Table) falses(n int) []*Term {
	fs := make([]*Term, n)
	for i := range fs {
		fs[i] = t.False
	}
	return fs
}

func (t *Table) shiftPack(x *Term, left int) *Term {
	fs := t.falses(x.Bits)
	for i := range fs {
		if j := i - left; j >= 0 && j < x.Bits {
			fs[i] = x.Args[j]
		}
	}
	return t.pack(x.Bits, fs)
}

// Bit returns bit i of x, a formula.
func (t *Table) Bit(x *Term, i int) *Term {
	switch {
	case i >= x.Bits:
		return t.False
	case x.IsConst():
		return t.Bool(x.K>>uint(i)&1 != 0)
	case i < x.Zeros, x.Hi>>uint(i) == 0:
		return t.False
	case i == x.Bits-1 && x.Lo>>uint(i) == 1:
		return t.True
	}
	switch x.Op {
	case Pack:
		return x.Args[i]
	case BAnd, BOr, BXor, Ite:
		return t.once(spread{Bit, x, nil, i}, func() *Term { return t.bitOfBoth(x, i) })
	case ZExt, Trunc:
		return t.Bit(x.Args[0], i)
	case SExt:
		return t.Bit(x.Args[0], min(i, x.Args[0].Bits-1))
	case Shl:
		if x.Args[0].IsConst() && x.Args[0].K == 1 {
			return t.Eq(x.Args[1], t.Const(x.Bits, uint64(i)))
		}
		if f := t.byEnds(x.Args[1], func(s *Term) *Term { return t.Bit(t.Shl(x.Args[0], s), i) }); f != nil {
			return f
		}
	case LShr:
		return t.bitShifted(x, i)
	case Add:
		if f := t.bitOfSum(x, i); f != nil {
			return f
		}
	}
	return t.intern(Term{Op: Bit, K: uint64(i), Hi: 1}, x)
}

// bitOfBoth returns bit i of x, a choice or a bitwise operation of two words.
func (t *Table) bitOfBoth(x *Term, i int) *Term {
	n := len(x.Args)
	a, b := t.Bit(x.Args[n-2], i), t.Bit(x.Args[n-1], i)
	switch x.Op {
	case BAnd:
		return t.And(a, b)
	case BOr:
		return t.Or(a, b)
	case BXor:
		return t.unlike(a, b)
	}
	return t.IteBool(x.Args[0], a, b)
}

// bitShifted returns bit i of x, which is a >> s.
func (t *Table) bitShifted(x *Term, i int) *Term {
	a, s := x.Args[0], x.Args[1]
	if s.IsConst() {
		return t.Bit(a, i+int(s.K))
	}
	if a.IsConst() && a.K == ones(a.Bits) { // a = 0xffffffff: bit i is set if i + s is below the width
		return t.ULt(s, t.Const(s.Bits, uint64(x.Bits-i)))
	}
	return t.intern(Term{Op: Bit, K: uint64(i), Hi: 1}, x)
}

// unlike returns a xor b as the choice a ? ~b : b. A program may select a mask bit by one bit of a key, which is the
// same choice. In this form, both are the same term.
func (t *Table) unlike(a, b *Term) *Term { return t.IteBool(a, t.Not(b), b) }

// bitOfSum returns bit i of x, a sum of a constant and one term, in a simpler form. It returns nil if there is none. It
// simplifies:
//
//   - sums with a term of one bit, such as -bit and bit - 1,
//   - the single bit 1 << (n + s) and the low mask (1 << (n + s)) - 1,
//   - the complement ~a = -a - 1,
//   - the lowest bit of any sum with an odd coefficient, because nothing carries into it.
func (t *Table) bitOfSum(x *Term, i int) *Term {
	if len(x.Args) != 1 {
		return nil
	}
	a := x.Args[0]
	s := trailingZeros(x.Coefs[0], x.Bits)
	isOneBit := a.Op == Shl && a.Args[0].IsConst() && a.Args[0].K == 1 && x.Coefs[0] == 1<<s
	switch {
	case a.Hi == 1:
		sum := func(bit uint64) *Term { return t.Bool((x.K+bit*x.Coefs[0])>>uint(i)&1 != 0) }
		return t.IteBool(t.Bit(a, 0), sum(1), sum(0))
	case isOneBit && x.K == 0 && i >= s:
		return t.Bit(a, i-s)
	case x.K != ones(x.Bits):
	case x.Coefs[0] == ones(x.Bits):
		return t.Not(t.Bit(a, i))
	case isOneBit && i < s:
		return t.True
	case isOneBit:
		return t.ULt(t.Const(x.Bits, uint64(i-s)), a.Args[1])
	}
	if i == 0 && s == 0 {
		return t.unlike(t.Bit(a, 0), t.Bool(x.K&1 != 0))
	}
	return nil
}

// Split returns the bits of a word, lowest first.
func (t *Table) Split(x *Term) []*Term {
	fs := make([]*Term, x.Bits)
	for i := range fs {
		fs[i] = t.Bit(x, i)
	}
	return fs
}

// BNot returns ~x.
func (t *Table) BNot(x *Term) *Term {
	if x.Op == Pack {
		fs := make([]*Term, x.Bits)
		for i, f := range x.Args {
			fs[i] = t.complemented(f)
		}
		return t.pack(x.Bits, fs)
	}
	return t.linear(x.Bits, ones(x.Bits), []scaled{{ones(x.Bits), x}})
}

// complemented returns ~f. If f is a choice between a formula and its complement, the result is the choice with the
// two exchanged.
func (t *Table) complemented(f *Term) *Term {
	if f.Op == Or && len(f.Args) == 2 {
		a, b := f.Args[0].Conjuncts(), f.Args[1].Conjuncts()
		if len(a) == 2 && len(b) == 2 && t.And(t.Not(a[0]), t.Not(a[1])) == f.Args[1] {
			return t.unlike(a[0], a[1])
		}
	}
	return t.Not(f)
}

// BAnd returns x & y.
func (t *Table) BAnd(x, y *Term) *Term {
	if x.IsConst() {
		x, y = y, x
	}
	switch {
	case x == y:
		return x
	case y.IsConst() && x.IsConst():
		return t.Const(x.Bits, x.K&y.K)
	case y.IsConst() && y.K == 0:
		return y
	case y.IsConst() && y.K == ones(x.Bits):
		return x
	case y.IsConst() && y.K&(y.K+1) == 0 && x.Hi <= y.K:
		return x
	case y.IsConst() && x.Op == BAnd && x.Args[1].IsConst():
		return t.BAnd(x.Args[0], t.Const(x.Bits, x.Args[1].K&y.K))
	case y.IsConst() && constLeaves(x, 3):
		return t.mapLeaves(x, func(v uint64) *Term { return t.Const(x.Bits, v&y.K) })
	case y.IsConst() && x.Op == Ite && (x.Args[1].IsConst() || x.Args[2].IsConst()):
		return t.Ite(x.Args[0], t.BAnd(x.Args[1], y), t.BAnd(x.Args[2], y))
	}
	if y.IsConst() && x.Op == Add {
		if z := t.lowPart(x, y.K); z != x {
			return t.BAnd(z, y)
		}
		if y.K&(1<<x.Zeros-1) == y.K && x.Zeros < 64 {
			return t.Const(x.Bits, 0)
		}
		if low := ^y.K & ones(x.Bits); low&(low+1) == 0 {
			if z := t.roundDown(x, bits.Len64(low)); z != nil {
				return z
			}
			if z := t.withoutLow(x, bits.Len64(low)); z != x {
				return t.BAnd(z, y)
			}
		}
	}
	if bitwise(x) || bitwise(y) {
		return t.zip(x, y, t.bothOf)
	}
	hi := min(x.Hi, y.Hi)
	return t.commute(BAnd, x, y, hi, max(x.Zeros, y.Zeros))
}

// lowPart returns a sum without the terms that are zero in all bits up to the highest bit of mask.
func (t *Table) lowPart(x *Term, mask uint64) *Term {
	width := bits.Len64(mask)
	low := uint64(1)<<uint(width) - 1
	var parts []scaled
	for i, a := range x.Args {
		if trailingZeros(x.Coefs[i], x.Bits)+a.Zeros < width {
			parts = append(parts, scaled{x.Coefs[i], a})
		}
	}
	k := x.K & low
	if len(parts) == len(x.Args) && k == x.K || len(parts) == len(x.Args) && len(parts) > 0 {
		return x
	}
	return t.linear(x.Bits, k, parts)
}

// roundDown returns a sum with its low z bits cleared. Each term must be a multiple of 2^z, or small. The small terms
// and the low bits of the constant together must be less than 2^z, so that there is no carry. It returns nil for other
// words.
func (t *Table) roundDown(x *Term, z int) *Term {
	if z <= 0 || z >= x.Bits || x.Op != Add {
		return nil
	}
	unit := uint64(1) << uint(z)
	var high []scaled
	low := x.K & (unit - 1)
	for i, a := range x.Args {
		c := x.Coefs[i]
		switch {
		case trailingZeros(c, x.Bits)+a.Zeros >= z:
			high = append(high, scaled{c, a})
		case c >= unit || a.Hi >= unit || z > 32 || low+c*a.Hi >= unit:
			return nil
		default:
			low += c * a.Hi
		}
	}
	return t.linear(x.Bits, x.K&^(unit-1), high)
}

// withoutLow clears as many of the low z bits of a sum as possible without a carry. It is for operations whose result
// does not depend on these bits. With a lane below 32,
//
//	(32*warp + lane) >> 6  =  (32*warp) >> 6
func (t *Table) withoutLow(x *Term, z int) *Term {
	for ; z > 0; z-- {
		if y := t.roundDown(x, z); y != nil {
			return y
		}
	}
	return x
}

// bitwise reports whether x is a Pack. It is made of formulas, so operations on it work bit by bit.
func bitwise(x *Term) bool { return x.Op == Pack }

func (t *Table) zip(x, y *Term, f func(...*Term) *Term) *Term {
	fs := make([]*Term, x.Bits)
	for i := range fs {
		fs[i] = f(t.Bit(x, i), t.Bit(y, i))
	}
	return t.pack(x.Bits, fs)
}

func (t *Table) commute(op Op, x, y *Term, hi uint64, zeros int) *Term {
	if x.ID > y.ID && !y.IsConst() {
		x, y = y, x
	}
	return t.binary(op, x, y, 0, hi, zeros)
}

// BOr returns x | y.
func (t *Table) BOr(x, y *Term) *Term {
	if x.IsConst() {
		x, y = y, x
	}
	switch {
	case x == y:
		return x
	case y.IsConst() && x.IsConst():
		return t.Const(x.Bits, x.K|y.K)
	case y.IsConst() && y.K == 0:
		return x
	case y.IsConst() && y.K == ones(x.Bits):
		return y
	case bitwise(x) || bitwise(y):
		return t.zip(x, y, t.Or)
	case y.Hi>>uint(min(x.Zeros, 63)) == 0, x.Hi>>uint(min(y.Zeros, 63)) == 0:
		return t.Add(x, y) // x and y have no common bits
	}
	return t.commute(BOr, x, y, ones(max(bits.Len64(x.Hi|y.Hi), 1)), min(x.Zeros, y.Zeros))
}

// BXor returns x ^ y.
func (t *Table) BXor(x, y *Term) *Term {
	if x.IsConst() {
		x, y = y, x
	}
	switch {
	case x == y:
		return t.Const(x.Bits, 0)
	case y.IsConst() && x.IsConst():
		return t.Const(x.Bits, x.K^y.K)
	case y.IsConst() && y.K == 0:
		return x
	case y.IsConst() && y.K == ones(x.Bits):
		return t.BNot(x)
	case isMemberOf(y, x):
		return t.BAnd(x, t.BNot(y))
	case isMemberOf(x, y):
		return t.BAnd(y, t.BNot(x))
	case bitwise(x) || bitwise(y):
		return t.zip(x, y, func(f ...*Term) *Term { return t.unlike(f[0], f[1]) })
	case y.IsConst() && constLeaves(x, 3):
		return t.mapLeaves(x, func(v uint64) *Term { return t.Const(x.Bits, v^y.K) })
	case y.IsConst() && x.Op == Add && len(x.Args) < longSum:
		if z := lowBits(x); z > 0 && (x.K|y.K)&ones(z) != 0 {
			low := x.K & ones(z)
			high := t.BXor(t.AddConst(x, -low), t.Const(x.Bits, y.K&^ones(z)))
			return t.AddConst(high, low^y.K&ones(z))
		}
	}
	return t.commute(BXor, x, y, ones(max(bits.Len64(x.Hi|y.Hi), 1)), min(x.Zeros, y.Zeros))
}

// lowBits returns the number of lowest bits in which a sum is equal to its constant summand. An operation on these bits
// changes the constant alone. For 32*warp + 5 the number is 5:
//
//	(32*warp + 5) ^ 3  =  32*warp + 6
func lowBits(x *Term) int {
	z := x.Bits
	for i, a := range x.Args {
		z = min(z, trailingZeros(x.Coefs[i], x.Bits)+a.Zeros)
	}
	return z
}

// Popc returns the number of ones in x, as a word of the same width.
func (t *Table) Popc(x *Term) *Term {
	if x.IsConst() {
		return t.Const(x.Bits, uint64(bits.OnesCount64(x.K)))
	}
	return t.unary(Popc, x, uint64(bits.Len64(x.Hi)))
}

// Ffs returns the position of the lowest set bit of x, counted from 1. It is 0 if x is 0.
func (t *Table) Ffs(x *Term) *Term {
	if x.IsConst() {
		if x.K == 0 {
			return x
		}
		return t.Const(x.Bits, uint64(bits.TrailingZeros64(x.K)+1))
	}
	lo, hi := uint64(0), uint64(bits.Len64(x.Hi))
	if x.Op == Pack {
		if i := slices.IndexFunc(x.Args, func(f *Term) bool { return !f.IsFalse() }); i >= 0 {
			lo = uint64(i + 1) // the first bit that may be set
		}
		if i := slices.IndexFunc(x.Args, (*Term).IsTrue); i >= 0 {
			hi = uint64(i + 1) // the first bit that is surely set
		} else {
			lo = 0
		}
	}
	if lo == hi {
		return t.Const(x.Bits, lo)
	}
	return t.intern(Term{Op: Ffs, Bits: x.Bits, Lo: lo, Hi: hi}, x)
}

// Fns returns the result of CUDA's __fns(m, bit, n). For n > 0 this is the position of the n-th one of m, counted
// from bit upward, or ^0 if there is none. The position is exact if bit is 0 and n is 1, or if bit is 0, n > 0, and
// both n and m are constants. Otherwise the result is an unknown position, or ^0.
func (t *Table) Fns(m, bit, n *Term) *Term {
	if bit.IsConst() && bit.K == 0 && n.IsConst() && Signed(n.K, n.Bits) > 0 {
		if m.IsConst() {
			return t.Const(m.Bits, nth(m.K, n.K))
		}
		if n.K == 1 {
			return t.AddConst(t.Ffs(m), ones(m.Bits))
		}
	}
	found := t.Opaque("fns found", 0, nil, m, bit, n)
	return t.Ite(found, t.OpaqueBounded(memberName, m.Bits, 0, uint64(m.Bits-1), nil, m, bit, n), t.Const(m.Bits, ones(m.Bits)))
}

// nth returns the position of the n-th set bit of m, where n counts from 1. It returns ^0 if there is none.
func nth(m, n uint64) uint64 {
	for ; n > 1; n-- {
		m &= m - 1
	}
	if m == 0 {
		return ^uint64(0)
	}
	return uint64(bits.TrailingZeros64(m))
}

// memberName is the name of the opaque terms that Fns makes. Such a term is the position of some set bit of its first
// argument, if there is one.
const memberName = "fns"

// Clz counts the leading zeros of x.
func (t *Table) Clz(x *Term) *Term {
	if x.IsConst() {
		return t.Const(x.Bits, uint64(bits.LeadingZeros64(x.K)-(64-x.Bits)))
	}
	return t.unary(Clz, x, uint64(x.Bits))
}

// Brev reverses the bits of x.
func (t *Table) Brev(x *Term) *Term {
	if x.IsConst() {
		return t.Const(x.Bits, bits.Reverse64(x.K)>>uint(64-x.Bits))
	}
	if x.Bits > packTo64 {
		return t.unary(Brev, x, ones(x.Bits))
	}
	fs := t.Split(x)
	for i, j := 0, len(fs)-1; i < j; i, j = i+1, j-1 {
		fs[i], fs[j] = fs[j], fs[i]
	}
	return t.pack(x.Bits, fs)
}

func (t *Table) unary(op Op, x *Term, hi uint64) *Term {
	return t.intern(Term{Op: op, Bits: x.Bits, Hi: hi}, x)
}

// Resize returns x with the given number of bits. It is widened with its sign if signed is set, otherwise with zeros.
// A formula becomes the word 0 or 1.
func (t *Table) Resize(x *Term, bits int, signed bool) *Term {
	switch {
	case x.Bits == 0:
		return t.Ite(x, t.Const(bits, 1), t.Const(bits, 0))
	case x.Bits > bits:
		return t.Trunc(x, bits)
	case signed:
		return t.SExt(x, bits)
	}
	return t.ZExt(x, bits)
}

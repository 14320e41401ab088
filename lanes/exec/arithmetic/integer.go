package arithmetic

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// integerFunction is a CUDA function of words of one width, as a function of terms. eval returns nil if the result is
// not known.
type integerFunction struct {
	args int
	eval func(t *term.Table, a []*term.Term) *term.Term
}

var integerFunctions = map[string]integerFunction{
	"__umulhi": {2, func(t *term.Table, a []*term.Term) *term.Term {
		return high(t, t.Mul(t.ZExt(a[0], 64), t.ZExt(a[1], 64)))
	}},
	"__mulhi": {2, func(t *term.Table, a []*term.Term) *term.Term {
		return high(t, t.Mul(t.SExt(a[0], 64), t.SExt(a[1], 64)))
	}},
	"__umul24": {2, func(t *term.Table, a []*term.Term) *term.Term {
		low := t.Const(32, 1<<24-1)
		return t.Mul(t.BAnd(a[0], low), t.BAnd(a[1], low))
	}},
	"__mul24": {2, func(t *term.Table, a []*term.Term) *term.Term {
		return t.Mul(t.SExt(t.Trunc(a[0], 24), 32), t.SExt(t.Trunc(a[1], 24), 32))
	}},
	"__usad": {3, func(t *term.Table, a []*term.Term) *term.Term {
		return t.Add(distance(t, t.ULt(a[0], a[1]), a), a[2])
	}},
	"__sad": {3, func(t *term.Table, a []*term.Term) *term.Term {
		return t.Add(distance(t, t.SLt(a[0], a[1]), a), a[2])
	}},
	"__hadd":   {2, average((*term.Table).SExt, 0)},
	"__rhadd":  {2, average((*term.Table).SExt, 1)},
	"__uhadd":  {2, average((*term.Table).ZExt, 0)},
	"__urhadd": {2, average((*term.Table).ZExt, 1)},
	"__funnelshift_l": {3, func(t *term.Table, a []*term.Term) *term.Term {
		return high(t, t.Shl(double(t, a), wrapped(t, a[2])))
	}},
	"__funnelshift_r": {3, func(t *term.Table, a []*term.Term) *term.Term {
		return t.Trunc(t.LShr(double(t, a), wrapped(t, a[2])), 32)
	}},
	"__funnelshift_lc": {3, func(t *term.Table, a []*term.Term) *term.Term {
		return high(t, t.Shl(double(t, a), clamped(t, a[2])))
	}},
	"__funnelshift_rc": {3, func(t *term.Table, a []*term.Term) *term.Term {
		return t.Trunc(t.LShr(double(t, a), clamped(t, a[2])), 32)
	}},
	"__byte_perm":            {3, permute},
	"__warpcheck_pack_lanes": {2, packLanes},
}

// wideFunctions holds functions of words that need not have 32 bits.
var wideFunctions = map[string]integerFunction{
	"__umul64hi": {2, func(t *term.Table, a []*term.Term) *term.Term { return upperProduct(t, a[0], a[1]) }},
	"__mul64hi": {2, func(t *term.Table, a []*term.Term) *term.Term {
		none := t.Const(64, 0)
		negative := func(x, y *term.Term) *term.Term { return t.Ite(t.Bit(x, 63), y, none) }
		return t.Sub(t.Sub(upperProduct(t, a[0], a[1]), negative(a[0], a[1])), negative(a[1], a[0]))
	}},
	"__builtin_bswap16":  {1, reversedBytes},
	"__builtin_bswap32":  {1, reversedBytes},
	"__builtin_bswap64":  {1, reversedBytes},
	"__builtin_parity":   {1, parity},
	"__builtin_parityll": {1, parity},
	"__builtin_clrsb":    {1, signBits},
	"__builtin_clrsbll":  {1, signBits},
}

// upperProduct returns the upper half of the product of two unsigned 64-bit words. It adds the products of the words'
// halves.
func upperProduct(t *term.Table, x, y *term.Term) *term.Term {
	half, lower := t.Const(64, 32), t.Const(64, 1<<32-1)
	upperOf := func(x *term.Term) *term.Term { return t.LShr(x, half) }
	lowerOf := func(x *term.Term) *term.Term { return t.BAnd(x, lower) }
	cross := t.Add(t.Mul(upperOf(x), lowerOf(y)), upperOf(t.Mul(lowerOf(x), lowerOf(y))))
	other := t.Add(t.Mul(lowerOf(x), upperOf(y)), lowerOf(cross))
	return t.Add(t.Mul(upperOf(x), upperOf(y)), t.Add(upperOf(cross), upperOf(other)))
}

func reversedBytes(t *term.Table, a []*term.Term) *term.Term {
	x, reversed := a[0], t.Const(a[0].Bits, 0)
	for at := 0; at < x.Bits; at += 8 {
		one := t.BAnd(t.LShr(x, t.Const(x.Bits, uint64(at))), t.Const(x.Bits, 0xff))
		reversed = t.Add(reversed, t.Mul(one, t.Const(x.Bits, 1<<(x.Bits-8-at))))
	}
	return reversed
}

func parity(t *term.Table, a []*term.Term) *term.Term {
	bits := t.Popc(a[0])
	return t.BAnd(bits, t.Const(bits.Bits, 1))
}

// signBits returns how many bits directly below the sign bit equal it.
func signBits(t *term.Table, a []*term.Term) *term.Term {
	x := a[0]
	return t.AddConst(t.Clz(t.BXor(x, t.AShr(x, t.Const(x.Bits, uint64(x.Bits-1))))), ^uint64(0))
}

// high returns the upper half of a 64-bit word.
func high(t *term.Table, x *term.Term) *term.Term {
	return t.Trunc(t.LShr(x, t.Const(64, 32)), 32)
}

// double returns the 64-bit word with the lower half a[0] and the upper half a[1].
func double(t *term.Table, a []*term.Term) *term.Term {
	return t.Add(t.ZExt(a[0], 64), t.Mul(t.ZExt(a[1], 64), t.Const(64, 1<<32)))
}

// wrapped and clamped return the number of bits of a funnel shift by n: n modulo 32, or n but at most 32.
func wrapped(t *term.Table, n *term.Term) *term.Term {
	return t.ZExt(t.BAnd(n, t.Const(32, 31)), 64)
}

func clamped(t *term.Table, n *term.Term) *term.Term {
	whole := t.Const(32, 32)
	return t.ZExt(t.Ite(t.ULt(n, whole), n, whole), 64)
}

func distance(t *term.Table, isLess *term.Term, a []*term.Term) *term.Term {
	return t.Ite(isLess, t.Sub(a[1], a[0]), t.Sub(a[0], a[1]))
}

// average returns the function (x + y + carry) / 2 without overflow, rounded down.
func average(widen func(*term.Table, *term.Term, int) *term.Term, carry uint64) func(*term.Table, []*term.Term) *term.Term {
	return func(t *term.Table, a []*term.Term) *term.Term {
		sum := t.AddConst(t.Add(widen(t, a[0], 64), widen(t, a[1], 64)), carry)
		return t.Trunc(t.AShr(sum, t.Const(64, 1)), 32)
	}
}

// permute selects four of the eight bytes of two words. It returns nil for a selector whose fourth bit is set, because
// the CUDA guide and PTX differ there.
func permute(t *term.Table, a []*term.Term) *term.Term {
	if !a[2].IsConst() || a[2].K&0x8888 != 0 {
		return nil
	}
	bytes, sum := double(t, a), t.Const(32, 0)
	for i := range 4 {
		from := a[2].K >> (4 * i) & 7
		one := t.BAnd(t.Trunc(t.LShr(bytes, t.Const(64, 8*from)), 32), t.Const(32, 0xff))
		sum = t.BOr(sum, t.Shl(one, t.Const(32, uint64(8*i))))
	}
	return sum
}

// packLanes picks the bits of lanes at which mask is set, and packs them at the low end. If the mask is not known, the
// result is an unknown that is zero exactly if all these bits are zero.
func packLanes(t *term.Table, a []*term.Term) *term.Term {
	mask, lanes := a[0], a[1]
	if !mask.IsConst() {
		in, none := t.BAnd(mask, lanes), t.Const(32, 0)
		return t.Ite(t.Eq(in, none), none, t.OpaqueBounded("packed lanes", 32, 1, 1<<32-1, nil, mask, in))
	}
	packed := slices.Repeat([]*term.Term{t.False}, warp.Size)
	for lane, rank := 0, 0; lane < warp.Size; lane++ {
		if mask.K>>lane&1 != 0 {
			packed[rank] = t.Bit(lanes, lane)
			rank++
		}
	}
	return t.Pack(packed)
}

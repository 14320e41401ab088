package term

import (
	"fmt"
	"testing"
)

// TestSimplifies: equal words or formulas are one term. Proofs by form need this.
func TestSimplifies(t *testing.T) {
	tb := NewTable()
	k := func(n uint64) *Term { return tb.Const(32, n) }
	x, y, i, f, g := tb.Unknown("x", 32, nil), tb.Unknown("y", 32, nil), tb.Var("i", 32, 0, 31, nil), tb.Var("f", 0, 0, 1, nil), tb.Var("g", 0, 0, 1, nil)
	j, below6 := tb.Var("j", 32, 0, 31, nil), tb.Var("j'", 32, 0, 5, nil)
	mask := tb.Pack(append([]*Term{f, g}, tb.Split(tb.Const(30, 9))...))
	chosen := func(c, a, b *Term) *Term { // bit by bit
		return tb.zip(a, b, func(bits ...*Term) *Term { return tb.IteBool(c, bits[0], bits[1]) })
	}
	most := tb.Var("most", 32, 0, 1<<31-1, nil)
	for about, c := range map[string][2]*Term{
		"x + 0": {tb.Add(x, k(0)), x}, "x - x": {tb.Sub(x, x), k(0)}, "x * y": {tb.Mul(x, y), tb.Mul(y, x)}, "x + y - x": {tb.Sub(tb.Add(x, y), x), y},
		"1 * x": {tb.Mul(k(1), x), x}, "0 * x": {tb.Mul(x, k(0)), k(0)}, "2 * (x + y)": {tb.Mul(k(2), tb.Add(x, y)), tb.Add(tb.Mul(x, k(2)), tb.Mul(y, k(2)))},
		"x << 3": {tb.Shl(x, k(3)), tb.Mul(x, k(8))}, "x >> 0": {tb.LShr(x, k(0)), x}, "x & x": {tb.BAnd(x, x), x}, "x & 0": {tb.BAnd(x, k(0)), k(0)},
		"x & ~0": {tb.BAnd(x, k(1<<32-1)), x}, "x | 0": {tb.BOr(x, k(0)), x}, "x | x": {tb.BOr(x, x), x}, "x ^ x": {tb.BXor(x, x), k(0)}, "x ^ 0": {tb.BXor(x, k(0)), x},
		"~~x": {tb.BNot(tb.BNot(x)), x}, "i % 32": {tb.URem(i, k(32)), i}, "i / 32": {tb.UDiv(i, k(32)), k(0)}, "i & 31": {tb.BAnd(i, k(31)), i}, "i >> 5": {tb.LShr(i, k(5)), k(0)},
		"(4 * i) / 4": {tb.UDiv(tb.Mul(i, k(4)), k(4)), i}, "(4 * i) % 4": {tb.URem(tb.Mul(i, k(4)), k(4)), k(0)},
		"(32 * i + j) % 96":              {tb.URem(tb.Add(tb.Mul(i, k(32)), j), k(96)), tb.Add(tb.Mul(tb.URem(i, k(3)), k(32)), j)},
		"(32 * i + j) / 96":              {tb.UDiv(tb.Add(tb.Mul(i, k(32)), j), k(96)), tb.UDiv(i, k(3))},
		"both put together":              {tb.Add(tb.Mul(tb.UDiv(tb.Add(tb.Mul(i, k(32)), j), k(96)), k(96)), tb.URem(tb.Add(tb.Mul(i, k(32)), j), k(96))), tb.Add(tb.Mul(i, k(32)), j)},
		"(12 * i + 2 * j') / 12, j' < 6": {tb.UDiv(tb.Add(tb.Mul(i, k(12)), tb.Mul(below6, k(2))), k(12)), i},
		"(12 * i + 2 * j' + 1) % 12":     {tb.URem(tb.AddConst(tb.Add(tb.Mul(i, k(12)), tb.Mul(below6, k(2))), 1), k(12)), tb.AddConst(tb.Mul(below6, k(2)), 1)},
		"signed i % 32":                  {tb.SRem(i, k(32)), i}, "signed most / 2": {tb.SDiv(most, k(2)), tb.UDiv(most, k(2))}, "signed most % 5": {tb.SRem(most, k(5)), tb.URem(most, k(5))},
		"signed most >> 3": {tb.AShr(most, k(3)), tb.LShr(most, k(3))}, "extended i": {tb.SExt(i, 64), tb.ZExt(i, 64)}, "extended most": {tb.SExt(most, 64), tb.ZExt(most, 64)},
		"truncated extension": {tb.Trunc(tb.ZExt(x, 64), 32), x}, "i + 1 extended": {tb.ZExt(tb.AddConst(i, 1), 64), tb.AddConst(tb.ZExt(i, 64), 1)},
		"most, signed below": {tb.SLt(most, k(9)), tb.ULt(most, k(9))}, "not negative": {tb.SLt(most, k(0)), tb.False},
		"4 * i is 4 * x":                    {tb.Eq(tb.Mul(k(4), i), tb.Mul(k(4), tb.BAnd(x, k(15)))), tb.Eq(i, tb.BAnd(x, k(15)))},
		"extended and equal":                {tb.Eq(tb.Mul(tb.Const(64, 4), tb.SExt(x, 64)), tb.Mul(tb.Const(64, 4), tb.SExt(y, 64))), tb.Eq(x, y)},
		"a choice of constants >> 2":        {tb.LShr(tb.Ite(f, k(12), k(0)), k(2)), tb.Ite(f, k(3), k(0))},
		"4 * x is 4 * y, which wrap around": {tb.Bool(tb.Eq(tb.Mul(k(4), x), tb.Mul(k(4), y)) == tb.Eq(x, y)), tb.False},
		"a member that is known":            {tb.Eq(tb.Ffs(tb.Pack(append([]*Term{f, tb.True}, tb.Split(tb.Const(30, 9))...))), k(3)), tb.False},
		"a choice of one":                   {tb.Ite(f, x, x), x}, "a choice that is made": {tb.Ite(tb.True, x, y), x}, "the other": {tb.Ite(tb.False, x, y), y},
		"a choice turned round": {tb.Ite(tb.Not(f), x, y), tb.Ite(f, y, x)}, "a choice in a choice": {tb.Ite(f, tb.Ite(f, x, y), y), tb.Ite(f, x, y)},
		"not not f": {tb.Not(tb.Not(f)), f}, "f and not f": {tb.And(f, tb.Not(f)), tb.False}, "f or not f": {tb.Or(f, tb.Not(f)), tb.True}, "f and f": {tb.And(f, f), f},
		"f and g": {tb.And(f, g), tb.And(g, f)}, "f or g": {tb.Or(f, g), tb.Or(g, f)}, "f and (f or g)": {tb.And(f, tb.Or(f, g)), f}, "f and (not f or g)": {tb.And(f, tb.Or(tb.Not(f), g)), tb.And(f, g)},
		"f implies f": {tb.Implies(f, f), tb.True}, "f iff f": {tb.Iff(f, f), tb.True}, "f iff not f": {tb.Iff(f, tb.Not(f)), tb.False}, "f given f": {tb.Given(tb.And(f, g), f), g},
		"x == x": {tb.Eq(x, x), tb.True}, "x < x": {tb.ULt(x, x), tb.False}, "signed x < x": {tb.SLt(x, x), tb.False}, "x + 1 == x": {tb.Eq(tb.AddConst(x, 1), x), tb.False},
		"x + 1 == y + 1": {tb.Eq(tb.AddConst(x, 1), tb.AddConst(y, 1)), tb.Eq(x, y)}, "x == y": {tb.Eq(x, y), tb.Eq(y, x)},
		"x and not x below":                   {tb.And(tb.ULt(x, k(5)), tb.Not(tb.ULt(x, k(5)))), tb.False},
		"bit of a mask that is shifted right": {tb.Bit(tb.LShr(k(1<<32-1), x), 3), tb.ULt(x, k(29))},
		"bit of a bit that is shifted":        {tb.Bit(tb.Shl(k(1), i), 3), tb.Eq(i, k(3))}, "bit of bits": {tb.Bit(tb.Pack(tb.Split(x)), 7), tb.Bit(x, 7)}, "bits": {tb.Pack(tb.Split(x)), x},
		"bit of and": {tb.Bit(tb.BAnd(x, y), 7), tb.And(tb.Bit(x, 7), tb.Bit(y, 7))}, "bit of not": {tb.Bit(tb.BNot(x), 7), tb.Not(tb.Bit(x, 7))},
		"reversed twice": {tb.Brev(tb.Brev(x)), x}, "3 * x == 9": {tb.Replace(tb.Eq(tb.Mul(x, k(3)), tb.Mul(y, k(3))), []*Term{y}, []*Term{k(3)}), tb.Eq(x, k(3))},
		"x, shifted by i + 1": {tb.LShr(x, tb.AddConst(i, 1)), tb.LShr(tb.LShr(x, i), k(1))}, "signed, shifted by i + 1": {tb.AShr(x, tb.AddConst(i, 1)), tb.AShr(tb.AShr(x, i), k(1))},
		"a member of x": {tb.Select(x, tb.Fns(x, y, k(3)).Args[1]), tb.Not(tb.Eq(x, k(0)))}, "x without low bits where there are none": {tb.Ite(tb.Eq(tb.BAnd(x, k(7)), k(0)), x, y), tb.Ite(tb.Eq(tb.BAnd(x, k(7)), k(0)), tb.BAnd(x, k(1<<32-8)), y)},
		"2 to the i + 1": {tb.Shl(x, tb.AddConst(i, 1)), tb.Shl(tb.Shl(x, i), k(1))}, "a choice of four, compared": {tb.Eq(tb.Ite(f, tb.Ite(g, k(1), k(2)), tb.Ite(g, k(3), k(4))), k(3)), tb.And(tb.Not(f), g)},
		"x & a mask": {tb.BAnd(x, mask), tb.zip(x, mask, tb.And)}, "a mask or x": {tb.Ite(g, mask, x), chosen(g, mask, x)}, "x or a mask": {tb.Ite(g, x, mask), chosen(g, x, mask)},
		"(32 * x + 5) ^ 3":           {tb.BXor(tb.AddConst(tb.Mul(x, k(32)), 5), k(3)), tb.AddConst(tb.Mul(x, k(32)), 6)},
		"(32 * x + 5) ^ 67":          {tb.BXor(tb.AddConst(tb.Mul(x, k(32)), 5), k(67)), tb.AddConst(tb.BXor(tb.Mul(x, k(32)), k(64)), 6)},
		"a constant sum of a choice": {tb.AddConst(tb.Ite(f, k(3), k(5)), 1), tb.Ite(f, k(4), k(6))},
	} {
		if c[0] != c[1] {
			t.Errorf("%s is %v and not %v", about, c[0], c[1])
		}
	}
}

// TestFolds: operators of constants give constants, and comparisons of words are decided if their ranges decide them.
func TestFolds(t *testing.T) {
	edges := []uint64{0, 1, 5, 31, 1<<31 - 1, 1 << 31, 1<<31 + 1, 1<<32 - 1}
	tb := NewTable()
	for name, o := range ofTwo {
		for _, a := range edges {
			for _, b := range edges {
				isShift := name == "shl" || name == "lshr" || name == "ashr"
				isDivision := name == "udiv" || name == "urem" || name == "sdiv" || name == "srem"
				if isShift && b > 31 || isDivision && b == 0 {
					continue
				}
				if built := o.build(tb, tb.Const(32, a), tb.Const(32, b)); !built.IsConst() && !built.IsTrue() && !built.IsFalse() {
					t.Errorf("%s of %#x and %#x is %v", name, a, b, built)
				}
			}
		}
	}
	var words []*Term
	for i, lo := range edges {
		for _, hi := range edges[i:] {
			words = append(words, tb.Var(fmt.Sprintf("%#x to %#x", lo, hi), 32, lo, hi, nil))
		}
	}
	for _, x := range words {
		for _, k := range edges {
			if f := tb.Eq(x, tb.Const(32, k)); f.IsFalse() != (k < x.Lo || k > x.Hi) {
				t.Errorf("[%#x, %#x] == %#x is %v", x.Lo, x.Hi, k, f)
			}
		}
		for _, y := range words {
			if x == y {
				continue
			}
			if f := tb.ULt(x, y); f.IsTrue() != (x.Hi < y.Lo) || f.IsFalse() != (x.Lo >= y.Hi) {
				t.Errorf("[%#x, %#x] < [%#x, %#x] is %v", x.Lo, x.Hi, y.Lo, y.Hi, f)
			}
			low, high := Signed(y.Lo, 32), Signed(y.Hi, 32)
			if first, last := Signed(x.Lo, 32), Signed(x.Hi, 32); first <= last && low <= high && (first >= 0 || low >= 0) { // two negative ones are compared as they are
				if f := tb.SLt(x, y); f.IsTrue() != (last < low) || f.IsFalse() != (first >= high) {
					t.Errorf("[%d, %d] < [%d, %d] is %v", first, last, low, high, f)
				}
			}
		}
	}
}

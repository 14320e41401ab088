package term

import (
	"fmt"
	"math/bits"
	"testing"
)

// edges are words at which operators and comparisons change their behaviour.
var edges = []uint64{0, 1, 2, 3, 15, 16, 31, 32, 33, 63, 64, 1<<31 - 1, 1 << 31, 1<<31 + 1, 1<<32 - 2, 1<<32 - 1}

// ofOne are the operators of one word, with the values that they compute.
var ofOne = map[string]struct {
	build func(t *Table, x *Term) *Term
	value func(a uint64) uint64
}{
	"not":     {(*Table).BNot, func(a uint64) uint64 { return ^a & ones(32) }},
	"popc":    {(*Table).Popc, func(a uint64) uint64 { return uint64(bits.OnesCount32(uint32(a))) }},
	"clz":     {(*Table).Clz, func(a uint64) uint64 { return uint64(bits.LeadingZeros32(uint32(a))) }},
	"brev":    {(*Table).Brev, func(a uint64) uint64 { return uint64(bits.Reverse32(uint32(a))) }},
	"ffs":     {(*Table).Ffs, func(a uint64) uint64 { return uint64(bits.TrailingZeros32(uint32(a))+1) % 33 }},
	"low 16":  {func(t *Table, x *Term) *Term { return t.ZExt(t.Trunc(x, 16), 32) }, func(a uint64) uint64 { return a & 0xffff }},
	"short":   {func(t *Table, x *Term) *Term { return t.SExt(t.Trunc(x, 16), 32) }, func(a uint64) uint64 { return uint64(uint32(int16(a))) }},
	"and 48":  {func(t *Table, x *Term) *Term { return t.BAnd(x, t.Const(32, 48)) }, func(a uint64) uint64 { return a & 48 }},
	"1 <<":    {func(t *Table, x *Term) *Term { return t.Shl(t.Const(32, 1), x) }, func(a uint64) uint64 { return uint64(uint32(1 << a)) }},
	"lowest":  {func(t *Table, x *Term) *Term { return t.BAnd(x, t.Sub(t.Const(32, 0), x)) }, func(a uint64) uint64 { return a & -a }},
	"without": {func(t *Table, x *Term) *Term { return t.BAnd(x, t.AddConst(x, ones(32))) }, func(a uint64) uint64 { return a & (a - 1) & ones(32) }},
}

// TestComparedWithConstants: a comparison of a computed word with a constant is true exactly if the word's value
// compares so. Most simplifications of a kernel's conditions are of such comparisons.
func TestComparedWithConstants(t *testing.T) {
	tb := NewTable()
	x := tb.Unknown("x", 32, nil)
	check := func(name string, built *Term, value func(a uint64) uint64) {
		for _, k := range edges {
			c := tb.Const(32, k)
			for about, f := range map[string]struct {
				built *Term
				holds func(v uint64) bool
			}{
				"==":       {tb.Eq(built, c), func(v uint64) bool { return v == k }},
				"<":        {tb.ULt(built, c), func(v uint64) bool { return v < k }},
				">":        {tb.ULt(c, built), func(v uint64) bool { return v > k }},
				"signed <": {tb.SLt(built, c), func(v uint64) bool { return int32(v) < int32(k) }},
				"signed >": {tb.SLt(c, built), func(v uint64) bool { return int32(v) > int32(k) }},
			} {
				for _, a := range edges {
					if v := value(a); NewEvaluator(Model{x: a}).Holds(f.built) != f.holds(v) {
						t.Fatalf("%s of %#x is %#x, and %s %#x is taken to be %t: %v", name, a, v, about, k, !f.holds(v), f.built)
					}
				}
			}
		}
	}
	for name, o := range ofOne {
		check(name, o.build(tb, x), o.value)
	}
	for name, o := range ofTwo {
		for _, k := range edges {
			if c := tb.Const(32, k); o.build(tb, x, c).Bits > 0 {
				check(fmt.Sprintf("%s with %#x behind it", name, k), o.build(tb, x, c), func(a uint64) uint64 { return o.value(a, k) })
				check(fmt.Sprintf("%s with %#x before it", name, k), o.build(tb, c, x), func(a uint64) uint64 { return o.value(k, a) })
			}
		}
	}
}

// TestOneForm: equal expressions that are written differently have one form. Verdicts compare terms by identity: only
// with one form can they see that two lanes pass one mask, and that all named lanes arrive.
func TestOneForm(t *testing.T) {
	tb := NewTable()
	c := func(v uint64) *Term { return tb.Const(32, v) }
	x, y := tb.Unknown("x", 32, nil), tb.Unknown("y", 32, nil)
	p, q, r, g := tb.Unknown("p", 0, nil), tb.Unknown("q", 0, nil), tb.Unknown("r", 0, nil), tb.Unknown("g", 0, nil)
	both := tb.And(p, q)
	mask := func(f *Term) *Term { return tb.Pack([]*Term{f, g}) }
	unlike := tb.Or(tb.And(p, tb.Not(q)), tb.And(tb.Not(p), q))
	for name, forms := range map[string][]*Term{
		"all or not all":               {tb.Or(tb.And(g, tb.Not(both)), tb.And(g, p, q)), g},
		"not both, or one":             {tb.Or(tb.Not(both), p), tb.True},
		"not both, or both and more":   {tb.Or(tb.Not(both), tb.And(p, q, r)), tb.Or(tb.Not(both), r)},
		"complement of unlike":         {tb.Bit(tb.BNot(mask(unlike)), 0), tb.Or(both, tb.And(tb.Not(p), tb.Not(q)))},
		"complement twice":             {tb.BNot(tb.BNot(mask(both))), mask(both)},
		"the highest bit":              {tb.Eq(tb.LShr(x, c(31)), c(1)), tb.Bit(x, 31)},
		"not the highest bit":          {tb.Eq(tb.LShr(x, c(31)), c(0)), tb.Not(tb.Bit(x, 31))},
		"a negative number":            {tb.SLt(x, c(0)), tb.Bit(x, 31)},
		"one bit":                      {tb.Eq(tb.BAnd(x, c(8)), c(8)), tb.Bit(x, 3)},
		"not one bit":                  {tb.Eq(tb.BAnd(x, c(8)), c(0)), tb.Not(tb.Bit(x, 3))},
		"all bits are counted":         {tb.Eq(tb.Popc(x), c(32)), tb.Eq(x, c(ones(32)))},
		"no bit is counted":            {tb.Eq(tb.Popc(x), c(0)), tb.Eq(x, c(0))},
		"the one bit of a number":      {tb.Eq(tb.Shl(c(1), y), c(8)), tb.Eq(y, c(3))},
		"a part of what was extended":  {tb.Trunc(tb.SExt(x, 64), 16), tb.Trunc(tb.ZExt(x, 64), 16), tb.Trunc(x, 16)},
		"what was extended":            {tb.Trunc(tb.SExt(x, 64), 32), tb.Trunc(tb.ZExt(x, 64), 32), x},
		"less extended":                {tb.Trunc(tb.SExt(x, 64), 48), tb.SExt(x, 48)},
		"less extended, without signs": {tb.Trunc(tb.ZExt(x, 64), 48), tb.ZExt(x, 48)},
		"a sum from both sides":        {tb.Sub(tb.Add(x, y), y), x},
		"a difference that is none":    {tb.Eq(tb.Sub(x, y), c(0)), tb.Eq(x, y)},
		"what both add":                {tb.Eq(tb.Add(x, c(7)), tb.Add(y, c(7))), tb.Eq(x, y)},
		"a choice of equals":           {tb.Ite(p, x, x), x},
		"a choice the other way":       {tb.Ite(tb.Not(p), x, y), tb.Ite(p, y, x)},
		"a choice within its side":     {tb.Ite(p, tb.Ite(p, x, y), y), tb.Ite(p, x, y)},
		"which was chosen":             {tb.Eq(tb.Ite(p, c(1), c(0)), c(1)), p},
		"which was not chosen":         {tb.Eq(tb.Ite(p, c(1), c(0)), c(0)), tb.Not(p)},
		"absorbed":                     {tb.Or(p, tb.And(p, q)), tb.And(p, tb.Or(p, q)), p},
		"a part that is known":         {tb.And(p, tb.Or(tb.Not(p), q)), tb.And(p, q)},
		"either way":                   {tb.Or(tb.And(p, q), tb.And(tb.Not(p), q)), q},
	} {
		for _, form := range forms[1:] {
			if form != forms[0] {
				t.Errorf("%s: %v and %v", name, forms[0], form)
			}
		}
	}
}

// TestMembersAreOfPositions: a bit at a position that is computed from an end of a mask, and is no end itself, has the
// right value.
func TestMembersAreOfPositions(t *testing.T) {
	tb := NewTable()
	m := tb.Unknown("m", 32, nil)
	one, first := tb.Const(32, 1), tb.AddConst(tb.Ffs(m), ones(32))
	for _, position := range []*Term{first, tb.Popc(first), tb.Brev(first), tb.Clz(first), tb.Ffs(first), tb.BNot(first), tb.Ffs(m), tb.Clz(m),
		tb.Sub(tb.Const(32, 31), tb.Clz(m)), tb.Sub(tb.Const(32, 31), tb.Ffs(m)), tb.AddConst(tb.Clz(m), ones(32)),
		tb.AddConst(tb.Mul(tb.Ffs(m), tb.Const(32, 3)), ones(32)), tb.ZExt(tb.Trunc(first, 8), 32)} {
		member := tb.BAnd(tb.Shl(one, position), m)
		rest := tb.BXor(m, tb.Shl(one, position))
		for _, v := range []uint64{0, 1, 2, 3, 6, 0x80, 1 << 31, 0x80000001, 0xfffffffe, ones(32)} {
			e := NewEvaluator(Model{m: v})
			bit := uint64(uint32(1 << e.Value(position)))
			if got := e.Value(member); got != bit&v {
				t.Errorf("the bit %#x of %#x at %v is %#x", bit, v, position, got)
			}
			if got := e.Value(rest); got != bit^v {
				t.Errorf("%#x but for the bit %#x at %v is %#x", v, bit, position, got)
			}
			if holds := e.Holds(tb.Eq(member, tb.Const(32, 0))); holds != (bit&v == 0) {
				t.Errorf("no bit of %#x at %v: %t", v, position, holds)
			}
		}
	}
}

package term

import (
	"fmt"
	"testing"
)

// ofTwo are the operators of two words, with the values that they compute.
var ofTwo = map[string]struct {
	build func(t *Table, x, y *Term) *Term
	value func(a, b uint64) uint64
}{
	"add":      {(*Table).Add, func(a, b uint64) uint64 { return uint64(uint32(a + b)) }},
	"subtract": {(*Table).Sub, func(a, b uint64) uint64 { return uint64(uint32(a - b)) }},
	"multiply": {(*Table).Mul, func(a, b uint64) uint64 { return uint64(uint32(a * b)) }},
	"udiv":     {(*Table).UDiv, func(a, b uint64) uint64 { return divideWords(UDiv, a, b, 32) & ones(32) }},
	"urem":     {(*Table).URem, func(a, b uint64) uint64 { return divideWords(URem, a, b, 32) & ones(32) }},
	"sdiv":     {(*Table).SDiv, func(a, b uint64) uint64 { return divideWords(SDiv, a, b, 32) & ones(32) }},
	"srem":     {(*Table).SRem, func(a, b uint64) uint64 { return divideWords(SRem, a, b, 32) & ones(32) }},
	"and":      {(*Table).BAnd, func(a, b uint64) uint64 { return a & b }},
	"or":       {(*Table).BOr, func(a, b uint64) uint64 { return a | b }},
	"xor":      {(*Table).BXor, func(a, b uint64) uint64 { return a ^ b }},
	"shl":      {(*Table).Shl, func(a, b uint64) uint64 { return uint64(uint32(a << b)) }},
	"lshr":     {(*Table).LShr, func(a, b uint64) uint64 { return a >> b }},
	"ashr":     {(*Table).AShr, func(a, b uint64) uint64 { return uint64(uint32(Signed(a, 32) >> min(b, 63))) }},
	"ult":      {(*Table).ULt, func(a, b uint64) uint64 { return truth(a < b) }},
	"slt":      {(*Table).SLt, func(a, b uint64) uint64 { return truth(Signed(a, 32) < Signed(b, 32)) }},
	"eq":       {(*Table).Eq, func(a, b uint64) uint64 { return truth(a == b) }},
}

// TestEdges: operators on words with known ranges are right at the ends of the ranges, where words become negative or
// wrap around.
func TestEdges(t *testing.T) {
	edges := []uint64{0, 1, 31, 32, 1<<31 - 1, 1 << 31, 1<<31 + 1, 1<<32 - 1}
	table := NewTable()
	var words []*Term
	for i, lo := range edges {
		for _, hi := range edges[i:] {
			words = append(words, table.Var(fmt.Sprintf("%#x to %#x", lo, hi), 32, lo, hi, nil))
		}
	}
	for name, o := range ofTwo {
		for _, x := range words {
			for _, y := range words {
				built := o.build(table, x, y)
				for _, a := range []uint64{x.Lo, x.Hi} {
					for _, b := range []uint64{y.Lo, y.Hi} {
						if x == y && a != b {
							continue
						}
						got, want := NewEvaluator(Model{x: a, y: b}).Value(built), o.value(a, b)
						if got != want || built.Bits > 0 && (want < built.Lo || want > built.Hi || want&(1<<uint(built.Zeros)-1) != 0) {
							t.Fatalf("%s of %#x in [%#x, %#x] and %#x in [%#x, %#x]: %v = %#x, want %#x",
								name, a, x.Lo, x.Hi, b, y.Lo, y.Hi, built, got, want)
						}
					}
				}
			}
		}
	}
}

// TestEndsAreOfAWholeMask: a position modulo another number than 32, or counted from another bit, is no end of a mask.
func TestEndsAreOfAWholeMask(t *testing.T) {
	tb := NewTable()
	m, other := tb.Unknown("m", 32, nil), tb.Unknown("other", 32, nil)
	first, behindFirst := tb.AddConst(tb.Ffs(m), ^uint64(0)), tb.Sub(tb.Const(32, 31), tb.Ffs(m))
	modulo := tb.Const(32, 31)
	for _, at := range []*Term{tb.BAnd(first, other), tb.BAnd(first, tb.AddConst(other, 31)), tb.BAnd(first, tb.Const(32, 15)),
		tb.BAnd(first, tb.Const(32, 63)), tb.BAnd(behindFirst, modulo), tb.BAnd(tb.Popc(m), modulo), tb.BAnd(tb.Ffs(m), modulo)} {
		member := tb.Select(m, at)
		for _, v := range []uint64{1, 1 << 8, 1 << 31} {
			for _, o := range []uint64{0, 1, ones(32) - 30} {
				e := NewEvaluator(Model{m: v, other: o})
				position := e.Value(at)
				if want := position < 32 && v>>position&1 == 1; e.Holds(member) != want {
					t.Errorf("bit %d of %#x at %v: %t", position, v, at, !want)
				}
			}
		}
	}
}

// TestTiesAreOfAnOrder: a choice by a condition with an equality in it is a choice by order only if the condition also
// has an order.
func TestTiesAreOfAnOrder(t *testing.T) {
	tb := NewTable()
	a, b, x, y := tb.Unknown("a", 32, nil), tb.Unknown("b", 32, nil), tb.Unknown("x", 32, nil), tb.Unknown("y", 32, nil)
	early := tb.Unknown("early", 0, nil)
	equal := tb.Eq(a, b)
	late := tb.Unknown("late", 0, nil)
	for _, beside := range []*Term{early, late, tb.Not(late), tb.ULt(a, b), tb.SLt(b, a), tb.ULt(a, x), tb.Eq(a, x), tb.Eq(x, y)} {
		for _, tie := range []*Term{equal, tb.And(equal, late), tb.And(tb.Eq(b, x), early)} {
			for _, c := range []*Term{tb.Or(beside, tie), tb.And(tb.Not(beside), tb.Not(tie)), tb.And(tb.Or(beside, late), tb.Not(tie)),
				tb.Or(tb.Not(beside), tb.Not(tie))} {
				choice := tb.Ite(c, x, y)
				for n := range uint64(3 * 3 * 3 * 4) {
					e := NewEvaluator(Model{a: n % 3, b: n / 3 % 3, x: n / 9 % 3, y: 7, early: n / 27 % 2, late: n / 54})
					want := e.Value(y)
					if e.Holds(c) {
						want = e.Value(x)
					}
					if got := e.Value(choice); got != want {
						t.Fatalf("%v: %v is %d, want %d", c, choice, got, want)
					}
				}
			}
		}
	}
}

// TestDivisionByZero: the evaluator divides by zero as the solver does.
func TestDivisionByZero(t *testing.T) {
	tb := NewTable()
	x, y := tb.Unknown("x", 32, nil), tb.Unknown("y", 32, nil)
	for _, v := range []uint64{0, 5, 1 << 31, ones(32)} {
		e := NewEvaluator(Model{x: v, y: 0})
		quotient := ones(32)
		if v>>31 == 1 {
			quotient = 1
		}
		for about, c := range map[string]struct {
			built *Term
			want  uint64
		}{
			"/": {tb.UDiv(x, y), ones(32)}, "%": {tb.URem(x, y), v}, "signed /": {tb.SDiv(x, y), quotient}, "signed %": {tb.SRem(x, y), v},
		} {
			if got := e.Value(c.built); got != c.want {
				t.Errorf("%#x %s 0 is %#x, want %#x", v, about, got, c.want)
			}
		}
	}
}

// TestNothingIsCutOffThatCarries: the low bits of a sum are dropped only if they cannot carry for any values of its
// terms.
func TestNothingIsCutOffThatCarries(t *testing.T) {
	tb := NewTable()
	k := func(n uint64) *Term { return tb.Const(64, n) }
	a, b := tb.Var("a", 64, 0, 1<<30, nil), tb.Unknown("b", 64, nil)
	wide := tb.Add(tb.Mul(b, k(1<<40)), tb.Mul(a, k(1<<36)))
	row := tb.Add(tb.Mul(b, k(32)), tb.BAnd(a, k(31)))
	behind, next := tb.AddConst(b, 5), tb.Var("a + 1", 64, 1, 1<<30, nil)
	for about, c := range map[string]struct {
		built *Term
		want  func(a, b uint64) uint64
	}{
		"high bits":          {tb.BAnd(wide, k(^uint64(1<<40-1))), func(a, b uint64) uint64 { return (b<<40 + a<<36) &^ (1<<40 - 1) }},
		"shifted":            {tb.LShr(wide, k(40)), func(a, b uint64) uint64 { return (b<<40 + a<<36) >> 40 }},
		"shifted by a sum":   {tb.AShr(row, behind), func(a, b uint64) uint64 { return uint64(int64(b*32+a&31) >> min(b+5, 63)) }},
		"less":               {tb.Ite(tb.ULt(tb.AddConst(tb.Mul(next, k(64)), ^uint64(31)), k(48)), k(1), k(0)), func(a, b uint64) uint64 { return truth((a+1)*64-32 < 48) }},
		"quotient by 3 * 32": {tb.UDiv(row, k(96)), func(a, b uint64) uint64 { return (b*32 + a&31) / 96 }},
	} {
		for _, x := range []uint64{0, 17, 1 << 20, 1<<30 - 1} {
			for _, y := range []uint64{0, 1, 1 << 22, ones(64) - 4, ones(64) - 2, 1 << 62} {
				if got, want := NewEvaluator(Model{a: x, b: y, next: x + 1}).Value(c.built), c.want(x, y); got != want {
					t.Errorf("%s of a = %#x, b = %#x is %#x, want %#x", about, x, y, got, want)
				}
			}
		}
	}
}

// TestQuotients: the comparison of a quotient by a constant equals the comparison of its dividend, for all values of
// both sides.
func TestQuotients(t *testing.T) {
	table := NewTable()
	const bits = 8
	x := table.Unknown("x", bits, nil)
	for _, by := range []uint64{2, 3, 7, 100, 127} {
		quotient := table.SDiv(x, table.Const(bits, by))
		for k := range uint64(1 << bits) {
			constant := table.Const(bits, k)
			below, above := table.SLt(quotient, constant), table.SLt(constant, quotient)
			for v := range uint64(1 << bits) {
				e := NewEvaluator(Model{x: v})
				q, bound := Signed(v, bits)/int64(by), Signed(k, bits)
				if e.Holds(below) != (q < bound) || e.Holds(above) != (bound < q) {
					t.Fatalf("%d / %d = %d and %d: %v, %v", Signed(v, bits), by, q, bound, below, above)
				}
			}
		}
	}
	if got, want := table.SLt(table.Const(bits, 0), table.SDiv(x, table.Const(bits, 2))), table.SLt(table.Const(bits, 1), x); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

package disjoint

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// TestMultiples: accesses to ints whose indices are multiples of an unknown power of two, by themselves or by their
// conditions. A row says whether they are proved disjoint. A proof must hold for all thread numbers below 16 and powers
// of up to 8.
func TestMultiples(t *testing.T) {
	tb := term.NewTable()
	unknown := func(name string, to uint64) *term.Term { return tb.Var(name, 32, 0, to, nil) }
	u, v, k, n := unknown("u", 15), unknown("v", 15), unknown("k", 3), unknown("n", 31)
	wide := tb.Shl(tb.Const(32, 1), n)
	s := tb.Shl(tb.Const(32, 1), k)
	twice := tb.Mul(tb.Const(32, 2), s)
	isMultiple := func(x, of *term.Term) *term.Term { return tb.Eq(tb.URem(x, of), tb.Const(32, 0)) }
	less, multiples := tb.ULt(u, v), tb.And(isMultiple(u, twice), isMultiple(v, twice))
	twiceWide := tb.Mul(tb.Const(32, 2), wide)
	ofWide := tb.And(isMultiple(u, twiceWide), isMultiple(v, twiceWide))
	for _, c := range []struct {
		about  string
		x, y   *term.Term
		given  *term.Term
		proved bool
	}{
		{"every 2s-th cell, and s further", tb.Mul(twice, u), tb.Add(tb.Mul(twice, v), s), tb.True, true},
		{"every 2s-th cell of two threads", tb.Mul(twice, u), tb.Mul(twice, v), less, true},
		{"every 2s-th cell of any threads", tb.Mul(twice, u), tb.Mul(twice, v), tb.True, false},
		{"every s-th cell, and s further", tb.Mul(s, u), tb.Add(tb.Mul(s, v), s), tb.ULt(v, u), false},
		{"threads of multiples", u, tb.Add(v, s), multiples, true},
		{"threads of which one is a multiple", u, tb.Add(v, s), isMultiple(u, twice), false},
		{"threads of smaller multiples", u, tb.Add(v, s), tb.And(isMultiple(u, s), isMultiple(v, s)), false},
		{"multiples of what may wrap around", u, tb.Add(v, wide), ofWide, false},
		{"multiples of what may not", u, tb.Add(v, wide), tb.And(ofWide, tb.ULt(wide, tb.Const(32, 8))), true},
		{"2s further", u, tb.Add(v, twice), multiples, false},
	} {
		address := func(x *term.Term) *term.Term { return tb.Mul(tb.ZExt(x, 64), tb.Const(64, 4)) }
		q := Question{X: address(c.x), Y: address(c.y), SizeX: 4, SizeY: 4, Size: 4 * 512, Here: c.given, There: tb.True}
		meet := false
		eachModel([]*term.Term{u, v, k, n}, term.Model{}, func(m term.Model) {
			e := term.NewEvaluator(m)
			meet = meet || e.Holds(q.Here) && e.Value(q.X) == e.Value(q.Y)
		})
		if got := New(tb).areApartByMultiples(q) || New(tb).areApart(q, false, fewEliminations); got != c.proved || got && meet {
			t.Errorf("%s: said to be disjoint: %t, they meet: %t", c.about, got, meet)
		}
	}
}

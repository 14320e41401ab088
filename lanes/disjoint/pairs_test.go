package disjoint

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// TestPairs: two accesses to ints, at indices that two lanes compute from i and j. They are proved disjoint exactly if
// they are disjoint for all i and j below 32.
func TestPairs(t *testing.T) {
	const most, size = 31, 4 * 256
	tb := term.NewTable()
	i, j := tb.Var("i", 32, 0, most, nil), tb.Var("j", 32, 0, most, nil)
	k := func(n int) *term.Term { return tb.Const(32, uint64(n)) }
	plus := func(x *term.Term, n int) *term.Term { return tb.AddConst(x, uint64(n)) }
	times := func(x *term.Term, n int) *term.Term { return tb.Mul(x, k(n)) }
	all := tb.True
	below := func(x *term.Term, n int) *term.Term { return tb.ULt(x, k(n)) }
	for _, c := range []struct {
		about      string
		x, y       *term.Term
		here, with *term.Term
	}{
		{"even and odd", times(i, 2), plus(times(j, 2), 1), all, all},
		{"even and even", times(i, 2), times(j, 2), all, all},
		{"a stride and a row", times(i, 33), plus(times(j, 33), 5), all, all},
		{"strides of one divisor", times(i, 6), plus(times(j, 4), 1), all, all},
		{"strides without one", times(i, 3), plus(times(j, 4), 1), all, all},
		{"rows behind each other", i, plus(j, 32), all, all},
		{"rows that overlap by one", i, plus(j, 31), all, all},
		{"lower and upper half", i, j, below(i, 16), tb.Not(below(j, 16))},
		{"lower half and one more", i, j, below(i, 17), tb.Not(below(j, 16))},
		{"less", i, j, tb.ULt(i, j), all},
		{"not less", i, j, tb.Not(tb.ULt(i, j)), all},
		{"signed less", i, j, tb.SLt(i, j), all},
		{"not signed less", i, j, tb.Not(tb.SLt(i, j)), all},
		{"equal", i, j, tb.Eq(i, j), all},
		{"behind by less", i, plus(j, 4), tb.ULt(i, plus(j, 4)), all},
		{"remainders of one word", tb.URem(i, k(8)), plus(tb.URem(j, k(8)), 8), all, all},
		{"remainders that meet", tb.URem(i, k(8)), plus(tb.URem(j, k(8)), 7), all, all},
		{"the low bits", tb.BAnd(i, k(7)), plus(tb.BAnd(j, k(7)), 8), all, all},
		{"the low bits that meet", tb.BAnd(i, k(7)), plus(tb.BAnd(j, k(7)), 7), all, all},
		{"two bits that are no low ones", tb.BAnd(i, k(5)), plus(tb.BAnd(j, k(5)), 6), all, all},
		{"two bits that meet", tb.BAnd(i, k(5)), plus(tb.BAnd(j, k(5)), 5), all, all},
		{"bits that are taken for a remainder", tb.BAnd(i, k(5)), plus(tb.Sub(i, times(tb.LShr(i, k(1)), 6)), 4), all, all},
		{"the rest of a division", tb.Sub(i, times(tb.UDiv(i, k(8)), 8)), plus(tb.URem(i, k(8)), 1), all, all},
		{"rows that are not padded", plus(times(tb.UDiv(i, k(8)), 8), 8), tb.Add(times(tb.UDiv(j, k(8)), 8), tb.URem(j, k(8))), all, all},
		{"quotients", tb.UDiv(i, k(4)), plus(tb.UDiv(j, k(4)), 8), all, all},
		{"quotients that meet", tb.UDiv(i, k(4)), plus(tb.UDiv(j, k(4)), 7), all, all},
		{"shifted", tb.LShr(i, k(2)), plus(tb.LShr(j, k(2)), 8), all, all},
		{"shifted that meet", tb.LShr(i, k(2)), plus(tb.LShr(j, k(2)), 7), all, all},
		{"a choice", tb.Ite(below(i, 9), k(3), k(5)), plus(j, 6), all, all},
		{"a choice that meets", tb.Ite(below(i, 9), k(3), k(6)), plus(j, 6), all, all},
		{"both", i, i, below(i, 4), tb.Not(below(i, 3))},
	} {
		address := func(x *term.Term) *term.Term { return tb.Mul(tb.ZExt(x, 64), tb.Const(64, 4)) }
		q := Question{X: address(c.x), Y: address(c.y), SizeX: 4, SizeY: 4, Size: size, Here: c.here, There: c.with}
		meet := false
		for n := range uint64((most + 1) * (most + 1)) {
			e := term.NewEvaluator(term.Model{i: n % (most + 1), j: n / (most + 1)})
			meet = meet || e.Holds(q.Here) && e.Holds(q.There) && e.Value(q.X) == e.Value(q.Y)
		}
		s := New(tb)
		if got := s.areApartByStride(q, false) || s.AreDisjoint(q); got == meet {
			t.Errorf("%s: said to be disjoint: %t, they meet: %t", c.about, got, meet)
		}
	}
}

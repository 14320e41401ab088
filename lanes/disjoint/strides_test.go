package disjoint

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// TestStrides: accesses to ints at i + n*a and j + n*b, or with constants in place of n. A proof that they are disjoint
// must hold for all i and j below four, a and b below three, and n from one to four. With a bound on the unknowns,
// disjoint accesses must be proved.
func TestStrides(t *testing.T) {
	tb := term.NewTable()
	unknown := func(name string, from, to uint64) *term.Term { return tb.Var(name, 32, from, to, nil) }
	i, j, a, b, n := unknown("i", 0, 3), unknown("j", 0, 3), unknown("a", 0, 2), unknown("b", 0, 2), unknown("n", 1, 4)
	unknowns := []*term.Term{i, j, a, b, n}
	all := tb.True
	less := tb.ULt(i, j)
	bounded := tb.And(less, tb.ULt(j, n))
	at := func(i, stride, a *term.Term, more uint64) *term.Term {
		return tb.AddConst(tb.Add(i, tb.Mul(stride, a)), more)
	}
	four, three, five := tb.Const(32, 4), tb.Const(32, 3), tb.Const(32, 5)
	for _, c := range []struct {
		about string
		x, y  *term.Term
		given *term.Term
	}{
		{"a stride as large as the row", at(i, four, a, 0), at(j, four, b, 0), less},
		{"the other order", at(j, four, a, 0), at(i, four, b, 0), less},
		{"any order", at(i, four, a, 0), at(j, four, b, 0), all},
		{"a stride that is too small", at(i, three, a, 0), at(j, three, b, 0), less},
		{"the next row", at(i, four, a, 4), at(j, four, b, 0), less},
		{"two rows on, and one further", at(i, five, a, 0), at(j, five, b, 11), less},
		{"one on", at(i, four, a, 1), at(j, four, b, 0), less},
		{"one on in a larger stride", at(i, five, a, 0), at(j, five, b, 1), less},
		{"an unknown stride", at(i, n, a, 0), at(j, n, b, 0), bounded},
		{"an unknown stride in the other order", at(j, n, a, 0), at(i, n, b, 0), bounded},
		{"an unknown stride without a bound", at(i, n, a, 0), at(j, n, b, 0), less},
		{"the next row of an unknown stride", at(i, n, a, 0), tb.Add(at(j, n, b, 0), n), bounded},
		{"an unknown stride and a constant", at(i, n, a, 0), at(j, n, b, 1), bounded},
		{"two unknown strides", at(i, n, a, 0), at(j, tb.AddConst(n, 1), b, 0), bounded},
	} {
		address := func(x *term.Term) *term.Term { return tb.Mul(tb.ZExt(x, 64), tb.Const(64, 4)) }
		q := Question{X: address(c.x), Y: address(c.y), SizeX: 4, SizeY: 4, Size: 4 * 256, Here: c.given, There: all}
		meet := false
		eachModel(unknowns, term.Model{}, func(m term.Model) {
			e := term.NewEvaluator(m)
			meet = meet || e.Holds(q.Here) && e.Value(q.X) == e.Value(q.Y)
		})
		if got := New(tb).AreDisjoint(q); got && meet || !got && !meet && c.given != all {
			t.Errorf("%s: said to be disjoint: %t, they meet: %t", c.about, got, meet)
		}
	}
}

// eachModel calls see with all values of the unknowns.
func eachModel(unknowns []*term.Term, m term.Model, see func(term.Model)) {
	if len(unknowns) == 0 {
		see(m)
		return
	}
	x := unknowns[0]
	for v := x.Lo; v <= x.Hi; v++ {
		m[x] = v
		eachModel(unknowns[1:], m, see)
	}
}

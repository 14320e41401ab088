package prove

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// TestEquality: only a formula that makes two words equal, whatever they are, counts as an equality.
func TestEquality(t *testing.T) {
	tb := term.NewTable()
	u, v := tb.Unknown("u", 32, nil), tb.Unknown("v", 32, nil)
	p, q := tb.Unknown("p", 0, nil), tb.Unknown("q", 0, nil)
	zero := word(tb, 0)
	times := func(k uint64) *term.Term { return tb.Sub(tb.Mul(u, word(tb, k)), tb.Mul(v, word(tb, k))) }
	for name, c := range map[string]struct {
		formula *term.Term
		is      bool
	}{
		"words":                   {tb.Eq(u, v), true},
		"a difference of nothing": {tb.Eq(tb.Sub(u, v), zero), true},
		"twice the difference":    {tb.Eq(times(2), zero), false},
		"a sum":                   {tb.Eq(tb.Add(u, v), zero), false},
		"formulas":                {tb.Or(tb.And(p, q), tb.And(tb.Not(p), tb.Not(q))), true},
		"other formulas":          {tb.Or(tb.And(p, q), tb.Not(p)), false},
		"an order":                {tb.ULt(u, v), false},
	} {
		x, y := equality(tb, c.formula)
		same := x == u && y == v || x == v && y == u || x == p && y == q || x == q && y == p
		if same != c.is {
			t.Errorf("%s: %v says that %v is %v", name, c.formula, x, y)
		}
		for n := range uint64(4 * 4 * 4) {
			values := []uint64{0, 1, 1 << 31, 1<<32 - 1}
			e := term.NewEvaluator(term.Model{u: values[n%4], v: values[n/4%4], p: n / 16 % 2, q: n / 32})
			if x != nil && e.Holds(c.formula) && e.Value(x) != e.Value(y) {
				t.Fatalf("%s: %v holds where %v is not %v", name, c.formula, x, y)
			}
		}
	}
}

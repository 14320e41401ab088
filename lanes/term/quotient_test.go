package term

import "testing"

// TestQuotientsByUnknowns: a quotient and a remainder by an unknown have the right values in all executions in which
// the words that are known to be below others are.
func TestQuotientsByUnknowns(t *testing.T) {
	tb := NewTable()
	w, n, b := tb.Var("w", 32, 0, 31, nil), tb.Var("n", 32, 1, 32, nil), tb.Var("b", 32, 0, 1000, nil)
	tb.KnowBelow(w, n)
	k := func(v uint64) *Term { return tb.Const(32, v) }
	thread, size := tb.AddConst(tb.Mul(w, k(32)), 7), tb.Mul(n, k(32))
	global := tb.Add(thread, tb.Mul(b, size))
	for about, c := range map[string]struct{ x, y, quotient, rest *Term }{
		"the two":         {w, n, k(0), w},
		"their multiples": {thread, size, k(0), thread},
		"a sum":           {global, size, b, thread},
		"twice":           {tb.Add(w, tb.Mul(n, k(2))), n, k(2), w},
		"the other way":   {n, tb.AddConst(w, 1), nil, nil},
		"a difference":    {tb.Sub(w, tb.Mul(n, b)), n, nil, nil},
	} {
		quotient, rest := tb.UDiv(c.x, c.y), tb.URem(c.x, c.y)
		if c.quotient != nil && (quotient != c.quotient || rest != c.rest) {
			t.Errorf("%s: %v and %v, want %v and %v", about, quotient, rest, c.quotient, c.rest)
		}
		for _, m := range []Model{{w: 0, n: 1, b: 3}, {w: 30, n: 31, b: 1000}, {w: 4, n: 20, b: 0}} {
			e := NewEvaluator(m)
			x, y := e.Value(c.x), e.Value(c.y)
			if e.Value(quotient) != x/y || e.Value(rest) != x%y {
				t.Errorf("%s: %d / %d is %d, the rest %d", about, x, y, e.Value(quotient), e.Value(rest))
			}
		}
	}
}

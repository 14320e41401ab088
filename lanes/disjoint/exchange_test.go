package disjoint

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// TestExchange: a lane that exchanges s[t] and s[t ^ j], if t is below t ^ j, touches no cell of another lane that does
// so.
func TestExchange(t *testing.T) {
	tb := term.NewTable()
	const most = 1<<31 - 1
	j, k, big, warp := tb.Var("j", 32, 0, most, nil), tb.Var("k", 32, 0, most, nil), tb.Unknown("big", 32, nil), tb.Var("warp", 32, 0, 31, nil)
	lane := func(n uint64) *term.Term { return tb.AddConst(tb.Mul(warp, tb.Const(32, 32)), n) }
	at := func(x *term.Term) *term.Term { return tb.Mul(tb.ZExt(x, 64), tb.Const(64, 4)) }
	signedAt := func(x *term.Term) *term.Term { return tb.Mul(tb.SExt(x, 64), tb.Const(64, 4)) }
	a, b := lane(3), lane(5)
	pa, pb, other := tb.BXor(a, j), tb.BXor(b, j), tb.BXor(b, k)
	lower := func(x, p *term.Term) *term.Term { return tb.ULt(x, p) }
	signedLower := func(x, p *term.Term) *term.Term { return tb.SLt(x, p) }
	for name, c := range map[string]struct {
		x, y, here, there *term.Term
		disjoint          bool
	}{
		"own and partner's":        {at(a), at(pb), lower(a, pa), lower(b, pb), true},
		"partner's and own":        {at(pa), at(b), lower(a, pa), lower(b, pb), true},
		"partner's and partner's":  {at(pa), at(pb), tb.True, tb.True, true},
		"read as signed numbers":   {signedAt(a), signedAt(pb), signedLower(a, pa), signedLower(b, pb), true},
		"the higher ones":          {at(a), at(pb), lower(pa, a), lower(pb, b), true},
		"a lower and a higher one": {at(a), at(pb), lower(a, pa), lower(pb, b), false},
		"of one nothing is known":  {at(a), at(pb), lower(a, pa), tb.True, false}, // 5 ^ j may be 3, and then 3 ^ j is 5
		"of the other":             {at(a), at(pb), tb.True, lower(b, pb), true},  // 5 is not below 3
		"of neither":               {at(a), at(pb), tb.True, tb.True, false},
		"made with another word":   {at(pa), at(other), lower(a, pa), lower(b, other), false},
		"a cell behind":            {at(tb.AddConst(a, 5)), at(pb), lower(a, pa), lower(b, pb), false},
		"of a number that is big":  {at(big), at(tb.BXor(k, j)), tb.ULt(big, tb.BXor(big, j)), tb.ULt(k, tb.BXor(k, j)), false},
	} {
		s := New(tb)
		q := Question{X: c.x, Y: c.y, SizeX: 4, SizeY: 4, Size: 4096, Here: c.here, There: c.there}
		if got := s.AreDisjoint(q); got != c.disjoint {
			t.Errorf("%s: disjoint %t, want %t", name, got, c.disjoint)
		}
	}
}

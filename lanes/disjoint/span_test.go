package disjoint

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// TestSpan: a computed word may be a negative number if its highest bit may be set. A word that is read may not, unless
// it is extended with its sign.
func TestSpan(t *testing.T) {
	const top = 1 << 31
	tb := term.NewTable()
	either := func(a, b uint64) *term.Term {
		return tb.Ite(tb.Unknown("c", 0, nil), tb.Const(32, a), tb.Const(32, b))
	}
	read := func(name string, lo, hi uint64) *term.Term { return tb.Var(name, 32, lo, hi, nil) }
	for name, c := range map[string]struct {
		of     *term.Term
		signed bool
		lo, hi int64
	}{
		"back or forth":            {either(1<<32-1, 1), false, -top, 1<<32 - 1},
		"the least number":         {either(top, 1), false, -top, top},
		"no negative number":       {either(top-1, 1), false, 1, top - 1},
		"read":                     {read("r", 3, 1<<32-1), false, 3, 1<<32 - 1},
		"back or forth, signed":    {either(1<<32-1, 1), true, -top, top - 1},
		"small, signed":            {read("s", 3, 9), true, 3, 9},
		"negative, signed":         {read("n", top+5, 1<<32-1), true, -top + 5, -1},
		"from the least on":        {read("m", top, 1<<32-2), true, -top, -2},
		"up to the least, signed":  {read("e", 3, top), true, -top, top - 1},
		"below the least, signed":  {read("b", 3, top-1), true, 3, top - 1},
		"up to the least, read":    {read("f", 3, top), false, 3, top},
		"a choice of small values": {either(2, 9), false, 2, 9},
	} {
		if lo, hi := (factor{Term: c.of, signed: c.signed}).span(); lo != c.lo || hi != c.hi {
			t.Errorf("%s: from %d to %d, want %d to %d", name, lo, hi, c.lo, c.hi)
		}
	}
}

// TestSignedPart: a signed number that became part of an unsigned sum may be negative, unless a condition compares it
// as an unsigned number or excludes negative values.
func TestSignedPart(t *testing.T) {
	tb := term.NewTable()
	off := tb.Unknown("off", 32, nil)
	at := func(i uint64, more ...*term.Term) *term.Term {
		x := tb.Const(32, i)
		for _, m := range more {
			x = tb.Add(x, m)
		}
		return tb.Mul(tb.ZExt(x, 64), tb.Const(64, 4))
	}
	forward := tb.Not(tb.SLt(off, tb.Const(32, 0)))
	for name, c := range map[string]struct {
		signed    bool
		condition *term.Term
		disjoint  bool
	}{
		"an unsigned number":           {false, tb.True, true},
		"a signed number":              {true, tb.True, false},
		"backward":                     {true, tb.SLt(off, tb.Const(32, 0)), false},
		"forward":                      {true, forward, true},
		"compared as a signed number":  {true, tb.SLt(off, tb.Const(32, 9)), false},
		"compared as an unsigned one":  {true, tb.ULt(tb.Const(32, 3), off), true},
		"compared from the other side": {true, tb.ULt(off, tb.Const(32, 3)), true},
	} {
		s := New(tb)
		s.Signed = map[*term.Term]bool{off: c.signed}
		q := Question{X: at(1, off), Y: at(0), SizeX: 4, SizeY: 4, Size: 1024, Here: c.condition, There: tb.True}
		if got := s.AreDisjoint(q); got != c.disjoint {
			t.Errorf("%s: disjoint %t, want %t", name, got, c.disjoint)
		}
	}
}

// TestRoundedSignedPart: a signed number without its low bits may be negative as well.
func TestRoundedSignedPart(t *testing.T) {
	tb := term.NewTable()
	off := tb.Unknown("off", 32, nil)
	even := tb.BAnd(off, tb.Const(32, 1<<32-2))
	for name, c := range map[string]struct{ signed, disjoint bool }{"an unsigned number": {false, true}, "a signed number": {true, false}} {
		s := New(tb)
		s.Signed[off] = c.signed
		at := func(x *term.Term) *term.Term { return tb.Mul(tb.ZExt(x, 64), tb.Const(64, 4)) }
		q := Question{X: at(tb.AddConst(even, 5)), Y: at(tb.Const(32, 3)), SizeX: 4, SizeY: 4, Size: 1024, Here: tb.True, There: tb.True}
		if got := s.AreDisjoint(q); got != c.disjoint {
			t.Errorf("%s: disjoint %t, want %t", name, got, c.disjoint)
		}
	}
}

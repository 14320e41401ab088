package disjoint

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// TestSpan: what is computed may be meant as a negative number where its highest bit is set, what is read may not
// unless it is extended with its sign.
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

package shared

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// TestPlacesApart: bytes do not overlap where one range begins at the end of the other or behind.
func TestPlacesApart(t *testing.T) {
	tb := term.NewTable()
	x := tb.Unknown("x", 64, nil)
	r := &reading{history: &History{t: tb}, size: 4, guard: vector.Uniform(tb.True)}
	for _, c := range []struct {
		read, stored *term.Term
		size         int64
		want         bool
	}{
		{x, x, 4, false},
		{x, tb.AddConst(x, 3), 1, false},
		{x, tb.AddConst(x, 4), 1, true},
		{tb.AddConst(x, 8), x, 8, true},
		{tb.AddConst(x, 7), x, 8, false},
		{x, tb.Unknown("y", 64, nil), 4, false},
	} {
		if got := r.areApart(c.read, c.stored, &stored{size: c.size}); got != c.want {
			t.Errorf("4 bytes at %v and %d at %v are apart: %t", c.read, c.size, c.stored, got)
		}
		r.place = vector.Uniform(c.read)
		if got := r.isApart(&stored{place: vector.Uniform(c.stored), size: c.size, guard: r.guard}); got != c.want {
			t.Errorf("4 bytes of all lanes at %v and %d at %v are apart: %t", c.read, c.size, c.stored, got)
		}
	}
	r.place = vector.Build(func(l int) *term.Term { return tb.AddConst(x, uint64(4*l)) })
	low := vector.Build(func(l int) *term.Term { return tb.Bool(l < 16) })
	high := vector.Build(func(l int) *term.Term { return tb.Bool(l >= 16) })
	for about, c := range map[string]struct {
		reads, stores vector.Vec
		want          bool
	}{"halves": {low, high, true}, "a half and all": {low, r.guard, false}, "all and a half": {vector.Uniform(tb.True), low, false}} {
		r.guard = c.reads
		if got := r.isApart(&stored{place: r.place, size: 4, guard: c.stores}); got != c.want {
			t.Errorf("%s are apart: %t", about, got)
		}
	}
}

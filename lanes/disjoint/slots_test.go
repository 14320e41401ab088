package disjoint

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// TestSlots: what two lanes got from one counter begins as many numbers as each has added, whichever was first.
func TestSlots(t *testing.T) {
	tb := term.NewTable()
	v, w := tb.Unknown("v", 32, nil), tb.Unknown("w", 32, nil)
	here, there := tb.Var("i", 32, 0, 15, nil), tb.Var("j", 32, 0, 15, nil)
	constant := func(n uint64) *term.Term { return tb.Const(32, n) }
	slot := func(at, by *term.Term, down bool) Slot { return Slot{Counter: "n", At: at, By: by, Down: down} }
	at := func(x *term.Term) *term.Term { return tb.Mul(tb.SExt(x, 64), tb.Const(64, 4)) }
	first, bucket, other := constant(0), tb.Unknown("b", 32, nil), tb.Unknown("c", 32, nil)
	for name, c := range map[string]struct {
		one, two Slot
		x, y     *term.Term
		disjoint bool
	}{
		"one cell each":               {slot(first, constant(1), false), slot(first, constant(1), false), v, w, true},
		"the next cell":               {slot(first, constant(1), false), slot(first, constant(1), false), tb.AddConst(v, 1), w, false},
		"the next cell of two":        {slot(first, constant(2), false), slot(first, constant(2), false), tb.AddConst(v, 1), w, true},
		"the third cell of two":       {slot(first, constant(2), false), slot(first, constant(2), false), tb.AddConst(v, 2), w, false},
		"nothing is added":            {slot(first, constant(0), false), slot(first, constant(0), false), v, w, false},
		"one adds nothing":            {slot(first, constant(1), false), slot(first, constant(0), false), v, w, false},
		"the cell before, from above": {slot(first, constant(1), true), slot(first, constant(1), true), tb.AddConst(v, 1<<32-1), w, false},
		"two cells before":            {slot(first, constant(2), true), slot(first, constant(2), true), tb.AddConst(v, 1<<32-1), w, true},
		"up and down":                 {slot(first, constant(1), false), slot(first, constant(1), true), v, w, false},
		"two counters":                {slot(first, constant(1), false), slot(constant(4), constant(1), false), v, w, false},
		"counters of an array":        {slot(bucket, constant(1), false), slot(other, constant(1), false), tb.Add(bucket, v), tb.Add(other, w), true},
		"a run":                       {slot(first, constant(16), false), slot(first, constant(16), false), tb.Add(v, here), tb.Add(w, there), true},
		"a run that is too long":      {slot(first, constant(15), false), slot(first, constant(15), false), tb.Add(v, here), tb.Add(w, there), false},
		"added to another number":     {slot(first, constant(1), false), slot(first, constant(1), false), tb.Add(v, bucket), tb.Add(w, other), false},
		"twice as far":                {slot(first, constant(1), false), slot(first, constant(1), false), tb.Mul(v, constant(2)), w, false},
	} {
		s := New(tb)
		s.Slots[v], s.Slots[w] = c.one, c.two
		q := Question{X: at(c.x), Y: at(c.y), SizeX: 4, SizeY: 4, Size: 1024, Here: tb.True, There: tb.True}
		if got := s.areOfTwoSlots(q); got != c.disjoint {
			t.Errorf("%s: disjoint %t, want %t", name, got, c.disjoint)
		}
	}
}

package disjoint

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// TestSlots: two atomics on one counter return different numbers. The distance is at least the step of the atomic that
// ran first.
func TestSlots(t *testing.T) {
	tb := term.NewTable()
	v, w := tb.Unknown("v", 32, nil), tb.Unknown("w", 32, nil)
	here, there := tb.Var("i", 32, 0, 15, nil), tb.Var("j", 32, 0, 15, nil)
	constant := func(n uint64) *term.Term { return tb.Const(32, n) }
	slot := func(at, by *term.Term, down bool) term.Slot {
		return term.Slot{Counter: "n", Index: at, Step: by, Down: down}
	}
	at := func(x *term.Term) *term.Term { return tb.Mul(tb.SExt(x, 64), tb.Const(64, 4)) }
	first, bucket, other := constant(0), tb.Unknown("b", 32, nil), tb.Unknown("c", 32, nil)
	for name, c := range map[string]struct {
		one, two term.Slot
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

// TestSlotsAgreeWithEvaluation: accesses proved to lie in two slots are disjoint in all executions in which the slots
// do not overlap. The number of such proofs is known for these questions.
func TestSlotsAgreeWithEvaluation(t *testing.T) {
	const fewest = 323
	proved := 0
	for seed := range uint64(800) {
		d := newDrawer(3*seed+1, 300, 18)
		v, w := d.unknowns[0], d.unknowns[1]
		slot := func() term.Slot {
			return term.Slot{Counter: d.IntN(6) > 0, Index: d.constant(0, 0, 0, 4), Step: d.constant(0, 1, 2, 2, 3), Down: d.IntN(4) == 0}
		}
		at := func(x *term.Term) *term.Term {
			index := d.t.AddConst(d.t.Mul(x, d.constant(1, 1, 1, 2)), uint64(d.IntN(3)))
			return d.t.Mul(d.t.ZExt(index, 64), d.t.Const(64, 4))
		}
		s, one, other := d.sums(), slot(), slot()
		s.Slots[v], s.Slots[w] = one, other
		here, there := []*term.Term{v, v, v, d.constant(1)}[d.IntN(4)], []*term.Term{w, w, w, v}[d.IntN(4)]
		q := Question{X: at(here), Y: at(there), SizeX: 4, SizeY: []int64{4, 4, 8}[d.IntN(3)], Size: variableSize, Here: d.t.True, There: d.guard(0)}
		if !s.AreDisjoint(q) {
			continue
		}
		proved++
		d.executions(func(m term.Model) bool {
			e := term.NewEvaluator(m)
			first, second, by, and := e.Value(v), e.Value(w), e.Value(one.Step), e.Value(other.Step)
			if one.Down {
				by, and = and, by
			}
			isOne := one.Counter == other.Counter && one.Index == other.Index && one.Down == other.Down
			if isOne && first+by > second && second+and > first {
				return true // this is no execution
			}
			if q.meet(e) {
				t.Fatalf("seed %d, %v: slots %+v and %+v, said to be disjoint: %+v", seed, m, one, other, q)
			}
			return true
		})
	}
	if proved < fewest {
		t.Errorf("%d are proved, want %d", proved, fewest)
	}
}

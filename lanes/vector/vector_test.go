package vector

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
	"pgregory.net/rapid"
)

// execution draws control flow over a table, and knows the value of each lane in one execution.
type execution struct {
	t *rapid.T
	Algebra
	model term.Model
	conds int
}

func drawExecution(t *rapid.T) *execution {
	return &execution{t: t, Algebra: NewAlgebra(term.NewTable()), model: term.Model{}}
}

// cond draws a condition: one for the warp, or one for each lane. Some are constant.
func (e *execution) cond() Vec {
	e.conds++
	name := fmt.Sprint("cond", e.conds)
	draw := func(name string) *term.Term {
		switch rapid.IntRange(0, 3).Draw(e.t, name) {
		case 0:
			return e.Algebra.t.True
		case 1:
			return e.Algebra.t.False
		}
		x := e.Algebra.t.Unknown(name, 0, nil)
		e.model[x] = uint64(rapid.IntRange(0, 1).Draw(e.t, name+" value"))
		return x
	}
	if rapid.Bool().Draw(e.t, name+" is uniform") {
		return Uniform(draw(name))
	}
	return Build(func(l int) *term.Term { return draw(fmt.Sprint(name, "@", l)) })
}

// split draws the guards of edges; each lane of guard takes one edge.
func (e *execution) split(guard Vec, depth int) []Vec {
	if depth == 0 || rapid.Bool().Draw(e.t, "edge") {
		return []Vec{guard}
	}
	c := e.cond()
	return append(e.split(e.And(guard, c), depth-1), e.split(e.And(guard, e.Not(c)), depth-1)...)
}

func (e *execution) value(v Vec, l int) uint64 { return term.NewEvaluator(e.model).Value(v.At(l)) }

// TestJoin: behind a join of edges, each arriving lane has the word of the edge that it took. The arriving lanes are
// the lanes from before the branches.
func TestJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawExecution(t)
		entry := e.cond()
		edges := e.split(entry, 3)
		words := make([]Vec, len(edges))
		for i := range words {
			same := uint64(rapid.IntRange(0, 2).Draw(t, "word"))
			words[i] = Later(32, func() Vec { return e.Constant(32, same) })
			if rapid.Bool().Draw(t, "per lane") {
				words[i] = Build(func(l int) *term.Term { return e.Algebra.t.Const(32, same+uint64(l)) })
			}
		}
		union, chosen := e.Union(edges), e.Choose(e.EdgeConditions(edges), words)
		for l := range warp.Size {
			if e.value(union, l) != e.value(entry, l) {
				t.Fatalf("lane %d: behind the join %d, before the branches %d", l, e.value(union, l), e.value(entry, l))
			}
			for i, g := range edges {
				if e.value(g, l) == 1 && e.value(chosen, l) != e.value(words[i], l) {
					t.Fatalf("lane %d came along edge %d with %d and has %d", l, i, e.value(words[i], l), e.value(chosen, l))
				}
			}
		}
	})
}

// TestSeenFrom: the lanes of a guard see the words that they have, and see one side of a choice if their guard contains
// its condition.
func TestSeenFrom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawExecution(t)
		c, yes, no := e.cond(), e.PerLane("yes", 32, nil), e.PerLane("no", 32, nil)
		v := e.Ite(c, yes, no)
		for side, of := range map[Vec]Vec{c: yes, e.Not(c): no} {
			guard := e.And(e.cond(), side)
			seen := e.SeenFrom(guard, v)
			if seen != of && !guard.IsFalse() {
				t.Errorf("under %v: not the side of the choice", guard.List())
			}
			for l := range warp.Size {
				if e.value(guard, l) == 1 && e.value(seen, l) != e.value(v, l) {
					t.Errorf("lane %d sees %d and has %d", l, e.value(seen, l), e.value(v, l))
				}
			}
		}
		if other := e.cond(); other != c && other != e.Not(c) && !holdsIn(other, c) && !holdsIn(other, e.Not(c)) && e.SeenFrom(other, v) != v {
			t.Error("a guard that says nothing of the choice sees a side of it")
		}
	})
}

// TestMaps: a function of vectors is applied to each lane, whether the vectors are uniform or not; and Equal,
// EqualWhere, UniformWhere and IsFalse consider the right lanes.
func TestMaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawExecution(t)
		u, v, w := e.cond(), e.cond(), e.cond()
		and := e.And(u, v)
		either := Map3(u, v, w, e.Algebra.t.IteBool)
		for l := range warp.Size {
			a, b, c := e.value(u, l), e.value(v, l), e.value(w, l)
			if e.value(and, l) != a&b || e.value(e.Or(u, v), l) != a|b || e.value(e.Not(u), l) != 1-a {
				t.Fatalf("lane %d: the functions of %d and %d", l, a, b)
			}
			if want := a*b + (1-a)*c; e.value(either, l) != want {
				t.Fatalf("lane %d: %d ? %d : %d is %d", l, a, b, c, e.value(either, l))
			}
		}
		equal, where, none := true, true, true
		var common *term.Term
		uniformly := true
		for l := range warp.Size {
			equal = equal && u.At(l) == v.At(l)
			none = none && w.At(l).IsFalse()
			if w.At(l).IsFalse() {
				continue
			}
			where = where && u.At(l) == v.At(l)
			uniformly = uniformly && (common == nil || common == u.At(l))
			common = u.At(l)
		}
		if !uniformly {
			common = nil
		}
		if u.Equal(v) != equal || u.EqualWhere(v, w) != where || w.IsFalse() != none {
			t.Errorf("equal %v, where they are %v, nobody is %v", u.Equal(v), u.EqualWhere(v, w), w.IsFalse())
		}
		if got := u.UniformWhere(w); !u.IsUniform() && got != common {
			t.Errorf("common to the lanes: %v, want %v", got, common)
		}
	})
}

// TestLater: a suspended vector has its width before it is computed, and is computed once.
func TestLater(t *testing.T) {
	a, computed := NewAlgebra(term.NewTable()), 0
	v := Later(16, func() Vec {
		computed++
		return Later(16, func() Vec { return a.Constant(16, 7) })
	})
	if v.Bits() != 16 || computed > 0 {
		t.Errorf("%d bits, computed %d times before it is looked at", v.Bits(), computed)
	}
	if v.At(3) != v.At(4) || !v.IsUniform() || v.At(0).K != 7 || computed != 1 {
		t.Errorf("lane 0 has %v, computed %d times", v.At(0), computed)
	}
}

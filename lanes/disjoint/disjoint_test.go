package disjoint

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// TestDisjointAgreesWithEvaluation: two accesses that are proved disjoint have no byte in common for any values of the
// unknowns for which both are executed and lie in their variable.
func TestDisjointAgreesWithEvaluation(t *testing.T) {
	const size, most = 128, 5
	proved := 0
	rapid.Check(t, func(r *rapid.T) {
		tb := term.NewTable()
		s, k := New(tb), tb.Var("k", 32, 0, 5, nil)
		shifted := tb.LShr(tb.Const(32, 8), k)
		u, v := tb.Var("u", 32, 0, most, nil), tb.Var("v", 32, 0, most, nil)
		constant := func(from, to int) *term.Term {
			return tb.Const(32, uint64(rapid.IntRange(from, to).Draw(r, "constant")))
		}
		remainder := tb.URem // a negative number wraps around if it is extended without its sign
		var word func(depth int) *term.Term
		condition := func(depth int) *term.Term {
			f := rapid.SampledFrom([]func(x, y *term.Term) *term.Term{tb.ULt, tb.SLt, tb.Eq}).Draw(r, "compare")(word(depth), word(depth))
			if rapid.Bool().Draw(r, "not") {
				return tb.Not(f)
			}
			return f
		}
		word = func(depth int) *term.Term {
			if depth == 0 {
				return rapid.SampledFrom([]*term.Term{u, v, shifted}).Draw(r, "unknown")
			}
			x := word(depth - 1)
			switch rapid.IntRange(0, 8).Draw(r, "operator") {
			case 0:
				return tb.Add(x, word(depth-1))
			case 1:
				return tb.AddConst(x, uint64(rapid.IntRange(-4, 9).Draw(r, "more")))
			case 2:
				return tb.Mul(x, constant(2, 9))
			case 3:
				return tb.URem(x, constant(2, 9))
			case 4:
				return tb.UDiv(x, constant(2, 9))
			case 5:
				return tb.BAnd(x, constant(1, 7))
			case 6:
				return tb.BAnd(x, tb.AddConst(shifted, ^uint64(0)))
			case 7:
				return tb.Ite(condition(0), x, word(depth-1))
			}
			return remainder(x, constant(2, 9))
		}
		address := func() *term.Term {
			extend := tb.ZExt
			if rapid.Bool().Draw(r, "signed") {
				extend, remainder = tb.SExt, tb.SRem
			}
			x := extend(word(rapid.IntRange(0, 3).Draw(r, "depth")), 64)
			remainder = tb.URem
			return tb.AddConst(tb.Mul(x, tb.Const(64, 4)), uint64(4*rapid.IntRange(0, 3).Draw(r, "field")))
		}
		q := Question{X: address(), Y: address(), SizeX: 4, SizeY: 4, Size: size, Here: condition(1), There: condition(1)}
		lanes := func(even, odd *term.Term) vector.Vec {
			return vector.Build(func(l int) *term.Term { return tb.AddConst([]*term.Term{even, odd}[l%2], uint64(4*(l/2))) })
		}
		guards := func(f *term.Term) vector.Vec {
			return vector.Build(func(l int) *term.Term { return tb.And(f, tb.Not(tb.Eq(u, tb.Const(32, uint64(l))))) })
		}
		none := func(int) Arrays { return Arrays{} }
		x := Access{At: lanes(q.X, q.Y), Size: 4, Guard: guards(q.Here), Arrays: none}
		y := Access{At: lanes(q.Y, q.X), Size: 4, Guard: guards(q.There), Arrays: none}
		kept := s.DisjointLanes(x, y, size)
		for i, others := range kept {
			for l := range warp.Size {
				if s.areApartByStride(Question{X: x.At.At(i), Y: y.At.At(l), SizeX: 4, SizeY: 4}, false) && !others.Has(l) {
					t.Fatalf("lanes %d and %d are kept apart alone, and not with all pairs", i, l)
				}
			}
		}
		checkApart(t, x, y, kept, size, func(each func(*term.Evaluator)) {
			for o := range uint64(6) {
				for n := range uint64((most + 1) * (most + 1)) {
					each(term.NewEvaluator(term.Model{u: n % (most + 1), v: n / (most + 1), k: o}))
				}
			}
		})
		if !s.areApartByStride(q, false) && !s.AreDisjoint(q) {
			return
		}
		proved++
		for o := range uint64(6) {
			for n := range uint64((most + 1) * (most + 1)) {
				e := term.NewEvaluator(term.Model{u: n % (most + 1), v: n / (most + 1), k: o})
				x, y := e.Value(q.X), e.Value(q.Y)
				if e.Holds(q.Here) && e.Holds(q.There) && x < size && x == y {
					t.Fatalf("u = %d, v = %d, k = %d: both at %d\n%v\n%v\nwhere %v and %v", n%(most+1), n/(most+1), o, x, q.X, q.Y, q.Here, q.There)
				}
			}
		}
	})
	if proved == 0 {
		t.Error("none is disjoint")
	}
}

// checkApart fails if lanes that are proved disjoint touch one byte under any values of the unknowns.
func checkApart(t *testing.T, x, y Access, apart [warp.Size]warp.Lanes, size uint64, executions func(each func(*term.Evaluator))) {
	executions(func(e *term.Evaluator) {
		for i, others := range apart {
			at := e.Value(x.At.At(i))
			if others == 0 || at >= size || !e.Holds(x.Guard.At(i)) {
				continue
			}
			for l := range warp.Size {
				if others.Has(l) && e.Value(y.At.At(l)) == at && e.Holds(y.Guard.At(l)) {
					t.Fatalf("lanes %d and %d are said to be kept apart, and both are at %d:\n%v\n%v", i, l, at, x.At.At(i), y.At.At(l))
				}
			}
		}
	})
}

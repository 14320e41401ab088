package smt

import (
	"fmt"
	"math"
	"testing"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// TestAgainstEvaluation: every operation has the same meaning in Z3 and in term.Evaluator. x op y = v must hold for the
// computed v and fail for v + 1.
func TestAgainstEvaluation(t *testing.T) {
	tb := term.NewTable()
	x, y := tb.Unknown("x", 32, nil), tb.Unknown("y", 32, nil)
	words := map[string]*term.Term{
		"mul": tb.Mul(x, y), "udiv": tb.UDiv(x, y), "urem": tb.URem(x, y), "sdiv": tb.SDiv(x, y),
		"srem": tb.SRem(x, y), "shl": tb.Shl(x, y), "lshr": tb.LShr(x, y), "ashr": tb.AShr(x, y),
		"and": tb.BAnd(x, y), "or": tb.BOr(x, y), "xor": tb.BXor(x, y), "not": tb.BNot(x),
		"popc": tb.Popc(x), "ffs": tb.Ffs(x), "clz": tb.Clz(x), "brev": tb.Brev(x),
		"sext": tb.Trunc(tb.LShr(tb.SExt(x, 64), tb.Const(64, 16)), 32),
		"ite":  tb.Ite(tb.SLt(x, y), x, y), "bit": tb.Pack(append([]*term.Term{tb.ULt(x, y)}, tb.Split(x)[1:]...)),
	}
	for name, w := range words {
		for _, in := range [][2]uint64{{7, 3}, {0xfffffff0, 5}, {0, 0}, {12, 0x80000000}, {0x80000000, 0xffffffff}} {
			m := term.Model{x: in[0], y: in[1]}
			v := term.NewEvaluator(m).Value(w)
			given := tb.And(tb.Eq(x, tb.Const(32, in[0])), tb.Eq(y, tb.Const(32, in[1])))
			if a, _ := New(NewSession(), 0).query(tb.And(given, tb.Eq(w, tb.Const(32, v)))); a != Yes {
				t.Errorf("%s of %x: Z3 does not agree that it is %x", name, in, v)
			}
			if a, _ := New(NewSession(), 0).query(tb.And(given, tb.Eq(w, tb.Const(32, v+1)))); a != No {
				t.Errorf("%s of %x: Z3 accepts %x", name, in, v+1)
			}
		}
	}
}

// TestModel: the solver finds the only solution, which no guess has, and respects bounds.
func TestModel(t *testing.T) {
	tb := term.NewTable()
	x := tb.Var("x", 32, 100, 1<<20, nil)
	f := tb.Eq(tb.Mul(x, x), tb.Const(32, 123*123))
	solver := New(NewSession(), 100_000)
	solver.Steps = 1_000_000 // a square root is hard
	a, m := solver.Satisfiable(f)
	if a != Yes || !term.NewEvaluator(m).Holds(f) || m[x] < 100 || m[x] > 1<<20 {
		t.Fatalf("answer %v, model %v", a, m)
	}
	if a, _ := solver.Satisfiable(tb.And(f, tb.ULt(x, tb.Const(32, 101)))); a != No {
		t.Fatalf("bounds are not respected: %v", a)
	}
}

// TestPartsOfEarlierModels: if an earlier model makes one part of a formula true, the other parts keep their own
// values.
func TestPartsOfEarlierModels(t *testing.T) {
	tb := term.NewTable()
	x, y := tb.Unknown("x", 32, nil), tb.Unknown("y", 32, nil)
	is := func(word *term.Term, v uint64) *term.Term { return tb.Eq(word, tb.Const(32, v)) }
	first, second, before := is(y, 5), is(x, 77777), is(y, 0)
	solver := New(NewSession(), 100_000)
	solver.Satisfiable(tb.And(second, before))
	f := tb.And(first, second)
	if a, m := solver.Satisfiable(f); a != Yes || !term.NewEvaluator(m).Holds(f) {
		t.Errorf("answer %v, model %v", a, m)
	}
}

// TestProducts: a formula that does not depend on the value of a product is decided without it. Other formulas are
// decided with their products, and are left open if there are too many.
func TestProducts(t *testing.T) {
	tb := term.NewTable()
	x, y, z := tb.Unknown("x", 64, nil), tb.Unknown("y", 64, nil), tb.Unknown("z", 64, nil)
	quotient := tb.UDiv(tb.Mul(x, y), z)
	between := func(low, high uint64) *term.Term {
		return tb.And(tb.ULt(tb.Const(64, low), quotient), tb.ULt(quotient, tb.Const(64, high)))
	}
	deep := quotient
	for range 4 {
		deep = tb.UDiv(tb.Mul(deep, deep), tb.Add(deep, x))
	}
	a, b := tb.Var("a", 32, 2, 1000, nil), tb.Var("b", 32, 2, 1000, nil)
	for name, c := range map[string]struct {
		f    *term.Term
		want Answer
	}{
		"no quotient at all":  {between(7, 5), No},
		"some quotient":       {between(5, 7), Yes},
		"two factors":         {tb.Eq(tb.Mul(a, b), tb.Const(32, 211*223)), Yes},
		"more than we bear":   {tb.And(tb.Eq(deep, tb.Const(64, 12345)), tb.ULt(tb.Const(64, 1000), z)), Undecided},
		"none, however deep":  {tb.And(tb.ULt(deep, x), tb.ULt(x, deep)), No},
		"a prime's factors":   {tb.Eq(tb.Mul(a, b), tb.Const(32, 7919)), No},
		"a factor out of all": {tb.Eq(tb.Mul(a, b), tb.Const(32, 1)), No},
	} {
		got, m := New(NewSession(), 5_000_000).query(c.f)
		if got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		if got == Yes && !term.NewEvaluator(m).Holds(c.f) {
			t.Errorf("%s: the model does not make it true", name)
		}
	}
}

// TestAtoms: a formula that holds or fails whatever its comparisons are is decided even if the comparisons are beyond
// Z3.
func TestAtoms(t *testing.T) {
	tb := term.NewTable()
	less := func(name string) *term.Term {
		x, y := tb.Unknown(name, 32, nil), tb.Unknown(name+"'", 32, nil)
		return tb.ULt(tb.Popc(tb.BXor(x, tb.LShr(y, x))), tb.Popc(tb.Add(tb.Shl(x, y), y)))
	}
	a, b, c := less("a"), less("b"), less("c")
	differ := func(x, y *term.Term) *term.Term { return tb.Not(tb.Iff(x, y)) }
	solver := New(NewSession(), 20_000)
	if got, _ := solver.Satisfiable(tb.And(a, b, c)); got == No {
		t.Error("a, b and c cannot be true together")
	}
	if got, _ := solver.query(tb.And(differ(a, b), differ(b, c), differ(a, c))); got != Undecided {
		t.Errorf("the comparisons are not beyond Z3: %v", got)
	}
	if got, _ := solver.Satisfiable(tb.And(differ(a, b), differ(b, c), differ(a, c))); got != No {
		t.Errorf("three of two are all different: %v", got)
	}
}

// TestSameQuestion: a question about unknowns with other names gets its own model, and Z3 is not asked again.
func TestSameQuestion(t *testing.T) {
	session, tb := NewSession(), term.NewTable()
	ask := func(a, b string) (work int) {
		x, y := tb.Var(a, 32, 2, 1000, nil), tb.Var(b, 32, 2, 1000, nil)
		solver := New(session, 0)
		solver.Work = &term.Meter{Limit: math.MaxInt}
		answer, m := solver.query(tb.Eq(tb.Mul(x, y), tb.Const(32, 211*223)))
		if answer != Yes || m[x]*m[y] != 211*223 {
			t.Errorf("%s, %s: answer %v, product %d", a, b, answer, m[x]*m[y])
		}
		return solver.Work.Done
	}
	first, asked := ask("a", "b"), len(session.known)
	again := ask("c", "d")
	if len(session.known) != asked {
		t.Errorf("%d more questions to Z3", len(session.known)-asked)
	}
	if again > first/10 {
		t.Errorf("an answer that is known costs %d of %d", again, first)
	}
}

// TestFactorsFixed: a model of a formula with a quotient of products is found because factors are fixed first. With
// arbitrary factors the same number of steps leaves the formula undecided.
func TestFactorsFixed(t *testing.T) {
	tb := term.NewTable()
	n, b, v := tb.Unknown("n", 32, nil), tb.Var("b", 32, 1, 1024, nil), tb.Unknown("v", 32, nil)
	size := tb.Mul(b, v)
	blocks := tb.UDiv(tb.AddConst(tb.Add(n, size), ^uint64(0)), size)
	k, l := tb.Unknown("k", 32, nil), tb.Unknown("l", 32, nil)
	f := tb.And(tb.ULt(k, blocks), tb.Not(tb.ULt(l, blocks)), tb.Eq(tb.BXor(k, l), tb.Const(32, 0x5a5a1234)))
	solver := New(NewSession(), 20_000)
	if a, m := solver.query(f); a != Yes || !term.NewEvaluator(m).Holds(f) {
		t.Errorf("the answer is %v, with the model %v", a, m)
	}
	if a, _ := solver.hand(f.Args, (*term.Term).IsUnknown); a != Undecided {
		t.Errorf("with any factors it is %v within as many steps", a)
	}
	wide := tb.Var("wide", 32, 100, 1024, nil)
	g := tb.And(tb.Eq(tb.UDiv(n, wide), k), tb.Eq(tb.BXor(k, n), tb.Const(32, 7)))
	if a, m := New(NewSession(), 0).query(g); a == Yes && !term.NewEvaluator(m).Holds(g) {
		t.Errorf("the model %v does not make it true", m)
	}
	if factorsOf(solver.flatten([]*term.Term{tb.Eq(tb.Mul(n, tb.Add(n, k)), l)}, (*term.Term).IsUnknown))[0] != n {
		t.Error("of a product not the factor of one unknown is fixed")
	}
}

// A question that a share of the steps leaves open is decided with all of them.
func TestQuickly(t *testing.T) {
	tb := term.NewTable()
	x, y := tb.Var("x", 32, 2, 1000, nil), tb.Var("y", 32, 2, 1000, nil)
	f := tb.Eq(tb.Mul(x, y), tb.Const(32, 211*223))
	solver := New(NewSession(), quickShare) // one step
	for range maxUndecided + 1 {
		if a, _ := solver.Quickly(f); a != Undecided {
			t.Fatalf("one step is enough for %v", a)
		}
	}
	solver.Steps = DefaultSteps
	if a, m := solver.Satisfiable(f); a != Yes || !term.NewEvaluator(m).Holds(f) {
		t.Errorf("the answer is %v, with the model %v", a, m)
	}
	if a, _ := solver.Quickly(f); a != Yes {
		t.Errorf("then quickly %v", a)
	}
}

// TestScrambled: rounds of a hash function are not given to Z3 in full. They would take more time and memory than Z3
// counts as steps. Sums and differences of a few shifts are given in full.
func TestScrambled(t *testing.T) {
	tb, s := term.NewTable(), New(NewSession(), 0)
	times := func(x *term.Term, k uint64) *term.Term { return tb.Mul(x, tb.Const(32, k)) }
	x := tb.Unknown("x", 32, nil)
	hashed := x
	for range maxHardness + 1 {
		hashed = times(tb.BXor(hashed, tb.LShr(hashed, tb.Const(32, 16))), 0x9e3779b9)
	}
	if h := s.hardness([]*term.Term{tb.Eq(hashed, tb.Const(32, 1))}); h != maxHardness+1 {
		t.Errorf("%d products, want %d", h, maxHardness+1)
	}
	for _, k := range []uint64{3, 31, 33, 1000, 0xffffffff, 0xffffffe0} {
		if h := s.hardness([]*term.Term{tb.Eq(times(x, k), tb.Const(32, 1))}); h != 0 {
			t.Errorf("a product with %d is %d products", k, h)
		}
	}
}

// TestRefute: a query without a model changes no later model, and gets no new answer after too many undecided formulas.
func TestRefute(t *testing.T) {
	tb := term.NewTable()
	x := tb.Var("x", 32, 0, 100, nil)
	large := tb.ULt(tb.Const(32, 50), x)
	asked, fresh := New(NewSession(), 0), New(NewSession(), 0)
	if asked.Refute(large) != Yes || asked.Refute(tb.And(large, tb.ULt(x, tb.Const(32, 7)))) != No {
		t.Error("a wrong answer")
	}
	small := tb.ULt(x, tb.Const(32, 60))
	_, first := asked.Satisfiable(small)
	_, second := fresh.Satisfiable(small)
	if first[x] != second[x] {
		t.Errorf("x is %d after a question, %d without", first[x], second[x])
	}
	asked.Failed = maxUndecided
	if asked.Refute(tb.Eq(x, tb.Const(32, 99))) != Undecided {
		t.Error("an answer from a solver that answers no more")
	}
}

// TestKin: unknowns that likely have one value get one before Z3 is asked. The width that 32 lanes pass is one of a
// few, and the same in all lanes.
func TestKin(t *testing.T) {
	tb, s := term.NewTable(), New(NewSession(), quickShare) // one step
	s.Kin = func(x *term.Term) any { return x.Origin }
	var all []*term.Term
	for lane := range 32 {
		x := tb.Unknown(fmt.Sprintf("width@%d", lane), 32, "width")
		all = append(all, tb.Or(tb.Eq(x, tb.Const(32, 8)), tb.Eq(x, tb.Const(32, 16)), tb.Eq(x, tb.Const(32, 32))))
	}
	f := tb.And(all...)
	if a, m := s.Quickly(f); a != Yes || !term.NewEvaluator(m).Holds(f) {
		t.Errorf("the answer is %v, with the model %v", a, m)
	}
}

// Parts without a common unknown are decided separately. One part that cannot be true decides, though another is beyond
// Z3; and the values of all parts together are a model.
func TestParts(t *testing.T) {
	tb := term.NewTable()
	x, y, z := tb.Unknown("x", 32, nil), tb.Unknown("y", 32, nil), tb.Unknown("z", 32, nil)
	word := func(v uint64) *term.Term { return tb.Const(32, v) }
	hard := tb.Eq(tb.Mul(tb.Mul(x, x), tb.Mul(x, y)), word(77_777_777))
	never := tb.And(tb.ULt(z, word(70_000)), tb.ULt(word(60_000), z), tb.Eq(tb.BAnd(z, word(7)), word(3)), tb.Eq(tb.BAnd(z, word(1)), word(0)))
	s := New(NewSession(), 1000)
	if a, _ := s.Satisfiable(hard); a != Undecided {
		t.Fatalf("the hard part by itself: %v", a)
	}
	if a, _ := s.Satisfiable(tb.And(hard, never)); a != No {
		t.Errorf("with a part that cannot be true: %v", a)
	}
	s = New(NewSession(), 0)
	far := tb.And(tb.Eq(tb.Add(x, y), word(70_001)), tb.ULt(word(60_000), x), tb.ULt(z, word(3)), tb.ULt(word(1), z))
	if got := len(s.parts(far)); got != 2 {
		t.Errorf("%d parts, want 2", got)
	}
	a, m := s.Satisfiable(far)
	if a != Yes || !term.NewEvaluator(m).Holds(far) {
		t.Errorf("%v by %v", a, m)
	}
}

// An unknown may have all values up to its bound, also with few and with many bits.
func TestRangesOfUnknowns(t *testing.T) {
	for _, bits := range []int{1, 5, 8, 31, 32, 63, 64} {
		for _, hi := range []uint64{0, 1, 2, 31, 32, 100, ^uint64(0) >> (64 - bits)} {
			if hi > ^uint64(0)>>(64-bits) {
				continue
			}
			tb := term.NewTable()
			x, y := tb.Var("x", bits, 0, hi, nil), tb.Unknown("y", bits, nil)
			if a, _ := New(NewSession(), 0).hand([]*term.Term{tb.Eq(x, y), tb.Eq(y, tb.Const(bits, hi))}, (*term.Term).IsUnknown); a != Yes {
				t.Errorf("%d is no value of a word of %d bits up to it", hi, bits)
			}
			if hi < ^uint64(0)>>(64-bits) {
				if a, _ := New(NewSession(), 0).hand([]*term.Term{tb.Eq(x, y), tb.Eq(y, tb.Const(bits, hi+1))}, (*term.Term).IsUnknown); a != No {
					t.Errorf("%d is a value of a word of %d bits up to %d", hi+1, bits, hi)
				}
			}
		}
	}
}

// TestNumbersApart: a model of numbers below a common bound is found with a constant in place of the bound, in too few
// steps for Z3.
func TestNumbersApart(t *testing.T) {
	tb := term.NewTable()
	n := tb.Unknown("n", 32, nil)
	f := tb.SLt(tb.Const(32, 50), n)
	for lane := range uint64(64) {
		k := tb.Var(fmt.Sprint("k", lane), 32, 0, 1<<20, nil)
		at := tb.AddConst(tb.Mul(k, tb.Const(32, 16)), lane)
		f = tb.And(f, tb.Not(tb.SLt(at, n)), tb.SLt(tb.AddConst(at, 1<<32-16), n))
	}
	solver := New(NewSession(), 0)
	solver.Steps = 1
	a, m := solver.Satisfiable(f)
	if a != Yes || !term.NewEvaluator(m).Holds(f) {
		t.Fatalf("answer %v, model %v", a, m)
	}
	if a, _ := solver.Satisfiable(tb.And(f, tb.SLt(n, tb.Const(32, 51)))); a == Yes {
		t.Fatal("a bound without a number was found")
	}
}

package prove

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

func newProver() (*Prover, *term.Table) {
	t := term.NewTable()
	return New(t, smt.New(smt.NewSession(), 0)), t
}

func word(t *term.Table, v uint64) *term.Term { return t.Const(32, v) }

// TestBoundChainsAreTrue: the facts that are added to a formula about indices change its value in no execution.
func TestBoundChainsAreTrue(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p, tb := newProver()
		base := tb.Var("i", 32, 0, 1<<20, nil)
		bound := tb.Var("n", 32, 0, 1<<32-1, nil)
		var all []*term.Term
		for range rapid.IntRange(2, 5).Draw(r, "comparisons") {
			sum := tb.AddConst(base, uint64(rapid.IntRange(-20, 40).Draw(r, "c")))
			less := rapid.SampledFrom([]func(x, y *term.Term) *term.Term{tb.SLt, tb.ULt, tb.Eq}).Draw(r, "order")(sum, bound)
			if rapid.Bool().Draw(r, "not") {
				less = tb.Not(less)
			}
			all = append(all, less)
		}
		f := tb.Or(tb.And(all[:2]...), tb.And(all...), tb.ULt(tb.Sub(bound, base), word(tb, 32)))
		with := p.withBoundChains(f)
		for range 20 {
			i := uint64(rapid.IntRange(0, 1<<20).Draw(r, "i"))
			n := i + uint64(rapid.IntRange(-25, 50).Draw(r, "left"))&(1<<32-1)
			if rapid.IntRange(0, 3).Draw(r, "far") == 0 {
				n = rapid.Uint64Range(0, 1<<32-1).Draw(r, "n")
			}
			e := term.NewEvaluator(term.Model{base: i, bound: n})
			if e.Holds(f) != e.Holds(with) {
				t.Fatalf("i = %d, n = %d: %v became %v", i, n, f, with)
			}
		}
	})
}

// TestAtBound: an index that equals the bound is greater than the indices below the bound, and less than all others.
func TestAtBound(t *testing.T) {
	for _, c := range []struct {
		equal, below int64
		can          bool
	}{
		{7, 0, true}, {7, 6, true}, {7, 7, false}, {7, 9, false}, {0, 0, false}, {0, -1, true}, {-10, -3, false}, {-10, -12, true}, {-1, 4, false},
	} {
		p, tb := newProver()
		i, n := tb.Var("i", 32, 0, 1<<20, nil), tb.Unknown("n", 32, nil)
		f := tb.And(tb.Eq(tb.AddConst(i, uint64(c.equal)), n), tb.SLt(tb.AddConst(i, uint64(c.below)), n), tb.SLt(word(tb, 50), i))
		if answer, _ := p.Satisfiable(f); (answer == smt.Yes) != c.can {
			t.Errorf("i%+d = n and i%+d < n: %v", c.equal, c.below, answer)
		}
		if answer, _ := p.Solver.Satisfiable(p.withBoundChains(f)); (answer == smt.Yes) != c.can {
			t.Errorf("i%+d = n and i%+d < n, with what follows: %v", c.equal, c.below, answer)
		}
	}
}

// TestChainOfCounter: only the signed comparisons of a counter form a chain. Unsigned, -1 < n does not follow from 0 <
// n.
func TestChainOfCounter(t *testing.T) {
	p, tb := newProver()
	k, n := tb.Var("k", 32, 0, 1<<30, nil), tb.Unknown("n", 32, nil)
	p.Unknowns.Carry(k, Value{First: word(tb, 0), Loop: 1, IsNumber: true})
	counter := tb.Add(tb.Mul(k, word(tb, 32)), tb.Var("tid", 32, 0, 1023, grid.Origin{}))
	below, at := tb.AddConst(counter, 1<<32-1), counter
	for name, c := range map[string]struct {
		less   func(a, b *term.Term) *term.Term
		chains int
	}{"signed": {tb.SLt, 1}, "unsigned": {tb.ULt, 0}} {
		f := tb.And(c.less(at, n), tb.Not(c.less(below, n)))
		if list := p.boundChains(f); len(list) != c.chains {
			t.Errorf("%s: %d chains, want %d", name, len(list), c.chains)
		}
	}
}

// TestBoundChainsAreFound: a smaller index is below the bound if a greater one is; a sum that wraps around is no index.
func TestBoundChainsAreFound(t *testing.T) {
	p, tb := newProver()
	i, any, n := tb.Var("i", 32, 0, 1<<20, nil), tb.Unknown("x", 32, nil), tb.Unknown("n", 32, nil)
	for _, c := range []struct {
		name   string
		base   *term.Term
		chains int
	}{{"an index", i, 1}, {"any word", any, 0}} {
		f := tb.And(tb.SLt(tb.AddConst(c.base, 8), n), tb.Not(tb.SLt(c.base, n)))
		if list := p.boundChains(f); len(list) != c.chains {
			t.Errorf("%s: %d chains", c.name, len(list))
		}
	}
	k := tb.Var("k", 32, 0, 1<<30, nil)
	counter := tb.Add(tb.Mul(k, word(tb, 32)), tb.Var("tid", 32, 0, 1023, grid.Origin{}))
	if p.IsIndex(counter) {
		t.Error("a sum with an unknown is taken for a counter")
	}
	p.Unknowns.Carry(k, Value{First: word(tb, 0), Loop: 1, IsNumber: true})
	if !p.IsIndex(counter) {
		t.Error("32 * k + tid is no index, and k is the number of an iteration")
	}
	for offset, isIndex := range map[int64]bool{0: true, MaxIndex - 1: true, MaxIndex: false, 1 - MaxIndex: true, -MaxIndex: false} {
		if got := p.IsIndex(tb.AddConst(counter, uint64(offset))); got != isIndex {
			t.Errorf("32 * k + tid with the offset %d is an index: %t", offset, got)
		}
	}
}

// TestStep: a step is plausible if the counter can make many of them.
func TestStep(t *testing.T) {
	for _, c := range []struct {
		step uint64
		want bool
	}{{1, true}, {1<<32 - 256, true}, {1 << 19, true}, {1 << 21, false}, {1664525, false}} {
		if IsStep(c.step, 32) != c.want {
			t.Errorf("%d: %t", c.step, !c.want)
		}
	}
}

// TestCasesAgreeWithEvaluation: the formulas divide or shift by an unknown, or compare with a bound. If the answer is
// No, the formula is false for every value. If it is Yes, the formula is true in the execution that comes with the
// answer.
func TestCasesAgreeWithEvaluation(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p, tb := newProver()
		x := tb.Var("x", 32, 1, 48, nil)
		lane := word(tb, uint64(rapid.IntRange(0, 31).Draw(r, "lane")))
		by := []*term.Term{tb.UDiv(lane, x), tb.URem(lane, x), tb.BAnd(tb.Shl(word(tb, 1), x), word(tb, 0xff)), tb.Sub(x, lane)}
		part := func() *term.Term {
			return tb.Eq(rapid.SampledFrom(by).Draw(r, "word"), word(tb, uint64(rapid.IntRange(0, 9).Draw(r, "value"))))
		}
		f := tb.And(part(), tb.Or(part(), tb.Not(part())), tb.SLt(tb.AddConst(lane, 3), x))
		some := false
		for v := uint64(1); v <= 48; v++ {
			some = some || term.NewEvaluator(term.Model{x: v}).Holds(f)
		}
		for name, ask := range map[string]func() (smt.Answer, term.Model){
			"satisfiable": func() (smt.Answer, term.Model) { return p.Satisfiable(f) },
			"by cases":    func() (smt.Answer, term.Model) { return p.byCases(p.Solver.Quickly, f, x) },
		} {
			a, m := ask()
			if a == smt.Undecided || (a == smt.Yes) != some {
				t.Fatalf("%s of %v: %v, and some value: %t", name, f, a, some)
			}
			if a == smt.Yes && !term.NewEvaluator(m).Holds(f) {
				t.Fatalf("%s: %v is false of %v", name, f, m)
			}
		}
	})
}

// TestRestUpToBound: the cases of the distance to a bound include more than a warp, and none.
func TestRestUpToBound(t *testing.T) {
	p, tb := newProver()
	base, n := tb.Var("base", 32, 0, 1<<20, nil), tb.Unknown("n", 32, nil)
	whole, some := tb.SLt(tb.AddConst(base, 31), n), tb.SLt(base, n)
	left := tb.Sub(n, base)
	for _, c := range []struct {
		name string
		f    *term.Term
		want smt.Answer
	}{
		{"a part of a warp", tb.And(some, tb.Not(whole)), smt.Yes},
		{"more than a part", tb.And(some, tb.Not(whole), tb.ULt(word(tb, 31), left)), smt.No},
		{"a whole one", tb.And(whole, some, tb.ULt(word(tb, 31), left)), smt.Yes},
		{"none", tb.And(tb.Not(some), tb.Not(whole)), smt.Yes},
	} {
		chain := p.boundChainOfRest(tb.And(c.f, tb.Or(some, tb.Not(some), whole)))
		if chain == nil {
			t.Fatalf("%s: no bound", c.name)
		}
		if a, _ := p.byRest(c.f, chain); a != c.want {
			t.Errorf("%s: %v, want %v", c.name, a, c.want)
		}
	}
}

// TestContradictionsAreFalse: a conjunction that is found to be contradictory is false for all values.
func TestContradictionsAreFalse(t *testing.T) {
	found := 0
	rapid.Check(t, func(r *rapid.T) {
		p, tb := newProver()
		var unknowns []*term.Term
		for _, name := range []string{"u", "v", "w"} {
			unknowns = append(unknowns, tb.Var(name, 32, 0, 3, nil))
		}
		one := func() *term.Term { return rapid.SampledFrom(unknowns).Draw(r, "unknown") }
		var parts []*term.Term
		for range rapid.IntRange(2, 5).Draw(r, "parts") {
			x, y := one(), tb.AddConst(one(), uint64(rapid.IntRange(0, 1).Draw(r, "more")))
			f := tb.Eq(x, y)
			if rapid.IntRange(0, 2).Draw(r, "less") == 0 {
				f = tb.ULt(x, y)
			}
			if rapid.IntRange(0, 2).Draw(r, "not") == 0 {
				f = tb.Not(f)
			}
			if len(parts) > 0 && rapid.IntRange(0, 3).Draw(r, "or") == 0 {
				last := len(parts) - 1
				f, parts = tb.Or(f, tb.And(parts[last], tb.Eq(one(), x))), parts[:last]
			}
			parts = append(parts, f)
		}
		f := tb.And(parts...)
		if !p.Contradictory(f) {
			return
		}
		found++
		for n := range uint64(64) {
			m := term.Model{unknowns[0]: n % 4, unknowns[1]: n / 4 % 4, unknowns[2]: n / 16}
			if term.NewEvaluator(m).Holds(f) {
				t.Fatalf("%v is true of %v", f, m)
			}
		}
	})
	if found == 0 {
		t.Error("none contradicts itself")
	}
}

// TestPeersReadAlike: the result of a shuffle from a known lane is the value of that lane.
func TestPeersReadAlike(t *testing.T) {
	p, tb := newProver()
	args := make([]*term.Term, 0, warp.Size+2)
	for l := range warp.Size {
		args = append(args, tb.Unknown("v"+string(rune('a'+l)), 32, nil))
	}
	source := tb.Var("s", 32, 0, 31, nil)
	read := tb.Opaque("shfl!", 32, memory.ShuffleOrigin{}, append(args, source, word(tb, 1))...)
	f := tb.And(tb.Eq(source, word(tb, 3)), tb.Not(tb.Eq(read, args[3])))
	if !p.Contradictory(f) {
		t.Error("lane 3 is read and has another value")
	}
	if p.Contradictory(tb.And(tb.Eq(source, word(tb, 3)), tb.Not(tb.Eq(read, args[4])))) {
		t.Error("lanes 3 and 4 must have one value")
	}
}

// keyed returns a mask for each lane l: the lanes for which the formula in holds, and whose keys equal the key of l.
func keyed(tb *term.Table, in func(l int) *term.Term, key func(l int) *term.Term) []Mask {
	masks := make([]Mask, warp.Size)
	for l := range masks {
		bits := make([]*term.Term, warp.Size)
		for b := range bits {
			bits[b] = tb.And(in(b), tb.Eq(key(l), key(b)))
		}
		masks[l] = Mask{l, tb.Pack(bits)}
	}
	return masks
}

// keyedBySide returns, for each lane, the lanes that vote like it, where any lane may be missing and its vote is then
// arbitrary.
func keyedBySide(tb *term.Table) []Mask {
	votes := make([]*term.Term, warp.Size)
	masks := make([]Mask, warp.Size)
	own := func(l int) *term.Term { return tb.Unknown("own"+string(rune('a'+l)), 0, nil) }
	for l := range votes {
		name := string(rune('a' + l))
		votes[l] = tb.Ite(tb.Unknown("here"+name, 0, nil), own(l), tb.Unknown("any"+name, 0, nil))
	}
	for l := range masks {
		bits := make([]*term.Term, warp.Size)
		for b := range bits {
			bits[b] = tb.Ite(own(l), votes[b], tb.Not(votes[b]))
		}
		masks[l] = Mask{l, tb.Pack(bits)}
	}
	return masks
}

// TestClasses: masks by keys are equal or disjoint, and are no longer if one of them is changed.
func TestClasses(t *testing.T) {
	p, tb := newProver()
	var keys, in []*term.Term
	for l := range warp.Size {
		keys = append(keys, tb.Unknown("key"+string(rune('a'+l)), 32, nil))
		in = append(in, tb.Unknown("in"+string(rune('a'+l)), 0, nil))
	}
	of := func(list []*term.Term) func(int) *term.Term { return func(l int) *term.Term { return list[l] } }
	masks := keyed(tb, of(in), of(keys))
	if !p.AreClasses(masks) {
		t.Error("lanes with one key are no class")
	}
	in[0], in[5], in[31] = tb.False, tb.False, tb.False
	if !p.AreClasses(keyed(tb, of(in), of(keys))) {
		t.Error("of lanes some of which never vote those with one key are no class")
	}
	masks[7].Word = tb.BOr(masks[7].Word, word(tb, 1))
	if p.AreClasses(masks) {
		t.Error("a mask with one lane more is taken for a class")
	}
	sides := keyedBySide(tb)
	if !p.AreClasses(sides) {
		t.Error("the two sides of a vote are no classes")
	}
	sides[9].Word = tb.BXor(sides[9].Word, word(tb, 1<<4))
	if p.AreClasses(sides) {
		t.Error("a side of a vote with another lane is taken for a class")
	}
	if !p.AreClasses([]Mask{{0, word(tb, 0xff)}, {8, word(tb, 0xff00)}}) {
		t.Error("constants without a common lane are not disjoint")
	}
	if p.AreClasses([]Mask{{0, tb.Unknown("x", 32, nil)}, {1, tb.Unknown("y", 32, nil)}}) {
		t.Error("any two masks are taken for classes")
	}
	if p.AreClasses([]Mask{{0, word(tb, 0xff)}, {4, word(tb, 0xff0)}}) {
		t.Error("constants that overlap are taken for classes")
	}
}

// TestViews checks the values of unknowns in executions without a violation and in first iterations.
func TestViews(t *testing.T) {
	tb := term.NewTable()
	u := newUnknowns(tb)
	k, i, in := tb.Var("k", 32, 0, 99, nil), tb.Unknown("i", 32, nil), tb.Unknown("in", 0, nil)
	broken, data := tb.Unknown("?", 32, nil), tb.Unknown("d", 32, nil)
	f := tb.And(in, tb.ULt(tb.Add(i, k), broken))
	u.Carry(k, Value{First: word(tb, 0), Loop: 1, IsNumber: true})
	u.Carry(i, Value{First: broken, Loop: 1})
	u.Enter(in, Value{First: tb.True, Loop: 2})
	if u.Unbroken(f) != f || u.AssumesAny() {
		t.Error("something is assumed")
	}
	u.Assume(broken, data)
	for name, c := range map[string]struct{ got, want *term.Term }{
		"unbroken":      {u.Unbroken(f), tb.And(in, tb.ULt(tb.Add(i, k), data))},
		"in the first":  {u.InFirst()(f), tb.ULt(data, data)},
		"in those of 1": {u.InFirstOf(func(loop int) bool { return loop == 1 })(f), tb.And(in, tb.ULt(data, data))},
		"first of none": {u.FirstTime(k, func(int) bool { return false }), tb.Var("first k", 32, 0, 99, nil)},
		"first of 1":    {u.FirstTime(tb.Add(i, k), func(loop int) bool { return loop == 1 }), tb.Unknown("first ?", 32, nil)},
		"an argument": {u.FirstTime(tb.Unknown("n", 32, memory.ArgOrigin{}), func(int) bool { return true }),
			tb.Unknown("n", 32, memory.ArgOrigin{})},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", name, c.got, c.want)
		}
	}
}

// TestViewsFollow: a cached view follows later assumptions about an unknown.
func TestViewsFollow(t *testing.T) {
	tb := term.NewTable()
	u := newUnknowns(tb)
	x, y, one, two := tb.Unknown("x", 32, nil), tb.Unknown("y", 32, nil), word(tb, 1), word(tb, 2)
	f := tb.ULt(x, tb.Const(32, 9))
	u.Assume(y, two)
	for _, say := range []struct {
		what string
		do   func()
		want *term.Term
	}{
		{"nothing", func() {}, f},
		{"one", func() { u.Assume(x, one) }, tb.True},
		{"ten", func() { u.Assume(x, word(tb, 10)) }, tb.False},
		{"nothing again", func() { u.AssumeNothing(x) }, f},
		{"what another says", func() { u.Copy(y, x, tb.NewRewriter(func(z *term.Term) *term.Term { return z })) }, tb.True},
	} {
		say.do()
		if got := u.Unbroken(f); got != say.want {
			t.Errorf("%s: %v, want %v", say.what, got, say.want)
		}
	}
	before := u.InFirst()(y)
	u.AssumeNothing(y)
	u.Carry(y, Value{First: one})
	if after := u.InFirst()(y); before != two || after != one {
		t.Errorf("first %v and then %v", before, after)
	}
}

// TestSimplest: the first iterations are preferred, and plain executions, if there are such.
func TestSimplest(t *testing.T) {
	p, tb := newProver()
	k, n := tb.Var("k", 32, 0, 99, nil), tb.Var("n", 32, 0, 99, nil)
	p.Unknowns.Carry(k, Value{First: word(tb, 0), IsNumber: true})
	plain := tb.Eq(n, word(tb, 5))
	for _, c := range []struct {
		name string
		f    *term.Term
		k, n uint64
	}{
		{"first and plain", tb.ULt(k, n), 0, 5},
		{"first, and not plain", tb.And(tb.ULt(k, word(tb, 3)), tb.Eq(n, word(tb, 7))), 0, 7},
		{"not first", tb.Eq(k, word(tb, 3)), 3, 5},
	} {
		a, x := p.Simplest(c.f, plain)
		if a != smt.Yes || x.Value(k) != c.k || x.Value(n) != c.n || !x.Holds(c.f) {
			t.Errorf("%s: %v, k = %d, n = %d", c.name, a, x.Value(k), x.Value(n))
		}
	}
	if a, _ := p.Simplest(tb.False, plain); a != smt.No {
		t.Errorf("false is %v", a)
	}
	for about, c := range map[string]struct {
		f    *term.Term
		want smt.Answer
	}{
		"first and plain": {tb.ULt(k, n), smt.Yes}, "not first, and plain": {tb.Eq(k, word(tb, 3)), smt.Yes},
		"not plain": {tb.Eq(n, word(tb, 7)), smt.No}, "false": {tb.False, smt.No},
	} {
		if answer := p.FindSimplest(c.f, plain); answer != c.want {
			t.Errorf("%s: a plain execution is found: %v", about, answer)
		}
	}
}

// TestRelevance: the facts that share unknowns with a formula, or with another such fact, are added.
func TestRelevance(t *testing.T) {
	p, tb := newProver()
	x, y, z := tb.Unknown("x", 32, nil), tb.Unknown("y", 32, nil), tb.Unknown("z", 32, nil)
	launch := tb.Var("ntid", 32, 1, 1024, grid.Origin{})
	chained, other := tb.ULt(x, y), tb.ULt(z, launch)
	direct := tb.ULt(y, launch)
	f := tb.ULt(launch, y)
	if got, want := p.With(f, []*term.Term{other, chained, direct}), tb.And(f, chained, direct); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

package disjoint

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// drawer draws words and conditions over a few unknowns, the same for equal seeds, and enumerates all executions.
type drawer struct {
	*rand.Rand
	t        *term.Table
	unknowns []*term.Term
	// values are the values that each unknown may have.
	values [][]uint64
	// forms is the number of kinds of operators that are drawn.
	forms int
}

// newDrawer returns a drawer with the unknowns u and v from 0 to 5, and for every third seed w from -2 to 3.
func newDrawer(seed, kind uint64, forms int) *drawer {
	d := &drawer{Rand: rand.New(rand.NewPCG(seed, kind)), t: term.NewTable(), forms: forms}
	d.unknown("u", 0, 5)
	d.unknown("v", 0, 5)
	if seed%3 == 0 {
		d.unknown("w", -2, 3)
	}
	return d
}

// unknown adds an unknown with a range of values.
func (d *drawer) unknown(name string, from, to int64) *term.Term {
	lo, hi := uint64(from)&(1<<32-1), uint64(to)&(1<<32-1)
	if from < 0 {
		lo, hi = 0, 1<<32-1
	}
	x := d.t.Var(name, 32, lo, hi, nil)
	var all []uint64
	for n := from; n <= to; n++ {
		all = append(all, uint64(n)&(1<<32-1))
	}
	d.unknowns, d.values = append(d.unknowns, x), append(d.values, all)
	return x
}

// sums returns sums in which an unknown that may be negative is marked as signed.
func (d *drawer) sums() *Sums {
	s := New(d.t)
	for _, x := range d.unknowns {
		if x.Hi == 1<<32-1 {
			s.Signed[x] = true
		}
	}
	return s
}

// executions calls see with all values that the unknowns may have, until it returns false.
func (d *drawer) executions(see func(term.Model) bool) bool {
	m := term.Model{}
	var from func(n int) bool
	from = func(n int) bool {
		if n == len(d.unknowns) {
			return see(m)
		}
		for _, value := range d.values[n] {
			if m[d.unknowns[n]] = value; !from(n + 1) {
				return false
			}
		}
		return true
	}
	return from(0)
}

func (d *drawer) constant(list ...uint64) *term.Term { return d.t.Const(32, list[d.IntN(len(list))]) }

// word draws a word of operators up to a depth.
func (d *drawer) word(depth int) *term.Term {
	if depth == 0 {
		return d.unknowns[d.IntN(len(d.unknowns))]
	}
	t, x := d.t, d.word(depth-1)
	switch d.IntN(d.forms) {
	case 0:
		return t.Add(x, d.word(depth-1))
	case 1:
		return t.Sub(x, d.word(depth-1))
	case 2, 3:
		return t.AddConst(x, []uint64{1, 2, 3, 8, 1<<32 - 1, 1<<32 - 3}[d.IntN(6)])
	case 4, 5:
		return t.Mul(x, d.constant(2, 3, 4, 7, 8))
	case 6:
		return t.Mul(x, d.word(0))
	case 7:
		return t.URem(x, d.constant(2, 3, 4, 8))
	case 8:
		return t.SRem(x, d.constant(2, 3, 4, 8))
	case 9:
		return t.UDiv(x, d.constant(2, 3, 4))
	case 10:
		return t.SDiv(x, d.constant(2, 3, 4))
	case 11:
		return t.LShr(x, d.constant(1, 2))
	case 12:
		return t.AShr(x, d.constant(1, 2))
	case 13:
		return t.BAnd(x, d.constant(1, 3, 7, 5, 1<<32-4, 1<<32-2, 1<<32-3))
	case 14:
		return t.BXor(x, d.word(0))
	case 15:
		return t.Ite(d.condition(0), x, d.word(depth-1))
	case 16:
		return t.URem(x, t.AddConst(d.word(0), 1))
	}
	return t.LShr(d.constant(8, 4, 1), d.word(0))
}

// condition draws a comparison of words, or a conjunction of comparisons.
func (d *drawer) condition(depth int) *term.Term {
	compare := []func(x, y *term.Term) *term.Term{d.t.ULt, d.t.SLt, d.t.Eq}[d.IntN(3)]
	other := d.word(depth)
	if d.IntN(2) == 0 {
		other = d.constant(0, 1, 2, 3, 4, 5, 7)
	}
	f := compare(d.word(depth), other)
	if d.IntN(2) == 0 {
		f = d.t.Not(f)
	}
	if d.IntN(3) == 0 {
		return d.t.And(f, d.condition(depth))
	}
	return f
}

// areSigned are the operators that only signed numbers have.
var areSigned = term.OpsOf(term.SDiv, term.SRem, term.AShr)

// valueOf returns the value of a sum in an execution; ok is false if the sum has an unknown of its own, or is too
// large.
func (s *Sums) valueOf(of sum, e *term.Evaluator, known func(*term.Term) bool) (n int64, ok bool) {
	n = of.k
	for _, p := range of.parts {
		by := p.by
		for _, f := range s.products[p.product].factors {
			x := s.factors[f]
			if x.Op == term.Var && !known(x.Term) {
				return 0, false
			}
			v := int64(e.Value(x.Term))
			if x.signed || term.OpsOf(x.Op)&areSigned != 0 {
				v = term.Signed(uint64(v), x.Bits)
			}
			if high, _ := bits.Mul64(uint64(max(v, -v)), uint64(max(by, -by))<<4); high > 0 {
				return 0, false
			}
			by *= v
		}
		n += by
	}
	return n, true
}

// TestSumsAreTrue: a word equals its sum modulo its width, and all facts about parts of sums and from conditions hold
// in all executions.
func TestSumsAreTrue(t *testing.T) {
	const fewest = 173
	denied := 0
	for seed := range uint64(800) {
		d := newDrawer(seed, 1, 18)
		s := New(d.t)
		x, f := d.word(1+d.IntN(3)), d.condition(d.IntN(2))
		plain, signed, bounds := s.plain(x, false), s.plain(x, true), s.boundsIn(f)
		exact, most, excluded := s.isExact(x), s.isAtMost(x), s.IsExcluded(f)
		var facts []sum
		for product := range s.products {
			facts = append(facts, s.factsOf(product)...)
		}
		wraps := false // in some sum of the condition: a signed one has no meaning then
		for _, part := range d.t.All(d.t.And(f, d.t.Eq(x, x)), term.OpsOf(term.SLt)) {
			for _, word := range part.Args {
				d.executions(func(m term.Model) bool {
					n, ok := s.valueOf(s.plain(word, true), term.NewEvaluator(m), d.isKnown)
					wraps = wraps || ok && n != term.Signed(term.NewEvaluator(m).Value(word), 32)
					return !wraps
				})
			}
		}
		if excluded {
			denied++
		}
		d.executions(func(m term.Model) bool {
			e := term.NewEvaluator(m)
			about := func(what string, of any) {
				t.Fatalf("seed %d, %v: %s: %v\nword %v, condition %v", seed, m, what, of, x, f)
			}
			for _, of := range []sum{plain, signed} {
				if n, ok := s.valueOf(of, e, d.isKnown); ok && uint64(n)&(1<<32-1) != e.Value(x) {
					about("the sum is another number", fmt.Sprint(n, " for ", e.Value(x)))
				}
			}
			n, ok := s.valueOf(plain, e, d.isKnown)
			if ok && exact && n != int64(e.Value(x)) || ok && most && int64(e.Value(x)) > n {
				about("the sum wraps around", n)
			}
			for _, b := range facts {
				if n, ok := s.valueOf(b, e, d.isKnown); ok && n < 0 {
					about("what is said of a part is false", b)
				}
			}
			if wraps || !e.Holds(f) {
				return true
			}
			if excluded {
				about("it is excluded", f)
			}
			for _, b := range bounds {
				if n, ok := s.valueOf(b, e, d.isKnown); ok && n < 0 {
					about("what the condition is said to say is false", b)
				}
			}
			return true
		})
	}
	if denied < fewest {
		t.Errorf("%d conditions are excluded, want %d", denied, fewest)
	}
}

func (d *drawer) isKnown(x *term.Term) bool {
	for _, u := range d.unknowns {
		if u == x {
			return true
		}
	}
	return false
}

// A product is no sum if one of its numbers is too large, whichever it is.
func TestProductsThatAreTooLarge(t *testing.T) {
	d := newDrawer(1, 0, 1)
	s := d.sums()
	u, v := s.sumOf(d.unknowns[0], false, false), s.sumOf(d.unknowns[1], false, false)
	with := func(of sum, k, by int64) sum {
		of.k, of.parts = k, []part{{of.parts[0].product, by}}
		return of
	}
	const large = farthest / 2
	for about, of := range map[string][2]sum{
		"number times number": {with(u, large, 1), {k: 4}},
		"number times part":   {with(u, large, 1), with(v, 0, 4)},
		"part times number":   {with(u, 0, large), {k: 4}},
		"part times part":     {with(u, 0, large), with(v, 0, 4)},
		"of which less fits":  {with(v, farthest/2, -1), with(v, 1, 4)},
	} {
		if got, ok := s.times(of[0], of[1]); ok {
			t.Errorf("%s: %v", about, got)
		}
	}
	if _, ok := s.times(with(u, 3, 1), with(v, 5, 4)); !ok {
		t.Error("a small product is no sum")
	}
}

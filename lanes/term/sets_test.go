package term

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// executions is the number of executions in which a lane set is evaluated: one for each value of four conditions.
const executions = 16

// operators are the names of operators of two words that give a word.
var operators = []string{"add", "subtract", "multiply", "and", "and", "or", "or", "xor", "xor", "udiv", "urem", "sdiv", "srem", "shl", "lshr", "lshr", "ashr"}

// valued is a word or a formula, with its value in each execution.
type valued struct {
	*Term
	is [executions]uint64
}

// sets draws words like those that kernels compute from masks: from conditions, numbers of lanes, and bits at such
// numbers.
type sets struct {
	*rand.Rand
	t        *testing.T
	table    *Table
	models   [executions]Model
	formulas []valued
	words    []valued
}

func newSets(t *testing.T, seed uint64) *sets {
	s := &sets{Rand: rand.New(rand.NewPCG(seed, 0)), t: t, table: NewTable()}
	for n := range s.models {
		s.models[n] = Model{}
	}
	for i := range 4 {
		s.formulas = append(s.formulas, s.unknown(fmt.Sprint("condition", i), 0, 1, func(n int) uint64 { return uint64(n >> i & 1) }))
	}
	for i, hi := range []uint64{31, 33, 1<<32 - 1} {
		s.words = append(s.words, s.unknown(fmt.Sprint("word", i), 32, hi, func(int) uint64 {
			return []uint64{s.Uint64N(hi + 1), s.Uint64N(min(hi, 33)), hi}[s.IntN(3)]
		}))
	}
	return s
}

func (s *sets) unknown(name string, width int, hi uint64, of func(n int) uint64) valued {
	v := valued{Term: s.table.Var(name, width, 0, hi, nil)}
	for n, m := range s.models {
		v.is[n] = of(n)
		m[v.Term] = v.is[n]
	}
	return v
}

func (s *sets) constant(k uint64) valued {
	v := valued{Term: s.table.Const(32, k)}
	for n := range v.is {
		v.is[n] = k
	}
	return v
}

// keep checks that a term has the right value in all executions.
func (s *sets) keep(x *Term, of func(n int) uint64, about string) {
	v := valued{Term: x}
	for n, m := range s.models {
		v.is[n] = of(n) & ones(x.Bits)
		if got := NewEvaluator(m).Value(x); got != v.is[n] {
			s.t.Fatalf("%s: %v is %#x where it must be %#x", about, x, got, v.is[n])
		}
		if x.Bits > 0 && (v.is[n] < x.Lo || v.is[n] > x.Hi || v.is[n]&ones(x.Zeros) != 0 && x.Zeros > 0) {
			s.t.Fatalf("%s: %v is %#x, outside [%#x, %#x] with %d zeros", about, x, v.is[n], x.Lo, x.Hi, x.Zeros)
		}
	}
	if x.Bits == 0 {
		s.formulas = append(s.formulas, v)
	} else {
		s.words = append(s.words, v)
	}
}

func (s *sets) formula() valued { return s.formulas[s.IntN(len(s.formulas))] }

func (s *sets) word() valued {
	if s.IntN(4) == 0 {
		return s.constant([]uint64{0, 1, 2, 5, 31, 32, 0xff, 0xffff, 1 << 31, 0xffff0000, 1<<32 - 2, 1<<32 - 1}[s.IntN(12)])
	}
	return s.words[s.IntN(len(s.words))]
}

// mask draws a word whose bits are conditions, with runs of equal bits.
func (s *sets) mask() {
	var fs [32]valued
	for l := 0; l < len(fs); {
		f := s.formula()
		switch s.IntN(3) {
		case 0:
			f = valued{Term: s.table.False}
		case 1:
			f = valued{Term: s.table.Not(f.Term), is: f.is}
			for n := range f.is {
				f.is[n] = 1 - f.is[n]
			}
		}
		for end := min(l+1+s.IntN(16), len(fs)); l < end; l++ {
			fs[l] = f
		}
	}
	terms := make([]*Term, len(fs))
	for l, f := range fs {
		terms[l] = f.Term
	}
	s.keep(s.table.Pack(terms), func(n int) (word uint64) {
		for l, f := range fs {
			word |= f.is[n] << l
		}
		return word
	}, "a mask")
}

// ofWords computes a word from other words.
func (s *sets) ofWords() {
	t, x, y, f := s.table, s.word(), s.word(), s.formula()
	keep := func(about string, made *Term, of func(a, b uint64) uint64) {
		s.keep(made, func(n int) uint64 { return of(x.is[n], y.is[n]) }, about)
	}
	switch s.IntN(12) {
	case 0:
		s.keep(t.Ite(f.Term, x.Term, y.Term), func(n int) uint64 {
			if f.is[n] != 0 {
				return x.is[n]
			}
			return y.is[n]
		}, "a choice")
	case 1:
		keep("complement", t.BNot(x.Term), func(a, _ uint64) uint64 { return ^a })
	case 2:
		keep("first", t.Ffs(x.Term), func(a, _ uint64) uint64 { return uint64(bits.TrailingZeros64(a)+1) % 65 })
	case 3:
		keep("last", t.Clz(x.Term), func(a, _ uint64) uint64 { return uint64(bits.LeadingZeros32(uint32(a))) })
	case 4:
		keep("count", t.Popc(x.Term), func(a, _ uint64) uint64 { return uint64(bits.OnesCount64(a)) })
	case 5:
		keep("reversed", t.Brev(x.Term), func(a, _ uint64) uint64 { return uint64(bits.Reverse32(uint32(a))) })
	case 6:
		keep("one bit", t.Shl(t.Const(32, 1), x.Term), func(a, _ uint64) uint64 { return 1 << a })
	case 7:
		keep("low bits", t.AddConst(t.Shl(t.Const(32, 1), x.Term), ^uint64(0)), func(a, _ uint64) uint64 { return 1<<a - 1 })
	case 8:
		width := []int{16, 48, 64}[s.IntN(3)]
		keep("narrowed", t.Trunc(t.ZExt(t.Trunc(t.SExt(x.Term, 64), width), 64), 32), func(a, _ uint64) uint64 { return uint64(Signed(a, 32)) & ones(width) })
	default:
		name := operators[s.IntN(len(operators))]
		keep(name, ofTwo[name].build(t, x.Term, y.Term), ofTwo[name].value)
	}
}

// ofFormulas builds a formula from words or formulas.
func (s *sets) ofFormulas() {
	t, x, y, f, g, h := s.table, s.word(), s.word(), s.formula(), s.formula(), s.formula()
	keep := func(about string, made *Term, of func(a, b, c uint64) bool) {
		s.keep(made, func(n int) uint64 { return truth(of(f.is[n], g.is[n], h.is[n])) }, about)
	}
	compare := func(about string, made *Term, of func(a, b uint64) bool) {
		s.keep(made, func(n int) uint64 { return truth(of(x.is[n], y.is[n])) }, about)
	}
	switch i := s.IntN(32); s.IntN(11) {
	case 0:
		keep("and", t.And(f.Term, g.Term, h.Term), func(a, b, c uint64) bool { return a&b&c != 0 })
	case 1:
		keep("or", t.Or(f.Term, g.Term, t.Not(h.Term)), func(a, b, c uint64) bool { return a|b|(1-c) != 0 })
	case 2:
		keep("alike", t.Iff(f.Term, g.Term), func(a, b, _ uint64) bool { return a == b })
	case 3:
		keep("one or the other", t.IteBool(f.Term, g.Term, h.Term), func(a, b, c uint64) bool { return a == 1 && b == 1 || a == 0 && c == 1 })
	case 4:
		keep("where another holds", t.And(t.Given(f.Term, g.Term), g.Term), func(a, b, _ uint64) bool { return a&b != 0 })
	case 5:
		common := Common([]*Term{t.And(f.Term, g.Term), t.And(g.Term, h.Term)})
		keep("without what is in common", t.And(append(common, t.Strip(t.And(f.Term, g.Term), common))...), func(a, b, _ uint64) bool { return a&b != 0 })
	case 6:
		compare("equal", t.Eq(x.Term, y.Term), func(a, b uint64) bool { return a == b })
	case 7:
		compare("less", t.ULt(x.Term, y.Term), func(a, b uint64) bool { return a < b })
	case 8:
		compare("signed less", t.SLt(x.Term, y.Term), func(a, b uint64) bool { return int32(a) < int32(b) })
	case 9:
		compare("a bit", t.Bit(x.Term, i), func(a, _ uint64) bool { return a>>i&1 != 0 })
	case 10:
		compare("a bit somewhere", t.Select(x.Term, y.Term), func(a, b uint64) bool { return b < 32 && a>>b&1 != 0 })
	}
	for n := range s.models {
		if f.Entails(g.Term) && f.is[n] > g.is[n] {
			s.t.Fatalf("%v does not imply %v", f.Term, g.Term)
		}
	}
}

// TestSetsOfLanes: words that are computed from masks have, in whatever form they are kept, the right value in each
// execution.
func TestSetsOfLanes(t *testing.T) {
	for seed := range uint64(150) {
		s := newSets(t, seed)
		for range 40 {
			switch s.IntN(4) {
			case 0:
				s.mask()
			case 1, 2:
				s.ofWords()
			default:
				s.ofFormulas()
			}
		}
	}
}

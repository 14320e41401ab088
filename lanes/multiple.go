package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// That a word is a multiple of a power of two may be promised, or be why the lanes are here:
//
//	__builtin_assume(n % 32 == 0);
//	if (n % blockDim.x != 0) return;
//
// A bound that is made of it is the same for the lanes of a warp, i < n, when i differs
// from lane to lane in its low bits only. What is compared is said of n without its low
// bits, which are zero.

// multiple is a word whose low bits are zero in all executions that come to a place.
type multiple struct {
	word  *term.Term
	zeros int
}

// follows adds to what is known the multiples that follow from a condition which holds for
// all lanes of a guard that go on.
func (s *state) follows(cond vec, guard vec) *state {
	holds := cond.uniformWhere(guard)
	if holds == nil {
		return s
	}
	facts := []*term.Term{holds}
	if holds.Op == term.And {
		facts = holds.Args
	}
	for _, f := range facts {
		if m, ok := multipleOf(f); ok && !slices.Contains(s.multiples, m) {
			s = s.clone()
			s.multiples = append(slices.Clone(s.multiples[max(0, len(s.multiples)-maxKnown+1):]), m)
		}
	}
	return s
}

// multipleOf is what follows from a formula that says that a remainder is zero.
func multipleOf(f *term.Term) (m multiple, ok bool) {
	if f.Op != term.Eq || !f.Args[1].IsConst() || f.Args[1].K != 0 {
		return m, false
	}
	switch rest := f.Args[0]; rest.Op {
	case term.BAnd:
		if low := rest.Args[1]; low.IsConst() {
			for low.K>>m.zeros&1 != 0 {
				m.zeros++
			}
		}
		m.word = rest.Args[0]
	case term.URem, term.SRem:
		m.word, m.zeros = rest.Args[0], rest.Args[1].Zeros
	}
	return m, m.zeros > 0 && !m.word.IsConst() && m.word.Zeros < m.zeros
}

// mergeMultiples keeps what both states know.
func mergeMultiples(merged, other *state) {
	merged.multiples = slices.DeleteFunc(slices.Clone(merged.multiples), func(m multiple) bool {
		return !slices.Contains(other.multiples, m)
	})
}

// asMultiples are the operands of a comparison without the low bits that are known to be
// zero.
func (in *interp) asMultiples(i *cfg.Instr, args []vec, known []multiple) []vec {
	if len(known) == 0 || !isComparison(i.Operator) {
		return args
	}
	out := slices.Clone(args)
	for n, v := range args {
		out[n] = map1(v, func(x *term.Term) *term.Term { return in.asMultiple(x, known) })
	}
	return out
}

func (in *interp) asMultiple(x *term.Term, known []multiple) *term.Term {
	for _, m := range known {
		whole := in.t.BAnd(m.word, in.t.Const(m.word.Bits, ^(uint64(1)<<m.zeros-1)))
		if y := in.t.Replace(x, []*term.Term{m.word}, []*term.Term{whole}); y.Zeros > x.Zeros {
			x = y
		}
	}
	return x
}

func isComparison(op ast.Op) bool {
	return isEquality(op) || op == ast.LT || op == ast.GT || op == ast.LE || op == ast.GE
}

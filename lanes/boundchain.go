package lanes

import (
	"cmp"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// A boundChain is the comparisons of sums with one bound, base + c < bound for several
// constants c, by rising constants. All are signed, or none is.
type boundChain struct {
	side
	steps []*term.Term
}

// side is what the comparisons of a bound chain have in common.
type side struct {
	base, bound *term.Term
	signed      bool
}

// withBoundChains adds to a formula what is true of its comparisons of indices: the greater is
// below a bound only if the smaller is. The lanes' indices are such sums, and the solver
// would have to find that out about each two of them bit by bit.
func (in *interp) withBoundChains(f *term.Term) *term.Term {
	facts := []*term.Term{f}
	list := in.boundChains(f)
	for _, l := range list {
		for i := range len(l.steps) - 1 {
			facts = append(facts, in.t.Implies(l.steps[i+1], l.steps[i]))
		}
	}
	seen := map[*term.Term]bool{}
	if len(list) > 0 {
		term.Any(facts[:1], func(x *term.Term) bool { seen[x] = true; return false })
	}
	for _, l := range list {
		if left := in.t.Sub(l.bound, l.base); seen[left] && isPositive(l.base) {
			facts = append(facts, in.asRest(l, left)...)
		}
	}
	return in.t.And(facts...)
}

var orders = term.OpsOf(term.SLt, term.ULt)

// boundChains are those of a formula.
func (in *interp) boundChains(f *term.Term) []*boundChain {
	at := map[side]*boundChain{}
	var list []*boundChain
	term.AnyOf(f, orders, func(x *term.Term) bool {
		if !in.isIndex(x.Args[0]) || x.Op == term.ULt && !isPositive(x.Args[0]) {
			return false
		}
		sum, bound := x.Args[0], x.Args[1]
		base := in.t.Sub(sum, in.t.Const(sum.Bits, constantOf(sum)))
		common := side{base, bound, x.Op == term.SLt}
		l := at[common]
		if l == nil {
			l = &boundChain{side: common}
			at[common] = l
			list = append(list, l)
		}
		l.steps = append(l.steps, x)
		return false
	})
	for _, l := range list {
		slices.SortFunc(l.steps, func(a, b *term.Term) int {
			return cmp.Compare(signedConstant(a.Args[0]), signedConstant(b.Args[0]))
		})
	}
	return list
}

// isLeft says when the base of a bound chain is below the bound.
func (in *interp) isLeft(l *boundChain) *term.Term {
	if l.signed {
		return in.t.SLt(l.base, l.bound)
	}
	return in.t.ULt(l.base, l.bound)
}

// asRest says the steps of a bound chain again of what is left up to the bound, where there is
// something left: base + c < bound as c < bound - base.
func (in *interp) asRest(l *boundChain, left *term.Term) []*term.Term {
	var facts []*term.Term
	for _, step := range l.steps {
		if c := signedConstant(step.Args[0]); c >= 0 {
			same := in.t.Iff(step, in.t.ULt(in.t.Const(left.Bits, uint64(c)), left))
			facts = append(facts, in.t.Implies(in.isLeft(l), same))
		}
	}
	return facts
}

// isIndex reports a sum with a small constant that is not negative, or is a loop's counter,
// which does not wrap around: two of them differ as their constants do.
func (in *interp) isIndex(x *term.Term) bool {
	k := signedConstant(x)
	return -maxIndex < k && k < maxIndex && (isPositive(x) || in.isCounter(x))
}

// isPositive reports a word that is not negative, signed or not, and no sum that wraps around.
func isPositive(x *term.Term) bool { return x.Hi < 1<<(x.Bits-1) }

// isCounter reports a sum that is made of the launch and the numbers of turns only, as
// threadIdx.x + k * blockDim.x is.
func (in *interp) isCounter(x *term.Term) bool {
	if x.Op != term.Add || slices.ContainsFunc(x.Coefs, func(k uint64) bool { return !isStep(k, x.Bits) }) {
		return false
	}
	counts, other := false, false
	term.Any([]*term.Term{x}, func(y *term.Term) bool {
		_, launch := y.Origin.(grid.Origin)
		number := in.carried[y].number
		counts = counts || number
		other = other || (y.Op == term.Var || y.Op == term.Opaque) && !launch && !number
		return other
	})
	return counts && !other
}

// constantOf is what a sum adds to its unknowns.
func constantOf(x *term.Term) uint64 {
	if x.Op == term.Add {
		return x.K
	}
	return 0
}

func signedConstant(x *term.Term) int64 { return term.Signed(constantOf(x), x.Bits) }

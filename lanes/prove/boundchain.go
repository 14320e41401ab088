package prove

import (
	"cmp"
	"math"
	"slices"
	"sort"

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
func (p *Prover) withBoundChains(f *term.Term) *term.Term {
	facts := []*term.Term{f}
	list := p.boundChains(f)
	for _, l := range list {
		for i := range len(l.steps) - 1 {
			facts = append(facts, p.t.Implies(l.steps[i+1], l.steps[i]))
		}
	}
	facts = append(facts, p.atBounds(f, list)...)
	seen := map[*term.Term]bool{}
	if len(list) > 0 {
		term.Any(facts[:1], func(x *term.Term) bool { seen[x] = true; return false })
	}
	for _, l := range list {
		if left := p.t.Sub(l.bound, l.base); seen[left] && IsPositive(l.base) {
			facts = append(facts, p.asRest(l, left)...)
		}
	}
	return p.t.And(facts...)
}

var orders = term.OpsOf(term.SLt, term.ULt)

// boundChains are those of a formula.
func (p *Prover) boundChains(f *term.Term) []*boundChain {
	at := map[side]*boundChain{}
	var list []*boundChain
	for _, x := range p.t.All(f, orders) {
		if !p.IsIndex(x.Args[0]) || x.Op == term.ULt && !IsPositive(x.Args[0]) {
			continue
		}
		sum, bound := x.Args[0], x.Args[1]
		base := p.t.Sub(sum, p.t.Const(sum.Bits, constantOf(sum)))
		common := side{base, bound, x.Op == term.SLt}
		l := at[common]
		if l == nil {
			l = &boundChain{side: common}
			at[common] = l
			list = append(list, l)
		}
		l.steps = append(l.steps, x)
	}
	for _, l := range list {
		slices.SortFunc(l.steps, func(a, b *term.Term) int {
			return cmp.Compare(SignedConstant(a.Args[0]), SignedConstant(b.Args[0]))
		})
	}
	return list
}

// atBounds says what the equalities of a formula have to do with its bound chains: an index that is
// equal to the bound is the first that is not below it.
func (p *Prover) atBounds(f *term.Term, list []*boundChain) []*term.Term {
	apart := map[*term.Term]*boundChain{}
	for _, l := range list {
		if d := p.t.Sub(l.base, l.bound); l.signed && d.Op == term.Add {
			apart[p.t.AddConst(d, -d.K)] = l
		}
	}
	if len(apart) == 0 {
		return nil
	}
	var facts []*term.Term
	for _, e := range p.t.All(f, equalities) {
		d := p.t.Sub(e.Args[0], e.Args[1])
		for _, d := range []*term.Term{d, p.t.Neg(d)} {
			if l := apart[p.t.AddConst(d, -constantOf(d))]; l != nil {
				c := p.t.Sub(d, p.t.Sub(l.base, l.bound)) // a constant
				facts = append(facts, p.atBound(e, term.Signed(c.K, c.Bits), l)...)
			}
		}
	}
	return facts
}

var equalities = term.OpsOf(term.Eq)

// atBound says it of one that holds where base + c is the bound: the steps before c are below the bound
// then, and no others; and where it does not hold, base + c is below if the one before is.
func (p *Prover) atBound(equal *term.Term, c int64, l *boundChain) []*term.Term {
	if c <= -MaxIndex || !p.IsIndex(p.t.AddConst(l.base, uint64(c))) {
		return nil
	}
	at := func(i int) int64 { return SignedConstant(l.steps[i].Args[0]) }
	next := sort.Search(len(l.steps), func(i int) bool { return at(i) >= c })
	var facts []*term.Term
	if next > 0 {
		facts = append(facts, p.t.Implies(equal, l.steps[next-1]))
	}
	if next < len(l.steps) {
		facts = append(facts, p.t.Implies(equal, p.t.Not(l.steps[next])))
	}
	if 0 < next && next < len(l.steps) && at(next-1) == c-1 && at(next) == c {
		facts = append(facts, p.t.Implies(l.steps[next-1], p.t.Or(equal, l.steps[next])))
	}
	return facts
}

// isLeft says when the base of a bound chain is below the bound.
func (p *Prover) isLeft(l *boundChain) *term.Term {
	if l.signed {
		return p.t.SLt(l.base, l.bound)
	}
	return p.t.ULt(l.base, l.bound)
}

// asRest says the steps of a bound chain again of what is left up to the bound, where there is
// something left: base + c < bound as c < bound - base.
func (p *Prover) asRest(l *boundChain, left *term.Term) []*term.Term {
	var facts []*term.Term
	for _, step := range l.steps {
		if c := SignedConstant(step.Args[0]); c >= 0 {
			same := p.t.Iff(step, p.t.ULt(p.t.Const(left.Bits, uint64(c)), left))
			facts = append(facts, p.t.Implies(p.isLeft(l), same))
		}
	}
	return facts
}

// IsIndex reports a sum with a small constant that is not negative, or would not be without a negative
// constant, or is a loop's counter, which does not wrap around: as signed words, two of them differ as
// their constants do.
func (p *Prover) IsIndex(x *term.Term) bool {
	k := SignedConstant(x)
	return -MaxIndex < k && k < MaxIndex &&
		(IsPositive(x) || k < 0 && IsPositive(p.t.AddConst(x, -x.K)) || p.isCounter(x))
}

// IsPositive reports a word that is not negative, signed or not, and no sum that wraps around.
func IsPositive(x *term.Term) bool { return x.Hi < 1<<(x.Bits-1) }

// isCounter reports a sum that is made of the launch and the numbers of iterations only, as
// threadIdx.x + k * blockDim.x is.
func (p *Prover) isCounter(x *term.Term) bool {
	if x.Op != term.Add || slices.ContainsFunc(x.Coefs, func(k uint64) bool { return !IsStep(k, x.Bits) }) {
		return false
	}
	counts, other := false, false
	term.Any([]*term.Term{x}, func(y *term.Term) bool {
		_, launch := y.Origin.(grid.Origin)
		number := p.Unknowns.IsNumber(y)
		counts = counts || number
		other = other || (y.Op == term.Var || y.Op == term.Opaque) && !launch && !number
		return other
	})
	return counts && !other
}

// CountsUp reports a counter that is a sum of what is not negative.
func (p *Prover) CountsUp(x *term.Term) bool {
	negative := func(k uint64) bool { return term.Signed(k, x.Bits) < 0 }
	return p.isCounter(x) && !negative(x.K) && !slices.ContainsFunc(x.Coefs, negative) && allOf(x.Args, isNatural)
}

// isNatural reports a word that is not negative, or a product of such.
func isNatural(x *term.Term) bool {
	return IsPositive(x) || x.Op == term.Mul && allOf(x.Args, IsPositive)
}

func allOf(list []*term.Term, is func(*term.Term) bool) bool {
	return !slices.ContainsFunc(list, func(x *term.Term) bool { return !is(x) })
}

// constantOf is what a sum adds to its unknowns.
func constantOf(x *term.Term) uint64 {
	if x.Op == term.Add {
		return x.K
	}
	return 0
}

// SignedConstant is what a sum adds to its unknowns, as a signed word.
func SignedConstant(x *term.Term) int64 { return term.Signed(constantOf(x), x.Bits) }

// IsStep reports what a counter may be moved by: what would wrap around after few iterations
// counts nothing, as the state of a random number generator.
func IsStep(k uint64, bits int) bool { return Room(k, bits) >= leastIterations }

// Room is how often a signed word, of 32 bits at least, can be moved by k.
func Room(k uint64, bits int) uint64 {
	n := term.Signed(k, bits)
	return uint64(math.MaxInt64) >> (64 - max(bits, 32)) / uint64(max(n, -n, 1))
}

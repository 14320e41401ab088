package prove

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// A boundChain holds comparisons base + c < bound of one formula that differ only in the constant c, sorted by c. All
// are signed, or all are unsigned.
type boundChain struct {
	side
	steps []*term.Term
}

// side is the common form of the comparisons of a bound chain: base + c < bound with a constant c, all signed or all
// unsigned.
type side struct {
	base, bound *term.Term
	signed      bool
}

// withBoundChains adds implications between comparisons of indices to f: base + c < bound implies base + d < bound for
// each d below c. Without these implications the solver derives the implications bit by bit, for each pair.
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

// boundChains finds the bound chains of a formula.
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

// atBounds returns implications from the equalities in f to the comparisons of its bound chains. If i == bound, then j
// < bound holds for each index j below i. The comparison is false for i itself and for each index above i.
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
				c := p.t.Sub(d, p.t.Sub(l.base, l.bound)) // d - (base - bound) is a constant
				facts = append(facts, p.atBound(e, term.Signed(c.K, c.Bits), l)...)
			}
		}
	}
	return facts
}

var equalities = term.OpsOf(term.Eq)

// atBound returns the implications of equal, the formula base + c == bound. If equal is true, exactly the comparisons
// with a constant below c hold. If equal is false, base + (c-1) < bound implies base + c < bound.
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

// isLeft returns the formula base < bound for the base and bound of a chain.
func (p *Prover) isLeft(l *boundChain) *term.Term {
	if l.signed {
		return p.t.SLt(l.base, l.bound)
	}
	return p.t.ULt(l.base, l.bound)
}

// asRest returns facts that express comparisons of a bound chain by distance, which stands for bound - base. If base <
// bound, then base + c < bound is equivalent to c < distance. It leaves out the comparisons with a negative c.
func (p *Prover) asRest(l *boundChain, distance *term.Term) []*term.Term {
	var facts []*term.Term
	for _, step := range l.steps {
		if c := SignedConstant(step.Args[0]); c >= 0 {
			same := p.t.Iff(step, p.t.ULt(p.t.Const(distance.Bits, uint64(c)), distance))
			facts = append(facts, p.t.Implies(p.isLeft(l), same))
		}
	}
	return facts
}

// IsIndex reports whether x is a sum that does not wrap around. Its constant must be small, and one of three conditions
// must hold: x is never negative, x has a negative constant and is never negative without it, or x is the counter of a
// loop. If two such indices differ only in their constants, comparing them as signed words gives the same result as
// comparing the constants.
func (p *Prover) IsIndex(x *term.Term) bool {
	k := SignedConstant(x)
	return -MaxIndex < k && k < MaxIndex &&
		(IsPositive(x) || k < 0 && IsPositive(p.t.AddConst(x, -x.K)) || p.isCounter(x))
}

// IsPositive reports whether the sign bit of x is never set.
func IsPositive(x *term.Term) bool { return x.Hi < 1<<(x.Bits-1) }

// isCounter reports whether x is a sum of launch registers and iteration numbers only, such as threadIdx.x + k *
// blockDim.x. It must have at least one iteration number, and coefficients that are plausible steps (IsStep).
func (p *Prover) isCounter(x *term.Term) bool {
	if x.Op != term.Add || slices.ContainsFunc(x.Coefs, func(k uint64) bool { return !IsStep(k, x.Bits) }) {
		return false
	}
	counts, other := false, false
	term.Any([]*term.Term{x}, func(y *term.Term) bool {
		_, launch := y.Origin.(grid.Origin)
		number := p.Unknowns.IsNumber(y)
		counts = counts || number
		other = other || y.IsUnknown() && !launch && !number
		return other
	})
	return counts && !other
}

// CountsUp reports whether x is a counter (isCounter) without negative summands.
func (p *Prover) CountsUp(x *term.Term) bool {
	negative := func(k uint64) bool { return term.Signed(k, x.Bits) < 0 }
	return p.isCounter(x) && !negative(x.K) && !slices.ContainsFunc(x.Coefs, negative) && allOf(x.Args, isNatural)
}

// isNatural reports whether x is never negative. A product counts if its factors are never negative.
func isNatural(x *term.Term) bool {
	return IsPositive(x) || x.Op == term.Mul && allOf(x.Args, IsPositive)
}

func allOf(list []*term.Term, is func(*term.Term) bool) bool {
	return !slices.ContainsFunc(list, func(x *term.Term) bool { return !is(x) })
}

// constantOf returns the constant summand of a sum, 0 for other terms.
func constantOf(x *term.Term) uint64 {
	if x.Op == term.Add {
		return x.K
	}
	return 0
}

// SignedConstant returns the constant summand of x as a signed word, 0 if x is no sum.
func SignedConstant(x *term.Term) int64 { return term.Signed(constantOf(x), x.Bits) }

// IsStep reports whether k is a plausible step of a counter. A word that wraps around after few iterations is no
// counter, but for example a random number.
func IsStep(k uint64, bits int) bool { return Room(k, bits) >= leastIterations }

// Room returns how often k, a signed word of the given bits, can be added to 0 before the sum wraps around. Words
// narrower than 32 bits are added as words of 32 bits.
func Room(k uint64, bits int) uint64 {
	n := term.Signed(k, bits)
	return uint64(math.MaxInt64) >> (64 - max(bits, 32)) / uint64(max(n, -n, 1))
}

package prove

import (
	"fmt"
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// The lanes of a warp are often grouped by a division:
//
//	unsigned mask = ((1u << size) - 1) << lane / size * size;
//
// If size is unknown, each of the 32 quotients is a circuit of its own. The formula is then too hard for the solver.
// All sizes above that of a warp give the same quotients. So few cases suffice, and in each case the quotients are
// constants. The same holds if size is the result of a shift, 1 << log. The logarithm often has few values, or is
// computed from one unknown: 1 << (log & 3), 1 << min(log, 5).

// Satisfiable asks the solver for a model of f. If the solver has no quick answer, Satisfiable splits f on the values
// of a divisor or shift count (caseOf). If there is still no answer, it tries to refute f without its counts. Last, it
// splits f on the distance from an index to its bound.
func (p *Prover) Satisfiable(f *term.Term) (smt.Answer, term.Model) {
	x := p.caseOf(f)
	if x != nil {
		a, m := p.Solver.Quickly(f)
		if a == smt.Undecided {
			a, m = p.byCases(p.Solver.Quickly, f, x)
		}
		if a != smt.Undecided {
			return a, m
		}
	}
	a, m := p.Solver.Satisfiable(f)
	if a == smt.Undecided {
		if p.isRefutedWithoutCounts(f) {
			return smt.No, nil
		}
		if l := p.boundChainOfRest(f); l != nil {
			return p.byRest(f, l)
		}
	}
	return a, m
}

// isRefuted reports whether f is proved to be unsatisfiable, either quickly or by cases.
func (p *Prover) isRefuted(f *term.Term) bool {
	if a := p.Solver.Refute(f); a != smt.Undecided {
		return a == smt.No
	}
	x := p.caseOf(f)
	if x == nil {
		return false
	}
	a, _ := p.byCases(func(part *term.Term) (smt.Answer, term.Model) {
		if p.Solver.Refute(part) != smt.No {
			return smt.Undecided, nil
		}
		return smt.No, nil
	}, f, x)
	return a == smt.No
}

// decider decides whether a formula is satisfiable. If it is, decider returns a model.
type decider func(*term.Term) (smt.Answer, term.Model)

// boundChainOfRest returns a bound chain of f with several comparisons, an unknown bound, and a base that is not
// negative. It returns nil if there is none.
func (p *Prover) boundChainOfRest(f *term.Term) *boundChain {
	for _, l := range p.boundChains(f) {
		if leaf := l.bound.Op == term.Var || l.bound.Op == term.Opaque; leaf && IsPositive(l.base) && len(l.steps) > 1 {
			return l
		}
	}
	return nil
}

// byRest decides f by cases of the distance bound - base of the chain l. The cases are each distance from 1 to the warp
// size, all greater distances, and bounds that are not above base. In most cases, masks computed from the distance
// become constants:
//
//	unsigned mask = base + 32 <= n ? ~0u : (1u << (n - base)) - 1;
func (p *Prover) byRest(f *term.Term, l *boundChain) (smt.Answer, term.Model) {
	var cases []*term.Term
	for left := uint64(1); left <= warp.Size; left++ {
		cases = append(cases, p.t.AddConst(l.base, left))
	}
	most := ^uint64(0) >> (64 - l.bound.Bits)
	more := p.t.Var(l.bound.Name+">base+32", l.bound.Bits, warp.Size+1, most, nil)
	cases = append(cases, p.t.Add(l.base, more))
	some := p.isLeft(l)
	a, m := p.eachCase(p.Solver.Satisfiable, p.t.And(f, some), l.bound, cases)
	if a != smt.No {
		return a, m
	}
	return p.Solver.Satisfiable(p.t.And(f, p.t.Not(some)))
}

var (
	divisions = term.OpsOf(term.UDiv, term.URem, term.SDiv, term.SRem)
	shifts    = term.OpsOf(term.Shl, term.LShr, term.AShr)
)

// caseOf picks a term to split f on, nil if there is none. It prefers the only unknown by which f divides, then the
// only one by which f shifts, then the term from which the divisors and shift counts are computed (computedRightOf).
// The number of an iteration is picked only if there is no other term, because mostly it only shifts a distance that
// each iteration halves.
func (p *Prover) caseOf(f *term.Term) *term.Term {
	var number *term.Term
	for _, ops := range []term.Ops{divisions, shifts} {
		x, of := p.rightOf(ops, f)
		if x != nil {
			return x
		}
		if number == nil {
			number = of
		}
	}
	if x := p.computedRightOf(f); x != nil {
		return x
	}
	return number
}

// rightOf looks at the right operands of the operators ops in f. number is the iteration number among them, and unknown
// any other unknown. Each is nil if there are none or several.
func (p *Prover) rightOf(ops term.Ops, f *term.Term) (unknown, number *term.Term) {
	var unknowns, numbers []*term.Term
	for _, x := range p.t.All(f, ops) {
		d := x.Args[1]
		for d.Op == term.ZExt || d.Op == term.SExt {
			d = d.Args[0]
		}
		of := &unknowns
		switch {
		case !d.IsUnknown():
			continue
		case p.Unknowns.IsNumber(d):
			of = &numbers
		}
		*of = distinct.Append(*of, d)
	}
	return onlyOne(underived(unknowns)), onlyOne(numbers)
}

// underived returns the unknowns of a list that are not computed from another unknown of the list. For example, the
// source lane of a shuffle may be computed from the width of the shuffle.
func underived(list []*term.Term) []*term.Term {
	return slices.DeleteFunc(slices.Clone(list), func(x *term.Term) bool {
		return term.Any(x.Args, func(y *term.Term) bool { return slices.Contains(list, y) })
	})
}

// onlyOne returns the term of a list with one term, nil for other lists.
func onlyOne(list []*term.Term) *term.Term {
	if len(list) != 1 {
		return nil
	}
	return list[0]
}

// computedRightOf looks at the first divisor or shift count of f that is not a constant. The others are often computed
// from this one. If the operand has few values, it returns the operand. Otherwise it returns the unknown from which the
// operand is computed, nil if there are several.
func (p *Prover) computedRightOf(f *term.Term) *term.Term {
	var first *term.Term
	for _, x := range p.t.All(f, divisions|shifts) {
		if d := x.Args[1]; !d.IsConst() && !p.Unknowns.IsNumber(d) && (first == nil || d.ID < first.ID) {
			first = d
		}
	}
	switch {
	case first == nil || first.IsUnknown(): // one of several unknowns: rightOf would have found a single one
		return nil
	case first.Hi-first.Lo < warp.Size:
		return first
	}
	leaves := p.t.All(first, term.OpsOf(term.Var, term.Opaque))
	if len(leaves) != 1 || p.Unknowns.IsNumber(leaves[0]) {
		return nil
	}
	return leaves[0]
}

// byCases decides f by cases of x: each value up to the warp size, the greater values that are positive as signed
// words, and the negative values. decide should stop early, because there are about thirty cases. If division is not
// what makes f hard, each of them takes as long as f.
func (p *Prover) byCases(decide decider, f, x *term.Term) (smt.Answer, term.Model) {
	var cases []*term.Term
	for v := x.Lo; v <= min(warp.Size, x.Hi); v++ {
		cases = append(cases, p.t.Const(x.Bits, v))
	}
	top := uint64(1) << (x.Bits - 1)
	for _, first := range []uint64{warp.Size + 1, top} {
		from, to := max(x.Lo, first), min(x.Hi, first|(top-1))
		if from <= to {
			cases = append(cases, p.t.Var(fmt.Sprintf("%s>=%d", x.Name, first), x.Bits, from, to, nil))
		}
	}
	return p.eachCase(decide, f, x, cases)
}

// eachCase decides f with x replaced by each of the cases, which together cover all values of x. A model of a case
// counts only if it also satisfies f. Not every model does: if x is part of an address, the case reads other words of
// memory than f. The answer is Undecided if some case was.
func (p *Prover) eachCase(decide decider, f, x *term.Term, cases []*term.Term) (smt.Answer, term.Model) {
	open := 0
	for _, c := range cases {
		if open == maxUndecided {
			break
		}
		one := p.t.Replacing(x, c).Rewrite(f)
		if !x.IsUnknown() {
			one = p.t.And(p.t.Eq(x, c), one)
		}
		switch a, m := decide(one); a {
		case smt.Yes:
			whole := maps.Clone(m)
			if x.IsUnknown() {
				whole[x] = term.NewEvaluator(m).Value(c)
			}
			if term.NewEvaluator(whole).Holds(f) {
				return smt.Yes, whole
			}
			open++
		case smt.Undecided:
			open++
		}
	}
	if open > 0 {
		return smt.Undecided, nil
	}
	return smt.No, nil
}

package prove

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// Contradictory reports whether the conjunction f is refuted without the solver. It is refuted if it is false after
// its equalities are substituted, if one of its disjunctions has only sides that the other conjuncts refute, or if
// each case of a choice in an equality is refuted:
//
//	k = i < n ? key : -1;        k(l) == k(o), k(l) >= 0, not k(o) >= 0: the cases are those of i(l) < n and i(o) < n
func (p *Prover) Contradictory(f *term.Term) bool { return p.contradictory(f, maxChoices) }

// contradictory does the work of Contradictory. It distinguishes the cases of at most so many choices as the argument
// choices says.
func (p *Prover) contradictory(f *term.Term, choices int) bool {
	if p.isFalseWithEqualities(f) {
		return true
	}
	if choices == 0 {
		return false
	}
	for _, x := range f.Conjuncts() {
		if choice := choiceIn(p.t, x); choice != nil {
			isRefuted := func(condition *term.Term) bool {
				return p.contradictory(p.t.And(condition, p.t.Given(f, condition)), choices-1)
			}
			return isRefuted(choice) && isRefuted(p.t.Not(choice))
		}
	}
	return false
}

// choiceIn returns the condition of a choice that is one side of the equality x. It returns nil if x is no equality or has
// no such side.
func choiceIn(t *term.Table, x *term.Term) (condition *term.Term) {
	u, v := equality(t, x)
	for _, side := range []*term.Term{u, v} {
		if side != nil && side.Op == term.Ite {
			return side.Args[0]
		}
	}
	return nil
}

// isFalseWithEqualities reports whether the conjunction f is false after its equalities are substituted, or whether one of
// its disjunctions then has only sides that the other conjuncts refute.
func (p *Prover) isFalseWithEqualities(f *term.Term) bool {
	for range maxEqualities {
		var found bool
		if f, found = p.substituted(f); !found {
			break
		}
	}
	return f.IsFalse() || p.leavesNoCase(f)
}

// leavesNoCase reports whether the conjunction f has a disjunction whose sides are all refuted by the other conjuncts.
// Each disjunction is simplified twice. A conjunct that is left after the first time may refute another one the second
// time.
func (p *Prover) leavesNoCase(f *term.Term) bool {
	parts := f.Conjuncts()
	for i, x := range parts {
		if x.Op != term.Or {
			continue
		}
		others := p.t.And(slices.Delete(slices.Clone(parts), i, i+1)...)
		if p.t.Given(p.t.Given(x, others), others).IsFalse() {
			return true
		}
	}
	return false
}

// substituted applies one equality of the conjunction f. It replaces the younger of the two terms, which cannot be a
// part of the older one. If there are several equalities, it takes the one with the oldest younger term. So a term is
// replaced before the terms that are computed from it. found is false if f has no equality.
func (p *Prover) substituted(f *term.Term) (g *term.Term, found bool) {
	var part, by *term.Term
	for _, x := range f.Conjuncts() {
		u, v := equality(p.t, x)
		if u == nil {
			continue
		}
		if v.IsConst() || !u.IsConst() && v.ID < u.ID {
			u, v = v, u
		}
		if part == nil || v.ID < part.ID {
			part, by = v, u
		}
	}
	if part == nil {
		return f, false
	}
	if part.Op == term.Not {
		part, by = part.Args[0], p.t.Not(by)
	}
	return p.readsKnown(p.t.Replace(f, []*term.Term{part}, []*term.Term{by})), true
}

// readsKnown replaces each shuffle result whose source lane is known by the value of that lane.
func (p *Prover) readsKnown(f *term.Term) *term.Term {
	return p.t.NewRewriter(func(x *term.Term) *term.Term {
		if _, read := x.Origin.(memory.ShuffleOrigin); read && x.Args[warp.Size].IsConst() {
			return x.Args[x.Args[warp.Size].K]
		}
		return x
	}).Rewrite(f)
}

// equality returns the two sides of a formula of the form u = v. For other formulas u is nil. If u and v are
// formulas, the form is (u and v) or (not u and not v).
func equality(t *term.Table, x *term.Term) (u, v *term.Term) {
	switch {
	case x.Op == term.Or && len(x.Args) == 2:
		for i, side := range x.Args {
			if c := side.Conjuncts(); len(c) == 2 && t.And(t.Not(c[0]), t.Not(c[1])) == x.Args[1-i] {
				return c[0], c[1]
			}
		}
	case x.Op == term.Eq && isDifference(x.Args[0]) && x.Args[1].IsConst() && x.Args[1].K == 0:
		return x.Args[0].Args[0], x.Args[0].Args[1]
	case x.Op == term.Eq:
		return x.Args[0], x.Args[1]
	}
	return nil, nil
}

// isDifference reports whether x is the difference of two words.
func isDifference(x *term.Term) bool {
	return x.Op == term.Add && len(x.Args) == 2 && x.K == 0 &&
		(x.Coefs[0] == 1 || x.Coefs[1] == 1) && (x.Coefs[0]+x.Coefs[1])<<(64-x.Bits) == 0
}

package vector

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// Union returns, for each lane, the disjunction of the guards: the lane is in at least one of them.
func (a Algebra) Union(guards []Vec) Vec {
	same := All(guards, Vec.IsUniform)
	at := func(l int) *term.Term {
		terms := make([]*term.Term, len(guards))
		for i, g := range guards {
			terms[i] = g.At(l)
		}
		return a.t.Or(terms...)
	}
	if same {
		return Uniform(at(0))
	}
	return Build(at)
}

// EdgeConditions returns, for each guard, the condition that distinguishes it from the other guards. The condition
// leaves out the common part of the guards, so that choices between values stay small.
func (a Algebra) EdgeConditions(guards []Vec) []Vec {
	same := All(guards, Vec.IsUniform)
	out := make([][warp.Size]*term.Term, len(guards))
	lanes := warp.Size
	if same {
		lanes = 1
	}
	for l := 0; l < lanes; l++ {
		terms := make([]*term.Term, len(guards))
		for i, g := range guards {
			terms[i] = g.At(l)
		}
		common := term.Common(ways(terms))
		for i, g := range terms {
			out[i][l] = a.strip(g, common)
		}
	}
	conds := make([]Vec, len(guards))
	for i := range conds {
		if same {
			conds[i] = Uniform(out[i][0])
			continue
		}
		conds[i] = Build(func(l int) *term.Term { return out[i][l] })
	}
	return conds
}

// ways lists the disjuncts of guards, each the guard of one edge.
func ways(guards []*term.Term) []*term.Term {
	var list []*term.Term
	for _, g := range guards {
		if g.Op == term.Or {
			list = append(list, g.Args...)
		} else {
			list = append(list, g)
		}
	}
	return list
}

// strip removes the common conjuncts from each disjunct of a guard.
func (a Algebra) strip(guard *term.Term, common []*term.Term) *term.Term {
	parts := ways([]*term.Term{guard})
	for i, g := range parts {
		parts[i] = a.t.Strip(g, common)
	}
	return a.t.Or(parts...)
}

// Ite returns c ? x : y. The result remembers the condition and both sides.
func (a Algebra) Ite(c, x, y Vec) Vec {
	if x == y {
		return x
	}
	v := Later(x.Bits(), func() Vec {
		if x.Equal(y) {
			return x
		}
		return Map3(c, x, y, a.t.Ite)
	})
	v.lazy.merged = &merge{c, x, y}
	return v
}

// Choose returns the word that conds select among words. If two words are equal, the conditions that select one or the
// other are not part of the result.
func (a Algebra) Choose(conds, words []Vec) Vec {
	return Later(words[0].Bits(), func() Vec {
		at := func(l int) *term.Term { return a.chooseAt(l, conds, words) }
		if All(conds, Vec.IsUniform) && All(words, Vec.IsUniform) {
			return Uniform(at(0))
		}
		return Build(at)
	})
}

func (a Algebra) chooseAt(l int, conds, words []Vec) *term.Term {
	result := words[0].At(l)
	seen := []*term.Term{result}
	for i, w := range words {
		x := w.At(l)
		if slices.Contains(seen, x) {
			continue
		}
		seen = append(seen, x)
		var ways []*term.Term
		for j := i; j < len(words); j++ {
			if words[j].At(l) == x {
				ways = append(ways, conds[j].At(l))
			}
		}
		result = a.t.Ite(a.t.Or(ways...), x, result)
	}
	return result
}

// merge describes a vector that is cond ? yes : no.
type merge struct{ cond, yes, no Vec }

// SeenFrom returns v as the lanes of a guard see it. If v is a choice and the guard decides it, the result is the
// chosen side.
func (a Algebra) SeenFrom(guard, v Vec) Vec {
	for v.lazy != nil && v.lazy.merged != nil {
		switch m := v.lazy.merged; {
		case holdsIn(guard, m.cond):
			v = m.yes
		case holdsIn(guard, a.Not(m.cond)):
			v = m.no
		default:
			return v
		}
	}
	return v
}

// holdsIn reports whether the condition is a conjunct of the guard in every lane whose guard is not false.
func holdsIn(guard, cond Vec) bool {
	lanes := 1
	if !guard.IsUniform() || !cond.IsUniform() {
		lanes = warp.Size
	}
	for l := 0; l < lanes; l++ {
		if g := guard.At(l); !g.IsFalse() && !g.Entails(cond.At(l)) {
			return false
		}
	}
	return true
}

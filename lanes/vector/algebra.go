package vector

import (
	"strconv"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// Algebra makes vectors of the terms of a table, lane by lane.
type Algebra struct{ t *term.Table }

// NewAlgebra makes vectors of a table's terms.
func NewAlgebra(t *term.Table) Algebra { return Algebra{t} }

// And is the conjunction of two vectors of formulas.
func (a Algebra) And(v, w Vec) Vec {
	return Map2(v, w, func(x, y *term.Term) *term.Term { return a.t.And(x, y) })
}

// AndAll is the conjunction of vectors of formulas, put together at once: one by one they would be as
// many conjunctions, each longer than the one before.
func (a Algebra) AndAll(vs ...Vec) Vec {
	at := func(l int) *term.Term {
		members := make([]*term.Term, len(vs))
		for i, v := range vs {
			members[i] = v.At(l)
		}
		return a.t.And(members...)
	}
	if All(vs, Vec.IsUniform) {
		return Uniform(at(0))
	}
	return Build(at)
}

// Or is the disjunction of two vectors of formulas.
func (a Algebra) Or(v, w Vec) Vec {
	return Map2(v, w, func(x, y *term.Term) *term.Term { return a.t.Or(x, y) })
}

// Not is the negation of a vector of formulas.
func (a Algebra) Not(v Vec) Vec { return Map1(v, a.t.Not) }

// Constant is a word of so many bits, the same in all lanes.
func (a Algebra) Constant(bits int, k uint64) Vec { return Uniform(a.t.Const(bits, k)) }

// PerLane makes an unknown per lane: name@lane.
func (a Algebra) PerLane(name string, bits int, origin any) Vec {
	return Later(bits, func() Vec {
		return Build(func(l int) *term.Term {
			return a.t.Unknown(name+"@"+strconv.Itoa(l), bits, origin)
		})
	})
}

// Opaque is an uninterpreted function of vectors.
func (a Algebra) Opaque(name string, bits int, origin any, args ...Vec) Vec {
	same := true
	for _, v := range args {
		same = same && v.IsUniform()
	}
	at := func(l int) *term.Term {
		terms := make([]*term.Term, len(args))
		for k, v := range args {
			terms[k] = v.At(l)
		}
		return a.t.Opaque(name, bits, origin, terms...)
	}
	if same {
		return Uniform(at(0))
	}
	return Build(at)
}

// Here is a guard as the lanes that are here know it: without the conjuncts that the guards of all lanes share.
func (a Algebra) Here(guard Vec) Vec {
	common := term.Common(guard.List())
	return Map1(guard, func(g *term.Term) *term.Term {
		if g.IsFalse() {
			return g
		}
		return a.t.Strip(g, common)
	})
}

// Truth is a word as a condition: that it is not 0.
func (a Algebra) Truth(v Vec) Vec {
	if v.Bits() == 0 {
		return v
	}
	return Map1(v, func(x *term.Term) *term.Term { return a.t.Not(a.t.Eq(x, a.t.Const(x.Bits, 0))) })
}

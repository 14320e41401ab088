package vector

import (
	"strconv"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// Algebra makes vectors of the terms of a table, lane by lane.
type Algebra struct{ t *term.Table }

// NewAlgebra returns an algebra of the terms of a table.
func NewAlgebra(t *term.Table) Algebra { return Algebra{t} }

// And returns the conjunction of two vectors of formulas.
func (a Algebra) And(v, w Vec) Vec {
	return Map2(v, w, func(x, y *term.Term) *term.Term { return a.t.And(x, y) })
}

// AndAll returns the conjunction of vectors of formulas in one step. Adding one vector after the other would make as
// many conjunctions as vectors, each longer than the previous one.
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

// Or returns the disjunction of two vectors of formulas.
func (a Algebra) Or(v, w Vec) Vec {
	return Map2(v, w, func(x, y *term.Term) *term.Term { return a.t.Or(x, y) })
}

// Not returns the negation of a vector of formulas.
func (a Algebra) Not(v Vec) Vec { return Map1(v, a.t.Not) }

// Constant returns a word with the given number of bits, the same in all lanes.
func (a Algebra) Constant(bits int, k uint64) Vec { return Uniform(a.t.Const(bits, k)) }

// PerLane returns a vector with an unknown for each lane, named name@lane.
func (a Algebra) PerLane(name string, bits int, origin any) Vec {
	return Later(bits, func() Vec {
		return Build(func(l int) *term.Term {
			return a.t.Unknown(name+"@"+strconv.Itoa(l), bits, origin)
		})
	})
}

// Opaque applies an uninterpreted function to vectors, lane by lane.
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

// Here returns a guard without the conjuncts that the guards of all lanes share. These conjuncts are true whenever any
// lane is at the place of the guard.
func (a Algebra) Here(guard Vec) Vec {
	common := term.Common(guard.List())
	return Map1(guard, func(g *term.Term) *term.Term {
		if g.IsFalse() {
			return g
		}
		return a.t.Strip(g, common)
	})
}

// Truth returns the condition that a word is not 0.
func (a Algebra) Truth(v Vec) Vec {
	if v.Bits() == 0 {
		return v
	}
	return Map1(v, func(x *term.Term) *term.Term { return a.t.Not(a.t.Eq(x, a.t.Const(x.Bits, 0))) })
}

package lanes

import (
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// vec is a lane vector: one term per lane, words of one width or formulas. A
// uniform vector holds its term once. Because terms are hash-consed, a vector is
// uniform exactly when its normal forms are: uniformity needs no analysis of its
// own.
type vec struct {
	one  *term.Term
	each *[warp.Size]*term.Term
}

func uniform(t *term.Term) vec { return vec{one: t} }

// at is the term of lane l.
func (v vec) at(l int) *term.Term {
	if v.each != nil {
		return v.each[l]
	}
	return v.one
}

func (v vec) isUniform() bool { return v.each == nil }

func (v vec) bits() int { return v.at(0).Bits }

// build makes a vector from a function of the lane, uniform when all agree.
func build(f func(l int) *term.Term) vec {
	var each [warp.Size]*term.Term
	same := true
	for l := range each {
		each[l] = f(l)
		same = same && each[l] == each[0]
	}
	if same {
		return uniform(each[0])
	}
	return vec{each: &each}
}

func map1(v vec, f func(*term.Term) *term.Term) vec {
	if v.isUniform() {
		return uniform(f(v.one))
	}
	return build(func(l int) *term.Term { return f(v.each[l]) })
}

func map2(v, w vec, f func(x, y *term.Term) *term.Term) vec {
	if v.isUniform() && w.isUniform() {
		return uniform(f(v.one, w.one))
	}
	return build(func(l int) *term.Term { return f(v.at(l), w.at(l)) })
}

func map3(u, v, w vec, f func(x, y, z *term.Term) *term.Term) vec {
	if u.isUniform() && v.isUniform() && w.isUniform() {
		return uniform(f(u.one, v.one, w.one))
	}
	return build(func(l int) *term.Term { return f(u.at(l), v.at(l), w.at(l)) })
}

// equal reports vectors with the same normal forms.
func (v vec) equal(w vec) bool {
	if v.isUniform() && w.isUniform() {
		return v.one == w.one
	}
	for l := 0; l < warp.Size; l++ {
		if v.at(l) != w.at(l) {
			return false
		}
	}
	return true
}

// equalWhere is equal on the lanes whose guard is not false.
func (v vec) equalWhere(w vec, guard vec) bool {
	for l := 0; l < warp.Size; l++ {
		if v.at(l) != w.at(l) && !guard.at(l).IsFalse() {
			return false
		}
	}
	return true
}

// uniformWhere is the common term of the lanes whose guard is not false, or nil.
func (v vec) uniformWhere(guard vec) *term.Term {
	if v.isUniform() {
		return v.one
	}
	var common *term.Term
	for l := 0; l < warp.Size; l++ {
		switch x := v.each[l]; {
		case guard.at(l).IsFalse():
		case common == nil:
			common = x
		case common != x:
			return nil
		}
	}
	return common
}

// isFalse reports a guard that no lane can pass.
func (v vec) isFalse() bool {
	if v.isUniform() {
		return v.one.IsFalse()
	}
	for _, x := range v.each {
		if !x.IsFalse() {
			return false
		}
	}
	return true
}

// list is the vector as a slice of 32 terms.
func (v vec) list() []*term.Term {
	terms := make([]*term.Term, warp.Size)
	for l := range terms {
		terms[l] = v.at(l)
	}
	return terms
}

// guards combines formulas lane by lane.

func (in *interp) and(v, w vec) vec {
	return map2(v, w, func(x, y *term.Term) *term.Term { return in.t.And(x, y) })
}

func (in *interp) or(v, w vec) vec {
	return map2(v, w, func(x, y *term.Term) *term.Term { return in.t.Or(x, y) })
}

func (in *interp) not(v vec) vec { return map1(v, in.t.Not) }

func (in *interp) constant(bits int, k uint64) vec { return uniform(in.t.Const(bits, k)) }

package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// vec is a lane vector: one term per lane, words of one width or formulas. A
// uniform vector holds its term once. Because terms are hash-consed, a vector is
// uniform exactly when its normal forms are: uniformity needs no analysis of its
// own.
//
// Most of what a kernel computes decides no branch and no mask. Arithmetic and
// loads are therefore suspended (later) and computed when somebody looks.
type vec struct {
	one  *term.Term
	each *[warp.Size]*term.Term
	lazy *suspended
}

// suspended is a vector that is computed when it is first looked at.
type suspended struct {
	width   int
	compute func() vec
	value   vec
	merged  *merge // nil where the vector is no merge of two
}

func uniform(t *term.Term) vec { return vec{one: t} }

// later suspends a computation whose result has the given width.
func later(bits int, compute func() vec) vec {
	return vec{lazy: &suspended{width: bits, compute: compute}}
}

// now is the vector, computed.
func (v vec) now() vec {
	if v.lazy == nil {
		return v
	}
	if s := v.lazy; s.compute != nil {
		s.value, s.compute = s.compute().now(), nil
	}
	return v.lazy.value
}

// isNone reports the zero vec.
func (v vec) isNone() bool { return v == vec{} }

// at is the term of lane l.
func (v vec) at(l int) *term.Term {
	v = v.now()
	if v.each != nil {
		return v.each[l]
	}
	return v.one
}

func (v vec) isUniform() bool { return v.now().each == nil }

// all reports that is holds for every vector.
func all(vectors []vec, is func(vec) bool) bool {
	return !slices.ContainsFunc(vectors, func(v vec) bool { return !is(v) })
}

// bits is the width, known without computing the vector.
func (v vec) bits() int {
	if v.lazy != nil {
		return v.lazy.width
	}
	return v.at(0).Bits
}

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
	v = v.now()
	if v.isUniform() {
		return uniform(f(v.one))
	}
	return build(func(l int) *term.Term { return f(v.each[l]) })
}

func map2(v, w vec, f func(x, y *term.Term) *term.Term) vec {
	v, w = v.now(), w.now()
	if v.isUniform() && w.isUniform() {
		return uniform(f(v.one, w.one))
	}
	return build(func(l int) *term.Term { return f(v.at(l), w.at(l)) })
}

func map3(u, v, w vec, f func(x, y, z *term.Term) *term.Term) vec {
	u, v, w = u.now(), v.now(), w.now()
	if u.isUniform() && v.isUniform() && w.isUniform() {
		return uniform(f(u.one, v.one, w.one))
	}
	return build(func(l int) *term.Term { return f(u.at(l), v.at(l), w.at(l)) })
}

// equal reports vectors with the same normal forms.
func (v vec) equal(w vec) bool {
	if v.lazy != nil && v.lazy == w.lazy {
		return true
	}
	v, w = v.now(), w.now()
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
	if v.lazy != nil && v.lazy == w.lazy {
		return true
	}
	for l := 0; l < warp.Size; l++ {
		if v.at(l) != w.at(l) && !guard.at(l).IsFalse() {
			return false
		}
	}
	return true
}

// uniformWhere is the common term of the lanes whose guard is not false, or nil.
func (v vec) uniformWhere(guard vec) *term.Term {
	v = v.now()
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
	v = v.now()
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

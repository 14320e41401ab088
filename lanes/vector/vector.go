package vector

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// Vec is a vector with one term per lane: words of the same width, or formulas. A uniform vector holds its term once.
// The zero Vec is no vector.
type Vec struct {
	one  *term.Term
	each *[warp.Size]*term.Term
	lazy *suspended
}

// suspended is a vector that is computed when it is first looked at.
type suspended struct {
	width   int
	compute func() Vec
	value   Vec
	merged  *merge // set if the vector is a choice between two vectors
}

// Uniform returns the vector with the same term in all lanes.
func Uniform(t *term.Term) Vec { return Vec{one: t} }

// Later returns a vector of the given width. compute is called when the vector is first needed.
func Later(bits int, compute func() Vec) Vec {
	return Vec{lazy: &suspended{width: bits, compute: compute}}
}

// Force computes the vector, if it is suspended, and returns it.
func (v Vec) Force() Vec {
	if v.lazy == nil {
		return v
	}
	if s := v.lazy; s.compute != nil {
		s.value, s.compute = s.compute().Force(), nil
	}
	return v.lazy.value
}

// IsNone reports whether v is the zero Vec.
func (v Vec) IsNone() bool { return v == Vec{} }

// At returns the term of lane l.
func (v Vec) At(l int) *term.Term {
	v = v.Force()
	if v.each != nil {
		return v.each[l]
	}
	return v.one
}

// IsUniform reports whether all lanes have the same term.
func (v Vec) IsUniform() bool { return v.Force().each == nil }

// All reports whether is(v) is true for every vector v in the list.
func All(vectors []Vec, is func(Vec) bool) bool {
	return !slices.ContainsFunc(vectors, func(v Vec) bool { return !is(v) })
}

// Bits returns the width, without computing the vector.
func (v Vec) Bits() int {
	if v.lazy != nil {
		return v.lazy.width
	}
	return v.At(0).Bits
}

// Build returns the vector of the terms f(l), uniform if all are equal.
func Build(f func(l int) *term.Term) Vec {
	var each [warp.Size]*term.Term
	same := true
	for l := range each {
		each[l] = f(l)
		same = same && each[l] == each[0]
	}
	if same {
		return Uniform(each[0])
	}
	return Vec{each: &each}
}

// Map1 applies f to the term of each lane. If the vector is uniform, it calls f once.
func Map1(v Vec, f func(*term.Term) *term.Term) Vec {
	v = v.Force()
	if v.IsUniform() {
		return Uniform(f(v.one))
	}
	return Build(func(l int) *term.Term { return f(v.each[l]) })
}

// Map2 applies f to the terms of two vectors, lane by lane.
func Map2(v, w Vec, f func(x, y *term.Term) *term.Term) Vec {
	v, w = v.Force(), w.Force()
	if v.IsUniform() && w.IsUniform() {
		return Uniform(f(v.one, w.one))
	}
	return Build(func(l int) *term.Term { return f(v.At(l), w.At(l)) })
}

// Map3 applies f to the terms of three vectors, lane by lane.
func Map3(u, v, w Vec, f func(x, y, z *term.Term) *term.Term) Vec {
	u, v, w = u.Force(), v.Force(), w.Force()
	if u.IsUniform() && v.IsUniform() && w.IsUniform() {
		return Uniform(f(u.one, v.one, w.one))
	}
	return Build(func(l int) *term.Term { return f(u.At(l), v.At(l), w.At(l)) })
}

// Equal reports whether two vectors have the same terms. Terms are normal forms, so other vectors may still be equal in
// all executions.
func (v Vec) Equal(w Vec) bool {
	if v.lazy != nil && v.lazy == w.lazy {
		return true
	}
	v, w = v.Force(), w.Force()
	if v.IsUniform() && w.IsUniform() {
		return v.one == w.one
	}
	for l := range warp.Size {
		if v.At(l) != w.At(l) {
			return false
		}
	}
	return true
}

// EqualWhere reports whether two vectors are equal in the lanes whose guard is not false.
func (v Vec) EqualWhere(w Vec, guard Vec) bool {
	if v.lazy != nil && v.lazy == w.lazy {
		return true
	}
	for l := range warp.Size {
		if v.At(l) != w.At(l) && !guard.At(l).IsFalse() {
			return false
		}
	}
	return true
}

// UniformWhere returns the common term of the lanes whose guard is not false, nil if there is none.
func (v Vec) UniformWhere(guard Vec) *term.Term {
	v = v.Force()
	if v.IsUniform() {
		return v.one
	}
	var common *term.Term
	for l := range warp.Size {
		switch x := v.each[l]; {
		case guard.At(l).IsFalse():
		case common == nil:
			common = x
		case common != x:
			return nil
		}
	}
	return common
}

// IsFalse reports whether v is a guard that no lane can pass.
func (v Vec) IsFalse() bool {
	v = v.Force()
	if v.IsUniform() {
		return v.one.IsFalse()
	}
	for _, x := range v.each {
		if !x.IsFalse() {
			return false
		}
	}
	return true
}

// List returns the vector as a slice of 32 terms.
func (v Vec) List() []*term.Term {
	terms := make([]*term.Term, warp.Size)
	for l := range terms {
		terms[l] = v.At(l)
	}
	return terms
}

// IsConstant reports whether every lane has a constant.
func (v Vec) IsConstant() bool {
	return !slices.ContainsFunc(v.List(), func(x *term.Term) bool { return !x.IsConst() })
}

// Distinct lists the terms of a vector, each once, oldest first.
func (v Vec) Distinct() []*term.Term {
	list := slices.Clone(v.List())
	slices.SortFunc(list, func(a, b *term.Term) int { return a.ID - b.ID })
	return slices.Compact(list)
}

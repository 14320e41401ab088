package prove

import (
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Unknowns holds the facts about the unknowns of a root.
type Unknowns struct {
	t *term.Table
	// carried maps a loop-carried unknown of an arbitrary iteration to its value in the first iteration. entered is the
	// same for unknowns that state which lanes are in the iteration. assumed maps an unknown to the term that it equals
	// as long as no collective was broken.
	carried, entered map[*term.Term]Value
	assumed          map[*term.Term]*term.Term
	// unbroken and first cache the views Unbroken and InFirst. They are nil before the first use, and again after a
	// fact that they use has changed.
	unbroken, first *term.Rewriter
}

// Value is the value of an unknown in the first iteration of a loop. The unknown belongs to an arbitrary iteration of
// that loop.
type Value struct {
	First *term.Term
	// Loop is the number of the loop, unique in the root.
	Loop int
	// IsNumber reports whether the unknown is the number of the iteration.
	IsNumber bool
}

// newUnknowns returns an Unknowns without facts, for the terms of a table.
func newUnknowns(t *term.Table) *Unknowns {
	return &Unknowns{t: t, carried: map[*term.Term]Value{}, entered: map[*term.Term]Value{},
		assumed: map[*term.Term]*term.Term{}}
}

// Carry records that unknown is loop-carried and has the value v in the first iteration.
func (u *Unknowns) Carry(unknown *term.Term, v Value) {
	if u.carried[unknown] != v {
		u.outdate(unknown)
		u.carried[unknown] = v
	}
}

// Carried returns the value of the loop-carried unknown x in the first iteration. It returns false if x is not
// loop-carried.
func (u *Unknowns) Carried(x *term.Term) (Value, bool) {
	v, carried := u.carried[x]
	return v, carried
}

// IsNumber reports whether x is the number of an iteration.
func (u *Unknowns) IsNumber(x *term.Term) bool { return u.carried[x].IsNumber }

// Enter records that unknown depends on which lanes are in an arbitrary iteration of a loop. v is its value in the
// first iteration.
func (u *Unknowns) Enter(unknown *term.Term, v Value) { u.entered[unknown] = v }

// Assume records that unknown has the value unbroken as long as no collective was broken.
func (u *Unknowns) Assume(unknown, unbroken *term.Term) {
	if u.assumed[unknown] != unbroken {
		u.outdate(unknown)
		u.assumed[unknown] = unbroken
	}
}

// AssumeNothing removes the assumption about an unknown (Assume), if there is one.
func (u *Unknowns) AssumeNothing(unknown *term.Term) {
	if _, assumed := u.assumed[unknown]; assumed {
		u.outdate(unknown)
		delete(u.assumed, unknown)
	}
}

// Assumed returns the value that x is assumed to have as long as no collective was broken. It returns false if
// nothing is assumed of x.
func (u *Unknowns) Assumed(x *term.Term) (*term.Term, bool) {
	y, assumed := u.assumed[x]
	return y, assumed
}

// AssumesAny reports whether the unbroken view changes any term.
func (u *Unknowns) AssumesAny() bool { return len(u.assumed) > 0 }

// Copy records the facts about unknown for copied too, its copy for another warp. The rewriter expresses the facts in
// terms of the other warp.
func (u *Unknowns) Copy(unknown, copied *term.Term, rewriter *term.Rewriter) {
	if y, assumed := u.assumed[unknown]; assumed {
		u.Assume(copied, rewriter.Rewrite(y))
	}
	for _, values := range []map[*term.Term]Value{u.carried, u.entered} {
		if v, known := values[unknown]; known {
			v.First = rewriter.Rewrite(v.First)
			values[copied] = v
		}
	}
}

// outdate drops each cached view that has already rewritten the term unknown. The caller is about to change a fact
// about this term.
func (u *Unknowns) outdate(unknown *term.Term) {
	for _, view := range []**term.Rewriter{&u.unbroken, &u.first} {
		if *view != nil && (*view).Remembers(unknown) {
			*view = nil
		}
	}
}

// Unbroken returns the form that the formula or word x has as long as no collective was broken.
func (u *Unknowns) Unbroken(x *term.Term) *term.Term {
	if len(u.assumed) == 0 {
		return x
	}
	if u.unbroken == nil {
		u.unbroken = u.t.NewRewriter(func(x *term.Term) *term.Term {
			if y, assumed := u.assumed[x]; assumed {
				return u.unbroken.Rewrite(y)
			}
			return x
		})
	}
	return u.unbroken.Rewrite(x)
}

// UnbrokenLanes applies Unbroken to each lane of v.
func (u *Unknowns) UnbrokenLanes(v vector.Vec) vector.Vec {
	if len(u.assumed) == 0 {
		return v
	}
	return vector.Map1(v, u.Unbroken)
}

// InFirst returns a view that rewrites terms to their values in the first iterations of all loops, as long as no
// collective was broken.
func (u *Unknowns) InFirst() func(*term.Term) *term.Term {
	if u.first == nil {
		var view *term.Rewriter
		view = u.t.NewRewriter(func(x *term.Term) *term.Term {
			if y, assumed := u.assumed[x]; assumed {
				return view.Rewrite(y)
			}
			if v, begins := u.Begins(x); begins {
				return view.Rewrite(v.First)
			}
			return x
		})
		u.first = view
	}
	return u.first.Rewrite
}

// Begins returns the value of x in the first iteration of its loop. It returns false if the value is not known.
func (u *Unknowns) Begins(x *term.Term) (Value, bool) {
	if v, entered := u.entered[x]; entered {
		return v, true
	}
	v, carried := u.carried[x]
	return v, carried
}

// InFirstOf returns a view that rewrites terms to their values in the first iterations of the loops for which isAround
// returns true, as long as no collective was broken. Other loops are in an arbitrary iteration.
func (u *Unknowns) InFirstOf(isAround func(loop int) bool) func(*term.Term) *term.Term {
	var view *term.Rewriter
	view = u.t.NewRewriter(func(x *term.Term) *term.Term {
		if y, assumed := u.assumed[x]; assumed {
			return view.Rewrite(y)
		}
		if v, begins := u.Begins(x); begins && isAround(v.Loop) {
			return view.Rewrite(v.First)
		}
		return x
	})
	return view.Rewrite
}

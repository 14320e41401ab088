package prove

import (
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Unknowns is what is known of the unknowns of a root.
type Unknowns struct {
	t *term.Table
	// carried are those that stand for any iteration of a loop, entered those that tell of the
	// lanes in an arbitrary one; assumed is what unknowns are as long as no collective was broken.
	carried, entered map[*term.Term]Value
	assumed          map[*term.Term]*term.Term
	// unbroken and first are the views Unbroken and InFirst, nil until they are asked for or once
	// something that they remember is no longer true.
	unbroken, first *term.Rewriter
}

// Value is what an unknown of an arbitrary iteration of a loop is in the first one.
type Value struct {
	First *term.Term
	// Loop is the number of the loop.
	Loop int
	// IsNumber tells the number of the iteration.
	IsNumber bool
}

// newUnknowns are unknowns of terms of a table, of which nothing is known.
func newUnknowns(t *term.Table) *Unknowns {
	return &Unknowns{t: t, carried: map[*term.Term]Value{}, entered: map[*term.Term]Value{},
		assumed: map[*term.Term]*term.Term{}}
}

// Carry says that an unknown is what a loop carries from iteration to iteration.
func (u *Unknowns) Carry(unknown *term.Term, v Value) {
	if u.carried[unknown] != v {
		u.outdate(unknown)
		u.carried[unknown] = v
	}
}

// Carried is what a loop carries in an unknown, if it is such.
func (u *Unknowns) Carried(x *term.Term) (Value, bool) {
	v, carried := u.carried[x]
	return v, carried
}

// IsNumber reports the number of an iteration.
func (u *Unknowns) IsNumber(x *term.Term) bool { return u.carried[x].IsNumber }

// Enter says that an unknown tells of the lanes that are in an arbitrary iteration of a loop.
func (u *Unknowns) Enter(unknown *term.Term, v Value) { u.entered[unknown] = v }

// Assume says what an unknown is as long as no collective was broken.
func (u *Unknowns) Assume(unknown, unbroken *term.Term) {
	if u.assumed[unknown] != unbroken {
		u.outdate(unknown)
		u.assumed[unknown] = unbroken
	}
}

// AssumeNothing takes back what was assumed of an unknown.
func (u *Unknowns) AssumeNothing(unknown *term.Term) {
	if _, assumed := u.assumed[unknown]; assumed {
		u.outdate(unknown)
		delete(u.assumed, unknown)
	}
}

// Assumed is what an unknown is as long as no collective was broken, if that is known.
func (u *Unknowns) Assumed(x *term.Term) (*term.Term, bool) {
	y, assumed := u.assumed[x]
	return y, assumed
}

// AssumesAny reports that the unbroken view of some term is another one.
func (u *Unknowns) AssumesAny() bool { return len(u.assumed) > 0 }

// Copy says of another warp's copy of an unknown what is known of it, as that warp has it.
func (u *Unknowns) Copy(unknown, own *term.Term, as *term.Rewriter) {
	if y, assumed := u.assumed[unknown]; assumed {
		u.Assume(own, as.Rewrite(y))
	}
	for _, values := range []map[*term.Term]Value{u.carried, u.entered} {
		if v, known := values[unknown]; known {
			v.First = as.Rewrite(v.First)
			values[own] = v
		}
	}
}

// outdate forgets the views that remember an unknown, of which something else is known now.
func (u *Unknowns) outdate(unknown *term.Term) {
	for _, view := range []**term.Rewriter{&u.unbroken, &u.first} {
		if *view != nil && (*view).Remembers(unknown) {
			*view = nil
		}
	}
}

// Unbroken is a formula or a word as long as no collective was broken.
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

// UnbrokenLanes is Unbroken of each lane.
func (u *Unknowns) UnbrokenLanes(v vector.Vec) vector.Vec {
	if len(u.assumed) == 0 {
		return v
	}
	return vector.Map1(v, u.Unbroken)
}

// InFirst views terms in the first iterations of all loops, as long as no collective was
// broken.
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

// Begins is what an unknown is in the first iteration of a loop, if that is known.
func (u *Unknowns) Begins(x *term.Term) (Value, bool) {
	if v, entered := u.entered[x]; entered {
		return v, true
	}
	v, carried := u.carried[x]
	return v, carried
}

// InFirstOf views terms in the first iterations of some loops, as long as no collective was broken.
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

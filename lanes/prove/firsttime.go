package prove

import (
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// A collective in a loop may break a rule whenever it is executed for the first time. Then every execution that reaches
// it breaks the rule, and later iterations do not matter:
//
//	for (int i = 0; i < n; i++) { if (lane < 16) __syncwarp(); if (d[i * 32 + lane]) return; }
//
// A formula about an arbitrary iteration becomes a formula about the first one if loop-carried unknowns are replaced by
// their values at loop entry. Other values that the iteration computes may differ in the first iteration, so they get
// new names. The launch, the arguments and the memory at the kernel's entry keep their names.

// FirstTime rewrites f, a formula about an arbitrary iteration of the loops for which isAround holds, to a formula
// about the first iteration of all these loops.
func (u *Unknowns) FirstTime(f *term.Term, isAround func(loop int) bool) *term.Term {
	var view *term.Rewriter
	view = u.t.NewRewriter(func(x *term.Term) *term.Term {
		if v, begins := u.Begins(x); begins && isAround(v.Loop) {
			return view.Rewrite(v.First)
		}
		if IsOfAllIterations(x) {
			return x
		}
		return u.Another("first ", x)
	})
	return view.Rewrite(f)
}

// Another returns an unknown with the bounds and the arguments of x, but without an origin. Its name is prefix,
// followed by the name of x. Equal calls return the same unknown.
func (u *Unknowns) Another(prefix string, x *term.Term) *term.Term {
	if x.Op == term.Var {
		return u.t.Var(prefix+x.Name, x.Bits, x.Lo, x.Hi, nil)
	}
	return u.t.OpaqueBounded(prefix+x.Name, x.Bits, x.Lo, x.Hi, nil, x.Args...)
}

// IsOfAllIterations reports whether x is an unknown that has one value in the whole execution.
func IsOfAllIterations(x *term.Term) bool {
	switch x.Origin.(type) {
	case grid.Origin, memory.ArgOrigin, memory.AddressOrigin, memory.LaneArgument, memory.TemplateOrigin:
		return true
	case memory.Origin:
		return x.Args[0].K == memory.AtEntry
	}
	return false
}

package prove

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// With adds to f the facts that share an unknown with it, directly or through other facts.
func (p *Prover) With(f *term.Term, facts []*term.Term) *term.Term {
	all, left := f, slices.Clone(facts)
	for i := 0; i < len(left); i++ {
		if related(all, left[i]) {
			all, left, i = p.t.And(all, left[i]), slices.Delete(left, i, i+1), -1
		}
	}
	return all
}

// related reports whether f and g share an unknown other than the registers of the launch.
func related(f, g *term.Term) bool {
	unknowns := map[*term.Term]bool{}
	of := func(f *term.Term, see func(*term.Term) bool) bool {
		return term.Any([]*term.Term{f}, func(x *term.Term) bool {
			_, launch := x.Origin.(grid.Origin)
			return x.IsUnknown() && !launch && see(x)
		})
	}
	of(f, func(x *term.Term) bool { unknowns[x] = true; return false })
	return of(g, func(x *term.Term) bool { return unknowns[x] })
}

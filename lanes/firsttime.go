package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// A collective in a loop that breaks the rule whenever it is executed for the first time breaks
// it in every execution, whatever has become of the lanes in later turns:
//
//	for (int i = 0; i < n; i++) { if (lane < 16) __syncwarp(); if (d[i * 32 + lane]) return; }
//
// A formula about an arbitrary turn is one about the first with what that turn begins with. What
// is computed in the turns is not the same in both, and gets another name: all but the launch,
// the arguments and the memory as it was at the entry.

// firstTime is a formula about an event, said of the first turn of all loops around it.
func (p *phase) firstTime(f *term.Term) *term.Term {
	in := p.in
	around := func(loop int) bool {
		return slices.ContainsFunc(p.within, func(s *loopSummary) bool { return s.number == loop })
	}
	var view *term.Rewriter
	view = in.t.NewRewriter(func(x *term.Term) *term.Term {
		c, begins := in.carried[x]
		if !begins {
			c, begins = in.entered[x]
		}
		switch {
		case begins && around(c.loop):
			return view.Rewrite(c.first)
		case isOfAllTurns(x):
			return x
		case x.Op == term.Var:
			return in.t.Var("first "+x.Name, x.Bits, x.Lo, x.Hi, nil)
		}
		return in.t.OpaqueBounded("first "+x.Name, x.Bits, x.Lo, x.Hi, nil, x.Args...)
	})
	return view.Rewrite(f)
}

// isOfAllTurns reports an unknown that is the same in the whole execution.
func isOfAllTurns(x *term.Term) bool {
	switch x.Origin.(type) {
	case grid.Origin, memory.ArgOrigin, memory.AddressOrigin, memory.LaneArgument, memory.TemplateOrigin:
		return true
	case memory.Origin:
		return x.Args[0].K == memory.AtEntry
	}
	return false
}

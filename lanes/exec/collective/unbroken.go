package collective

import (
	"github.com/warpcheck/warpcheck/lanes/term"
)

// A collective that breaks the rules returns anything, but what follows from that
// says nothing about the collectives behind it: the first fault of an execution is
// the one to find. So an unknown that exists because a collective may have been
// broken remembers what it is when none was, and the unbroken view of a formula has
// that in its place. A verdict needs an execution of the unbroken view; a definite
// one is proved of the formula as it is. In
//
//	for (;;) { if (lane == 0) i = next(); i = __shfl_sync(~0u, i, 0); if (i >= n) break; }
//
// i is the same for all lanes of the unbroken view, so that all of them break
// together.
//
// A lane that meets a collective from another site breaks nothing and brings a value
// of its own. That there is none is assumed while a root runs and checked when it has
// (package meet, exchanges.go); where there is one, the root runs again without the assumption.

// presume is Assume for what a collective returns to a lane that names one that is
// not here, which is taken for a broken collective unless lanes meet it from another
// site.
func (e *Exchange) presume(unknown, unbroken *term.Term) *term.Term {
	if e.presumes(); e.Assumes {
		e.c.unknowns.Assume(unknown, unbroken)
	}
	return unknown
}

// presumes notes that something is presumed of an event, or will be when it is looked at,
// unless lanes meet it from another site.
func (e *Exchange) presumes() { e.Assumes = !e.c.setting.Exchanging[e.Instr] }

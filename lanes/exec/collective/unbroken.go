package collective

import (
	"github.com/warpcheck/warpcheck/lanes/term"
)

// A collective that breaks the rules returns anything. But what follows from that states nothing about later
// collectives: the first fault of an execution is the one to find. So an unknown that exists because a collective may
// be broken records the value that it has when no collective was broken. The unbroken view of a formula has that value
// in its place. A verdict needs an execution of the unbroken view; a definite verdict is proved of the formula as it
// is. In
//
//	for (;;) { if (lane == 0) i = next(); i = __shfl_sync(~0u, i, 0); if (i >= n) break; }
//
// i is the same for all lanes of the unbroken view, so all of them break together.
//
// A lane that takes part in a collective from another site breaks nothing and contributes a value of its own. While a
// root runs it is assumed that there is no such lane, which is checked afterwards (package meet, exchanges.go). If
// there is one, the root runs again without the assumption.

// assumeUnbroken is Assume for the result of a collective in a lane that names a lane which is not here. The collective
// counts as broken, unless lanes take part in it from another site.
func (e *Exchange) assumeUnbroken(unknown, unbroken *term.Term) *term.Term {
	if e.noteAssumption(); e.Assumes {
		e.c.unknowns.Assume(unknown, unbroken)
	}
	return unknown
}

// noteAssumption records in the event whether its results presume, now or when they are needed, that no lane takes part
// from another site. They do unless such lanes are known (MetElsewhere).
func (e *Exchange) noteAssumption() { e.Assumes = !e.c.setting.MetElsewhere[e.Instr] }

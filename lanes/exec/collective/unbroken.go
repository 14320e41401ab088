package collective

import (
	"github.com/warpcheck/warpcheck/lanes/term"
)

// A collective that breaks the rules may return any value. But consequences of a broken collective are no faults of
// later collectives: the first fault of an execution is the one to report. Some unknowns exist because a collective may
// be broken. Each is recorded together with the value that it has if no collective was broken. In the unbroken view of
// a formula, this value replaces the unknown. A verdict needs an execution of the unbroken view. A definite verdict is
// proved of the formula as it is. In
//
//	for (;;) { if (lane == 0) i = next(); i = __shfl_sync(~0u, i, 0); if (i >= n) break; }
//
// i is the same for all lanes of the unbroken view, so all of them break together.
//
// A lane that takes part in a collective from another site breaks no rule and contributes a value of its own. While a
// root runs, it is assumed that no lane does this. Package meet checks the assumption afterwards (exchanges.go). If it
// is wrong, the root runs again without the assumption.

// assumeUnbroken returns unknown, the result in a lane whose mask names a lane that is not here. It records the
// assumption that this result equals unbroken as long as no collective was broken. If lanes at another site may take
// part, it records nothing.
func (e *Exchange) assumeUnbroken(unknown, unbroken *term.Term) *term.Term {
	if e.noteAssumption(); e.Assumes {
		e.c.unknowns.Assume(unknown, unbroken)
	}
	return unknown
}

// noteAssumption records in the event whether its results assume that no lane takes part from another site. They do,
// unless the collective is known to have such lanes (SharedWithCalls). Results that are computed later are included.
func (e *Exchange) noteAssumption() { e.Assumes = !e.c.setting.SharedWithCalls[e.Instr] }

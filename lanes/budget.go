package lanes

import (
	"fmt"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// Three limits end an analysis that would take too long, none of them by the clock: the
// steps of one interpretation (instructions), the steps of one question to the solver,
// and the work on one root in one context, its interpretations and questions together.

// defaultSteps bounds the instructions interpreted for one root in one context.
const defaultSteps = 400_000

// defaultWork bounds the work on one root in one context, in units of term.Meter: about a
// minute. The heaviest kernels of real programs take a fifth of it, nearly all of it for
// questions that the solver gives up.
const defaultWork = 6_000_000_000

// The units that a cell of memory costs where states meet, and an event that others are
// compared with.
const (
	cellWork  = 10
	eventWork = 4
)

// errBudget unwinds what ran out of a budget, or came to what nobody follows.
type errBudget struct{ reason string }

// newMeter is a meter that ends an analysis after so much work, 0 for the default.
func newMeter(limit int) *term.Meter {
	if limit == 0 {
		limit = defaultWork
	}
	return &term.Meter{Limit: limit, Stop: func() { panic(errBudget{workReason(limit)}) }}
}

func workReason(limit int) string { return fmt.Sprintf("more than %d units of work", limit) }

// withinBudget runs a part of an analysis; the reason why it ended before it was done, ""
// when it was done.
func withinBudget(part func()) (reason string) {
	defer func() {
		if r := recover(); r != nil {
			ran, out := r.(errBudget)
			if !out {
				panic(r)
			}
			reason = ran.reason
		}
	}()
	part()
	return ""
}

// orUndecided is deferred by a question: one for which there is no work left is not
// decided, nor is any other that takes work.
func (f *Fact) orUndecided() {
	if !f.phase.in.t.Work.Exceeded() {
		return
	}
	if r := recover(); r != nil {
		if _, out := r.(errBudget); !out {
			panic(r)
		}
		f.Undecided = true
	}
}

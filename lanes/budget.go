package lanes

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// Three limits end an analysis that would take too long, none of them by the clock: the
// steps of one interpretation (instructions), the steps of one question to the solver,
// and the work on one root in one context, its interpretations and questions together.

// errBudget unwinds what ran out of a budget, or came to what nobody follows.
type errBudget struct{ reason string }

// allowance is the work that the contexts and instances of a function may take that ran out
// of it once. One mostly costs what the others do: each after it gets a quarter of what was
// not enough before, so that a template with a hundred instances ends as soon as one.
type allowance map[ast.Pos]int

// of is the work that a root may take, the whole where none like it ran out.
func (a allowance) of(root *cfg.Func, whole int) int {
	if left, ranOut := a[root.Decl.Pos]; ranOut {
		return left
	}
	if whole == 0 {
		return defaultWork
	}
	return whole
}

// note keeps what a root took.
func (a allowance) note(root *cfg.Func, took *term.Meter) {
	if took.Exceeded() {
		a[root.Decl.Pos] = max(took.Limit/4, 1)
	}
}

// newMeter is a meter that ends an analysis after so much work.
func newMeter(limit int) *term.Meter {
	m := &term.Meter{Limit: limit, MaxTaken: maxTerms}
	m.Stop = func() { panic(errBudget{exceededReason(m)}) }
	return m
}

// exceededReason says which limit of a meter has been reached.
func exceededReason(m *term.Meter) string {
	if m.IsFull() {
		return fmt.Sprintf("more than %d MB of terms", m.MaxTaken>>20)
	}
	return fmt.Sprintf("more than %d units of work", m.Limit)
}

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
	if !f.phase.j.t.Work.Exceeded() {
		return
	}
	if r := recover(); r != nil {
		if _, out := r.(errBudget); !out {
			panic(r)
		}
		f.Undecided = true
	}
}

package lanes

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// Three limits end an analysis that would take too long, none of them by the clock: the
// steps of one interpretation (instructions), the steps of one question to the solver,
// and the work on one root in one context, its interpretations and questions together.

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

// orUndecided is deferred by a question: one for which there is no work left is not
// decided, nor is any other that takes work.
func (f *Fact) orUndecided() {
	if !f.rendezvous.j.t.Work.Exceeded() {
		return
	}
	if r := recover(); r != nil {
		if _, out := r.(exec.BudgetError); !out {
			panic(r)
		}
		f.Undecided = true
	}
}

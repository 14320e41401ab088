package lanes

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/source"
)

// Four limits end an analysis that would take too long, none of them by the clock: the
// steps of one interpretation (instructions), the steps of one question to the solver,
// the work on one root in one context, its interpretations and questions together, and the work on all roots
// of a program. A question leaves some of what is left for its root, so that one which is hard leaves
// others their answers ([term.Meter.Part]).

// allowance is the work that may be done on the roots of a program.
type allowance struct {
	// inAll is what all roots may take, left what is left of it, and once what is left for the contexts
	// and instances of a function, by where it is declared, that ran out of it once. One mostly costs what
	// the others do: each after it gets a quarter of what was not enough before, so that a template with a
	// hundred instances ends as soon as one. took is what those of a function took together, of ofOne, so that a
	// thousand instances of one leave others theirs.
	inAll, ofOne, left int
	once               map[source.Pos]remainder
	took               map[source.Pos]int
}

// remainder is what is left for roots like one that ran out of its work, and how much that had.
type remainder struct{ left, whole int }

func newAllowance(inAll, ofOne int) *allowance {
	return &allowance{inAll, ofOne, inAll, map[source.Pos]remainder{}, map[source.Pos]int{}}
}

// of is a meter of the work that a root may take, the whole where none like it ran out and as much is left.
// Where it ends, all that are alike say the same: how much was not enough for the first.
func (a *allowance) of(root *cfg.Func, whole int) *term.Meter {
	rest, ranOut := a.once[root.Decl.Pos]
	if ranOut {
		whole = rest.left
	}
	return a.meter(root, whole, rest.whole)
}

// again is a meter of as much work as a root had before.
func (a *allowance) again(root *cfg.Func, before *term.Meter) *term.Meter {
	return a.meter(root, before.Limit, before.Whole)
}

// meter is one of so much work, where as much is left for a root, and of what was not enough for the first like it.
func (a *allowance) meter(root *cfg.Func, limit, notEnough int) *term.Meter {
	m := exec.NewMeter(max(min(limit, a.leftFor(root)), 0))
	m.Whole = notEnough
	return m
}

// note keeps what a root took.
func (a *allowance) note(root *cfg.Func, took *term.Meter) {
	a.left -= took.Done
	a.took[root.Decl.Pos] += took.Done
	if took.RanOut {
		a.once[root.Decl.Pos] = remainder{max(took.Limit/4, 1), max(took.Limit, took.Whole)}
	}
}

// taken is what all roots took.
func (a *allowance) taken() int { return a.inAll - a.left }

// leftFor is the work that is left for a root; zero or less is none. The first instance of a function may take all that is left,
// further ones share ofOne.
func (a *allowance) leftFor(root *cfg.Func) int {
	if took := a.took[root.Decl.Pos]; took > 0 {
		return min(a.left, a.ofOne-took)
	}
	return a.left
}

// spent is the error that nothing is left for a root.
func (a *allowance) spent() error {
	if a.left > 0 {
		return fmt.Errorf("more than %d units of work on its other instances", a.ofOne)
	}
	return fmt.Errorf("more than %d units of work on the functions before it", a.inAll)
}

// IsOfEndedRoot reports a fact of a root on which no work is left, as the notes say: no further question about it has an
// answer.
func (f *Fact) IsOfEndedRoot() bool {
	if f.rendezvous == nil {
		return false
	}
	work := f.rendezvous.j.t.Work
	return work.RanOut && work.Done >= work.Limit
}

// question begins one. What is returned is deferred, and ends it: where the work did not suffice, it is not decided.
func (f *Fact) question() (end func()) {
	work := f.rendezvous.j.t.Work
	endPart := work.Part()
	return func() {
		ranOut := work.Exceeded()
		endPart()
		if !ranOut {
			return
		}
		if r := recover(); r != nil {
			if _, out := r.(exec.BudgetError); !out {
				panic(r)
			}
			f.Undecided = true
		}
	}
}

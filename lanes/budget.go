package lanes

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/source"
)

// Four limits end an analysis that would take too long, none of them by the clock: the steps of one interpretation
// (instructions), the steps of one question to the solver, the work on one root in one context (its interpretations and
// questions together), and the work on all roots of a program. A question may take only a part of what is left for its
// root, so that a hard one leaves work for the others ([term.Meter.Part]).

// allowance is the work that may be done on the roots of a program.
type allowance struct {
	// inAll is the work that all roots may take, and remaining the part of it that is left.
	// ofOne is the work that all instances of one function may take together, if there are several: so a thousand of
	// them leave work for other functions.
	inAll, ofOne, remaining int
	// effort is the effort of the meters that allowance makes.
	effort exec.Effort
	// once holds, for a function with an instance that ran out of work, the limit for further contexts and instances,
	// by the place of its declaration. Most of them cost the same. So each further one gets a quarter of the limit that
	// was not enough before, and a template with a hundred instances ends as soon as one.
	once map[source.Pos]remainder
	// took is the work so far on all instances of a function, by the place of its declaration.
	took map[source.Pos]int
}

// remainder describes a function with an instance that ran out of work. limit is the limit for the next instance, whole
// the largest limit that was not enough.
type remainder struct{ limit, whole int }

func newAllowance(inAll, ofOne int, effort exec.Effort) *allowance {
	return &allowance{inAll, ofOne, inAll, effort, map[source.Pos]remainder{}, map[source.Pos]int{}}
}

// raceAllowances are the allowances of the two searches for races. A search that ran out of work for a root leaves the other
// one its own.
type raceAllowances struct{ inWarp, betweenWarps *allowance }

func newRaceAllowances(inAll int, effort exec.Effort) raceAllowances {
	return raceAllowances{newAllowance(inAll/raceShare, inAll/raceShare, effort), newAllowance(inAll/blockRaceShare, inAll/blockRaceShare, effort)}
}

// of returns a meter for the work on a root. Its limit is whole or, if another instance of the function ran out of
// work, the limit in once. It is never more than the work that is left for the root. The error of a meter that ends is
// the same for all instances: it states the limit that was not enough for the first.
func (a *allowance) of(root *cfg.Func, whole int) *term.Meter {
	rest, ranOut := a.once[root.Decl.Pos]
	if ranOut {
		whole = rest.limit
	}
	return a.meter(root, whole, rest.whole)
}

// again returns a meter of as much work as a root had before.
func (a *allowance) again(root *cfg.Func, spent *term.Meter) *term.Meter {
	return a.meter(root, spent.Limit, spent.Whole)
}

// meter returns a meter of limit units of work, or of the work that is left for a root if that is less. notEnough is
// the limit that was not enough for the first instance, 0 for none.
func (a *allowance) meter(root *cfg.Func, limit, notEnough int) *term.Meter {
	m := exec.NewMeter(max(min(limit, a.leftFor(root)), 0), a.effort)
	m.Whole = notEnough
	return m
}

// note records the work that a root took.
func (a *allowance) note(root *cfg.Func, took *term.Meter) {
	a.remaining -= took.Done
	a.took[root.Decl.Pos] += took.Done
	if took.RanOut {
		a.once[root.Decl.Pos] = remainder{max(took.Limit/4, 1), max(took.Limit, took.Whole)}
	}
}

// usedWork returns the work that all roots took.
func (a *allowance) usedWork() int { return a.inAll - a.remaining }

// leftFor returns the work that is left for a root; zero or less is none. The first instance of a function may take all
// that is left, further ones share ofOne.
func (a *allowance) leftFor(root *cfg.Func) int {
	if took := a.took[root.Decl.Pos]; took > 0 {
		return min(a.remaining, a.ofOne-took)
	}
	return a.remaining
}

// spent returns the error that no work is left for a root.
func (a *allowance) spent() error {
	if a.remaining > 0 {
		return exec.LimitError("more than %d units of work on its other instances", a.ofOne)
	}
	return exec.LimitError("more than %d units of work on the functions before it", a.inAll)
}

// IsOfEndedRoot reports whether no work is left for the fact's root: no further question about it is answered. The
// notes state that.
func (f *Fact) IsOfEndedRoot() bool {
	if f.rendezvous == nil {
		return false
	}
	work := f.rendezvous.j.t.Work
	return work.RanOut && work.IsSpent()
}

// question begins a question. The caller defers the function that it returns, which ends the question: if the work did
// not suffice, the fact is undecided.
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

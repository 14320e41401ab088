package lanes

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/source"
)

// Four limits end an analysis that would take too long. None of them is a time:
//
//	- the instructions of one interpretation;
//	- the steps of one question to the solver;
//	- the work on one root in one context, its interpretations and questions together;
//	- the work on all roots of a program.
//
// A question may take only a part of what is left for its root, so that a hard question leaves work for the others
// ([term.Meter.Part]).

// allowance is the work that may be done on the roots of a program.
type allowance struct {
	// inAll is the work that all roots together may take. remaining is the part of it that is left. ofOne is the work
	// that all instances of one function may take together, so that a thousand instances of one template leave work for
	// other functions.
	inAll, ofOne, remaining int
	// effort is the effort of the meters that the allowance returns.
	effort exec.Effort
	// once maps the declaration of a function to the limit for its next instances, after an instance or a context ran
	// out of work. Most instances need equal work. So each gets a quarter of the limit that was too small before, and a
	// template with a hundred instances ends nearly as soon as a template with one.
	once map[source.Pos]remainder
	// took is the work spent so far on all instances of a function, by the place of its declaration.
	took map[source.Pos]int
	// noted lists the work of the present root (Outcome).
	noted []Spent
}

// remainder describes a function with an instance that ran out of work. limit is the limit for the next instance.
// whole is the largest limit that was too small.
type remainder struct{ limit, whole int }

func newAllowance(inAll, ofOne int, effort exec.Effort) *allowance {
	return &allowance{inAll: inAll, ofOne: ofOne, remaining: inAll, effort: effort, once: map[source.Pos]remainder{}, took: map[source.Pos]int{}}
}

// raceAllowances holds the allowances of the two searches for races. If one search runs out of work, the other still
// has its own.
type raceAllowances struct{ inWarp, betweenWarps *allowance }

func newRaceAllowances(inAll int, effort exec.Effort) raceAllowances {
	return raceAllowances{newAllowance(inAll/raceShare, inAll/raceShare, effort), newAllowance(inAll/blockRaceShare, inAll/blockRaceShare, effort)}
}

// of returns a meter for the work on a root. Its limit is whole, unless another instance of the function ran out of
// work. In that case the limit is the one in a.once. The limit never exceeds the work that is left for the root. If the
// meter ends the analysis, the error names the limit that was too small for the first instance, so that all instances
// have the same error.
func (a *allowance) of(root *cfg.Func, whole int) *term.Meter {
	rest, ranOut := a.once[root.Decl.Pos]
	if ranOut {
		whole = rest.limit
	}
	return a.meter(root, whole, rest.whole)
}

// again returns a meter for another interpretation of a root. It has the limit of spent, the meter of the first one.
func (a *allowance) again(root *cfg.Func, spent *term.Meter) *term.Meter {
	return a.meter(root, spent.Limit, spent.Whole)
}

// meter returns a meter with a limit of limit units of work, or of the work that is left for the root if this is less.
// notEnough is the limit that was too small for the first instance, 0 for none.
func (a *allowance) meter(root *cfg.Func, limit, notEnough int) *term.Meter {
	m := exec.NewMeter(max(min(limit, a.leftFor(root)), 0), a.effort)
	m.Whole = notEnough
	return m
}

// note records the work that a root took.
func (a *allowance) note(root *cfg.Func, took *term.Meter) {
	a.noted = append(a.noted, Spent{took.Done, took.Limit, took.Whole, took.RanOut})
	a.remaining -= took.Done
	a.took[root.Decl.Pos] += took.Done
	if took.RanOut {
		a.once[root.Decl.Pos] = remainder{max(took.Limit/4, 1), max(took.Limit, took.Whole)}
	}
}

// usedWork returns the work that all roots took.
func (a *allowance) usedWork() int { return a.inAll - a.remaining }

// leftFor returns the work that is left for a root. Zero or less means none. The first instance of a function may take
// all remaining work. Further instances share ofOne.
func (a *allowance) leftFor(root *cfg.Func) int {
	if took := a.took[root.Decl.Pos]; took > 0 {
		return min(a.remaining, a.ofOne-took)
	}
	return a.remaining
}

// spent returns the error that no work is left for a root. It is called only when the allowance has run out.
func (a *allowance) spent() error {
	if a.remaining > 0 {
		return exec.LimitError("more than %d units of work on its other instances", a.ofOne)
	}
	return exec.LimitError("more than %d units of work on the functions before it", a.inAll)
}

// IsOfEndedRoot reports whether no work is left for the fact's root. Then no further question about the root is
// answered, and a note states this.
func (f *Fact) IsOfEndedRoot() bool {
	if f.rendezvous == nil {
		return false
	}
	work := f.rendezvous.j.t.Work
	return work.RanOut && work.IsSpent()
}

// question begins the answer to a question. The caller defers the returned function, which ends it. If the work did not
// suffice, that function marks the fact as undecided.
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

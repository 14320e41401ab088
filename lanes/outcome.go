package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/source"
)

// The result for a root depends only on the root and on the work that is left for it. So a result can be kept, and used
// instead of a further analysis of the same root (package cfg/identity). Enough work must be left in both cases, so
// that no limit depends on other roots. The work of the root counts as if it was done again, so that the results for
// the roots after it do not change.

// Outcome is the result of the analysis of one root, as plain data that can be stored.
type Outcome struct {
	Facts []KeptFact
	Notes []KeptNote
	// Roots and Steps are what the root adds to the fields of Result. Work is the largest work in one context.
	Roots, Steps, Work int
	// Spent lists, for each of the allowances, the meters of the root in the order in which they were recorded.
	Spent [3][]Spent
}

// AllWork returns the work of all contexts, including the search for races.
func (o *Outcome) AllWork() (work int) {
	for _, list := range o.Spent {
		for _, one := range list {
			work += one.Done
		}
	}
	return work
}

// KeptFact is the part of a fact that is still needed after the fact's questions have been answered: for an account of
// the analysis.
type KeptFact struct {
	Pos         source.Pos
	Imprecision trace.Imprecision
	IsOfAccess  bool
	Undecided   bool
}

// KeptNote is a note about a root. Its fields are those of trace.Note. NotFollowed is the number of the function in the
// order of calls ([cfg.InCallOrder]), -1 for none.
type KeptNote struct {
	Pos                                                 source.Pos
	Reason                                              string
	Budget, Limited, Judged, Hides, Undeclared, Foreign bool
	NotFollowed                                         int
}

// Spent describes a meter at the end of its use: its limit and the work done.
type Spent struct {
	Done, Limit, Whole int
	RanOut             bool
}

// allowances holds the three allowances of an analysis: for collectives, and for the two searches for races.
type allowances [3]*allowance

// mark is the state of a result before a root.
type mark struct {
	facts, notes, roots, steps, work int
	// left is the work that is left for the root in each allowance. isFresh reports whether no other instance of its
	// function ran out of work.
	left    [3]int
	isFresh bool
}

// begin is called before a root is analysed. It returns the present state of the result.
func (r *Result) begin(root *cfg.Func, work allowances) mark {
	m := mark{facts: len(r.Facts), notes: len(r.Notes), roots: r.Roots, steps: r.Steps, work: r.Work, isFresh: true}
	r.Work = 0
	for i, a := range work {
		a.noted = nil
		m.left[i], m.isFresh = a.surelyLeft(root), m.isFresh && a.isFresh(root)
	}
	return m
}

// surelyLeft returns the work that is left for a root, and for further contexts of it.
func (a *allowance) surelyLeft(root *cfg.Func) int {
	return min(a.remaining, a.ofOne-a.took[root.Decl.Pos])
}

func (a *allowance) isFresh(root *cfg.Func) bool {
	_, ranOut := a.once[root.Decl.Pos]
	return !ranOut
}

// isFree reports whether the result for the present root would be the same with any other amount of work left. The work
// left for other roots then did not influence it.
func (m mark) isFree(root *cfg.Func, work allowances) bool {
	for i, a := range work {
		if !m.isFresh || !suffices(m.left[i], a.noted) {
			return false
		}
	}
	return true
}

// suffices reports whether left units of work would have been enough for each of the meters.
func suffices(left int, all []Spent) bool {
	most := 0
	for _, one := range all {
		left, most = left-one.Done, max(most, one.Limit)
	}
	return left > 0 && left >= most
}

// outcome returns what the analysis of the present root has added to the result after m.
func (r *Result) outcome(m mark, root *cfg.Func, work allowances) *Outcome {
	o := &Outcome{Roots: r.Roots - m.roots, Steps: r.Steps - m.steps, Work: r.Work}
	for _, f := range r.Facts[m.facts:] {
		one := KeptFact{f.Pos, f.Imprecision, f.IsOfAccess(), f.Undecided}
		o.Facts = distinct.Append(o.Facts, one)
	}
	order := cfg.InCallOrder([]*cfg.Func{root})
	for _, n := range r.Notes[m.notes:] {
		o.Notes = append(o.Notes, KeptNote{n.Pos, n.Reason, n.Budget, n.Limited, n.Judged, n.Hides, n.Undeclared, n.Foreign, slices.Index(order, n.NotFollowed)})
	}
	for i, a := range work {
		o.Spent[i] = a.noted
	}
	return o
}

// takeKnown adds a kept outcome of a root to the result. It returns false if there is none, if too little work is left
// for the root, or if another instance of its function ran out of work.
func (r *Result) takeKnown(root *cfg.Func, work allowances, opts Options) bool {
	if opts.Known == nil {
		return false
	}
	for _, a := range work {
		if !a.isFresh(root) {
			return false
		}
	}
	isPossible := func(o *Outcome) bool {
		for i, a := range work {
			if !suffices(a.surelyLeft(root), o.Spent[i]) {
				return false
			}
		}
		return true
	}
	o := opts.Known(root, isPossible)
	if o != nil {
		r.take(o, root, opts, work)
	}
	return o != nil
}

// take adds a kept outcome of a root to the result.
func (r *Result) take(o *Outcome, root *cfg.Func, opts Options, work allowances) {
	for i, a := range work {
		for _, one := range o.Spent[i] {
			a.note(root, &term.Meter{Done: one.Done, Limit: one.Limit, Whole: one.Whole, RanOut: one.RanOut})
		}
	}
	r.Roots, r.Steps, r.Work = r.Roots+o.Roots, r.Steps+o.Steps, max(r.Work, o.Work)
	for _, one := range o.Facts {
		site := &cfg.Instr{Op: cfg.Load, Pos: one.Pos}
		if !one.IsOfAccess {
			site = &cfg.Instr{Op: cfg.Collective_, Pos: one.Pos, Collective: &cfg.Collective{}}
		}
		r.Facts = append(r.Facts, &Fact{Site: site, Pos: one.Pos, Imprecision: one.Imprecision, Undecided: one.Undecided,
			Context: Context{Root: root, Model: opts.Model}})
	}
	order := cfg.InCallOrder([]*cfg.Func{root})
	for _, n := range o.Notes {
		note := trace.Note{Pos: n.Pos, Root: root, Reason: n.Reason, Budget: n.Budget, Limited: n.Limited, Judged: n.Judged, Hides: n.Hides, Undeclared: n.Undeclared, Foreign: n.Foreign}
		if n.NotFollowed >= 0 {
			note.NotFollowed = order[n.NotFollowed]
		}
		r.Notes = append(r.Notes, note)
	}
}

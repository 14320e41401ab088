package lanes

import (
	"cmp"
	"errors"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// Analyze interprets, in each of its launch contexts, every root of a program that may reach a collective, and every
// kernel that may hide a collective. It also looks for the races that the options ask for.
func Analyze(p *cfg.Program, opts Options) *Result {
	r := &Result{Effort: opts.Effort}
	session := opts.Session
	if session == nil {
		session = smt.NewSession()
	}
	known, inAll := exec.NewFunctions(), cmp.Or(opts.AllWork, opts.Effort.Times(unitWork))
	left, leftForRaces := newAllowance(inAll, inAll-inAll/leftForOthers, opts.Effort), newRaceAllowances(inAll, opts.Effort)
	work := allowances{left, leftForRaces.inWarp, leftForRaces.betweenWarps}
	for _, root := range p.Roots {
		if opts.Skip != nil && opts.Skip(root) {
			continue
		}
		if r.takeKnown(root, work, opts) {
			continue
		}
		before := r.begin(root, work)
		session.Begin()
		r.analyseRoot(exec.Setting{Program: p, Root: root, Warp: grid.AnyWarp, Model: opts.Model, Functions: known,
			Session: session, Steps: opts.Steps, QuerySteps: opts.QuerySteps, Effort: opts.Effort}, opts, left, leftForRaces)
		if opts.Keep != nil && before.isFree(root, work) {
			opts.Keep(root, r.outcome(before, root, work))
		}
		r.Work = max(r.Work, before.work)
	}
	r.AllWork = left.usedWork() + leftForRaces.inWarp.usedWork() + leftForRaces.betweenWarps.usedWork()
	return r
}

// analyseRoot analyses a root in each of its launch contexts.
func (r *Result) analyseRoot(s exec.Setting, opts Options, left *allowance, leftForRaces raceAllowances) {
	var sliced *slice.Call
	for i, b := range grid.Contexts(s.Program, s.Root, opts.Shapes) {
		s.Sliced, s.Blocks, s.Work = nil, b, left.of(s.Root, cmp.Or(opts.Work, opts.Effort.Times(defaultWork)))
		if !s.Functions.HasCollectives(s.Root) {
			r.allRaces(s, opts, leftForRaces)
			continue
		}
		if left.leftFor(s.Root) <= 0 {
			r.endWith(s.Root, left.spent(), false)
			break
		}
		if i == 0 {
			sliced = slice.Of(s.Root, s.Functions.Policy())
		}
		s.Sliced = sliced
		r.Roots++
		j, ranOut := interpret(s)
		r.add(j, ranOut, opts.See)
		r.allRaces(s, opts, leftForRaces)
		left.note(s.Root, s.Work)
	}
}

// add adds the facts of the interpretation j to the result, with its notes and its work. ranOut is the error that
// ended the interpretation, nil if it is complete. see is passed to judge.facts, and may be nil.
func (r *Result) add(j *judge, ranOut error, see func([]*Fact)) {
	if ranOut == nil {
		ranOut = exec.WithinBudget(func() { r.Facts = append(r.Facts, j.facts(see)...) })
	}
	work, isJudged := j.setting.Work, ranOut == nil
	if isJudged && work.RanOut { // a question has used up the work
		ranOut = exec.Exceeded(work)
	}
	r.Notes = append(r.Notes, j.trace.Notes...)
	if ranOut != nil {
		r.endWith(j.trace.Root, ranOut, isJudged)
	}
	r.Steps += j.trace.Steps
	r.Work = max(r.Work, work.Done)
}

// endWith records that the analysis of a root is incomplete, because of the error why. isJudged reports whether some
// questions about its collectives were answered before.
func (r *Result) endWith(root *cfg.Func, why error, isJudged bool) {
	r.Notes = append(r.Notes, trace.Note{Pos: root.Decl.Pos, Root: root, Budget: true, Reason: why.Error(), Limited: isLimit(why), Judged: isJudged})
}

// isLimit reports whether an analysis ended because a limit of counted work was reached.
func isLimit(why error) bool {
	var budget exec.BudgetError
	return errors.As(why, &budget) && budget.IsLimit
}

// facts returns the facts of a complete interpretation. If see is not nil, facts passes the facts to see and then
// drops the interpretation. After that the facts answer no more questions.
func (j *judge) facts(see func([]*Fact)) []*Fact {
	var facts []*Fact
	if j.setting.Racing {
		facts = j.raceFacts(see != nil)
	}
	for _, p := range j.meet.All() {
		if p != nil && !j.setting.Racing {
			facts = append(facts, j.fact(j.rendezvous(p)))
		}
	}
	if see != nil && (len(facts) > 0 || j.notCompared == nil) {
		see(facts)
		for _, f := range facts {
			f.rendezvous, f.races = nil, nil // they would keep the whole interpretation in memory
		}
	}
	return facts
}

// dependsOnShape reports whether there is another likely block shape in which no verdict of ask at the fact's site is
// proved (isProved).
func (f *Fact) dependsOnShape(ask func(*Fact) []Verdict) bool {
	j := f.rendezvous.j
	for _, s := range append(grid.OtherShapes(j.trace.Root), j.trace.Launch.AllSamples()...) {
		if grid.Common(s, j.trace.Launch.Shape) != j.trace.Launch.Shape {
			continue
		}
		held := false
		for _, g := range j.others(s) {
			held = held || g.Site == f.Site && slices.ContainsFunc(ask(g), isProved)
		}
		if !held {
			return true
		}
	}
	return false
}

// isProved reports whether every execution that reaches the place of v is proved to break the rule.
func isProved(v Verdict) bool { return v.Certainty == Definite || v.IfReached() }

// others returns the facts of the same root in a block of shape s. It caches them. The work for this counts as work on
// the root.
func (j *judge) others(s warp.Shape) []*Fact {
	if facts, done := j.elsewhere[s]; done {
		return facts
	}
	facts := j.inBlock(s, j.again().Work)
	j.elsewhere[s] = facts
	return facts
}

// inBlock returns the facts of the same root in a block of shape s. It returns none if this takes more work than the
// meter `work` allows.
func (j *judge) inBlock(s warp.Shape, work *term.Meter) []*Fact {
	other := j.again()
	other.Blocks, other.Work = grid.Blocks{Shape: s, Premises: j.setting.Blocks.Premises}, work
	judged, ranOut := interpret(other)
	if ranOut != nil {
		return nil
	}
	judged.isLikelyBlock = true
	return judged.facts(nil)
}

// again returns a copy of the setting of the trace, for another interpretation of the root. The caller may change the
// copy. The work of the other interpretation counts as work on the root.
func (j *judge) again() exec.Setting {
	s := j.setting
	s.SharedWithCalls = nil
	return s
}

// fact makes the fact about one rendezvous.
func (j *judge) fact(p *rendezvous) *Fact {
	f := &Fact{Site: p.event.Instr, Imprecision: p.event.Imprecision, rendezvous: p, Pos: p.event.Position(), Context: contextOf(&j.setting, j.trace.Launch.Blocks)}
	if f.Imprecision.IsNone() && j.restsOn(p.event, isUnmodelled) {
		f.Imprecision = trace.Imprecision{Kind: trace.NotModelled, Pos: f.Pos, Reason: "it depends on an integer function that is not modelled"}
	}
	if f.Imprecision.IsNone() {
		f.Imprecision = j.trace.CutShort[p.event.Point.Call.Fn]
	}
	f.Context.Path = p.event.Calls()
	for _, at := range p.event.Point.Path()[1:] {
		f.Context.PathNames = append(f.Context.PathNames, at.Call.Fn.Name)
		f.Context.guess(at.Call.Fn)
	}
	f.ActiveMask = j.isActive(p.event)
	return f
}

// contextOf returns the context of an interpretation with the setting s in the blocks b.
func contextOf(s *exec.Setting, b grid.Blocks) Context {
	c := Context{Root: s.Root, Model: s.Model, Arch: s.Program.Arch}
	if shape := b.Shape; shape != (warp.Shape{}) && shape != (warp.Shape{0, 1, 1}) {
		c.Shape = &shape
	}
	c.IsLikely = b.StandsFor != nil
	if size := b.Size; size.IsKnown() {
		c.Size = &size
	}
	c.guess(s.Root)
	return c
}

// guess adds to the context the guesses of the frontend about undefined names: about a macro in front of fn, and about
// names in fn.
func (c *Context) guess(fn *cfg.Func) {
	for _, g := range fn.Decl.Guesses {
		if !slices.Contains(c.Guesses, g) {
			c.Guesses = append(c.Guesses, g)
		}
	}
}

// isUnmodelled reports whether x is the result of a function that has no model.
func isUnmodelled(x *term.Term) bool {
	_, is := x.Origin.(memory.Unmodelled)
	return is
}

// restsOn reports whether the guard or the mask of an event contains a term x for which is(x) is true. is selects
// values that the notes of the trace mention. So if the trace has no notes, restsOn returns false without a search.
func (j *judge) restsOn(e *trace.Event, is func(*term.Term) bool) bool {
	decisive := e.Guard.List()
	if e.Masked {
		decisive = append(decisive, e.Mask.List()...)
	}
	return len(j.trace.Notes) > 0 && term.Any(decisive, is)
}

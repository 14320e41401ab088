package lanes

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// Analyze interprets every root of a program that a collective can be reached
// from, or a kernel that may hide one, in each of its launch contexts.
func Analyze(p *cfg.Program, opts Options) *Result {
	r := &Result{}
	session := opts.Session
	if session == nil {
		session = smt.NewSession()
	}
	known, left := newFunctions(), allowance{}
	for _, root := range p.Roots {
		if opts.Skip != nil && opts.Skip(root) {
			continue
		}
		var sliced *slice.Call
		for i, b := range grid.Contexts(p, root, opts.Shapes) {
			s := setting{program: p, root: root, blocks: b, warp: grid.AnyWarp, model: opts.Model, functions: known,
				session: session, steps: opts.Steps, querySteps: opts.QuerySteps, work: newMeter(left.of(root, opts.Work))}
			if !known.hasCollectives(root) {
				if opts.Races {
					r.races(s, opts.See)
				}
				continue
			}
			if i == 0 {
				sliced = slice.Of(root, known.policy())
			}
			s.sliced = sliced
			r.Roots++
			j, ranOut := interpret(s)
			r.add(j, ranOut, opts.See)
			if opts.Races && ranOut == "" {
				r.races(s, opts.See)
			}
			left.note(root, s.work)
		}
	}
	return r
}

// add adds what the interpretation of a root came to, and what the questions about it do.
func (r *Result) add(j *judge, ranOut string, see func([]*Fact)) {
	if ranOut == "" {
		ranOut = withinBudget(func() { r.Facts = append(r.Facts, j.facts(see)...) })
	}
	work := j.setting.work
	if ranOut == "" && work.Exceeded() { // in a question
		ranOut = exceededReason(work)
	}
	r.Notes = append(r.Notes, j.notes...)
	if ranOut != "" {
		r.Notes = append(r.Notes, Note{Pos: j.root.Decl.Pos, Root: j.root, Budget: true, Reason: ranOut})
	}
	r.Steps += j.steps
	r.Work = max(r.Work, work.Done)
}

// facts are those of a complete interpretation, shown to see.
func (j *judge) facts(see func([]*Fact)) []*Fact {
	var facts []*Fact
	if j.setting.racing {
		facts = j.raceFacts()
	}
	for _, p := range j.phases {
		if p != nil && !j.setting.racing {
			facts = append(facts, j.fact(p))
		}
	}
	if see != nil {
		see(facts)
		for _, f := range facts {
			f.phase, f.clashes = nil, nil // with which the whole interpretation would stay
		}
	}
	return facts
}

// clearing is a block shape under which the same question about the same site
// has no answer, nil when every likely shape keeps it.
func (f *Fact) clearing(ask func(*Fact) []Verdict) *warp.Shape {
	j := f.phase.j
	for _, s := range grid.OtherShapes(j.root) {
		if grid.Common(s, j.launch.Shape) != j.launch.Shape {
			continue
		}
		held := false
		for _, g := range j.others(s) {
			held = held || g.Site == f.Site && len(ask(g)) > 0
		}
		if !held {
			return &s
		}
	}
	return nil
}

// others are the facts of the same root in a block of another shape.
func (j *judge) others(s warp.Shape) []*Fact {
	if facts, done := j.elsewhere[s]; done {
		return facts
	}
	var facts []*Fact
	other := j.again()
	other.blocks = grid.Blocks{Shape: s}
	if other, ranOut := interpret(other); ranOut == "" {
		facts = other.facts(nil)
	}
	j.elsewhere[s] = facts
	return facts
}

// again is the setting of the trace, for the root to be interpreted once more under another. What
// that does is work on the root.
func (j *judge) again() setting {
	s := j.setting
	s.exchanging = nil
	return s
}

// fact describes one phase to the rules.
func (j *judge) fact(p *phase) *Fact {
	f := &Fact{Site: p.instr, Approximate: p.approximate, phase: p, Pos: p.position(),
		Context: Context{Root: j.root, Model: j.model, Arch: j.setting.program.Unit.Arch}}
	if s := j.launch.Shape; s != (warp.Shape{}) && s != (warp.Shape{0, 1, 1}) {
		f.Context.Shape = &s
	}
	if size := j.launch.Size; size.IsKnown() {
		f.Context.Size = &size
	}
	if f.Approximate == "" && j.restsOn(p.event, isUnmodelled) {
		f.Approximate = "it depends on an integer function that is not modelled"
	}
	if f.Approximate == "" {
		f.Approximate = j.cutShort[p.place.call.fn]
	}
	f.Context.Path = p.calls()
	for _, at := range p.place.path()[1:] {
		f.Context.PathNames = append(f.Context.PathNames, at.call.fn.Name)
	}
	f.ActiveMask = j.isActive(p.event)
	return f
}

// restsOn reports an event whose lanes or mask a term of some kind decides.
func (j *judge) restsOn(e *event, is func(*term.Term) bool) bool {
	decisive := e.guard.List()
	if e.masked {
		decisive = append(decisive, e.mask.List()...)
	}
	return len(j.notes) > 0 && term.Any(decisive, is)
}

// calls are the call sites from the root to the function of the event.
func (e *event) calls() []ast.Pos {
	var list []ast.Pos
	path := e.place.path()
	for _, at := range path[:len(path)-1] {
		list = append(list, at.pos)
	}
	return list
}

// position is the innermost place in the user's own code on the way to the event.
func (e *event) position() ast.Pos {
	path := e.place.path()
	for i := len(path) - 1; i >= 0; i-- {
		if !path[i].pos.System {
			return path[i].pos
		}
	}
	return e.instr.Pos
}

package lanes

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Analyze interprets every root of a program that a collective can be reached
// from, or a kernel that may hide one, in each of its launch contexts.
func Analyze(p *cfg.Program, opts Options) *Result {
	r := &Result{}
	shapes, session := map[*cfg.Func]*funcSummary{}, opts.Session
	if session == nil {
		session = smt.NewSession()
	}
	left := allowance{}
	for _, root := range p.Roots {
		if opts.Skip != nil && opts.Skip(root) {
			continue
		}
		var sliced *slice.Call
		for i, b := range grid.Contexts(p, root, opts.Shapes) {
			in := newInterp(p, root, b, opts, shapes, session, newMeter(left.of(root, opts.Work)))
			if s := in.funcSummaryOf(root); !s.mayCollect && (root.Alone() || !s.mayHide) {
				if opts.Races {
					r.races(in, left.of(root, opts.Work), opts.See)
				}
				continue
			}
			if i == 0 {
				sliced = slice.Of(root, in.policy())
			}
			in.sliced = sliced
			r.Roots++
			in, ranOut := in.interpret()
			r.add(in, ranOut, opts.See)
			if opts.Races && ranOut == "" {
				r.races(in, left.of(root, opts.Work), opts.See)
			}
			left.note(root, in.t.Work)
		}
	}
	return r
}

// interpret runs the root, again where lanes met a collective from another site; with the
// reason why it ended before it was done, if it did.
func (in *interp) interpret() (last *interp, ranOut string) {
	ranOut = withinBudget(func() {
		for {
			in.call(in.root, nil, in.alive, memory.NewState(), nil, in.sliced)
			in.phases()
			if !in.exchanges() {
				return
			}
			met := in.exchanging
			in = in.again(in.launch.Blocks)
			in.exchanging = met
		}
	})
	return in, ranOut
}

// add adds what the interpretation of a root came to, and what the questions about it do.
func (r *Result) add(in *interp, ranOut string, see func([]*Fact)) {
	if ranOut == "" {
		ranOut = withinBudget(func() { r.Facts = append(r.Facts, in.facts(see)...) })
	}
	work := in.t.Work
	if ranOut == "" && work.Exceeded() { // in a question
		ranOut = workReason(work.Limit)
	}
	if ranOut != "" {
		in.notes = append(in.notes, Note{Pos: in.root.Decl.Pos, Root: in.root, Budget: true, Reason: ranOut})
	}
	r.Notes = append(r.Notes, in.notes...)
	r.Steps += in.steps
	r.Work = max(r.Work, work.Done)
}

// facts are those of a complete interpretation, shown to see.
func (in *interp) facts(see func([]*Fact)) []*Fact {
	var facts []*Fact
	if in.racing {
		facts = in.raceFacts()
	}
	for _, e := range in.events {
		if e.phase != nil && !in.racing {
			facts = append(facts, in.fact(e.phase))
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
	in := f.phase.in
	for _, s := range grid.OtherShapes(in.root) {
		if grid.Common(s, in.launch.Shape) != in.launch.Shape {
			continue
		}
		held := false
		for _, g := range in.others(s) {
			held = held || g.Site == f.Site && len(ask(g)) > 0
		}
		if !held {
			return &s
		}
	}
	return nil
}

// others are the facts of the same root in a block of another shape.
func (in *interp) others(s warp.Shape) []*Fact {
	if facts, done := in.elsewhere[s]; done {
		return facts
	}
	var facts []*Fact
	if other, ranOut := in.again(grid.Blocks{Shape: s}).interpret(); ranOut == "" {
		facts = other.facts(nil)
	}
	in.elsewhere[s] = facts
	return facts
}

func newInterp(p *cfg.Program, root *cfg.Func, b grid.Blocks, opts Options,
	shapes map[*cfg.Func]*funcSummary, session *smt.Session, work *term.Meter) *interp {
	t := term.NewTable()
	in := &interp{
		t: t, Algebra: vector.NewAlgebra(t), memory: memory.New(t, root), Prover: prove.New(t, smt.New(session, opts.QuerySteps)), program: p, root: root, model: opts.Model,
		launch: grid.New(t, b, root, grid.AnyWarp), funcSummaries: shapes, maxSteps: opts.Steps,
		active: map[*term.Term]bool{}, partition: map[*term.Term]int{},
		fed: map[*term.Term]feed{}, learned: map[loopAt]learned{},
		orders: map[[2]*place]order{}, sides: map[string]int{},
		leads: map[leadAt]*lead{}, executed: map[chained]*term.Term{},
		attendances: map[attended]*attendance{},
		exchanging:  map[*cfg.Instr]bool{},
		noted:       map[string]bool{}, cutShort: map[*cfg.Func]string{},
		elsewhere: map[warp.Shape][]*Fact{}, closer: map[int]closerLook{},
	}
	if in.maxSteps == 0 {
		in.maxSteps = defaultSteps
	}
	in.alive = in.launch.Alive
	in.memory.IsNumber = in.IsNumber
	in.t.Work, in.Solver.Work = work, work
	return in
}

// again is an interpreter of the same root in the given blocks. What it does is work on the
// root.
func (in *interp) again(b grid.Blocks) *interp {
	opts := Options{Model: in.model, Steps: in.maxSteps, QuerySteps: in.Solver.Steps}
	next := newInterp(in.program, in.root, b, opts, in.funcSummaries, in.Solver.Session, in.t.Work)
	next.sliced, next.isCloser, next.racing = in.sliced, in.isCloser, in.racing
	if in.memory.Alike {
		next.memory.TakeAlike()
	}
	return next
}

// fact describes one phase to the rules.
func (in *interp) fact(p *phase) *Fact {
	f := &Fact{Site: p.instr, Approximate: p.approximate, phase: p, Pos: p.position(),
		Context: Context{Root: in.root, Model: in.model, Arch: in.program.Unit.Arch}}
	if s := in.launch.Shape; s != (warp.Shape{}) && s != (warp.Shape{0, 1, 1}) {
		f.Context.Shape = &s
	}
	if size := in.launch.Size; size.IsKnown() {
		f.Context.Size = &size
	}
	if f.Approximate == "" && in.restsOn(p.event, isUnmodelled) {
		f.Approximate = "it depends on an integer function that is not modelled"
	}
	if f.Approximate == "" {
		f.Approximate = in.cutShort[p.place.frame.fn]
	}
	f.Context.Path = p.calls()
	for _, at := range p.place.path()[1:] {
		f.Context.PathNames = append(f.Context.PathNames, at.frame.fn.Name)
	}
	f.ActiveMask = in.isActive(p.event)
	return f
}

// restsOn reports an event whose lanes or mask a term of some kind decides.
func (in *interp) restsOn(e *event, is func(*term.Term) bool) bool {
	decisive := e.guard.List()
	if e.masked {
		decisive = append(decisive, e.mask.List()...)
	}
	return len(in.noted) > 0 && term.Any(decisive, is)
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

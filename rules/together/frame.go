package together

import (
	"cmp"
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/transitive"
	"github.com/warpcheck/warpcheck/source"
)

// analysis is the analysis of a program.
type analysis struct {
	// reaches are the functions that lead to where the running lanes are read.
	reaches *transitive.Closure[*cfg.Func, bool]
	found   map[*cfg.Instr]*Use
	order   []*cfg.Instr
	paths   paths
	names   names
	spans   map[spanKey]*span
	// Of the root that is run:
	root *cfg.Func
	// masks are the calls under a mask of running lanes, with where they stand and what their
	// masks come from, elected the sources that elect a leader or count the group.
	masks   map[*cfg.Instr]call
	elected map[*cfg.Instr]bool
	waits   []*cfg.Instr
}

// call is a collective under a mask of running lanes.
type call struct {
	in      *cfg.Func
	at      source.Pos
	sources map[*cfg.Instr]bool
	// isProved reports a mask that comes from running lanes for certain.
	isProved bool
}

// frame is one call of a function.
type frame struct {
	*analysis
	fn     *cfg.Func
	caller *frame
	// at is where a library's function is called from, nil in the user's.
	at *source.Pos
	// isTested reports a call behind a test of the mask.
	isTested bool
	// isByLeader reports a call by lanes that their set chose.
	isByLeader bool
	values     []value
	before     map[*cfg.Block]state
	// overwritten are the arrays that loops write as a whole.
	overwritten []overwritten
	// counters are those of the loops that were asked for, nil where one has none.
	counters map[*cfg.Loop]*counter
	// rounds are the states at the ends of the iterations of loops.
	rounds map[*cfg.Loop]state
	// where are the blocks in which collectives are called, by this function or those it calls.
	where map[*cfg.Instr]*cfg.Block
	// reports is set once the values are final.
	reports bool
	result  value
	// returns is set once the result is one that was returned.
	returns bool
	after   state
}

func (a *analysis) runRoot(root *cfg.Func) {
	a.root, a.masks, a.elected, a.waits = root, map[*cfg.Instr]call{}, map[*cfg.Instr]bool{}, nil
	f := &frame{analysis: a, fn: root}
	f.run(state{}, true)
	for _, wait := range a.waits {
		if !intersects(a.masks[wait].sources, a.elected) {
			a.report(wait, Waits, a.masks[wait].at, true)
		}
	}
}

func intersects(a, b map[*cfg.Instr]bool) bool {
	for k := range a {
		if b[k] {
			return true
		}
	}
	return false
}

// report notes a use where no earlier reason is known, or that one is not proved and this one is.
func (a *analysis) report(instr *cfg.Instr, reason Reason, effect source.Pos, isProved bool) {
	c, old := a.masks[instr], a.found[instr]
	isProved = isProved && c.isProved
	switch {
	case old == nil:
		a.order = append(a.order, instr)
	case old.Proved || !isProved:
		return
	}
	use := &Use{Root: a.root, Function: c.in, Call: instr, At: c.at, Reason: reason, Effect: effect, Proved: isProved}
	for source := range c.sources {
		use.Sources = append(use.Sources, source.Pos)
	}
	slices.SortFunc(use.Sources, comparePos)
	a.found[instr] = use
}

func comparePos(a, b source.Pos) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// run finds the values of a call to a fixed point, and then reports where asked to.
func (f *frame) run(entry state, reports bool) {
	f.values = make([]value, f.fn.Values)
	f.before = map[*cfg.Block]state{f.fn.Blocks[0]: entry}
	f.overwritten, f.counters = overwrittenIn(f.fn), map[*cfg.Loop]*counter{}
	f.rounds = map[*cfg.Loop]state{}
	f.where, f.after = map[*cfg.Instr]*cfg.Block{}, state{}
	for f.pass() {
	}
	if reports {
		f.reports = true
		f.pass()
	}
}

// pass executes every block once, in reverse post-order, and reports whether something is new.
func (f *frame) pass() (grown bool) {
	for _, block := range f.fn.Blocks {
		before, isReached := f.before[block]
		if !isReached {
			continue
		}
		now := maps.Clone(before)
		for _, in := range block.Instrs {
			f.values[in.ID] = f.execute(in, now)
		}
		f.branch(block)
		if block.Term.Kind == cfg.Return {
			if block.Term.Cond != nil {
				f.returned(f.values[block.Term.Cond.ID])
			}
			f.after.join(now)
		}
		for _, next := range block.Succs {
			f.goneRound(block, next, now)
			now := f.entering(f.leaving(now, block, next), block, next)
			if now == nil {
				continue
			}
			if f.before[next] == nil {
				f.before[next] = state{}
				grown = true
			}
			grown = f.before[next].join(now) || grown
		}
	}
	return grown
}

// returned adds to what the function returns.
func (f *frame) returned(v value) {
	if f.returns {
		v = f.result.or(v)
	}
	f.result, f.returns = v, true
}

// place is where the user wrote an instruction.
func (f *frame) place(in *cfg.Instr) source.Pos {
	if f.at != nil {
		return *f.at
	}
	return in.Pos
}

// call follows a call, unless nothing of interest goes in or comes of it.
func (f *frame) call(in *cfg.Instr, now state) value {
	f.forgetGiven(in, now)
	if in.Callee == nil || len(in.Callee.Blocks) == 0 || f.runs(in.Callee) {
		return f.all(in)
	}
	if len(in.Callee.Callees) > 0 && !f.reaches.Of(in.Callee) && !f.passes(in, now) {
		return value{}
	}
	callee := &frame{analysis: f.analysis, fn: in.Callee, caller: f, at: f.at,
		isTested: f.isTested || f.tested(in.Block), isByLeader: f.isLed(in.Block)}
	if callee.at == nil && in.Callee.Decl.Pos.System {
		callee.at = &in.Pos
	}
	visible, entry := f.visibleTo(in, now), state{}
	for object := range visible {
		if v, isHeld := now[object]; isHeld {
			entry[object] = v
		}
	}
	for i, arg := range in.Args {
		if i < len(in.Callee.Params) {
			entry[in.Callee.Params[i]] = f.values[arg.ID]
		}
	}
	callee.run(entry, f.reports)
	callee.ended()
	for object := range visible {
		if v, isHeld := callee.after[object]; isHeld {
			now[object] = v
		}
	}
	for collective := range callee.where {
		f.where[collective] = in.Block
	}
	return callee.result
}

// visibleTo are the variables that a call may read or write: those that its arguments lead to.
func (f *frame) visibleTo(in *cfg.Instr, now state) map[*cfg.Object]bool {
	visible := map[*cfg.Object]bool{}
	var follow func(v value)
	follow = func(v value) {
		for p := range v.points {
			if !visible[p.object] {
				visible[p.object] = true
				follow(now[p.object])
			}
		}
	}
	for _, arg := range in.Args {
		follow(f.values[arg.ID])
	}
	return visible
}

// runs reports a function that is being called: one that calls itself is not followed.
func (f *frame) runs(fn *cfg.Func) bool {
	return f != nil && (f.fn == fn || f.caller.runs(fn))
}

// passes reports a call that is given what comes from running lanes, in itself or through a
// pointer.
func (f *frame) passes(in *cfg.Instr, now state) bool {
	return slices.ContainsFunc(in.Args, func(arg *cfg.Instr) bool {
		v := f.values[arg.ID]
		for p := range v.points {
			if now[p.object].comesFrom() {
				return true
			}
		}
		return v.comesFrom()
	})
}

// all is what comes from any operand.
func (f *frame) all(in *cfg.Instr) value {
	var v value
	for _, arg := range in.Args {
		v = v.or(f.values[arg.ID])
	}
	v.isLane, v.isSure, v.bits, v.parts = false, false, bits{}, nil
	return v
}

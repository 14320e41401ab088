package together

import (
	"cmp"
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/transitive"
	"github.com/warpcheck/warpcheck/source"
)

// analysis is the analysis of a program, root by root.
type analysis struct {
	// reaches determines for a function whether the function, or one that it calls, reads the set of running lanes.
	reaches *transitive.Closure[*cfg.Func, bool]
	found   map[*cfg.Instr]*Use
	order   []*cfg.Instr
	paths   paths
	names   names
	spans   map[spanKey]*span
	// The fields below belong to the root that is being analysed.
	root *cfg.Func
	// masks holds the collectives whose masks depend on reads of the running lanes. elected is the set of reads whose
	// result elects a leader or counts lanes.
	masks   map[*cfg.Instr]call
	elected map[*cfg.Instr]bool
	waits   []*cfg.Instr
}

// call is a collective whose mask depends on reads of the running lanes (__activemask). It has the function of the
// collective, its place in the user's code, and these reads.
type call struct {
	fn      *cfg.Func
	pos     source.Pos
	sources map[*cfg.Instr]bool
	// isProved reports whether the mask certainly depends on the running lanes.
	isProved bool
}

// frame is the analysis of one call of a function.
type frame struct {
	*analysis
	fn     *cfg.Func
	caller *frame
	// userPos is the call in the user's code through which this call, in a library, is reached. It is nil if the
	// function is the user's.
	userPos *source.Pos
	// isTested reports whether the call is on one side of a branch that tests which lanes run together.
	isTested bool
	// isByLeader reports whether only the lanes that their sets have chosen make the call.
	isByLeader  bool
	values      []value
	entryStates map[*cfg.Block]state
	// overwritten lists the arrays that loops of the function write as a whole.
	overwritten []overwritten
	// counters caches the counters of loops, nil for a loop that has none.
	counters map[*cfg.Loop]*counter
	// rounds maps a loop to the state at the end of its iterations, joined over all of them.
	rounds map[*cfg.Loop]state
	// collectiveBlocks maps each collective that this function executes to its block. For a collective in a called
	// function, that is the block of the call.
	collectiveBlocks map[*cfg.Instr]*cfg.Block
	// reports is true if this pass reports findings. Only the last pass does, when all values are final.
	reports bool
	result  value
	// returns is true if some return was executed, so that result holds its value.
	returns bool
	after   state
}

func (a *analysis) runRoot(root *cfg.Func) {
	a.root, a.masks, a.elected, a.waits = root, map[*cfg.Instr]call{}, map[*cfg.Instr]bool{}, nil
	f := &frame{analysis: a, fn: root}
	f.run(state{}, true)
	for _, wait := range a.waits {
		if !intersects(a.masks[wait].sources, a.elected) {
			a.report(wait, Waits, a.masks[wait].pos, true)
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

// report records a use of a collective's mask. If a use is recorded already, it is replaced only if it is not proved
// and the new one is.
func (a *analysis) report(instr *cfg.Instr, reason Reason, effect source.Pos, isProved bool) {
	c, old := a.masks[instr], a.found[instr]
	isProved = isProved && c.isProved
	switch {
	case old == nil:
		a.order = append(a.order, instr)
	case old.Proved || !isProved:
		return
	}
	use := &Use{Root: a.root, Function: c.fn, Call: instr, At: c.pos, Reason: reason, Effect: effect, Proved: isProved}
	for source := range c.sources {
		use.Sources = append(use.Sources, source.Pos)
	}
	slices.SortFunc(use.Sources, comparePos)
	a.found[instr] = use
}

func comparePos(a, b source.Pos) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// run computes the values of a call to a fixed point. If reports is true, it then reports the uses.
func (f *frame) run(entry state, reports bool) {
	f.values = make([]value, f.fn.Values)
	f.entryStates = map[*cfg.Block]state{f.fn.Blocks[0]: entry}
	f.overwritten, f.counters = overwrittenIn(f.fn), map[*cfg.Loop]*counter{}
	f.rounds = map[*cfg.Loop]state{}
	f.collectiveBlocks, f.after = map[*cfg.Instr]*cfg.Block{}, state{}
	for f.pass() {
	}
	if reports {
		f.reports = true
		f.pass()
	}
}

// pass executes every block once, in reverse post-order, and reports whether some state has grown.
func (f *frame) pass() (grown bool) {
	for _, block := range f.fn.Blocks {
		before, isReached := f.entryStates[block]
		if !isReached {
			continue
		}
		now := maps.Clone(before)
		for _, instr := range block.Instrs {
			f.values[instr.ID] = f.execute(instr, now)
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
			if f.entryStates[next] == nil {
				f.entryStates[next] = state{}
				grown = true
			}
			grown = f.entryStates[next].join(now) || grown
		}
	}
	return grown
}

// returned joins v into the result of the function.
func (f *frame) returned(v value) {
	if f.returns {
		v = f.result.join(v)
	}
	f.result, f.returns = v, true
}

// place returns the place of an instruction in the user's code. If the instruction is in a library, that is the call
// through which the library was entered.
func (f *frame) place(instr *cfg.Instr) source.Pos {
	if f.userPos != nil {
		return *f.userPos
	}
	return instr.Pos
}

// call returns the value of a call, and applies the callee's writes to the state `now`. The callee is skipped if it
// calls further functions, cannot reach a read of the running lanes, and gets no argument that depends on one.
func (f *frame) call(instr *cfg.Instr, now state) value {
	f.forgetGiven(instr, now)
	if instr.Callee == nil || len(instr.Callee.Blocks) == 0 || f.isRunning(instr.Callee) {
		return f.joinOperands(instr)
	}
	if len(instr.Callee.Callees) > 0 && !f.reaches.Of(instr.Callee) && !f.passes(instr, now) {
		return value{}
	}
	callee := &frame{analysis: f.analysis, fn: instr.Callee, caller: f, userPos: f.userPos,
		isTested: f.isTested || f.tested(instr.Block), isByLeader: f.isByLeaders(instr.Block)}
	if callee.userPos == nil && instr.Callee.Decl.Pos.System {
		callee.userPos = &instr.Pos
	}
	visible, entry := f.visibleTo(instr, now), state{}
	for object := range visible {
		if v, isHeld := now[object]; isHeld {
			entry[object] = v
		}
	}
	for i, arg := range instr.Args {
		if i < len(instr.Callee.Params) {
			entry[instr.Callee.Params[i]] = f.values[arg.ID]
		}
	}
	callee.run(entry, f.reports)
	callee.forgetLocals()
	for object := range visible {
		if v, isHeld := callee.after[object]; isHeld {
			now[object] = v
		}
	}
	for collective := range callee.collectiveBlocks {
		f.collectiveBlocks[collective] = instr.Block
	}
	return callee.result
}

// visibleTo returns the variables that a call may read or write: those to which its arguments point, directly or
// through other pointers.
func (f *frame) visibleTo(instr *cfg.Instr, now state) map[*cfg.Object]bool {
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
	for _, arg := range instr.Args {
		follow(f.values[arg.ID])
	}
	return visible
}

// isRunning reports whether a call of fn is being executed. Recursive calls are not followed.
func (f *frame) isRunning(fn *cfg.Func) bool {
	return f != nil && (f.fn == fn || f.caller.isRunning(fn))
}

// passes reports whether an argument of a call, or a variable to which it points, is computed from the set of lanes that
// run together.
func (f *frame) passes(instr *cfg.Instr, now state) bool {
	return slices.ContainsFunc(instr.Args, func(arg *cfg.Instr) bool {
		v := f.values[arg.ID]
		for p := range v.points {
			if now[p.object].dependsOnRunning() {
				return true
			}
		}
		return v.dependsOnRunning()
	})
}

// joinOperands returns a value that depends on whatever an operand of instr depends on. It drops the properties that
// the result need not share: bits, parts, isSure, differsPerLane and single.
func (f *frame) joinOperands(instr *cfg.Instr) value {
	var v value
	for _, arg := range instr.Args {
		v = v.join(f.values[arg.ID])
	}
	v.differsPerLane, v.single, v.isSure, v.bits, v.parts = false, single{}, false, bits{}, nil
	return v
}

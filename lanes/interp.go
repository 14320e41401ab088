package lanes

import (
	"fmt"

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

// setting is under what a root is interpreted.
type setting struct {
	program *cfg.Program
	root    *cfg.Func
	blocks  grid.Blocks
	// warp is the index in its block of the one warp that is interpreted, further unrolled then;
	// grid.AnyWarp for an arbitrary one.
	warp  int
	model warp.Model
	// functions are what is derived from functions once, for all roots of the program.
	functions *functions
	// sliced is what of the root and of the calls in it is interpreted.
	sliced *slice.Call
	// racing asks for the accesses to shared memory, and nothing else; alike takes what may be the
	// same in all lanes to be the same.
	racing, alike bool
	// exchanging are the collectives that lanes meet from another site.
	exchanging map[*cfg.Instr]bool
	session    *smt.Session
	// steps bounds the instructions, querySteps a question to the solver, and work all of it.
	steps      int
	querySteps uint32
	work       *term.Meter
}

// interp interprets one root in one launch context.
type interp struct {
	*Trace
	t *term.Table
	*functions
	memory  *memory.Memory
	setting setting
	// around is the innermost loop that is being summarised, nil for none.
	around *loopSummary
	// learned are the last summaries of the loops.
	learned map[loopAt]learned
	// stores are those to shared variables that hold one constant.
	stores []constantStore
	// loops counts those summarised, turns of loops around included.
	loops int
	// fences counts those passed, where races are looked for.
	fences int
	// scouting: a loop around is in its first trial, in which the loops within it try
	// one turn only; unfinished: one of them did not agree with what it was tried with.
	scouting, unfinished bool
	// unrolled is the product of the turns of the unrolled loops around, recursive the number of
	// calls of functions within themselves that were followed.
	unrolled, recursive int
	noted               map[string]bool
}

// Trace is what the interpretation of a root in one launch context yields, and all that a question
// about the root is answered from. Once the interpretation is done nothing changes it: what is
// computed only when somebody looks at it (vector.Later) was settled before.
type Trace struct {
	// Terms holds the terms, and Prover decides formulas of them and says what the unknowns stand for.
	Terms *term.Table
	vector.Algebra
	*prove.Prover
	root   *cfg.Func
	model  warp.Model
	launch *grid.Launch
	log
	// alive are the lanes that exist at the entry.
	alive vector.Vec
	// active are masks taken from __activemask; partition numbers the groups of each of
	// these and of each __match_any_sync.
	active    map[*term.Term]bool
	partition map[*term.Term]int
	// fed says what unknowns are computed of.
	fed map[*term.Term]feed
	// memory says what holds of the memory of all executions.
	memory memoryFacts
	// hasFlags reports that the root has fences and flags that may order accesses, and unfollowed
	// counts what may do so in a way that is not known, where races are looked for.
	hasFlags   bool
	unfollowed int
	// notes are what could not be modelled, steps the instructions executed.
	notes []Note
	steps int
	// cutShort are the functions that some call of was not followed, with the reason.
	cutShort map[*cfg.Func]string
	// orders remember how places lie to each other.
	orders map[[2]*place]order
}

// newTrace is a trace of a root in which nothing is recorded.
func newTrace(t *term.Table, root *cfg.Func) *Trace {
	return &Trace{Terms: t, Algebra: vector.NewAlgebra(t), root: root, active: map[*term.Term]bool{},
		partition: map[*term.Term]int{}, fed: map[*term.Term]feed{}, cutShort: map[*cfg.Func]string{},
		orders: map[[2]*place]order{}}
}

// memoryFacts is what a trace says of memory.
type memoryFacts interface {
	// Varies names what may be the same in all lanes and was not taken to be, Alike reports
	// that it was taken to be.
	VariedNames() []string
	TakesAlike() bool
	// RuledOut lists the lanes that come to where control never does.
	RuledOut() []vector.Vec
	// StoredIn lists all that was stored in a uniform array.
	StoredIn(array *memory.Object) []vector.Vec
}

// log is what the interpretation records in program order. A loop that is
// interpreted again forgets the trial before, but for its counters.
type log struct {
	events   []*event
	retired  []retirement
	branches []branching
	// summaries are those of the loops, inner ones first.
	summaries []*Loop
	// accesses are those to shared memory that may conflict, where races are looked for.
	accesses []*access
}

// newInterp is an interpreter that has not begun.
func newInterp(s setting) *interp {
	t := term.NewTable()
	if s.steps == 0 {
		s.steps = defaultSteps
	}
	in := &interp{
		Trace: newTrace(t, s.root), t: t,
		functions: s.functions, memory: memory.New(t, s.root), setting: s,
		learned: map[loopAt]learned{}, noted: map[string]bool{},
	}
	in.Prover, in.model = prove.New(t, smt.New(s.session, s.querySteps)), s.model
	in.launch = grid.New(t, s.blocks, s.root, s.warp)
	in.alive = in.launch.Alive
	in.memory.IsNumber = in.IsNumber
	if s.alike {
		in.memory.TakeAlike()
	}
	in.Trace.memory, in.hasFlags = in.memory, s.racing && s.sliced.HasFlags()
	in.t.Work, in.Solver.Work = s.work, s.work
	return in
}

// run interprets the root and completes the trace.
func (in *interp) run() {
	in.call(in.root, nil, in.alive, memory.NewState(), site{}, in.setting.sliced)
	for i, e := range in.events {
		e.index = i
	}
}

// event is one execution of a collective.
type event struct {
	// index among the interpretation's events, once that is complete.
	index int
	// number tells what the event returns from what others do.
	number int
	instr  *cfg.Instr
	place  *place
	// guard are the lanes that arrive, mask what each passes; legacy
	// intrinsics and barriers have no mask.
	guard, mask vector.Vec
	masked      bool
	// here is guard for a lane that is here itself.
	here vector.Vec
	// groups are the lanes by mask, once they have been asked for; classes says whether the
	// masks are equal or disjoint, nil until it has been asked.
	groups  []group
	classes *bool
	// source and width of a shuffle, as 32-bit words.
	source, width vector.Vec
	// name of a block barrier, and the number of threads that it waits for, if it does for
	// a number: 32-bit words.
	name, awaits vector.Vec
	// strangers are the lanes that could take part from another site; assumes
	// reports that none is assumed to.
	strangers vector.Vec
	assumes   bool
	// opaque marks a call that may hide collectives: reason says why.
	opaque string
	// approximate is the reason why guard or mask are not exact.
	approximate string
	// within are the summarised loops around the event, innermost first.
	within []*Loop
	// known are facts that hold there.
	known []*term.Term
}

// retirement is a set of lanes that leave the kernel. One in the arbitrary turn
// of a summarised loop counts only for events of that turn.
type retirement struct {
	place  *place
	guard  vector.Vec
	within *Loop
	trap   bool // the kernel ends with it
}

// branching is a branch on a condition that is not uniform.
type branching struct {
	pos         ast.Pos
	place       *place
	guard, cond vector.Vec
}

// call is one call of a function.
type call struct {
	fn *cfg.Func
	*flow
	// parent is where it is called, nil for the root.
	parent *place
	// chain names the calls from the root to this one.
	chain string
}

// frame is one call of a function while it is interpreted.
type frame struct {
	*call
	// caller is the frame that it is called in, nil for the root.
	caller  *frame
	args    []memory.Value
	sliced  *slice.Call
	summary *funcSummary
	objects map[*cfg.Object]*memory.Object
	values  []memory.Value
	depth   int
	// turns are the iteration numbers of the loops around the current block,
	// outermost first.
	turns  []int
	block  *cfg.Block
	passed map[*cfg.Block]vector.Vec
	// second are further results of collectives, by instruction.
	second  map[*cfg.Instr]memory.Value
	returns []edge
	results []memory.Value
}

// site is where a function is called; the root is called nowhere.
type site struct {
	caller *frame
	place  *place
}

// newFrame begins a call.
func (in *interp) newFrame(fn *cfg.Func, args []memory.Value, from site, sliced *slice.Call) *frame {
	s := in.funcSummaryOf(fn)
	fr := &frame{call: &call{fn: fn, flow: s.flow, parent: from.place}, caller: from.caller, args: args, sliced: sliced, summary: s,
		objects: map[*cfg.Object]*memory.Object{}, values: make([]memory.Value, fn.Values),
		passed: map[*cfg.Block]vector.Vec{}, second: map[*cfg.Instr]memory.Value{}}
	if from.caller != nil {
		fr.depth = from.caller.depth + 1
		fr.chain = fmt.Sprintf("%s/%d", from.caller.chain, from.place.seq)
	}
	return fr
}

// edge is a way into a block: the lanes that take it and their memory.
type edge struct {
	to    *cfg.Block
	guard vector.Vec
	st    *memory.State
}

// call interprets a function for the lanes of guard and returns its result, the
// lanes that come back and their memory.
func (in *interp) call(fn *cfg.Func, args []memory.Value, guard vector.Vec, st *memory.State, from site,
	sliced *slice.Call) (memory.Value, vector.Vec, *memory.State) {
	if fn.Irreducible {
		panic(errBudget{"a jump leads into a loop of " + fn.Name})
	}
	defer in.memory.Scope()()
	fr := in.newFrame(fn, args, from, sliced)
	for i, p := range fn.Params {
		o := in.local(fr, p)
		if from.caller == nil {
			o.Argument = true
		} else if i < len(args) && args[i] != nil {
			in.memory.Store(st, memory.Pointer{Object: o, Elem: p.Type}, args[i], p.Type, guard)
		}
	}
	before := len(in.retired)
	in.level(fr, nil, edge{to: fn.Blocks[0], guard: guard, st: st}, nil)
	if len(fr.returns) == 0 {
		return nil, vector.Uniform(in.t.False), st
	}
	merged := in.join(fr.returns)
	if len(in.retired) == before && !fr.summary.mayKeep {
		merged.guard = guard // all come back
	}
	return in.mergeValues(fr.returns, fr.results), merged.guard, in.leave(fr, merged.st)
}

// leave drops the memory of a frame whose address cannot be known any more.
func (in *interp) leave(fr *frame, st *memory.State) *memory.State {
	if fr.parent != nil {
		in.memory.Drop(st, fr.objects)
	}
	return st
}

// local is the instance of a variable in a frame.
func (in *interp) local(fr *frame, decl *cfg.Object) *memory.Object {
	switch {
	case decl.Storage == ast.Shared:
		return in.memory.Global(decl, memory.Shared)
	case decl.Func == nil || decl.Storage == ast.Global || decl.Storage == ast.Constant:
		return in.memory.Global(decl, memory.External)
	}
	o, ok := fr.objects[decl]
	if !ok {
		o = in.memory.NewObject(decl.Name, decl, memory.Private)
		o.Owner = fr.sliced
		fr.objects[decl] = o
	}
	return o
}

// level interprets the blocks directly inside a loop (the whole function for
// nil), each once, in reverse post-order: the lanes that reach a block along
// any edge are together there. Inner loops are one step. It returns the edges
// that leave the loop, and those back to its header; neither when giveUp, if any,
// does not like what leaves at the header.
func (in *interp) level(fr *frame, loop *cfg.Loop, entry edge, giveUp func(exits []edge) bool) (exits, back []edge) {
	pending := map[*cfg.Block][]edge{entry.to: {entry}}
	place := func(edges []edge) {
		for _, e := range edges {
			switch {
			case e.guard.IsFalse():
			case loop != nil && e.to == loop.Header:
				back = append(back, e)
			case !e.to.IterationOf.Within(loop):
				exits = append(exits, e)
			default:
				pending[e.to] = append(pending[e.to], e)
			}
		}
	}
	for _, b := range fr.summary.items[loop] {
		edges := pending[b]
		if len(edges) == 0 {
			continue
		}
		delete(pending, b)
		here := in.join(edges)
		here.to = b
		if g, ok := fr.complete(b); ok {
			here.guard = g
		}
		if b.IterationOf != loop { // the header of an inner loop
			place(in.loop(fr, b.Loop, here))
			continue
		}
		place(in.block(fr, b, here))
		if b == entry.to && giveUp != nil && giveUp(exits) {
			return nil, nil
		}
	}
	return exits, back
}

// complete is the guard of a block where the sides of its dominator's branch
// meet again, when nobody can leave in between: then all are back, whatever the
// formulas of the edges look like.
func (fr *frame) complete(b *cfg.Block) (vector.Vec, bool) {
	if !fr.summary.whole[b] {
		return vector.Vec{}, false
	}
	g, ok := fr.passed[b.Idom]
	return g, ok
}

// block interprets one block and returns the edges out of it.
func (in *interp) block(fr *frame, b *cfg.Block, here edge) []edge {
	fr.block = b
	guard, st := here.guard, here.st
	for _, i := range fr.sliced.Instrs(b) {
		in.step()
		guard, st = in.instr(fr, i, guard, st)
		if guard.IsFalse() {
			return nil // nobody comes back from a call
		}
	}
	fr.passed[b] = guard
	return in.terminator(fr, b, guard, st)
}

// step counts one.
func (in *interp) step() {
	if in.steps++; in.steps > in.setting.steps {
		panic(errBudget{fmt.Sprintf("more than %d steps", in.setting.steps)})
	}
}

func (in *interp) terminator(fr *frame, b *cfg.Block, guard vector.Vec, st *memory.State) []edge {
	end := &b.Term
	if !fr.sliced.Decides(b) {
		return in.pass(fr, b, guard, st)
	}
	switch end.Kind {
	case cfg.Jump:
		return []edge{{end.Targets[0], guard, st}}
	case cfg.If:
		return in.branch(fr, b, guard, st)
	case cfg.Switch:
		return in.choice(fr, b, guard, st)
	case cfg.Return:
		in.ret(fr, end, guard, st)
	case cfg.Exit, cfg.Trap:
		in.retired = append(in.retired, retirement{in.here(fr), guard, nil, end.Kind == cfg.Trap})
	case cfg.Unreachable:
		in.memory.RuleOut(guard)
	}
	return nil
}

// ret records a return: a kernel's early one retires the lanes.
func (in *interp) ret(fr *frame, t *cfg.Terminator, guard vector.Vec, st *memory.State) {
	if fr.parent == nil {
		if fr.fn.Kernel && !t.Falls {
			in.retired = append(in.retired, retirement{in.here(fr), guard, nil, false})
		}
		return
	}
	var result memory.Value
	if t.Cond != nil {
		result = fr.values[t.Cond.ID]
	}
	fr.returns = append(fr.returns, edge{guard: guard, st: st})
	fr.results = append(fr.results, result)
}

func (in *interp) branch(fr *frame, b *cfg.Block, guard vector.Vec, st *memory.State) []edge {
	cond := in.truth(fr.values[b.Term.Cond.ID])
	yes, no := in.And(guard, cond), in.And(guard, in.Not(cond))
	switch then, otherwise := b.Term.Targets[0], b.Term.Targets[1]; {
	case then.IsUnreachable():
		in.memory.RuleOut(yes)
		return []edge{{otherwise, guard, st.Follows(in.Not(cond), guard)}}
	case otherwise.IsUnreachable():
		in.memory.RuleOut(no)
		return []edge{{then, guard, st.Follows(cond, guard)}}
	}
	if cond.UniformWhere(guard) == nil {
		in.branches = append(in.branches, branching{b.Term.Pos, in.here(fr), guard, cond})
	}
	return fork([]edge{{b.Term.Targets[0], yes, st.Follows(cond, yes)},
		{b.Term.Targets[1], no, st.Follows(in.Not(cond), no)}})
}

// fork gives every edge that some lane may take a memory of its own.
func fork(edges []edge) []edge {
	var live []edge
	for _, e := range edges {
		if !e.guard.IsFalse() {
			if len(live) > 0 {
				e.st = e.st.Clone()
			}
			live = append(live, e)
		}
	}
	return live
}

func (in *interp) choice(fr *frame, b *cfg.Block, guard vector.Vec, st *memory.State) []edge {
	end := &b.Term
	x, ok := fr.values[end.Cond.ID].(vector.Vec)
	if !ok {
		x = in.memory.Imprecise("switch", end.Cond.Type).(vector.Vec)
	}
	var edges []edge
	rest := []vector.Vec{guard}
	for i, c := range end.Cases {
		hit := vector.Map1(x, func(x *term.Term) *term.Term { return in.inRange(x, c, end.Cond.Type) })
		if hit.UniformWhere(guard) == nil {
			in.branches = append(in.branches, branching{end.Pos, in.here(fr), guard, hit})
		}
		edges = append(edges, edge{end.Targets[i], in.And(guard, hit), st})
		rest = append(rest, in.Not(hit))
	}
	edges = append(edges, edge{end.Targets[len(end.Targets)-1], in.AndAll(rest...), st})
	return fork(edges)
}

// inRange is c[0] <= x <= c[1] in x's signedness.
func (in *interp) inRange(x *term.Term, c [2]int64, t *ast.Type) *term.Term {
	if x.Bits == 0 {
		return in.t.IteBool(x, in.t.Bool(c[0] <= 1 && 1 <= c[1]), in.t.Bool(c[0] <= 0 && 0 <= c[1]))
	}
	lo, hi := in.t.Const(x.Bits, uint64(c[0])), in.t.Const(x.Bits, uint64(c[1]))
	if lo == hi {
		return in.t.Eq(x, lo)
	}
	less := in.t.ULt
	if t != nil && t.Signed {
		less = in.t.SLt
	}
	return in.t.And(in.t.Not(less(x, lo)), in.t.Not(less(hi, x)))
}

// truth is a value as a condition.
func (in *interp) truth(v memory.Value) vector.Vec {
	switch v := v.(type) {
	case vector.Vec:
		if v.Bits() == 0 {
			return v
		}
		return vector.Map1(v, func(x *term.Term) *term.Term { return in.t.Not(in.t.Eq(x, in.t.Const(x.Bits, 0))) })
	case memory.Pointer:
		return in.truth(in.memory.Address(v))
	}
	in.memory.Unknowns++
	return in.PerLane(fmt.Sprintf("cond!%d", in.memory.Unknowns), 0, memory.ResultOrigin{Operation: "cond"})
}

// note records what could not be modelled, and whether it may hide collectives: what a
// function that no kernel of the unit runs calls is told where one does.
func (in *interp) note(pos ast.Pos, reason string, hides bool) {
	in.record(pos, reason, hides && !in.root.Alone())
}

// record records what could not be modelled, once per place and reason.
func (in *interp) record(pos ast.Pos, reason string, hides bool) {
	id := fmt.Sprint(pos.File, pos.Line, pos.Column, reason, hides)
	if !in.noted[id] {
		in.noted[id] = true
		in.notes = append(in.notes, Note{Pos: pos, Root: in.root, Reason: reason, Hides: hides})
	}
}

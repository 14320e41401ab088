package lanes

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// interp interprets one root in one launch context.
type interp struct {
	t       *term.Table
	solver  *smt.Solver
	program *cfg.Program
	root    *cfg.Func
	model   warp.Model
	launch  *launch
	shapes  map[*cfg.Func]*shape
	// sliced is what of the root and of the calls in it is interpreted.
	sliced  *slice.Call
	globals map[*cfg.Object]*object
	// arguments is the memory behind pointer arguments.
	arguments map[cell]*object
	// active are masks taken from __activemask; partition numbers the groups of each of
	// these and of each __match_any_sync.
	active    map[*term.Term]bool
	partition map[*term.Term]int
	// attendances are those of the barriers with a number.
	attendances map[attended]*attendance
	// net is what the warps come to, once it has been asked for.
	net    *net
	netted bool
	// looked says which launch registers the program reads.
	looked map[cfg.SpecialReg]bool
	// course are the barriers that each warp comes to (courses), once coursed.
	course  [][]*Fact
	coursed bool
	// carried are the unknowns that stand for any turn of a loop.
	carried map[*term.Term]carried
	// fed says what unknowns are computed of; around is the innermost loop that is being
	// summarised, nil for none.
	fed    map[*term.Term]feed
	around *summary
	// learned are the last summaries of the loops.
	learned map[loopAt]learned
	// objects counts the objects made; those that others can write are listed.
	objects                  int
	sharedObjects, reachable []*object
	fields                   map[*ast.Field]int
	// overlays are the scalars of the unions.
	overlays map[*ast.Type][]leaf
	// bases are those of classes, as fields, and wholes the ways on from them to the classes.
	bases  map[derivation]*ast.Field
	wholes map[*ast.Field]*ast.Field

	// alive are the lanes that exist at the entry.
	alive vec
	log
	counters
	steps, maxSteps int
	// orders, sides and leads remember how places and events lie to each other.
	orders map[[2]*place]order
	sides  map[string]int
	leads  map[leadAt]*lead
	// assumption is the premise of all verdicts, once the interpretation is complete.
	assumption *term.Term
	// executed says for a collective on a chain of calls when some lane executes it.
	executed map[chained]*term.Term
	// assumed says what unknowns are as long as no collective was broken, and view
	// rewrites terms so, firstView in the first turns of the loops once all loops are
	// interpreted; exchanging are the collectives that lanes meet from another site.
	assumed         map[*term.Term]*term.Term
	view, firstView *term.Rewriter
	// warpViews say of this warp's formulas what they are for another (asWarp).
	warpViews  map[int]*term.Rewriter
	exchanging map[*cfg.Instr]bool
	// entered says of the lanes in an arbitrary turn of a loop what it is in the first.
	entered map[*term.Term]carried
	// eventOrders is a square matrix over the events, filled as it is asked.
	eventOrders []order
	// elsewhere are the facts of the root in other block shapes.
	elsewhere map[warp.Shape][]*Fact
	// varied names what is each lane's own and may be the same in all; alike: it is the same, but
	// for what the objects of unlike hold. alikes are the facts of the root with this, once they
	// have been asked for (likened).
	varied  []string
	alike   bool
	unlike  map[*object]bool
	alikes  []*Fact
	likened bool
	// closer are the facts of each warp by itself, once they have been asked for; isCloser
	// tells an interpretation of one.
	closer   map[int][]*Fact
	isCloser bool
	// scouting: a loop around is in its first trial, in which the loops within it try
	// one turn only; unfinished: one of them did not agree with what it was tried with.
	scouting, unfinished bool
	// unrolled is the product of the turns of the unrolled loops around.
	unrolled int
	notes    []Note
	noted    map[string]bool
	// cutShort are the functions that some call of was not followed, with the reason.
	cutShort map[*cfg.Func]string
}

// log is what the interpretation records in program order. A loop that is
// interpreted again forgets the trial before, but for its counters.
type log struct {
	events   []*event
	retired  []retirement
	branches []branching
	// excluded are lanes that come to where control never does: there are none.
	excluded []vec
	// summaries are those of the loops, inner ones first.
	summaries []*summary
	// contents is what was stored in uniform arrays.
	contents []content
}

// counters name what is new: unknowns, versions of memory, loops and calls. No name
// is given twice, so that a term with a lower number than a loop's first is from
// before the loop.
type counters struct{ unknowns, versions, loops int }

// event is one execution of a collective.
type event struct {
	// index among the interpretation's events, and the event with what the others
	// do meanwhile: once the interpretation is complete.
	index int
	phase *phase
	// side tells which events this one is apart from, once it has been asked for.
	side int
	// number tells what the event returns from what others do.
	number int
	instr  *cfg.Instr
	place  *place
	// guard are the lanes that arrive, mask what each passes; legacy
	// intrinsics and barriers have no mask.
	guard, mask vec
	masked      bool
	// shared is what the guards of all lanes have in common, once it has been asked for.
	shared *term.Term
	// here is guard for a lane that is here itself.
	here vec
	// groups are the lanes by mask, once they have been asked for; classes says whether the
	// masks are equal or disjoint, nil until it has been asked.
	groups  []group
	classes *bool
	// source and width of a shuffle, as 32-bit words.
	source, width vec
	// name of a block barrier, and the number of threads that it waits for, if it does for
	// a number: 32-bit words.
	name, awaits vec
	// strangers are the lanes that could take part from another site; assumes
	// reports that none is assumed to.
	strangers vec
	assumes   bool
	// opaque marks a call that may hide collectives: reason says why.
	opaque string
	// approximate is the reason why guard or mask are not exact.
	approximate string
	// within are the summarised loops around the event, innermost first.
	within []*summary
	// known are facts that hold there.
	known []*term.Term
}

// retirement is a set of lanes that leave the kernel. One in the arbitrary turn
// of a summarised loop counts only for events of that turn.
type retirement struct {
	place  *place
	guard  vec
	within *summary
	trap   bool // the kernel ends with it
}

// branching is a branch on a condition that is not uniform.
type branching struct {
	pos         ast.Pos
	place       *place
	guard, cond vec
}

// frame is one call of a function.
type frame struct {
	fn      *cfg.Func
	sliced  *slice.Call
	shape   *shape
	objects map[*cfg.Object]*object
	values  []value
	parent  *place
	depth   int
	// turns are the iteration numbers of the loops around the current block,
	// outermost first.
	turns  []int
	block  *cfg.Block
	passed map[*cfg.Block]vec
	// second are further results of collectives, by instruction.
	second  map[*cfg.Instr]value
	returns []edge
	results []value
	// chain names the calls from the root to this one.
	chain string
}

// edge is a way into a block: the lanes that take it and their memory.
type edge struct {
	to    *cfg.Block
	guard vec
	st    *state
}

// maxDepth bounds nested calls.
const maxDepth = 48

// call interprets a function for the lanes of guard and returns its result, the
// lanes that come back and their memory.
func (in *interp) call(fn *cfg.Func, args []value, guard vec, st *state, from *place,
	sliced *slice.Call) (value, vec, *state) {
	if fn.Irreducible {
		panic(errBudget{"a jump leads into a loop of " + fn.Name})
	}
	reachable := len(in.reachable)
	defer func() { in.reachable = in.reachable[:reachable] }()
	fr := &frame{fn: fn, sliced: sliced, shape: in.shapeOf(fn), objects: map[*cfg.Object]*object{},
		values: make([]value, fn.Values), parent: from,
		passed: map[*cfg.Block]vec{}, second: map[*cfg.Instr]value{}}
	if from != nil {
		fr.depth = from.frame.depth + 1
		fr.chain = fmt.Sprintf("%s/%d", from.frame.chain, from.seq)
	}
	for i, p := range fn.Params {
		o := in.local(fr, p)
		if from == nil {
			o.argument = true
		} else if i < len(args) && args[i] != nil {
			in.store(st, pointer{obj: o, elem: p.Type}, args[i], p.Type, guard)
		}
	}
	before := len(in.retired)
	in.level(fr, nil, edge{to: fn.Blocks[0], guard: guard, st: st}, nil)
	if len(fr.returns) == 0 {
		return nil, uniform(in.t.False), st
	}
	merged := in.join(fr.returns)
	if len(in.retired) == before && !fr.shape.mayKeep {
		merged.guard = guard // all come back
	}
	return in.mergeValues(fr.returns, fr.results), merged.guard, in.leave(fr, merged.st)
}

// leave drops the memory of a frame whose address cannot be known any more.
func (in *interp) leave(fr *frame, st *state) *state {
	if fr.parent == nil {
		return st
	}
	gone := map[*object]bool{}
	for _, o := range fr.objects {
		if o.region == private {
			gone[o] = true
		}
	}
	in.t.Work.Spend(cellWork * len(st.cells))
	for c := range st.cells {
		if gone[c.obj] {
			delete(st.cells, c)
		}
	}
	for o := range gone {
		delete(st.versions, o)
	}
	return st
}

// local is the instance of a variable in a frame.
func (in *interp) local(fr *frame, decl *cfg.Object) *object {
	switch {
	case decl.Storage == ast.Shared:
		return in.global(decl, shared)
	case decl.Func == nil || decl.Storage == ast.Global || decl.Storage == ast.Constant:
		return in.global(decl, external)
	}
	o, ok := fr.objects[decl]
	if !ok {
		o = in.newObject(decl.Name, decl, private)
		o.owner = fr.sliced
		fr.objects[decl] = o
	}
	return o
}

func (in *interp) global(decl *cfg.Object, r region) *object {
	o, ok := in.globals[decl]
	if !ok {
		o = in.newObject(decl.Name, decl, r)
		o.lasting = decl.Storage == ast.Constant
		in.globals[decl] = o
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
			case e.guard.isFalse():
			case loop != nil && e.to == loop.Header:
				back = append(back, e)
			case !e.to.IterationOf.Within(loop):
				exits = append(exits, e)
			default:
				pending[e.to] = append(pending[e.to], e)
			}
		}
	}
	for _, b := range fr.shape.items[loop] {
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
func (fr *frame) complete(b *cfg.Block) (vec, bool) {
	if !fr.shape.whole[b] {
		return vec{}, false
	}
	g, ok := fr.passed[b.Idom]
	return g, ok
}

// isUntouched reports a parameter of the root whose cells hold what it was given, as far as
// a state has no value for them.
func (s *state) isUntouched(o *object) bool {
	return o.argument && s.version(o) == atEntry
}

// block interprets one block and returns the edges out of it.
func (in *interp) block(fr *frame, b *cfg.Block, here edge) []edge {
	fr.block = b
	guard, st := here.guard, here.st
	for _, i := range fr.sliced.Instrs(b) {
		in.step()
		guard, st = in.instr(fr, i, guard, st)
		if guard.isFalse() {
			return nil // nobody comes back from a call
		}
	}
	fr.passed[b] = guard
	return in.terminator(fr, b, guard, st)
}

// step counts one.
func (in *interp) step() {
	if in.steps++; in.steps > in.maxSteps {
		panic(errBudget{fmt.Sprintf("more than %d steps", in.maxSteps)})
	}
}

func (in *interp) terminator(fr *frame, b *cfg.Block, guard vec, st *state) []edge {
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
		in.excluded = append(in.excluded, guard)
	}
	return nil
}

// ret records a return: a kernel's early one retires the lanes.
func (in *interp) ret(fr *frame, t *cfg.Terminator, guard vec, st *state) {
	if fr.parent == nil {
		if fr.fn.Kernel && !t.Falls {
			in.retired = append(in.retired, retirement{in.here(fr), guard, nil, false})
		}
		return
	}
	var result value
	if t.Cond != nil {
		result = fr.values[t.Cond.ID]
	}
	fr.returns = append(fr.returns, edge{guard: guard, st: st})
	fr.results = append(fr.results, result)
}

func (in *interp) branch(fr *frame, b *cfg.Block, guard vec, st *state) []edge {
	cond := in.truth(fr.values[b.Term.Cond.ID])
	yes, no := in.and(guard, cond), in.and(guard, in.not(cond))
	switch then, otherwise := b.Term.Targets[0], b.Term.Targets[1]; {
	case then.IsUnreachable():
		in.excluded = append(in.excluded, yes)
		return []edge{{otherwise, guard, st.follows(in.not(cond), guard)}}
	case otherwise.IsUnreachable():
		in.excluded = append(in.excluded, no)
		return []edge{{then, guard, st.follows(cond, guard)}}
	}
	if cond.uniformWhere(guard) == nil {
		in.branches = append(in.branches, branching{b.Term.Pos, in.here(fr), guard, cond})
	}
	return fork([]edge{{b.Term.Targets[0], yes, st.follows(cond, yes)},
		{b.Term.Targets[1], no, st.follows(in.not(cond), no)}})
}

// fork gives every edge that some lane may take a memory of its own.
func fork(edges []edge) []edge {
	var live []edge
	for _, e := range edges {
		if !e.guard.isFalse() {
			if len(live) > 0 {
				e.st = e.st.clone()
			}
			live = append(live, e)
		}
	}
	return live
}

func (in *interp) choice(fr *frame, b *cfg.Block, guard vec, st *state) []edge {
	end := &b.Term
	x, ok := fr.values[end.Cond.ID].(vec)
	if !ok {
		x = in.fresh("switch", end.Cond.Type).(vec)
	}
	var edges []edge
	rest := guard
	for i, c := range end.Cases {
		hit := map1(x, func(x *term.Term) *term.Term { return in.inRange(x, c, end.Cond.Type) })
		if hit.uniformWhere(guard) == nil {
			in.branches = append(in.branches, branching{end.Pos, in.here(fr), guard, hit})
		}
		edges = append(edges, edge{end.Targets[i], in.and(guard, hit), st})
		rest = in.and(rest, in.not(hit))
	}
	edges = append(edges, edge{end.Targets[len(end.Targets)-1], rest, st})
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
func (in *interp) truth(v value) vec {
	switch v := v.(type) {
	case vec:
		if v.bits() == 0 {
			return v
		}
		return map1(v, func(x *term.Term) *term.Term { return in.t.Not(in.t.Eq(x, in.t.Const(x.Bits, 0))) })
	case pointer:
		return in.truth(in.address(v))
	}
	in.unknowns++
	return in.laneVector(fmt.Sprintf("cond!%d", in.unknowns), 0, resultOrigin{"cond"})
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

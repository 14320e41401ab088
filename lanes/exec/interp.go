package exec

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/exec/arithmetic"
	"github.com/warpcheck/warpcheck/lanes/exec/collective"
	"github.com/warpcheck/warpcheck/lanes/exec/loop"
	"github.com/warpcheck/warpcheck/lanes/exec/shared"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Setting is the context of one interpretation.
type Setting struct {
	Program *cfg.Program
	Root    *cfg.Func
	Blocks  grid.Blocks
	// Warp is the index of the warp to interpret, or grid.AnyWarp for an arbitrary one. Loops of a known warp are
	// unrolled further.
	Warp  int
	Model warp.Model
	// Functions caches facts about functions. All interpretations of the program's roots share it.
	Functions *functions
	// Sliced is the part of the root and of its calls that is interpreted.
	Sliced *slice.Call
	// Racing: the interpretation looks only for races, and records the accesses to shared memory. Alike: values that
	// may be the same in all lanes are assumed to be the same.
	Racing, Alike bool
	// BetweenWarps: races between two warps of the block are looked for.
	BetweenWarps bool
	// Using names the uses of an undefined value to record, nil for none.
	Using *Using
	// SharedWithCalls holds the collectives in which lanes from another call site may take part.
	SharedWithCalls map[*cfg.Instr]bool
	Session         *smt.Session
	// Steps bounds the instructions. QuerySteps bounds the steps of each question to the solver. Work bounds the
	// units of work of the interpretation and of all questions together. Effort scales the default limits.
	Steps      int
	QuerySteps uint32
	Work       *term.Meter
	Effort     Effort
}

// interp interprets one root under one Setting, which includes its launch context.
type interp struct {
	// Trace is the record of the interpretation. The fields from log to t are parts of Trace.
	Trace    *trace.Trace
	log      *trace.Log
	prover   *prove.Prover
	unknowns *prove.Unknowns
	vectors  vector.Algebra
	t        *term.Table
	*functions
	memory  *memory.Memory
	setting Setting
	// collectives computes the results of collectives.
	collectives *collective.Collectives
	// arithmetic computes instructions without effects on words.
	arithmetic *arithmetic.Unit
	// shared records the stores to shared variables.
	shared *shared.History
	// loops finds the invariants of loops that are not unrolled.
	loops *loop.Inference
	// unrolled is the product of the iteration counts of all unrolled loops around the current block. recursive is the
	// number of recursive calls that were followed.
	unrolled, recursive int
	noted               map[string]bool
}

// New returns an interpreter that has not run yet.
func New(s Setting) *interp {
	t := term.NewTable()
	if s.Steps == 0 {
		s.Steps = s.Effort.Times(defaultSteps)
	}
	if s.QuerySteps == 0 {
		s.QuerySteps = uint32(s.Effort.Times(smt.DefaultSteps))
	}
	in := newInterp(t, s.Root, prove.New(t, smt.New(s.Session, s.QuerySteps)))
	in.functions, in.memory, in.setting = s.Functions, memory.New(t, s.Root), s
	in.Trace.Model = s.Model
	in.prover.Solver.Kin = memory.Kin
	in.Trace.Launch = grid.New(t, s.Blocks, s.Root, s.Warp)
	in.takeAsGiven(s.Blocks.Premises)
	in.Trace.Alive = in.Trace.Launch.Alive
	in.memory.IsNumber = in.unknowns.IsNumber
	if s.Alike {
		in.memory.TakeAlike()
	}
	in.collectives = collective.New(in.Trace, in.memory, collective.Setting{SharedWithCalls: s.SharedWithCalls, EveryWarp: s.Warp == grid.AnyWarp, Used: s.Using.site()})
	in.arithmetic = arithmetic.New(in.Trace, s.Racing, func(i *cfg.Instr) { in.note(i.Pos, "the function "+i.Text, false) })
	in.shared = shared.New(in.Trace, in.memory, s.Warp == grid.AnyWarp)
	in.loops = loop.New(in.Trace, in.memory, in.shared, s.Racing)
	in.Trace.Memory = in.memory
	in.t.Work, in.prover.Solver.Work = s.Work, s.Work
	return in
}

// newInterp returns an interpreter of a root with an empty trace.
func newInterp(t *term.Table, root *cfg.Func, prover *prove.Prover) *interp {
	tr := trace.New(t, root, prover)
	return &interp{Trace: tr, log: &tr.Log, prover: prover, unknowns: prover.Unknowns, vectors: tr.Vectors, t: t,
		noted: map[string]bool{}}
}

// Run interprets the root and completes the trace.
func (in *interp) Run() {
	start := memory.NewState().Follows(vector.Uniform(in.Trace.Launch.Assumption), in.Trace.Alive)
	in.call(in.Trace.Root, nil, in.Trace.Alive, start, site{}, in.setting.Sliced)
	for i, e := range in.log.Events {
		e.Index = i
	}
}

// frame is one call of a function while it is interpreted.
type frame struct {
	*trace.Call
	// caller is the frame of the calling function, nil for the root.
	caller  *frame
	args    []memory.Value
	sliced  *slice.Call
	summary *funcSummary
	objects map[*cfg.Object]*memory.Object
	values  []memory.Value
	depth   int
	// iterations holds the iteration numbers of the loops around the current block, outermost first.
	iterations []int
	block      *cfg.Block
	passed     map[*cfg.Block]vector.Vec
	// second holds the second results of collectives, by instruction.
	second  map[*cfg.Instr]memory.Value
	returns []loop.Edge
	results []memory.Value
}

// site is the place of a call; both fields are nil for the root.
type site struct {
	caller *frame
	point  *trace.Point
}

// newFrame returns the frame for a call that begins.
func (in *interp) newFrame(fn *cfg.Func, args []memory.Value, caller site, sliced *slice.Call) *frame {
	s := in.funcSummaryOf(fn)
	fr := &frame{Call: &trace.Call{Fn: fn, Flow: s.Flow, Parent: caller.point}, caller: caller.caller, args: args, sliced: sliced, summary: s,
		objects: map[*cfg.Object]*memory.Object{}, values: make([]memory.Value, fn.Values),
		passed: map[*cfg.Block]vector.Vec{}, second: map[*cfg.Instr]memory.Value{}}
	if caller.caller != nil {
		fr.depth = caller.caller.depth + 1
		fr.Chain = fmt.Sprintf("%s/%d", caller.caller.Chain, caller.point.InstrID)
	}
	return fr
}

// call interprets a function for the lanes of guard. It returns the function's result, the lanes that return, and their
// memory.
func (in *interp) call(fn *cfg.Func, args []memory.Value, guard vector.Vec, st *memory.State, caller site,
	sliced *slice.Call) (memory.Value, vector.Vec, *memory.State) {
	if fn.Irreducible {
		panic(BudgetError{reason: "a jump leads into a loop of " + fn.Name})
	}
	defer in.memory.Scope()()
	fr := in.newFrame(fn, args, caller, sliced)
	for i, p := range fn.Params {
		o := in.local(fr, p)
		if caller.caller == nil {
			o.Argument = true
		} else if i < len(args) && args[i] != nil {
			in.memory.Store(st, memory.Pointer{Object: o, Elem: p.Type}, args[i], p.Type, guard)
		}
	}
	before := len(in.log.Retired)
	in.body(fr, nil, loop.Edge{To: fn.Blocks[0], Guard: guard, State: st}, nil)
	if len(fr.returns) == 0 {
		return nil, vector.Uniform(in.t.False), st
	}
	merged := in.join(fr.returns)
	if len(in.log.Retired) == before && !fr.summary.mayKeep {
		merged.Guard = guard // all lanes return
	}
	return in.mergeValues(fr.returns, fr.results), merged.Guard, in.leave(fr, merged.State)
}

// leave removes the variables of a frame from memory when its call ends. The variables of the root stay.
func (in *interp) leave(fr *frame, st *memory.State) *memory.State {
	if fr.Parent != nil {
		in.memory.Drop(st, fr.objects)
	}
	return st
}

// isOfFrame reports whether each call of its function has its own instance of a variable.
func isOfFrame(decl *cfg.Object) bool {
	return decl.Func != nil && decl.Storage != types.Shared && decl.Storage != types.Global && decl.Storage != types.Constant
}

// global returns the one instance of a variable that all lanes share.
func (in *interp) global(decl *cfg.Object) *memory.Object {
	if decl.Storage != types.Shared {
		return in.memory.Global(decl, memory.External)
	}
	o := in.memory.Global(decl, memory.Shared)
	in.shared.Follow(o)
	return o
}

// local returns the instance of a variable in a frame.
func (in *interp) local(fr *frame, decl *cfg.Object) *memory.Object {
	if !isOfFrame(decl) {
		return in.global(decl)
	}
	o, ok := fr.objects[decl]
	if !ok {
		o = in.memory.NewObject(decl.Name, decl, memory.Private)
		o.Owner = fr.sliced
		fr.objects[decl] = o
	}
	return o
}

// body interprets the blocks directly inside the loop l, each once, in reverse post-order. If l is nil, it interprets
// those of the whole function. The lanes that reach a block along its edges are converged there. An inner loop counts
// as one block. body returns the edges out of the loop and the edges back to its header. After the header it calls
// giveUp with the exits so far. If giveUp returns true, body stops and returns nothing.
func (in *interp) body(fr *frame, l *cfg.Loop, entry loop.Edge, giveUp func(exits []loop.Edge) bool) (exits, backEdges []loop.Edge) {
	pending := map[*cfg.Block][]loop.Edge{entry.To: {entry}}
	place := func(edges []loop.Edge) {
		for _, e := range edges {
			switch {
			case e.Guard.IsFalse():
			case l != nil && e.To == l.Header:
				backEdges = append(backEdges, e)
			case !e.To.IterationOf.Within(l):
				exits = append(exits, e)
			default:
				pending[e.To] = append(pending[e.To], e)
			}
		}
	}
	for _, b := range fr.summary.items[l] {
		edges := pending[b]
		if len(edges) == 0 {
			continue
		}
		delete(pending, b)
		here := in.join(edges)
		here.To = b
		if g, ok := fr.complete(b); ok {
			here.Guard = g
		}
		if b.IterationOf != l { // b is the header of an inner loop
			place(in.loop(fr, b.Loop, here))
			continue
		}
		place(in.block(fr, b, here))
		if b == entry.To && giveUp != nil && giveUp(exits) {
			return nil, nil
		}
	}
	return exits, backEdges
}

// complete returns a simpler guard for a block where the sides of a branch join again. If all lanes of the immediate
// dominator reach the block, its guard is that of the dominator. The union of the guards of the edges is equal, but may
// be a longer formula. For other blocks complete returns false.
func (fr *frame) complete(b *cfg.Block) (vector.Vec, bool) {
	if !fr.summary.fullJoins[b] {
		return vector.Vec{}, false
	}
	g, ok := fr.passed[b.Idom]
	return g, ok
}

// block interprets one block and returns the edges out of it.
func (in *interp) block(fr *frame, b *cfg.Block, entry loop.Edge) []loop.Edge {
	fr.block = b
	guard, st := entry.Guard, entry.State
	for _, i := range fr.sliced.Instrs(b) {
		in.step()
		guard, st = in.instr(fr, i, guard, st)
		if guard.IsFalse() {
			return nil // the called function does not return
		}
	}
	fr.passed[b] = guard
	return in.terminator(fr, b, guard, st)
}

// step counts an instruction as work. It ends the interpretation if a limit is reached.
func (in *interp) step() {
	if in.Trace.Steps++; in.Trace.Steps > in.setting.Steps {
		panic(LimitError("more than %d steps", in.setting.Steps))
	}
	in.t.Work.Spend(stepWork)
}

func (in *interp) terminator(fr *frame, b *cfg.Block, guard vector.Vec, st *memory.State) []loop.Edge {
	end := &b.Term
	if !fr.sliced.Decides(b) {
		return in.pass(fr, b, guard, st)
	}
	switch end.Kind {
	case cfg.Jump:
		return []loop.Edge{{To: end.Targets[0], Guard: guard, State: st}}
	case cfg.If:
		return in.branch(fr, b, guard, st)
	case cfg.Switch:
		return in.choice(fr, b, guard, st)
	case cfg.Return:
		in.recordEnd(fr, b, guard)
		in.ret(fr, end, guard, st)
	case cfg.Exit, cfg.Trap:
		in.recordEnd(fr, b, guard)
		in.log.Retired = append(in.log.Retired, trace.Retirement{Point: in.here(fr), Guard: guard, Loop: nil, Trap: end.Kind == cfg.Trap})
	case cfg.Unreachable:
		in.memory.RuleOut(guard)
	}
	return nil
}

// ret records a return. An early return of a kernel retires the lanes.
func (in *interp) ret(fr *frame, t *cfg.Terminator, guard vector.Vec, st *memory.State) {
	if fr.Parent == nil {
		if fr.Fn.Kernel && !t.Falls {
			in.log.Retired = append(in.log.Retired, trace.Retirement{Point: in.here(fr), Guard: guard, Loop: nil, Trap: false})
		}
		return
	}
	var result memory.Value
	if t.Cond != nil {
		result = fr.values[t.Cond.ID]
	}
	fr.returns = append(fr.returns, loop.Edge{Guard: guard, State: st})
	fr.results = append(fr.results, result)
}

func (in *interp) branch(fr *frame, b *cfg.Block, guard vector.Vec, st *memory.State) []loop.Edge {
	cond := in.truth(fr.values[b.Term.Cond.ID])
	yes, no := in.vectors.And(guard, cond), in.vectors.And(guard, in.vectors.Not(cond))
	switch then, otherwise := b.Term.Targets[0], b.Term.Targets[1]; {
	case then.IsUnreachable():
		in.memory.RuleOut(yes)
		return []loop.Edge{{To: otherwise, Guard: guard, State: st.Follows(in.vectors.Not(cond), guard)}}
	case otherwise.IsUnreachable():
		in.memory.RuleOut(no)
		return []loop.Edge{{To: then, Guard: guard, State: st.Follows(cond, guard)}}
	}
	if cond.UniformWhere(guard) == nil {
		in.log.Branches = append(in.log.Branches, trace.Branching{Pos: b.Term.Pos, Point: in.here(fr), Guard: guard, Cond: cond})
	}
	return fork([]loop.Edge{{To: b.Term.Targets[0], Guard: yes, State: st.Follows(cond, yes)},
		{To: b.Term.Targets[1], Guard: no, State: st.Follows(in.vectors.Not(cond), no)}})
}

// fork returns the edges that some lane may take, each with its own copy of the memory.
func fork(edges []loop.Edge) []loop.Edge {
	var live []loop.Edge
	for _, e := range edges {
		if !e.Guard.IsFalse() {
			if len(live) > 0 {
				e.State = e.State.Clone()
			}
			live = append(live, e)
		}
	}
	return live
}

func (in *interp) choice(fr *frame, b *cfg.Block, guard vector.Vec, st *memory.State) []loop.Edge {
	end := &b.Term
	x, ok := fr.values[end.Cond.ID].(vector.Vec)
	if !ok {
		x = in.memory.Imprecise("switch", end.Cond.Type).(vector.Vec)
	}
	var edges []loop.Edge
	var misses []vector.Vec
	for i, c := range end.Cases {
		hit := vector.Map1(x, func(x *term.Term) *term.Term { return in.arithmetic.InRange(x, c, end.Cond.Type) })
		edges = append(edges, loop.Edge{To: end.Targets[i], Guard: hit, State: st})
		misses = append(misses, in.vectors.Not(hit))
	}
	edges = append(edges, loop.Edge{To: end.Targets[len(end.Targets)-1], Guard: in.vectors.AndAll(misses...), State: st})
	in.noteCases(fr, b, guard, edges)
	for i := range edges {
		edges[i].Guard = in.vectors.And(guard, edges[i].Guard)
	}
	return fork(edges)
}

// noteCases records a branching for each target of a switch, the default included. A target to which all lanes go under
// one formula is left out. Several cases may have one target.
func (in *interp) noteCases(fr *frame, b *cfg.Block, guard vector.Vec, edges []loop.Edge) {
	var targets []*cfg.Block
	goes := map[*cfg.Block]vector.Vec{}
	for _, e := range edges {
		if before, isKnown := goes[e.To]; isKnown {
			goes[e.To] = in.vectors.Or(before, e.Guard)
			continue
		}
		goes[e.To] = e.Guard
		targets = append(targets, e.To)
	}
	for _, to := range targets {
		if goes[to].UniformWhere(guard) == nil {
			in.log.Branches = append(in.log.Branches, trace.Branching{Pos: b.Term.Pos, Point: in.here(fr), Guard: guard, Cond: goes[to]})
		}
	}
}

// truth converts a value to a condition: the value is not 0.
func (in *interp) truth(v memory.Value) vector.Vec {
	switch v := v.(type) {
	case vector.Vec:
		return in.vectors.Truth(v)
	case memory.Pointer:
		return in.vectors.Truth(in.memory.Layout.Address(v))
	}
	in.memory.Unknowns++
	return in.vectors.PerLane(fmt.Sprintf("cond!%d", in.memory.Unknowns), 0, memory.ResultOrigin{Operation: "cond"})
}

// note records that the code at pos could not be modelled for the given reason, and whether it may hide collectives. If
// the root has no known caller (Func.HasNoCaller), the note states that the code hides none. The unit that contains the
// callers reports hidden collectives.
func (in *interp) note(pos source.Pos, reason string, hides bool) {
	in.record(trace.Note{Pos: pos, Reason: reason, Hides: hides && !in.Trace.Root.HasNoCaller()})
}

// record adds a note to the trace, once per place and reason.
func (in *interp) record(n trace.Note) {
	id := fmt.Sprint(n.Pos.File, n.Pos.Line, n.Pos.Column, n.Reason, n.Hides)
	if !in.noted[id] {
		in.noted[id] = true
		n.Root = in.Trace.Root
		in.Trace.Notes = append(in.Trace.Notes, n)
	}
}

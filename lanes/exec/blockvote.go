package exec

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// A barrier of the whole block counts the threads whose predicate is true, or says whether some or all of them have
// it. One warp is interpreted, and the predicate of the others is its own with their thread numbers: exact where
// nothing else decides it and no thread can have left the kernel.
//
//	__syncthreads_count(threadIdx.x < 64)   64 in a block of 128
//	__syncthreads_or(n > 0)                 n > 0
//	__syncthreads_and(d[threadIdx.x] > 0)   unknown, and false where some d of this warp is not above 0
//
// Else the result is an unknown of the block within what the threads can bring.

// maxVoters bounds the different predicates of the threads of a block that a result is computed of: more are
// a formula that costs more than it tells.
const maxVoters = 64

// ballotBox is what the threads of a block bring to one of its barriers.
type ballotBox struct {
	// predicates are those that are not constant, with the number of threads that have each.
	predicates map[*term.Term]uint64
	order      []*term.Term
	// sure and possible are how many threads have a predicate that is true, and one that may be.
	sure, possible uint64
	// threads are those of the block, nil where some of them may have left.
	threads *term.Term
	// exact reports predicates that nothing but thread numbers tells apart.
	exact bool
}

// votes reports a barrier that tells something of the predicates of a whole block.
func votes(c *cfg.Collective) bool {
	switch c.Class.Kind {
	case cfg.BarrierCount, cfg.BarrierAnd, cfg.BarrierOr:
		return c.IsForAll() && c.Value >= 0
	}
	return false
}

// blockVote is what a barrier of the block tells of the threads' predicates.
func (in *interp) blockVote(fr *frame, e *exchange) memory.Value {
	pred := in.truth(in.arg(fr, e.Instr, e.Instr.Collective.Value))
	return in.typed(e.Instr.Type, vector.Uniform(in.votedOn(e, pred, in.collect(fr, pred))))
}

// votedOn is the result as a formula, or as a number where threads are counted.
func (in *interp) votedOn(e *exchange, pred vector.Vec, box *ballotBox) *term.Term {
	if e.Instr.Collective.Class.Kind == cfg.BarrierCount {
		return in.counted(e, pred, box)
	}
	if f := in.decided(e.Instr.Collective.Class.Kind, box); f != nil {
		return f
	}
	result := in.t.Unknown(in.voteName(e), 0, memory.ResultOrigin{Operation: "barrier"})
	in.Trace.Feed(result, trace.Feed{})
	in.memory.RuleOut(vector.Map2(e.Guard, pred, func(here, p *term.Term) *term.Term {
		if e.Instr.Collective.Class.Kind == cfg.BarrierOr {
			return in.t.And(here, p, in.t.Not(result))
		}
		return in.t.And(here, in.t.Not(p), result)
	}))
	return result
}

// voteName names the unknown result of a vote.
func (in *interp) voteName(e *exchange) string { return fmt.Sprintf("barrier!%d", e.Number) }

// decided is the formula that some or all threads have their predicate, nil where it is not known.
func (in *interp) decided(kind cfg.ClassKind, box *ballotBox) *term.Term {
	t, all := in.t, uint64(in.Trace.Launch.MostThreads())
	switch {
	case kind == cfg.BarrierOr && box.possible == 0:
		return t.False
	case kind == cfg.BarrierAnd && box.sure == all:
		return t.True
	case len(box.order) == 1 && box.exact && box.predicates[box.order[0]] == all:
		return box.order[0] // also where some threads have left: those that come agree
	case box.threads == nil || !box.exact:
		return nil
	case kind == cfg.BarrierOr:
		return t.Or(append([]*term.Term{t.Bool(box.sure > 0)}, box.order...)...)
	}
	return t.And(append([]*term.Term{t.Bool(box.possible == all)}, box.order...)...)
}

// counted is the number of threads with a predicate that is true.
func (in *interp) counted(e *exchange, pred vector.Vec, box *ballotBox) *term.Term {
	t := in.t
	if box.threads != nil && box.exact {
		if p := pred.UniformWhere(in.Trace.Launch.Alive); p != nil && len(box.order) < 2 && !term.Any([]*term.Term{p}, grid.TellsWarps) {
			return t.Ite(p, box.threads, t.Const(32, 0))
		}
		sum := t.Const(32, box.sure)
		for _, p := range box.order {
			sum = t.Add(sum, t.Ite(p, t.Const(32, box.predicates[p]), t.Const(32, 0)))
		}
		return sum
	}
	least := uint64(0)
	if box.threads != nil {
		least = box.sure
	}
	if least == box.possible {
		return t.Const(32, least)
	}
	result := t.Var(in.voteName(e), 32, least, box.possible, memory.ResultOrigin{Operation: "barrier"})
	in.Trace.Feed(result, trace.Feed{})
	in.memory.RuleOut(vector.Map2(e.Guard, pred, func(here, p *term.Term) *term.Term {
		none := t.Eq(result, t.Const(32, 0))
		if box.threads == nil {
			return t.And(here, p, none)
		}
		return t.And(here, t.Or(t.And(p, none), t.And(t.Not(p), t.Eq(result, box.threads))))
	}))
	return result
}

// collect is what the threads of the block bring. Where one warp of several is interpreted by itself, what its
// numbers decide says nothing of the others.
func (in *interp) collect(fr *frame, pred vector.Vec) *ballotBox {
	l, most := in.Trace.Launch, uint64(in.Trace.Launch.MostThreads())
	box := &ballotBox{predicates: map[*term.Term]uint64{}, possible: most}
	if !in.mayHaveLeft(fr) && !in.Trace.Root.Alone() {
		box.threads = l.TakenThreads()
	}
	switch {
	case in.setting.Warp != grid.AnyWarp && l.Warps > 1:
	case l.Shape.Known():
		in.collectKnown(box, pred)
	default:
		in.collectAny(box, pred)
	}
	return box
}

// collectKnown asks each thread of a known block.
func (in *interp) collectKnown(box *ballotBox, pred vector.Vec) {
	box.possible, box.exact = 0, true
	for w := range in.Trace.Launch.Warps {
		view := in.Trace.Launch.AsWarp(w)
		for l := range warp.Size {
			if view.Rewrite(in.Trace.Launch.Alive.At(l)).IsTrue() {
				in.cast(box, view.Rewrite(pred.At(l)), 1)
			}
		}
	}
	box.exact = box.exact && len(box.order) <= maxVoters
}

// collectAny asks for what the threads of any block have in common.
func (in *interp) collectAny(box *ballotBox, pred vector.Vec) {
	box.possible = 0
	warps := uint64(in.Trace.Launch.MostThreads()+warp.Size-1) / warp.Size
	if p := pred.UniformWhere(in.Trace.Launch.Alive); p != nil && in.isOfBlock(p) && !term.Any([]*term.Term{p}, grid.TellsWarps) {
		box.exact = true
		in.cast(box, p, uint64(in.Trace.Launch.MostThreads()))
		return
	}
	for l := range warp.Size {
		if !pred.At(l).IsFalse() {
			box.possible += warps
		}
	}
}

// mayHaveLeft reports that some thread may have left the kernel before the current block: earlier in the text, or in an
// earlier iteration of a loop around.
func (in *interp) mayHaveLeft(fr *frame) bool {
	if len(in.log.Retired) > 0 {
		return true
	}
	for ; fr != nil; fr = fr.caller {
		for l := fr.block.Loop; l != nil; l = l.Parent {
			if fr.summary.leaves[l] != 0 || fr.summary.keeps[l] {
				return true
			}
		}
	}
	return false
}

// cast counts the predicate of so many threads.
func (in *interp) cast(box *ballotBox, p *term.Term, threads uint64) {
	switch {
	case p.IsTrue():
		box.sure += threads
		fallthrough
	default:
		if !p.IsFalse() {
			box.possible += threads
		}
	}
	if p.IsConst() {
		return
	}
	if box.predicates[p] == 0 {
		box.order = append(box.order, p)
		box.exact = box.exact && in.isOfBlock(p)
	}
	box.predicates[p] += threads
}

// isOfBlock reports a formula that is the same for all threads of a block with equal numbers: of arguments, of the
// launch, and of what memory held at the beginning.
func (in *interp) isOfBlock(f *term.Term) bool {
	return !term.Any([]*term.Term{f}, func(x *term.Term) bool {
		if x.Op != term.Var && x.Op != term.Opaque {
			return false
		}
		switch o := x.Origin.(type) {
		case memory.ArgOrigin, memory.AddressOrigin, grid.Origin:
			return false
		case memory.FloatFunction, memory.FloatOrder:
			return x.Op == term.Var
		case memory.Origin:
			return o.Own || x.Args[0].K != memory.AtEntry
		}
		return true
	})
}

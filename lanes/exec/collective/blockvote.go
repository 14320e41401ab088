package collective

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

// A barrier of the whole block may count the threads whose predicate is true, or compute whether it is true in some or
// in all of them. Only one warp is interpreted. The predicate of another warp is the same formula with the other warp's
// thread numbers. This is exact if the formula depends on nothing else that differs between warps, and no thread can
// have left the kernel.
//
//	__syncthreads_count(threadIdx.x < 64)   64 in a block of 128
//	__syncthreads_or(n > 0)                 n > 0
//	__syncthreads_and(d[threadIdx.x] > 0)   unknown, and false if some d of this warp is not above 0
//
// If the result is not exact, as in the third example, it is an unknown with the same value in the whole block. The
// threads' predicates limit its range.

// maxVoters bounds the distinct predicates in a result. A formula of more predicates costs more than it proves.
const maxVoters = 64

// ballotBox holds the predicates that the threads of a block pass to a barrier.
type ballotBox struct {
	// predicates counts, for each predicate that is not constant, the threads that have it.
	predicates map[*term.Term]uint64
	order      []*term.Term
	// certain counts the threads whose predicate is surely true. possible counts the threads whose predicate may be
	// true.
	certain, possible uint64
	// threads is the number of threads of the block. It is nil if it is not known, or if some of them may have left.
	threads *term.Term
	// exact reports whether the predicates of two threads differ only in thread numbers. It is false if there are too
	// many predicates.
	exact bool
}

// votes reports whether a collective is a barrier whose result depends on the predicates of a whole block.
func votes(c *cfg.Collective) bool {
	switch c.Class.Kind {
	case cfg.BarrierCount, cfg.BarrierAnd, cfg.BarrierOr:
		return c.IsForAll() && c.Value >= 0
	}
	return false
}

// blockVote returns the result of a barrier that combines the threads' predicates.
func (e *Exchange) blockVote() memory.Value {
	pred := e.vectors.Truth(e.place.Word(e.Instr.Collective.Value))
	return e.c.typed(e.Instr.Type, vector.Uniform(e.votedOn(pred, e.collect(pred))))
}

// votedOn returns the result of the barrier: a formula, or a number if the barrier counts threads.
func (e *Exchange) votedOn(pred vector.Vec, box *ballotBox) *term.Term {
	if e.Instr.Collective.Class.Kind == cfg.BarrierCount {
		return e.counted(pred, box)
	}
	if f := e.c.decided(e.Instr.Collective.Class.Kind, box); f != nil {
		return f
	}
	result := e.t.Unknown(e.voteName(), 0, memory.ResultOrigin{Operation: "barrier"})
	e.trace.Feed(result, trace.Feed{})
	e.memory.RuleOut(vector.Map2(e.Guard, pred, func(arrives, p *term.Term) *term.Term {
		if e.Instr.Collective.Class.Kind == cfg.BarrierOr {
			return e.t.And(arrives, p, e.t.Not(result))
		}
		return e.t.And(arrives, e.t.Not(p), result)
	}))
	return result
}

// voteName returns the name of a vote's unknown result.
func (e *Exchange) voteName() string { return fmt.Sprintf("barrier!%d", e.Number) }

// decided returns the formula that the predicate of some thread is true (BarrierOr), or that the predicates of all
// threads are true (BarrierAnd). It returns nil if the formula is not known.
func (c *Collectives) decided(kind cfg.ClassKind, box *ballotBox) *term.Term {
	t, all := c.t, uint64(c.trace.Launch.MostThreads())
	switch {
	case kind == cfg.BarrierOr && box.possible == 0:
		return t.False
	case kind == cfg.BarrierAnd && box.certain == all:
		return t.True
	case len(box.order) == 1 && box.exact && box.predicates[box.order[0]] == all:
		return box.order[0] // this also holds if some threads have left, because all that arrive have this predicate
	case box.threads == nil || !box.exact:
		return nil
	case kind == cfg.BarrierOr:
		return t.Or(append([]*term.Term{t.Bool(box.certain > 0)}, box.order...)...)
	}
	return t.And(append([]*term.Term{t.Bool(box.possible == all)}, box.order...)...)
}

// counted returns the number of threads whose predicate is true.
func (e *Exchange) counted(pred vector.Vec, box *ballotBox) *term.Term {
	t := e.t
	if box.threads != nil && box.exact {
		if p := pred.UniformWhere(e.trace.Launch.Alive); p != nil && len(box.order) < 2 && !term.Any([]*term.Term{p}, grid.DiffersBetweenWarps) {
			return t.Ite(p, box.threads, t.Const(32, 0))
		}
		sum := t.Const(32, box.certain)
		for _, p := range box.order {
			sum = t.Add(sum, t.Ite(p, t.Const(32, box.predicates[p]), t.Const(32, 0)))
		}
		return sum
	}
	least := uint64(0)
	if box.threads != nil {
		least = box.certain
	}
	if least == box.possible {
		return t.Const(32, least)
	}
	result := t.Var(e.voteName(), 32, least, box.possible, memory.ResultOrigin{Operation: "barrier"})
	e.trace.Feed(result, trace.Feed{})
	e.memory.RuleOut(vector.Map2(e.Guard, pred, func(arrives, p *term.Term) *term.Term {
		none := t.Eq(result, t.Const(32, 0))
		if box.threads == nil {
			return t.And(arrives, p, none)
		}
		return t.And(arrives, t.Or(t.And(p, none), t.And(t.Not(p), t.Eq(result, box.threads))))
	}))
	return result
}

// collect returns a ballotBox with the predicates of the block's threads. It adds no predicates if the block is known
// to have several warps and only one of them is interpreted, because its formulas do not hold for other warps.
func (e *Exchange) collect(pred vector.Vec) *ballotBox {
	l, most := e.trace.Launch, uint64(e.trace.Launch.MostThreads())
	box := &ballotBox{predicates: map[*term.Term]uint64{}, possible: most}
	if !e.place.MayHaveLeft() && !e.trace.Root.HasNoCaller() {
		box.threads = l.TakenThreads()
	}
	switch {
	case !e.c.setting.EveryWarp && l.Warps > 1:
	case l.Shape.Known():
		e.c.collectKnown(box, pred)
	default:
		e.c.collectAny(box, pred)
	}
	return box
}

// collectKnown collects the predicate of each thread of a block of known size.
func (c *Collectives) collectKnown(box *ballotBox, pred vector.Vec) {
	box.possible, box.exact = 0, true
	for w := range c.trace.Launch.Warps {
		view := c.trace.Launch.AsWarp(w)
		for l := range warp.Size {
			if view.Rewrite(c.trace.Launch.Alive.At(l)).IsTrue() {
				c.cast(box, view.Rewrite(pred.At(l)), 1)
			}
		}
	}
	box.exact = box.exact && len(box.order) <= maxVoters
}

// collectAny collects the predicate of a block of any size, if all threads have the same formula. Otherwise it only
// counts the threads whose predicate may be true.
func (c *Collectives) collectAny(box *ballotBox, pred vector.Vec) {
	box.possible = 0
	warps := uint64(c.trace.Launch.MostThreads()+warp.Size-1) / warp.Size
	if p := pred.UniformWhere(c.trace.Launch.Alive); p != nil && c.isOfBlock(p) && !term.Any([]*term.Term{p}, grid.DiffersBetweenWarps) {
		box.exact = true
		c.cast(box, p, uint64(c.trace.Launch.MostThreads()))
		return
	}
	for l := range warp.Size {
		if !pred.At(l).IsFalse() {
			box.possible += warps
		}
	}
}

// cast adds the votes of a number of threads that all have the predicate p.
func (c *Collectives) cast(box *ballotBox, p *term.Term, threads uint64) {
	switch {
	case p.IsTrue():
		box.certain += threads
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
		box.exact = box.exact && c.isOfBlock(p)
	}
	box.predicates[p] += threads
}

// isOfBlock reports whether a formula depends only on thread numbers and on values that all threads of a block share.
// These values are arguments, the launch, and the contents of memory at the kernel's entry.
func (c *Collectives) isOfBlock(f *term.Term) bool {
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

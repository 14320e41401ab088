package block

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/barrier"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// A barrier with a number of threads waits until that many threads have arrived at barriers with its name. Threads
// arrive by warps: once all lanes of a warp have arrived or exited, the warp counts as 32 arrived threads (PTX ISA,
// barrier; a GPU shows the same). A warp that has exited does not count. A warp that waits arrives once. A warp that
// does not wait may arrive again.

// TooFew finds out whether the barrier waits for more threads than can arrive, for every block that is possible here.
// If the host computes the size of the block, a small block is considered too. A block of unknown size is assumed to
// have as many threads as its barriers wait for. TooFew returns nil if enough threads can arrive, or if this is not
// known.
func (b *Barrier) TooFew() *Hang {
	j := b.j
	awaited := j.awaited(b.event)
	if awaited == 0 || len(j.trace.Notes) > 0 {
		return nil
	}
	arriving, bounded := j.mostArriving(b.event)
	switch {
	case !bounded:
		return nil
	case arriving < awaited:
		answer, found := j.meet.Example(j.t.And(j.meet.Premise(), b.Meeting.Reach))
		if answer != smt.Yes {
			return nil
		}
		h := &Hang{Found: found, Detail: detail.TooFewThreads{Awaited: awaited, Arriving: arriving}, Imprecision: b.event.Imprecision}
		if b.event.Imprecision.IsNone() {
			h = b.markAlways(h)
		}
		return h
	case j.trace.Launch.Size.IsKnown():
		return b.tooFewInSmall(awaited)
	}
	return nil
}

// tooFewInSmall looks for a block of a smaller size in which fewer threads can arrive than the barrier waits for. It
// returns nil if there is none, or if this is not known. awaited is the number of threads for which the barrier waits.
func (b *Barrier) tooFewInSmall(awaited int) *Hang {
	j := b.j
	arrivals, bounded := j.waysToArrive(b.event)
	if !bounded {
		return nil
	}
	const32 := func(n int) *term.Term { return j.t.Const(32, uint64(n)) }
	warps := j.t.UDiv(j.t.AddConst(j.trace.Launch.Threads(), warp.Size-1), const32(warp.Size))
	arriving := j.t.Mul(warps, const32(warp.Size*len(arrivals)))
	answer, found := j.meet.Example(j.t.And(j.meet.Premise(), j.t.And(b.Meeting.Reach, j.t.ULt(arriving, const32(awaited)))))
	if answer != smt.Yes {
		return nil
	}
	return &Hang{Found: found, Detail: detail.TooFewThreads{Awaited: awaited, Arriving: int(found.Value(arriving))},
		Imprecision: b.event.Imprecision, InAll: true}
}

// InvalidOperand is an invalid operand of a barrier, and the lanes that pass it.
type InvalidOperand struct {
	// Lanes holds, for each lane, whether it passes the operand.
	Lanes   vector.Vec
	operand vector.Vec
	detail  func(operand int) detail.Detail
}

// Of describes the operand that a lane passes in an execution.
func (o *InvalidOperand) Of(lane int, e *prove.Execution) detail.Detail {
	return o.detail(int(e.Value(o.operand.At(lane))))
}

// InvalidName finds lanes that pass a number that is no barrier number of a block. It returns nil if the number depends
// on anything except the launch, or if it is not constant and the size of the block is not known.
func (b *Barrier) InvalidName() *InvalidOperand {
	t := b.j.t
	wrong := func(x *term.Term) *term.Term { return t.Not(t.ULt(x, t.Const(x.Bits, barrier.Names))) }
	return b.invalid(b.event.Name, wrong, func(name int) detail.Detail { return detail.InvalidName{Name: name} })
}

// InvalidThreads finds lanes that pass an invalid number of threads: no multiple of the warp size, or 0 where the lanes
// only arrive (PTX ISA, bar). It returns nil for a barrier without a number of threads. It also returns nil if the
// number depends on anything except the launch, or if it is not constant and the size of the block is not known.
func (b *Barrier) InvalidThreads() *InvalidOperand {
	t := b.j.t
	if !IsCounted(b.event) {
		return nil
	}
	return b.invalid(b.event.Awaits, func(x *term.Term) *term.Term {
		parts := t.Not(t.Eq(t.URem(x, t.Const(x.Bits, warp.Size)), t.Const(x.Bits, 0)))
		if b.event.OnlyArrives() {
			return t.Or(parts, t.Eq(x, t.Const(x.Bits, 0)))
		}
		return parts
	}, func(threads int) detail.Detail { return detail.InvalidThreads{Threads: threads} })
}

func (b *Barrier) invalid(operand vector.Vec, wrong func(*term.Term) *term.Term, describe func(operand int) detail.Detail) *InvalidOperand {
	isTold := b.j.trace.Launch.Shape.Known() || b.j.trace.Launch.Size.IsKnown() || operand.IsConstant()
	if !isTold || term.Any(operand.List(), func(x *term.Term) bool {
		return x.IsUnknown() && !b.j.trace.Launch.TakesEveryValue(x)
	}) {
		return nil
	}
	return &InvalidOperand{Lanes: b.j.vectors.And(b.event.Guard, vector.Map1(operand, wrong)), operand: operand, detail: describe}
}

// Unlike holds, for each lane, the formula that the lane passes another name or number of threads than the first lane
// that arrives.
func (b *Barrier) Unlike() vector.Vec {
	lanes := vector.Uniform(b.j.t.False)
	for _, operand := range []vector.Vec{b.event.Name, b.event.Awaits} {
		if !operand.IsNone() && operand.UniformWhere(b.event.Guard) == nil {
			lanes = b.j.vectors.Or(lanes, b.j.vectors.And(b.event.Guard, b.j.differs(operand, b.ofFirst(operand))))
		}
	}
	return lanes
}

// ofFirst returns the element of v for the first lane that arrives.
func (b *Barrier) ofFirst(v vector.Vec) *term.Term {
	if one := v.UniformWhere(b.event.Guard); one != nil {
		return one
	}
	first := v.At(warp.Size - 1)
	for l := warp.Size - 2; l >= 0; l-- {
		first = b.j.t.Ite(b.event.Guard.At(l), v.At(l), first)
	}
	return first
}

// differs returns, for each lane, the formula that its word in v is not equal to x.
func (j *Judge) differs(v vector.Vec, x *term.Term) vector.Vec {
	return vector.Map1(v, func(y *term.Term) *term.Term { return j.t.Not(j.t.Eq(x, y)) })
}

// awaited returns the constant number of threads that e waits for. It returns 0 if e does not wait, or if the number is
// not constant.
func (j *Judge) awaited(e *trace.Event) int {
	n := constantWhere(e.Awaits, e.Guard)
	if n == nil || e.Instr.Collective.Class.Kind == cfg.BarrierArrive {
		return 0
	}
	return int(n.K)
}

// mostArriving returns the largest number of threads that can arrive at barriers with the name of e. bounded is false
// if there is no bound, or if the names are not known. For a block of unknown shape, the number is that of the
// largest block.
func (j *Judge) mostArriving(e *trace.Event) (threads int, bounded bool) {
	arrivals, bounded := j.waysToArrive(e)
	if !bounded {
		return 0, false
	}
	if !j.trace.Launch.Shape.Known() {
		for w := range j.mostWarps() {
			threads += warp.Size * j.possibleFor(w, arrivals)
		}
		return threads, true
	}
	for w := range j.trace.Launch.Warps {
		view := j.trace.Launch.AsWarp(w)
		for _, arrival := range arrivals {
			if a, _ := j.prover.Solver.Satisfiable(view.Rewrite(j.t.And(j.meet.Premise(), arrival))); a != smt.No {
				threads += warp.Size
			}
		}
	}
	return threads, true
}

// mostWarps returns the number of warps of the largest block.
func (j *Judge) mostWarps() int { return (j.trace.Launch.MostThreads() + warp.Size - 1) / warp.Size }

// possibleFor returns how many of the formulas in arrivals may be true for warp w. The formulas are those of
// waysToArrive, and the shape of the block is unknown. If the warps are not numbered along one dimension, all formulas
// count.
func (j *Judge) possibleFor(w int, arrivals []*term.Term) int {
	is := j.trace.Launch.HasNumber(w)
	if is == nil {
		return len(arrivals)
	}
	n := 0
	for _, arrival := range arrivals {
		if a, _ := j.prover.Solver.Satisfiable(j.t.And(j.meet.Premise(), is, arrival)); a != smt.No {
			n++
		}
	}
	return n
}

// FewestThreads returns the size of the smallest block in which enough warps may arrive at each barrier with a number
// of threads. It is 0 if there is no barrier with a number of threads. A barrier is ignored if too few warps arrive
// there in every block.
func (j *Judge) FewestThreads() int {
	if j.hasFewest {
		return j.fewest
	}
	j.hasFewest = true
	for _, e := range j.trace.Log.Events {
		if !e.Opaque && e.Instr.Collective.IsNumbered() && IsCounted(e) {
			j.fewest = max(j.fewest, j.fewestFor(e))
		}
	}
	return j.fewest
}

// fewestFor returns the size of the smallest block in which enough warps may arrive at e, 0 if there is no such block.
// If a warp may arrive any number of times, the result is the number of threads that e waits for.
func (j *Judge) fewestFor(e *trace.Event) int {
	awaited := j.awaited(e)
	arrivals, bounded := j.waysToArrive(e)
	if !bounded {
		return awaited
	}
	arriving := 0
	for w := range j.mostWarps() {
		if arriving += warp.Size * j.possibleFor(w, arrivals); arriving >= awaited {
			return max(awaited, (w+1)*warp.Size)
		}
	}
	return 0
}

// waysToArrive returns the formulas of the possible arrivals of a warp at a barrier with the name of e. The first
// formula states that the warp waits somewhere. There is a further formula for each place where warps arrive without
// waiting. bounded is false if a warp may arrive any number of times, or if the names are not known.
func (j *Judge) waysToArrive(e *trace.Event) (arrivals []*term.Term, bounded bool) {
	name := constantWhere(e.Name, e.Guard)
	waits := j.t.False
	for _, f := range j.trace.Log.Events {
		switch {
		case f.Opaque:
			return nil, false
		case !f.Instr.Collective.IsNumbered():
			continue
		}
		switch named := constantWhere(f.Name, f.Guard); {
		case named == nil || name == nil:
			return nil, false
		case named != name:
		case !f.OnlyArrives():
			waits = j.t.Or(waits, j.meet.At(f).Reach)
		case len(f.Within) > 0:
			return nil, false
		default:
			arrivals = append(arrivals, j.meet.At(f).Reach)
		}
	}
	return append(arrivals, waits), true
}

package block

import (
	"slices"

	"github.com/warpcheck/warpcheck/internal/barrier"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// This file judges blocks of known shape in which the barriers that each warp executes depend only on unknowns that the
// warps share. So must the names and the numbers of threads of these barriers. Executions that agree in all these
// barriers form one case, in which each warp has one sequence of barriers. The sequences are executed in all orders
// (package barrier):
//
//	if (warp == 0) { WAIT(1); WAIT(2); } else { WAIT(2); WAIT(1); }
//
// has one case, in which warps 0 and 1 wait for ever. `if (n > 3) WAIT(1)` gives two cases. The first iterations of a
// summarised loop are unrolled if they depend only on the iteration number. What a warp executes after the unrolled
// iterations is not known. If no warp executes later iterations, the cases are a proof. Otherwise they are examples,
// and the numbers of arrivals are compared (arrivalcounts.go).

// interleavings holds the barriers that the warps of a block execute, and the cases to consider.
type interleavings struct {
	j *Judge
	// visits lists the executions of barriers in program order, iteration by iteration.
	visits []*visit
	// assumption holds in all executions that the cases consider: the premise of each warp holds, and no warp traps.
	assumption *term.Term
	cases      []*interleavingCase
	// whole reports whether the cases cover all executions, in all orders and to their end.
	whole bool
}

// visit is an event in one iteration of the loops around it. For each warp it states whether the warp executes the
// event, and with which name and which number of threads. A visit without an event represents the iteration after the
// unrolled ones.
type visit struct {
	event                *trace.Event
	comes, name, threads []*term.Term
}

// interleavingCase is the set of executions that agree in the barriers of each warp.
type interleavingCase struct {
	formula   *term.Term
	found     *prove.Execution
	sequences [][]*visit
	ops       [][]barrier.Op
	out       *barrier.Outcome
}

// someIterations lists the numbers of iterations to which loops are unrolled, in the order in which they are tried.
var someIterations = []int{4, 16}

// barriers returns the interleavings of the block, nil if they are not known.
func (j *Judge) barriers() *interleavings {
	if !j.hasInterleavings {
		j.hasInterleavings = true
		j.interleavings = j.newInterleavings()
	}
	return j.interleavings
}

func (j *Judge) newInterleavings() *interleavings {
	var events []*trace.Event
	for _, e := range j.trace.Log.Events {
		switch {
		case e.Opaque:
			return nil
		case e.Instr.Collective.IsNumbered(), e.Instr.Collective.Tile > 0:
			events = append(events, e)
		}
	}
	if !j.trace.Launch.Shape.Known() || len(j.trace.Notes) > 0 || !slices.ContainsFunc(events, isOneAnywhere) ||
		slices.ContainsFunc(events, func(e *trace.Event) bool { return e.Instr.Collective.Tile > 0 }) {
		return nil
	}
	var n *interleavings
	for _, iterations := range someIterations {
		last := n
		n = &interleavings{j: j, assumption: j.t.True}
		for w := range j.trace.Launch.Warps {
			view := j.trace.Launch.AsWarp(w)
			n.assumption = j.t.And(n.assumption, view.Rewrite(j.meet.Premise()), j.t.Not(view.Rewrite(j.trapped())))
		}
		if IsOwn(j.trapped()) || !n.unfold(events, n.entry(iterations)) {
			return last
		}
		if n.divideIntoCases(); slices.ContainsFunc(n.cases, (*interleavingCase).isDecided) {
			return n
		}
	}
	return n
}

// isDecided reports whether the case is decided: all warps pass in some order of arrival, or some warp waits for ever
// in some order.
func (c *interleavingCase) isDecided() bool { return c.out.Passes || c.out.Hangs }

// IsCounted reports whether e is a barrier with a number of threads.
func IsCounted(e *trace.Event) bool { return !e.Awaits.IsNone() }

// isOneAnywhere reports whether calls of e's barrier at different places are calls of one barrier.
func isOneAnywhere(e *trace.Event) bool { return IsCounted(e) || e.Instr.Collective.HasWrittenNumber() }

// iteration is one combination of iterations of the loops around some events.
type iteration struct {
	// limit is the number of iterations that are unrolled. depth is the number of loops.
	limit, depth int
	// unknowns holds the unknowns for the iteration numbers of the loops, outermost first. numbers holds their values
	// here.
	unknowns, numbers []*term.Term
	// executes holds, for each warp, whether it executes this iteration of the loops.
	executes []*term.Term
}

// entry returns the iteration for events outside all loops: it has no loop, and all warps execute it. limit is the
// number of iterations to unroll of each loop that is entered later.
func (n *interleavings) entry(limit int) iteration {
	return iteration{limit: limit, executes: slices.Repeat([]*term.Term{n.j.t.True}, n.j.trace.Launch.Warps)}
}

// unfold adds the visits of the events in the iteration iter of the loops around them. It returns false if some visit
// is not known, or if there are too many.
func (n *interleavings) unfold(events []*trace.Event, iter iteration) bool {
	for len(events) > 0 {
		e := events[0]
		if len(e.Within) == iter.depth {
			if len(n.visits) == maxVisits || !n.add(e, iter) {
				return false
			}
			events = events[1:]
			continue
		}
		loop, end := e.LoopAt(iter.depth), 1
		for end < len(events) && events[end].LoopAt(iter.depth) == loop {
			end++
		}
		if !n.unroll(loop, events[:end], iter) {
			return false
		}
		events = events[end:]
	}
	return true
}

// unroll adds the visits of a loop, for each of its first iterations. It returns false if some visit is not known, or
// if there are too many.
func (n *interleavings) unroll(loop *trace.Loop, events []*trace.Event, iter iteration) bool {
	t := n.j.t
	inner := iteration{limit: iter.limit, depth: iter.depth + 1, unknowns: append(slices.Clone(iter.unknowns), loop.K, loop.Reached),
		executes: slices.Clone(iter.executes)}
	for k := range iter.limit {
		inner.numbers = append(slices.Clone(iter.numbers), t.Const(32, uint64(k)), t.True)
		if !n.unfold(events, inner) {
			return false
		}
		for w := range inner.executes {
			inner.executes[w] = t.And(inner.executes[w], n.goesRound(loop, inner, w))
		}
	}
	for w := range inner.executes {
		n.assumption = t.And(n.assumption, n.endsInTime(loop, iter, inner, w))
	}
	n.visits = append(n.visits, &visit{comes: inner.executes})
	return true
}

// endsInTime returns the formula that warp w leaves a loop before its counter wraps around. It returns true, and so
// assumes nothing, in two cases: the loop does not compare its counter by <, <=, > or >=, or the condition of the back
// edge may become true again later, as for i != n.
func (n *interleavings) endsInTime(loop *trace.Loop, iter, inner iteration, w int) *term.Term {
	t := n.j.t
	if !compares(t.Or(loop.Round.List()...), loop.K, orders) {
		return t.True
	}
	inIteration := func(k uint64) *term.Term {
		inner.numbers = append(slices.Clone(iter.numbers), t.Const(32, k), t.True)
		return n.goesRound(loop, inner, w)
	}
	first, last := inIteration(0), inIteration(loop.K.Hi)
	if begins, _ := n.j.prover.Satisfiable(t.And(last, t.Not(first))); begins != smt.No {
		return t.True
	}
	return t.Not(last)
}

// goesRound returns the formula that warp w takes the back edge after an iteration of the loop.
func (n *interleavings) goesRound(loop *trace.Loop, iter iteration, w int) *term.Term {
	return n.j.trace.Launch.AsWarp(w).Rewrite(n.j.t.Replace(n.j.t.Or(loop.Round.List()...), iter.unknowns, iter.numbers))
}

// add adds the visit of e in the given iteration. It returns false if the visit depends on unknowns that the warps do
// not share, or on values that one iteration computes for the next.
func (n *interleavings) add(e *trace.Event, iter iteration) bool {
	t := n.j.t
	c := &visit{event: e}
	comes := n.j.meet.At(e).Reach
	decisive := append([]*term.Term{comes}, e.Name.List()...)
	if IsCounted(e) {
		decisive = append(decisive, e.Awaits.List()...)
	}
	if e.Instr.Collective.IsReachedByLanes() && !e.Guard.IsUniform() || len(e.Within) > 0 && !isPlain(e, decisive...) {
		return false
	}
	for w, here := range iter.executes {
		view := n.j.trace.Launch.AsWarp(w)
		see := func(x *term.Term) *term.Term { return view.Rewrite(t.Replace(x, iter.unknowns, iter.numbers)) }
		operand := func(v vector.Vec) *term.Term {
			if v.IsNone() {
				return t.Const(32, 0)
			}
			return vector.Map1(v, see).UniformWhere(vector.Map1(e.Guard, see))
		}
		c.comes = append(c.comes, t.And(here, see(comes)))
		name, threads := t.Const(32, 0), t.Const(32, 0)
		if !c.comes[w].IsFalse() {
			name, threads = operand(e.Name), operand(e.Awaits)
		}
		if name == nil || threads == nil || IsOwn(c.comes[w]) || IsOwn(name) || IsOwn(threads) {
			return false
		}
		c.name, c.threads = append(c.name, name), append(c.threads, threads)
	}
	n.visits = append(n.visits, c)
	return true
}

// divideIntoCases fills n.cases with the cases that the solver finds, up to a bound.
func (n *interleavings) divideIntoCases() {
	for rest := n.assumption; len(n.cases) < maxCases; {
		answer, found := n.j.meet.Example(rest)
		if answer == smt.No {
			n.whole = !slices.ContainsFunc(n.cases, func(c *interleavingCase) bool { return c.out.Open })
		}
		if answer != smt.Yes {
			return
		}
		c := n.newCase(found)
		if c == nil {
			return
		}
		n.cases = append(n.cases, c)
		rest = n.j.t.And(rest, n.j.t.Not(c.formula))
	}
}

// newCase returns the case of the execution found. It returns nil if a warp executes two barriers that have no order in
// the program, or a barrier with an invalid operand.
func (n *interleavings) newCase(found *prove.Execution) *interleavingCase {
	t, warps := n.j.t, n.j.trace.Launch.Warps
	c := &interleavingCase{formula: t.True, found: found, sequences: make([][]*visit, warps), ops: make([][]barrier.Op, warps)}
	for w := range warps {
		for _, at := range n.visits {
			comes := found.Holds(at.comes[w])
			c.formula = t.And(c.formula, t.Iff(at.comes[w], t.Bool(comes)))
			if comes && !c.take(n, w, at) {
				return nil
			}
			if comes && at.event == nil {
				break
			}
		}
	}
	c.out = barrier.Run(c.ops)
	t.Work.Spend(stateWork * c.out.States)
	return c
}

// take appends a visit to the sequence of warp w. It returns false if the operands are invalid, or if the visit does
// not follow the previous visit in program order.
func (c *interleavingCase) take(n *interleavings, w int, v *visit) bool {
	op := barrier.Op{Beyond: true}
	if v.event != nil {
		for _, x := range []*term.Term{v.name[w], v.threads[w]} {
			c.formula = n.j.t.And(c.formula, n.j.t.Eq(x, n.j.t.Const(x.Bits, c.found.Value(x))))
		}
		var valid bool
		op, valid = v.op(c.found, w)
		last := len(c.sequences[w]) - 1
		if !valid || last >= 0 && n.j.trace.Order(c.sequences[w][last].event.Point, v.event.Point) == trace.Incomparable {
			return false
		}
	}
	c.sequences[w], c.ops[w] = append(c.sequences[w], v), append(c.ops[w], op)
	return true
}

// op returns the operation of warp w at the visit, with its operands in the execution found. valid is false if an
// operand is invalid.
func (v *visit) op(found *prove.Execution, w int) (op barrier.Op, valid bool) {
	name, threads := found.Value(v.name[w]), found.Value(v.threads[w])
	op = barrier.Op{Name: int(name), Warps: int(threads / warp.Size), Arrives: v.event.OnlyArrives()}
	return op, name < barrier.Names && (threads > 0 || !IsCounted(v.event)) && threads%warp.Size == 0
}

// waitsAt returns a step of the case at which, in some order, a warp waits at e for ever. waits is false if there is no
// such step.
func (c *interleavingCase) waitsAt(e *trace.Event) (step barrier.Step, waits bool) {
	for w, sequence := range c.sequences {
		for i, visited := range sequence {
			step = barrier.Step{Warp: w, Op: i}
			if _, left := c.out.Waits[step]; left && visited.event == e {
				return step, true
			}
		}
	}
	return step, false
}

// alwaysHangs reports whether, in each case in which a warp executes e, some warp waits for ever in all orders at the
// name that is passed to e. It returns false if the cases do not cover all executions.
func (n *interleavings) alwaysHangs(e *trace.Event) bool {
	for _, c := range n.cases {
		for w, sequence := range c.sequences {
			for i, visited := range sequence {
				if visited.event == e && !c.out.Always(c.ops[w][i].Name) {
					return false
				}
			}
		}
	}
	return n.whole
}

// hanging returns the hang of warps that wait for ever at the barrier, in some order of arrival or in all. It returns
// nil if there is none.
func (b *Barrier) hanging(n *interleavings) *Hang {
	var worst *interleavingCase
	var at barrier.Step
	for _, c := range n.cases {
		step, waits := c.waitsAt(b.event)
		if waits && (worst == nil || worst.out.Passes && !c.out.Passes) {
			worst, at = c, step
		}
	}
	if worst == nil {
		return nil
	}
	return b.hangIn(n, worst, at)
}

// hangIn returns the hang that the case c shows at a step.
func (b *Barrier) hangIn(n *interleavings, c *interleavingCase, step barrier.Step) *Hang {
	h := &Hang{Found: n.executionSeenBy(b, c, step.Warp), Detail: c.detailOf(step), Imprecision: b.event.Imprecision, InAll: true}
	if b.event.Imprecision.IsNone() && n.alwaysHangs(b.event) {
		h = b.markAlways(h)
	}
	switch {
	case !c.out.Passes:
		h.Related = c.others(b.event)
	case b.event.Imprecision.IsNone() && n.runsAhead(b.event):
		h = b.markAlways(h)
	default:
		h.Imprecision = notOrdered
	}
	return h
}

// detailOf returns the reason why the warp waits for ever.
func (c *interleavingCase) detailOf(step barrier.Step) detail.Detail {
	how, awaited := c.out.Waits[step], c.ops[step.Warp][step.Op].Warps*warp.Size
	if awaited == 0 {
		awaited = len(c.ops) * warp.Size
	}
	switch {
	case how.OtherNumber > 0:
		return detail.UnequalThreads{Awaited: awaited, Others: how.OtherNumber * warp.Size}
	case c.out.Passes:
		return detail.AnyOrder{Awaited: awaited}
	}
	return detail.Stuck{Awaited: awaited, Arriving: how.Arrived * warp.Size}
}

// others lists the places where other warps wait for ever at the same time.
func (c *interleavingCase) others(e *trace.Event) []source.Pos {
	var list []source.Pos
	for w, sequence := range c.sequences {
		for i, visited := range sequence {
			if _, left := c.out.Waits[barrier.Step{Warp: w, Op: i}]; !left {
				continue
			}
			if pos := visited.event.Position(); pos != e.Position() && !slices.Contains(list, pos) {
				list = append(list, pos)
			}
		}
	}
	return list
}

// executionSeenBy returns an execution of the case c, as seen by warp w, which arrives at p. If the solver finds none,
// it returns c.found.
func (n *interleavings) executionSeenBy(p *Barrier, c *interleavingCase, w int) *prove.Execution {
	j := n.j
	if answer, found := j.meet.Example(j.t.And(n.assumption, c.formula, p.Meeting.Reach, j.trace.Launch.IsWarp(w))); answer == smt.Yes {
		return found
	}
	return c.found
}

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

// In a block of known shape, formulas about shared unknowns determine the barriers that each warp executes, with their
// names and numbers of threads. Executions that agree in all of these are one case, in which each warp has one sequence of
// barriers. The sequences are run in all orders (package barrier):
//
//	if (warp == 0) { WAIT(1); WAIT(2); } else { WAIT(2); WAIT(1); }
//
// is one such case, in which the warps 0 and 1 wait for ever, and `if (n > 3) WAIT(1)` two.
// The first iterations of a summarised loop are unrolled if only their number matters. What a warp does after them is not
// known. If no warp ever gets so far, the cases are a proof. Otherwise they are examples, and the numbers of arrivals are
// compared (arrivalcounts.go).

// interleavings are the barriers that the warps of a block execute.
type interleavings struct {
	j *Judge
	// visits are in program order, iteration by iteration.
	visits []*visit
	// given holds in all executions: no warp ends the kernel in an error.
	given *term.Term
	cases []*interleavingCase
	// whole reports that the cases cover all executions, in all orders and to their end.
	whole bool
}

// visit is an event in one iteration of the loops around it: for each warp, whether it executes the event, and the name
// and number of threads that it passes. A visit without an event is an iteration that is not unrolled.
type visit struct {
	event                *trace.Event
	comes, name, threads []*term.Term
}

// interleavingCase is the set of executions that agree in the barriers of each warp.
type interleavingCase struct {
	formula *term.Term
	found   *prove.Execution
	ways    [][]*visit
	ops     [][]barrier.Op
	out     *barrier.Outcome
}

// someIterations are the numbers of iterations to which loops are unrolled, tried in this order.
var someIterations = []int{4, 16}

// barriers are the interleavings of the block, nil where it is not known.
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
		n = &interleavings{j: j, given: j.t.True}
		for w := range j.trace.Launch.Warps {
			view := j.trace.Launch.AsWarp(w)
			n.given = j.t.And(n.given, view.Rewrite(j.meet.Premise()), j.t.Not(view.Rewrite(j.trapped())))
		}
		if IsOwn(j.trapped()) || !n.unfold(events, n.entry(iterations)) {
			return last
		}
		if n.see(); slices.ContainsFunc(n.cases, (*interleavingCase).isDecided) {
			return n
		}
	}
	return n
}

// isDecided reports that some order shows how a case ends.
func (c *interleavingCase) isDecided() bool { return c.out.Passes || c.out.Hangs }

// IsCounted reports a barrier with a number of threads.
func IsCounted(e *trace.Event) bool { return !e.Awaits.IsNone() }

// isOneAnywhere reports a barrier that is the same one wherever it stands.
func isOneAnywhere(e *trace.Event) bool { return IsCounted(e) || e.Instr.Collective.IsByName() }

// iteration is one iteration of the loops around some events, outermost first.
type iteration struct {
	// limit is the number of iterations that are unrolled, depth that of the loops.
	limit, depth int
	// unknowns tell the iterations of the loops, and numbers say which this one is.
	unknowns, numbers []*term.Term
	// in says of each warp whether it is in this iteration of the loops.
	in []*term.Term
}

// entry is where the warps are before all loops.
func (n *interleavings) entry(limit int) iteration {
	return iteration{limit: limit, in: slices.Repeat([]*term.Term{n.j.t.True}, n.j.trace.Launch.Warps)}
}

// unfold adds what the warps come to in one iteration of the loops around some events; false where
// that is not known.
func (n *interleavings) unfold(events []*trace.Event, at iteration) bool {
	for len(events) > 0 {
		e := events[0]
		if len(e.Within) == at.depth {
			if len(n.visits) == maxVisits || !n.add(e, at) {
				return false
			}
			events = events[1:]
			continue
		}
		loop, end := e.LoopAt(at.depth), 1
		for end < len(events) && events[end].LoopAt(at.depth) == loop {
			end++
		}
		if !n.unroll(loop, events[:end], at) {
			return false
		}
		events = events[end:]
	}
	return true
}

// unroll unfolds the iterations of a loop.
func (n *interleavings) unroll(loop *trace.Loop, events []*trace.Event, at iteration) bool {
	t := n.j.t
	inner := iteration{limit: at.limit, depth: at.depth + 1, unknowns: append(slices.Clone(at.unknowns), loop.K, loop.Reached),
		in: slices.Clone(at.in)}
	for k := range at.limit {
		inner.numbers = append(slices.Clone(at.numbers), t.Const(32, uint64(k)), t.True)
		if !n.unfold(events, inner) {
			return false
		}
		for w := range inner.in {
			inner.in[w] = t.And(inner.in[w], n.goesRound(loop, inner, w))
		}
	}
	for w := range inner.in {
		n.given = t.And(n.given, n.endsInTime(loop, at, inner, w))
	}
	n.visits = append(n.visits, &visit{comes: inner.in})
	return true
}

// endsInTime says that a warp leaves a loop, which compares its counter, before that wraps
// around. A condition that does not hold from the first iteration on says nothing, nor does one that holds again behind
// the last (i != n).
func (n *interleavings) endsInTime(loop *trace.Loop, at, inner iteration, w int) *term.Term {
	t := n.j.t
	if !compares(t.Or(loop.Round.List()...), loop.K, orders) {
		return t.True
	}
	inIteration := func(k uint64) *term.Term {
		inner.numbers = append(slices.Clone(at.numbers), t.Const(32, k), t.True)
		return n.goesRound(loop, inner, w)
	}
	first, last := inIteration(0), inIteration(loop.K.Hi)
	if begins, _ := n.j.prover.Satisfiable(t.And(last, t.Not(first))); begins != smt.No {
		return t.True
	}
	return t.Not(last)
}

// goesRound says when a warp goes round again after an iteration of a loop.
func (n *interleavings) goesRound(loop *trace.Loop, at iteration, w int) *term.Term {
	return n.j.trace.Launch.AsWarp(w).Rewrite(n.j.t.Replace(n.j.t.Or(loop.Round.List()...), at.unknowns, at.numbers))
}

// add adds one visit of the warps; false where it is not told by what they have in common, or
// by what one iteration computes for the next.
func (n *interleavings) add(e *trace.Event, at iteration) bool {
	t := n.j.t
	c := &visit{event: e}
	comes := n.j.meet.At(e).Reach
	decisive := append([]*term.Term{comes}, e.Name.List()...)
	if IsCounted(e) {
		decisive = append(decisive, e.Awaits.List()...)
	}
	if e.Instr.Collective.IsForLanes() && !e.Guard.IsUniform() || len(e.Within) > 0 && !isPlain(e, decisive...) {
		return false
	}
	for w, here := range at.in {
		view := n.j.trace.Launch.AsWarp(w)
		see := func(x *term.Term) *term.Term { return view.Rewrite(t.Replace(x, at.unknowns, at.numbers)) }
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

// see looks at the executions, case by case.
func (n *interleavings) see() {
	for rest := n.given; len(n.cases) < maxCases; {
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

// newCase are the executions that are like one; nil where a warp comes to two barriers in no
// order, or to one that there is not.
func (n *interleavings) newCase(found *prove.Execution) *interleavingCase {
	t, warps := n.j.t, n.j.trace.Launch.Warps
	c := &interleavingCase{formula: t.True, found: found, ways: make([][]*visit, warps), ops: make([][]barrier.Op, warps)}
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

// take adds a visit to the way of a warp; false where it is none.
func (c *interleavingCase) take(n *interleavings, w int, at *visit) bool {
	op := barrier.Op{Beyond: true}
	if at.event != nil {
		for _, x := range []*term.Term{at.name[w], at.threads[w]} {
			c.formula = n.j.t.And(c.formula, n.j.t.Eq(x, n.j.t.Const(x.Bits, c.found.Value(x))))
		}
		var valid bool
		op, valid = at.op(c.found, w)
		last := len(c.ways[w]) - 1
		if !valid || last >= 0 && n.j.trace.Order(c.ways[w][last].event.Point, at.event.Point) == trace.Incomparable {
			return false
		}
	}
	c.ways[w], c.ops[w] = append(c.ways[w], at), append(c.ops[w], op)
	return true
}

// op is what a warp does there in an execution.
func (v *visit) op(found *prove.Execution, w int) (op barrier.Op, valid bool) {
	name, threads := found.Value(v.name[w]), found.Value(v.threads[w])
	op = barrier.Op{Name: int(name), Warps: int(threads / warp.Size), Arrives: v.event.OnlyArrives()}
	return op, name < barrier.Names && (threads > 0 || !IsCounted(v.event)) && threads%warp.Size == 0
}

// waitsAt is a step at which some order leaves a warp waiting for ever at an event.
func (c *interleavingCase) waitsAt(e *trace.Event) (at barrier.Step, waits bool) {
	for w, way := range c.ways {
		for i, come := range way {
			at = barrier.Step{Warp: w, Op: i}
			if _, left := c.out.Waits[at]; left && come.event == e {
				return at, true
			}
		}
	}
	return at, false
}

// alwaysHangs reports that whenever a warp comes to an event, some wait for ever under the name
// that it passes, in all orders.
func (n *interleavings) alwaysHangs(e *trace.Event) bool {
	for _, c := range n.cases {
		for w, way := range c.ways {
			for i, come := range way {
				if come.event == e && !c.out.Always(c.ops[w][i].Name) {
					return false
				}
			}
		}
	}
	return n.whole
}

// hanging: the warps come to a barrier with a number in an order in which some wait for ever,
// or in all orders.
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

// hangIn is what a case shows.
func (b *Barrier) hangIn(n *interleavings, c *interleavingCase, at barrier.Step) *Hang {
	h := &Hang{Found: n.picture(b, c, at.Warp), Detail: c.detailOf(at), Imprecision: b.event.Imprecision, InAll: true}
	if b.event.Imprecision.IsNone() && n.alwaysHangs(b.event) {
		h = b.always(h)
	}
	switch {
	case !c.out.Passes:
		h.Related = c.others(b.event)
	case b.event.Imprecision.IsNone() && n.runsAhead(b.event):
		h = b.always(h)
	default:
		h.Imprecision = notOrdered
	}
	return h
}

// detailOf is why a warp waits for ever.
func (c *interleavingCase) detailOf(at barrier.Step) detail.Detail {
	how, awaited := c.out.Waits[at], c.ops[at.Warp][at.Op].Warps*warp.Size
	if awaited == 0 {
		awaited = len(c.ops) * warp.Size
	}
	switch {
	case how.Unlike > 0:
		return detail.UnequalThreads{Awaited: awaited, Others: how.Unlike * warp.Size}
	case c.out.Passes:
		return detail.AnyOrder{Awaited: awaited}
	}
	return detail.Stuck{Awaited: awaited, Coming: how.Come * warp.Size}
}

// others are where other warps wait for ever meanwhile.
func (c *interleavingCase) others(e *trace.Event) []source.Pos {
	var list []source.Pos
	for w, way := range c.ways {
		for i, come := range way {
			if _, left := c.out.Waits[barrier.Step{Warp: w, Op: i}]; !left {
				continue
			}
			if at := come.event.Position(); at != e.Position() && !slices.Contains(list, at) {
				list = append(list, at)
			}
		}
	}
	return list
}

// picture is an execution of a case as a warp sees it that comes to an event.
func (n *interleavings) picture(p *Barrier, c *interleavingCase, w int) *prove.Execution {
	j := n.j
	if answer, found := j.meet.Example(j.t.And(n.given, c.formula, p.Meeting.Reach, j.trace.Launch.IsWarp(w))); answer == smt.Yes {
		return found
	}
	return c.found
}

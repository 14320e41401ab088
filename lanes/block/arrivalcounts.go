package block

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// A barrier with a number of threads lets exactly this many threads pass at a time. Call this a round. Several rounds
// may follow each other at one name (the number of the barrier). The block can only get past the barrier if the
// arrivals at the name can be divided into rounds. A warp that waits takes part in a round once. An arrival without a
// wait may be left over. Let W be the number of waits, W(w) the number of waits of warp w, A the number of arrivals
// without a wait, and m the number of warps in a round. Then there must be a number r of rounds with
//
//	r >= W(w) for all w    and    W <= r*m <= W+A
//
// If more warps arrive at a name than take part in a round, the order of arrival decides which warps meet. If W(w)+A(w)
// is at most one for each warp, and the sum is a multiple of m, the last round is full in every order. Otherwise some
// order leaves a warp waiting. Such an order is found as follows. A warp w that waits twice arrives last, and any m
// other warps meet as long as there are m others. Then the remaining warps are too few for a round with w, or some of
// them arrive less often than w waits. So
//
//	if (warp == 0) { WAIT(1); WAIT(1); } else WAIT(1);
//
// hangs with three warps in the block and two in a round, if warps 1 and 2 arrive first. All these conditions are
// checked for each epoch separately (epoch.go). For the order in which warps arrive at several names, only the first
// iterations of loops are checked (interleavings.go).
//
// The number of arrivals of a warp is a sum over the events. An event in a summarised loop must be executed in every
// iteration that takes the back edge, or never. There are two exceptions: the last few of these iterations may skip the
// event, and the iteration that leaves the loop may execute it. The number of iterations is an unknown t. The condition
// of the back edge is known for the last two iterations:
//
//	for (k = 0; k < n; k++)    not t < n,  and t == 0 or t-1 < n
//
// All loops with the same condition share one unknown t. The number of arrivals is arbitrary in three cases: the event
// is in nested loops, the condition depends on values that the iterations compute, or the condition compares no
// counter. Events with the same conditions share this arbitrary number. Arbitrary numbers are not compared with others.

// arrivalCounts counts how often each warp of a block arrives at the barriers of one name.
type arrivalCounts struct {
	j *Judge
	// name is the number of the barrier. threads is the number of threads in a round, a multiple of the warp size.
	name    *term.Term
	threads int
	// events lists the events of one epoch (the events between two barriers of the whole block). names holds, for each
	// event, the name that each warp passes. inIteration reports whether the epoch lies within one iteration of a loop.
	events      []*trace.Event
	names       map[*trace.Event][]*term.Term
	inIteration bool
	// whole reports whether all arrivals at the name form one epoch.
	whole bool
	// waits holds, for each warp, how often it waits. arrives holds how often it arrives without waiting.
	waits, arrives []*term.Term
	// assumption is a condition that the unknown numbers of iterations satisfy. brief states that these numbers are
	// small.
	assumption, brief *term.Term
	// assumed is the premise of the rendezvous, for every warp. It is about one arbitrary iteration of each loop, with
	// the same number for all warps. An iteration that satisfies it always exists, because the premise holds in the
	// first one.
	assumed *term.Term
	// trapped is the formula that some warp ends the kernel by a trap. A trap ends all warps, so no warp waits for
	// ever.
	trapped *term.Term
	// imprecision states why some event is not exact.
	imprecision trace.Imprecision
}

// iterationsOrigin is the origin of an unknown number of iterations. timesOrigin is the origin of an arbitrary number
// of arrivals, which is not compared with other numbers.
type (
	iterationsOrigin struct{}
	timesOrigin      struct{}
)

// notOrdered is the imprecision of a hang that occurs only if warps arrive in certain orders.
var notOrdered = trace.Imprecision{Kind: trace.OrderOfArrival, Reason: "which warps meet depends on the order of their arrival"}

// uneven finds warps that wait for ever because the arrivals at a name of the barrier do not form whole rounds, or
// form them only in some orders. The hang is reported at the last wait of a warp.
func (b *Barrier) uneven() Outcome {
	names := b.j.constantIn(b.event, b.event.Name)
	all := Outcome{Compared: names != nil}
	for i, name := range names {
		if name == nil || slices.Contains(names[:i], name) {
			continue
		}
		o := b.unevenAt(name)
		all.Open = all.Open || o.Open
		if o.Hang != nil {
			return Outcome{Hang: o.Hang, Open: all.Open, Compared: true}
		}
		all.Compared = all.Compared && o.Compared
	}
	return all
}

// unevenAt looks for a hang at one name of the barrier. It asks first whether the arrivals do not form whole rounds
// (uneven), then whether a warp waits for ever in some orders only (unordered). The outcome is empty if the arrivals
// cannot be counted or compared.
func (b *Barrier) unevenAt(name *term.Term) Outcome {
	j := b.j
	a := j.countArrivals(b.event, name)
	if a == nil {
		return Outcome{}
	}
	for _, question := range []struct {
		wrong  *term.Term
		answer func(*arrivalCounts, *term.Term, *prove.Execution) *Hang
	}{{a.uneven(), b.unevenHang}, {a.unordered(), b.unorderedHang}} {
		if !question.wrong.IsFalse() && !a.isCompared() {
			return Outcome{}
		}
		wrong := j.t.And(j.meet.Premise(), a.assumed, a.assumption, j.t.Not(a.trapped), a.isLastWait(b), question.wrong)
		switch answer, found := a.shortest(wrong); answer {
		case smt.Undecided:
			return Outcome{Open: true, Compared: true}
		case smt.Yes:
			return Outcome{Hang: question.answer(a, question.wrong, found), Compared: true}
		}
	}
	return Outcome{Compared: true}
}

// shortest finds an execution in which f is true, if possible one with few iterations.
func (a *arrivalCounts) shortest(f *term.Term) (smt.Answer, *prove.Execution) {
	if answer, found := a.j.meet.Example(a.j.t.And(f, a.brief)); answer == smt.Yes {
		return answer, found
	}
	return a.j.meet.Example(f)
}

// isCompared reports whether the number of arrivals of each warp is known, so that it can be compared. It returns false
// if some number is arbitrary (timesOrigin).
func (a *arrivalCounts) isCompared() bool {
	return !term.Any(slices.Concat(a.waits, a.arrives), func(x *term.Term) bool { return x.Origin == timesOrigin{} })
}

// unorderedHang returns the hang of warps that arrive in an order in which some wait for ever.
func (b *Barrier) unorderedHang(a *arrivalCounts, _ *term.Term, found *prove.Execution) *Hang {
	return &Hang{Found: found, Detail: detail.AnyOrder{Awaited: a.threads}, Imprecision: notOrdered, InAll: true}
}

// unevenHang returns the hang of warps whose arrivals do not form whole rounds.
func (b *Barrier) unevenHang(a *arrivalCounts, uneven *term.Term, found *prove.Execution) *Hang {
	t, rounds := b.j.t, detail.UnevenRounds{Awaited: a.threads, InEpoch: !a.whole}
	if arriving := a.allArrivals(); arriving.IsConst() {
		rounds.Arriving = warp.Size * int(arriving.K)
	}
	h := &Hang{Found: found, Detail: rounds, Imprecision: a.imprecision, InAll: true}
	if a.imprecision.IsNone() && !IsOwn(t.And(a.assumption, uneven)) && b.Meeting.Cannot(t.And(a.assumed, a.assumption, t.Not(uneven))) {
		h = b.markAlways(h)
	}
	return h
}

// countedName is a name that lanes pass to an event.
type countedName struct {
	event *trace.Event
	name  *term.Term
}

// countArrivals counts the arrivals at a name in the epoch of e. It returns nil if they cannot be counted. That is so
// if the block, a name or a number of threads is not known, if the block does not consist of whole warps, or if the
// barriers wait for different numbers of threads. It is also so if the trace has notes, because the code that they are
// about may hide arrivals.
func (j *Judge) countArrivals(e *trace.Event, name *term.Term) *arrivalCounts {
	shape := j.trace.Launch.Shape
	if !shape.Known() || shape.Threads()%warp.Size != 0 || len(j.trace.Notes) > 0 {
		return nil
	}
	a, counted := j.arrivalCounts[countedName{e, name}]
	if !counted {
		if a = j.count(e, name); a != nil {
			for _, f := range a.events {
				j.arrivalCounts[countedName{f, name}] = a
			}
		}
		j.arrivalCounts[countedName{e, name}] = a
	}
	return a
}

// constantIn returns, for each warp of a known block, the constant value of v that the warp passes to e. If all lanes
// of the guard pass one constant, each entry is this constant. Otherwise the entry of a warp that does not arrive is
// nil. The whole result is nil if some warp passes a value that is not constant.
func (j *Judge) constantIn(e *trace.Event, v vector.Vec) []*term.Term {
	list := make([]*term.Term, j.trace.Launch.Warps)
	if one := constantWhere(v, e.Guard); one != nil {
		return slices.Repeat([]*term.Term{one}, j.trace.Launch.Warps)
	}
	for w := range list {
		view := j.trace.Launch.AsWarp(w)
		guard := vector.Map1(e.Guard, func(x *term.Term) *term.Term { return view.Rewrite(x) })
		if guard.IsFalse() {
			continue
		}
		list[w] = constantWhere(vector.Map1(v, func(x *term.Term) *term.Term { return view.Rewrite(x) }), guard)
		if list[w] == nil {
			return nil
		}
	}
	return list
}

// constantWhere returns the constant that v has in all lanes of guard, nil if there is none.
func constantWhere(v, guard vector.Vec) *term.Term {
	if v.IsNone() {
		return nil
	}
	if x := v.UniformWhere(guard); x != nil && x.IsConst() {
		return x
	}
	return nil
}

func (j *Judge) count(e *trace.Event, name *term.Term) *arrivalCounts {
	all, threads := j.eventsNamed(name)
	if threads == nil || threads.K == 0 || threads.K%warp.Size != 0 {
		return nil
	}
	a := &arrivalCounts{j: j, name: name, threads: int(threads.K), assumption: j.t.True, brief: j.t.True, assumed: j.t.True, trapped: j.t.False,
		names: map[*trace.Event][]*term.Term{}}
	a.events, a.inIteration = j.epoch(e, all)
	a.whole = len(a.events) == len(all) && !a.inIteration
	for _, f := range a.events {
		a.names[f] = j.constantIn(f, f.Name)
		if a.imprecision.IsNone() {
			a.imprecision = f.Imprecision
		}
	}
	for w := range j.trace.Launch.Warps {
		view, waits, arrives := j.trace.Launch.AsWarp(w), j.t.Const(64, 0), j.t.Const(64, 0)
		a.assumed = j.t.And(a.assumed, view.Rewrite(j.meet.Premise()))
		a.trapped = j.t.Or(a.trapped, view.Rewrite(j.trapped()))
		for _, f := range a.events {
			switch seen := j.otherWarpAt(f, w).view; {
			case !a.isNamed(f, w):
			case f.OnlyArrives():
				arrives = j.t.Add(arrives, a.times(f, seen))
			default:
				waits = j.t.Add(waits, a.times(f, seen))
			}
		}
		a.waits, a.arrives = append(a.waits, waits), append(a.arrives, arrives)
	}
	return a
}

// isNamed reports whether warp w passes the counted name when it executes e.
func (a *arrivalCounts) isNamed(e *trace.Event, w int) bool { return a.names[e][w] == a.name }

// eventsNamed lists the events to which some warp passes the name. threads is the number of threads for which all of
// them wait. It returns none in three cases:
//
//   - it is not known whether an event has the name,
//   - the numbers of threads differ,
//   - an event is not executed by whole warps.
func (j *Judge) eventsNamed(name *term.Term) (list []*trace.Event, threads *term.Term) {
	for _, f := range j.trace.Log.Events {
		c := f.Instr.Collective
		switch {
		case f.Opaque:
			return nil, nil
		case !c.IsNumbered():
			continue
		}
		names := j.constantIn(f, f.Name)
		switch {
		case names == nil:
			return nil, nil
		case !slices.Contains(names, name):
			continue
		}
		number := constantWhere(f.Awaits, f.Guard)
		if number == nil || threads != nil && number != threads || !c.Aligned && !f.Guard.IsUniform() {
			return nil, nil
		}
		list, threads = append(list, f), number
	}
	return list, threads
}

// trapped returns the formula that a warp ends the kernel by a trap.
func (j *Judge) trapped() *term.Term {
	f := j.t.False
	for _, r := range j.trace.Log.Retired {
		if r.Trap {
			f = j.t.Or(f, j.t.Or(r.Guard.List()...))
		}
	}
	return f
}

// isLastWait returns the formula that some warp waits at p and at no later event of the epoch. For each warp the
// condition appears twice: with the unknowns of the interpreted warp, and with the unknowns that stand for the other
// warp in the counts. If a warp reads memory at an address that is computed from its number, this gives both readings
// the same value.
func (a *arrivalCounts) isLastWait(p *Barrier) *term.Term {
	j := a.j
	if p.event.OnlyArrives() {
		return j.t.False
	}
	one := j.t.False
	for w := range j.trace.Launch.Warps {
		if !a.isNamed(p.event, w) {
			continue
		}
		last := p.Meeting.Reach
		for _, f := range a.events {
			if !f.OnlyArrives() && a.isNamed(f, w) && j.trace.Order(p.event.Point, f.Point) == trace.Before {
				last = j.t.And(last, j.t.Not(j.meet.At(f).Reach))
			}
		}
		one = j.t.Or(one, j.t.And(j.trace.Launch.IsWarp(w), last, j.otherWarpAt(p.event, w).view.Rewrite(last)))
	}
	return one
}

// sum adds up numbers, which has one entry per warp.
func (a *arrivalCounts) sum(numbers []*term.Term) *term.Term {
	sum := a.j.t.Const(64, 0)
	for _, n := range numbers {
		sum = a.j.t.Add(sum, n)
	}
	return sum
}

// allArrivals returns the number of arrivals of all warps, with or without a wait.
func (a *arrivalCounts) allArrivals() *term.Term { return a.j.t.Add(a.sum(a.waits), a.sum(a.arrives)) }

// round returns the number of warps whose arrivals complete the barrier once.
func (a *arrivalCounts) round() uint64 { return uint64(a.threads / warp.Size) }

// uneven returns the formula that the arrivals cannot be divided into rounds. It states that the arrivals fill too few
// whole rounds for some warp, or for all warps together. A warp that waits k times needs k rounds. If exactly the warps
// of one round wait, and no warp arrives without waiting, a simpler formula suffices: some warps wait more often than
// others.
func (a *arrivalCounts) uneven() *term.Term {
	t := a.j.t
	all, arriving := a.sum(a.waits), a.allArrivals()
	waits := slices.DeleteFunc(slices.Clone(a.waits), func(n *term.Term) bool { return n == t.Const(64, 0) })
	if uint64(len(waits)) == a.round() && arriving == all {
		alike := t.True
		for _, n := range waits {
			alike = t.And(alike, t.Eq(n, waits[0]))
		}
		return t.Not(alike)
	}
	short := t.ULt(a.inRounds(arriving), all)
	for _, n := range waits {
		short = t.Or(short, t.ULt(arriving, t.Mul(n, t.Const(64, a.round()))))
	}
	return short
}

// inRounds returns the number of arrivals rounded down to whole rounds. If the size of a round is no power of two, the
// result is an unknown with bounds in a.assumption, because a division is far harder for the solver.
func (a *arrivalCounts) inRounds(arriving *term.Term) *term.Term {
	t, round := a.j.t, a.round()
	rest := t.URem(arriving, t.Const(64, round))
	if rest.Op != term.URem || bits.OnesCount64(round) == 1 {
		return t.Sub(arriving, rest)
	}
	rounds := t.Var(fmt.Sprintf("rounds of %d in %d", round, arriving.ID), 64, 0, arriving.Hi/round, iterationsOrigin{})
	full := t.Mul(rounds, t.Const(64, round))
	a.assumption = t.And(a.assumption, t.Not(t.ULt(arriving, full)), t.ULt(arriving, t.AddConst(full, round)))
	return full
}

// unordered returns the formula for arrivals with which a warp waits for ever in some orders only. There are two cases.
// First, more warps arrive than a round has, and either a warp arrives again or the last round is not full. Second, the
// last round is not full, and a warp both waits and arrives without waiting. Its own arrivals may have filled the
// rounds before its wait.
func (a *arrivalCounts) unordered() *term.Term {
	t := a.j.t
	none, most := t.Const(64, 0), uint64(0)
	warps, again, hasArrived := none, t.False, t.False
	for w := range a.waits {
		if n := t.Add(a.waits[w], a.arrives[w]); n != none {
			warps, most = t.Add(warps, a.j.oneIf(t.Not(t.Eq(n, none)))), most+1
			again = t.Or(again, t.ULt(t.Const(64, 1), n))
		}
		hasArrived = t.Or(hasArrived, t.And(t.ULt(none, a.waits[w]), t.ULt(none, a.arrives[w])))
	}
	if a.round() == 1 || most <= a.round() && hasArrived.IsFalse() {
		return t.False
	}
	left := t.Not(t.Eq(a.inRounds(a.allArrivals()), a.allArrivals()))
	wrong := t.And(hasArrived, left)
	if most > a.round() {
		wrong = t.Or(wrong, t.And(t.ULt(t.Const(64, a.round()), warps), t.Or(again, left)))
	}
	return wrong
}

// times returns how often a warp executes f. view rewrites terms to those of this warp.
func (a *arrivalCounts) times(f *trace.Event, view *term.Rewriter) *term.Term {
	t := a.j.t
	reached := a.j.meet.At(f).Reach
	switch once := view.Rewrite(reached); {
	case once.IsFalse():
		return t.Const(64, 0)
	case len(f.Within) == 0, a.inIteration:
		return a.j.oneIf(once)
	}
	plain := isPlain(f, reached)
	conditions := []*term.Term{a.spelled(f, reached, plain, view)}
	for _, s := range f.Within {
		conditions = append(conditions, a.spelled(f, t.Or(s.Round.List()...), plain, view))
	}
	if plain && len(f.Within) == 1 {
		if n := a.iterations(f.Within[0], conditions[0], conditions[1]); n != nil {
			return n
		}
	}
	name := "times"
	for _, c := range conditions {
		name += fmt.Sprintf(" %d", c.ID)
	}
	return t.ZExt(t.Unknown(name, 32, timesOrigin{}), 64)
}

// iterations returns how often a warp executes an event of the loop s. reached is the condition of the event, and
// repeats that of the back edge. It returns nil if the loop may never end, or if an iteration other than the last few
// may skip the event.
func (a *arrivalCounts) iterations(s *trace.Loop, reached, repeats *term.Term) *term.Term {
	t := a.j.t
	if !ends(repeats, a.iteration(s, 0)) {
		return nil
	}
	late, few := a.iterationsMissed(s, reached, repeats)
	if !few {
		return nil
	}
	iterations := t.Var(fmt.Sprintf("iterations %d", repeats.ID), 32, 0, s.K.Hi, iterationsOrigin{})
	at := func(f, iteration *term.Term) *term.Term {
		return t.Replace(f, []*term.Term{a.iteration(s, 0)}, []*term.Term{iteration})
	}
	a.brief = t.And(a.brief, t.ULt(iterations, t.Const(32, fewIterations)))
	none := t.Eq(iterations, t.Const(32, 0))
	a.assumption = t.And(a.assumption, t.Not(at(repeats, iterations)), t.Or(none, at(repeats, t.Sub(iterations, t.Const(32, 1)))))
	from := func(distance uint64) *term.Term { return t.Sub(iterations, t.Const(32, distance)) }
	times := t.Ite(t.ULt(iterations, t.Const(32, late)), t.Const(64, 0), t.ZExt(from(late), 64))
	for back := range late + 1 {
		reachedThen := t.And(t.Not(t.ULt(iterations, t.Const(32, back))), at(reached, from(back)))
		times = t.Add(times, a.j.oneIf(reachedThen))
	}
	return times
}

// iterationsMissed returns how many iterations at the end of a loop may skip an event. The iteration that leaves the
// loop does not count. The result is 1 in
//
//	for (i = 0; i < n; i++) { ...; if (i + 1 < n) ARRIVE(1); }
//
// All earlier iterations execute the event. isKnown is false if an earlier iteration may skip it too.
func (a *arrivalCounts) iterationsMissed(s *trace.Loop, reached, repeats *term.Term) (iterations uint64, isKnown bool) {
	t, iteration := a.j.t, a.iteration(s, 0)
	for late := range uint64(maxLate + 1) {
		follows := t.Replace(repeats, []*term.Term{iteration}, []*term.Term{t.AddConst(iteration, late)})
		if skips, _ := a.j.prover.Satisfiable(t.And(follows, t.Not(reached))); skips == smt.No {
			return late, true
		}
	}
	return 0, false
}

// ends reports whether the loop surely ends: the condition of the back edge compares the counter of the loop, and the
// counter does not wrap around.
func ends(repeats, iteration *term.Term) bool {
	return compares(repeats, iteration, orders|term.OpsOf(term.Eq))
}

// orders holds the comparisons that are true for a counter below a bound and false for one above it.
var orders = term.OpsOf(term.SLt, term.ULt)

// compares reports whether repeats, the condition of the back edge, compares the counter of the loop by one of the
// operators.
func compares(repeats, iteration *term.Term, operators term.Ops) bool {
	conditions := []*term.Term{repeats}
	if repeats.Op == term.And {
		conditions = repeats.Args
	}
	return slices.ContainsFunc(conditions, func(c *term.Term) bool {
		if c.Op == term.Not {
			c = c.Args[0]
		}
		return term.OpsOf(c.Op)&operators != 0 && slices.ContainsFunc(c.Args, func(x *term.Term) bool {
			return x == iteration || x.Op == term.Add && slices.Contains(x.Args, iteration)
		})
	})
}

// iteration returns the unknown for the iteration number of a loop at a depth. Loops with equal bounds share it.
func (a *arrivalCounts) iteration(s *trace.Loop, depth int) *term.Term {
	return a.j.t.Var(fmt.Sprintf("iteration%d<%d", depth, s.K.Hi), 32, 0, s.K.Hi, iterationsOrigin{})
}

// isPlain reports whether the conditions of the back edges of the loops around f, and the formulas, depend only on
// iteration numbers and on values from before the loops.
func isPlain(f *trace.Event, formulas ...*term.Term) bool {
	outermost := f.Within[len(f.Within)-1]
	for _, s := range f.Within {
		if !s.AsOne {
			return false
		}
		formulas = append(formulas, s.Round.List()...)
	}
	number := func(x *term.Term) bool {
		for _, s := range f.Within {
			if x == s.K || x == s.Reached {
				return true
			}
		}
		return false
	}
	return !term.Any(formulas, func(x *term.Term) bool { return outermost.Computes(x) && !number(x) })
}

// spelled rewrites x, a formula about an arbitrary iteration of the loops around f, for the warp of view. If plain is
// set, it replaces the iteration numbers in x by unknowns that loops with equal bounds share (iteration).
func (a *arrivalCounts) spelled(f *trace.Event, x *term.Term, plain bool, view *term.Rewriter) *term.Term {
	t := a.j.t
	if plain {
		var parts, by []*term.Term
		for i, s := range f.Within {
			parts = append(parts, s.K, s.Reached)
			by = append(by, a.iteration(s, i), t.True)
		}
		x = t.Replace(x, parts, by)
	}
	return view.Rewrite(x)
}

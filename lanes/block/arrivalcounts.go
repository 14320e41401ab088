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

// A barrier with a number of threads is passed by so many at a time, again and again under
// one name. Of all that come to a name in an execution none waits for ever only if they
// can be parted into rounds of that many. A warp that waits takes part once in a round, and
// what only arrives may be left over. With W waits, W(w) of them by warp w, A arrivals and m
// warps in a round, there must be a number r of rounds with
//
//	r >= W(w) for all w    and    W <= r*m <= W+A
//
// Where more warps come to a name than take part in a round, the order in which they come
// decides who meets whom. Let W(w)+A(w) be one at most for all of them, and their sum a
// multiple of m: whoever comes first, the last round is full as well. Otherwise some order
// leaves a warp waiting. One that waits twice stands aside while others meet, as long as
// there are m of them; then too few are left for it, or as many as a round takes, of which
// some come less often than it does. So
//
//	if (warp == 0) { WAIT(1); WAIT(1); } else WAIT(1);
//
// hangs when the warps 1 and 2 come first. All of this is asked of an epoch by itself
// (epoch.go). In what order warps come to several names is asked of the first iterations only
// (interleavings.go).
//
// How often a warp comes is a sum over the events. One in a summarised loop comes in every
// iteration that goes round again, if it does and maybe not in the last few, and maybe in the last.
// The number of iterations is an unknown t that is told by the last two:
//
//	for (k = 0; k < n; k++)    not t < n,  and t == 0 or t-1 < n
//
// and one unknown for all loops that are left on the same condition. Where the condition
// rests on what the iterations compute or compares no counter, or the event is in a loop within
// a loop, how often it comes is any number, the same for events with the same conditions.
// What differs only by such numbers is not compared.

// arrivalCounts is how often the warps of a block come to the barriers of one name.
type arrivalCounts struct {
	j *Judge
	// name is that of the barrier, threads are those of a round, a multiple of a warp.
	name    *term.Term
	threads int
	// events are those of an epoch, and names what each warp passes to them; inIteration says that
	// it lies within an iteration of a loop.
	events      []*trace.Event
	names       map[*trace.Event][]*term.Term
	inIteration bool
	// whole reports that the name has one epoch.
	whole bool
	// waits says of each warp how often it waits, arrives how often it only arrives.
	waits, arrives []*term.Term
	// given is what the numbers of iterations satisfy; brief says that they are few.
	given, brief *term.Term
	// assumed is what may be assumed of every warp, also about an iteration of each loop: the first one has it, so that
	// a number of one is no unknown of a warp.
	assumed *term.Term
	// trapped says when a warp ends the kernel in an error: nobody waits for ever then.
	trapped *term.Term
	// imprecision is why some event is not exact.
	imprecision trace.Imprecision
}

// iterationsOrigin is that of a number of iterations, timesOrigin that of how often something comes
// that is not compared with anything else.
type (
	iterationsOrigin struct{}
	timesOrigin      struct{}
)

// notOrdered is why a barrier with a number is not exact where the order decides.
var notOrdered = trace.Imprecision{Kind: trace.OrderOfArrival, Reason: "which warps meet depends on the order of their arrival"}

// uneven: those that come to a barrier's name in the whole of an execution are no whole
// number of rounds, or come in any order, and some wait for ever. It is told at the last
// wait of a warp.
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

// unevenAt is uneven of one of the names that the warps pass.
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
		wrong := j.t.And(j.meet.Premise(), a.assumed, a.given, j.t.Not(a.trapped), a.isLastWait(b), question.wrong)
		switch answer, found := a.shortest(wrong); answer {
		case smt.Undecided:
			return Outcome{Open: true, Compared: true}
		case smt.Yes:
			return Outcome{Hang: question.answer(a, question.wrong, found), Compared: true}
		}
	}
	return Outcome{Compared: true}
}

// shortest is an execution that makes a formula true, of few iterations where there is one.
func (a *arrivalCounts) shortest(f *term.Term) (smt.Answer, *prove.Execution) {
	if answer, found := a.j.meet.Example(a.j.t.And(f, a.brief)); answer == smt.Yes {
		return answer, found
	}
	return a.j.meet.Example(f)
}

// isCompared reports that how often each warp comes is told by more than a name: a loop that
// has but a name for the number of its iterations may never end.
func (a *arrivalCounts) isCompared() bool {
	return !term.Any(slices.Concat(a.waits, a.arrives), func(x *term.Term) bool { return x.Origin == timesOrigin{} })
}

// unorderedHang tells that warps come in an order in which some wait for ever.
func (b *Barrier) unorderedHang(a *arrivalCounts, _ *term.Term, found *prove.Execution) *Hang {
	return &Hang{Found: found, Detail: detail.AnyOrder{Awaited: a.threads}, Imprecision: notOrdered, InAll: true}
}

// unevenHang tells that those who come are no whole number of rounds.
func (b *Barrier) unevenHang(a *arrivalCounts, uneven *term.Term, found *prove.Execution) *Hang {
	t, rounds := b.j.t, detail.UnevenRounds{Awaited: a.threads, InEpoch: !a.whole}
	if come := a.coming(); come.IsConst() {
		rounds.Coming = warp.Size * int(come.K)
	}
	h := &Hang{Found: found, Detail: rounds, Imprecision: a.imprecision, InAll: true}
	if a.imprecision.IsNone() && !IsOwn(t.And(a.given, uneven)) && b.Meeting.Cannot(t.And(a.assumed, a.given, t.Not(uneven))) {
		h = b.always(h)
	}
	return h
}

// countedName is a name that an event passes.
type countedName struct {
	event *trace.Event
	name  *term.Term
}

// countArrivals counts those that come to a name of an event; nil where they cannot be
// counted: where the block, a name or a number is not known, or the numbers differ.
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

// constantIn lists what each warp of a known block passes to an event, nil for one that does
// not come; none where that is not a constant for some warp.
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

// constantWhere is the constant that all lanes of a guard pass, nil where there is none.
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
	all, threads := j.comingTo(name)
	if threads == nil || threads.K == 0 || threads.K%warp.Size != 0 {
		return nil
	}
	a := &arrivalCounts{j: j, name: name, threads: int(threads.K), given: j.t.True, brief: j.t.True, assumed: j.t.True, trapped: j.t.False,
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

// isNamed reports that a warp that comes to one of the events comes to the name.
func (a *arrivalCounts) isNamed(e *trace.Event, w int) bool { return a.names[e][w] == a.name }

// comingTo lists the events of a name, and the number of threads that all of them pass; none
// where one may have the name or not, or passes another number, or is not one of whole warps.
func (j *Judge) comingTo(name *term.Term) (list []*trace.Event, threads *term.Term) {
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

// trapped says when a warp ends the kernel in an error.
func (j *Judge) trapped() *term.Term {
	f := j.t.False
	for _, r := range j.trace.Log.Retired {
		if r.Trap {
			f = j.t.Or(f, j.t.Or(r.Guard.List()...))
		}
	}
	return f
}

// isLastWait says when a warp waits at an event and at none of the epoch after it. What is
// read at an address that the warp's number gives is what is read there for the block.
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

// sum is how often all warps come, of what is told of each.
func (a *arrivalCounts) sum(each []*term.Term) *term.Term {
	sum := a.j.t.Const(64, 0)
	for _, n := range each {
		sum = a.j.t.Add(sum, n)
	}
	return sum
}

// coming is how often all warps come, whether they wait or not.
func (a *arrivalCounts) coming() *term.Term { return a.j.t.Add(a.sum(a.waits), a.sum(a.arrives)) }

// round is the number of warps in a round.
func (a *arrivalCounts) round() uint64 { return uint64(a.threads / warp.Size) }

// uneven says when there is no number of rounds for those that come: the fewest rounds are
// as many as one warp waits, or as all that wait need, and more have to come for them than
// do. Where just as many warps wait as a round takes, and none arrives, each waits as often as
// the others.
func (a *arrivalCounts) uneven() *term.Term {
	t := a.j.t
	all, come := a.sum(a.waits), a.coming()
	waits := slices.DeleteFunc(slices.Clone(a.waits), func(n *term.Term) bool { return n == t.Const(64, 0) })
	if uint64(len(waits)) == a.round() && come == all {
		alike := t.True
		for _, n := range waits {
			alike = t.And(alike, t.Eq(n, waits[0]))
		}
		return t.Not(alike)
	}
	short := t.ULt(a.inRounds(come), all)
	for _, n := range waits {
		short = t.Or(short, t.ULt(come, t.Mul(n, t.Const(64, a.round()))))
	}
	return short
}

// inRounds is how many of those that come make whole rounds. Their number is far simpler to
// find than to divide by what is no power of two.
func (a *arrivalCounts) inRounds(come *term.Term) *term.Term {
	t, round := a.j.t, a.round()
	rest := t.URem(come, t.Const(64, round))
	if rest.Op != term.URem || bits.OnesCount64(round) == 1 {
		return t.Sub(come, rest)
	}
	rounds := t.Var(fmt.Sprintf("rounds of %d in %d", round, come.ID), 64, 0, come.Hi/round, iterationsOrigin{})
	full := t.Mul(rounds, t.Const(64, round))
	a.given = t.And(a.given, t.Not(t.ULt(come, full)), t.ULt(come, t.AddConst(full, round)))
	return full
}

// unordered says when some order in which the warps come leaves one waiting, though
// another order does not: more of them come than a round takes, and one comes again or the
// last round is not full. Nor is it where a warp that waits has arrived before: its own arrivals may have
// made rounds without it.
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
	left := t.Not(t.Eq(a.inRounds(a.coming()), a.coming()))
	wrong := t.And(hasArrived, left)
	if most > a.round() {
		wrong = t.Or(wrong, t.And(t.ULt(t.Const(64, a.round()), warps), t.Or(again, left)))
	}
	return wrong
}

// times is how often a warp comes to an event.
func (a *arrivalCounts) times(f *trace.Event, view *term.Rewriter) *term.Term {
	t := a.j.t
	comes := a.j.meet.At(f).Reach
	switch once := view.Rewrite(comes); {
	case once.IsFalse():
		return t.Const(64, 0)
	case len(f.Within) == 0, a.inIteration:
		return a.j.oneIf(once)
	}
	plain := isPlain(f, comes)
	conditions := []*term.Term{a.spelled(f, comes, plain, view)}
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

// iterations is how often an event of a loop comes that comes in every iteration but maybe the last few;
// nil for another, and where the loop may never end.
func (a *arrivalCounts) iterations(s *trace.Loop, comes, again *term.Term) *term.Term {
	t := a.j.t
	if !ends(again, a.iteration(s, 0)) {
		return nil
	}
	late, few := a.late(s, comes, again)
	if !few {
		return nil
	}
	iterations := t.Var(fmt.Sprintf("iterations %d", again.ID), 32, 0, s.K.Hi, iterationsOrigin{})
	at := func(f, iteration *term.Term) *term.Term {
		return t.Replace(f, []*term.Term{a.iteration(s, 0)}, []*term.Term{iteration})
	}
	a.brief = t.And(a.brief, t.ULt(iterations, t.Const(32, fewIterations)))
	none := t.Eq(iterations, t.Const(32, 0))
	a.given = t.And(a.given, t.Not(at(again, iterations)), t.Or(none, at(again, t.Sub(iterations, t.Const(32, 1)))))
	from := func(back uint64) *term.Term { return t.Sub(iterations, t.Const(32, back)) }
	times := t.Ite(t.ULt(iterations, t.Const(32, late)), t.Const(64, 0), t.ZExt(from(late), 64))
	for back := range late + 1 {
		comesThen := t.And(t.Not(t.ULt(iterations, t.Const(32, back))), at(comes, from(back)))
		times = t.Add(times, a.j.oneIf(comesThen))
	}
	return times
}

// late is the number of iterations before the last that an event may be absent from, like 1 in
//
//	for (i = 0; i < n; i++) { ...; if (i + 1 < n) ARRIVE(1); }
//
// It comes in each iteration after which so many more follow that go round again. False where it
// may be absent from others.
func (a *arrivalCounts) late(s *trace.Loop, comes, again *term.Term) (iterations uint64, few bool) {
	t, iteration := a.j.t, a.iteration(s, 0)
	for late := range uint64(maxLate + 1) {
		follows := t.Replace(again, []*term.Term{iteration}, []*term.Term{t.AddConst(iteration, late)})
		if skips, _ := a.j.prover.Satisfiable(t.And(follows, t.Not(comes))); skips == smt.No {
			return late, true
		}
	}
	return 0, false
}

// ends reports a condition on which a loop goes round again that compares its counter,
// which does not wrap around.
func ends(again, iteration *term.Term) bool {
	return compares(again, iteration, orders|term.OpsOf(term.Eq))
}

// orders are the operators by which a counter is below a bound until it is not.
var orders = term.OpsOf(term.SLt, term.ULt)

// compares reports a condition on which a loop goes round again that compares its counter by some operator.
func compares(again, iteration *term.Term, by term.Ops) bool {
	conditions := []*term.Term{again}
	if again.Op == term.And {
		conditions = again.Args
	}
	return slices.ContainsFunc(conditions, func(c *term.Term) bool {
		if c.Op == term.Not {
			c = c.Args[0]
		}
		return term.OpsOf(c.Op)&by != 0 && slices.ContainsFunc(c.Args, func(x *term.Term) bool {
			return x == iteration || x.Op == term.Add && slices.Contains(x.Args, iteration)
		})
	})
}

// iteration is the number of the iteration of a loop at a depth, whichever loop it is.
func (a *arrivalCounts) iteration(s *trace.Loop, depth int) *term.Term {
	return a.j.t.Var(fmt.Sprintf("iteration%d<%d", depth, s.K.Hi), 32, 0, s.K.Hi, iterationsOrigin{})
}

// isPlain reports an event of loops of which who goes round again, as some formulas about it,
// depends on nothing that the iterations compute but their numbers.
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

// spelled is a formula about an arbitrary iteration of the loops around an event, for a warp: a
// plain one is spelled alike for all loops.
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

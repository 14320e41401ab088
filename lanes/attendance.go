package lanes

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
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
// In what order warps come, to one name or to several, is not asked.
//
// How often a warp comes is a sum over the events. One in a summarised loop comes in every
// turn that goes round again, if it does, and maybe in the last. The number of turns is an
// unknown t that is told by the last two:
//
//	for (k = 0; k < n; k++)    not t < n,  and t == 0 or t-1 < n
//
// and one unknown for all loops that are left on the same condition. Where the condition
// rests on what the turns compute or compares no counter, or the event is in a loop within
// a loop, how often it comes is any number, the same for events with the same conditions.
// What differs only by such numbers is not compared.

// attendance is how often the warps of a block come to the barriers of one name.
type attendance struct {
	in *interp
	// threads are those of a round, a multiple of a warp.
	threads int
	// waits says of each warp how often it waits, arrives how often all only arrive.
	waits   []*term.Term
	arrives *term.Term
	// given is what the numbers of turns satisfy, and what may be assumed of every warp;
	// brief says that the turns are few.
	given, brief *term.Term
	// trapped says when a warp ends the kernel in an error: nobody waits for ever then.
	trapped *term.Term
	// approximate is the reason why some event is not exact, "" for none.
	approximate string
}

// turnsOrigin is that of a number of turns, timesOrigin that of how often something comes
// that is not compared with anything else.
type (
	turnsOrigin struct{}
	timesOrigin struct{}
)

// fewTurns is more than an execution has that is easy to follow.
const fewTurns = 16

// notCompared is the reason why a barrier with a number is not exact.
const notCompared = "how often the other warps come is not compared"

// uneven: those that come to a barrier's name in the whole of an execution are no whole
// number of rounds, and some wait for ever. It is told at the last wait of a warp.
func (f *Fact) uneven() []Verdict {
	p, in := f.phase, f.phase.in
	if p.awaits.isNone() {
		return nil
	}
	a := in.attendance(p.event)
	if a == nil {
		f.leaveOpen()
		return nil
	}
	uneven := a.uneven()
	if term.Any([]*term.Term{uneven}, isNotCompared) {
		f.leaveOpen()
		return nil
	}
	answer, found := a.shortest(in.t.And(in.premise(), a.given, in.t.Not(a.trapped), in.isLastWait(p), uneven))
	switch {
	case answer == smt.Undecided:
		f.Undecided = true
		return nil
	case answer == smt.No:
		return nil
	}
	return []Verdict{f.unevenVerdict(a, uneven, found)}
}

// shortest is an execution that makes a formula true, of few turns where there is one.
func (a *attendance) shortest(f *term.Term) (smt.Answer, *execution) {
	if answer, found := a.in.simplest(a.in.t.And(f, a.brief)); answer == smt.Yes {
		return answer, found
	}
	return a.in.simplest(f)
}

func isNotCompared(x *term.Term) bool { return x.Origin == timesOrigin{} }

// leaveOpen says of a fact that is exact otherwise that the warps were not compared.
func (f *Fact) leaveOpen() {
	if f.Approximate == "" {
		f.Approximate = notCompared
	}
}

func (f *Fact) unevenVerdict(a *attendance, uneven *term.Term, found *execution) Verdict {
	p, in := f.phase, f.phase.in
	v := p.describe(offence{lanes: uniform(in.t.False), mask: noMask}, found)
	v.Awaited, v.InAll = a.threads, true
	if come := in.t.Add(a.waited(), a.arrives); come.IsConst() {
		v.Coming = warp.Size * int(come.K)
	}
	v.Approximate = a.approximate
	if a.approximate == "" && !in.presumed && !isOwn(in.t.And(a.given, uneven)) && p.cannot(in.t.And(a.given, in.t.Not(uneven))) &&
		in.always(p) && in.surelyReached(p.reach) {
		v.Certainty = Definite
		return v
	}
	v.Witness = in.witness(p, found)
	v.Witness.InAll = true
	return v
}

// attendance counts those that come to the name of an event; nil where they cannot be
// counted: where the block, a name or a number is not known, or the numbers differ.
func (in *interp) attendance(e *event) *attendance {
	name, threads := constantWhere(e.name, e.guard), constantWhere(e.awaits, e.guard)
	shape := in.launch.shape
	if name == nil || threads == nil || !shape.Known() || shape.Threads()%warp.Size != 0 || len(in.notes) > 0 {
		return nil
	}
	a, counted := in.attendances[name]
	if !counted {
		a = in.count(name, threads)
		in.attendances[name] = a
	}
	return a
}

// constantWhere is the constant that all lanes of a guard pass, nil where there is none.
func constantWhere(v, guard vec) *term.Term {
	if v.isNone() {
		return nil
	}
	if x := v.uniformWhere(guard); x != nil && x.IsConst() {
		return x
	}
	return nil
}

func (in *interp) count(name, threads *term.Term) *attendance {
	if threads.K == 0 || threads.K%warp.Size != 0 {
		return nil
	}
	a := &attendance{in: in, threads: int(threads.K), arrives: in.t.Const(64, 0), given: in.t.True, brief: in.t.True, trapped: in.t.False}
	events, known := in.comingTo(name, threads)
	if !known {
		return nil
	}
	for w := range in.launch.warps {
		view, waits := in.asWarp(w), in.t.Const(64, 0)
		a.given = in.t.And(a.given, view.Rewrite(in.premise()))
		a.trapped = in.t.Or(a.trapped, view.Rewrite(in.trapped()))
		for _, f := range events {
			if n := a.times(f, view); f.instr.Collective.Class == cfg.BarrierArrive {
				a.arrives = in.t.Add(a.arrives, n)
			} else {
				waits = in.t.Add(waits, n)
			}
		}
		a.waits = append(a.waits, waits)
	}
	for _, f := range events {
		if a.approximate == "" {
			a.approximate = f.approximate
		}
	}
	return a
}

// comingTo lists the events of a name; false where one may have it or not, or passes
// another number, or is not one of whole warps.
func (in *interp) comingTo(name, threads *term.Term) (list []*event, known bool) {
	for _, f := range in.events {
		c := f.instr.Collective
		switch {
		case f.opaque != "":
			return nil, false
		case !c.Block, c.Tile > 0:
			continue
		}
		switch constantWhere(f.name, f.guard) {
		case nil:
			return nil, false
		case name:
		default:
			continue
		}
		if constantWhere(f.awaits, f.guard) != threads || !c.Aligned && !f.guard.isUniform() {
			return nil, false
		}
		list = append(list, f)
	}
	return list, true
}

// trapped says when a warp ends the kernel in an error.
func (in *interp) trapped() *term.Term {
	f := in.t.False
	for _, r := range in.retired {
		if r.trap {
			f = in.t.Or(f, in.t.Or(r.guard.list()...))
		}
	}
	return f
}

// isLastWait says when a warp waits at an event and at none of the name after it.
func (in *interp) isLastWait(p *phase) *term.Term {
	if p.instr.Collective.Class == cfg.BarrierArrive {
		return in.t.False
	}
	last, name := p.reach, constantWhere(p.name, p.guard)
	for _, f := range in.events {
		c := f.instr.Collective
		if c.Block && c.Class != cfg.BarrierArrive && constantWhere(f.name, f.guard) == name &&
			in.order(p.place, f.place) == before {
			last = in.t.And(last, in.t.Not(in.t.Or(f.guard.list()...)))
		}
	}
	return in.ofOneWarp(last)
}

// ofOneWarp is a formula about the warp, for one of those of a known block: what is read at
// an address that the warp's number gives is what is read there for the block.
func (in *interp) ofOneWarp(f *term.Term) *term.Term {
	number := in.launch.warp
	if number == nil {
		return f
	}
	one := in.t.False
	for w := range in.launch.warps {
		is := in.t.Eq(number, in.t.Const(number.Bits, uint64(w)))
		one = in.t.Or(one, in.t.And(is, in.asWarp(w).Rewrite(f)))
	}
	return in.t.And(f, one)
}

// waited is how often all warps wait.
func (a *attendance) waited() *term.Term {
	sum := a.in.t.Const(64, 0)
	for _, n := range a.waits {
		sum = a.in.t.Add(sum, n)
	}
	return sum
}

// uneven says when there is no number of rounds for those that come: the fewest rounds are
// as many as one warp waits, or as all that wait need, and more have to come for them than
// do.
func (a *attendance) uneven() *term.Term {
	t, warps := a.in.t, uint64(a.threads/warp.Size)
	all := a.waited()
	come := t.Add(all, a.arrives)
	full := t.AddConst(all, warps-1)
	full = t.Sub(full, t.URem(full, t.Const(64, warps)))
	short := t.ULt(come, full)
	for _, n := range a.waits {
		short = t.Or(short, t.ULt(come, t.Mul(n, t.Const(64, warps))))
	}
	return short
}

// times is how often a warp comes to an event.
func (a *attendance) times(f *event, view *term.Rewriter) *term.Term {
	t := a.in.t
	comes := t.Or(f.guard.list()...)
	switch once := view.Rewrite(comes); {
	case once.IsFalse():
		return t.Const(64, 0)
	case len(f.within) == 0:
		return a.oneIf(once)
	}
	plain := isPlain(f, comes)
	conditions := []*term.Term{a.spelled(f, comes, plain, view)}
	for _, s := range f.within {
		conditions = append(conditions, a.spelled(f, t.Or(s.round.list()...), plain, view))
	}
	if plain && len(f.within) == 1 {
		if n := a.turns(f.within[0], conditions[0], conditions[1]); n != nil {
			return n
		}
	}
	name := "times"
	for _, c := range conditions {
		name += fmt.Sprintf(" %d", c.ID)
	}
	return t.ZExt(t.Unknown(name, 32, timesOrigin{}), 64)
}

func (a *attendance) oneIf(f *term.Term) *term.Term {
	return a.in.t.Ite(f, a.in.t.Const(64, 1), a.in.t.Const(64, 0))
}

// turns is how often an event of a loop comes that comes in every turn that goes round
// again; nil for another, and where the loop may never end.
func (a *attendance) turns(s *summary, comes, again *term.Term) *term.Term {
	t := a.in.t
	if !ends(again, a.turn(s, 0)) {
		return nil
	}
	if skips, _ := a.in.satisfiable(t.And(again, t.Not(comes))); skips != smt.No {
		return nil
	}
	turns := t.Var(fmt.Sprintf("turns %d", again.ID), 32, 0, s.k.Hi, turnsOrigin{})
	at := func(f, turn *term.Term) *term.Term {
		return t.Replace(f, []*term.Term{a.turn(s, 0)}, []*term.Term{turn})
	}
	a.brief = t.And(a.brief, t.ULt(turns, t.Const(32, fewTurns)))
	none := t.Eq(turns, t.Const(32, 0))
	a.given = t.And(a.given, t.Not(at(again, turns)), t.Or(none, at(again, t.Sub(turns, t.Const(32, 1)))))
	return t.Add(t.ZExt(turns, 64), a.oneIf(at(comes, turns)))
}

// ends reports a condition on which a loop goes round again that compares its counter,
// which does not wrap around.
func ends(again, turn *term.Term) bool {
	conditions := []*term.Term{again}
	if again.Op == term.And {
		conditions = again.Args
	}
	return slices.ContainsFunc(conditions, func(c *term.Term) bool {
		if c.Op == term.Not {
			c = c.Args[0]
		}
		compares := c.Op == term.SLt || c.Op == term.ULt || c.Op == term.Eq
		return compares && slices.ContainsFunc(c.Args, func(x *term.Term) bool {
			return x == turn || x.Op == term.Add && slices.Contains(x.Args, turn)
		})
	})
}

// turn is the number of the turn of a loop at a depth, whichever loop it is.
func (a *attendance) turn(s *summary, depth int) *term.Term {
	return a.in.t.Var(fmt.Sprintf("turn%d<%d", depth, s.k.Hi), 32, 0, s.k.Hi, turnsOrigin{})
}

// isPlain reports an event of loops of which who goes round again, and who comes, depends
// on nothing that the turns compute but their numbers.
func isPlain(f *event, comes *term.Term) bool {
	outermost, formulas := f.within[len(f.within)-1], []*term.Term{comes}
	for _, s := range f.within {
		if !s.together.one() {
			return false
		}
		formulas = append(formulas, s.round.list()...)
	}
	number := func(x *term.Term) bool {
		for _, s := range f.within {
			if x == s.k || x == s.reached {
				return true
			}
		}
		return false
	}
	return !term.Any(formulas, func(x *term.Term) bool { return outermost.computes(x) && !number(x) })
}

// computes reports an unknown that is not the same in all turns of a loop.
func (s *summary) computes(x *term.Term) bool {
	if x.ID < s.mark || x.Op != term.Var && x.Op != term.Opaque {
		return false
	}
	switch x.Origin.(type) {
	case argOrigin, addressOrigin, specialOrigin:
		return false
	case memoryOrigin:
		return x.Args[0].K > uint64(s.age)
	}
	return true
}

// spelled is a formula about an arbitrary turn of the loops around an event, for a warp: a
// plain one is spelled alike for all loops.
func (a *attendance) spelled(f *event, x *term.Term, plain bool, view *term.Rewriter) *term.Term {
	t := a.in.t
	if plain {
		var parts, by []*term.Term
		for i, s := range f.within {
			parts = append(parts, s.k, s.reached)
			by = append(by, a.turn(s, i), t.True)
		}
		x = t.Replace(x, parts, by)
	}
	return view.Rewrite(x)
}

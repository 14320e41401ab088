package lanes

import (
	"fmt"
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Two lanes of a warp race for a byte of shared memory when both touch it, one writes, and no chain
// of barriers leads from the one to the other:
//
//	s[lane] = v;                           lane i, where i comes here
//	__syncwarp(mask);                      i knows what the lanes of mask did, as they of i
//	x = s[lane ^ 16];                      lane j: a race where j is i ^ 16 and not in mask
//
// Of two accesses this is, for lanes i and j, that both come, that the bytes overlap, and that what
// i did has not reached j: a set of lanes that begins with i and grows at each barrier between. A
// root is interpreted once more for it, and only where the graph has accesses that may follow each
// other without a barrier of all lanes (package slice); then with their addresses, and without
// what the collectives exchange. An access in an arbitrary iteration of a loop is compared with
// those of the same iteration and of the next.

// access is one execution of an instruction that reads or writes shared memory.
type access struct {
	*event
	object *memory.Object
	// at is the offset in bytes, size how many it touches.
	at   vector.Vec
	size int64
	// after is the number of events recorded before it, fences of fences, unfollowed of what may
	// synchronize in a way that is not known.
	after, fences, unfollowed int
}

// races interprets a root for the accesses of its lanes to shared memory.
func (r *Result) races(s setting, work int, see func([]*Fact)) {
	sliced, found := slice.OfShared(s.root, s.functions.policy())
	if !found {
		return
	}
	s.racing, s.sliced, s.work = true, sliced, newMeter(work/raceShare)
	j, ranOut := interpret(s)
	if ranOut == "" {
		ranOut = withinBudget(func() { j.facts(see) })
	}
	if ranOut != "" {
		r.Notes = append(r.Notes, Note{Pos: s.root.Decl.Pos, Root: s.root, Reason: "races on shared memory are looked for in part only: " + ranOut})
	}
}

// recordAccess records an access to shared memory that may conflict with another.
func (in *interp) recordAccess(fr *frame, i *cfg.Instr, guard vector.Vec, st *memory.State) {
	if !in.setting.racing {
		return
	}
	switch i.Op {
	case cfg.Fence:
		in.fences++
	case cfg.Extern, cfg.Unknown:
		in.unfollowed++
	case cfg.Load, cfg.Store, cfg.Atomic:
		if fr.sliced.Conflicts(i) {
			in.recordAt(fr, i, in.pointerArg(fr, i, 0), guard, st)
		}
	}
}

// recordAt records an access by an address, or by each that it was chosen from.
func (in *interp) recordAt(fr *frame, i *cfg.Instr, p memory.Pointer, guard vector.Vec, st *memory.State) {
	in.memory.EachObject(p, guard, func(p memory.Pointer, guard vector.Vec) {
		if p.Object == nil || p.Object.Region != memory.Shared || guard.IsFalse() {
			return
		}
		e := &event{instr: i, place: in.at(fr, i), guard: guard, known: st.Known,
			source: in.Constant(32, 0), width: in.Constant(32, warp.Size)}
		at, known := in.memory.ByteOffset(p)
		if !known {
			e.approximate = "where it lies in " + p.Object.Name + " is not known"
		}
		in.accesses = append(in.accesses, &access{event: e, object: p.Object, at: at,
			size: memory.Size(touched(i)), after: len(in.events), fences: in.fences, unfollowed: in.unfollowed})
	})
}

// touched is the type of what an instruction reads or writes.
func touched(i *cfg.Instr) *ast.Type {
	if i.Op == cfg.Load || len(i.Args) < 2 {
		return i.Type
	}
	return i.Args[1].Type
}

// clash is a race of two accesses as a formula for each pair of their lanes.
type clash struct {
	earlier *access
	pairs   [warp.Size][warp.Size]*term.Term // of the earlier one's lane and the later one's
	object  *memory.Object
	at      vector.Vec
}

// raceFacts are the accesses of a complete interpretation that may race with earlier ones.
func (j *judge) raceFacts() []*Fact {
	var facts []*Fact
	pairs, asked := 0, map[chained]int{}
	for n, b := range j.accesses {
		key := chained{b.instr.AsWritten(), b.place.call.chain}
		if asked[key] == maxExecutions {
			continue
		}
		p := &phase{j: j, event: b.event, reach: j.t.Or(b.guard.List()...), related: true, met: vector.Uniform(j.t.False)}
		p.gone, p.trapped = j.goneAt(b.event)
		f := j.fact(p)
		for _, a := range j.accesses[:n] {
			if pairs < maxPairs && a.mayConflict(b) {
				pairs++
				list := j.between(a, b)
				f.addClash(j.clash(a, b, list, nil), !a.isOfTurnOf(b.event) || slices.ContainsFunc(list, sync.isOfOtherTurn))
			}
		}
		for _, s := range b.within {
			pairs += f.addNext(b, s, maxPairs-pairs)
		}
		f.Undecided = pairs >= maxPairs
		if len(f.clashes) > 0 || f.Undecided {
			asked[key]++
			facts = append(facts, f)
		}
	}
	return facts
}

// goesRound says that the later access is of a lane that goes round again.
func (c *clash) goesRound(j *judge, s *Loop) {
	if c == nil {
		return
	}
	for i := range warp.Size {
		for l := range warp.Size {
			c.pairs[i][l] = j.t.And(c.pairs[i][l], s.round.At(l))
		}
	}
}

func (f *Fact) addClash(c *clash, otherTurn bool) {
	if c != nil {
		f.clashes = append(f.clashes, c)
		f.phase.otherTurns = f.phase.otherTurns || otherTurn
	}
}

// isOfTurnOf reports an event in no other summarised loops than those around a later one, and so
// in the same turn of each.
func (e *event) isOfTurnOf(b *event) bool {
	return !slices.ContainsFunc(e.within, func(s *Loop) bool { return !b.isWithin(s) })
}

// addNext compares an access in the next iteration of a loop with those of an arbitrary one.
func (f *Fact) addNext(b *access, s *Loop, left int) (pairs int) {
	j := f.phase.j
	view := j.inNext(s)
	for _, a := range j.accesses {
		if pairs == left {
			break
		}
		if a.isWithin(s) && a.mayConflict(b) && !(a == b && a.instr.Op == cfg.Load) {
			pairs++
			c := j.clash(a, b, j.intoNext(a, b, s, view), view)
			c.goesRound(j, s)
			f.addClash(c, true)
		}
	}
	return pairs
}

// mayConflict reports accesses to one object of which one writes.
func (a *access) mayConflict(b *access) bool {
	one, other := a.instr.Op, b.instr.Op
	return a.object == b.object && (one != cfg.Load || other != cfg.Load) && (one != cfg.Atomic || other != cfg.Atomic)
}

// inNext views terms of an arbitrary iteration of a loop in the next one: its number is one more,
// and what else is computed in iterations is not known.
func (j *judge) inNext(s *Loop) *term.Rewriter {
	return j.t.NewRewriter(func(x *term.Term) *term.Term {
		switch c, carried := j.Carried(x); {
		case carried && c.Loop == s.number && c.IsNumber:
			return j.t.AddConst(x, 1)
		case x.Op != term.Var && x.Op != term.Opaque, x.ID < s.mark, prove.IsOfAllIterations(x):
			return x
		}
		return j.Another("next ", x)
	})
}

// sync is a barrier between two accesses: the lanes that come there, and the mask of each, none for
// a barrier of the block.
type sync struct {
	guard, mask vector.Vec
	masked      bool
	// gone are the lanes that have left the kernel before: nobody waits for them, and what they did is
	// done.
	gone vector.Vec
	// apart are the lanes that meet it from other sides of a branch.
	apart []vector.Vec
	// otherTurn reports one in a loop that is not around the later access.
	otherTurn bool
}

func (s sync) isOfOtherTurn() bool { return s.otherTurn }

// isSync reports an event that is a barrier.
func (e *event) isSync() bool {
	return e.opaque == "" && e.instr.Op == cfg.Collective_ && e.instr.Collective.IsSynchronizing()
}

// between are the barriers from an access to a later one. Two on two sides of a branch are taken to
// be ordered where lanes may meet across it, between the one and the other.
func (j *judge) between(a, b *access) []sync {
	var list, behind, ahead []*event
	sides := j.order(a.place, b.place) == apart
	for _, e := range j.events[a.after:b.after] {
		switch {
		case !e.isSync():
		case !sides && j.order(a.place, e.place) != after && j.order(e.place, b.place) != after:
			list = append(list, e)
		case sides && j.order(e.place, b.place) == apart && j.order(a.place, e.place) == before:
			behind = append(behind, e)
		case sides && j.order(e.place, a.place) == apart && j.order(e.place, b.place) == before:
			ahead = append(ahead, e)
		}
	}
	if j.someMeet(behind, ahead) {
		return []sync{{guard: vector.Uniform(j.t.True), gone: vector.Uniform(j.t.False)}}
	}
	syncs := j.syncs(list, nil)
	for i, e := range list {
		syncs[i].otherTurn = !e.isOfTurnOf(b.event)
	}
	return syncs
}

// someMeet reports barriers on two sides of a branch by which lanes may meet.
func (j *judge) someMeet(one, other []*event) bool {
	return slices.ContainsFunc(one, func(e *event) bool {
		return slices.ContainsFunc(other, func(f *event) bool { return j.mayMeet(e, f) && j.someNameEachOther(e, f) })
	})
}

// someNameEachOther reports barriers with masks at which a lane of one and a lane of the other may
// name each other.
func (j *judge) someNameEachOther(e, f *event) bool {
	if !e.masked || !f.masked {
		return true
	}
	j.t.Work.Spend(warp.Size * warp.Size)
	for k := range warp.Size {
		for l := range warp.Size {
			if !j.t.And(e.guard.At(k), f.guard.At(l), j.nameEachOther(e, f, k, l)).IsFalse() {
				return true
			}
		}
	}
	return false
}

// intoNext are the barriers from an access in an iteration of a loop to one in the next.
func (j *judge) intoNext(a, b *access, s *Loop, view *term.Rewriter) []sync {
	var rest, begin []*event
	for n, e := range j.events {
		if !e.isSync() || !e.isWithin(s) {
			continue
		}
		if n >= a.after {
			rest = append(rest, e)
		}
		if n < b.after {
			begin = append(begin, e)
		}
	}
	return append(j.syncs(rest, nil), j.syncs(begin, view)...)
}

// syncs are events as barriers, as a view has them.
func (j *judge) syncs(events []*event, view *term.Rewriter) []sync {
	list := make([]sync, len(events))
	for n, e := range events {
		gone, _ := j.goneAt(e)
		list[n] = sync{guard: seen(e.guard, view), masked: e.masked, gone: seen(gone, view)}
		if e.masked {
			list[n].mask = seen(e.mask, view)
		}
		for _, o := range events {
			if o != e && o.masked && e.masked && j.order(e.place, o.place) == apart {
				list[n].apart = append(list[n].apart, seen(o.guard, view))
			}
		}
	}
	return list
}

func seen(v vector.Vec, view *term.Rewriter) vector.Vec {
	if view == nil {
		return v
	}
	return vector.Map1(v, view.Rewrite)
}

// clash is the race of two accesses, the later one as a view has it; nil where there is none.
func (j *judge) clash(a, b *access, list []sync, next *term.Rewriter) *clash {
	if j.mayTell(a, b) || j.meetsAll(a, list) || a.unfollowed != b.unfollowed || next != nil && j.unfollowed > 0 {
		return nil
	}
	later := &access{event: b.event, at: seen(b.at, next), size: b.size}
	guard, open := seen(b.guard, next), j.differ(a, b, next != nil)
	c := &clash{earlier: a, object: b.object, at: later.at}
	j.t.Work.Spend(warp.Size * warp.Size)
	some := false
	for i := range warp.Size {
		var reached []*term.Term
		for l := range warp.Size {
			c.pairs[i][l] = j.t.False
			if i == l || a.guard.At(i).IsFalse() || guard.At(l).IsFalse() || open.IsFalse() {
				continue
			}
			hit := j.overlap(a, i, later, l)
			if hit.IsFalse() {
				continue
			}
			if reached == nil {
				reached = j.reachedFrom(i, list)
			}
			c.pairs[i][l] = j.t.And(a.guard.At(i), guard.At(l), hit, j.t.Not(reached[l]), open)
			some = some || !c.pairs[i][l].IsFalse()
		}
	}
	if !some {
		return nil
	}
	return c
}

// meetsAll reports a barrier of all lanes that all come to who made the access.
func (j *judge) meetsAll(a *access, list []sync) bool {
	return slices.ContainsFunc(list, func(s sync) bool {
		if s.masked {
			m := s.mask.UniformWhere(s.guard)
			if m == nil || !m.IsConst() || uint32(m.K) != math.MaxUint32 {
				return false
			}
		}
		return s.guard == j.alive || s.guard.IsUniform() && s.guard.At(0).IsTrue()
	})
}

// mayTell reports accesses between which a fence and a flag may make an order.
func (j *judge) mayTell(a, b *access) bool {
	if isFlag(a.instr) && isFlag(b.instr) {
		return max(a.fences, b.fences) > 0
	}
	return j.hasFlags && a.fences != b.fences
}

// Functions without a body and asm that is not followed, such as mbarrier.try_wait, may wait for
// other lanes: accesses on two sides of one are taken to be ordered by it.

// isFlag reports an access by which lanes may tell each other that something was done.
func isFlag(i *cfg.Instr) bool { return i.Volatile || i.Op == cfg.Atomic }

// differ says that it is no matter that both store one value; open where that, or whether the loop
// has a next iteration, is not known.
func (j *judge) differ(a, b *access, next bool) *term.Term {
	if a.instr.Op == cfg.Store && b.instr.Op == cfg.Store {
		x, y := literalOf(a.instr.Args[1]), literalOf(b.instr.Args[1])
		switch {
		case x == nil || y == nil:
			next = true
		case x.Op == y.Op && x.Int == y.Int && x.Text == y.Text:
			return j.t.False
		}
	}
	if !next {
		return j.t.True
	}
	j.open++
	return j.t.Var(fmt.Sprintf("races!%d", j.open), 0, 0, 1, nil)
}

// literalOf is the constant that a value is, nil for others.
func literalOf(i *cfg.Instr) *cfg.Instr {
	if i = i.Unconverted(); i.Op == cfg.Const || i.Op == cfg.Float {
		return i
	}
	return nil
}

// overlap says that two lanes' accesses have a byte in common.
func (j *judge) overlap(a *access, i int, b *access, l int) *term.Term {
	x, y := a.at.At(i), b.at.At(l)
	if x == y {
		return j.t.True
	}
	ahead := j.t.Sub(x, y)
	if !ahead.IsConst() && a.size == b.size && isMultiple(x, a.size) && isMultiple(y, a.size) {
		return j.t.Eq(x, y)
	}
	return j.t.ULt(j.t.AddConst(ahead, uint64(a.size-1)), j.t.Const(64, uint64(a.size+b.size-1)))
}

// isMultiple reports a sum of which each part is a multiple of n.
func isMultiple(x *term.Term, n int64) bool {
	switch {
	case x.IsConst():
		return int64(x.K)%n == 0
	case x.Op != term.Add:
		return n == 1
	}
	return int64(x.K)%n == 0 && !slices.ContainsFunc(x.Coefs, func(k uint64) bool { return int64(k)%n != 0 })
}

// reachedFrom says of each lane when what lane i did has reached it, by way of the barriers.
func (j *judge) reachedFrom(i int, list []sync) []*term.Term {
	t, known := j.t, make([]*term.Term, warp.Size)
	for l := range known {
		known[l] = t.Bool(l == i)
	}
	for _, s := range list {
		next := slices.Clone(known)
		some := vector.Build(func(k int) *term.Term { return t.And(known[k], s.guard.At(k)) })
		left := vector.Build(func(k int) *term.Term { return t.And(known[k], s.gone.At(k)) })
		for l := range known {
			comes := s.guard.At(l)
			for _, guard := range s.apart {
				comes = t.Or(comes, guard.At(l))
			}
			if known[l].IsTrue() || comes.IsFalse() {
				continue
			}
			next[l] = t.Or(known[l], t.And(comes, t.Or(j.namedBy(s, some, l), j.namesGone(s, left, l))))
		}
		known = next
	}
	return known
}

// namesGone says that a lane at a barrier names one of some that have left the kernel: it goes on when
// they have.
func (j *judge) namesGone(s sync, left vector.Vec, l int) *term.Term {
	if !s.masked {
		return j.t.Or(left.List()...)
	}
	ways := vector.Build(func(k int) *term.Term {
		if left.At(k).IsFalse() {
			return j.t.False
		}
		return j.t.And(left.At(k), j.t.Bit(s.mask.At(l), k))
	})
	return j.t.Or(ways.List()...)
}

// namedBy says that one of some lanes at a barrier names a lane.
func (j *judge) namedBy(s sync, some vector.Vec, l int) *term.Term {
	if !s.masked {
		return j.t.Or(some.List()...)
	}
	if m := s.mask.UniformWhere(s.guard); m != nil {
		return j.t.And(j.t.Bit(m, l), j.t.Or(some.List()...))
	}
	ways := vector.Build(func(k int) *term.Term {
		if some.At(k).IsFalse() {
			return j.t.False
		}
		return j.t.And(some.At(k), j.t.Bit(s.mask.At(k), l))
	})
	return j.t.Or(ways.List()...)
}

// Race is what two lanes race for.
type Race struct {
	// Lane made the access of the verdict, Other the earlier one, at Earlier.
	Lane, Other int
	Earlier     ast.Pos
	// Object is the shared variable, and Offset the byte in it.
	Object string
	Offset int64
}

// MissingSyncwarp: two lanes of the warp touch one byte of shared memory, one of them writing, with
// nothing between that orders them.
func (f *Fact) MissingSyncwarp() []Verdict { return f.uniformFirst((*Fact).missingSyncwarp) }

func (f *Fact) missingSyncwarp() []Verdict {
	defer f.orUndecided()
	if len(f.clashes) == 0 {
		return nil
	}
	lanes := vector.Build(func(j int) *term.Term {
		var ways []*term.Term
		for _, c := range f.clashes {
			for i := range warp.Size {
				ways = append(ways, c.pairs[i][j])
			}
		}
		return f.phase.j.t.Or(ways...)
	})
	return f.decide((*Fact).missingSyncwarp, offence{lanes: lanes, mask: noMask, clashes: f.clashes})
}

// raceIn is the first of the races that happens in an execution.
func raceIn(e *prove.Execution, clashes []*clash) *Race {
	for _, c := range clashes {
		for j := range warp.Size {
			for i := range warp.Size {
				if !c.pairs[i][j].IsFalse() && e.Holds(c.pairs[i][j]) {
					return &Race{Lane: j, Other: i, Earlier: c.earlier.position(), Object: c.object.Name,
						Offset: int64(e.Value(c.at.At(j)))}
				}
			}
		}
	}
	return nil
}

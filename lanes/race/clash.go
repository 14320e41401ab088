package race

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/disjoint"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// pair is two accesses that may race: in one iteration of the loops around both, or the later one
// in the next iteration of a loop.
type pair struct {
	earlier, later *trace.Access
	loop           *trace.Loop // nil for one iteration
}

// left is the outermost loop around an event that is not around the later access, nil for none.
func (p pair) left(e *trace.Event) *trace.Loop { return outermostWithout(e, p.later) }

// outermostBetween is the outermost loop around an event that is around neither access, nil for none.
func (p pair) outermostBetween(e *trace.Event) *trace.Loop {
	return outermostWithout(e, p.later, p.earlier)
}

// entered are the loops around an event and the later access that are not around the earlier one, the outermost first.
func (p pair) entered(e *trace.Event) (loops []*trace.Loop) {
	for _, s := range slices.Backward(e.Within) {
		if p.later.IsWithin(s) && !p.earlier.IsWithin(s) {
			loops = append(loops, s)
		}
	}
	return loops
}

// outermostWithout is the outermost loop around an event in which none of some accesses is, nil for none.
func outermostWithout(e *trace.Event, accesses ...*trace.Access) (outermost *trace.Loop) {
	for _, s := range e.Within {
		if !slices.ContainsFunc(accesses, func(a *trace.Access) bool { return a.IsWithin(s) }) {
			outermost = s
		}
	}
	return outermost
}

// iteration says which iterations what is seen from the later access belongs to: with next in the one of that loop
// behind the earlier access's, with first in the first ones of that loop and of those within it.
type iteration struct{ next, first *trace.Loop }

// iterations are how many of the pair's loop the two are in.
func (p pair) iterations() int {
	if p.loop == nil {
		return 1
	}
	return 2
}

// ofLater is the iteration of the later access.
func (p pair) ofLater() iteration { return iteration{next: p.loop} }

// first is the first iteration of a loop around the later access.
func (p pair) first(s *trace.Loop) iteration { return iteration{p.loop, s} }

// isBegun reports a barrier or a wait in the first iteration of a loop around the later access.
func (p pair) isBegun(s sync) bool { return p.later.IsWithin(s.in.first) }

// viewOf is how what belongs to an event is seen from the later access: as it was in an earlier
// iteration of a loop that the access is behind, which may speak of the last one.
func (p pair) viewOf(j *Judge, e *trace.Event, in iteration) view {
	var v view
	if in.first != nil {
		v = append(v, j.inFirst(e, in.first))
	}
	if in.next != nil && in.next != p.loop {
		v = append(v, j.inNext(in.next))
	}
	if left := p.left(e); left != nil && !(in.first != nil && left.IsWithin(in.first)) {
		v = append(v, j.inEarlier(left))
	}
	if in.next != nil && in.next == p.loop {
		v = append(v, j.inNext(in.next))
	}
	return v
}

// view rewrites terms, one rewriter after the other.
type view []*term.Rewriter

func (v view) of(x *term.Term) *term.Term {
	for _, r := range v {
		x = r.Rewrite(x)
	}
	return x
}

func (v view) lanes(x vector.Vec) vector.Vec {
	if len(v) == 0 {
		return x
	}
	return vector.Map1(x, v.of)
}

// isOfTwoIterations reports accesses in two iterations of some loop.
func (p pair) isOfTwoIterations() bool { return p.loop != nil || p.left(p.earlier.Event) != nil }

// clash is a race of two accesses.
type clash struct {
	earlier *trace.Access
	pairs   []lanePair // by the earlier one's lane, then the later one's
	object  *memory.Object
	loop    *trace.Loop // that of the pair
	// begins and at are where the earlier and the later access begin, through the pointer that the later one goes
	// through, nil for none.
	begins, at vector.Vec
	through    *trace.Pointer
}

// lanePair is a lane of the earlier access and one of the later, and when they race: sometimes.
type lanePair struct {
	earlier, later int
	races          *term.Term
}

// pairsOf are those of an access with the ones before it, and with those of the iteration before.
func (j *Judge) pairsOf(n int) []pair {
	var list []pair
	b := j.trace.Log.Accesses[n]
	for _, a := range j.trace.Log.Accesses[:n] {
		if a.Point != b.Point && j.mayConflict(a, b) {
			list = append(list, pair{a, b, nil})
		}
	}
	for _, s := range b.Within {
		if s.Round.IsFalse() {
			continue
		}
		for _, a := range j.trace.Log.Accesses {
			if a.IsWithin(s) && j.mayConflict(a, b) {
				list = append(list, pair{a, b, s})
			}
		}
	}
	return list
}

// mayConflict reports accesses that may be to one byte, of which one writes.
func (j *Judge) mayConflict(a, b *trace.Access) bool {
	return a.MayConflict(b) && !j.extents[a].isApartFrom(j.extents[b])
}

// barriers are those between two accesses; ordered is true where they, or what else is between, leave no race.
func (j *Judge) barriers(p pair) (list []sync, ordered bool) {
	a, b := p.earlier, p.later
	j.t.Work.Spend(pairWork)
	if j.isBehindBarrier(p) || j.mayTell(a, b) || a.Unfollowed != b.Unfollowed || p.loop != nil && j.trace.Unfollowed > 0 {
		return nil, true
	}
	j.t.Work.Spend(passedWork * len(j.passed(p)))
	list, meet := j.syncsOf(p)
	return list, meet || j.isOrdered(p, list)
}

// clash is the race of two accesses with barriers between; nil where there is none.
func (j *Judge) clash(p pair, list []sync) *clash {
	a, b := p.earlier, p.later
	open := j.differ(p)
	if open.IsFalse() {
		return nil
	}
	j.t.Work.Spend(warp.Size * warp.Size)
	j.see(p, list)
	before, behind := p.viewOf(j, a.Event, iteration{}), p.viewOf(j, b.Event, p.ofLater())
	first, at := before.lanes(a.At), behind.lanes(b.At)
	passes, guard := before.lanes(a.Guard), behind.lanes(b.Guard)
	if isOneFragment(a, b, before, behind) {
		return nil
	}
	if p.loop != nil {
		guard = j.trace.Vectors.And(guard, p.loop.Round)
	}
	var c *clash
	var byPlace, byOrder attempts
	aroundA, aroundB := arraysAround(a, before), arraysAround(b, behind)
	one := disjoint.Access{At: first, Size: a.Size, Guard: j.withKnown(passes, a.Known, before), Arrays: ofEachLane(aroundA)}
	other := disjoint.Access{At: at, Size: b.Size, Guard: j.withKnown(guard, b.Known, behind), Arrays: ofEachLane(aroundB)}
	apart := j.sums.KeptApart(one, other, sizeOf(b.Object))
	for i := range warp.Size {
		others := warp.All &^ apart[i] &^ (1 << i)
		if others == 0 || passes.At(i).IsFalse() {
			continue
		}
		var reached []*term.Term
		for l := range warp.Size {
			if !others.Has(l) || guard.At(l).IsFalse() {
				continue
			}
			q := disjoint.Of(one, i, other, l, sizeOf(b.Object))
			if byPlace.proves(func() bool { return j.sums.AreDisjoint(q) }) {
				continue
			}
			if reached == nil {
				reached = j.reachedFrom(a, i, list)
			}
			q.There = j.t.And(q.There, j.t.Not(reached[l]))
			if !reached[l].IsFalse() && byOrder.proves(func() bool { return j.isNever(q) }) {
				continue
			}
			hit := j.overlap(first.At(i), a.Size, at.At(l), b.Size)
			races := j.t.And(passes.At(i), guard.At(l), hit, j.isWithin(b, at.At(l)), j.t.Not(reached[l]), open, j.areInArrays(q))
			if j.contradict(hit, passes.At(i), guard.At(l)) {
				continue
			}
			if races.IsFalse() {
				continue
			}
			if c == nil {
				c = &clash{earlier: a, object: b.Object, begins: first, at: at, loop: p.loop}
				if b.Through != nil {
					c.through = &trace.Pointer{Variable: b.Through.Variable, At: behind.lanes(b.Through.At)}
				}
			}
			c.pairs = append(c.pairs, lanePair{i, l, races})
		}
	}
	return c
}

// contradict reports that two lanes do not both come to where they touch one cell, as is seen from how it is
// said: of those that have one key, only one is the first.
//
//	m = __match_any_sync(~0u, key); if (lane == __ffs(m) - 1) s[key] += __popc(m);
func (j *Judge) contradict(hit *term.Term, guards ...*term.Term) bool {
	return !hit.IsTrue() && slices.ContainsFunc(guards, func(g *term.Term) bool { return j.t.Given(g, hit).IsFalse() })
}

// isNever reports accesses that do not both happen without a barrier between, or have no byte in common where they do.
func (j *Judge) isNever(q disjoint.Question) bool {
	return j.sums.IsExcluded(j.t.And(q.Here, q.There)) || j.sums.AreDisjoint(q)
}

// attempts counts the proofs that failed, up to a limit beyond which no more are tried.
type attempts int

func (failed *attempts) proves(proof func() bool) bool {
	if *failed == maxUnproved {
		return false
	}
	if proof() {
		return true
	}
	*failed++
	return false
}

// isOneFragment reports accesses to one tile as fragments of one type: each lane touches the same
// elements in both.
func isOneFragment(a, b *trace.Access, before, behind view) bool {
	one, other := a.Instr.Tile, b.Instr.Tile
	return one != nil && other != nil && one.IsOpen() && other.IsOpen() && one.Fragment != "" && one.Fragment == other.Fragment &&
		before.lanes(a.Base).Equal(behind.lanes(b.Base)) && before.lanes(a.Stride).Equal(behind.lanes(b.Stride))
}

// some says that two lanes race, the first two that may.
func (cl *clash) some() *term.Term { return cl.pairs[0].races }

// withKnown are the lanes at an access with what is known there.
func (j *Judge) withKnown(guard vector.Vec, known []*term.Term, seen view) vector.Vec {
	fact := j.t.And(j.promised(), seen.of(j.t.And(known...)))
	return vector.Map1(guard, func(g *term.Term) *term.Term { return j.t.And(g, fact) })
}

// promised is what is assumed of the arguments of the root alone: what it says of them in a __builtin_assume, and host code
// before the launch.
func (j *Judge) promised() *term.Term {
	if j.promise == nil {
		j.promise = j.t.True
		for _, l := range j.meet.Premise().Conjuncts() {
			if isOfArguments(l) {
				j.promise = j.t.And(j.promise, l)
			}
		}
	}
	return j.promise
}

// isOfArguments reports a formula in which nothing is unknown but arguments, and there is one.
func isOfArguments(f *term.Term) bool {
	some := false
	other := term.Any([]*term.Term{f}, func(x *term.Term) bool {
		_, is := x.Origin.(memory.ArgOrigin)
		some = some || is
		return !is && (x.Op == term.Var || x.Op == term.Opaque)
	})
	return some && !other
}

// syncsOf are the barriers between two accesses.
func (j *Judge) syncsOf(p pair) (list []sync, meet bool) {
	if p.loop != nil {
		list = j.intoNext(p)
	} else {
		list, meet = j.between(p)
	}
	if p.earlier.Instr.Async {
		list = j.withWaits(p, list)
	}
	return list, meet
}

// differ says that it is no matter that both store one value; open where that, or whether the loop
// has a next iteration, or which lane touches what, is not known.
func (j *Judge) differ(p pair) *term.Term {
	x, y := p.literals()
	known := !p.areStores() || x != nil && y != nil
	switch {
	case p.storeOneValue():
		return j.t.False
	case known && p.loop == nil && !isOpen(p.earlier) && !isOpen(p.later):
		return j.t.True
	}
	j.open++
	return j.t.Var(fmt.Sprintf("races!%d", j.open), 0, 0, 1, nil)
}

// areStores reports two stores to whole variables, or to the same bits.
func (p pair) areStores() bool {
	a, b := p.earlier.Instr, p.later.Instr
	return a.Op == cfg.Store && b.Op == cfg.Store && a.BitField() == b.BitField()
}

// literals are the constants that two stores store, nil for others.
func (p pair) literals() (x, y *cfg.Instr) {
	if !p.areStores() {
		return nil, nil
	}
	return literalOf(p.earlier.Instr.Args[1]), literalOf(p.later.Instr.Args[1])
}

// storeOneValue reports two stores of one constant.
func (p pair) storeOneValue() bool {
	x, y := p.literals()
	return x != nil && y != nil && x.Op == y.Op && x.Int == y.Int && x.Text == y.Text
}

// isOpen reports an access of which it is left open which lane touches what.
func isOpen(a *trace.Access) bool { return a.Instr.Op == cfg.Share && a.Instr.Tile.IsOpen() }

// literalOf is the constant that a value is, nil for others. What a bit-field is given has lost its
// high bits.
func literalOf(i *cfg.Instr) *cfg.Instr {
	i = i.Unconverted()
	switch {
	case i.Op == cfg.Const, i.Op == cfg.Float:
		return i
	case i.Op == cfg.Binary && i.Operator == operator.And && i.Args[1].Op == cfg.Const:
		if whole := literalOf(i.Args[0]); whole != nil && whole.Op == cfg.Const {
			return &cfg.Instr{Op: cfg.Const, Int: whole.Int & i.Args[1].Int}
		}
	}
	return nil
}

// overlap says that two lanes' accesses have a byte in common.
func (j *Judge) overlap(x *term.Term, sizeX int64, y *term.Term, sizeY int64) *term.Term {
	if x == y {
		return j.t.True
	}
	ahead := j.t.Sub(x, y)
	if !ahead.IsConst() && sizeX == sizeY && isMultiple(x, sizeX) && isMultiple(y, sizeX) {
		return j.t.Eq(x, y)
	}
	return j.t.ULt(j.t.AddConst(ahead, uint64(sizeX-1)), j.t.Const(64, uint64(sizeX+sizeY-1)))
}

// isWithin says that an access stays in its variable.
func (j *Judge) isWithin(a *trace.Access, at *term.Term) *term.Term {
	return j.t.ULt(at, j.t.Const(64, uint64(sizeOf(a.Object)-a.Size+1)))
}

// arraysAround are the arrays that an access stays in, which are no smaller than what it touches, as they are seen from
// the later access.
func arraysAround(a *trace.Access, seen view) (list []trace.Array) {
	for _, array := range a.Arrays {
		if array.Size >= a.Size && len(list) < len(disjoint.Arrays{}) {
			list = append(list, trace.Array{Start: seen.lanes(array.Start), Size: array.Size})
		}
	}
	return list
}

// ofEachLane are the arrays that a lane's access stays in.
func ofEachLane(arrays []trace.Array) func(l int) disjoint.Arrays {
	return func(l int) (list disjoint.Arrays) {
		for n, array := range arrays {
			list[n] = disjoint.Array{Start: array.Start.At(l), Size: array.Size}
		}
		return list
	}
}

// areInArrays says that two accesses stay in their arrays, but for those that they have in common: what they touch both
// there is no less a race beyond its end.
func (j *Judge) areInArrays(q disjoint.Question) *term.Term {
	return j.t.And(j.isIn(q.X, q.SizeX, q.InX, q.InY), j.isIn(q.Y, q.SizeY, q.InY, q.InX))
}

// isIn says that an access of some size stays in some arrays, but for those of another one.
func (j *Judge) isIn(at *term.Term, size int64, arrays, but disjoint.Arrays) *term.Term {
	in := j.t.True
	for _, array := range arrays {
		if array.Size > 0 && !slices.Contains(but[:], array) {
			in = j.t.And(in, j.t.ULt(j.t.Sub(at, array.Start), j.t.Const(64, uint64(array.Size-size+1))))
		}
	}
	return in
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

// sizeOf is how many bytes a shared variable has at most.
func sizeOf(o *memory.Object) int64 {
	t := o.Decl.Type
	if t.Size <= 0 && t.Kind == types.Array && t.Elem != nil && t.Elem.Kind == types.Array { // as a template's arguments decide
		return memory.Stride(t)
	}
	if t.Size > 0 {
		return t.Size
	}
	return maxShared
}

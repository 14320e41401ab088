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

// pair is two accesses that may race. If loop is nil, both are in the same iteration of the loops around both.
// Otherwise the later access is in the next iteration of loop.
type pair struct {
	earlier, later *trace.Access
	loop           *trace.Loop // nil if both are in the same iteration
}

// leftLoop returns the outermost loop around e that is not around the later access, nil if there is none.
func (p pair) leftLoop(e *trace.Event) *trace.Loop { return outermostWithout(e, p.later) }

// outermostBetween returns the outermost loop around e that is around neither access, nil if there is none.
func (p pair) outermostBetween(e *trace.Event) *trace.Loop {
	return outermostWithout(e, p.later, p.earlier)
}

// enteredLoops returns the loops around e and the later access that are not around the earlier one, the outermost first.
func (p pair) enteredLoops(e *trace.Event) (loops []*trace.Loop) {
	for _, s := range slices.Backward(e.Within) {
		if p.later.IsWithin(s) && !p.earlier.IsWithin(s) {
			loops = append(loops, s)
		}
	}
	return loops
}

// outermostWithout returns the outermost loop around e that is around none of the accesses, nil if there is none.
func outermostWithout(e *trace.Event, accesses ...*trace.Access) (outermost *trace.Loop) {
	for _, s := range e.Within {
		if !slices.ContainsFunc(accesses, func(a *trace.Access) bool { return a.IsWithin(s) }) {
			outermost = s
		}
	}
	return outermost
}

// iteration states in which iteration an event between two accesses is executed, relative to the earlier access. If
// both fields are nil, it is the same iteration. If next is set, it is the following iteration of the loop next. If
// first is set, it is the first iteration of the loop first and of the loops within it.
type iteration struct{ next, first *trace.Loop }

// spannedIterations returns the number of iterations of the pair's loop that the two accesses span.
func (p pair) spannedIterations() int {
	if p.loop == nil {
		return 1
	}
	return 2
}

// ofLater returns the iteration of the later access.
func (p pair) ofLater() iteration { return iteration{next: p.loop} }

// inFirstOf returns the first iteration of s, a loop around the later access.
func (p pair) inFirstOf(s *trace.Loop) iteration { return iteration{p.loop, s} }

// isInFirstIteration reports whether s is listed for the first iteration of a loop around the later access.
func (p pair) isInFirstIteration(s syncPoint) bool { return p.later.IsWithin(s.iteration.first) }

// viewOf returns the rewriter that expresses formulas of the event e, in the iteration in, by terms that hold at the
// later access. If e is in a loop that ends before the later access, the terms are those of an iteration before the
// last one, because formulas after the loop may be about its last iteration.
func (p pair) viewOf(j *Judge, e *trace.Event, in iteration) view {
	var v view
	if in.first != nil {
		v = append(v, j.inFirst(e, in.first))
	}
	if in.next != nil && in.next != p.loop {
		v = append(v, j.inNext(in.next))
	}
	if left := p.leftLoop(e); left != nil && !(in.first != nil && left.IsWithin(in.first)) {
		v = append(v, j.inEarlier(left))
	}
	if in.next != nil && in.next == p.loop {
		v = append(v, j.inNext(in.next))
	}
	return v
}

// view rewrites terms by a list of rewriters, the first one first.
type view []*term.Rewriter

func (v view) term(x *term.Term) *term.Term {
	for _, r := range v {
		x = r.Rewrite(x)
	}
	return x
}

func (v view) lanes(x vector.Vec) vector.Vec {
	if len(v) == 0 {
		return x
	}
	return vector.Map1(x, v.term)
}

// pointer returns a copy of a pointer with its address rewritten, nil for a nil pointer.
func (v view) pointer(p *trace.Pointer) *trace.Pointer {
	if p == nil {
		return nil
	}
	return &trace.Pointer{Variable: p.Variable, At: v.lanes(p.At)}
}

// isOfTwoIterations reports whether the accesses are in two iterations of some loop.
func (p pair) isOfTwoIterations() bool { return p.loop != nil || p.leftLoop(p.earlier.Event) != nil }

// clash holds the possible races of two accesses, by pairs of lanes.
type clash struct {
	earlier   *trace.Access
	pairs     []lanePair // sorted by the earlier lane, then by the later one
	condition *term.Term // the condition that all of the races need
	object    *memory.Object
	loop      *trace.Loop // as in pair: nil if both are in the same iteration
	// The pointers are the ones that the accesses use, nil if they use none.
	earlierOffset, laterOffset   vector.Vec
	earlierPointer, laterPointer *trace.Pointer
	// rival is the warp of the earlier access. meeting is the comparison of the two accesses. Both are nil if the
	// accesses are of the same warp.
	rival   Rival
	meeting *meeting
}

// lanePair is a lane of the earlier access, a lane of the later one, and the condition under which they race.
type lanePair struct {
	earlier, later int
	races          *term.Term
}

// pairsOf pairs the nth access with the accesses before it, and with the accesses of the previous iteration of a loop.
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

// mayConflict reports whether the accesses may touch one byte, and one of them writes.
func (j *Judge) mayConflict(a, b *trace.Access) bool {
	isPaired := j.acrossWarps || a.InWarp && b.InWarp
	return isPaired && a.MayConflict(b) && !j.extents[a].isApartFrom(j.extents[b])
}

// barriers returns the barriers between the two accesses of a pair. ordered reports whether a race is excluded, by
// these barriers or by anything else between the accesses.
func (j *Judge) barriers(p pair) (list []syncPoint, ordered bool) {
	j.t.Work.Spend(pairWork)
	if j.isBehindBarrier(p) || j.areFencedFlags(p) || j.isAwaited(p) || j.linkageOf(p) == takenOrdered || j.areHandedOver(p) {
		return nil, true
	}
	j.t.Work.Spend(passedWork * len(j.eventsBetween(p)))
	list, meet := j.syncPointsOf(p)
	return list, meet || j.isOrdered(p, list)
}

// clash returns the races of two accesses that have the barriers in list between them, nil if there are none.
func (j *Judge) clash(p pair, list []syncPoint) *clash {
	a, b := p.earlier, p.later
	open := j.mayMatter(p)
	switch effect := j.effectOfStore(p); {
	case open.IsFalse() || effect == surelyKeeps:
		return nil
	case effect == mayKeep && open.IsTrue():
		open = j.freshUnknown()
	}
	handed, mayHand := j.handsOf(p)
	if mayHand && open.IsTrue() {
		open = j.freshUnknown()
	}
	j.t.Work.Spend(warp.Size * warp.Size)
	j.computeGuards(p, list)
	before, behind := p.viewOf(j, a.Event, iteration{}), p.viewOf(j, b.Event, p.ofLater())
	first, at := before.lanes(a.At), behind.lanes(b.At)
	passes, guard := before.lanes(a.Guard), behind.lanes(b.Guard)
	if isOneFragment(a, b, before, behind) {
		return nil
	}
	if p.loop != nil {
		guard = j.trace.Vectors.And(guard, p.loop.Round)
	}
	stored := j.valuesOf(p, before, behind)
	stored.undecided, stored.isOverwritten = open, p.isStoreAndLoad() && j.isOverwritten(p)
	var c *clash
	var byPlace, byOrder attempts
	aroundA, aroundB := arraysAround(a, before), arraysAround(b, behind)
	one := disjoint.Access{At: first, Size: a.Size, Guard: j.withKnown(passes, a.Known, before), Arrays: ofEachLane(aroundA)}
	other := disjoint.Access{At: at, Size: b.Size, Guard: j.withKnown(guard, b.Known, behind), Arrays: ofEachLane(aroundB)}
	apart := j.sums.DisjointLanes(one, other, sizeOf(b.Object))
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
			races := j.t.And(passes.At(i), guard.At(l), hit, j.isWithin(b, at.At(l)), j.t.Not(reached[l]), j.t.Not(j.handOver(handed, ofOneWarp, i, l)),
				stored.matter(ofOneWarp, first.At(i), at.At(l), i, l), j.areInArrays(q))
			if j.contradict(hit, passes.At(i), guard.At(l)) {
				continue
			}
			if races.IsFalse() {
				continue
			}
			if c == nil {
				c = &clash{earlier: a, condition: j.t.True, object: b.Object, earlierOffset: first, laterOffset: at, loop: p.loop,
					earlierPointer: before.pointer(a.Through), laterPointer: behind.pointer(b.Through)}
			}
			c.pairs = append(c.pairs, lanePair{i, l, races})
		}
	}
	return c
}

// ofOneWarp is the rewriter of terms for a pair within one warp. Both accesses use the terms of this warp, so it
// changes nothing.
func ofOneWarp(x *term.Term) *term.Term { return x }

// contradict reports whether a guard excludes hit, the formula that the two accesses overlap, by its form alone. For
// example, among lanes with equal keys only one is the leader:
//
//	m = __match_any_sync(~0u, key); if (lane == __ffs(m) - 1) s[key] += __popc(m);
func (j *Judge) contradict(hit *term.Term, guards ...*term.Term) bool {
	return !hit.IsTrue() && slices.ContainsFunc(guards, func(g *term.Term) bool { return j.t.Given(g, hit).IsFalse() })
}

// isNever reports whether it is proved that the two accesses of q never race: their conditions exclude each other, or
// their bytes are disjoint.
func (j *Judge) isNever(q disjoint.Question) bool {
	return j.sums.IsExcluded(j.t.And(q.Here, q.There)) || j.sums.AreDisjoint(q)
}

// attempts counts failed proofs. At a limit, no more proofs are tried.
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

// isOneFragment reports whether a and b access the same tile as fragments of the same type. If so, each lane touches
// the same elements in both accesses.
func isOneFragment(a, b *trace.Access, before, behind view) bool {
	one, other := a.Instr.Tile, b.Instr.Tile
	return one != nil && other != nil && one.IsOpen() && other.IsOpen() && one.Fragment != "" && one.Fragment == other.Fragment &&
		before.lanes(a.Base).Equal(behind.lanes(b.Base)) && before.lanes(a.Stride).Equal(behind.lanes(b.Stride))
}

// firstRace returns the formula that the first pair of lanes races.
func (cl *clash) firstRace(t *term.Table) *term.Term { return t.And(cl.condition, cl.pairs[0].races) }

// withKnown returns the guard of an access together with the facts known there and the assumptions about arguments
// (promised). The view seen rewrites the facts.
func (j *Judge) withKnown(guard vector.Vec, known []*term.Term, seen view) vector.Vec {
	fact := j.t.And(j.promised(), seen.term(j.t.And(known...)))
	return vector.Map1(guard, func(g *term.Term) *term.Term { return j.t.And(g, fact) })
}

// promised returns the conjunction of all assumptions that are about arguments only. The assumptions come from
// __builtin_assume in the root, and from conditions that the host code checks before the launch.
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

// isOfArguments reports whether f has unknowns and all of them are arguments.
func isOfArguments(f *term.Term) bool {
	some := false
	other := term.Any([]*term.Term{f}, func(x *term.Term) bool {
		_, is := x.Origin.(memory.ArgOrigin)
		some = some || is
		return !is && (x.Op == term.Var || x.Op == term.Opaque)
	})
	return some && !other
}

// syncPointsOf returns the barriers between two accesses. meet concerns accesses on two sides of a branch: it reports
// whether lanes of the two sides may meet at barriers that order the accesses (acrossBranch).
func (j *Judge) syncPointsOf(p pair) (list []syncPoint, meet bool) {
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

// mayMatter returns the formula that a race of the pair has an effect. Two stores of one value have none. The formula
// is a fresh unknown in three cases: it is not known whether the stored values differ, whether the loop has a next
// iteration, or which lane touches which bytes.
func (j *Judge) mayMatter(p pair) *term.Term {
	x, y := p.literals()
	known := !p.areStores() || x != nil && y != nil
	switch {
	case p.storeOneValue():
		return j.t.False
	case known && p.loop == nil && !isOpen(p.earlier) && !isOpen(p.later):
		return j.t.True
	}
	return j.freshUnknown()
}

// freshUnknown returns a formula about which nothing is known.
func (j *Judge) freshUnknown() *term.Term {
	j.unknowns++
	return j.t.Var(fmt.Sprintf("races!%d", j.unknowns), 0, 0, 1, nil)
}

// areStores reports whether both accesses are stores that can be compared: both to whole variables, or both to the same
// bits.
func (p pair) areStores() bool {
	a, b := p.earlier.Instr, p.later.Instr
	return a.Op == cfg.Store && b.Op == cfg.Store && a.BitField() == b.BitField()
}

// literals returns the constants that two stores store, nil for other values.
func (p pair) literals() (x, y *cfg.Instr) {
	if !p.areStores() {
		return nil, nil
	}
	return literalOf(p.earlier.Instr.Args[1]), literalOf(p.later.Instr.Args[1])
}

// storeOneValue reports whether the accesses are two stores of one constant.
func (p pair) storeOneValue() bool {
	x, y := p.literals()
	return x != nil && y != nil && x.Op == y.Op && x.Int == y.Int && x.Text == y.Text
}

// isOpen reports whether a is an access to a tile whose division among the lanes is unknown.
func isOpen(a *trace.Access) bool { return a.Instr.Op == cfg.Share && a.Instr.Tile.IsOpen() }

// literalOf returns the constant that the instruction computes, nil if it computes anything else. For a store to a
// bit-field, the constant lacks the bits that do not fit.
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

// overlap returns the formula that sizeX bytes at the address x and sizeY bytes at the address y have a byte in common.
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

// isWithin returns the formula that an access at the offset `at` stays in its variable.
func (j *Judge) isWithin(a *trace.Access, at *term.Term) *term.Term {
	return j.t.ULt(at, j.t.Const(64, uint64(sizeOf(a.Object)-a.Size+1)))
}

// arraysAround returns the arrays within which the access a stays. It leaves out arrays that are smaller than the
// access. The rewriter seen expresses the starts of the arrays by terms at the later access.
func arraysAround(a *trace.Access, seen view) (list []trace.Array) {
	for _, array := range a.Arrays {
		if array.Size >= a.Size && len(list) < len(disjoint.Arrays{}) {
			list = append(list, trace.Array{Start: seen.lanes(array.Start), Size: array.Size})
		}
	}
	return list
}

// ofEachLane returns a function for the arrays that a lane's access stays in.
func ofEachLane(arrays []trace.Array) func(l int) disjoint.Arrays {
	return func(l int) (list disjoint.Arrays) {
		for n, array := range arrays {
			list[n] = disjoint.Array{Start: array.Start.At(l), Size: array.Size}
		}
		return list
	}
}

// areInArrays returns the formula that two accesses stay within their arrays. An array that both accesses share is left
// out, because two accesses beyond its end race as well.
func (j *Judge) areInArrays(q disjoint.Question) *term.Term {
	return j.t.And(j.isIn(q.X, q.SizeX, q.InX, q.InY), j.isIn(q.Y, q.SizeY, q.InY, q.InX))
}

// isIn returns the formula that an access stays within each of arrays that is not also in `but`. at is the offset of
// the access, size its size in bytes.
func (j *Judge) isIn(at *term.Term, size int64, arrays, but disjoint.Arrays) *term.Term {
	in := j.t.True
	for _, array := range arrays {
		if array.Size > 0 && !slices.Contains(but[:], array) {
			in = j.t.And(in, j.t.ULt(j.t.Sub(at, array.Start), j.t.Const(64, uint64(array.Size-size+1))))
		}
	}
	return in
}

// isMultiple reports whether the coefficients and the constant of x show that x is a multiple of n.
func isMultiple(x *term.Term, n int64) bool {
	switch {
	case x.IsConst():
		return int64(x.K)%n == 0
	case x.Op != term.Add:
		return n == 1
	}
	return int64(x.K)%n == 0 && !slices.ContainsFunc(x.Coefs, func(k uint64) bool { return int64(k)%n != 0 })
}

// sizeOf returns an upper bound of the size of a shared variable, in bytes.
func sizeOf(o *memory.Object) int64 {
	t := o.Decl.Type
	if t.Size <= 0 && t.Kind == types.Array && t.Elem != nil && t.Elem.Kind == types.Array { // its length depends on template arguments
		return memory.Stride(t)
	}
	if t.Size > 0 {
		return t.Size
	}
	return maxShared
}

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

// pair is two accesses that may race. Either both are in the same iteration of the loops around both, or the later
// access is in the next iteration of a loop.
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

// iteration states in which iteration an event between two accesses is executed. If both fields are nil, it is the
// iteration of the earlier access. If next is set, it is the following iteration of that loop. If first is set, it is
// the first iteration of that loop and of the loops within it.
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

// viewOf returns the view that rewrites formulas of the event e, executed in the iteration in, to terms at the later
// access. If the later access is after a loop with e, the terms are those of an iteration before the last one: formulas
// after the loop may be about the last one.
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

// view rewrites terms by several rewriters, one after the other.
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

// pointer returns a pointer with its address rewritten, nil for nil.
func (v view) pointer(p *trace.Pointer) *trace.Pointer {
	if p == nil {
		return nil
	}
	return &trace.Pointer{Variable: p.Variable, At: v.lanes(p.At)}
}

// isOfTwoIterations reports whether the accesses are in two iterations of some loop.
func (p pair) isOfTwoIterations() bool { return p.loop != nil || p.leftLoop(p.earlier.Event) != nil }

// clash holds the races of two accesses.
type clash struct {
	earlier   *trace.Access
	pairs     []lanePair // sorted by the earlier lane, then by the later one
	condition *term.Term // the condition that all of the races need
	object    *memory.Object
	loop      *trace.Loop // the loop of the pair
	// The pointers are the ones that the accesses use, nil if they use none.
	earlierOffset, laterOffset   vector.Vec
	earlierPointer, laterPointer *trace.Pointer
	// rival is the warp of the earlier access, and meeting the comparison of the two accesses. Both are nil if the
	// accesses are of the same warp.
	rival   Rival
	meeting *meeting
}

// lanePair is a lane of the earlier access, a lane of the later one, and the condition under which they race.
type lanePair struct {
	earlier, later int
	races          *term.Term
}

// pairsOf pairs the nth access with the accesses before it, and with those of the previous iteration.
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

// barriers returns the barriers between two accesses. ordered reports whether these barriers, or anything else
// between the accesses, exclude a race.
func (j *Judge) barriers(p pair) (list []syncPoint, ordered bool) {
	a, b := p.earlier, p.later
	j.t.Work.Spend(pairWork)
	if j.isBehindBarrier(p) || j.mayBeSignalled(a, b) || j.isAwaited(p) || j.linkageOf(p) == takenOrdered {
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
			races := j.t.And(passes.At(i), guard.At(l), hit, j.isWithin(b, at.At(l)), j.t.Not(reached[l]), stored.matter(ofOneWarp, first.At(i), at.At(l), i, l), j.areInArrays(q))
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

// ofOneWarp returns a term of this warp as a term of the warp of the other access. Both accesses are of one warp, so it
// is the same term.
func ofOneWarp(x *term.Term) *term.Term { return x }

// contradict reports whether the form of some guard shows that hit, the overlap of two accesses, is impossible. For
// example, among lanes with equal keys only one is the leader:
//
//	m = __match_any_sync(~0u, key); if (lane == __ffs(m) - 1) s[key] += __popc(m);
func (j *Judge) contradict(hit *term.Term, guards ...*term.Term) bool {
	return !hit.IsTrue() && slices.ContainsFunc(guards, func(g *term.Term) bool { return j.t.Given(g, hit).IsFalse() })
}

// isNever reports whether it is proved that the two accesses never race: their conditions exclude each other, or they
// have no byte in common.
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

// firstRace returns the formula that the lanes of the first pair race.
func (cl *clash) firstRace(t *term.Table) *term.Term { return t.And(cl.condition, cl.pairs[0].races) }

// withKnown returns the guard of an access together with the facts known there.
func (j *Judge) withKnown(guard vector.Vec, known []*term.Term, seen view) vector.Vec {
	fact := j.t.And(j.promised(), seen.term(j.t.And(known...)))
	return vector.Map1(guard, func(g *term.Term) *term.Term { return j.t.And(g, fact) })
}

// promised returns the formula of the assumptions about arguments alone: those of __builtin_assume in the root, and
// those of the host code before the launch.
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

// syncPointsOf returns the barriers between two accesses. meet reports whether lanes that meet across a branch are ordered,
// or may be (acrossBranch).
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

// mayMatter returns the formula that the race matters, because two stores of the same value do not race. The formula is
// a fresh unknown if one of these is not known: whether the values differ, whether the loop has a next iteration, or
// which lane touches which bytes.
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

// areStores reports whether both accesses are stores, to whole variables or to the same bits.
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

// literalOf returns the constant that a value is, nil for other values. The value of a bit-field has lost its high
// bits.
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

// isWithin returns the formula that an access stays in its variable.
func (j *Judge) isWithin(a *trace.Access, at *term.Term) *term.Term {
	return j.t.ULt(at, j.t.Const(64, uint64(sizeOf(a.Object)-a.Size+1)))
}

// arraysAround returns the arrays that the access a stays in, except for those that are smaller than the access. Their
// starts are rewritten by seen to terms at the later access.
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

// areInArrays returns the formula that two accesses stay in their arrays. Arrays that both share do not count: beyond
// the end of a shared array the accesses race all the same.
func (j *Judge) areInArrays(q disjoint.Question) *term.Term {
	return j.t.And(j.isIn(q.X, q.SizeX, q.InX, q.InY), j.isIn(q.Y, q.SizeY, q.InY, q.InX))
}

// isIn returns the formula that an access stays within the arrays in its list, except for the arrays in the list but.
func (j *Judge) isIn(at *term.Term, size int64, arrays, but disjoint.Arrays) *term.Term {
	in := j.t.True
	for _, array := range arrays {
		if array.Size > 0 && !slices.Contains(but[:], array) {
			in = j.t.And(in, j.t.ULt(j.t.Sub(at, array.Start), j.t.Const(64, uint64(array.Size-size+1))))
		}
	}
	return in
}

// isMultiple reports whether all summands of x are multiples of n.
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
	if t.Size <= 0 && t.Kind == types.Array && t.Elem != nil && t.Elem.Kind == types.Array { // whose length depends on template arguments
		return memory.Stride(t)
	}
	if t.Size > 0 {
		return t.Size
	}
	return maxShared
}

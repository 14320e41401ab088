package race

import (
	"slices"
	"sync"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/disjoint"
	"github.com/warpcheck/warpcheck/lanes/meet"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Threads of two warps may access one byte without a barrier of the block in between. __syncwarp does not order them:
//
//	if (threadIdx.x == 0) s = v;
//	x = s;                                 thread 32 reads what thread 0 writes
//
// One warp is interpreted. Another warp has the same formulas with other thread numbers, and with its own unknowns
// for values that the warps need not share ([Rival]). In a loop with a barrier of the block in each iteration, the
// two warps are in the same iteration or in consecutive iterations. In other loops they may be in any iterations.
//
// MayMeet decides whether a barrier of the warp is enough to repair a race. It returns true unless the accesses are
// proved to be disjoint or ordered.

// Rival is an arbitrary other warp of the block. Its values are terms of the interpreted warp ("this warp"), rewritten
// by View. In a block of several dimensions, the numbers of two warps may differ in several indices, in either order.
// There is a rival for each of these cases.
type Rival struct {
	// View rewrites terms of this warp to terms of the rival. Exists is the formula that the block has such a warp.
	// Numbered is the conjunct of Exists which states that the numbers of the two warps differ and are below the
	// number of warps.
	View             *term.Rewriter
	Exists, Numbered *term.Term
	// IsLess reports whether the rival is less than this warp in the index in which the two warps differ.
	IsLess bool
}

// Others provides the other warps of a block.
type Others interface {
	// Rivals returns an arbitrary other warp, as one rival for each case in which the numbers of the two warps may
	// differ. s states how the terms of the rivals are named and copied.
	Rivals(s Sight) []Rival
	// Rival returns the warp with the given number as a rival. The caller knows that every launch has this warp.
	Rival(number int, s Sight) Rival
}

// Across compares the accesses of two warps of a block.
type Across struct {
	judge  *Judge
	others Others
	// sights caches the rivals of a pair of accesses, by the loops around the two accesses.
	sights map[placed]*sighting
	// groups caches, for each loop, the group of each warp (groupsIn). The warps of a group wait for each other in each
	// iteration.
	groups map[*trace.Loop][]*term.Term
	// touched caches the addresses at which the warps begin an access. An entry is nil if the thread numbers alone do
	// not determine the addresses of the access.
	touched map[aimed][]touched
	// within caches the formula that bounds the number of warps (rooms). It is nil until its first use.
	within *term.Term
	// polls reports whether the root has a loop that waits until other threads store something.
	polls func() bool
}

// AcrossWarps returns a comparison of the accesses of two warps in a complete trace.
func AcrossWarps(m *meet.Meetings, others Others) *Across {
	j := Of(m)
	j.acrossWarps = true
	j.lastOfAll = j.findLastOfAll()
	return &Across{judge: j, others: others, sights: map[placed]*sighting{}, groups: map[*trace.Loop][]*term.Term{}, touched: map[aimed][]touched{},
		polls: sync.OnceValue(j.trace.Root.Polls)}
}

// Accesses returns the accesses of the trace, in the order in which they were recorded.
func (x *Across) Accesses() []*trace.Access { return x.judge.trace.Log.Accesses }

// MayMeet reports whether an access in the list `of` may conflict with an access by a thread of another warp. Two
// accesses conflict if they touch the same byte, one of them writes, and no barrier of the block lies between. A pair
// does not count if isAllowed accepts both instructions. MayMeet also returns true if the trace has none of the
// accesses in the list, or if there are too many pairs.
func (x *Across) MayMeet(of map[trace.Chained]bool, isAllowed func(*cfg.Instr) bool) bool {
	pairs, found := 0, false
	for n, a := range x.judge.trace.Log.Accesses {
		found = found || of[a.Chained()]
		for _, p := range x.pairsAcross(n) {
			if !of[p.earlier.Chained()] && !of[p.later.Chained()] || isAllowed(p.earlier.Instr) && isAllowed(p.later.Instr) {
				continue
			}
			if pairs++; pairs > maxPairsAcross || x.mayMeet(p) {
				return true
			}
		}
	}
	return !found
}

// pairsAcross pairs the nth access with itself, with the accesses before it, and with those of the previous iteration.
func (x *Across) pairsAcross(n int) []pair {
	b := x.judge.trace.Log.Accesses[n]
	list := x.judge.pairsOf(n)
	for _, a := range x.judge.trace.Log.Accesses[:n+1] {
		if a.Point == b.Point && x.judge.mayConflict(a, b) {
			list = append(list, pair{a, b, nil})
		}
	}
	return list
}

// mayMeet reports whether the two accesses of a pair, made by threads of two warps, may touch the same byte in an order
// that no barrier fixes. It returns false for two stores of one constant.
func (x *Across) mayMeet(p pair) bool {
	if !p.earlier.IsPlaced() || !p.later.IsPlaced() {
		return true
	}
	if x.judge.isBehindBarrier(p) {
		return false
	}
	list, _ := x.judge.syncPointsOf(p)
	return !x.judge.isOrdered(p, list) && !p.storeOneValue() && !x.areApart(p)
}

// areApart reports whether it is proved that two threads of two warps touch different bytes by the accesses of a pair,
// or do not execute both.
func (x *Across) areApart(p pair) bool {
	a, b := p.earlier, p.later
	before, behind := p.viewOf(x.judge, a.Event, iteration{}), p.viewOf(x.judge, b.Event, p.ofLater())
	one := disjoint.Access{At: before.lanes(a.At), Size: a.Size, Guard: x.judge.withKnown(before.lanes(a.Guard), a.Known, before),
		Arrays: ofEachLane(arraysAround(a, before))}
	at, guard := behind.lanes(b.At), x.judge.withKnown(behind.lanes(b.Guard), b.Known, behind)
	if x.areApartByNumbers(nil, one, disjoint.Access{At: at, Size: b.Size, Guard: guard}) {
		return true
	}
	around, rooms := arraysAround(b, behind), x.rooms()
	for _, r := range x.rivalsOf(p) {
		seen := view{r.View}
		theirs := disjoint.Access{At: seen.lanes(at), Size: b.Size, Guard: seen.lanes(guard), Arrays: ofEachLane(viewed(around, seen))}
		ours := one
		ours.Guard = x.judge.trace.Vectors.And(one.Guard, vector.Uniform(x.judge.t.And(r.Exists, rooms, r.View.Rewrite(rooms))))
		if !x.areApartFrom(ours, theirs, sizeOf(b.Object)) {
			return false
		}
	}
	return true
}

// rooms returns a formula that bounds the number of warps of the block: accesses that all threads execute stay within
// their variables. For example, if each thread accesses a different one of 32 cells, the block has one warp.
func (x *Across) rooms() *term.Term {
	if x.within == nil {
		x.within = x.judge.t.And(x.eachRoom()...)
	}
	return x.within
}

// eachRoom returns the conjuncts of the formula rooms, at most maxRooms. Each conjunct states that one access, which
// all lanes execute, stays within its variable.
func (x *Across) eachRoom() (rooms []*term.Term) {
	for _, a := range x.judge.trace.Log.Accesses {
		if len(rooms) == maxRooms || !a.IsPlaced() || a.IsWait() || len(a.Within) > 0 || !x.judge.trace.Alive.IsUniform() || !isOfAlive(x.judge.trace.Alive, a.Guard) {
			continue
		}
		room := x.judge.isWithin(a, a.At.At(warp.Size-1))
		if !room.IsTrue() && !slices.Contains(rooms, room) && !multiplies(room) {
			rooms = append(rooms, room)
		}
	}
	return rooms
}

// multiplies reports whether f contains a product of unknowns. Questions with such a condition are hard for the solver.
func multiplies(f *term.Term) bool {
	return term.Any([]*term.Term{f}, func(x *term.Term) bool { return x.Op == term.Mul })
}

// Fits reports whether the accesses that all threads execute may stay within their variables, and within the rows of
// these. It returns false if the thread numbers show that some access does not. The block must have a known shape.
func (x *Across) Fits() bool {
	for _, a := range x.judge.trace.Log.Accesses {
		if !a.IsPlaced() || a.IsWait() || len(a.Within) > 0 || !isOfAlive(x.judge.trace.Alive, a.Guard) {
			continue
		}
		arrays := ofEachLane(arraysAround(a, nil))
		for w := range x.judge.trace.Launch.Warps {
			is := x.judge.trace.Launch.AsWarp(w)
			for l := range warp.Size {
				at := a.At.At(l)
				if is.Rewrite(x.judge.t.And(x.judge.isWithin(a, at), x.judge.isIn(at, a.Size, arrays(l), disjoint.Arrays{}))).IsFalse() {
					return false
				}
			}
		}
	}
	return true
}

// viewed returns the arrays with their starts rewritten by the view seen.
func viewed(arrays []trace.Array, seen view) (list []trace.Array) {
	for _, array := range arrays {
		list = append(list, trace.Array{Start: seen.lanes(array.Start), Size: array.Size})
	}
	return list
}

// areApartFrom reports whether it is proved that the accesses touch different bytes, for each lane of one warp and each
// lane of the other warp. size is the size of the variable, in bytes.
func (x *Across) areApartFrom(ours, theirs disjoint.Access, size int64) bool {
	apart := x.judge.sums.DisjointLanes(ours, theirs, size)
	for i := range warp.Size {
		for l := range warp.Size {
			q := disjoint.Of(ours, i, theirs, l, size)
			if apart[i].Has(l) || q.Here.IsFalse() || q.There.IsFalse() {
				continue
			}
			if !x.judge.isNever(q) {
				return false
			}
		}
	}
	return true
}

// areApartWarpByWarp tries a proof for each two warps of a block of known shape: they wait for each other between the
// accesses, or touch different bytes. It reports whether all proofs succeed. The numbers of the two warps are constants
// in a proof, and so quotients and remainders of them become constants:
//
//	s[w / 2][32 * (w % 2) + i]             warps 1 and 2: rows 0 and 1
func (x *Across) areApartWarpByWarp(r Rival, by partners, theirs, ours disjoint.Access, size int64) bool {
	launch := x.judge.trace.Launch
	if launch.Warp == nil {
		return false
	}
	number := r.View.Rewrite(launch.Warp)
	var rivals []disjoint.Access
	for o := range launch.Warps {
		rivals = append(rivals, rewritten(theirs, x.judge.t.Replacing(number, x.judge.t.Const(number.Bits, uint64(o)))))
	}
	for w := range launch.Warps {
		is := launch.AsWarp(w)
		own := rewritten(ours, is)
		for o, rival := range rivals {
			rival.Guard = view{is}.lanes(rival.Guard)
			if !rival.Guard.IsFalse() && !by.wait(w, o) && !x.areApartFrom(own, rival, size) {
				return false
			}
		}
	}
	return true
}

// rewritten returns an access with all its terms rewritten by a rewriter.
func rewritten(a disjoint.Access, by *term.Rewriter) disjoint.Access {
	seen, arrays := view{by}, a.Arrays
	a.At, a.Guard = seen.lanes(a.At), seen.lanes(a.Guard)
	a.Arrays = func(l int) disjoint.Arrays { return arrays(l).Rewritten(by) }
	return a
}

package race

import (
	"iter"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/disjoint"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Threads of two warps race if both touch a byte, one of them writes, and no barrier of the block lies between:
//
//	s[threadIdx.x] = v;                    thread i of the rival
//	x = s[255 - threadIdx.x];              thread l of this warp: a race where i + l = 255
//
// This warp makes the later access and the rival the earlier one. A barrier of the whole block orders them if one of
// the two threads executes it in between; the other thread executes it too, or has left the kernel. If the earlier
// access is a copy, only barriers after a wait for it count. A barrier of some warps is assumed to order two threads
// that both execute it. A pair with several such barriers in between gets no definite race (groups.go). Two volatile or
// atomic accesses do not race if threads may wait for each other by them (areFlags).

// Candidates yields the accesses of a complete trace that may race with earlier accesses of another warp. It also
// yields accesses for which this is not decided.
func (x *Across) Candidates() iter.Seq[*Candidate] { return x.eachCandidate }

func (x *Across) eachCandidate(yield func(*Candidate) bool) {
	pairs, asked, last := 0, map[trace.Chained]int{}, map[trace.Chained]*Candidate{}
	for n, b := range x.Accesses() {
		key := b.Chained()
		if asked[key] == maxExecutions {
			last[key].Open = true
			continue
		}
		c := &Candidate{Meeting: x.judge.meet.OfOneSite(b.Event), j: x.judge, IsOfWarps: true}
		for _, p := range x.pairsAcross(n) {
			between, ordered := x.judge.barriers(p)
			if ordered || x.judge.isOrderedByArrival(p) {
				continue
			}
			if pairs == maxPairsAcross {
				c.Open = true
				break
			}
			pairs++
			x.compare(c, p, between)
		}
		if c.HasAny() || c.Open {
			asked[key]++
			last[key] = c
			if !yield(c) {
				return
			}
		}
	}
}

// compare adds the races of p to c, the candidate of p's later access. between lists the barriers between the two
// accesses. They may order the accesses for some threads, but not surely for all.
func (x *Across) compare(c *Candidate, p pair, between []syncPoint) {
	switch {
	case p.storeOneValue() || x.areFlags(p) || p.isSharedByBlock():
		return
	case !p.earlier.IsPlaced() || !p.later.IsPlaced():
		c.Open = true
		return
	}
	x.judge.computeGuards(p, between)
	m := x.meetingOf(p, between)
	switch x.judge.effectOfStore(p) {
	case surelyKeeps:
		return
	case mayKeep:
		m.mayNotMatter()
	}
	if m.areApartByNumbers() {
		return
	}
	for _, r := range x.rivalsOf(p) {
		if found := m.clash(r); found != nil {
			c.clashes = append(c.clashes, found)
			c.Meeting.OtherIterations = c.Meeting.OtherIterations || p.isOfTwoIterations()
		}
	}
}

// isSharedByBlock reports whether the pair is one execution of an access that all threads of the block make together.
func (p pair) isSharedByBlock() bool {
	tile := p.later.Instr.Tile
	return p.earlier == p.later && p.loop == nil && tile != nil && tile.OfBlock
}

// meeting is a pair of accesses that may touch one byte, one by this warp and one by a rival (another warp of the
// block). Both earlier and later hold addresses and guards of this warp. seenAs rewrites those of the earlier access
// for a rival.
type meeting struct {
	values
	across         *Across
	earlier, later disjoint.Access
	syncPoints     []syncPoint
	// together counts the failed attempts of the method matters to prove that two threads which both execute the earlier
	// access store to different cells.
	together attempts
	// turns is set if the two accesses are in separate loops of two roles (turnsOf). It states which iterations no
	// barrier orders.
	turns *turns
	// earlierGuard and laterGuard are the guards of the two accesses. Facts that hold at every execution of an access
	// are left out.
	earlierGuard, laterGuard vector.Vec
	// groups caches which warps surely wait for each other between the accesses. It is nil until the first use.
	groups *partners
	// isAwaited reports whether a wait for an mbarrier between the accesses may order them.
	isAwaited bool
	// hands states how the accesses may be ordered by flags (handed.go).
	hands hands
}

// rivalsOf returns the rivals with which a pair is compared. If the two threads execute the same access in the same
// iteration, the two warps can be exchanged, so only rivals with a greater index are returned.
func (x *Across) rivalsOf(p pair) []Rival {
	list := x.rivalsByGroup(p)
	if p.earlier != p.later || p.isOfTwoIterations() {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(r Rival) bool { return r.IsLess })
}

func (x *Across) meetingOf(p pair, between []syncPoint) *meeting {
	before, behind := p.viewOf(x.judge, p.earlier.Event, iteration{}), p.viewOf(x.judge, p.later.Event, p.ofLater())
	guard := behind.lanes(p.later.Guard)
	if p.loop != nil {
		guard = x.judge.trace.Vectors.And(guard, p.loop.Round)
	}
	m := &meeting{values: x.judge.valuesOf(p, before, behind), across: x, syncPoints: between, earlierGuard: before.lanes(p.earlier.Guard), laterGuard: guard}
	if u, known := x.judge.turnsOf(p); known {
		m.turns = &u
	}
	m.earlier = disjoint.Access{At: before.lanes(p.earlier.At), Size: p.earlier.Size,
		Guard: x.judge.withKnown(m.earlierGuard, p.earlier.Known, before), Arrays: ofEachLane(arraysAround(p.earlier, before))}
	m.later = disjoint.Access{At: behind.lanes(p.later.At), Size: p.later.Size,
		Guard: x.judge.withKnown(guard, p.later.Known, behind), Arrays: ofEachLane(arraysAround(p.later, behind))}
	linkage := x.judge.linkageOf(p)
	m.isAwaited = linkage == byBarrier && x.judge.trace.Order(p.earlier.Point, p.later.Point) != trace.Incomparable
	var mayHand bool
	m.hands, mayHand = x.judge.handsOf(p)
	m.isSignalled = mayHand || x.judge.trace.HasSignals || linkage == byName || linkage == byBarrier || x.judge.hasBarriersOfSomeWarps() && !x.judge.areOrderedDirectly(p)
	if m.isSignalled || isFlag(p.earlier.Instr) && isFlag(p.later.Instr) {
		m.mayNotMatter()
	}
	return m
}

// areFlags reports whether threads may wait for each other by means of the two accesses. Both must be volatile or
// atomic. In addition, one access must be a signal by its kind, or the root must have a loop that waits. Otherwise the
// accesses are of data, as here:
//
//	volatile int *s = ...; s[warp] = v; __syncthreads(); x = s[0]; s[warp] = x;
func (x *Across) areFlags(p pair) bool {
	a, b := p.earlier.Instr, p.later.Instr
	return isFlag(a) && isFlag(b) && (a.IsSignal() || b.IsSignal() || x.polls())
}

// mayNotMatter records that a race of the pair perhaps has no effect: it sets undecided to a fresh unknown.
func (m *meeting) mayNotMatter() {
	if m.undecided.IsTrue() {
		m.undecided = m.j.freshUnknown()
	}
}

// isOfSomeWarps reports whether only some warps of the block may wait at e.
func (j *Judge) isOfSomeWarps(e *trace.Event) bool {
	c := e.Instr.Collective
	return c != nil && c.BeyondWarp && !j.holdsBlock(e)
}

// hasBarriersOfSomeWarps reports whether the root may execute a barrier at which only some warps wait.
func (j *Judge) hasBarriersOfSomeWarps() bool {
	isCounted := func(in *cfg.Instr) bool {
		return in.Collective != nil && in.Collective.BeyondWarp && !in.Collective.HoldsBlock()
	}
	return j.trace.Root.LeadsTo(isCounted) || slices.ContainsFunc(j.trace.Log.Events, j.isOfSomeWarps)
}

// areAtOneBarrier returns the formula that lane i of the rival r and lane l of this warp wait for each other at s, a
// barrier for some warps of the block. A barrier with a number requires that both lanes pass the same number. A barrier
// of a tile requires that both warps belong to one tile.
func (m *meeting) areAtOneBarrier(s syncPoint, r Rival, i, l int) *term.Term {
	tile := s.Event.Instr.Collective.Tile
	if tile <= warp.Size {
		if s.name.IsNone() {
			return m.j.t.True
		}
		return m.j.t.Eq(r.View.Rewrite(s.name.At(i)), s.name.At(l))
	}
	number := m.j.trace.Launch.Number
	own := m.j.t.UDiv(number, m.j.t.Const(number.Bits, uint64(tile/warp.Size)))
	return m.j.t.Eq(own, r.View.Rewrite(own))
}

// clash compares all pairs of lanes of the two warps. It returns nil if none can race.
func (m *meeting) clash(r Rival) *clash {
	m.j.t.Work.Spend(warp.Size * warp.Size)
	theirs := m.seenAs(r)
	open := m.notApart(theirs)
	size := sizeOf(m.of.later.Object)
	if len(open) == 0 || m.across.areApartWarpByWarp(r, m.partners(), theirs, m.later, size) {
		return nil
	}
	c := &clash{earlier: m.of.earlier, object: m.of.later.Object, earlierOffset: theirs.At, laterOffset: m.later.At, loop: m.of.loop, rival: r, meeting: m,
		earlierPointer: m.rivalsPointer(r), laterPointer: m.behind.pointer(m.of.later.Through), condition: m.launched(r)}
	if c.condition.IsFalse() {
		return nil
	}
	for _, p := range open {
		if p.races = m.races(r, disjoint.Of(theirs, p.earlier, m.later, p.later, size), p.earlier, p.later); !p.races.IsFalse() {
			c.pairs = append(c.pairs, p)
		}
	}
	if len(c.pairs) == 0 {
		return nil
	}
	return c
}

// notApart returns the pairs of lanes that may touch a common byte, because the comparison of their addresses as sums
// does not prove the bytes disjoint. The formulas of the races are not set yet.
func (m *meeting) notApart(theirs disjoint.Access) (open []lanePair) {
	if m.j.sums.AreExcluded(theirs, m.later) {
		return nil
	}
	size := sizeOf(m.of.later.Object)
	apart := m.j.sums.DisjointLanes(theirs, m.later, size)
	likeI, likeL := m.j.sums.Alike(theirs, m.later), m.j.sums.Alike(m.later, theirs)
	var unproved attempts
	for i := range warp.Size {
		for l := range warp.Size {
			if apart[i].Has(l) || theirs.Guard.At(i).IsFalse() || m.later.Guard.At(l).IsFalse() {
				continue
			}
			q := disjoint.Of(theirs, likeI[i], m.later, likeL[l], size)
			if !unproved.proves(func() bool { return m.j.sums.AreDisjoint(q) || m.j.sums.IsExcluded(m.j.t.And(q.Here, q.There)) }) {
				open = append(open, lanePair{earlier: i, later: l})
			}
		}
	}
	return open
}

// areApartByNumbers reports whether the thread numbers alone show that the two accesses touch different bytes, whatever
// two warps make them. Warps that wait for each other between the accesses do not count.
func (m *meeting) areApartByNumbers() bool {
	return m.across.areApartByNumbers(m.partners(), m.earlier, m.later)
}

// partners returns which warps of a block of known shape surely wait for each other between the two accesses. It caches
// the result of [Judge.partnersOf].
func (m *meeting) partners() partners {
	if m.groups == nil {
		groups := m.j.partnersOf(m.of, m.syncPoints)
		m.groups = &groups
	}
	return *m.groups
}

// launched returns the formula that the launch has the rival r. It is part of the condition of each race with r.
func (m *meeting) launched(r Rival) *term.Term {
	rooms := m.across.rooms()
	return m.j.t.And(r.Exists, rooms, r.View.Rewrite(m.j.t.And(rooms, m.j.meet.Premise())))
}

// seenAs returns the earlier access with the addresses and guards of the rival r.
func (m *meeting) seenAs(r Rival) disjoint.Access {
	seen := view{r.View}
	around := viewed(arraysAround(m.of.earlier, m.of.viewOf(m.j, m.of.earlier.Event, iteration{})), seen)
	numbered := vector.Uniform(r.Numbered)
	return disjoint.Access{At: seen.lanes(m.earlier.At), Size: m.earlier.Size, Guard: m.j.trace.Vectors.And(seen.lanes(m.earlier.Guard), numbered), Arrays: ofEachLane(around)}
}

// rivalsPointer returns the pointer through which the rival makes the earlier access, nil if there is none.
func (m *meeting) rivalsPointer(r Rival) *trace.Pointer {
	return view{r.View}.pointer(m.before.pointer(m.of.earlier.Through))
}

// matters returns the formula that a race of lane i of the rival and lane l of this warp has an effect. A race has no
// effect if both threads store one value, or if the reading thread has stored that value itself. But if it is proved
// that the two threads store to different cells by the earlier access, the reading thread has not stored the value, and
// the formula is only m.undecided.
func (m *meeting) matters(r Rival, q disjoint.Question, i, l int) *term.Term {
	stores := q
	stores.Y, stores.SizeY, stores.InY, stores.There = m.earlier.At.At(l), m.earlier.Size, m.earlier.Arrays(l), m.earlier.Guard.At(l)
	if m.mayHaveStoredIt() && m.together.proves(func() bool { return m.j.isNever(stores) }) {
		return m.undecided
	}
	return m.matter(r.View.Rewrite, q.X, q.Y, i, l)
}

// races returns the formula that lane i of the rival and lane l of this warp race, in a launch that has the rival.
func (m *meeting) races(r Rival, q disjoint.Question, i, l int) *term.Term {
	hit := m.j.overlap(q.X, q.SizeX, q.Y, q.SizeY)
	if m.j.contradict(hit, q.Here, q.There) {
		return m.j.t.False
	}
	return m.j.t.And(q.Here, q.There, hit, m.j.isWithin(m.of.later, q.Y), m.j.t.Not(m.ordered(r, i, l)), m.j.t.Not(m.j.handOver(m.hands, r.View.Rewrite, i, l)),
		m.j.areInArrays(q), m.matters(r, q, i, l))
}

// ordered returns the formula that a barrier orders the accesses of lane i of the rival r and lane l of this warp. At a
// barrier of the whole block, one of the two threads must execute it. At a barrier of some warps, both must execute it.
// If the earlier access is an asynchronous copy, its thread must have waited for the copy before the barrier. For
// accesses in separate loops of two roles, their iterations decide instead.
func (m *meeting) ordered(r Rival, i, l int) *term.Term {
	if m.turns != nil {
		return m.j.t.Not(m.inTurn(*m.turns, r))
	}
	done, isCommitted, ordered := m.j.t.Bool(!m.of.earlier.Instr.Async), m.j.t.False, m.j.t.False
	for _, s := range m.syncPoints {
		theirs := r.View.Rewrite(s.guard.At(i))
		switch {
		case s.isWait && s.Instr.Op == cfg.Commit:
			isCommitted = m.j.t.Or(isCommitted, theirs)
		case s.isWait && s.Instr.AwaitsCommitted():
			done = m.j.t.Or(done, m.j.t.And(isCommitted, theirs))
		case s.isWait:
			done = m.j.t.Or(done, theirs)
		case m.j.isOfAll(s.Event):
			ordered = m.j.t.Or(ordered, m.j.t.And(done, m.j.t.Or(theirs, s.guard.At(l))))
		case m.j.isOfSomeWarps(s.Event):
			ordered = m.j.t.Or(ordered, m.j.t.And(done, theirs, s.guard.At(l), m.areAtOneBarrier(s, r, i, l)))
		}
	}
	return ordered
}

// Certain returns, for each lane, the formula that the first race of the execution e happens between the same two
// lanes, with the same rival. In a block of unknown size the rival is the first warp, the last one or the previous one.
// In a block of unknown size no race is certain if a barrier of the warp lies between the accesses, because the kernel
// may be meant for blocks of one warp.
func (c *Candidate) Certain(e *prove.Execution) vector.Vec {
	one, first, found := c.firstIn(e)
	if !found {
		return vector.Uniform(c.j.t.False)
	}
	m := one.meeting.withoutKnown()
	var rivals []int
	switch {
	case c.j.trace.Launch.Shape.Known():
		rivals = []int{m.j.warpOf(one.rival, e)}
	case !slices.ContainsFunc(m.syncPoints, isOfWarp):
		rivals = []int{0, grid.LastWarp, grid.PreviousWarp}
	}
	races := c.j.t.False
	for _, w := range rivals {
		r := m.across.others.Rival(w, m.across.sightOf(m.of).Sight)
		q := disjoint.Of(m.seenAs(r), first.earlier, m.later, first.later, sizeOf(m.of.later.Object))
		races = c.j.t.Or(races, c.j.t.And(r.Exists, m.across.rooms(), m.races(r, q, first.earlier, first.later)))
	}
	return vector.Build(func(l int) *term.Term {
		if l == first.later {
			return races
		}
		return c.j.t.False
	})
}

// withoutKnown returns the meeting with weaker guards, for proofs. It leaves out the facts that hold at every execution
// of an access, because a proof need not show them for the rival:
//
//	for (int i = threadIdx.x; i < 160; i += 128) s[i] = in[i];
//	__syncthreads();                       known behind the loop: i is not less than 160
//
// For the same reason, the rival need not be shown to satisfy the premises of the launch.
func (m *meeting) withoutKnown() *meeting {
	plain := *m
	plain.earlier.Guard, plain.later.Guard = m.earlierGuard, m.laterGuard
	return &plain
}

// Plain returns the formula that none of the doubtful races happens. A race is doubtful if it is not known whether the
// race has an effect (values.undecided).
func (c *Candidate) Plain() *term.Term {
	plain := c.j.t.True
	for _, one := range c.clashes {
		if open := one.meeting.undecided; !open.IsTrue() {
			plain = c.j.t.And(plain, c.j.t.Not(open))
		}
	}
	return plain
}

// DependsOnWarp reports whether the addresses or guards of a racing access depend on the number of the warp.
func (c *Candidate) DependsOnWarp() bool {
	return slices.ContainsFunc(c.clashes, func(one *clash) bool {
		m := one.meeting
		terms := slices.Concat(m.earlier.At.Distinct(), m.earlier.Guard.Distinct(), m.later.At.Distinct(), m.later.Guard.Distinct())
		return term.Any(terms, c.j.trace.Launch.IsIndex)
	})
}

// isOfWarp reports whether s is a barrier of the warp.
func isOfWarp(s syncPoint) bool { return !s.isWait && !s.Event.Instr.Collective.BeyondWarp }

// warpOf returns the number of the warp that makes the rival's access in the execution e.
func (j *Judge) warpOf(r Rival, e *prove.Execution) int {
	return grid.WarpOf(func(reg cfg.SpecialReg) int { return int(e.Value(r.View.Rewrite(j.trace.Launch.Register(reg).At(0)))) })
}

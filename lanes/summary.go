package lanes

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// hypothesis says how a cell changes from turn to turn of a loop.
type hypothesis int

const (
	fixed    hypothesis = iota // not at all
	affine                     // by step in every turn
	laneSet                    // it is the set of lanes still in the loop
	entering                   // it is the set of lanes that pass the header's test
	having                     // it is the set of lanes that have a property
	alike                      // somehow, but the same for the lanes of a cohort
	perLane                    // somehow
)

// change is the hypothesis about one cell, and the step of an affine one.
type change struct {
	kind hypothesis
	step vec
	// property of having.
	property property
	// cohorts of alike, and how often they have been parted.
	cohorts cohorts
	parted  int
	// shrinks, of alike: a turn sets no bit that was not set, as in a walk over the
	// lanes of a mask.
	shrinks bool
	// kept is a stronger hypothesis that holds as long as no collective was broken,
	// nil for none.
	kept *change
}

// summary is the search for what holds at a loop's header in an arbitrary turn
// k: the strongest hypotheses that no trial turn has refuted.
type summary struct {
	id     string
	number int
	loop   *cfg.Loop
	entry  edge
	// together are the cohorts that stay in the loop and leave it together; kept those
	// that do as long as no collective was broken; parted says how often.
	together, kept cohorts
	parted         int
	// strays: a lane that is not in any more may be elsewhere in the function; else it
	// has left the kernel.
	strays  bool
	changes map[cell]change
	world   bool             // memory that anyone may write changes
	block   bool             // shared memory changes
	written bool             // something is stored
	unmet   map[*object]bool // objects that a turn leaves unmet
	objects map[*object]bool // objects whose contents change as a whole
	locals  map[*cfg.Object]bool
	frame   *frame
	back    edge // to the header after the last trial's turn
	mark    int  // the number of terms before the loop
	age     int  // the version of the newest memory before the loop
	k       *term.Term
	reached *term.Term // turn k is come to
	stays   vec        // the lanes that are still in
	round   vec        // those of them that go round again
}

// maxTrials bounds the trial turns. Each failure weakens a hypothesis, so the
// bound is met only by loops that change very many cells in turn.
const maxTrials = 24

// summarise interprets one arbitrary turn of a loop. What the body writes is
// guessed to be affine in k, the set of lanes still in the loop, uniform, or else
// unknown per lane; the lanes are guessed to stay together. The guesses hold at
// entry by construction; a trial turn from the guessed state confirms that the
// turn preserves them, or refutes and so weakens some. What the last trial
// records stands for every turn. It returns the edges that leave the loop, and whether
// any lane may go round again.
func (in *interp) summarise(fr *frame, l *cfg.Loop, entry edge) (ways []edge, turns bool) {
	in.loops++
	s := &summary{id: fmt.Sprintf("L%d", in.loops), number: in.loops, loop: l, entry: entry,
		changes: map[cell]change{}, objects: map[*object]bool{}, locals: fr.shape.locals[l], unmet: map[*object]bool{},
		frame: fr, mark: in.t.Len(), age: in.versions}
	known := in.recall(fr, s)
	begin, scouting := in.start(), in.scouting
	for trials := 0; ; trials++ {
		in.restart(begin)
		in.scouting = scouting || !known && trials == 0
		in.unfinished = in.unfinished && scouting
		in.unrolled = max(in.unrolled, 1)
		header := in.header(s)
		in.leftBefore(fr, s)
		exits, back, again := in.turn(fr, l, 0,
			edge{l.Header, header.guard, header.st.clone()}, nil)
		if again && trials == maxTrials {
			in.note(l.Header.Term.Pos, "loop too irregular to summarise", false)
			in.approximate(begin.events, "loop too irregular to summarise")
		} else if again && (in.refute(s, header, back) || in.refuteStrays(s, back, exits)) {
			in.unfinished = true
		}
		if in.unfinished && !scouting && trials < maxTrials {
			continue
		}
		in.scouting, in.unrolled = scouting, begin.unrolled
		in.learned[loopAt{fr.chain, l}] = learned{s, fr}
		if s.round = uniform(in.t.False); again {
			s.round = back.guard
		}
		return in.leaveLoop(fr, s, exits, begin), again
	}
}

// loopAt is a loop of a function called along a chain of calls.
type loopAt struct {
	chain string
	loop  *cfg.Loop
}

// learned is the last summary of a loop, and the call that it was made in.
type learned struct {
	*summary
	frame *frame
}

// recall begins with what the last summary of the loop, in an earlier turn or trial
// of a loop around it, had to give up: it would have to be given up again. False when
// there is none.
func (in *interp) recall(fr *frame, s *summary) bool {
	last, ok := in.learned[loopAt{fr.chain, s.loop}]
	if !ok {
		return false
	}
	s.together, s.kept, s.parted = last.together, last.kept, last.parted
	s.strays, s.world, s.block, s.written = last.strays, last.world, last.block, last.written
	for _, o := range slices.SortedFunc(maps.Keys(last.objects), byID) {
		s.objects[in.counterpart(o, last.frame, fr)] = true
	}
	for _, c := range last.sorted() {
		here := cell{in.counterpart(c.obj, last.frame, fr), c.path}
		in.settle(s, here, last.entry.st.cells[c])
		if ch := last.changes[c]; ch.kind >= alike || ch.kind == affine && isConstant(ch.step) ||
			ch.kind == laneSet && in.isLaneSet(s, here) || ch.kind == entering && in.isEntering(s, here) {
			s.changes[here] = in.recalled(s, here, ch)
		}
	}
	return true
}

// recalled is what an earlier summary found out about a cell, as far as it holds at this
// entry too: lanes that were alike may come with words of their own now.
func (in *interp) recalled(s *summary, c cell, ch change) change {
	first, known := in.firstWord(s, c)
	if ch.kind == alike && known {
		ch = in.partedAt(s, ch, first)
	}
	_, isWord := s.entry.st.cells[c].(vec)
	ch.shrinks = ch.shrinks && isWord
	if ch.kept == nil {
		return ch
	}
	kept := *ch.kept
	kept.shrinks = kept.shrinks && isWord
	switch {
	case kept.kind == affine && !isConstant(kept.step), kept.kind == laneSet && !in.isLaneSet(s, c):
		ch.kept = nil
	case kept.kind == alike && known:
		kept.cohorts = kept.cohorts.part(in.unbrokenLanes(s.entry.guard), in.unbrokenLanes(first).at)
		ch.kept = &kept
	default:
		ch.kept = &kept
	}
	return ch
}

// partedAt is a cell that was alike for cohorts, of which each lane comes with a word of
// its own now: more lanes may be alike as long as no collective was broken.
func (in *interp) partedAt(s *summary, ch change, first vec) change {
	before := ch
	ch.cohorts = before.cohorts.part(s.entry.guard, first.at)
	if ch.kept == nil && ch.cohorts != before.cohorts {
		ch.kept = &before
	}
	return ch
}

// counterpart is a variable of an earlier call, or of one of the calls around it, in
// a later call along the same chain.
func (in *interp) counterpart(o *object, earlier, later *frame) *object {
	for o.decl != nil && earlier != later {
		if earlier.objects[o.decl] == o {
			return in.local(later, o.decl)
		}
		if earlier.parent == nil {
			break
		}
		earlier, later = earlier.parent.frame, later.parent.frame
	}
	return o
}

func isConstant(v vec) bool {
	return !slices.ContainsFunc(v.list(), func(x *term.Term) bool { return !x.IsConst() })
}

func byID(a, b *object) int { return cmp.Compare(a.id, b.id) }

// approximate marks the events since a point as not exact.
func (in *interp) approximate(since int, reason string) {
	for _, e := range in.events[since:] {
		e.approximate = reason
	}
}

// header is the state at the header in turn k under the hypotheses.
func (in *interp) header(s *summary) edge {
	limit := uint64(maxTurns)
	for _, c := range s.changes {
		if c.kind == affine {
			limit = min(limit, turnLimit(c.step))
		}
	}
	s.k = in.t.Var(fmt.Sprintf("%s.k<%d", s.id, limit), 32, 0, limit, nil)
	in.carried[s.k] = carried{first: in.t.Const(32, 0), loop: s.number, number: true}
	s.reached = in.t.Var(s.id+".reached", 0, 0, 1, nil)
	in.entered[s.reached] = in.t.True
	s.stays = uniform(s.reached)
	if !s.together.one() {
		s.stays = in.and(s.stays, in.earlier(s, s.together, "in", in.t.True))
	}
	e := edge{guard: in.and(s.entry.guard, s.stays), st: s.entry.st.clone()}
	in.versions++
	if s.world {
		e.st.world = in.versions
	}
	if s.block {
		e.st.block = in.versions
	}
	if s.written {
		e.st.written = in.versions
	}
	for o := range s.unmet {
		e.st.leaveUnmet(o)
	}
	for o := range s.objects {
		e.st.versions[o] = in.versions
	}
	for c := range e.st.cells {
		if s.objects[c.obj] {
			delete(e.st.cells, c)
		}
	}
	for _, c := range s.sorted() {
		if v := in.atTurn(s, c, e.guard); v != nil {
			e.st.cells[c] = v
		} else {
			delete(e.st.cells, c)
		}
	}
	in.setHaving(s, e)
	in.setEntering(s, e)
	return e
}

// earlier is an unknown for each cohort that tells of the turns before this one: in
// the first turn, and as long as the lanes keep together, it is first.
func (in *interp) earlier(s *summary, c cohorts, what string, first *term.Term) vec {
	unknown := c.vector(in.t, s.id+"."+what, 0)
	for _, x := range unknown.list() {
		in.entered[x] = first
	}
	switch {
	case s.kept.one():
		return in.assumeOf(c, s.entry.guard, unknown, uniform(first))
	case s.kept == s.together || c != s.together:
		return in.assumeNothing(unknown)
	}
	kept := s.kept.vector(in.t, s.id+"."+what+"~", 0)
	for _, x := range kept.list() {
		in.entered[x] = first
	}
	return in.assumeOf(c, s.entry.guard, unknown, kept)
}

// turnLimit is the number of turns after which a counter with this step would leave the
// range of a signed word. A loop's counter is assumed not to wrap around.
func turnLimit(step vec) uint64 {
	limit := uint64(maxTurns)
	for l := range warp.Size {
		if s := step.at(l); s.IsConst() && isStep(s.K, s.Bits) {
			limit = min(limit, room(s.K, s.Bits))
		}
	}
	return limit
}

// isStep reports what a counter may be moved by: what would wrap around after few turns
// counts nothing, as the state of a random number generator.
func isStep(k uint64, bits int) bool { return room(k, bits) >= leastTurns }

// room is how often a signed word, of 32 bits at least, can be moved by k.
func room(k uint64, bits int) uint64 {
	n := term.Signed(k, bits)
	return uint64(math.MaxInt64) >> (64 - max(bits, 32)) / uint64(max(n, -n, 1))
}

const (
	maxTurns   = 1 << 30 // of a loop that is summarised
	leastTurns = 1 << 11 // that a counter has room for
)

// sorted lists the changed cells in a fixed order.
func (s *summary) sorted() []cell {
	var list []cell
	for c := range s.changes {
		list = append(list, c)
	}
	slices.SortFunc(list, compareCells)
	return list
}

// atTurn is the value of a changed cell at the header in turn k; nil when the
// cell has no common shape over the turns.
func (in *interp) atTurn(s *summary, c cell, guard vec) value {
	ch := s.changes[c]
	name := fmt.Sprintf("%s.%d%s", s.id, c.obj.id, c.path)
	switch v := s.entry.st.cells[c].(type) {
	case vec:
		return in.wordAtTurn(s, ch, v, name, guard)
	case pointer:
		if ch.kind == fixed {
			return v
		}
		if last := len(v.path) - 1; v.isInside() && ch.kind != perLane {
			path := slices.Clone(v.path)
			path[last].bytes = in.wordAtTurn(s, ch, path[last].bytes, name, guard)
			v.path = path
			return v
		}
		first := in.address(v)
		v.obj, v.path = nil, nil
		v.addr = in.wordAtTurn(s, ch, first, name, guard)
		return v
	case nil:
		if !ch.step.isNone() {
			return in.wordAtTurn(s, ch, ch.step, vague+name, guard)
		}
	}
	return nil
}

func (in *interp) wordAtTurn(s *summary, ch change, first vec, name string, guard vec) vec {
	bits := first.bits()
	switch ch.kind {
	case fixed:
		return first
	case affine:
		k := in.resize(s.k, bits, false)
		return map2(first, ch.step, func(v, step *term.Term) *term.Term {
			return in.t.Add(v, in.t.Mul(k, step))
		})
	case laneSet:
		return uniform(in.t.Pack(guard.list()))
	case alike:
		word := in.keptWord(s, ch, ch.cohorts, in.carry(s, ch.cohorts, name, first), first, name, guard)
		if ch.shrinks {
			return in.partOfFirst(s, ch.cohorts, word, first)
		}
		return word
	}
	lanes := later(bits, func() vec { return in.carry(s, alone(), name, first) })
	return in.keptWord(s, ch, alone(), lanes, first, name, guard)
}

// partOfFirst is what is left of a cohort's first word.
func (in *interp) partOfFirst(s *summary, c cohorts, word, first vec) vec {
	whole := build(func(l int) *term.Term { return first.at(c.first(s.entry.guard, l)) })
	return map2(word, whole, in.t.BAnd)
}

// keptWord is a word of one unknown for each cohort, with what it is as long as no
// collective was broken.
func (in *interp) keptWord(s *summary, ch change, c cohorts, word, first vec, name string, guard vec) vec {
	if ch.kept == nil {
		return in.assumeNothing(word)
	}
	return in.assumeOf(c, s.entry.guard, word, in.wordAtTurn(s, *ch.kept, first, name+"~", guard))
}

// carried is an unknown that stands for any turn of a loop.
type carried struct {
	first  *term.Term // what it is in the first turn
	loop   int        // the loop's number
	number bool       // it is the number of the turn
}

// carry is an unknown for each cohort that stands for any turn, and notes what it is in
// the first.
func (in *interp) carry(s *summary, c cohorts, name string, first vec) vec {
	unknown := c.vector(in.t, name, first.bits())
	for l := range c {
		if int(c[l]) == l {
			x, now := unknown.at(l), carried{first: first.at(c.first(s.entry.guard, l)), loop: s.number}
			if in.carried[x] != now {
				in.outdate(x)
				in.carried[x] = now
			}
		}
	}
	return unknown
}

// inFirstTurns is a formula about arbitrary turns, said of the first turn of every
// loop: of what the turn begins with, and when whole of its number and its lanes too.
func (in *interp) inFirstTurns(f *term.Term, whole bool) *term.Term {
	first := in.t.NewRewriter(func(x *term.Term) *term.Term {
		if c, ok := in.carried[x]; ok && (whole || !c.number) {
			return c.first
		}
		if at, ok := in.entered[x]; ok && whole {
			return at
		}
		return x
	})
	for range maxDepth {
		g := first.Rewrite(f)
		if g == f {
			break
		}
		f = g
	}
	return f
}

// refute compares the state after the trial turn with the hypotheses, weakens
// those that fail, and reports whether any did.
func (in *interp) refute(s *summary, header, back edge) bool {
	var cells []cell
	for _, c := range append(in.differing([]edge{header, back}), s.sorted()...) {
		if !s.local(c.obj) && !s.objects[c.obj] {
			cells = append(cells, c)
		}
	}
	slices.SortFunc(cells, compareCells)
	cells = slices.Compact(cells)
	s.back = back
	for _, c := range cells {
		if s.changes[c].kind == fixed && in.settle(s, c, back.st.cells[c]) {
			header.st.cells[c] = s.entry.st.cells[c]
		}
	}
	starts := slices.ContainsFunc(cells, func(c cell) bool { return in.startsCounting(s, c, header, back) })
	failed := false
	if !s.world && back.st.world != header.st.world {
		s.world, failed = true, true
	}
	if !s.block && back.st.block != header.st.block {
		s.block, failed = true, true
	}
	for o := range back.st.unmet {
		if !header.st.unmet[o] {
			s.unmet[o], failed = true, true
		}
	}
	if !s.written && back.st.written != header.st.written {
		s.written, failed = true, true
	}
	for o, v := range back.st.versions {
		if v != header.st.versions[o] && !s.objects[o] && !s.local(o) {
			s.objects[o], failed = true, true
		}
	}
	for _, c := range cells {
		if !s.objects[c.obj] && in.refuteCell(s, c, header, back) {
			failed = true
		}
	}
	return !starts && in.partCohorts(s, header.guard, back.guard) || failed
}

// settle spells what a cell holds at the entry as a turn that changes it does: what a
// kernel was given and nobody has touched, and a pointer to the beginning of what it is
// moved in. False when it is spelled so already.
func (in *interp) settle(s *summary, c cell, like value) bool {
	first, known := s.entry.st.cells[c]
	if _, isWord := like.(vec); !known && (!isWord || s.entry.st.isUntouched(c.obj)) {
		first = in.missing(s.entry.st, c, like)
	}
	if p, isPointer := first.(pointer); isPointer {
		if q, moves := like.(pointer); moves {
			first, _ = in.alongside(p, q)
		}
	}
	if first == nil || known && identical(first, s.entry.st.cells[c]) {
		return false
	}
	s.entry.st.cells[c] = first
	return true
}

// startsCounting reports a cell that was tried as fixed and will be tried as a counter:
// what the trial said of the lanes' ways is true of its first value only.
func (in *interp) startsCounting(s *summary, c cell, header, back edge) bool {
	ch, now, next := s.changes[c], header.st.cells[c], back.st.cells[c]
	return ch.kind == fixed && !in.agrees(s, ch, now, next, back.guard) &&
		in.weaken(s, c, ch, now, next, back.guard, asItIs).kind == affine
}

// local reports a variable that begins a new life in every turn.
func (s *summary) local(o *object) bool { return o.decl != nil && s.locals[o.decl] }

// partCohorts parts the cohorts of lanes that do not go round again together, and
// reports whether there were any.
func (in *interp) partCohorts(s *summary, header, back vec) bool {
	together := in.leaveAlike(s, s.together, header, back)
	kept := in.leaveAlike(s, s.kept, in.unbrokenLanes(header), in.unbrokenLanes(back))
	if together == s.together && kept == s.kept {
		return false
	}
	if s.parted++; s.parted > maxParted {
		together = alone()
		if kept != s.kept {
			kept = alone()
		}
	}
	if s.together.one() {
		for c, ch := range s.changes {
			switch {
			case ch.kind > laneSet && in.isLaneSet(s, c):
				s.changes[c] = change{kind: laneSet}
			case ch.kind > entering && in.isEntering(s, c):
				s.changes[c] = change{kind: entering}
			}
		}
	}
	s.together, s.kept = together, kept
	return true
}

// leaveAlike parts cohorts by what sends a lane of the header on its way.
func (in *interp) leaveAlike(s *summary, c cohorts, header, way vec) cohorts {
	return c.part(s.entry.guard, func(l int) *term.Term {
		return in.t.Strip(way.at(l), term.Common([]*term.Term{header.at(l)}))
	})
}

// refuteCell weakens the hypothesis about a cell until the turn agrees with it;
// true when it had to.
func (in *interp) refuteCell(s *summary, c cell, header, back edge) bool {
	now, next := header.st.cells[c], back.st.cells[c]
	ch := s.changes[c]
	first := ch
	for ch.kind != perLane && !in.agrees(s, ch, now, next, back.guard) {
		ch = in.weaken(s, c, ch, now, next, back.guard, asItIs)
		if first.kind == laneSet && ch.kind == entering {
			break // collectives that name lanes which do not enter say nothing of those that do
		}
	}
	if ch.kind == perLane || ch.kind == alike && !ch.cohorts.one() {
		ch.kept = in.keptChange(s, c, first, now, next, back.guard)
		if ch.kept != nil && ch.kept.kind == ch.kind && ch.kept.cohorts == ch.cohorts {
			ch.kept = nil
		}
	}
	s.changes[c] = ch
	return !ch.like(first)
}

// like reports hypotheses of one kind, with and without broken collectives.
func (c change) like(d change) bool {
	same := c.kind == d.kind && c.cohorts == d.cohorts && c.shrinks == d.shrinks
	if !same || c.kept == nil || d.kept == nil {
		return same && c.kept == d.kept
	}
	return c.kept.like(*d.kept)
}

// keptChange is the strongest hypothesis about a cell that agrees with the turn as
// long as no collective was broken, from the one that the trial was made with.
func (in *interp) keptChange(s *summary, c cell, trial change, now, next value, guard vec) *change {
	if trial.kept != nil {
		trial = *trial.kept
	} else if trial.kind == perLane {
		return nil
	}
	_, starts := s.entry.st.cells[c].(vec)
	a, isWord := now.(vec)
	b, stays := next.(vec)
	if !starts || !isWord || !stays || len(in.assumed) == 0 {
		return nil
	}
	a, b, guard = in.unbrokenLanes(a), in.unbrokenLanes(b), in.unbrokenLanes(guard)
	for trial.kind != perLane && !in.agrees(s, trial, a, b, guard) {
		trial = in.weaken(s, c, trial, a, b, guard, in.unbrokenLanes)
	}
	if trial.kind == perLane || trial.kind == entering || trial.kind == having {
		return nil
	}
	return &trial
}

// agrees reports whether a turn that takes a cell from now to next is in
// accordance with a hypothesis. A hypothesis that was not the trial's own is only
// plausible, and the next trial tests it.
func (in *interp) agrees(s *summary, ch change, now, next value, guard vec) bool {
	a, b, ok := in.comparable(now, next)
	if !ok {
		return false
	}
	switch ch.kind {
	case fixed:
		return now != nil && a.equalWhere(b, guard)
	case affine:
		return in.difference(a, b).equalWhere(ch.step, guard)
	case laneSet:
		return in.seenAs(guard, b, guard.list())
	case entering:
		return in.seenAs(guard, b, in.enters(s, s.back).list())
	case having:
		return in.holdsHaving(ch.property, s.back, b)
	}
	if ch.shrinks && !in.isPart(b, a, guard) {
		return false
	}
	return ch.cohorts.part(guard, b.at) == ch.cohorts
}

// isPart reports a word that has no bit which another has not, as far as it is seen
// from how they are made.
func (in *interp) isPart(part, whole, guard vec) bool {
	for l := range warp.Size {
		x, y := part.at(l), whole.at(l)
		if guard.at(l).IsFalse() || x == y {
			continue
		}
		if x.Op != term.BAnd && x.Op != term.BXor && x.Op != term.Pack {
			return false
		}
		for i := range x.Bits {
			if !in.t.And(in.t.Bit(x, i), in.t.Not(in.t.Bit(y, i))).IsFalse() {
				return false
			}
		}
	}
	return true
}

// seenAs reports that for the lanes of a guard a set has the given lanes: what all guards
// have in common is true for them. The highest bits are looked at first, for most words
// are numbers, and a small one is no set by these.
func (in *interp) seenAs(guard, set vec, lanes []*term.Term) bool {
	common := term.Common(guard.list())
	isSet := func(x *term.Term) bool {
		for i := x.Bits - 1; i >= 0; i-- {
			bit := in.t.Bit(x, i)
			if in.t.And(append(slices.Clone(common), bit)...) != lanes[i] && !in.sameFor(guard, bit, lanes[i]) {
				return false
			}
		}
		return true
	}
	if set.isUniform() {
		return guard.isFalse() || isSet(set.at(0))
	}
	for l := range warp.Size {
		if !guard.at(l).IsFalse() && !isSet(set.at(l)) {
			return false
		}
	}
	return true
}

// sameFor reports formulas that are the same for each lane of a guard: that nobody here
// voted is spelled by each of the voters in its own way.
func (in *interp) sameFor(guard vec, f, g *term.Term) bool {
	for _, here := range distinct(guard) {
		if in.t.And(here, f) != in.t.And(here, g) {
			return false
		}
	}
	return true
}

// comparable gives two values of a cell as words: the words themselves, the last offset
// of two pointers into one object along the same steps, or the addresses where a pointer to
// memory that all lanes share goes on to another object.
func (in *interp) comparable(now, next value) (a, b vec, ok bool) {
	switch b := next.(type) {
	case vec:
		if now == nil {
			return b, b, true
		}
		a, ok := now.(vec)
		return a, b, ok && a.bits() == b.bits()
	case pointer:
		a, ok := now.(pointer)
		n := len(b.path)
		switch {
		case !ok:
			return vec{}, vec{}, false
		case a.obj != b.obj && !a.isInside() && !a.isPrivate() && !b.isPrivate():
			return in.address(a), in.address(b), true
		case a.obj == nil && b.obj == nil:
			return a.addr, b.addr, true
		case a.obj != b.obj || len(a.path) != n:
			return vec{}, vec{}, false
		case n == 0:
			zero := in.constant(64, 0)
			return zero, zero, true
		}
		if !slices.EqualFunc(a.path[:n-1], b.path[:n-1], step.equal) {
			return vec{}, vec{}, false
		}
		if a.path[n-1].field != nil || b.path[n-1].field != nil {
			zero := in.constant(64, 0)
			return zero, zero, a.path[n-1].field == b.path[n-1].field
		}
		return a.path[n-1].bytes, b.path[n-1].bytes, true
	}
	return vec{}, vec{}, false
}

func (in *interp) difference(a, b vec) vec {
	if a.bits() == 0 {
		return uniform(in.t.True)
	}
	return map2(b, a, in.t.Sub)
}

// asItIs is the view of a vector that may come of broken collectives.
func asItIs(v vec) vec { return v }

// weaken is the next hypothesis that could hold, in a view that the turn is seen in.
func (in *interp) weaken(s *summary, c cell, ch change, now, next value, guard vec, view func(vec) vec) change {
	a, b, ok := in.comparable(now, next)
	if ch.kind == fixed && now != nil && ok && a.bits() > 0 {
		if step := in.difference(a, b); isConstant(step) || in.invariant(s, step) && !in.isLaneSet(s, c) {
			return change{kind: affine, step: step}
		}
	}
	if now != nil && !s.together.one() {
		switch {
		case ch.kind < laneSet && in.isLaneSet(s, c):
			return change{kind: laneSet}
		case ch.kind < entering && in.isEntering(s, c):
			return change{kind: entering}
		}
	}
	if ch.kind < having {
		if p, found := in.propertyOf(s, c); found {
			return change{kind: having, property: p}
		}
	}
	weak := change{kind: alike, step: ch.step, cohorts: ch.cohorts, parted: ch.parted + 1}
	switch first, known := in.firstWord(s, c); {
	case !ok:
		weak.cohorts = alone()
	case ch.shrinks && !in.isPart(b, a, guard):
		ch.shrinks = false
		return ch
	case ch.kind == alike:
		weak.cohorts, weak.shrinks = ch.cohorts.part(guard, b.at), ch.shrinks
	case now == nil:
		weak.step = b
	case known:
		weak.cohorts = weak.cohorts.part(view(s.entry.guard), view(first).at)
	}
	if _, isWord := s.entry.st.cells[c].(vec); isWord && ok && now != nil && ch.kind < alike {
		weak.shrinks = b.bits() > 0 && in.isPart(b, a, guard)
	}
	if weak.cohorts == alone() || weak.parted > maxParted {
		return change{kind: perLane, step: weak.step}
	}
	return weak
}

// firstWord is what may change of a cell from turn to turn, as it is in the first: the
// word, or where the pointer points to.
func (in *interp) firstWord(s *summary, c cell) (vec, bool) {
	switch v := s.entry.st.cells[c].(type) {
	case vec:
		return v, true
	case pointer:
		if v.isInside() {
			return v.path[len(v.path)-1].bytes, true
		}
		return in.address(v), true
	}
	return vec{}, false
}

// invariant reports a step made of unknowns from before the loop.
func (in *interp) invariant(s *summary, step vec) bool {
	return !term.Any(step.list(), func(x *term.Term) bool {
		return (x.Op == term.Var || x.Op == term.Opaque) && x.ID >= s.mark
	})
}

// isLaneSet reports a cell that holds the lanes of the entry at the entry.
func (in *interp) isLaneSet(s *summary, c cell) bool {
	v, ok := s.entry.st.cells[c].(vec)
	return ok && v.bits() == warp.Size && in.seenAs(s.entry.guard, v, s.entry.guard.list())
}

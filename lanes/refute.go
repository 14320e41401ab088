package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// A trial turn refutes hypotheses about what a loop changes, and weaker ones take their place.

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
	if in.refuteUniform(s, header, back) {
		failed = true
	}
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
	return in.wordOf(s.entry.st.cells[c])
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

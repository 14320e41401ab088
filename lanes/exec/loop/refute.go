package loop

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// A trial iteration refutes candidate invariants about cells that the loop changes. Weaker invariants take their place.

// refute compares the state after the trial iteration with the candidate invariants, weakens those that fail, and
// reports whether any failed. events lists the events of the iteration.
func (s *search) refute(header, backEdge Edge, events []*trace.Event) bool {
	var cells []memory.Cell
	for _, c := range append(s.memory.Differing([]*memory.State{header.State, backEdge.State}), s.sorted()...) {
		if !s.local(c.Object) && !s.objects[c.Object] {
			cells = append(cells, c)
		}
	}
	slices.SortFunc(cells, memory.CompareCells)
	cells = slices.Compact(cells)
	s.back = backEdge
	for _, c := range cells {
		if s.changes[c].kind == trace.Fixed && s.materialize(c, backEdge.State.Cells[c]) {
			header.State.Cells[c] = s.entry.State.Cells[c]
		}
	}
	starts := slices.ContainsFunc(cells, func(c memory.Cell) bool { return s.startsCounting(c, header, backEdge) })
	failed := s.refuteUniform(header, backEdge)
	for _, o := range s.inference.shared.StoredSince(header.State, backEdge.State, s.stored) {
		s.stored[o], failed = true, true
	}
	failed = s.refuteVersions(header.State, backEdge.State) || failed
	for _, c := range cells {
		if !s.objects[c.Object] && s.refuteCell(c, header, backEdge) {
			failed = true
		}
	}
	if !starts && s.partClasses(header.Guard, backEdge.Guard) {
		failed = true
	}
	return !failed && s.partPeers(events, header.Guard, backEdge.Guard) || failed
}

// refuteVersions drops the candidate that a memory keeps its contents, if an iteration may write it. It reports whether
// it dropped any.
func (s *search) refuteVersions(header, end *memory.State) (failed bool) {
	if !s.global && end.GlobalVersion != header.GlobalVersion {
		s.global, failed = true, true
	}
	if !s.shared && end.SharedVersion != header.SharedVersion {
		s.shared, failed = true, true
	}
	if !s.stores && end.StoreVersion != header.StoreVersion {
		s.stores, failed = true, true
	}
	for o := range end.Unsynchronized {
		if !header.Unsynchronized[o] {
			s.unsynchronized[o], failed = true, true
		}
	}
	for o, v := range end.Versions {
		if v != header.Versions[o] && !s.objects[o] && !s.local(o) {
			s.objects[o], failed = true, true
		}
	}
	return failed
}

// materialize changes the form of a cell's value at the entry, so that it can be compared with like, the value after an
// iteration. An argument that nothing has written becomes a value in the cell. A pointer to an array gets an offset of
// 0. materialize returns false if nothing changed.
func (s *search) materialize(c memory.Cell, like memory.Value) bool {
	first, known := s.entry.State.Cells[c]
	if _, isWord := like.(vector.Vec); !known && (!isWord || s.entry.State.IsUntouched(c.Object)) {
		first = s.memory.Missing(s.entry.State, c, like)
	}
	if p, isPointer := first.(memory.Pointer); isPointer {
		if q, moves := like.(memory.Pointer); moves {
			first, _ = s.memory.Layout.Alongside(p, q)
		}
	}
	if first == nil || known && memory.Identical(first, s.entry.State.Cells[c]) {
		return false
	}
	s.entry.State.Cells[c] = first
	return true
}

// startsCounting reports whether this trial assumed a cell to be fixed, and the next one will assume that the cell
// changes by a step, by a shift, or between two values. In this trial, the branches were decided by the cell's first
// value alone. So the trial does not show which lanes stay together.
func (s *search) startsCounting(c memory.Cell, header, backEdge Edge) bool {
	ch, now, next := s.changes[c], header.State.Cells[c], backEdge.State.Cells[c]
	if ch.kind != trace.Fixed || s.agrees(c, ch, now, next, backEdge.Guard) {
		return false
	}
	kind := s.weaken(c, ch, now, next, backEdge.Guard, asItIs).kind
	return kind == trace.Affine || kind == trace.Shifted || kind == trace.Alternating
}

// partClasses divides the classes in which some lanes take the back edge and others do not. It reports whether there
// are such classes.
func (s *search) partClasses(header, backGuard vector.Vec) bool {
	together := s.leaveAlike(s.togetherClasses, header, backGuard)
	kept := s.leaveAlike(s.unbroken, s.unknowns.UnbrokenLanes(header), s.unknowns.UnbrokenLanes(backGuard))
	if together == s.togetherClasses && kept == s.unbroken {
		return false
	}
	if s.parted++; s.parted > maxParted {
		together = alone()
		if kept != s.unbroken {
			kept = alone()
		}
	}
	if s.togetherClasses.isOne() {
		for _, c := range s.sorted() {
			ch := s.changes[c]
			switch {
			case ch.kind > trace.LaneSet && s.isLaneSet(c):
				s.changes[c] = change{kind: trace.LaneSet}
			case ch.kind > trace.GroupSet && s.isGroupSet(c):
				s.changes[c] = change{kind: trace.GroupSet}
			case ch.kind > trace.HeaderMask && s.isHeaderMask(c):
				s.changes[c] = change{kind: trace.HeaderMask}
			}
		}
	}
	s.togetherClasses, s.unbroken = together, kept
	return true
}

// leaveAlike divides classes by the condition on which a lane at the header takes an edge. header and edge are the
// guards of the header and of the edge.
func (s *search) leaveAlike(c classes, header, edge vector.Vec) classes {
	return c.part(s.entry.Guard, func(l int) *term.Term {
		return s.t.Strip(edge.At(l), term.Common([]*term.Term{header.At(l)}))
	})
}

// refuteCell weakens the candidate invariant about a cell until the trial iteration agrees with it. It reports
// whether the candidate changed.
func (s *search) refuteCell(c memory.Cell, header, backEdge Edge) bool {
	now, next := header.State.Cells[c], backEdge.State.Cells[c]
	ch := s.changes[c]
	first := ch
	for (ch.kind != trace.Top || ch.shrinks || ch.nonzero || ch.most > 0) && !s.agrees(c, ch, now, next, backEdge.Guard) {
		ch = s.weaken(c, ch, now, next, backEdge.Guard, asItIs)
		if (first.kind == trace.LaneSet || first.kind == trace.GroupSet) && ch.kind == trace.HeaderMask {
			break // the trial shows nothing about HeaderMask: its collectives named lanes that do not enter
		}
		if ch.kind == trace.Alternating {
			break // the trial shows nothing about Alternating: it used the first value alone
		}
	}
	if first.kind < trace.ClassUniform && ch.kind >= trace.ClassUniform {
		ch.most = s.mayStayAtMost(c, now, next, backEdge.Guard)
	}
	if ch.kind == trace.Top || ch.kind == trace.ClassUniform && !ch.classes.isOne() {
		ch.unbroken = s.keptChange(c, first, now, next, backEdge.Guard)
		if ch.unbroken != nil && ch.unbroken.kind == ch.kind && ch.unbroken.classes == ch.classes {
			ch.unbroken = nil
		}
	}
	s.changes[c] = ch
	return !ch.like(first)
}

// like reports whether two candidate invariants are the same, including their stronger candidates (unbroken).
func (c change) like(d change) bool {
	same := c.kind == d.kind && c.shift == d.shift && c.classes == d.classes && c.shrinks == d.shrinks && c.nonzero == d.nonzero && c.most == d.most
	if !same || c.unbroken == nil || d.unbroken == nil {
		return same && c.unbroken == d.unbroken
	}
	return c.unbroken.like(*d.unbroken)
}

// keptChange returns the strongest candidate invariant that a cell has as long as no collective was broken. The
// iteration changes the cell from now to next. keptChange begins with the candidate of the trial and weakens it. It
// returns nil if none is left.
func (s *search) keptChange(c memory.Cell, trial change, now, next memory.Value, guard vector.Vec) *change {
	if trial.unbroken != nil {
		trial = *trial.unbroken
	} else if trial.kind == trace.Top {
		return nil
	}
	_, starts := s.entry.State.Cells[c].(vector.Vec)
	a, isWord := now.(vector.Vec)
	b, stays := next.(vector.Vec)
	if !starts || !isWord || !stays || !s.unknowns.AssumesAny() {
		return nil
	}
	a, b, guard = s.unknowns.UnbrokenLanes(a), s.unknowns.UnbrokenLanes(b), s.unknowns.UnbrokenLanes(guard)
	if trial.kind == trace.PeerUniform && !s.agrees(c, trial, a, b, guard) {
		return nil
	}
	for trial.kind != trace.Top && !s.agrees(c, trial, a, b, guard) {
		trial = s.weaken(c, trial, a, b, guard, s.unknowns.UnbrokenLanes)
	}
	switch trial.kind {
	case trace.Top, trace.Alternating, trace.HeaderMask, trace.PredicateMask:
		return nil
	}
	return &trial
}

// agrees reports whether an iteration that changes a cell from now to next preserves a candidate invariant. If the
// trial did not start from this candidate, the answer is only a guess, which the next trial tests.
func (s *search) agrees(c memory.Cell, ch change, now, next memory.Value, guard vector.Vec) bool {
	a, b, ok := s.inference.comparable(now, next)
	if !ok {
		return false
	}
	switch ch.kind {
	case trace.Fixed:
		return now != nil && a.EqualWhere(b, guard)
	case trace.Affine:
		return s.inference.difference(a, b).EqualWhere(ch.step, guard)
	case trace.Shifted:
		return now != nil && s.inference.isShifted(ch.shift, a, b, guard) && s.inference.staysInWord(ch.shift, s, a.Bits(), guard)
	case trace.Alternating:
		return s.alternates(c, ch.other, next, guard)
	case trace.LaneSet:
		return s.inference.seenAs(guard, b, guard.List())
	case trace.GroupSet:
		first, _ := s.entry.State.Cells[c].(vector.Vec)
		return s.inference.isGroupsWithin(first, b, guard, guard)
	case trace.HeaderMask:
		return s.passesTest(c, b, guard)
	case trace.PredicateMask:
		return s.inference.isPredicateMask(ch.predicate, s.back, b)
	case trace.PeerUniform:
		return s.inference.peersHaveSame(s.peers, b, guard)
	}
	if ch.shrinks && !s.inference.isPart(b, a, guard) || ch.nonzero && !s.inference.isNonzero(b, guard) || ch.most > 0 && !isAtMost(ch.most, b, guard) {
		return false
	}
	return ch.kind == trace.Top || ch.classes.part(guard, b.At) == ch.classes
}

// isPart reports whether the form of the terms shows that, in the lanes of guard, all bits of part are bits of whole.
func (in *Inference) isPart(part, whole, guard vector.Vec) bool {
	for l := range warp.Size {
		x, y := part.At(l), whole.At(l)
		if guard.At(l).IsFalse() || x == y {
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

// seenAs reports whether, for each lane of guard, the word in set is the set of the lanes whose formulas in lanes hold.
// A bit of set may lack conjuncts that all guards have in common, because these are true for the lanes of guard. The
// highest bits are compared first: most words are small numbers, whose high bits show quickly that they are no set.
func (in *Inference) seenAs(guard, set vector.Vec, lanes []*term.Term) bool {
	common := term.Common(guard.List())
	isSet := func(x *term.Term) bool {
		for i := x.Bits - 1; i >= 0; i-- {
			bit := in.t.Bit(x, i)
			if in.t.And(append(slices.Clone(common), bit)...) != lanes[i] && !in.sameFor(guard, bit, lanes[i]) {
				return false
			}
		}
		return true
	}
	if set.IsUniform() {
		return guard.IsFalse() || isSet(set.At(0))
	}
	for l := range warp.Size {
		if !guard.At(l).IsFalse() && !isSet(set.At(l)) {
			return false
		}
	}
	return true
}

// sameFor reports whether, for each lane in guard, f and g are the same term in conjunction with its guard. The guards
// matter because, for example, each voter states by a formula of its own that nobody voted.
func (in *Inference) sameFor(guard vector.Vec, f, g *term.Term) bool {
	for _, here := range guard.Distinct() {
		if in.t.And(here, f) != in.t.And(here, g) {
			return false
		}
	}
	return true
}

// comparable returns two values of a cell as words that can be compared. Words are returned unchanged. If now is nil,
// the word next is returned for both. For two pointers into one object along the same steps, it returns their last
// offsets. For pointers into different objects in memory that all lanes share, it returns the addresses. ok is false
// for any other two values.
func (in *Inference) comparable(now, next memory.Value) (a, b vector.Vec, ok bool) {
	switch b := next.(type) {
	case vector.Vec:
		if now == nil {
			return b, b, true
		}
		a, ok := now.(vector.Vec)
		return a, b, ok && a.Bits() == b.Bits()
	case memory.Pointer:
		a, ok := now.(memory.Pointer)
		if !ok {
			return vector.Vec{}, vector.Vec{}, false
		}
		a, b = in.memory.Layout.Alongside(a, b)
		n := len(b.Path)
		switch {
		case a.Object != b.Object && !a.IsInside() && !a.IsPrivate() && !b.IsPrivate():
			return in.memory.Layout.Address(a), in.memory.Layout.Address(b), true
		case a.Object == nil && b.Object == nil:
			return a.Addr, b.Addr, true
		case a.Object != b.Object || len(a.Path) != n:
			return vector.Vec{}, vector.Vec{}, false
		case n == 0:
			zero := in.vectors.Constant(64, 0)
			return zero, zero, true
		}
		if !slices.EqualFunc(a.Path[:n-1], b.Path[:n-1], memory.Step.Equal) {
			return vector.Vec{}, vector.Vec{}, false
		}
		if a.Path[n-1].Field != nil || b.Path[n-1].Field != nil {
			zero := in.vectors.Constant(64, 0)
			return zero, zero, a.Path[n-1].Field == b.Path[n-1].Field
		}
		return a.Path[n-1].Bytes, b.Path[n-1].Bytes, true
	}
	return vector.Vec{}, vector.Vec{}, false
}

// isToAnother reports whether the values now and next are pointers to different objects. A step cannot describe how
// such a pointer moves.
func isToAnother(now, next memory.Value) bool {
	p, isPointer := now.(memory.Pointer)
	q, too := next.(memory.Pointer)
	return isPointer && too && p.Object != q.Object
}

func (in *Inference) difference(a, b vector.Vec) vector.Vec {
	if a.Bits() == 0 {
		return vector.Uniform(in.t.True)
	}
	return vector.Map2(b, a, in.t.Sub)
}

// asItIs returns v itself. It is the view in which collectives may have been broken.
func asItIs(v vector.Vec) vector.Vec { return v }

// weaken returns the next weaker candidate invariant that may hold. view states whether the iteration is taken as it is
// (asItIs), or under the assumption that no collective was broken.
func (s *search) weaken(c memory.Cell, ch change, now, next memory.Value, guard vector.Vec, view func(vector.Vec) vector.Vec) change {
	a, b, ok := s.inference.comparable(now, next)
	if ch.kind == trace.Shifted && ch.shift.inWord {
		ch.shift.inWord = false
		return ch
	}
	if ch.kind == trace.Fixed && s.mayAlternate(c, next) {
		ch.other = next
	}
	if ch.kind < trace.Shifted && now != nil && ok && a.Bits() > 0 && !isToAnother(now, next) {
		if by, moves := s.stepOrShift(c, ch, a, b, guard); moves {
			by.other = ch.other
			return by
		}
	}
	if ch.kind < trace.Alternating && ch.other != nil {
		return change{kind: trace.Alternating, other: ch.other}
	}
	if now != nil && !s.togetherClasses.isOne() {
		switch {
		case ch.kind < trace.LaneSet && s.isLaneSet(c):
			return change{kind: trace.LaneSet}
		case ch.kind < trace.GroupSet && s.isGroupSet(c):
			return change{kind: trace.GroupSet}
		case ch.kind < trace.HeaderMask && s.isHeaderMask(c):
			return change{kind: trace.HeaderMask}
		}
	}
	if ch.kind < trace.PredicateMask {
		if p, found := s.predicateOf(c); found {
			return change{kind: trace.PredicateMask, predicate: p}
		}
	}
	weak := change{kind: trace.ClassUniform, step: ch.step, classes: ch.classes, parted: ch.parted + 1}
	switch first, known := s.firstWord(c); {
	case !ok:
		weak.classes = alone()
	case ch.shrinks && !s.inference.isPart(b, a, guard):
		ch.shrinks = false
		return ch
	case ch.nonzero && !s.inference.isNonzero(b, guard):
		ch.nonzero = false
		return ch
	case ch.most > 0 && !isAtMost(ch.most, b, guard):
		ch.most = 0
		return ch
	case ch.kind == trace.ClassUniform:
		weak.classes, weak.shrinks, weak.nonzero, weak.most = ch.classes.part(guard, b.At), ch.shrinks, ch.nonzero, ch.most
	case now == nil:
		weak.step = b
	case known:
		weak.classes = weak.classes.part(view(s.entry.Guard), view(first).At)
	}
	if _, isWord := s.entry.State.Cells[c].(vector.Vec); isWord && ok && now != nil && ch.kind < trace.ClassUniform {
		weak.shrinks = b.Bits() > 0 && s.inference.isPart(b, a, guard)
		weak.nonzero = s.startsNonzero(c) && s.inference.isNonzero(b, guard)
	}
	if weak.classes == alone() || weak.parted > maxParted {
		return change{kind: trace.Top, step: weak.step, shrinks: weak.shrinks, nonzero: weak.nonzero, most: weak.most}
	}
	return weak
}

// stepOrShift returns a candidate for a cell whose word an iteration changes from now to next. It tries Affine with a
// constant step, then Shifted, then Affine with any other step. It returns false if none is possible.
func (s *search) stepOrShift(c memory.Cell, ch change, now, next, guard vector.Vec) (change, bool) {
	step := s.inference.difference(now, next)
	if ch.kind == trace.Fixed && step.IsConstant() {
		return change{kind: trace.Affine, step: step}, true
	}
	if by, shifts := s.inference.shiftOf(now, next, guard); shifts {
		return change{kind: trace.Shifted, shift: by}, true
	}
	return change{kind: trace.Affine, step: step}, ch.kind == trace.Fixed && s.invariant(step) && !s.isLaneSet(c)
}

// firstWord returns, at loop entry, the part of a cell that may change from iteration to iteration: the word, or the
// offset or address of a pointer. It returns false if the cell has no such part.
func (s *search) firstWord(c memory.Cell) (vector.Vec, bool) {
	return s.memory.Layout.WordOf(s.entry.State.Cells[c])
}

// invariant reports whether a step depends only on unknowns that the loop does not change.
func (s *search) invariant(step vector.Vec) bool {
	return !term.Any(step.List(), func(x *term.Term) bool {
		return x.IsUnknown() && x.ID >= s.Mark
	})
}

// isLaneSet reports whether a cell holds, at the entry, the set of lanes that enter the loop.
func (s *search) isLaneSet(c memory.Cell) bool {
	v, ok := s.entry.State.Cells[c].(vector.Vec)
	return ok && v.Bits() == warp.Size && s.inference.seenAs(s.entry.Guard, v, s.entry.Guard.List())
}

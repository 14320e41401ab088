package loop

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// recall drops the candidates that an earlier search of the same loop dropped, because this search would drop them
// again. A loop is searched again in each iteration and trial of an outer loop. recall returns false if there was no
// earlier search.
func (s *search) recall() bool {
	last, ok := s.inference.learned[site{s.Call.Chain, s.InGraph}]
	if !ok {
		return false
	}
	s.togetherClasses, s.unbroken, s.parted = last.togetherClasses, last.unbroken, last.parted
	s.mayStray, s.global, s.shared, s.stores = last.mayStray, last.global, last.shared, last.stores
	s.stored = maps.Clone(last.stored)
	for _, o := range slices.SortedFunc(maps.Keys(last.objects), memory.ByID) {
		s.objects[s.task.Body.Counterpart(o, last.task.Body)] = true
	}
	for _, c := range last.sorted() {
		here := memory.Cell{Object: s.task.Body.Counterpart(c.Object, last.task.Body), Path: c.Path}
		s.materialize(here, last.entry.State.Cells[c])
		if ch := last.changes[c]; ch.kind >= trace.ClassUniform || ch.kind == trace.Affine && ch.step.IsConstant() || ch.kind == trace.Shifted ||
			ch.kind == trace.LaneSet && s.isLaneSet(here) || ch.kind == trace.GroupSet && s.isGroupSet(here) || ch.kind == trace.HeaderMask && s.isHeaderMask(here) {
			s.changes[here] = s.recalled(here, ch)
		}
	}
	return true
}

// recalled returns what an earlier search found about a cell, as far as it still holds at this entry. For example,
// lanes that entered with equal words then may enter with different words now.
func (s *search) recalled(c memory.Cell, ch change) change {
	first, known := s.firstWord(c)
	if ch.kind == trace.ClassUniform && known {
		ch = s.partedAt(ch, first)
	}
	_, isWord := s.entry.State.Cells[c].(vector.Vec)
	ch.shrinks = ch.shrinks && isWord
	ch.nonzero = ch.nonzero && s.startsNonzero(c)
	if ch.most > 0 {
		ch.most = s.startsAtMost(c)
	}
	if ch.unbroken == nil {
		return ch
	}
	kept := *ch.unbroken
	kept.shrinks = kept.shrinks && isWord
	if kept.most > 0 {
		kept.most = s.startsAtMost(c)
	}
	switch {
	case kept.kind == trace.PeerUniform, kept.kind == trace.Affine && !kept.step.IsConstant(), kept.kind == trace.LaneSet && !s.isLaneSet(c),
		kept.kind == trace.GroupSet && !s.isGroupSet(c):
		ch.unbroken = nil
	case kept.kind == trace.ClassUniform && known:
		kept.classes = kept.classes.part(s.unknowns.UnbrokenLanes(s.entry.Guard), s.unknowns.UnbrokenLanes(first).At)
		ch.unbroken = &kept
	default:
		ch.unbroken = &kept
	}
	return ch
}

// partedAt divides the classes of a cell if their lanes now enter the loop with different words. The undivided classes
// become the candidate ch.unbroken, which holds as long as no collective was broken.
func (s *search) partedAt(ch change, initial vector.Vec) change {
	before := ch
	ch.classes = before.classes.part(s.entry.Guard, initial.At)
	if ch.unbroken == nil && ch.classes != before.classes {
		ch.unbroken = &before
	}
	return ch
}

package loop

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Some loops compute a mask at the end of an iteration for the next one. The mask is the set of lanes that will pass
// the test at the header. This set is smaller than the set of lanes that reach the header:
//
//	unsigned active = __ballot_sync(~0u, v > 0);
//	while (v > 0) {
//	  ...
//	  active = __ballot_sync(active, v > 0);
//	}
//
// To compare a mask with the lanes that pass the test, the search interprets the header in advance: from the entry,
// from the start of the iteration, and from its end.

// enters returns the lanes that take an edge to the header and continue from there into the loop.
func (s *search) enters(edge Edge) vector.Vec {
	enter := []vector.Vec{vector.Uniform(s.t.False)}
	for _, exit := range s.task.Body.LookAhead(Edge{s.InGraph.Header, edge.Guard, edge.State.Clone()}) {
		if exit.To != s.InGraph.Header && exit.To.IterationOf.Within(s.InGraph) {
			enter = append(enter, exit.Guard)
		}
	}
	return s.vectors.Union(enter)
}

// looksAhead reports whether the header can be interpreted in advance: it has no calls and no collectives.
func (s *search) looksAhead() bool {
	return !slices.ContainsFunc(s.InGraph.Header.Instrs, func(i *cfg.Instr) bool {
		return i.Op == cfg.Call || i.Op == cfg.Collective_
	})
}

// tries reports whether this trial assumes a candidate of the given kind for some cell.
func (s *search) tries(kind trace.Candidate) bool {
	for _, ch := range s.changes {
		if ch.kind == kind {
			return true
		}
	}
	return false
}

// setHeaderMasks sets the cells that have the candidate HeaderMask to the set of lanes that pass the header's test.
func (s *search) setHeaderMasks(header Edge) {
	if !s.tries(trace.HeaderMask) {
		return
	}
	enter := s.enters(header)
	lanes := vector.Uniform(s.t.Pack(enter.List()))
	for _, c := range s.sorted() {
		switch first, _ := s.entry.State.Cells[c].(vector.Vec); {
		case s.changes[c].kind != trace.HeaderMask:
		case first.IsUniform():
			header.State.Cells[c] = lanes
		default:
			header.State.Cells[c] = s.inference.groupsWithin(first, enter)
		}
	}
}

// passesTest reports whether word, at the end of the last trial, is the set of lanes that pass the header's test next.
// If lanes had different sets in the cell at the entry, the word of each lane must be the intersection of the passing
// lanes and the lane's set at the entry.
func (s *search) passesTest(c memory.Cell, word, guard vector.Vec) bool {
	first, isWord := s.entry.State.Cells[c].(vector.Vec)
	enter := s.enters(s.back)
	if isWord && !first.IsUniform() {
		return s.inference.isGroupsWithin(first, word, guard, enter)
	}
	return s.inference.seenAs(guard, word, enter.List())
}

// isHeaderMask reports whether a cell holds, at the entry, the set of lanes that pass the header's test there. If the
// lanes hold different sets, each must be a subset of the lanes that pass.
func (s *search) isHeaderMask(c memory.Cell) bool {
	v, ok := s.entry.State.Cells[c].(vector.Vec)
	switch {
	case !ok || v.Bits() != warp.Size || !s.looksAhead():
		return false
	case !v.IsUniform():
		return s.inference.areSetsOf(v, s.entry.Guard, s.enters(s.entry))
	case v.At(0).Op != term.Pack && !s.isLaneSet(c):
		return false
	}
	return s.inference.seenAs(s.entry.Guard, v, s.enters(s.entry).List())
}

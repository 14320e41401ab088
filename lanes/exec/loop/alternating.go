package loop

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Two buffers may be swapped in every iteration:
//
//	for (int k = 0; k < n; k++) { next[lane] = now[lane] + now[lane + 1]; ... int *t = now; now = next; next = t; }
//
// In even iterations the cell of each pointer holds its value at loop entry. In odd iterations it holds the value after
// the first iteration. A trial iteration confirms the pattern for an unknown parity: if the cell has one of the two
// values at its start, it has the other at its end.

// alternatingAt returns the value of a cell in iteration k: the value at the entry if k is even, and `other` if k is
// odd. It returns nil if the two values have no common shape.
func (s *search) alternatingAt(c memory.Cell, other memory.Value) memory.Value {
	return s.inference.parityOf(s.t.Bit(s.K, 0), other, s.entry.State.Cells[c])
}

// parityOf returns cond ? x : y for two values of a cell. cond is the same for all lanes. The result is nil if one of
// the values is nil, or if they have no common shape.
func (in *Inference) parityOf(cond *term.Term, x, y memory.Value) memory.Value {
	if p, isPointer := x.(memory.Pointer); isPointer {
		if q, too := y.(memory.Pointer); too {
			x, y = in.memory.Layout.Alongside(p, q)
		}
	}
	if x == nil || y == nil {
		return nil
	}
	return in.memory.MergeList([]memory.Value{y, x}, []vector.Vec{{}, vector.Uniform(cond)})
}

// mayAlternate reports whether to try `other` as the cell's value in odd iterations. It must differ from the value at
// the entry. Both must be constants, or pointers whose offsets are known before the loop. Other words seldom alternate,
// and each candidate costs a trial iteration.
func (s *search) mayAlternate(c memory.Cell, other memory.Value) bool {
	first, known := s.entry.State.Cells[c]
	a, b, ok := s.inference.comparable(first, other)
	return known && ok && a.Bits() > 0 && s.isOfBefore(first) && s.isOfBefore(other) && !a.EqualWhere(b, s.entry.Guard) &&
		s.alternatingAt(c, other) != nil
}

// isOfBefore reports whether v is a constant, or a pointer whose offset was computed before the loop.
func (s *search) isOfBefore(v memory.Value) bool {
	switch v := v.(type) {
	case vector.Vec:
		return v.IsConstant()
	case memory.Pointer:
		return v.Object != nil && !slices.ContainsFunc(v.Path, func(step memory.Step) bool { return step.Field == nil && !s.invariant(step.Bytes) })
	}
	return false
}

// alternates reports whether an iteration changes the cell c from its value at the entry to `other`, or back. next is
// the value of c at the end of the iteration. Only the lanes of guard matter, which take the back edge.
func (s *search) alternates(c memory.Cell, other, next memory.Value, guard vector.Vec) bool {
	want, left, ok := s.inference.comparable(s.inference.parityOf(s.t.Bit(s.K, 0), s.entry.State.Cells[c], other), next)
	if !ok {
		return false
	}
	if left.EqualWhere(want, guard) {
		return true
	}
	unlike := make([]*term.Term, 0, warp.Size)
	for l := range warp.Size {
		unlike = append(unlike, s.t.And(guard.At(l), s.t.Not(s.t.Eq(want.At(l), left.At(l)))))
	}
	answer, _ := s.trace.Prover.Solver.Satisfiable(s.t.Or(unlike...))
	return answer == smt.No
}

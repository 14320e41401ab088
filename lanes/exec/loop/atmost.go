package loop

import (
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A number that shrinks in every iteration, and does not become negative, is never above its value at loop entry:
//
//	for (int n = blockDim.x; n > 1; n = (n + 1) / 2) if (i < n / 2) s[i] += s[i + (n + 1) / 2];
//
// This bound proves that the two indices differ.

// isAtMost reports whether word, read as unsigned, is at most limit in the lanes of guard. It looks only at the ranges
// of the terms.
func isAtMost(limit uint64, word, guard vector.Vec) bool {
	for l, here := range guard.List() {
		if !here.IsFalse() && word.At(l).Hi > limit {
			return false
		}
	}
	return true
}

// mayStayAtMost proposes an upper bound of a cell as an invariant: the largest value at loop entry. It returns 0 for no
// bound. It proposes none if this trial shows that an iteration may break the bound: the value before (now) is within
// it, and the value after (next) may not be.
func (s *search) mayStayAtMost(c memory.Cell, now, next memory.Value, guard vector.Vec) uint64 {
	most := s.startsAtMost(c)
	a, b, ok := s.inference.comparable(now, next)
	if most == 0 || now == nil || !ok || isAtMost(most, a, guard) && !isAtMost(most, b, guard) {
		return 0
	}
	return most
}

// startsAtMost returns the largest value that a cell may hold at loop entry. It returns 0 if the cell holds no word
// of at least 32 bits, or a word that may be negative.
func (s *search) startsAtMost(c memory.Cell) (limit uint64) {
	first, isWord := s.entry.State.Cells[c].(vector.Vec)
	if !isWord || first.Bits() < 32 {
		return 0
	}
	for l, here := range s.entry.Guard.List() {
		if !here.IsFalse() {
			limit = max(limit, first.At(l).Hi)
		}
	}
	if limit >= 1<<(first.Bits()-1) {
		return 0
	}
	return limit
}

package loop

import (
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A number that is halved in some way, or made smaller by something unknown, is never negative, and never larger than it
// may be when the loop is entered:
//
//	for (int n = blockDim.x; n > 1; n = (n + 1) / 2) if (i < n / 2) s[i] += s[i + (n + 1) / 2];
//
// which is what keeps the cells apart that it separates.

// isAtMost reports words of the lanes of a guard that are not above a limit, unsigned, as far as it is seen from how
// they are made.
func isAtMost(most uint64, word, guard vector.Vec) bool {
	for l, here := range guard.List() {
		if !here.IsFalse() && word.At(l).Hi > most {
			return false
		}
	}
	return true
}

// mayStayAtMost is what a cell that becomes unknown is tried to be at most, 0 for no limit: what it is when the loop is
// entered, where an iteration does not take it from below that to above.
func (s *search) mayStayAtMost(c memory.Cell, now, next memory.Value, guard vector.Vec) uint64 {
	most := s.startsAtMost(c)
	a, b, ok := s.in.comparable(now, next)
	if most == 0 || now == nil || !ok || isAtMost(most, a, guard) && !isAtMost(most, b, guard) {
		return 0
	}
	return most
}

// startsAtMost is the largest number that a cell may hold when a loop is entered, 0 where there is none or it may be
// negative.
func (s *search) startsAtMost(c memory.Cell) (most uint64) {
	first, isWord := s.entry.State.Cells[c].(vector.Vec)
	if !isWord || first.Bits() < 32 {
		return 0
	}
	for l, here := range s.entry.Guard.List() {
		if !here.IsFalse() {
			most = max(most, first.At(l).Hi)
		}
	}
	if most >= 1<<(first.Bits()-1) {
		return 0
	}
	return most
}

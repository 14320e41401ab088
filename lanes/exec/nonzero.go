package exec

import (
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// What a do loop tests at its end is not zero at its beginning either, where it was not when the loop was
// entered:
//
//	do { from = __ffs(rest) - 1; ...; rest &= rest - 1; } while (rest);

// isNonzero reports a word that is not zero in the lanes of a guard, as far as it is seen from how both are
// made.
func (in *interp) isNonzero(word, guard vector.Vec) bool {
	if word.Bits() == 0 {
		return false
	}
	for l, here := range guard.List() {
		if !here.IsFalse() && !in.t.And(here, in.isZero(word, l)).IsFalse() {
			return false
		}
	}
	return true
}

// startsNonzero reports a cell that holds such a word when a loop is entered.
func (in *interp) startsNonzero(s *loopSummary, c memory.Cell) bool {
	first, isWord := s.entry.State.Cells[c].(vector.Vec)
	return isWord && in.isNonzero(first, s.entry.Guard)
}

// tellNonzero tells the prover of a word that is not zero in the lanes that enter a loop.
func (in *interp) tellNonzero(s *loopSummary, ch change, v memory.Value) {
	if word, isWord := v.(vector.Vec); isWord && ch.nonzero {
		in.memory.RuleOut(vector.Build(func(l int) *term.Term {
			return in.t.And(s.entry.Guard.At(l), in.isZero(word, l))
		}))
	}
}

func (in *interp) isZero(word vector.Vec, l int) *term.Term {
	return in.t.Eq(word.At(l), in.t.Const(word.Bits(), 0))
}

package loop

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
func (in *Inference) isNonzero(word, guard vector.Vec) bool {
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
func (s *search) startsNonzero(c memory.Cell) bool {
	first, isWord := s.entry.State.Cells[c].(vector.Vec)
	return isWord && s.in.isNonzero(first, s.entry.Guard)
}

// tellNonzero tells the prover of a word that is not zero in the lanes that enter a loop.
func (s *search) tellNonzero(ch change, v memory.Value) {
	if word, isWord := v.(vector.Vec); isWord && ch.nonzero {
		s.memory.RuleOut(vector.Build(func(l int) *term.Term {
			return s.t.And(s.entry.Guard.At(l), s.in.isZero(word, l))
		}))
	}
}

func (in *Inference) isZero(word vector.Vec, l int) *term.Term {
	return in.t.Eq(word.At(l), in.t.Const(word.Bits(), 0))
}

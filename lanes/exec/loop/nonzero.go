package loop

import (
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// The condition of a do loop is nonzero at the start of every iteration if it was nonzero at the entry:
//
//	do { from = __ffs(rest) - 1; ...; rest &= rest - 1; } while (rest);

// isNonzero reports whether the form of word and guard shows that word is not zero in the lanes of guard.
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

// startsNonzero reports whether the word in a cell is not zero at loop entry.
func (s *search) startsNonzero(c memory.Cell) bool {
	first, isWord := s.entry.State.Cells[c].(vector.Vec)
	return isWord && s.inference.isNonzero(first, s.entry.Guard)
}

// tellNonzero informs the prover that a word is not zero in the lanes that enter the loop, if the invariant ch states
// this.
func (s *search) tellNonzero(ch change, v memory.Value) {
	if word, isWord := v.(vector.Vec); isWord && ch.nonzero {
		s.memory.RuleOut(vector.Build(func(l int) *term.Term {
			return s.t.And(s.entry.Guard.At(l), s.inference.isZero(word, l))
		}))
	}
}

func (in *Inference) isZero(word vector.Vec, l int) *term.Term {
	return in.t.Eq(word.At(l), in.t.Const(word.Bits(), 0))
}

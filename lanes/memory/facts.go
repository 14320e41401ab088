package memory

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Know adds f to the facts that hold in every execution that reaches this point.
func (s *State) Know(f *term.Term) {
	if f.IsConst() || slices.Contains(s.Known, f) {
		return
	}
	s.Known = append(slices.Clone(s.Known[max(0, len(s.Known)-maxKnown+1):]), f)
}

// mergeKnown keeps only the facts that both states, merged and other, have.
func mergeKnown(merged, other *State) {
	merged.Known = slices.DeleteFunc(slices.Clone(merged.Known), func(f *term.Term) bool {
		return !slices.Contains(other.Known, f)
	})
}

// Multiple is a word whose low bits are zero in all executions that reach a place. Zeros is the number of these bits.
type Multiple struct {
	Word  *term.Term
	Zeros int
}

// Follows returns the state of the lanes of guard that continue because cond holds. If cond is the same formula in all
// these lanes, the state also records the multiples that follow from it, such as n % 32 == 0.
func (s *State) Follows(cond vector.Vec, guard vector.Vec) *State {
	holds := cond.UniformWhere(guard)
	if holds == nil {
		return s
	}
	facts := []*term.Term{holds}
	if holds.Op == term.And {
		facts = holds.Args
	}
	for _, f := range facts {
		if m, ok := multipleOf(f); ok && !slices.Contains(s.Multiples, m) {
			s = s.Clone()
			s.Multiples = append(slices.Clone(s.Multiples[max(0, len(s.Multiples)-maxKnown+1):]), m)
		}
	}
	return s
}

// multipleOf returns the multiple that f states: that the remainder of a word by an even number is zero. ok is false if
// f has another form, if the word is a constant, or if its low bits are known to be zero anyway.
func multipleOf(f *term.Term) (m Multiple, ok bool) {
	if f.Op != term.Eq || !f.Args[1].IsConst() || f.Args[1].K != 0 {
		return m, false
	}
	switch rest := f.Args[0]; rest.Op {
	case term.BAnd:
		if low := rest.Args[1]; low.IsConst() {
			for low.K>>m.Zeros&1 != 0 {
				m.Zeros++
			}
		}
		m.Word = rest.Args[0]
	case term.URem, term.SRem:
		m.Word, m.Zeros = rest.Args[0], rest.Args[1].Zeros
	}
	if m.Word != nil && (m.Word.Op == term.SExt || m.Word.Op == term.ZExt) && m.Zeros < m.Word.Args[0].Bits {
		m.Word = m.Word.Args[0] // the narrower word has the same low bits
	}
	return m, m.Zeros > 0 && !m.Word.IsConst() && m.Word.Zeros < m.Zeros
}

// mergeMultiples keeps only the multiples that both states, merged and other, have.
func mergeMultiples(merged, other *State) {
	merged.Multiples = slices.DeleteFunc(slices.Clone(merged.Multiples), func(m Multiple) bool {
		return !slices.Contains(other.Multiples, m)
	})
}

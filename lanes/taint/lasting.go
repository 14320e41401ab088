package taint

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// A loop-carried word surely differs between two runs after a loop under two conditions. First, an iteration that reads
// an undefined value makes the word differ, or the word differed before the loop. Second, no iteration makes it equal
// again:
//
//	for (i = lane; i < n; i += 32) sum += __shfl_down_sync(~0u, d[i], 4);     differs afterwards
//	for (i = 0; i < n; i++) w += d[i];                                        also, if w differed before
//	for (i = 0; i < n; i++) w = d[i];                                         does not differ
//
// The conditions for the word of a lane are proved for an arbitrary iteration:
//
//   - a different undefined value makes it differ, and the lane takes the back edge;
//   - a word that differs at the beginning differs at the end, if all other words are equal.
//
// Nothing more is known after the loop than that the two words differ. Both runs must have the same number of
// iterations. If the end of a loop depends on the value, the loop may end with the same word for all values:
//
//	while (w-- > 0) {}                                                         w is -1

// lasting finds the unknowns that the loop around e carries, and that differ after the loop if their lane reads an
// undefined value at e. reading holds, for each lane, the condition that it reads one. The result maps each such
// unknown to the condition of its lane.
func (a *Taint) lasting(e *trace.Event, reading vector.Vec) map[*term.Term]*term.Term {
	if len(e.Within) != 1 {
		return nil
	}
	s, when := e.Within[0], map[*term.Term]*term.Term{}
	if a.endsBy(s) {
		return nil
	}
	for _, word := range s.Carries {
		for l := range warp.Size {
			x := word.Word.At(l)
			if x.Op == term.Var && when[x] == nil && !word.Next.IsNone() && !reading.At(l).IsFalse() && a.lasts(s, x, word.Next.At(l), l, reading.At(l)) {
				when[x] = reading.At(l)
			}
		}
	}
	return when
}

// lasts reports whether the word x of lane l differs between the two runs after the iteration in which the lane reads
// an undefined value, and also after each later iteration.
func (a *Taint) lasts(s *trace.Loop, x, next *term.Term, l int, reading *term.Term) bool {
	leaves := func(way vector.Vec) bool { return !a.isImpossible(reading, way.At(l)) }
	if slices.ContainsFunc(s.Exits, leaves) {
		return false
	}
	round := s.Round.At(l)
	isMade := slices.ContainsFunc(pairs(nil, false), func(p *pair) bool {
		w := a.newTwin(p, func(*term.Term) bool { return false })
		w.known[x] = [2]*term.Term{x, x}
		b, c := w.inBoth(next)
		return b != c && a.isImpossible(reading, round, a.t.Eq(b, c))
	})
	if !isMade {
		return false
	}
	return a.keeps(s, x, next, l)
}

// endsBy reports whether the number of iterations of s may depend on an undefined value.
func (a *Taint) endsBy(s *trace.Loop) bool {
	return slices.ContainsFunc(a.dep.controlled(s), a.dep.has)
}

// keeps reports whether a difference in the word x of lane l lasts through an iteration of s. It assumes that x differs
// between the two runs at the beginning of the iteration, and that the other words are equal. The difference lasts if
// next, the word at the end, differs too.
func (a *Taint) keeps(s *trace.Loop, x, next *term.Term, l int) bool {
	w := a.newTwin(pairs(nil, false)[0], func(*term.Term) bool { return false })
	one, other := a.trace.Prover.Unknowns.Another("one ", x), a.trace.Prover.Unknowns.Another("other ", x)
	w.known[x] = [2]*term.Term{one, other}
	w.keeps = true
	b, c := w.inBoth(next)
	return b != c && a.isImpossible(s.Round.At(l), a.t.Not(a.t.Eq(one, other)), a.t.Eq(b, c))
}

// differsAfter returns the formula that a loop-carried unknown differs in the other run. It returns nil if the
// unknown is not known to differ.
func (w *twin) differsAfter(x *term.Term) *term.Term {
	for {
		if when := w.lasting[x]; when != nil {
			return when
		}
		if v, carried := w.a.trace.Prover.Unknowns.Carried(x); carried && !v.IsNumber {
			if !w.a.keepsDifference(x, v.Loop) {
				return nil
			}
			b, c := w.inBoth(v.First)
			return w.t.Not(w.t.Eq(b, c))
		}
		f, fed := w.a.trace.Fed[x]
		if !fed || len(f.Of) != 1 || f.Loop != nil || !f.Of[0].IsUniform() {
			return nil
		}
		x = f.Of[0].At(0)
	}
}

// keepsDifference reports whether x differs after every iteration of its loop if it differs before.
func (a *Taint) keepsDifference(x *term.Term, loop int) bool {
	if is, known := a.carrying[x]; known {
		return is
	}
	a.carrying[x] = false
	for _, s := range a.trace.Log.Summaries {
		for _, word := range s.Carries {
			if s.Number != loop || word.Next.IsNone() {
				continue
			}
			for l := range warp.Size {
				if word.Word.At(l) == x {
					a.carrying[x] = !a.endsBy(s) && a.keeps(s, x, word.Next.At(l), l)
					return a.carrying[x]
				}
			}
		}
	}
	return false
}

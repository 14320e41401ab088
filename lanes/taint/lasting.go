package taint

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// What a loop carries is another word behind the loop for another undefined value, if an iteration that reads one makes it so,
// or it was another one before the loop, and no iteration makes it the same again:
//
//	for (i = lane; i < n; i += 32) sum += __shfl_down_sync(~0u, d[i], 4);     carried on
//	for (i = 0; i < n; i++) w += d[i];                                        as well
//	for (i = 0; i < n; i++) w = d[i];                                         not
//
// Asked of a word of a lane are that in an iteration
//
//   - another undefined value makes it another one, and the lane goes round again;
//   - another word at the beginning makes it another one at the end, with all else the same.
//
// Of the two words behind the loop nothing is known but that they differ. Both runs go round equally often: a loop of which the
// value decides when it ends may end with one word for all values:
//
//	while (w-- > 0) {}                                                         -1

// lasting says for unknowns behind the loop around an event when they are undefined: where their lane reads an undefined
// value in some iteration.
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

// lasts reports a word of a lane that stays undefined, once the lane has read an undefined value.
func (a *Taint) lasts(s *trace.Loop, x, next *term.Term, l int, reading *term.Term) bool {
	leaves := func(way vector.Vec) bool { return !a.isImpossible(reading, way.At(l)) }
	if slices.ContainsFunc(s.Exits, leaves) {
		return false
	}
	round := s.Round.At(l)
	isMade := slices.ContainsFunc(pairs(nil, false), func(p *pair) bool {
		w := a.newTwin(p, func(*term.Term) bool { return false })
		w.known[x] = [2]*term.Term{x, x}
		b, c := w.of(next)
		return b != c && a.isImpossible(reading, round, a.t.Eq(b, c))
	})
	if !isMade {
		return false
	}
	return a.keeps(s, x, next, l)
}

// endsBy reports a loop that may end in another iteration for another undefined value.
func (a *Taint) endsBy(s *trace.Loop) bool {
	return slices.ContainsFunc(a.dep.controlled(s), a.dep.has)
}

// keeps reports a word of a lane that an iteration makes another one at its end if it is another one at the beginning.
func (a *Taint) keeps(s *trace.Loop, x, next *term.Term, l int) bool {
	w := a.newTwin(pairs(nil, false)[0], func(*term.Term) bool { return false })
	one, other := a.trace.Prover.Unknowns.Another("one ", x), a.trace.Prover.Unknowns.Another("other ", x)
	w.known[x] = [2]*term.Term{one, other}
	w.keeps = true
	b, c := w.of(next)
	return b != c && a.isImpossible(s.Round.At(l), a.t.Not(a.t.Eq(one, other)), a.t.Eq(b, c))
}

// carriedOn says when an unknown is another one in the other run as a loop carries it on, nil for never.
func (w *twin) carriedOn(x *term.Term) *term.Term {
	for {
		if when := w.lasting[x]; when != nil {
			return when
		}
		if v, carried := w.a.trace.Prover.Unknowns.Carried(x); carried && !v.IsNumber {
			if !w.a.carriesOn(x, v.Loop) {
				return nil
			}
			b, c := w.of(v.First)
			return w.t.Not(w.t.Eq(b, c))
		}
		f, fed := w.a.trace.Fed[x]
		if !fed || len(f.Of) != 1 || f.Loop != nil || !f.Of[0].IsUniform() {
			return nil
		}
		x = f.Of[0].At(0)
	}
}

// carriesOn reports an unknown that every iteration of its loop makes another one if it is another one before.
func (a *Taint) carriesOn(x *term.Term, loop int) bool {
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

package taint

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// What a loop carries is undefined behind the loop as well, if an iteration that reads an undefined value makes it so, and
// no iteration makes it anything else:
//
//	for (i = lane; i < n; i += 32) sum += __shfl_down_sync(~0u, d[i], 4);     lasting
//	for (i = 0; i < n; i++) w = d[i];                                         not
//
// Asked of a word of a lane are that in an iteration
//
//   - another undefined value makes it another one, and the lane goes round again;
//   - another word at the beginning makes it another one at the end, with all else the same.

// lasting says for unknowns behind the loop around an event when they are undefined: where their lane reads an undefined
// value in some iteration.
func (a *Taint) lasting(e *trace.Event, reading vector.Vec) map[*term.Term]*term.Term {
	if len(e.Within) != 1 {
		return nil
	}
	s, when := e.Within[0], map[*term.Term]*term.Term{}
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
	w := a.newTwin(pairs(nil, false)[0], func(*term.Term) bool { return false })
	one, other := a.m.Another("one ", x), a.m.Another("other ", x)
	w.known[x] = [2]*term.Term{one, other}
	w.keeps = true
	b, c := w.of(next)
	return b != c && a.isImpossible(round, a.t.Not(a.t.Eq(one, other)), a.t.Eq(b, c))
}

// lastingOf says when an unknown is undefined as what a loop carried, nil for never.
func (w *twin) lastingOf(x *term.Term) *term.Term {
	for {
		if when := w.lasting[x]; when != nil {
			return when
		}
		f, fed := w.a.m.Fed[x]
		if !fed || len(f.Of) != 1 || f.Loop != nil || !f.Of[0].IsUniform() {
			return nil
		}
		x = f.Of[0].At(0)
	}
}

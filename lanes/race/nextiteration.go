package race

import (
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// inNext returns the rewriter from terms of an arbitrary iteration of a loop to terms of the next one.
func (j *Judge) inNext(s *trace.Loop) *term.Rewriter {
	if j.nextViews[s] == nil {
		j.nextViews[s] = j.t.NewRewriter(func(x *term.Term) *term.Term {
			y, follows := s.Next[x]
			switch {
			case follows:
				return y
			case s.IsFixed(x):
				return x
			}
			return j.freshCopy("next ", x, j.inNext(s))
		})
	}
	return j.nextViews[s]
}

// inFirst returns the rewriter from terms of arbitrary iterations of the loops around an event, up to outermost, to
// terms of their first iterations.
func (j *Judge) inFirst(e *trace.Event, outermost *trace.Loop) *term.Rewriter {
	of := nest{e.Within[0], outermost}
	if j.firstViews[of] == nil {
		j.firstViews[of] = j.t.NewRewriter(func(x *term.Term) *term.Term {
			v, begins := j.prover.Unknowns.Begins(x)
			switch {
			case outermost.IsFixed(x):
				return x
			case begins && of.has(v.Loop):
				return j.inFirst(e, outermost).Rewrite(v.First)
			}
			return j.freshCopy("first ", x, j.inFirst(e, outermost))
		})
	}
	return j.firstViews[of]
}

// nest is a chain of nested loops.
type nest struct{ innermost, outermost *trace.Loop }

// has reports whether the loop with the number is in the nest.
func (n nest) has(number int) bool {
	for s := n.innermost; s != n.outermost.Around; s = s.Around {
		if s.Number == number {
			return true
		}
	}
	return false
}

// inEarlier returns the rewriter from terms of an arbitrary iteration of a loop to terms of an iteration before the
// last one. Formulas after the loop may be about the last iteration, so the earlier iteration needs terms of its own.
func (j *Judge) inEarlier(s *trace.Loop) *term.Rewriter {
	if j.earlierViews[s] == nil {
		j.earlierViews[s] = j.t.NewRewriter(func(x *term.Term) *term.Term {
			if s.IsFixed(x) {
				return x
			}
			return j.freshCopy("earlier ", x, j.inEarlier(s))
		})
	}
	return j.earlierViews[s]
}

// freshCopy returns a copy of the unknown x, with the facts about x rewritten by in. The name of the copy begins with
// prefix.
func (j *Judge) freshCopy(prefix string, x *term.Term, in *term.Rewriter) *term.Term {
	y := j.prover.Unknowns.Another(prefix, x)
	j.sums.CopyFacts(y, x)
	if slot, is := j.sums.Slots[x]; is {
		slot.Index, slot.Step = in.Rewrite(slot.Index), in.Rewrite(slot.Step)
		j.sums.Slots[y] = slot
	}
	return y
}

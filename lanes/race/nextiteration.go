package race

import (
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// inNext views terms of an arbitrary iteration of a loop in the next one.
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
			return j.another("next ", x, j.inNext(s))
		})
	}
	return j.nextViews[s]
}

// inEarlier views terms of an arbitrary iteration of a loop in one before the last, of which what is
// behind the loop may speak.
func (j *Judge) inEarlier(s *trace.Loop) *term.Rewriter {
	if j.earlierViews[s] == nil {
		j.earlierViews[s] = j.t.NewRewriter(func(x *term.Term) *term.Term {
			if s.IsFixed(x) {
				return x
			}
			return j.another("earlier ", x, j.inEarlier(s))
		})
	}
	return j.earlierViews[s]
}

// another is an unknown of its own in the place of one, in a view.
func (j *Judge) another(prefix string, x *term.Term, in *term.Rewriter) *term.Term {
	y := j.Another(prefix, x)
	j.sums.Takes(y, x)
	if slot, is := j.sums.Slots[x]; is {
		slot.At, slot.By = in.Rewrite(slot.At), in.Rewrite(slot.By)
		j.sums.Slots[y] = slot
	}
	return y
}

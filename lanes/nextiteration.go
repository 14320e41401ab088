package lanes

import (
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// What is said of an arbitrary iteration of a loop is said of the next one by putting what the
// iteration leaves behind for what the next one begins with:
//
//	for (int o = w / 2; o > 0; o /= 2) ...      L1.o is L1.o / 2 in the next iteration
//	for (; i < n; i += 32) ...                  L1.k is L1.k + 1
//
// What an iteration computes of data or finds in memory is not known of the next one, and gets
// another name there.

// following are the unknowns of an arbitrary iteration as the next one has them.
type following map[*term.Term]*term.Term

// inNext views terms of an arbitrary iteration of a loop in the next one.
func (j *judge) inNext(s *Loop) *term.Rewriter {
	if j.nextViews[s] == nil {
		j.nextViews[s] = j.t.NewRewriter(func(x *term.Term) *term.Term {
			y, follows := s.next[x]
			switch {
			case follows:
				return y
			case s.isFixed(x):
				return x
			}
			return j.Another("next ", x)
		})
	}
	return j.nextViews[s]
}

// inEarlier views terms of an arbitrary iteration of a loop in one before the last, of which what is
// behind the loop may speak.
func (j *judge) inEarlier(s *Loop) *term.Rewriter {
	if j.earlierViews[s] == nil {
		j.earlierViews[s] = j.t.NewRewriter(func(x *term.Term) *term.Term {
			if s.isFixed(x) {
				return x
			}
			return j.Another("earlier ", x)
		})
	}
	return j.earlierViews[s]
}

// isFixed reports an unknown that no iteration of a loop changes.
func (s *Loop) isFixed(x *term.Term) bool {
	return x.ID < s.mark || prove.IsOfAllIterations(x) || s.isReadOfOld(x)
}

// isReadOfOld reports a word of memory that nothing in the loop writes.
func (s *Loop) isReadOfOld(x *term.Term) bool {
	_, read := x.Origin.(memory.Origin)
	return read && x.Op == term.Opaque && x.Args[0].K <= uint64(s.age)
}

// follow finds what the unknowns of an arbitrary iteration are in the next one, of lanes that go
// round again, from the memory that both begin with; nil where races are not looked for.
func (in *interp) follow(s *loopSummary, now, next *memory.State) following {
	if !in.setting.racing {
		return nil
	}
	known := following{s.k: in.t.AddConst(s.k, 1), s.reached: in.t.Or(s.round.List()...)}
	if !s.together.one() {
		in.followLanes(s, known)
	}
	for _, c := range s.sorted() {
		a, b, ok := in.comparable(now.Cells[c], next.Cells[c])
		for l := 0; l < warp.Size && ok && now.Cells[c] != nil; l++ {
			if !s.round.At(l).IsFalse() {
				in.followWord(s.Loop, known, a.At(l), b.At(l))
			}
		}
	}
	return known
}

// followLanes says which cohorts are still in the loop in the next iteration.
func (in *interp) followLanes(s *loopSummary, known following) {
	still := s.together.vector(in.t, s.id+".in", 0, nil)
	header := in.And(s.entry.guard, s.stays)
	for l := range warp.Size {
		if known[still.At(l)] == nil && !header.At(l).IsFalse() {
			goes := in.t.Strip(s.round.At(l), term.Common([]*term.Term{header.At(l)}))
			known[still.At(l)] = in.t.And(still.At(l), goes)
		}
	}
}

// followWord says of the unknown that a lane's word is now what the lane has in the next
// iteration, and the same as long as no collective was broken.
func (in *interp) followWord(s *Loop, known following, now, next *term.Term) {
	for _, x := range append([]*term.Term{now}, now.Args...) {
		if c, carried := in.Carried(x); !carried || c.Loop != s.number || c.IsNumber || known[x] != nil || x.Bits != next.Bits {
			continue
		}
		if x != now && now.Op != term.BAnd { // a part of the first word
			continue
		}
		known[x] = next
		if unbroken, assumed := in.Assumed(x); assumed && known[unbroken] == nil {
			if _, carried := in.Carried(unbroken); carried {
				known[unbroken] = in.Unbroken(next)
			}
		}
	}
}

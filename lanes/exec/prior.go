package exec

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// A lane that begins another iteration than the first went round in the one before: it met the conditions of that.
//
//	int t = 0;
//	for (int i = 0; i < n; ++i) { if (i > 5) break; ++t; }    in iteration k, from 1 on: k-1 < n and k-1 <= 5
//	if (t > 6) ...                                            never: t is the k of the last iteration, at most 6
//	do { ... } while (--w > 0);                               from 1 on: w > 0, whatever the body does to w
//
// The conditions of an arbitrary iteration are said of the one before by what its words became: where the body leaves
// w-1 in w, w-1 there is w here. What a condition says of other words of that iteration is not known here.
//
// A lane that leaves a loop in a last iteration of its own met the conditions of its way out there.

// wentRound is what the lanes at the header of a loop met to come there once more, lane by lane: formulas of iteration k
// that hold from 1 on.
func (in *interp) wentRound(s *loopSummary, header, back edge) [warp.Size][]*term.Term {
	var met [warp.Size][]*term.Term
	views := in.asOfPrior(s, header.State, back.State)
	for l := range met {
		f := goesRound(in.t, header, back, l)
		if l > 0 && views[l] == views[l-1] && back.Guard.At(l) == back.Guard.At(l-1) && header.Guard.At(l) == header.Guard.At(l-1) {
			met[l] = met[l-1]
		} else if !header.Guard.At(l).IsFalse() {
			met[l] = in.ofPrior(s, views[l], f)
		}
	}
	return met
}

// goesRound is what sends a lane of the header round again.
func goesRound(t *term.Table, header, back edge, l int) *term.Term {
	return t.Strip(back.Guard.At(l), term.Common([]*term.Term{header.Guard.At(l)}))
}

// begins is what the words begin with that the conditions of an iteration and of the one before are about, each a formula
// of iteration 0.
func (in *interp) begins(s *loopSummary, header, back edge, met [warp.Size][]*term.Term) (first [warp.Size][]*term.Term) {
	for l := range met {
		about := slices.Clone(met[l])
		for _, part := range goesRound(in.t, header, back, l).Conjuncts() {
			if isSmall(part) {
				about = append(about, part)
			}
		}
		term.Any(about, func(x *term.Term) bool {
			if c, carried := in.unknowns.Carried(x); carried && c.Loop == s.Number && !c.IsNumber && x.Bits > 0 {
				if f := in.t.Eq(x, c.First); isSmall(f) && !f.IsConst() {
					first[l] = append(first[l], f)
				}
			}
			return false
		})
	}
	return first
}

// ofPrior are the conjuncts of a condition that can be said of the iteration before.
func (in *interp) ofPrior(s *loopSummary, view *term.Rewriter, f *term.Term) (list []*term.Term) {
	for _, part := range f.Conjuncts() {
		if len(list) == maxPrior || !isSmall(part) {
			continue
		}
		prior := view.Rewrite(part)
		if !prior.IsConst() && !term.Any([]*term.Term{prior}, func(x *term.Term) bool { return isLost(x) || in.isOfOneIteration(s, x) }) {
			list = append(list, prior)
		}
	}
	return list
}

// mostRounds is the number of the last iteration that lanes can come to, as a condition decides by that number alone:
// the first one in which it does not hold.
func (in *interp) mostRounds(s *loopSummary, f *term.Term) uint64 {
	most := uint64(maxIterations)
	for _, part := range f.Conjuncts() {
		byNumber := term.Any([]*term.Term{part}, func(x *term.Term) bool { return x == s.K }) &&
			!term.Any([]*term.Term{part}, func(x *term.Term) bool { return x != s.K && (x.Op == term.Var || x.Op == term.Opaque) })
		for n := uint64(0); byNumber && isSmall(part) && n < min(most, maxCounted); n++ {
			if !term.NewEvaluator(term.Model{s.K: n}).Holds(part) {
				most = n
			}
		}
	}
	return most
}

// limitRounds finds out how many iterations each lane can come to, and reports whether that is fewer than the number of
// the iteration was taken to be.
func (in *interp) limitRounds(s *loopSummary, header, back edge) bool {
	most, all := uint64(0), map[*term.Term]uint64{}
	for l := range warp.Size {
		if header.Guard.At(l).IsFalse() {
			s.rounds[l] = 0
			continue
		}
		f := goesRound(in.t, header, back, l)
		if _, known := all[f]; !known {
			all[f] = in.mostRounds(s, f)
		}
		s.rounds[l] = all[f]
		most = max(most, all[f])
	}
	fewer := most < s.mostRounds
	s.mostRounds = most
	return fewer && most < s.K.Hi
}

// unlimited are the last iterations of lanes of which nothing is known.
func unlimited() (rounds [warp.Size]uint64) {
	for l := range rounds {
		rounds[l] = maxIterations
	}
	return rounds
}

// roundsOf are the last iterations that lanes can come to which have theirs together, by class.
func (s *loopSummary) roundsOf(c classes) (rounds [warp.Size]uint64) {
	for l, class := range c {
		rounds[class] = max(rounds[class], s.rounds[l])
	}
	return rounds
}

// isSmall reports a condition that costs little to keep in mind in every question.
func isSmall(f *term.Term) bool {
	parts := 0
	return !term.Any([]*term.Term{f}, func(*term.Term) bool { parts++; return parts > maxPriorParts })
}

// lost is the origin of what a word was in the iteration before, where that is not known.
type lost struct{}

func isLost(x *term.Term) bool { return x.Origin == lost{} }

// isOfOneIteration reports an unknown that an iteration computes, other than what it begins with.
func (in *interp) isOfOneIteration(s *loopSummary, x *term.Term) bool {
	c, carried := in.unknowns.Carried(x)
	return s.Computes(x) && (!carried || c.Loop != s.Number)
}

// asOfPrior says for each lane of words of iteration k-1 what they are in iteration k: what one of its cells was left with
// is what that begins with. It tells nothing of the cells of other lanes, which may not have come round.
func (in *interp) asOfPrior(s *loopSummary, now, next *memory.State) (views [warp.Size]*term.Rewriter) {
	begins, ends := in.carriedWords(s, now, next)
	for l := range views {
		if l > 0 && vector.All(begins, vector.Vec.IsUniform) && vector.All(ends, vector.Vec.IsUniform) {
			views[l] = views[0]
			continue
		}
		parts, by := []*term.Term{s.K}, []*term.Term{in.t.AddConst(s.K, ^uint64(0))}
		for i := range begins {
			if x, y := begins[i].At(l), ends[i].At(l); x != y && term.Any([]*term.Term{y}, s.Computes) {
				parts, by = append(parts, y), append(by, x)
			}
		}
		for _, v := range begins {
			for _, x := range v.Distinct() {
				if !slices.Contains(parts, x) {
					parts, by = append(parts, x), append(by, in.t.Unknown(fmt.Sprintf("lost %d", x.ID), x.Bits, lost{}))
				}
			}
		}
		views[l] = in.t.ReplacingEach(parts, by)
	}
	return views
}

// carriedWords are the words at the header that no invariant tells, and those that an iteration leaves in their place.
func (in *interp) carriedWords(s *loopSummary, now, next *memory.State) (begins, ends []vector.Vec) {
	for _, c := range s.sorted() {
		a, b, ok := in.comparable(now.Cells[c], next.Cells[c])
		if !ok || now.Cells[c] == nil {
			continue
		}
		if x, carried := in.unknowns.Carried(a.At(0)); carried && x.Loop == s.Number {
			begins, ends = append(begins, a), append(ends, b)
		}
	}
	return begins, ends
}

// tellWentRound tells the prover what lanes that go round together have met in any iteration but the first, the last one
// included, and what they have in the first. Of lanes that do not it costs more than it tells, but for their last
// iterations (knowLast).
func (in *interp) tellWentRound(s *loopSummary, header, back edge, met [warp.Size][]*term.Term) {
	if !s.together.one() {
		return
	}
	here := s.entry.Guard
	isFirst := in.t.Eq(s.K, in.t.Const(32, 0))
	eachUnmet(in.t, met, func(l int, f *term.Term) *term.Term {
		return in.t.And(here.At(l), in.t.Not(isFirst), in.t.Not(f))
	}, in.memory.RuleOut)
	eachUnmet(in.t, in.begins(s, header, back, met), func(l int, f *term.Term) *term.Term {
		return in.t.And(here.At(l), isFirst, in.t.Not(f))
	}, in.memory.RuleOut)
}

// knowLast adds to what is known behind a loop what the lanes met in their own last iterations: what sent them round in the
// one before, and what on their way out.
func (in *interp) knowLast(s *loopSummary, met [warp.Size][]*term.Term, header edge, exits []edge, conditions []vector.Vec, rename []*term.Rewriter) {
	var facts []*term.Term
	eachUnmet(in.t, met, func(l int, f *term.Term) *term.Term {
		last := rename[l].Rewrite(s.K)
		return in.t.And(s.entry.Guard.At(l), in.t.Not(in.t.Eq(last, in.t.Const(32, 0))), in.t.Not(rename[l].Rewrite(f)))
	}, func(lanes vector.Vec) { facts = append(facts, in.t.Not(in.t.Or(lanes.List()...))) })
	for i, way := range exits {
		var out [warp.Size][]*term.Term
		for l := range out {
			if f := in.t.Strip(conditions[i].At(l), term.Common([]*term.Term{header.Guard.At(l)})); isSmall(f) {
				out[l] = []*term.Term{f}
			}
		}
		eachUnmet(in.t, out, func(l int, f *term.Term) *term.Term {
			return in.t.And(way.Guard.At(l), in.t.Not(rename[l].Rewrite(f)))
		}, func(lanes vector.Vec) { facts = append(facts, in.t.Not(in.t.Or(lanes.List()...))) })
	}
	for _, way := range exits {
		for _, f := range facts {
			way.State.Know(f)
		}
	}
}

// eachUnmet does something with what lanes would be that have not met their conditions, condition by condition.
func eachUnmet(t *term.Table, met [warp.Size][]*term.Term, unmet func(l int, f *term.Term) *term.Term, do func(lanes vector.Vec)) {
	for i := range maxPrior {
		lanes := vector.Build(func(l int) *term.Term {
			if i >= len(met[l]) {
				return t.False
			}
			return unmet(l, met[l][i])
		})
		if !lanes.IsFalse() {
			do(lanes)
		}
	}
}

package loop

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// A lane in iteration k > 0 took the back edge in iteration k-1. So the conditions of the back edge held there:
//
//	int t = 0;
//	for (int i = 0; i < n; ++i) { if (i > 5) break; ++t; }    for k > 0: k-1 < n and k-1 <= 5
//	if (t > 6) ...                                            never: t is the k of the last iteration, at most 6
//	do { ... } while (--w > 0);                               for k > 0: w > 0, however the body changes w
//
// The conditions of iteration k-1 are stated in words of iteration k: if the body leaves w-1 in w, then w-1 in
// iteration k-1 is w in iteration k. A condition is lost if its words have no counterpart in iteration k.
//
// Likewise, a lane that leaves the loop met the conditions of its exit in its last iteration.

// wentRound lists, per lane, the formulas that hold in every iteration k > 0 because the lane took the back edge
// before.
func (s *search) wentRound(header, backEdge Edge) [warp.Size][]*term.Term {
	var met [warp.Size][]*term.Term
	views := s.asOfPrior(header.State, backEdge.State)
	for l := range met {
		f := goesRound(s.t, header, backEdge, l)
		if l > 0 && views[l] == views[l-1] && backEdge.Guard.At(l) == backEdge.Guard.At(l-1) && header.Guard.At(l) == header.Guard.At(l-1) {
			met[l] = met[l-1]
		} else if !header.Guard.At(l).IsFalse() {
			met[l] = s.ofPrior(views[l], f)
		}
	}
	return met
}

// goesRound returns the condition under which lane l takes the back edge if it is at the header.
func goesRound(t *term.Table, header, backEdge Edge, l int) *term.Term {
	return t.Strip(backEdge.Guard.At(l), term.Common([]*term.Term{header.Guard.At(l)}))
}

// firstValues returns, per lane, formulas that hold in iteration 0. Each states the first value of a word in the
// conditions of the back edge, or in met.
func (s *search) firstValues(header, backEdge Edge, met [warp.Size][]*term.Term) (first [warp.Size][]*term.Term) {
	for l := range met {
		about := slices.Clone(met[l])
		for _, part := range goesRound(s.t, header, backEdge, l).Conjuncts() {
			if isSmall(part) {
				about = append(about, part)
			}
		}
		term.Any(about, func(x *term.Term) bool {
			if c, carried := s.unknowns.Carried(x); carried && c.Loop == s.Number && !c.IsNumber && x.Bits > 0 {
				if f := s.t.Eq(x, c.First); isSmall(f) && !f.IsConst() {
					first[l] = append(first[l], f)
				}
			}
			return false
		})
	}
	return first
}

// ofPrior returns the conjuncts of f in words of iteration k. f is a condition that held in iteration k-1. Conjuncts
// that cannot be written in these words are left out.
func (s *search) ofPrior(view *term.Rewriter, f *term.Term) (list []*term.Term) {
	for _, part := range f.Conjuncts() {
		if len(list) == maxPrior || !isSmall(part) {
			continue
		}
		prior := view.Rewrite(part)
		if !prior.IsConst() && !term.Any([]*term.Term{prior}, func(x *term.Term) bool { return isLost(x) || s.isOfOneIteration(x) }) {
			list = append(list, prior)
		}
	}
	return list
}

// lastRound returns the number of the last iteration that lanes can reach, as far as f alone shows it. f is the
// condition to take the back edge. The last iteration is the first one in which a conjunct of f that depends only on
// the iteration's number is false. The result is maxIterations if the first maxCounted iterations do not have it.
func (s *search) lastRound(f *term.Term) uint64 {
	most := uint64(maxIterations)
	for _, part := range f.Conjuncts() {
		byNumber := term.Any([]*term.Term{part}, func(x *term.Term) bool { return x == s.K }) &&
			!term.Any([]*term.Term{part}, func(x *term.Term) bool { return x != s.K && x.IsUnknown() })
		for n := uint64(0); byNumber && isSmall(part) && n < min(most, maxCounted); n++ {
			if !term.NewEvaluator(term.Model{s.K: n}).Holds(part) {
				most = n
			}
		}
	}
	return most
}

// limitRounds computes s.rounds and s.mostRounds from the guards of the loop. It reports whether mostRounds became less
// and is now below the upper bound of the unknown K.
func (s *search) limitRounds(header, backEdge Edge) bool {
	most, all := uint64(0), map[*term.Term]uint64{}
	for l := range warp.Size {
		if header.Guard.At(l).IsFalse() {
			s.rounds[l] = 0
			continue
		}
		f := goesRound(s.t, header, backEdge, l)
		if _, known := all[f]; !known {
			all[f] = s.lastRound(f)
		}
		s.rounds[l] = all[f]
		most = max(most, all[f])
	}
	fewer := most < s.mostRounds
	s.mostRounds = most
	return fewer && most < s.K.Hi
}

// unlimited returns the value of rounds before limitRounds computes it: maxIterations for each lane.
func unlimited() (rounds [warp.Size]uint64) {
	for l := range rounds {
		rounds[l] = maxIterations
	}
	return rounds
}

// roundsOf returns, for each class, the number of the last iteration that some lane of the class can reach.
func (s *search) roundsOf(c classes) (rounds [warp.Size]uint64) {
	for l, class := range c {
		rounds[class] = max(rounds[class], s.rounds[l])
	}
	return rounds
}

// isSmall reports whether a condition is cheap enough to be part of every question.
func isSmall(f *term.Term) bool {
	parts := 0
	return !term.Any([]*term.Term{f}, func(*term.Term) bool { parts++; return parts > maxPriorParts })
}

// lost is the origin of a word of the previous iteration that cannot be written in words of this iteration.
type lost struct{}

func isLost(x *term.Term) bool { return x.Origin == lost{} }

// isOfOneIteration reports whether each iteration makes the unknown x anew, as opposed to an unknown with which an
// iteration begins.
func (s *search) isOfOneIteration(x *term.Term) bool {
	c, carried := s.unknowns.Carried(x)
	return s.Computes(x) && (!carried || c.Loop != s.Number)
}

// asOfPrior returns, for each lane, the rewriter from words of iteration k-1 to words of iteration k. A cell at the end
// of an iteration has the same value as at the beginning of the next one. Words that depend on other lanes are lost,
// because the other lanes may not have taken the back edge.
func (s *search) asOfPrior(now, next *memory.State) (views [warp.Size]*term.Rewriter) {
	begins, ends := s.carriedWords(now, next)
	for l := range views {
		if l > 0 && vector.All(begins, vector.Vec.IsUniform) && vector.All(ends, vector.Vec.IsUniform) {
			views[l] = views[0]
			continue
		}
		parts, by := []*term.Term{s.K}, []*term.Term{s.t.AddConst(s.K, ^uint64(0))}
		for i := range begins {
			if x, y := begins[i].At(l), ends[i].At(l); x != y && term.Any([]*term.Term{y}, s.Computes) {
				parts, by = append(parts, y), append(by, x)
			}
		}
		for _, x := range s.carriedIn(begins) {
			if !slices.Contains(parts, x) {
				parts, by = append(parts, x), append(by, s.t.Unknown(fmt.Sprintf("lost %d", x.ID), x.Bits, lost{}))
			}
		}
		views[l] = s.t.ReplacingEach(parts, by)
	}
	return views
}

// carriedWords returns two lists: the words at the header that have no invariant, and the words that an iteration
// leaves in the same cells.
func (s *search) carriedWords(now, next *memory.State) (begins, ends []vector.Vec) {
	for _, c := range s.sorted() {
		a, b, ok := s.inference.comparable(now.Cells[c], next.Cells[c])
		if !ok || now.Cells[c] == nil {
			continue
		}
		if len(s.carriedIn([]vector.Vec{a})) > 0 {
			begins, ends = append(begins, a), append(ends, b)
		}
	}
	return begins, ends
}

// carriedIn returns the unknowns that this loop carries and that occur in the given words. A word may be only a part of
// an unknown (partOfFirst).
func (s *search) carriedIn(words []vector.Vec) (list []*term.Term) {
	var listed term.Memo[struct{}]
	for _, word := range words {
		term.Any(word.Distinct(), func(x *term.Term) bool {
			if c, carried := s.unknowns.Carried(x); carried && c.Loop == s.Number && !c.IsNumber && listed.Add(x) {
				list = append(list, x)
			}
			return false
		})
	}
	return list
}

// tellWentRound rules out executions that contradict the conditions of wentRound and firstValues (RuleOut), for lanes
// that stay together. The conditions also hold in the last iteration. For lanes that do not stay together, this would
// cost more than it proves, and knowLast states the conditions of their last iterations instead.
func (s *search) tellWentRound(header, backEdge Edge, met [warp.Size][]*term.Term) {
	if !s.togetherClasses.isOne() {
		return
	}
	here := s.entry.Guard
	isFirst := s.t.Eq(s.K, s.t.Const(32, 0))
	eachUnmet(s.t, met, func(l int, f *term.Term) *term.Term {
		return s.t.And(here.At(l), s.t.Not(isFirst), s.t.Not(f))
	}, s.memory.RuleOut)
	eachUnmet(s.t, s.firstValues(header, backEdge, met), func(l int, f *term.Term) *term.Term {
		return s.t.And(here.At(l), isFirst, s.t.Not(f))
	}, s.memory.RuleOut)
}

// knowLast adds to the facts after a loop the conditions that each lane met around its own last iteration. These are
// the condition of the back edge into the last iteration, and the condition of the exit out of it.
func (s *search) knowLast(met [warp.Size][]*term.Term, header Edge, exits []Edge, conditions []vector.Vec, rename []*term.Rewriter) {
	var facts []*term.Term
	eachUnmet(s.t, met, func(l int, f *term.Term) *term.Term {
		last := rename[l].Rewrite(s.K)
		return s.t.And(s.entry.Guard.At(l), s.t.Not(s.t.Eq(last, s.t.Const(32, 0))), s.t.Not(rename[l].Rewrite(f)))
	}, func(lanes vector.Vec) { facts = append(facts, s.t.Not(s.t.Or(lanes.List()...))) })
	for i, exit := range exits {
		var out [warp.Size][]*term.Term
		for l := range out {
			if f := s.t.Strip(conditions[i].At(l), term.Common([]*term.Term{header.Guard.At(l)})); isSmall(f) {
				out[l] = []*term.Term{f}
			}
		}
		eachUnmet(s.t, out, func(l int, f *term.Term) *term.Term {
			return s.t.And(exit.Guard.At(l), s.t.Not(rename[l].Rewrite(f)))
		}, func(lanes vector.Vec) { facts = append(facts, s.t.Not(s.t.Or(lanes.List()...))) })
	}
	for _, exit := range exits {
		for _, f := range facts {
			exit.State.Know(f)
		}
	}
}

// eachUnmet calls do for each index i of the lists in met. The argument of do holds unmet(l, f) for each lane l: the
// formula that l has not met f, the i-th condition of l. If a lane has fewer conditions, its formula is false. An index
// at which all formulas are false is skipped.
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

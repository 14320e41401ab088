package taint

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/meet"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Taint finds out whether an undefined value is used in a trace.
type Taint struct {
	m     *meet.Meetings
	trace *trace.Trace
	t     *term.Table
	dep   *dependence
	// carrying caches whether a term differs after every iteration if it differs before (keepsDifference).
	carrying map[*term.Term]bool
}

// Of prepares the search for uses of undefined values in a complete trace. The trace must record uses
// (trace.Undefined).
func Of(m *meet.Meetings) *Taint {
	return &Taint{m, m.Trace, m.Trace.Terms, newDependence(m.Trace), map[*term.Term]bool{}}
}

// IsWhole reports whether the trace has recorded all uses.
func (a *Taint) IsWhole() bool { return a.trace.Undefined.Cut.IsNone() }

// May returns the formula that some use may change if the result of e is different.
func (a *Taint) May(e *trace.Event) *term.Term {
	w := a.newTwin(nil, nil)
	var ways []*term.Term
	for _, u := range a.usesFrom(e, true) {
		ways = append(ways, a.differs(w, u, true))
	}
	return a.t.Or(ways...)
}

// Never returns a formula that holds if a lane reads the undefined value at e but no use changes for any of the tried
// values. reading holds, for each lane, the condition under which it reads the value at e. If the solver refutes the
// formula, some use changes whenever a lane reads the value.
func (a *Taint) Never(e *trace.Event, reading vector.Vec) *term.Term {
	uses := a.usesFrom(e, false)
	a.dropOthers(uses)
	isFree, some := a.freeMemory(uses, reading)
	never := a.t.And(a.m.Premise(), a.t.Or(reading.List()...), a.exactSums(uses))
	for n, p := range pairs(a.named(uses), some) {
		w := a.newTwin(p, isFree)
		w.number, w.lasting = n, a.lasting(e, reading)
		for _, u := range uses {
			never = a.t.And(never, a.t.Not(a.differs(w, u, false)))
		}
		never = a.t.And(never, a.t.And(w.facts...))
		if never.IsFalse() {
			break
		}
	}
	return never
}

// differs returns the formula that the use u differs between the two runs of w. It differs if another set of lanes
// executes it, or if a lane executes it in both runs with different words. If withOpen is true, an open use that is
// executed counts as different.
func (a *Taint) differs(w *twin, u *trace.Use, withOpen bool) *term.Term {
	var ways []*term.Term
	for l := range warp.Size {
		if u.Guard.At(l).IsFalse() {
			continue
		}
		here, there := w.inBoth(u.Guard.At(l))
		if here != there {
			ways = append(ways, a.t.Not(a.t.Iff(here, there)))
		}
		if u.Open && withOpen {
			ways = append(ways, here)
		}
		for _, v := range u.Words {
			if x, y := w.inBoth(v.At(l)); x != y {
				ways = append(ways, a.t.And(here, there, a.t.Not(a.t.Eq(x, y))))
			}
		}
	}
	return a.t.Or(ways...)
}

// usesFrom lists the uses that a result of e may reach, with rewritten terms. A use inside all loops around e is listed
// for the iteration of e and, if withOpen is set, also for another iteration of these loops. A use that one of these
// loops does not contain is listed for another iteration or the place after the loop, where only facts of all
// iterations hold. A use in further loops is listed for their first iterations, unless withOpen is set.
func (a *Taint) usesFrom(e *trace.Event, withOpen bool) (list []*trace.Use) {
	for _, u := range a.trace.Log.Uses {
		same := func(x *term.Term) *term.Term { return x }
		if !withOpen {
			same = a.inFirst(e, u)
		}
		other := a.another(e, same)
		inside := !slices.ContainsFunc(e.Within, func(s *trace.Loop) bool { return !slices.Contains(u.Within, s) })
		if inside {
			list = append(list, seenBy(u, same))
		}
		if !inside || withOpen && len(e.Within) > 0 {
			list = append(list, seenBy(u, other))
		}
	}
	return list
}

// seenBy returns a copy of u with its guard and words rewritten by view.
func seenBy(u *trace.Use, view func(*term.Term) *term.Term) *trace.Use {
	seen := *u
	seen.Guard, seen.Words = vector.Map1(u.Guard, view), nil
	for _, v := range u.Words {
		seen.Words = append(seen.Words, vector.Map1(v, view))
	}
	return &seen
}

// inFirst rewrites terms to the first iterations of the loops that are around u but not around e. Terms that are read
// after a loop belong to its last iteration and are not rewritten.
func (a *Taint) inFirst(e *trace.Event, u *trace.Use) func(*term.Term) *term.Term {
	isFurther := func(loop int) bool {
		return !e.IsInLoop(loop) && slices.ContainsFunc(u.Within, func(s *trace.Loop) bool { return s.Number == loop })
	}
	var view *term.Rewriter
	view = a.t.NewRewriter(func(x *term.Term) *term.Term {
		if v, begins := a.trace.Prover.Unknowns.Begins(x); begins && isFurther(v.Loop) {
			return view.Rewrite(v.First)
		}
		return x
	})
	return view.Rewrite
}

// another returns a function that rewrites a term to another iteration of the loops around e, or to the place after
// these loops. The function begins with the given rewriting of the term.
func (a *Taint) another(e *trace.Event, first func(*term.Term) *term.Term) func(*term.Term) *term.Term {
	isOfIteration := func(x *term.Term) bool {
		return !isInput(x) && !isFunction(x) && slices.ContainsFunc(e.Within, func(s *trace.Loop) bool { return s.Made(x) })
	}
	view := a.t.NewRewriter(func(x *term.Term) *term.Term {
		if isOfIteration(x) {
			return a.copyOf(x)
		}
		return x
	})
	return func(x *term.Term) *term.Term { return view.Rewrite(first(x)) }
}

// copyOf returns the copy of an unknown for another iteration.
func (a *Taint) copyOf(x *term.Term) *term.Term {
	var made *term.Term
	if name := "another " + x.Name; x.Op == term.Var {
		made = a.t.Var(name, x.Bits, x.Lo, x.Hi, x.Origin)
	} else {
		made = a.t.OpaqueBounded(name, x.Bits, x.Lo, x.Hi, x.Origin, x.Args...)
	}
	a.trace.Fed[made] = trace.Feed{Of: []vector.Vec{vector.Uniform(x)}}
	for _, set := range []map[*term.Term]bool{a.trace.Undefined.Words, a.trace.Undefined.Others} {
		if set[x] {
			set[made] = true
		}
	}
	return made
}

// dropOthers limits uses to the lanes that may make an undefined value visible.
func (a *Taint) dropOthers(uses []*trace.Use) {
	for _, u := range uses {
		u.Guard = vector.Build(func(l int) *term.Term {
			brings := func(v vector.Vec) bool { return a.dep.has(v.At(l)) }
			if g := u.Guard.At(l); a.dep.has(g) || slices.ContainsFunc(u.Words, brings) {
				return g
			}
			return a.t.False
		})
	}
}

// exactSums returns the formula that no signed sum of a word and a constant wraps around. If one did, the program
// would have undefined behaviour.
func (a *Taint) exactSums(uses []*trace.Use) *term.Term {
	all := a.t.True
	eachTerm(uses, func(x *term.Term) {
		if !a.trace.Exact[x] || x.Op != term.Add || len(x.Args) != 1 || x.Coefs[0] != 1 || x.K == 0 {
			return
		}
		less, more := x.Args[0], x
		if term.Signed(x.K, x.Bits) < 0 {
			less, more = more, less
		}
		all = a.t.And(all, a.t.SLt(less, more))
	})
	return all
}

// eachTerm calls see with each term of the uses.
func eachTerm(uses []*trace.Use, see func(*term.Term)) {
	seen := map[*term.Term]bool{}
	var visit func(x *term.Term)
	visit = func(x *term.Term) {
		if seen[x] {
			return
		}
		seen[x] = true
		see(x)
		for _, part := range x.Args {
			visit(part)
		}
	}
	for _, u := range uses {
		for l := range warp.Size {
			if u.Guard.At(l).IsFalse() {
				continue
			}
			visit(u.Guard.At(l))
			for _, v := range u.Words {
				visit(v.At(l))
			}
		}
	}
}

// freeMemory finds words of memory that may be treated as arbitrary. They are read only by votes, or by conditions that
// also read undefined values. isFree reports whether a term may have any value: the term is one of these words, or an
// undefined result of another collective. found reports whether the uses contain such a term.
func (a *Taint) freeMemory(uses []*trace.Use, reading vector.Vec) (isFree func(*term.Term) bool, found bool) {
	asked, voted := map[string]bool{}, a.voted()
	note := func(x *term.Term) bool {
		if isMemory(x) {
			asked[x.Name] = true
		}
		return false
	}
	isOfUndefined := func(x *term.Term) bool {
		return a.dep.has(x) || term.Any([]*term.Term{x}, func(y *term.Term) bool { return a.trace.Undefined.Others[y] })
	}
	eachTerm(uses, func(x *term.Term) {
		if isAtom(x) && !voted[x] && !isOfUndefined(x) {
			term.Any([]*term.Term{x}, note)
		}
	})
	term.Any(reading.List(), note)
	isFree = func(x *term.Term) bool { return a.trace.Undefined.Others[x] || isMemory(x) && !asked[x.Name] }
	eachTerm(uses, func(x *term.Term) { found = found || isFree(x) })
	return isFree, found
}

// voted returns the formulas on which lanes vote, for each vote that an undefined value may decide. If one formula of a
// vote may depend on an undefined value, so may the vote.
func (a *Taint) voted() map[*term.Term]bool {
	all := map[*term.Term]bool{}
	for _, v := range a.trace.Undefined.Votes {
		if slices.ContainsFunc(v.List(), a.dep.has) {
			for _, x := range v.List() {
				all[x] = true
			}
		}
	}
	return all
}

// isAtom reports whether x is a formula that compares words, or an unknown formula.
func isAtom(x *term.Term) bool {
	return x.Bits == 0 && x.Op != term.Not && x.Op != term.And && x.Op != term.Or && x.Op != term.Const
}

func isMemory(x *term.Term) bool {
	_, is := x.Origin.(memory.Origin)
	return is && x.Op == term.Opaque
}

// mostNamed bounds the comparisons of undefined words with other words that are tried.
const mostNamed = 6

// named returns values to try for undefined words: the terms with which these words are compared.
func (a *Taint) named(uses []*trace.Use) (list []map[*term.Term]*term.Term) {
	eachTerm(uses, func(x *term.Term) {
		if len(list) >= mostNamed || x.Op != term.Eq && x.Op != term.SLt && x.Op != term.ULt {
			return
		}
		for i, side := range x.Args {
			if found := a.solutions(side, x.Args[1-i]); len(found) > 0 {
				list = append(list, found)
			}
		}
	})
	return list
}

// solutions returns, for each undefined word in a sum, the value that makes the sum equal to target. The other
// undefined words keep their values. If the coefficient of the word is neither 1 nor -1, the value is only a guess.
func (a *Taint) solutions(sum, target *term.Term) map[*term.Term]*term.Term {
	found := map[*term.Term]*term.Term{}
	parts, coefs := []*term.Term{sum}, []uint64{1}
	if sum.Op == term.Add {
		parts, coefs = sum.Args, sum.Coefs
	}
	for i, x := range parts {
		if !a.trace.Undefined.Words[x] || x.Bits == 0 {
			continue
		}
		by := a.t.Add(x, a.t.Sub(target, sum))
		if term.Signed(coefs[i], x.Bits) == -1 {
			by = a.t.Add(x, a.t.Sub(sum, target))
		}
		if !a.dep.has(by) {
			found[x] = by
		}
	}
	return found
}

// isImpossible reports whether no execution satisfies all of the formulas.
func (a *Taint) isImpossible(fs ...*term.Term) bool {
	f := a.t.And(fs...)
	if f.IsFalse() {
		return true
	}
	answer, _ := a.trace.Prover.Satisfiable(a.t.And(f, a.m.Premise()))
	return answer == smt.No
}

package race

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// Threads of two warps that store one value in one cell do not race, and neither does a read of that cell by one that has stored
// the value itself: it reads that value, whichever stores come between.
//
//	s = n;                  all store n: no race
//	x = s;                  each reads n
//	s = threadIdx.x;        each stores its own number: a race
//
// The interpreter follows the value of a store where the address shows that all lanes write one cell (package slice).
// Of other stores that are no constants it is open whether the values differ, and whether a thread that reads behind such a store
// of its own reads what it has stored.

// seesValues reports accesses of one size with known stored values.
func (p pair) seesValues() bool {
	isKnown := func(a *trace.Access) bool { return a.Instr.Op == cfg.Load || !a.Value.IsNone() }
	return p.earlier.Size == p.later.Size && isKnown(p.earlier) && isKnown(p.later)
}

// isStoreAndLoad reports a store and a load, in either order.
func (p pair) isStoreAndLoad() bool {
	a, b := p.earlier.Instr.Op, p.later.Instr.Op
	return a == cfg.Store && b == cfg.Load || a == cfg.Load && b == cfg.Store
}

// values is a pair of accesses as seen from the later one, for what they store.
type values struct {
	j              *Judge
	of             pair
	before, behind view
	// open is unconstrained if something unknown decides whether the pair races, else true; isSignalled reports that it is
	// so whatever is stored.
	open        *term.Term
	isSignalled bool
	// isOne is unconstrained if it is not known what is stored, else true.
	isOne *term.Term
}

func (j *Judge) valuesOf(p pair, before, behind view) values {
	v := values{j: j, of: p, before: before, behind: behind, open: j.differ(p), isOne: j.t.True}
	if p.isStoreAndLoad() && !p.seesValues() {
		v.isOne = j.openly()
	}
	return v
}

// mayHaveStoredIt reports that a thread which reads may have stored what another one stores, as the value is not known.
func (v values) mayHaveStoredIt() bool {
	return v.of.isStoreAndLoad() && v.of.earlier.Instr.Op == cfg.Store && !v.isOne.IsTrue()
}

// matter is the formula that the accesses of lane i at x and lane l at y are no stores of one value, and no read by a thread
// that has stored the value itself. seen rewrites terms of this warp for the warp of lane i.
func (v values) matter(seen func(*term.Term) *term.Term, x, y *term.Term, i, l int) *term.Term {
	t, a, b := v.j.t, v.of.earlier, v.of.later
	isKnown := v.of.seesValues() && isMultiple(x, a.Size) && isMultiple(y, b.Size)
	switch {
	case v.of.isStoreAndLoad():
		return t.And(v.open, t.Not(t.And(v.isOne, v.hasStoredIt(seen, i, l))))
	case !isKnown || !v.of.areStores():
		return v.open
	}
	differ := t.Not(t.Eq(seen(v.before.of(a.Value.At(i))), v.behind.of(b.Value.At(l))))
	if v.of.loop == nil && !v.isSignalled {
		return differ
	}
	return t.And(v.open, differ)
}

// hasStoredIt is the formula that the thread which reads has stored before what the other one stores, by the same
// instruction.
func (v values) hasStoredIt(seen func(*term.Term) *term.Term, i, l int) *term.Term {
	rivals := func(x *term.Term) *term.Term { return seen(v.before.of(x)) }
	store, load := v.of.earlier, v.of.later
	if store.Instr.Op != cfg.Load {
		if v.of.loop == nil && v.j.trace.Order(store.Point, load.Point) != trace.Before {
			return v.j.t.False
		}
		return v.isOneStore(store, v.before.of, l, rivals, i)
	}
	store, load = load, store
	if v.j.trace.Order(store.Point, load.Point) != trace.Before {
		return v.j.t.False
	}
	return v.isOneStore(store, rivals, i, v.behind.of, l)
}

// isOneStore is the formula that a lane executes a store, as one view shows it, and stores what another lane does, as far as
// the value is known.
func (v values) isOneStore(a *trace.Access, own func(*term.Term) *term.Term, lane int, theirs func(*term.Term) *term.Term, other int) *term.Term {
	t := v.j.t
	one := t.And(own(a.Guard.At(lane)), t.Eq(own(a.At.At(lane)), theirs(a.At.At(other))))
	if a.Value.IsNone() {
		return one
	}
	return t.And(one, t.Eq(own(a.Value.At(lane)), theirs(a.Value.At(other))))
}

package race

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// Two threads do not race if they store the same value to one cell. A read does not race either if its thread has
// stored the value itself: the read gets this value after any of the stores.
//
//	s = n;                  all store n: no race
//	x = s;                  each reads n
//	s = threadIdx.x;        each stores its own number: a race
//
// The interpreter follows the value of a store if the address shows that all lanes write one cell (package slice). For
// other stores two things are unknown unless they store constants: whether the values differ, and whether a thread
// reads the value of its own earlier store.

// seesValues reports whether the accesses have the same size, and the values of all stores among them are known. If two
// warps are compared, only stores to one cell count, because values that differ from warp to warp make the questions
// too hard.
func (j *Judge) seesValues(p pair) bool {
	isKnown := func(a *trace.Access) bool {
		switch {
		case a.Instr.Op == cfg.Load, p.isStoreAndLoad() && literalOf(a.Instr.Args[1]) != nil:
			return true
		}
		return !a.Value.IsNone() && (!j.acrossWarps || a.At.IsUniform())
	}
	return p.earlier.Size == p.later.Size && isKnown(p.earlier) && isKnown(p.later)
}

// isStoreAndLoad reports whether the accesses are a store and a load, in either order.
func (p pair) isStoreAndLoad() bool {
	a, b := p.earlier.Instr.Op, p.later.Instr.Op
	return a == cfg.Store && b == cfg.Load || a == cfg.Load && b == cfg.Store
}

// values compares the values that two accesses store. before rewrites terms of the earlier access to terms at the later
// access, and behind does so for terms of the later access.
type values struct {
	j              *Judge
	of             pair
	before, behind view
	// undecided is the formula true if it is known whether a race of the pair has an effect. Otherwise it is a fresh
	// unknown. isSignalled reports whether undecided stays unknown even where the stored values are known.
	undecided   *term.Term
	isSignalled bool
	// isOverwritten reports whether the reading thread may have stored another value after the store of the pair.
	isOverwritten bool
	// areValuesKnown is the formula true if the stored values are known. Otherwise it is a fresh unknown.
	areValuesKnown *term.Term
}

func (j *Judge) valuesOf(p pair, before, behind view) values {
	v := values{j: j, of: p, before: before, behind: behind, undecided: j.mayMatter(p), areValuesKnown: j.t.True}
	if p.isStoreAndLoad() && !j.seesValues(p) {
		v.areValuesKnown = j.freshUnknown()
	}
	return v
}

// mayHaveStoredIt reports whether the reading thread may have stored the value itself. That is so if one access stores
// a value that is not known, and the other access reads.
func (v values) mayHaveStoredIt() bool {
	return v.of.isStoreAndLoad() && v.of.earlier.Instr.Op == cfg.Store && !v.areValuesKnown.IsTrue()
}

// matter returns the formula that a race of lane i at the address x and lane l at the address y has an effect. It has
// none if both lanes store one value, or if the reading lane has stored the value itself. seen rewrites terms of this
// warp for the warp of lane i.
func (v values) matter(seen func(*term.Term) *term.Term, x, y *term.Term, i, l int) *term.Term {
	t, a, b := v.j.t, v.of.earlier, v.of.later
	isKnown := v.j.seesValues(v.of) && isMultiple(x, a.Size) && isMultiple(y, b.Size)
	switch {
	case v.of.isStoreAndLoad():
		return t.And(v.undecided, t.Not(t.And(v.areValuesKnown, v.hasStoredIt(seen, i, l))))
	case !isKnown || !v.of.areStores():
		return v.undecided
	}
	differ := t.Not(v.areEqual(seen(v.before.term(a.Value.At(i))), v.behind.term(b.Value.At(l)), seen(v.before.term(a.Guard.At(i))), v.behind.term(b.Guard.At(l))))
	if v.of.loop == nil && !v.isSignalled {
		return differ
	}
	return t.And(v.undecided, differ)
}

// hasStoredIt returns the formula that the reading thread has stored the value itself, by the same store as the other
// thread. The two threads are lane i of the rival and lane l of this warp. seen rewrites terms of this warp for the
// rival's warp.
func (v values) hasStoredIt(seen func(*term.Term) *term.Term, i, l int) *term.Term {
	rivals := func(x *term.Term) *term.Term { return seen(v.before.term(x)) }
	store, load := v.of.earlier, v.of.later
	if v.isOverwritten {
		return v.j.t.False
	}
	if store.Instr.Op != cfg.Load {
		if v.of.loop == nil && v.j.trace.Order(store.Point, load.Point) != trace.Before {
			return v.j.t.False
		}
		return v.isOneStore(store, v.before.term, l, rivals, i)
	}
	store, load = load, store
	if v.j.trace.Order(store.Point, load.Point) != trace.Before {
		return v.j.t.False
	}
	return v.isOneStore(store, rivals, i, v.behind.term, l)
}

// isOverwritten reports whether another write may lie between the store of a pair and the read, in the thread that reads.
func (j *Judge) isOverwritten(p pair) bool {
	store, read := p.earlier, p.later
	if store.Instr.Op == cfg.Load {
		store, read = read, store
	}
	return slices.ContainsFunc(j.trace.Log.Accesses, func(w *trace.Access) bool {
		return w != store && !(isPlainStore(w) && isPlainStore(store) && j.likenessOfStores(w, store) == alike) && w.Instr.Access().MayConflict(cfg.Reads) && j.mayConflict(w, read) &&
			(p.loop != nil || j.trace.Order(w.Point, store.Point) != trace.Before && j.trace.Order(read.Point, w.Point) != trace.Before)
	})
}

// isOneStore returns the formula that two lanes, lane and other, store the same value to the same cell by the store a.
// The formula does not compare the values if they are constant or not known. own and theirs rewrite terms for the
// threads of the two lanes.
func (v values) isOneStore(a *trace.Access, own func(*term.Term) *term.Term, lane int, theirs func(*term.Term) *term.Term, other int) *term.Term {
	t, guard := v.j.t, own(a.Guard.At(lane))
	one := t.And(guard, t.Eq(own(a.At.At(lane)), theirs(a.At.At(other))))
	if a.Value.IsNone() || !v.areValuesKnown.IsTrue() {
		return one
	}
	return t.And(one, v.areEqual(own(a.Value.At(lane)), theirs(a.Value.At(other)), guard, theirs(a.Guard.At(other))))
}

// areEqual returns the formula that two stored values are equal. Two elements of an input count as different if their
// distance is known and guards do not read them. The data of the input may be equal, but such a race is still a fault.
func (v values) areEqual(x, y *term.Term, guards ...*term.Term) *term.Term {
	reads := func(at *term.Term) bool { return at == x || at == y }
	if isInput(x) && isInput(y) && !term.Any(guards, reads) {
		if ahead := v.j.t.Sub(x.Args[1], y.Args[1]); ahead.IsConst() && ahead.K != 0 {
			return v.j.t.False
		}
	}
	return v.j.t.Eq(x, y)
}

// isInput reports whether x is a word of memory that the host gives the kernel.
func isInput(x *term.Term) bool {
	o, is := x.Origin.(memory.Origin)
	return is && o.Given && len(x.Args) > 1
}

package race

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// A read and a store by threads of two warps may be executed in any order. They do not race if the cell holds the
// stored value already, because the read then gets this value in either order.
//
//	if (threadIdx.x == 0) s = 1;
//	__syncthreads();
//	if (threadIdx.x == 40) s = 1;          the cell holds 1 before and afterwards
//	x = s;                                 reads 1
//
// The cell may hold what other stores have written (likeness.go). If one of them may have stored the same value, and it
// is not proved that all have, a run decides. If no store precedes, the value of the cell is unknown, and any store
// changes it.

// storeEffect is the effect of a store on a cell that a thread of another warp reads.
type storeEffect int

const (
	changes storeEffect = iota // it changes the cell for some input
	mayKeep                    // it may store the value that the cell holds, for all inputs
	surelyKeeps
)

// effectOfStore returns the effect of the store of a pair on the cell that the other access reads.
func (x *Across) effectOfStore(p pair) storeEffect {
	store, read := p.earlier, p.later
	if store.Instr.Op == cfg.Load {
		store, read = read, store
	}
	if !isPlainStore(store) || read.Instr.Op != cfg.Load {
		return changes
	}
	all, some, isCovered := true, false, false
	for _, w := range x.Accesses() {
		if w == store || !w.Instr.Access().MayConflict(cfg.Reads) || !x.judge.mayConflict(w, read) {
			continue
		}
		like := different
		if isPlainStore(w) {
			like = x.judge.likenessOfStores(w, store)
		}
		all = all && like == alike
		some = some || like != different && x.mayHoldValueOf(w, store, read)
		isCovered = isCovered || like == alike && x.isStoredBefore(w, store, read)
	}
	switch {
	case all && isCovered:
		return surelyKeeps
	case some:
		return mayKeep
	}
	return changes
}

// isPlainStore reports whether the access a is a store to whole variables that is complete when its thread continues.
func isPlainStore(a *trace.Access) bool {
	return a.Instr.Op == cfg.Store && !a.Instr.Async && a.Instr.BitField() == nil && a.IsPlaced()
}

// mayHoldValueOf reports whether the cell may still hold the value that w stored when store or read is executed.
func (x *Across) mayHoldValueOf(w, store, read *trace.Access) bool {
	order := x.judge.trace.Order
	inLoop := slices.ContainsFunc(w.Within, func(s *trace.Loop) bool { return store.IsWithin(s) || read.IsWithin(s) })
	if !inLoop && order(store.Point, w.Point) == trace.Before && order(read.Point, w.Point) == trace.Before {
		return false
	}
	return !slices.ContainsFunc(x.Accesses(), func(v *trace.Access) bool {
		return v != w && v != store && isPlainStore(v) && v.Object == w.Object && x.storesOver(v, w) && x.judge.likenessOfStores(v, store) == different &&
			order(w.Point, v.Point) == trace.Before && order(v.Point, store.Point) == trace.Before && order(v.Point, read.Point) == trace.Before
	})
}

// storesOver reports whether each thread that executes the store first also executes the store again, to the same cell.
func (x *Across) storesOver(again, first *trace.Access) bool {
	return again.Size == first.Size && again.At.Equal(first.At) && x.judge.implies(first.Guard, again.Guard)
}

// isStoredBefore reports whether the store w to the cell of store and read surely precedes both. Either each thread
// that executes store, or each that executes read, has executed w at that cell before. Or a thread that each block has
// executes w, and a barrier follows before store and read.
func (x *Across) isStoredBefore(w, store, read *trace.Access) bool {
	for _, a := range []*trace.Access{store, read} {
		if w.Size == a.Size && w.At.Equal(a.At) && x.judge.implies(a.Guard, w.Guard) && x.judge.trace.Order(w.Point, a.Point) == trace.Before {
			return true
		}
	}
	at, first := w.At.UniformWhere(w.Guard), x.judge.trace.Launch.AsWarp(0)
	return at != nil && at.IsConst() && at == store.At.UniformWhere(store.Guard) && w.Size == store.Size &&
		slices.ContainsFunc(w.Guard.List(), func(passes *term.Term) bool { return first.Rewrite(passes).IsTrue() }) &&
		x.judge.isBehindBarrier(pair{w, store, nil}) && x.judge.isBehindBarrier(pair{w, read, nil})
}

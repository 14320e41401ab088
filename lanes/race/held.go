package race

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// A read and a store by two threads may be executed in any order. They do not race if the cell holds the stored value
// already, because the read then gets this value in either order.
//
//	if (threadIdx.x == 0) s = 1;
//	__syncthreads();
//	if (threadIdx.x == 40) s = 1;          the cell holds 1 before and afterwards
//	x = s;                                 reads 1
//
// The content of the cell is what earlier stores have written (likeness.go). If they may have written the same value,
// but need not, a run decides. If no store precedes, the value of the cell is unknown, and any store changes it.

// storeEffect is the effect of a store on a cell that another thread reads.
type storeEffect int

const (
	changes storeEffect = iota // for some input, it changes the cell
	mayKeep                    // for all inputs, it may store the value that the cell holds
	surelyKeeps
)

// effectOfStore returns the effect of the store of a pair on the cell. The other access of the pair is a read by
// another thread.
func (j *Judge) effectOfStore(p pair) storeEffect {
	store, read := p.earlier, p.later
	if store.Instr.Op == cfg.Load {
		store, read = read, store
	}
	if !isPlainStore(store) || read.Instr.Op != cfg.Load {
		return changes
	}
	all, some, isCovered := true, false, false
	for _, w := range j.trace.Log.Accesses {
		if w == store || !w.Instr.Access().MayConflict(cfg.Reads) || !j.mayConflict(w, read) {
			continue
		}
		like := different
		if isPlainStore(w) {
			like = j.likenessInCell(w, store)
		}
		all = all && like == alike
		some = some || like != different && j.mayBeOfOneCell(w, store) && j.mayHoldValueOf(w, store, read)
		isCovered = isCovered || like == alike && j.isStoredBefore(w, store, read)
	}
	switch {
	case all && isCovered:
		return surelyKeeps
	case some:
		return mayKeep
	}
	return changes
}

// likenessInCell compares two values: the one that the store w leaves in a cell, and the one that another thread stores
// there by the instruction store. If w and store have different addresses, two threads write the cell. Then even the
// value of one variable may differ:
//
//	v = in[t];
//	s[t] = v;
//	__syncthreads();
//	s[t ^ 1] = v;          another thread's element
func (j *Judge) likenessInCell(w, store *trace.Access) likeness {
	like := j.likenessOfStores(w, store)
	if like == different || w.Size == store.Size && w.At.Equal(store.At) || j.isOneValue(store) {
		return like
	}
	return min(like, (&comparison{j: j, left: maxOperands}).ofOtherThread(valueIn(store)))
}

// isPlainStore reports whether the access a is a store to whole variables that is complete when its thread continues.
func isPlainStore(a *trace.Access) bool {
	return a.Instr.Op == cfg.Store && !a.Instr.Async && a.Instr.BitField() == nil && a.IsPlaced()
}

// mayHoldValueOf reports whether the cell may still hold the value that w stored when store or read is executed.
func (j *Judge) mayHoldValueOf(w, store, read *trace.Access) bool {
	order := j.trace.Order
	inLoop := slices.ContainsFunc(w.Within, func(s *trace.Loop) bool { return store.IsWithin(s) || read.IsWithin(s) })
	if !inLoop && order(store.Point, w.Point) == trace.Before && order(read.Point, w.Point) == trace.Before {
		return false
	}
	return !slices.ContainsFunc(j.trace.Log.Accesses, func(v *trace.Access) bool {
		return v != w && v != store && v.Object == w.Object && j.changesCell(v, w, store) &&
			order(w.Point, v.Point) == trace.Before && order(v.Point, store.Point) == trace.Before && order(v.Point, read.Point) == trace.Before
	})
}

// changesCell compares three accesses to one cell. The first is w, a store. The access v is executed later. changesCell
// reports whether v may leave a value in the cell that differs from the value which the third access, called store,
// writes. An atomic is assumed to do so if it may access the cell.
func (j *Judge) changesCell(v, w, store *trace.Access) bool {
	if isPlainStore(v) {
		return j.storesOver(v, w) && j.likenessOfStores(v, store) == different
	}
	return v.Instr.Op == cfg.Atomic && !v.Instr.IsAtomicLoad() && j.mayConflict(v, w)
}

// storesOver reports whether each thread that executes the store first also executes the store again, to the same cell.
func (j *Judge) storesOver(again, first *trace.Access) bool {
	return again.Size == first.Size && again.At.Equal(first.At) && j.implies(first.Guard, again.Guard)
}

// isStoredBefore reports whether the store w surely precedes store and read in their cell. There are three cases. Each
// thread that executes store has executed w at the cell before. Each thread that executes read has executed w at the
// cell before. Or some thread of each block executes w with the value that any other thread would store, and a barrier
// follows before store and read.
func (j *Judge) isStoredBefore(w, store, read *trace.Access) bool {
	for _, a := range []*trace.Access{store, read} {
		if w.Size == a.Size && w.At.Equal(a.At) && j.implies(a.Guard, w.Guard) && j.trace.Order(w.Point, a.Point) == trace.Before {
			return true
		}
	}
	at := w.At.UniformWhere(w.Guard)
	return j.isOneValue(w) && at != nil && at.IsConst() && at == store.At.UniformWhere(store.Guard) && w.Size == store.Size &&
		slices.ContainsFunc(w.Guard.List(), func(guard *term.Term) bool { return j.isPassedBySome(guard, pair{w, read, nil}) }) &&
		j.isBehindBarrier(pair{w, store, nil}) && j.isBehindBarrier(pair{w, read, nil})
}

// isPassedBySome reports whether guard is surely true for some thread of each warp. For races between warps, or if the
// last barrier before the read is one of the block, it is enough that guard is true for a thread of the block's first
// warp.
func (j *Judge) isPassedBySome(guard *term.Term, p pair) bool {
	last := j.lastOfAll[p.later.After]
	if j.acrossWarps || last >= 0 && j.holdsBlock(j.trace.Log.Events[last]) {
		guard = j.trace.Launch.AsWarp(0).Rewrite(guard)
	}
	return guard.IsTrue()
}

// isOneValue reports whether all threads that are compared store one value.
func (j *Judge) isOneValue(w *trace.Access) bool {
	if !isPlainStore(w) || w.Value.IsNone() {
		return isPlainStore(w) && w.Instr.Args[1].Unconverted().Op == cfg.Const
	}
	return w.Value.IsUniform() && !term.Any([]*term.Term{w.Value.At(0)}, grid.DiffersBetweenWarps)
}

// mayBeOfOneCell reports whether the stores w and store may be to one cell. Two stores of one warp count only if each
// lane that executes store has executed w at the same cell. Without this restriction, a race would be missed where
// lanes copy one array to several cells.
func (j *Judge) mayBeOfOneCell(w, store *trace.Access) bool {
	return j.acrossWarps || j.storesOver(w, store)
}

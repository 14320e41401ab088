package shared

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// If every store to a shared variable stores the same constant (cfg.Object.Stored), the variable holds the constant
// after a barrier, for all warps:
//
//	__shared__ int n;
//	if (threadIdx.x == 0) n = 5;
//	__syncthreads();
//	if (lane < n) __syncwarp();
//
// A load reads either the constant, from any of the stores, or the content of the variable before the kernel. It is
// proved to read the constant under two conditions. First, some thread of every block surely stores, and then reaches a
// barrier that the reader reaches too. Second, the storing thread and the reader surely reach each earlier barrier. So
// both count the same barriers and wait for each other at the last one.

// constantStore is a store to a variable to which every store writes one and the same constant.
type constantStore struct {
	object *cfg.Object
	point  *trace.Point
	guard  vector.Vec
}

// IsConstant reports whether i, a load or a store, accesses a variable to which every store writes one and the same
// constant.
func IsConstant(i *cfg.Instr) bool { return i.Args[0].Op == cfg.Addr && i.Args[0].Object.Stored != nil }

// StoreConstant records a store to a variable that holds one constant.
func (h *History) StoreConstant(i *cfg.Instr, point *trace.Point, guard vector.Vec) {
	if h.trace.Root.Kernel {
		h.constants = append(h.constants, constantStore{i.Args[0].Object, point, guard})
	}
}

// Constant returns the constant that i, a load of a variable with one constant, reads at place. known is false if
// this is not proved.
func (h *History) Constant(i *cfg.Instr, place *trace.Point, guard vector.Vec) (k *term.Term, known bool) {
	for _, s := range h.constants {
		if s.object == i.Args[0].Object && h.isReadBehind(s, place, guard) {
			return h.memory.LiteralOf(i.Type, *s.object.Stored), true
		}
	}
	return nil, false
}

// isReadBehind reports whether a load at place, by the lanes of guard, reads a constant that s or an equal store wrote:
// a barrier of the block lies between the two, and some thread of the block surely stores before it.
func (h *History) isReadBehind(s constantStore, place *trace.Point, guard vector.Vec) bool {
	return slices.ContainsFunc(h.trace.Log.Events, func(b *trace.Event) bool {
		if !b.HoldsBlock() || h.trace.Order(s.point, b.Point) != trace.Before || h.trace.Order(b.Point, place) != trace.Before {
			return false
		}
		reaching := h.lanesReaching(b)
		return h.isCovered(guard, reaching) && h.surelyOfBlock(h.trace.Vectors.And(s.guard, reaching), guard)
	})
}

// Mark is the number of stores of constants that were recorded up to a point. Pasts (graphs of stores and barriers)
// need no mark: an iteration that is tried again makes new versions of memory, which have pasts of their own.
type Mark int

// Marked returns the mark of all that is recorded so far.
func (h *History) Marked() Mark { return Mark(len(h.constants)) }

// BackTo removes what was recorded after a mark.
func (h *History) BackTo(m Mark) { h.constants = h.constants[:m] }

// Record holds the stores of constants that were recorded after a mark.
type Record []constantStore

// RecordSince returns a copy of the record of the stores after a mark.
func (h *History) RecordSince(m Mark) Record { return slices.Clone(h.constants[m:]) }

// PutBack records the stores of r again.
func (h *History) PutBack(r Record) { h.constants = append(h.constants, r...) }

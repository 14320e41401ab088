package exec

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A shared variable in which nobody ever stores anything but one constant (cfg.Object.Stored) holds
// it behind a barrier, for all warps:
//
//	__shared__ int n;
//	if (threadIdx.x == 0) n = 5;
//	__syncthreads();
//	if (lane < n) __syncwarp();
//
// What is read is either the constant, whoever stored it and in whatever order, or what stood there
// before the kernel. It is the constant where some thread of every block surely stores and comes to
// the barrier behind, as the reader does, and both surely come to each barrier before it: then they
// wait there for each other, as both have counted the same barriers, whatever the other threads do.

// constantStore is a store to such a variable.
type constantStore struct {
	object *cfg.Object
	point  *trace.Point
	guard  vector.Vec
}

// noteConstant notes a store to a variable that holds one constant.
func (in *interp) noteConstant(fr *frame, i *cfg.Instr, guard vector.Vec) {
	if at := i.Args[0]; in.Root.Kernel && at.Op == cfg.Addr && at.Object.Stored != nil {
		in.stores = append(in.stores, constantStore{at.Object, in.at(fr, i), guard})
	}
}

// storedBefore is the constant that a load surely reads, if it does.
func (in *interp) storedBefore(fr *frame, i *cfg.Instr, guard vector.Vec) (k *term.Term, known bool) {
	at := i.Args[0]
	if at.Op != cfg.Addr || at.Object.Stored == nil {
		return nil, false
	}
	here := in.at(fr, i)
	for _, s := range in.stores {
		if s.object == at.Object && in.isReadBehind(s, here, guard) {
			return in.memory.LiteralOf(i.Type, *s.object.Stored), true
		}
	}
	return nil, false
}

// isReadBehind reports a store that comes before a barrier which a place comes after.
func (in *interp) isReadBehind(s constantStore, here *trace.Point, guard vector.Vec) bool {
	return slices.ContainsFunc(in.Events, func(b *trace.Event) bool {
		if !b.HoldsBlock() || in.Order(s.point, b.Point) != trace.Before || in.Order(b.Point, here) != trace.Before {
			return false
		}
		writes, reads := s.guard, vector.Uniform(in.t.True)
		for _, e := range in.Events {
			if e.Opaque != "" || e.Instr.Collective.Block && in.Order(b.Point, e.Point) != trace.Before {
				writes, reads = in.And(writes, e.Guard), in.And(reads, e.Guard)
			}
		}
		return in.isCovered(guard, reads) && in.surelyOfBlock(writes)
	})
}

// isCovered reports lanes that are all among others.
func (in *interp) isCovered(some, all vector.Vec) bool {
	return vector.Map2(some, all, func(x, y *term.Term) *term.Term { return in.t.And(x, in.t.Not(y)) }).IsFalse()
}

// surelyOfBlock reports a guard of which some thread of every block is: of any warp, or of the first
// or the last.
func (in *interp) surelyOfBlock(guard vector.Vec) bool {
	some := in.t.Or(guard.List()...)
	never := func(f *term.Term) bool {
		a, _ := in.Solver.Satisfiable(in.t.And(in.Launch.Assumption, in.t.Not(f)))
		return a == smt.No
	}
	for _, w := range append([]int{grid.AnyWarp}, in.Launch.Everywhere()...) {
		if never(in.Launch.AsWarp(w).Rewrite(some)) {
			return true
		}
	}
	return never(in.Launch.AsLastWarp().Rewrite(some))
}

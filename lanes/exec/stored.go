package exec

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
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
	if at := i.Args[0]; in.Trace.Root.Kernel && at.Op == cfg.Addr && at.Object.Stored != nil {
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
	return slices.ContainsFunc(in.log.Events, func(b *trace.Event) bool {
		if !b.HoldsBlock() || in.Trace.Order(s.point, b.Point) != trace.Before || in.Trace.Order(b.Point, here) != trace.Before {
			return false
		}
		coming := in.comingTo(b)
		return in.isCovered(guard, coming) && in.surelyOfBlock(in.vectors.And(s.guard, coming), guard)
	})
}

// comingTo are the lanes that come to a barrier of the block and to all that lie before it, as nothing
// is known to hide one.
func (in *interp) comingTo(b *trace.Event) vector.Vec {
	coming := vector.Uniform(in.t.True)
	for _, e := range in.log.Events {
		if e.Opaque != "" || e.Instr.Collective.Block && in.Trace.Order(b.Point, e.Point) != trace.Before {
			coming = in.vectors.And(coming, e.Guard)
		}
	}
	return coming
}

// isCovered reports lanes that are all among others.
func (in *interp) isCovered(some, all vector.Vec) bool {
	return vector.Map2(some, all, func(x, y *term.Term) *term.Term { return in.t.And(x, in.t.Not(y)) }).IsFalse()
}

// surelyOfBlock reports a guard of which some thread of every block is in which a lane comes to a place:
// of the lane's warp, of the first or of the last. What the lane's guard says is known of another warp
// where all threads of the block agree on it.
func (in *interp) surelyOfBlock(guard, comes vector.Vec) bool {
	some, here := in.t.Or(guard.List()...), in.t.Or(comes.List()...)
	never := func(f *term.Term) bool {
		a, _ := in.prover.Solver.Satisfiable(in.t.And(in.Trace.Launch.Assumption, in.t.Not(f)))
		return a == smt.No
	}
	if never(in.t.Implies(here, some)) {
		return true
	}
	others := []*term.Rewriter{in.Trace.Launch.AsLastWarp()}
	for _, w := range in.Trace.Launch.Everywhere() {
		others = append(others, in.Trace.Launch.AsWarp(w))
	}
	return slices.ContainsFunc(others, func(view *term.Rewriter) bool {
		f := view.Rewrite(some)
		return never(f) || isOfBlock(f) && never(in.t.Implies(here, f))
	})
}

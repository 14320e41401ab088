package race

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// A wait for an mbarrier can make threads execute an access one after the other. That is so only if some threads wait
// for what other threads do after their own wait. If all threads of the block wait for one phase, no thread does:
//
//	for (int k = 0; k < 4; k++) {
//	    s[t] = in[k * 64 + t];
//	    arrive(full);
//	    wait(full, k & 1);          all threads, and each of them for phase k
//	    out[k * 64 + t] = s[t ^ 32];
//	}
//
// The control-flow graph shows whether all threads do the same. A slice does not, because it leaves out operands of
// waits.

// sameness decides whether all threads of a block compute the same values and take the same branches.
type sameness struct {
	j *Judge
	// wait is the wait that areAllAt asks about. If it is in a loop that repeats it until the phase is over, all
	// threads leave the loop with the same result. So the result counts as one value.
	wait *trace.Point
	// asked and passed hold the values and the blocks that the search has visited. It visits none twice: a value that
	// is computed from itself, like the counter of a loop, adds no condition.
	asked  map[value]bool
	passed map[passedBlock]bool
}

// passedBlock is a block of the graph in one call: the key of a cache.
type passedBlock struct {
	*cfg.Block
	call *trace.Call
}

// areAllAt reports whether all threads of the block wait at a link for one phase of one mbarrier. The phase is the one
// with the parity of the wait, or the one in which each thread itself has arrived.
func (j *Judge) areAllAt(l trace.Link) bool {
	if !l.IsOfBarrier() || l.Instr.Engine.Does != ptx.AwaitsPhase {
		return false
	}
	are, isKnown := j.allAt[l.Point]
	if !isKnown {
		are = (&sameness{j, l.Point, map[value]bool{}, map[passedBlock]bool{}}).awaits(l)
		j.allAt[l.Point] = are
	}
	return are
}

// holdsBlock reports whether a warp waits at the barrier e for all other warps of its block. Threads at two places may
// meet at a barrier that has a number, so each thread must execute such a barrier equally often. Barrier 0 is that of
// __syncthreads, for which two places are two barriers.
//
//	if (t < 32) bar.sync 1, 64;
//	x = s[t];                         not ordered before the stores, though each thread waits once
//	if (t >= 32) { bar.sync 1, 64; s[t - 32] = t; }
func (j *Judge) holdsBlock(e *trace.Event) bool {
	switch c := e.Instr.Collective; {
	case c == nil:
		return false
	case c.BarrierID < 0, c.HoldsBlock() && isConstant(e.Name) && e.Name.At(0).K == 0:
		return c.HoldsBlock()
	default:
		return (c.HoldsBlock() || c.Class.Kind == cfg.Barrier && j.awaitsBlock(e)) && j.isPassedByAll(e.Point)
	}
}

// awaitsBlock reports whether a numbered barrier surely waits for as many threads as the block has. A thread that arrives
// without waiting is not held by the barrier, so the kernel must have no such arrival.
func (j *Judge) awaitsBlock(e *trace.Event) bool {
	shape := j.trace.Launch.Shape
	return shape.Known() && isConstant(e.Name) && e.Awaits.Equal(j.trace.Vectors.Constant(32, uint64(shape.Threads()))) && !j.hasArrivals()
}

func isArrival(in *cfg.Instr) bool {
	return in.Collective != nil && in.Collective.Class.Kind == cfg.BarrierArrive
}

// isPassedByAll reports whether all threads of the block execute a point equally often.
func (j *Judge) isPassedByAll(p *trace.Point) bool {
	passed, isKnown := j.passedByAll[p]
	if !isKnown {
		passed = (&sameness{j, p, map[value]bool{}, map[passedBlock]bool{}}).passPath()
		j.passedByAll[p] = passed
	}
	return passed
}

// passPath reports whether all threads execute the wait equally often, and each call on the path to it.
func (s *sameness) passPath() bool {
	return !slices.ContainsFunc(s.wait.Path(), func(at *trace.Point) bool { return !s.pass(passedBlock{at.Block, at.Call}) })
}

// awaits reports whether all threads execute a wait equally often. Each time, they must wait for the same phase of the
// same mbarrier.
func (s *sameness) awaits(l trace.Link) bool {
	e := l.Instr.Engine
	operands := []int{e.Barrier}
	if e.Has("parity") {
		operands = append(operands, e.Phase)
	}
	return !slices.ContainsFunc(operands, func(n int) bool { return n < 0 || !s.of(value{l.Instr.Args[n], l.Point.Call}) }) && s.passPath()
}

// of reports whether all threads compute the same value.
func (s *sameness) of(x value) bool {
	x = s.j.origin(x)
	if s.asked[x] {
		return true
	}
	s.asked[x] = true
	switch x.Op {
	case cfg.Const, cfg.Float, cfg.TemplateConst:
		return true
	case cfg.Addr:
		return x.Object.Storage == types.Shared
	case cfg.Special:
		return !isOfThread(x.Special)
	case cfg.Load:
		return s.isStoredAlike(x)
	case cfg.Extern:
		return x.call == s.wait.Call && x.ID == s.wait.InstrID
	case cfg.Call:
		return s.isReturnedAlike(x)
	case cfg.Binary, cfg.Unary, cfg.Convert, cfg.Pure, cfg.IndexAddr, cfg.FieldAddr:
		for n := range x.Args {
			if !s.of(x.arg(n)) {
				return false
			}
		}
		return true
	}
	return false
}

// isStoredAlike reports whether all threads load the same value. They do if it is an argument of the kernel, or a
// variable to which all threads store the same values.
func (s *sameness) isStoredAlike(load value) bool {
	o := load.variable()
	if o == nil || !s.j.isStoredByName(load) {
		return false
	}
	stores := s.j.dataflows.Of(load.call.Fn).Stores(o)
	if o.Storage == types.Param && (load.call.Parent != nil || len(stores) > 0) {
		return false
	}
	return !slices.ContainsFunc(stores, func(store *cfg.Instr) bool {
		return !s.of(value{store.Args[1], load.call}) || !s.pass(passedBlock{store.Block, load.call})
	})
}

// isReturnedAlike reports whether a call on the path to the wait returns the same value in all threads.
func (s *sameness) isReturnedAlike(call value) bool {
	for _, at := range s.wait.Path() {
		if up := at.Call.Parent; up != nil && up.Call == call.call && up.InstrID == call.ID {
			return !slices.ContainsFunc(at.Call.Fn.Blocks, func(b *cfg.Block) bool {
				returns := b.Term.Kind == cfg.Return && b.Term.Cond != nil
				return returns && !(s.of(value{b.Term.Cond, at.Call}) && s.pass(passedBlock{b, at.Call}))
			})
		}
	}
	return false
}

// pass reports whether all threads execute a block equally often. They do if each branch that decides whether the block
// is executed takes the same side in all threads.
func (s *sameness) pass(b passedBlock) bool {
	if s.passed[b] {
		return true
	}
	s.passed[b] = true
	return !slices.ContainsFunc(s.j.decidersOf(b.call.Fn)[b.Index], func(index int) bool {
		decider := passedBlock{b.call.Fn.Blocks[index], b.call}
		return decider.Term.Cond == nil || !s.of(value{decider.Term.Cond, b.call}) || !s.pass(decider)
	})
}

// decidersOf returns, for each block of a function, the blocks whose branches decide whether it is executed. It caches
// the result of cfg.Func.Deciders.
func (j *Judge) decidersOf(fn *cfg.Func) [][]int {
	if j.deciders[fn] == nil {
		after, _ := fn.PostDominators()
		j.deciders[fn] = fn.Deciders(after)
	}
	return j.deciders[fn]
}

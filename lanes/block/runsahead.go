package block

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/transitive"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// A warp that only arrives at a barrier does not wait there. It may arrive again before the waiting warps have arrived
// once:
//
//	if (warp < 4) for (t = 0; t < 4; t++) ARRIVE(1); else for (t = 0; t < 4; t++) WAIT(1);      5 warps a round
//
// Then two of the five arrivals in a round may be by one warp, and the last rounds are never full. In one order all
// warps pass: the fifth warp always arrives first. But nothing in the program enforces this order, for any input. So in
// every execution that reaches the barrier, the arrivals race with the waits. If warps wait twice instead, the order of
// their own waits is open, and the hang occurs in only some executions.

// runsAhead reports whether, in every case in which a warp executes e, some order leaves a warp waiting at e for ever
// for one reason: another warp arrives again at the same barrier name, and nothing in between stops it. If a warp may
// wait for a store of another warp, the store may stop it, and runsAhead returns false.
func (n *interleavings) runsAhead(e *trace.Event) bool {
	if !n.whole || maySpin().Of(n.j.trace.Root) {
		return false
	}
	return !slices.ContainsFunc(n.cases, func(c *interleavingCase) bool { return c.isExecuted(e) && !c.isOutrun(e) })
}

// isExecuted reports whether some warp executes e.
func (c *interleavingCase) isExecuted(e *trace.Event) bool {
	return slices.ContainsFunc(c.sequences, func(sequence []*visit) bool {
		return slices.ContainsFunc(sequence, func(visited *visit) bool { return visited.event == e })
	})
}

// isOutrun reports whether some order leaves a warp waiting at e for ever, and in this order some warp may arrive at
// the name a second time before the waiting warps have arrived once.
func (c *interleavingCase) isOutrun(e *trace.Event) bool {
	at, waits := c.waitsAt(e)
	return waits && c.out.RunsAhead(c.ops, c.ops[at.Warp][at.Op].Name)
}

// maySpin finds the functions that may wait for stores of other warps, directly or in a function that they call.
func maySpin() *transitive.Closure[*cfg.Func, bool] {
	own := func(f *cfg.Func) bool {
		return slices.ContainsFunc(f.Blocks, func(b *cfg.Block) bool { return slices.ContainsFunc(b.Instrs, waitsForStores) })
	}
	return transitive.Any(own, func(f *cfg.Func) []*cfg.Func { return f.Callees })
}

// waitsForStores reports whether a warp may use i to wait for a store of another warp.
func waitsForStores(i *cfg.Instr) bool {
	switch i.Op {
	case cfg.Atomic, cfg.Await:
		return true
	case cfg.Load:
		return i.Volatile
	case cfg.Extern, cfg.Unknown:
		return i.Effect.Waits
	}
	return false
}

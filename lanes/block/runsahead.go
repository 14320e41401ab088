package block

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/transitive"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// A warp that only arrives at a barrier does not wait there, and so may come again before those that wait have come once:
//
//	if (warp < 4) for (t = 0; t < 4; t++) ARRIVE(1); else for (t = 0; t < 4; t++) WAIT(1);      5 warps a round
//
// Two arrivals of one warp make two of five then, and the last rounds are never full. Some order passes, the one in which the
// fifth warp is always first. But nothing in the program asks for it, whatever its input: in every execution that comes to the
// barrier the arrivals race with the waits. Where warps wait twice instead, the order of their own waits is left open, and
// the hang is one of some executions.

// runsAhead reports that whenever a warp comes to an event, some order leaves a warp waiting there for ever, as another one
// arrives at its name again with nothing in between that holds it back.
func (n *interleavings) runsAhead(e *trace.Event) bool {
	if !n.whole || maySpin().Of(n.j.trace.Root) {
		return false
	}
	return !slices.ContainsFunc(n.cases, func(c *interleavingCase) bool { return c.comesTo(e) && !c.isOutrun(e) })
}

// comesTo reports that some warp comes to an event.
func (c *interleavingCase) comesTo(e *trace.Event) bool {
	return slices.ContainsFunc(c.ways, func(way []*visit) bool {
		return slices.ContainsFunc(way, func(come *visit) bool { return come.event == e })
	})
}

// isOutrun reports that some order leaves a warp waiting at an event, whose name another one may arrive at again before.
func (c *interleavingCase) isOutrun(e *trace.Event) bool {
	at, waits := c.waitsAt(e)
	return waits && c.out.RunsAhead(c.ops, c.ops[at.Warp][at.Op].Name)
}

// maySpin is which functions may wait for other warps in another way than at a barrier: for what they store.
func maySpin() *transitive.Closure[*cfg.Func, bool] {
	own := func(f *cfg.Func) bool {
		return slices.ContainsFunc(f.Blocks, func(b *cfg.Block) bool { return slices.ContainsFunc(b.Instrs, waitsForStores) })
	}
	return transitive.Any(own, func(f *cfg.Func) []*cfg.Func { return f.Callees })
}

// waitsForStores reports an instruction by which a warp may wait for what others store.
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

package slice

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
)

// What a volatile load of shared memory finds may be another value each time, as another thread may store there. It is
// like any other load where none does so between the barriers of the block around it:
//
//	if (threadIdx.x == 0) cell[0] += cell[1];
//	__syncthreads();
//	float sum = *(volatile float *)cell;       the same for all, if nobody stores before the next barrier
//
// That is found on the graph, by the accesses that may conflict. Nothing is found of a root in which something may be
// written that is not followed.

// Settled are the volatile loads of a root, or of its callees, before which no store of another thread can come.
func Settled(root *cfg.Func, policy Policy) map[*cfg.Instr]bool {
	if !root.LeadsTo(func(i *cfg.Instr) bool { return i.Op == cfg.Load && i.Volatile }) {
		return nil
	}
	s, top := prepare(root, policy.followingAll(), true)
	settled := map[*cfg.Instr]bool{}
	if top == nil || !s.listSettled(top, settled) {
		return nil
	}
	s.reaches, s.isExact = inBlock, true
	for _, t := range s.conflicting(top) {
		delete(settled, t.instr)
	}
	return settled
}

// listSettled lists the volatile loads of shared memory in a call and in those in it; false where something writes that
// is not followed.
func (s *slicer) listSettled(c *Call, settled map[*cfg.Instr]bool) bool {
	for _, b := range c.Func.Blocks {
		for _, i := range b.Instrs {
			switch {
			case c.calls[i] != nil && !s.listSettled(c.calls[i], settled):
				return false
			case c.calls[i] == nil && c.writesSomewhere(i):
				return false
			case i.Op == cfg.Load && i.Volatile && isOfRegion(c.pointsTo(i, 0), shared):
				settled[i] = true
			}
		}
	}
	return true
}

// writesSomewhere reports an instruction that may write to shared memory without being an access to a variable.
func (c *Call) writesSomewhere(i *cfg.Instr) bool {
	switch {
	case i.Op == cfg.Call, i.Hides:
		return true
	case i.Op == cfg.Extern, i.Op == cfg.Unknown:
		return i.MayKeep() || slices.ContainsFunc(c.written(i), mayBeShared)
	case i.Access() == cfg.Writes, i.Access() == cfg.Modifies:
		cells := c.pointsTo(i, 0)
		return len(cells) == 0 || slices.ContainsFunc(cells, isAnywhere)
	}
	return false
}

// written are the cells that an instruction without a model may write through its operands.
func (c *Call) written(i *cfg.Instr) (cells []*cell) {
	for n := range i.Args {
		if i.MayWrite(n) {
			cells = append(cells, c.pointsTo(i, n)...)
		}
	}
	return cells
}

func mayBeShared(x *cell) bool { return x.region == shared || isAnywhere(x) }

func isAnywhere(x *cell) bool { return x.region == anywhere }

// isOfRegion reports a non-empty list of cells of one region.
func isOfRegion(cells []*cell, r region) bool {
	return len(cells) > 0 && !slices.ContainsFunc(cells, func(x *cell) bool { return x.region != r })
}

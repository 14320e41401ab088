package slice

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
)

// A volatile load of shared memory may give another value each time, because another thread may store there. It is like
// any other load if no other thread stores there between the barriers of the block around it:
//
//	if (threadIdx.x == 0) cell[0] += cell[1];
//	__syncthreads();
//	float sum = *(volatile float *)cell;       the same for all, if nobody stores before the next barrier
//
// The accesses that may conflict (conflict.go) show this. If an instruction of the root is not followed and may write
// somewhere, no load counts as undisturbed.

// Undisturbed returns the volatile loads of a root, and of its callees, with which no store of another thread can conflict.
func Undisturbed(root *cfg.Func, policy Policy) map[*cfg.Instr]bool {
	if !root.LeadsTo(func(i *cfg.Instr) bool { return i.Op == cfg.Load && i.Volatile }) {
		return nil
	}
	s, top := prepare(root, policy.followingAll(), true)
	undisturbed := map[*cfg.Instr]bool{}
	if top == nil || !s.listUndisturbed(top, undisturbed) {
		return nil
	}
	s.reaches, s.isExact = inBlock, true
	for _, t := range s.conflicting(top) {
		delete(undisturbed, t.instr)
	}
	return undisturbed
}

// listUndisturbed lists the volatile loads of shared memory in a call and in the calls in it. It returns false if an
// instruction that is not followed may write.
func (s *slicer) listUndisturbed(c *Call, undisturbed map[*cfg.Instr]bool) bool {
	for _, b := range c.Func.Blocks {
		for _, i := range b.Instrs {
			switch {
			case c.calls[i] != nil && !s.listUndisturbed(c.calls[i], undisturbed):
				return false
			case c.calls[i] == nil && c.writesSomewhere(i):
				return false
			case i.Op == cfg.Load && i.Volatile && isOfRegion(c.pointsTo(i, 0), shared):
				undisturbed[i] = true
			}
		}
	}
	return true
}

// writesSomewhere reports whether i may write to shared memory by other means than an access to a known variable.
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

// written returns the cells that an instruction without a model may write through its operands.
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

// isOfRegion reports whether cells is not empty and all cells in it are of one region.
func isOfRegion(cells []*cell, r region) bool {
	return len(cells) > 0 && !slices.ContainsFunc(cells, func(x *cell) bool { return x.region != r })
}

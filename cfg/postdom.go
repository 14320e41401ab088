package cfg

import "github.com/warpcheck/warpcheck/internal/distinct"

// PostDominators returns, for each block, the index of its immediate post-dominator. The index len(f.Blocks) stands
// for the common end of the function. endless marks the blocks without a path to an end. An endless loop is treated
// as if it ended at its back edge.
func (f *Func) PostDominators() (idom []int, endless []bool) {
	end := len(f.Blocks)
	ends := func(blk *Block) bool { return blk.leaves() }
	endless = make([]bool, end)
	for {
		backward := newGraph(end + 1) // all edges reversed, starting at the common end
		for _, blk := range f.Blocks {
			if ends(blk) {
				backward.edge(end, blk.Index)
			}
			for _, s := range blk.Succs {
				backward.edge(s.Index, blk.Index)
			}
		}
		rank, _ := backward.postOrder(end)
		all := true
		for i := range f.Blocks {
			if rank[i] < 0 {
				endless[i], all = true, false
			}
		}
		if all {
			return backward.dominators(end)[:end], endless
		}
		ends = func(blk *Block) bool { return blk.leaves() || endless[blk.Index] && blk.goesBack() }
	}
}

// Deciders returns, for each block, the indices of the blocks whose branches decide whether it is executed (control
// dependence). after lists the immediate post-dominators.
func (f *Func) Deciders(after []int) [][]int {
	deciders := make([][]int, len(f.Blocks))
	for _, b := range f.Blocks {
		if len(b.Succs) < 2 {
			continue
		}
		for _, s := range b.Succs {
			for at := s.Index; at < len(f.Blocks) && at != after[b.Index]; at = after[at] {
				deciders[at] = distinct.Append(deciders[at], b.Index)
			}
		}
	}
	return deciders
}

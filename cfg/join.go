package cfg

import "slices"

// setJoins sets for each block where the sides of a branch at its end meet (Join).
//
// Lanes that leave early do not come back, so Join is the immediate post-dominator in the graph without the edges of
// these lanes: in `if (x) return; rest` the lanes that stay meet at rest. Blocks from which every path leaves early are
// treated in a second round. In this round leaving is the end of the region: in
//
//	if (x) { if (y) a(); c(); return; } rest
//
// the lanes meet at c. They do so only if control can still reach a collective from there. Otherwise the lanes are
// already on their way out and have no Join, as in `for (;;) { if (done) return; ... }`. Blocks that never leave (an
// endless loop) are treated last, with the edges back as the end.
func setJoins(f *Func, collectiveFree map[*Func]bool) {
	joinRounds(f, reachesCollective(f, collectiveFree))
}

// joinRounds sets the joins. In the second round, where every path leaves early, only the blocks in reaches may be
// joins: those from which control can still reach a collective. If reaches is nil, all blocks may be.
func joinRounds(f *Func, reaches []bool) {
	left := slices.Repeat([]bool{true}, len(f.Blocks)) // blocks whose Join is not found yet
	joinRound(f, left, (*Block).falls, nil)
	joinRound(f, left, (*Block).leaves, reaches)
	joinRound(f, left, (*Block).goesBack, nil)
}

// falls reports whether control falls off the end of the body at the block's end.
func (blk *Block) falls() bool { return blk.Term.Kind == Return && blk.Term.Falls }

// leaves reports whether the function, or the thread, ends at the block's end.
func (blk *Block) leaves() bool { return len(blk.Succs) == 0 }

// goesBack reports whether the block has an edge to itself or to an earlier block.
func (blk *Block) goesBack() bool {
	for _, s := range blk.Succs {
		if s.Index <= blk.Index {
			return true
		}
	}
	return false
}

// joinRound sets Join for the blocks in left from which a path reaches a block for which ends returns true, and removes
// these blocks from left. A Join must be in allowed, or else is set to nil; a nil allowed permits all blocks.
func joinRound(f *Func, left []bool, ends func(*Block) bool, allowed []bool) {
	end := len(f.Blocks)
	backward := newGraph(end + 1) // edges reversed, from the common end
	for _, blk := range f.Blocks {
		if !left[blk.Index] {
			continue
		}
		if ends(blk) {
			backward.edge(end, blk.Index)
		}
		for _, s := range blk.Succs {
			if left[s.Index] {
				backward.edge(s.Index, blk.Index)
			}
		}
	}
	rank, _ := backward.postOrder(end)
	idom := backward.dominators(end)
	for _, blk := range f.Blocks {
		if rank[blk.Index] < 0 || !left[blk.Index] {
			continue
		}
		left[blk.Index] = false
		blk.Join = nil
		if d := idom[blk.Index]; d >= 0 && d != end && (allowed == nil || allowed[d]) {
			blk.Join = f.Blocks[d]
		}
	}
}

// reachesCollective reports, for each block by its index, whether a collective can be executed in the block or after
// it.
func reachesCollective(f *Func, collectiveFree map[*Func]bool) []bool {
	reaches := make([]bool, len(f.Blocks))
	for changed := true; changed; {
		changed = false
		for i := len(f.Blocks) - 1; i >= 0; i-- {
			blk := f.Blocks[i]
			if reaches[i] || !executesCollective(blk, collectiveFree) && !anyReaches(blk.Succs, reaches) {
				continue
			}
			reaches[i], changed = true, true
		}
	}
	return reaches
}

func anyReaches(list []*Block, reaches []bool) bool {
	for _, blk := range list {
		if reaches[blk.Index] {
			return true
		}
	}
	return false
}

func executesCollective(blk *Block, collectiveFree map[*Func]bool) bool {
	for _, instr := range blk.Instrs {
		if instr.Op == Collective_ || instr.Op == Call && !collectiveFree[instr.Callee] {
			return true
		}
	}
	return false
}

package cfg

import "slices"

// setJoins sets Join for each block: the place where the sides of the branch at its end meet. It works in three
// rounds. Each round handles the blocks that are left over from the round before. Join is the immediate
// post-dominator in the graph of these blocks. The rounds differ in where control ends:
//
//  1. Where it falls off the end of the body. The path of a lane that returns early is not in the graph, because the lane
//     does not rejoin the others: in `if (x) return; rest` the other lanes meet at rest.
//  2. Where the function or the thread ends. This round is for blocks from which every path returns early: in
//     `if (x) { if (y) a(); c(); return; } rest` the lanes meet at c. A block is a Join only if control can reach a
//     collective from it. Otherwise Join is nil, as in `for (;;) { if (done) return; ... }`.
//  3. At an edge back to an earlier block. This round is for endless loops.
func setJoins(f *Func, collectiveFree map[*Func]bool) {
	markMeeting(f, collectiveFree)
	joinRounds(f, func(b *Block) bool { return b.MeetsCollective })
}

// joinRounds sets the joins in the three rounds that setJoins describes. meets reports whether a block may be a join in
// the second round: whether control can reach a collective from it. If it is nil, any block may be.
func joinRounds(f *Func, meets func(*Block) bool) {
	left := slices.Repeat([]bool{true}, len(f.Blocks)) // blocks whose Join is still to be found
	joinRound(f, left, (*Block).falls, nil)
	joinRound(f, left, (*Block).leaves, meets)
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

// joinRound sets the Join of each block in left from which some path through blocks in left reaches a block for which
// ends returns true. It removes these blocks from left. A Join for which allowed returns false is set to nil. If
// allowed is nil, all blocks are allowed.
func joinRound(f *Func, left []bool, ends, allowed func(*Block) bool) {
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
		if d := idom[blk.Index]; d >= 0 && d != end && (allowed == nil || allowed(f.Blocks[d])) {
			blk.Join = f.Blocks[d]
		}
	}
}

// markMeeting sets MeetsCollective for each block.
func markMeeting(f *Func, collectiveFree map[*Func]bool) {
	meets := func(b *Block) bool { return b.MeetsCollective }
	for changed := true; changed; {
		changed = false
		for _, blk := range slices.Backward(f.Blocks) {
			if !blk.MeetsCollective && (executesCollective(blk, collectiveFree) || slices.ContainsFunc(blk.Succs, meets)) {
				blk.MeetsCollective, changed = true, true
			}
		}
	}
}

func executesCollective(blk *Block, collectiveFree map[*Func]bool) bool {
	for _, instr := range blk.Instrs {
		if instr.Op == Collective_ || instr.Op == Call && !collectiveFree[instr.Callee] {
			return true
		}
	}
	return false
}

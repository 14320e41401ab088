package cfg

import "slices"

// setIterations marks the blocks that leave the kernel, and finds the loop in whose iteration each block
// runs. In
//
//	for (;;) { if (done) return; collective(); }
//
// the return is no part of the natural loop, as it has no path back.
// Yet the lanes that take it in one iteration are gone in the next. So the block belongs to the loop that it is reached
// from, with two exceptions: all lanes that leave that loop reach the block (the lanes that went on meet those that
// left), or the block is reached from several loops.
func setIterations(f *Func) {
	markLeaving(f)
	for _, blk := range f.Blocks {
		blk.IterationOf = blk.Loop
		if !blk.LeavesKernel || len(blk.Preds) == 0 {
			continue
		}
		from := blk.Preds[0].IterationOf
		if slices.ContainsFunc(blk.Preds, func(p *Block) bool { return p.IterationOf != from }) {
			continue
		}
		for from != nil && from != blk.Loop && from.Header.joins(blk) {
			from = from.Parent
		}
		blk.IterationOf = from
	}
}

// Within reports whether l is equal to outer or nested in it. If outer is nil, it is the whole function.
func (l *Loop) Within(outer *Loop) bool {
	for l != nil && l != outer {
		l = l.Parent
	}
	return l == outer
}

// joins reports whether the sides of every branch from blk on meet at b in the end.
func (blk *Block) joins(b *Block) bool {
	for blk != nil && blk != b {
		blk = blk.Join
	}
	return blk == b
}

// markLeaving sets LeavesKernel, backward from the ends of the function.
func markLeaving(f *Func) {
	for _, blk := range slices.Backward(f.Blocks) {
		switch blk.Term.Kind {
		case Exit, Trap, Unreachable:
			blk.LeavesKernel = true
		case Return:
			blk.LeavesKernel = f.Kernel && !blk.Term.Falls
		default:
			header := blk.Loop != nil && blk.Loop.Header == blk
			blk.LeavesKernel = !header && !slices.ContainsFunc(blk.Succs, func(s *Block) bool { return !s.LeavesKernel })
		}
	}
}

package cfg

import (
	"slices"

	"github.com/warpcheck/warpcheck/source"
)

// setIterations marks the blocks that leave the kernel, and sets for each block the loop in whose iterations lanes run
// it (IterationOf). In
//
//	for (;;) { if (done) return; collective(); }
//
// the return is not part of the natural loop, because it has no path back. But lanes that return in one iteration are
// missing in the next. So a block like this belongs to the loop from which it is reached, with two exceptions. If it is
// reached from several loops, it belongs to its own innermost loop. If all lanes that leave a loop reach the block, the
// lanes that iterated longer meet the others there, and the block belongs to an outer loop.
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

// Within reports whether l is outer or nested in it. A nil loop is the whole function.
func (l *Loop) Within(outer *Loop) bool {
	for l != nil && l != outer {
		l = l.Parent
	}
	return l == outer
}

// Statement returns the place of the loop's statement. Its line is 0 if it is not known, or if no statement can be
// inserted before it.
func (l *Loop) Statement() source.Pos {
	for _, b := range l.ends() {
		if b.Term.Cond.Listed != nil {
			return *b.Term.Cond.Listed
		}
	}
	return source.Pos{}
}

// IsStatement reports whether the loop's statement is the one at a place. It returns false for a loop inside that
// statement. The condition by which the loop ends is a part of its statement.
func (l *Loop) IsStatement(place source.Pos) bool {
	return slices.ContainsFunc(l.ends(), func(b *Block) bool { return b.Term.Cond.Listed != nil && b.Term.Cond.Listed.IsAt(place) })
}

// ends returns the blocks with the condition by which a loop ends: in the header, or for a do-while loop in a latch.
func (l *Loop) ends() (list []*Block) {
	for _, b := range slices.Concat([]*Block{l.Header}, l.Latches) {
		if b.Term.Cond != nil && slices.ContainsFunc(b.Succs, func(s *Block) bool { return !s.Loop.Within(l) }) {
			list = append(list, b)
		}
	}
	return list
}

// joins reports whether b is the block blk, or the join of blk, or the join of that join, and so on. Then all sides
// of the branches from blk on meet at b.
func (blk *Block) joins(b *Block) bool {
	for blk != nil && blk != b {
		blk = blk.Join
	}
	return blk == b
}

// markLeaving sets LeavesKernel, from the last block to the first.
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

package slice

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
)

// control holds, for each block of a function, the branches that decide whether it is executed.
type control struct {
	// after holds, for each block, the index of its immediate post-dominator, or the number of blocks if that is the
	// end of the function.
	after []int
	// deciders lists, for each block, the blocks whose branches decide whether it is executed (control dependence).
	deciders [][]int
	// endless reports, for each block, whether it has no path to an end.
	endless []bool
	// returns are the blocks that end in a return.
	returns []*cfg.Block
}

func controlOf(f *cfg.Func) *control {
	c := &control{deciders: make([][]int, len(f.Blocks))}
	c.after, c.endless = f.PostDominators()
	for _, b := range f.Blocks {
		if b.Term.Kind == cfg.Return {
			c.returns = append(c.returns, b)
		}
		if len(b.Succs) < 2 {
			continue
		}
		for _, s := range b.Succs {
			for at := s.Index; at < len(f.Blocks) && at != c.after[b.Index]; at = c.after[at] {
				if !slices.Contains(c.deciders[at], b.Index) {
					c.deciders[at] = append(c.deciders[at], b.Index)
				}
			}
		}
	}
	return c
}

// between returns the blocks on the paths from a branch to its join, in the order of the function.
func (c *control) between(b *cfg.Block) []*cfg.Block {
	seen, meet := map[*cfg.Block]bool{}, c.after[b.Index]
	work := slices.Clone(b.Succs)
	var list []*cfg.Block
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] || x.Index == meet || x.Index <= b.Index {
			continue
		}
		seen[x] = true
		list = append(list, x)
		work = append(work, x.Succs...)
	}
	slices.SortFunc(list, func(x, y *cfg.Block) int { return x.Index - y.Index })
	return list
}

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
	// deciders lists, for each block, the blocks whose branches decide whether it is executed (cfg.Func.Deciders).
	deciders [][]int
	// endless reports, for each block, whether it has no path to an end.
	endless []bool
	// returns lists the blocks that end in a return.
	returns []*cfg.Block
}

func controlOf(f *cfg.Func) *control {
	c := &control{}
	c.after, c.endless = f.PostDominators()
	c.deciders = f.Deciders(c.after)
	for _, b := range f.Blocks {
		if b.Term.Kind == cfg.Return {
			c.returns = append(c.returns, b)
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

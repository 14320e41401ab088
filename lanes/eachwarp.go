package lanes

import (
	"github.com/warpcheck/warpcheck/lanes/term"
)

// numbering is an unknown that numbers a warp in the block, and how many of them there are. All
// are 0 in the first warp.
type numbering struct{ index, count *term.Term }

// tell notes what tells warps apart, where there are several.
func (l *launch) tell(index, count *term.Term) {
	if !index.IsConst() {
		l.numbers = append(l.numbers, numbering{index, count})
	}
}

// countOf is how many there are of what an unknown numbers warps by, nil for other unknowns.
func (l *launch) countOf(x *term.Term) *term.Term {
	for _, n := range l.numbers {
		if n.index == x {
			return n.count
		}
	}
	return nil
}

// everywhere are the warps that every launch of a shape has: all of a block of known shape, else
// the first. None where there is but one.
func (l *launch) everywhere() []int {
	if l.warp == nil {
		return make([]int, min(len(l.numbers), 1))
	}
	all := make([]int, l.warps)
	for w := range all {
		all[w] = w
	}
	return all
}

// named is the number of a warp to tell, nil for any.
func (l *launch) named(w int) *int {
	switch {
	case w != anyWarp:
		return &w
	case l.only != anyWarp && l.warps > 1:
		return &l.only
	}
	return nil
}

// asWarp says of this warp's formulas what they are for one of everywhere, or for any. It is
// kept, as most formulas that are asked about have their parts in common.
func (in *interp) asWarp(index int) *term.Rewriter {
	if in.warpViews[index] == nil {
		in.warpViews[index] = in.t.NewRewriter(func(x *term.Term) *term.Term {
			if index != anyWarp && in.launch.countOf(x) != nil {
				return in.t.Const(x.Bits, uint64(index))
			}
			return x
		})
	}
	return in.warpViews[index]
}

// isWarp says when the warp is one of everywhere.
func (in *interp) isWarp(index int) *term.Term {
	is := in.t.True
	for _, n := range in.launch.numbers {
		is = in.t.And(is, in.t.Eq(n.index, in.t.Const(n.index.Bits, uint64(index))))
	}
	return is
}

// asLastWarp says of this warp's formulas what they are for the last one of the block.
func (in *interp) asLastWarp() *term.Rewriter {
	return in.t.NewRewriter(func(x *term.Term) *term.Term {
		if n := in.launch.countOf(x); n != nil {
			return in.t.AddConst(n, ^uint64(0))
		}
		return x
	})
}

package grid

import "github.com/warpcheck/warpcheck/lanes/term"

// numbering is an unknown that numbers a warp in the block, and how many of them there are. All
// are 0 in the first warp.
type numbering struct{ index, count *term.Term }

// tell notes what distinguishes the warps, if there are several: an index that is assumed to be less than their
// count.
func (l *Launch) tell(index, count *term.Term) {
	l.t.KnowBelow(index, count)
	if !index.IsConst() {
		l.numbers = append(l.numbers, numbering{index, count})
	}
}

// Indices are the unknowns that the number of a warp is made of, none where there is one warp. The rows of a block are
// among them only where it may have several.
func (l *Launch) Indices() (list []*term.Term) {
	for _, n := range l.numbers {
		if term.Any([]*term.Term{l.Number}, func(x *term.Term) bool { return x == n.index }) {
			list = append(list, n.index)
		}
	}
	return list
}

// Bounds is the formula that the indices are below their counts.
func (l *Launch) Bounds() *term.Term {
	bounds := l.t.True
	for _, index := range l.Indices() {
		bounds = l.t.And(bounds, l.t.ULt(index, l.countOf(index)))
	}
	return bounds
}

// IsIndex reports an unknown that numbers the warps of a block.
func (l *Launch) IsIndex(x *term.Term) bool { return l.countOf(x) != nil }

// countOf is how many there are of what an unknown numbers warps by, nil for other unknowns.
func (l *Launch) countOf(x *term.Term) *term.Term {
	for _, n := range l.numbers {
		if n.index == x {
			return n.count
		}
	}
	return nil
}

// Everywhere are the warps that every launch of a shape has: all of a block of known shape, else
// the first. None where there is but one.
func (l *Launch) Everywhere() []int {
	if l.Warp == nil {
		return make([]int, min(len(l.numbers), 1))
	}
	all := make([]int, l.Warps)
	for w := range all {
		all[w] = w
	}
	return all
}

// IsNumbered says when the warp is that of a number; nil in a block whose warps are not counted in one row.
func (l *Launch) IsNumbered(number int) *term.Term {
	if len(l.numbers) == 0 || l.numbers[0].index != l.Number {
		return nil
	}
	return l.t.Eq(l.Number, l.t.Const(l.Number.Bits, uint64(number)))
}

// Named is the number of a warp for a message, nil for any.
func (l *Launch) Named(w int) *int {
	switch {
	case w == LastWarp:
		return nil
	case w != AnyWarp:
		return &w
	case l.only != AnyWarp && l.Warps > 1:
		return &l.only
	}
	return nil
}

// AsWarp says of this warp's formulas what they are for one of everywhere, the last one, or for any. It is
// kept, as most formulas that are asked about have their parts in common.
func (l *Launch) AsWarp(index int) *term.Rewriter {
	switch {
	case l.warpViews[index] != nil:
	case index == LastWarp:
		l.warpViews[index] = l.AsLastWarp()
	case index == PreviousWarp:
		l.warpViews[index] = l.asPreviousWarp()
	}
	if l.warpViews[index] == nil {
		l.warpViews[index] = l.t.NewRewriter(func(x *term.Term) *term.Term {
			if index != AnyWarp && l.countOf(x) != nil {
				return l.t.Const(x.Bits, uint64(index))
			}
			return x
		})
	}
	return l.warpViews[index]
}

// IsWarp says when the warp is one of everywhere.
func (l *Launch) IsWarp(index int) *term.Term {
	is := l.t.True
	for _, n := range l.numbers {
		number := l.t.Const(n.index.Bits, uint64(index))
		if index == LastWarp {
			number = l.t.AddConst(n.count, ^uint64(0))
		}
		is = l.t.And(is, l.t.Eq(n.index, number))
	}
	return is
}

// IsPair is the formula that the block has two warps in one row; false for a known shape.
func (l *Launch) IsPair() *term.Term {
	if l.Shape.Known() || len(l.numbers) == 0 {
		return l.t.False
	}
	count := l.numbers[0].count
	return l.t.And(l.Plain, l.t.Eq(count, l.t.Const(count.Bits, 2)))
}

// HasSeveral is the formula that the block has more than one warp, in dimensions that the root reads.
func (l *Launch) HasSeveral() *term.Term {
	some := l.t.False
	for _, index := range l.Indices() {
		count := l.countOf(index)
		some = l.t.Or(some, l.t.Not(l.t.Eq(count, l.t.Const(count.Bits, 1))))
	}
	return l.t.And(some, l.Flat)
}

// asPreviousWarp rewrites this warp's formulas for the warp before it.
func (l *Launch) asPreviousWarp() *term.Rewriter {
	indices := l.Indices()
	return l.t.NewRewriter(func(x *term.Term) *term.Term {
		if len(indices) == 1 && x == indices[0] {
			return l.t.AddConst(x, ^uint64(0))
		}
		return x
	})
}

// AsLastWarp says of this warp's formulas what they are for the last one of the block.
func (l *Launch) AsLastWarp() *term.Rewriter {
	return l.t.NewRewriter(func(x *term.Term) *term.Term {
		if n := l.countOf(x); n != nil {
			return l.t.AddConst(n, ^uint64(0))
		}
		return x
	})
}

package grid

import "github.com/warpcheck/warpcheck/lanes/term"

// numbering is an unknown index of a warp in the block, and the number of values of the index. All indices of the
// first warp are 0.
type numbering struct{ index, count *term.Term }

// addIndex records an index that distinguishes the warps, unless the index is constant. The index is assumed to be
// less than count.
func (l *Launch) addIndex(index, count *term.Term) {
	l.t.KnowBelow(index, count)
	if !index.IsConst() {
		l.numbers = append(l.numbers, numbering{index, count})
	}
}

// Indices returns the unknowns from which the number of a warp is computed. It returns none if the block has one warp.
// It includes the index of a row only if the block may have several rows.
func (l *Launch) Indices() (list []*term.Term) {
	for _, n := range l.numbers {
		if term.Any([]*term.Term{l.Number}, func(x *term.Term) bool { return x == n.index }) {
			list = append(list, n.index)
		}
	}
	return list
}

// Bounds returns the formula that all indices are below their counts.
func (l *Launch) Bounds() *term.Term {
	bounds := l.t.True
	for _, index := range l.Indices() {
		bounds = l.t.And(bounds, l.t.ULt(index, l.countOf(index)))
	}
	return bounds
}

// IsIndex reports whether the unknown x is an index of the warps of a block.
func (l *Launch) IsIndex(x *term.Term) bool { return l.countOf(x) != nil }

// countOf returns the number of values of the index x, nil if x is no index.
func (l *Launch) countOf(x *term.Term) *term.Term {
	for _, n := range l.numbers {
		if n.index == x {
			return n.count
		}
	}
	return nil
}

// WarpsOfEveryLaunch returns the numbers of the warps that exist in every launch of the shape: all warps of a block of
// known shape, otherwise the first warp. It returns none if there is only one warp, or if the launch is restricted to
// one.
func (l *Launch) WarpsOfEveryLaunch() []int {
	if l.Warp == nil {
		return make([]int, min(len(l.numbers), 1))
	}
	all := make([]int, l.Warps)
	for w := range all {
		all[w] = w
	}
	return all
}

// HasNumber returns the formula that the warp has the given number, nil if the warps of the block are not numbered
// along one dimension.
func (l *Launch) HasNumber(number int) *term.Term {
	if len(l.numbers) == 0 || l.numbers[0].index != l.Number {
		return nil
	}
	return l.t.Eq(l.Number, l.t.Const(l.Number.Bits, uint64(number)))
}

// Named returns the number of a warp for a message, nil if it is any warp.
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

// AsWarp returns a rewriter from formulas of this warp to those of another one. index is the number of a warp that
// WarpsOfEveryLaunch lists, or it stands for the last, the previous or any warp. The rewriter is cached, because most
// formulas share their parts.
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

// IsWarp returns the formula that this warp is the one with the given index: a warp that WarpsOfEveryLaunch lists, or
// LastWarp.
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

// IsPair returns the formula that the block has exactly two warps, in one row. It is false if the shape is known.
func (l *Launch) IsPair() *term.Term {
	if l.Shape.Known() || len(l.numbers) == 0 {
		return l.t.False
	}
	count := l.numbers[0].count
	return l.t.And(l.Plain, l.t.Eq(count, l.t.Const(count.Bits, 2)))
}

// HasSeveral returns the formula that the block has more than one warp, in dimensions that the root reads.
func (l *Launch) HasSeveral() *term.Term {
	some := l.t.False
	for _, index := range l.Indices() {
		count := l.countOf(index)
		some = l.t.Or(some, l.t.Not(l.t.Eq(count, l.t.Const(count.Bits, 1))))
	}
	return l.t.And(some, l.Flat)
}

// asPreviousWarp returns a rewriter from formulas of this warp to those of the previous warp. The rewriter changes
// nothing unless the warps are numbered by a single index.
func (l *Launch) asPreviousWarp() *term.Rewriter {
	indices := l.Indices()
	return l.t.NewRewriter(func(x *term.Term) *term.Term {
		if len(indices) == 1 && x == indices[0] {
			return l.t.AddConst(x, ^uint64(0))
		}
		return x
	})
}

// AsLastWarp returns a rewriter from formulas of this warp to those of the last warp of the block.
func (l *Launch) AsLastWarp() *term.Rewriter {
	return l.t.NewRewriter(func(x *term.Term) *term.Term {
		if n := l.countOf(x); n != nil {
			return l.t.AddConst(n, ^uint64(0))
		}
		return x
	})
}

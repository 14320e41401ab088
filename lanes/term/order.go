package term

import "slices"

// Lanes may exchange their best value and its place. Each then selects one of two pairs: the one with the greater value
// or, if the values are equal, the one with the lower place:
//
//	w = __shfl_xor_sync(~0u, v, o); j = __shfl_xor_sync(~0u, i, o);
//	if (w > v || w == v && j < i) { v = w; i = j; }
//
// Both lanes select the same pair. To show this, the choice has a normal form that does not depend on which value is
// written first: one result for less, one for equal, one for greater.

// isLess reports whether c has the form a < b.
func isLess(c *Term) bool { return c.Op == ULt || c.Op == SLt }

// isNeither reports whether c has the form ~a & ~b.
func isNeither(c *Term) bool {
	return c.Op == And && len(c.Args) == 2 && c.Args[0].Op == Not && c.Args[1].Op == Not
}

// ordered returns c ? x : y in the normal form of chooseByOrder. It returns nil unless c, or its negation, has the form
// a < b | a == b & rest.
func (t *Table) ordered(c, x, y *Term) *Term {
	if isNeither(c) {
		c, x, y = t.Or(c.Args[0].Args[0], c.Args[1].Args[0]), y, x
	}
	less, rest := t.tie(c)
	if less == nil {
		return nil
	}
	return t.chooseByOrder(less, x, t.Ite(rest, x, y), y)
}

// tie splits a formula of the form a < b | a == b & rest into less, which is a < b, and rest. It returns nil for
// other formulas.
func (t *Table) tie(c *Term) (less, rest *Term) {
	if c.Op != Or || len(c.Args) != 2 {
		return nil, nil
	}
	less, other := c.Args[0], c.Args[1]
	if !isLess(less) {
		less, other = other, less
	}
	if !isLess(less) || other.Op != Eq && other.Op != And {
		return nil, nil
	}
	equal := t.Eq(less.Args[0], less.Args[1])
	switch {
	case other == equal:
		return less, t.True
	case other.Op == And && slices.Contains(other.Args, equal):
		return less, t.And(slices.DeleteFunc(slices.Clone(other.Args), func(x *Term) bool { return x == equal })...)
	}
	return nil, nil
}

// chooseByOrder returns less ? x : equal ? tied : y, where less is a < b. It is a choice between two words if tied is x
// or y. Otherwise the normal form compares the older one of a and b first.
func (t *Table) chooseByOrder(less, x, tied, y *Term) *Term {
	a, b := less.Args[0], less.Args[1]
	greater := t.binaryOf(less.Op)(b, a)
	switch {
	case tied == y || isPair(less, x, y): // for equal words, both results are the same
		return t.Ite(less, x, y)
	case tied == x:
		return t.Ite(greater, y, x)
	case a.ID > b.ID:
		less, x, y = greater, y, x
	}
	return t.Ite(less, x, t.Ite(t.Eq(a, b), tied, y))
}

// isChoiceByOrder reports whether less ? x : rest is a choice by order that is not in the normal form of chooseByOrder.
func (t *Table) isChoiceByOrder(less, x, rest *Term) bool {
	if !isLess(less) || rest.Op != Ite || rest.Args[0].Op != Eq {
		return false
	}
	a, b := less.Args[0], less.Args[1]
	return (a.ID > b.ID || rest.Args[1] == x) && rest.Args[0] == t.Eq(a, b)
}

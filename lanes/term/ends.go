package term

import "slices"

// The bits of a set may divide the lanes into segments. A segment begins or ends at each member:
//
//	start = 31 - __clz(heads & lanesUpToMine);  mask = ~0u << start;
//
// The position of the first or the last member has one value for each bit, and another if there is no member. A
// comparison with the position, or a shift by it, is a formula of bits: start <= 5 holds if no bit above the sixth is
// set. To keep the formulas small, this is done only for sets whose bits are atoms, such as the ballot of a condition.

const ends = 1<<Ffs | 1<<Clz

// endIn returns the position of the first or last member of a set (Ffs or Clz) from which x is computed. x must be
// computed only from this position and constants. x may also be a choice that has another value if the set is empty.
// endIn returns nil for any other x, also for one that depends on several positions.
func (t *Table) endIn(x *Term) *Term {
	if x.ops&ends == 0 {
		return nil
	}
	switch x.Op {
	case Ffs, Clz:
		if isPlain(x.Args[0]) {
			return x
		}
	case Ite:
		if end := t.oneEnd(x.Args[1:]); end != nil && (x.Args[0] == t.isEmpty(end) || x.Args[0] == t.Not(t.isEmpty(end))) {
			return end
		}
	case Add, BAnd, ZExt, Shl, LShr:
		return t.oneEnd(x.Args)
	}
	return nil
}

// oneEnd returns the position (Ffs or Clz) from which all words that are not constant are computed. It returns nil if
// they are computed from several, or from anything else.
func (t *Table) oneEnd(words []*Term) (end *Term) {
	for _, w := range words {
		if w.IsConst() {
			continue
		}
		e := t.endIn(w)
		if e == nil || end != nil && e != end {
			return nil
		}
		end = e
	}
	return end
}

// isPlain reports whether no bit of a set is a conjunction or disjunction.
func isPlain(set *Term) bool {
	return set.Op == Pack && set.Bits == 32 && !slices.ContainsFunc(set.Args, func(f *Term) bool { return f.ops&(1<<And|1<<Or) != 0 })
}

// isMemberOf reports whether bit is a word that contains only the first or the last member of set, or is 0 if set is
// empty. Removing this bit from the set, by any operation, leaves a part of the set.
//
//	1u << (__ffs(set) - 1)     1u << (31 - __clz(set))     set & -set
func isMemberOf(bit, set *Term) bool {
	if bit.Op == BAnd {
		return isLowest(bit.Args[0], bit.Args[1], set) || isLowest(bit.Args[1], bit.Args[0], set)
	}
	if bit.Op != Shl || !bit.Args[0].IsConst() || bit.Args[0].K != 1 {
		return false
	}
	position := bit.Args[1]
	if position.Op != Add || len(position.Args) != 1 || position.Args[0].ops&ends == 0 || position.Bits != set.Bits {
		return false
	}
	end, coef, k := position.Args[0], Signed(position.Coefs[0], position.Bits), Signed(position.K, position.Bits)
	isEnd := end.Op == Ffs && coef == 1 && k == -1 || end.Op == Clz && coef == -1 && k == int64(set.Bits)-1
	return isEnd && end.Args[0] == set
}

// isLowest reports whether x is the set and negative is -set. Then x & negative is the lowest member of the set.
func isLowest(x, negative, set *Term) bool {
	return x == set && negative.Op == Add && len(negative.Args) == 1 && negative.Args[0] == set &&
		negative.K == 0 && negative.Coefs[0] == ones(set.Bits)
}

// isEmpty returns the formula that the set of a position has no members.
func (t *Table) isEmpty(end *Term) *Term { return t.Eq(end.Args[0], t.Const(end.Bits, 0)) }

// byEnds returns the formula about(x) for an x that is computed from the position of a bit (Ffs or Clz), as a
// disjunction over the values of the position. It returns nil for any other x.
func (t *Table) byEnds(x *Term, about func(*Term) *Term) *Term {
	end := t.endIn(x)
	if end == nil {
		return nil
	}
	empty, none := t.isEmpty(end), uint64(0)
	if end.Op == Clz {
		none = uint64(end.Args[0].Bits)
	}
	return t.whereEnd(end, func(position uint64) *Term {
		isNone := t.Bool(position == none)
		return about(t.Replace(x, []*Term{end, empty, t.Not(empty)}, []*Term{t.Const(end.Bits, position), isNone, t.Not(isNone)}))
	})
}

// whereEnd returns a disjunction over the values that the position end may have: end has the value, and holds of that
// value is true.
func (t *Table) whereEnd(end *Term, holds func(position uint64) *Term) *Term {
	set := slices.Clone(end.Args[0].Args)
	first := uint64(1) // the value of Ffs for bit 0; 0 means no bit
	none := uint64(0)
	if end.Op == Clz {
		slices.Reverse(set)
		first, none = 0, uint64(len(set))
	}
	var cases []*Term
	before := t.True // no earlier bit is set
	for i := 0; i < len(set); {
		f, run := holds(first+uint64(i)), []*Term{set[i]}
		for i++; i < len(set) && holds(first+uint64(i)) == f; i++ {
			run = append(run, set[i])
		}
		some := t.Or(run...)
		if i == len(set) && holds(none) == f {
			some = t.True
		}
		cases = append(cases, t.And(before, some, f))
		for _, f := range run {
			before = t.And(before, t.Not(f))
		}
	}
	return t.Or(append(cases, t.And(before, holds(none)))...)
}

// compareEnds compares a constant with a word that is computed from a position. It returns nil for other words.
func (t *Table) compareEnds(op Op, x, y *Term) *Term {
	switch compare := t.binaryOf(op); {
	case y.IsConst():
		return t.byEnds(x, func(x *Term) *Term { return compare(x, y) })
	case x.IsConst():
		return t.byEnds(y, func(y *Term) *Term { return compare(x, y) })
	}
	return nil
}

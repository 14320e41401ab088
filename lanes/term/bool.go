package term

import "slices"

// mergeLimit is the largest number of disjuncts among which Or looks for pairs to merge, such as (g & c) | (g & ~c) =
// g.
const mergeLimit = 12

// propagateLimit bounds the operands that are simplified in one conjunction: the parts of its members, and the parts of
// these parts. Members are simplified in order while the limit lasts. A member with more operands than are left of the
// limit stays unchanged. Smaller members after it are still simplified, for example ~(a & b) in (g | h | ...) & ~(a &
// b) & a & b.
const propagateLimit = 1024

// Not returns the complement of a formula.
func (t *Table) Not(x *Term) *Term {
	switch {
	case x.IsTrue():
		return t.False
	case x.IsFalse():
		return t.True
	}
	if x.complement == nil {
		x.complement = t.intern(Term{Op: Not}, x)
		x.complement.complement = x
	}
	return x.complement
}

// And returns the conjunction of formulas.
func (t *Table) And(xs ...*Term) *Term {
	if len(xs) == 2 {
		return t.andTwo(xs)
	}
	return t.conjunction(xs)
}

// andTwo returns the conjunction of two formulas, with a cache, because the lanes of a warp build equal conjunctions.
func (t *Table) andTwo(xs []*Term) *Term {
	t.Work.Spend(lookupWork)
	p := &t.pairs[(uint64(xs[0].ID)*spreadID+uint64(xs[1].ID)*spreadOther)>>(64-pairBits)]
	if p.x != xs[0] || p.y != xs[1] {
		*p = pair{xs[0], xs[1], t.conjunction(xs)}
	}
	return p.both
}

// pair holds two formulas and their conjunction.
type pair struct{ x, y, both *Term }

// pairBits is the logarithm of the number of pairs that a table caches.
const pairBits = 14

func (t *Table) conjunction(xs []*Term) *Term {
	var settled []*Term
	for _, x := range xs {
		if x.Op == And && len(x.Args) > len(settled) {
			settled = x.Args
		}
	}
	return t.and(xs, settled)
}

// and returns the conjunction of xs. settled lists members of xs that are already simplified against each other, sorted
// by ID. They are not simplified again, so adding a member to a long conjunction is cheap.
func (t *Table) and(xs, settled []*Term) *Term {
	var few [8]*Term
	set := few[:0]
	for _, x := range xs {
		switch {
		case x.IsFalse():
			return t.False
		case x.IsTrue():
		case x.Op == And:
			set = append(set, x.Args...)
		default:
			set = append(set, x)
		}
	}
	t.Work.Spend(memberWork * len(set))
	if set = normal(set); len(set) < 2 {
		return t.single(set, t.True)
	}
	if slices.ContainsFunc(set, isNor) {
		return t.and(t.separate(set), settled)
	}
	if t.clash(set) {
		return t.False
	}
	if reduced, kept := t.propagate(set, settled); reduced != nil {
		return t.and(reduced, kept)
	}
	return t.intern(Term{Op: And}, set...)
}

// isNor reports whether x has the form ~(a | b).
func isNor(x *Term) bool { return x.Op == Not && x.Args[0].Op == Or }

// separate replaces each ~(a | b) by the two members ~a and ~b of a conjunction.
func (t *Table) separate(set []*Term) []*Term {
	var out []*Term
	for _, x := range set {
		if !isNor(x) {
			out = append(out, x)
			continue
		}
		for _, a := range x.Args[0].Args {
			out = append(out, t.Not(a))
		}
	}
	return out
}

// Or returns the disjunction of formulas.
func (t *Table) Or(xs ...*Term) *Term {
	var few [8]*Term
	set := few[:0]
	for _, x := range xs {
		switch {
		case x.IsTrue():
			return t.True
		case x.IsFalse():
		case x.Op == Or:
			set = append(set, x.Args...)
		default:
			set = append(set, x)
		}
	}
	if set = normal(set); len(set) < 2 {
		return t.single(set, t.False)
	}
	if t.clash(set) {
		return t.True
	}
	if len(set) <= mergeLimit {
		t.Work.Spend(operandWork * len(set) * len(set))
		if merged := t.merge(set); merged != nil {
			return t.Or(merged...)
		}
	}
	return t.intern(Term{Op: Or}, set...)
}

func (t *Table) single(set []*Term, empty *Term) *Term {
	if len(set) == 0 {
		return empty
	}
	return set[0]
}

// normal sorts a set by ID and drops repetitions.
func normal(set []*Term) []*Term {
	slices.SortFunc(set, func(a, b *Term) int { return a.ID - b.ID })
	return slices.Compact(set)
}

// Entails reports whether the conjunction x has the member f, or all members of f if f is a conjunction.
func (x *Term) Entails(f *Term) bool {
	if x == f || f.IsTrue() {
		return true
	}
	if f.Op == And {
		return x.Op == And && !slices.ContainsFunc(f.Args, func(a *Term) bool { return !contains(x.Args, a) })
	}
	return x.Op == And && contains(x.Args, f)
}

// contains reports whether a set sorted by ID contains x. It uses no closure, because it is the innermost loop of all
// work on formulas.
func contains(set []*Term, x *Term) bool {
	low, high := 0, len(set)
	for low < high {
		middle := (low + high) / 2
		if set[middle].ID < x.ID {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low < len(set) && set[low] == x
}

// clash reports whether a set contains a formula and its complement.
func (t *Table) clash(set []*Term) bool {
	for _, x := range set {
		if x.Op == Not && contains(set, x.Args[0]) {
			return true
		}
	}
	return false
}

// facts lists the members of a conjunction, sorted by ID. Unlike marks, they remain valid when other conjunctions are
// built.
type facts []*Term

// holds reports whether the conjunction decides x: +1 if it implies x, -1 if it contradicts x, 0 otherwise.
func (f facts) holds(x *Term) int {
	switch {
	case contains(f, x):
		return 1
	case x.complement != nil && contains(f, x.complement):
		return -1
	}
	return 0
}

// propagate simplifies members of a conjunction of the forms ~(a & b) and (a | b) by the other members. kept lists the
// members that do not change. Both results are nil if no member can be simplified. A member never decides its own
// parts, because no formula is a part of itself.
func (t *Table) propagate(set, settled []*Term) (reduced, kept []*Term) {
	if !slices.ContainsFunc(set, hasParts) {
		return nil, nil
	}
	all, fresh := t.markLiterals(set, settled)
	room := propagateLimit
	var left []rest
	for i, x := range set {
		if !hasParts(x) || x.operands > room {
			continue
		}
		room -= x.operands
		if parts := partsOf(x); fresh.has(x) || fresh.touches(parts) {
			if r, less := all.reduce(x, parts); less {
				r.at = i
				left = append(left, r)
			}
		}
	}
	t.Work.Spend(operandWork * (propagateLimit - room))
	if left == nil {
		return nil, nil
	}
	reduced = slices.Clone(set)
	for _, r := range left { // the marks are valid until here
		reduced[r.at] = t.remaining(set[r.at], r)
	}
	for i, x := range reduced {
		if x == set[i] {
			kept = append(kept, x)
		}
	}
	return reduced, kept
}

// partsOf returns the operands of a disjunction or of a negated conjunction. It returns none for other formulas.
func partsOf(x *Term) []*Term {
	switch {
	case x.Op == Not && x.Args[0].Op == And:
		return x.Args[0].Args
	case x.Op == Or:
		return x.Args
	}
	return nil
}

// hasParts reports whether x has parts that other formulas may decide.
func hasParts(x *Term) bool { return partsOf(x) != nil }

// countOperands counts the operands of a formula, and the operands of these operands. For a negation, it returns the
// count of the negated formula. It returns 0 for terms that are neither a negation, a conjunction nor a disjunction.
func countOperands(x *Term) int {
	switch x.Op {
	case Not:
		return x.Args[0].operands
	case And, Or:
		n := len(x.Args)
		for _, a := range x.Args {
			n += len(operandsOf(a))
		}
		return n
	}
	return 0
}

// operandsOf returns the operands of a conjunction or disjunction, or of the negated conjunction or disjunction. It
// returns nil for other terms.
func operandsOf(x *Term) []*Term {
	if x.Op == Not {
		x = x.Args[0]
	}
	if x.Op != And && x.Op != Or {
		return nil
	}
	return x.Args
}

// room returns limit minus the number of operands of the formulas. It also counts the operands of operands, down to the
// given depth. The result may be negative.
func room(limit int, set []*Term, depth int) int {
	for _, x := range set {
		args := operandsOf(x)
		if limit -= len(args); depth > 1 && limit >= 0 {
			limit = room(limit, args, depth-1)
		}
		if limit < 0 {
			break
		}
	}
	return limit
}

// underDepth is the depth to which bothOf simplifies formulas. It reaches the members of the conjunction b in (p & b) |
// (~p & ~b).
const underDepth = 3

// bothOf returns the conjunction of two formulas, each without the parts that the other formula decides. This matters
// for the bits of masks that are narrowed step by step:
//
//	g & ((p & (g & b)) | (~p & ~(g & b))) = g & ((p & b) | (~p & ~b))
func (t *Table) bothOf(fs ...*Term) *Term {
	x, y := fs[0], fs[1]
	if room(propagateLimit, fs, underDepth) < 0 {
		return t.And(x, y)
	}
	y = t.under(facts(x.Conjuncts()), y, underDepth)
	x = t.under(facts(y.Conjuncts()), x, underDepth)
	return t.And(x, y)
}

// under simplifies x down to a depth: it replaces each part that the facts decide by true or false.
func (t *Table) under(f facts, x *Term, depth int) *Term {
	if h := f.holds(x); h != 0 {
		return t.Bool(h > 0)
	}
	switch {
	case x.Op == Not:
		return t.Not(t.under(f, x.Args[0], depth))
	case x.Op != And && x.Op != Or || depth == 0:
		return x
	}
	parts := make([]*Term, len(x.Args))
	for i, a := range x.Args {
		parts[i] = t.under(f, a, depth-1)
	}
	switch {
	case slices.Equal(parts, x.Args):
		return x
	case x.Op == And:
		return t.And(parts...)
	}
	return t.Or(parts...)
}

// merge does one simplification step on a set of disjuncts and returns the new disjuncts, nil if no step is possible.
// A step is one of these:
//   - join two disjuncts that differ in one complemented literal,
//   - drop a disjunct that another absorbs,
//   - remove from a disjunct the complement of another.
func (t *Table) merge(set []*Term) []*Term {
	for i, x := range set {
		for j, y := range set {
			if i == j {
				continue
			}
			if z := t.mergeTwo(x, y); z != nil {
				out := []*Term{z}
				for k, w := range set {
					if k != i && k != j {
						out = append(out, w)
					}
				}
				return out
			}
		}
	}
	return nil
}

// mergeTwo returns x | y in a simpler form. It returns nil if it finds none, and always if x has more conjuncts than y.
func (t *Table) mergeTwo(x, y *Term) *Term {
	a, b := x.Conjuncts(), y.Conjuncts()
	if len(a) > len(b) {
		return nil
	}
	var only []*Term // the literals of x that y lacks
	for _, l := range a {
		if !contains(b, l) {
			only = append(only, l)
		}
	}
	if len(only) == 0 {
		return x // y implies x
	}
	if len(only) != 1 {
		return nil
	}
	complement := t.Not(only[0])
	if !contains(b, complement) {
		return t.mergeComplementSet(x, a, b, only[0])
	}
	rest := without(b, complement)
	if len(a) == len(b) {
		return t.And(rest...) // x | y is (g & c) | (g & ~c)
	}
	if len(a) == 1 {
		return t.Or(x, t.And(rest...)) // x | y is c | (~c & r)
	}
	return nil
}

// mergeComplementSet merges a disjunction that contains the complement of a conjunction:
//
//	(g & ~(p & q)) | (g & p & q) = g
//	~(p & q) | (p & q & r)       = ~(p & q) | r
//	~(p & q) | p                 = true
//
// It returns nil for other forms.
func (t *Table) mergeComplementSet(x *Term, a, b []*Term, odd *Term) *Term {
	if odd.Op != Not || odd.Args[0].Op != And {
		return nil
	}
	parts := odd.Args[0].Args
	if len(a) == 1 {
		switch inner := common(parts, b); {
		case len(inner) == len(b):
			return t.True
		case len(inner) == len(parts):
			return t.Or(x, t.And(without(b, parts...)...))
		}
		return nil
	}
	if len(b)-len(parts) > len(a)-1 {
		return nil
	}
	for _, p := range parts {
		if !contains(b, p) {
			return nil
		}
	}
	for _, l := range b {
		if !contains(a, l) && !contains(parts, l) {
			return nil
		}
	}
	return t.And(without(a, odd)...)
}

// Conjuncts returns the members of a conjunction. For another formula, it returns the formula itself.
func (x *Term) Conjuncts() []*Term {
	if x.Op == And {
		return x.Args
	}
	return []*Term{x}
}

func without(set []*Term, xs ...*Term) []*Term {
	var out []*Term
	for _, y := range set {
		if !slices.Contains(xs, y) {
			out = append(out, y)
		}
	}
	return out
}

// common lists the members that two sets, both sorted by ID, have in common.
func common(a, b []*Term) []*Term {
	var out []*Term
	for _, x := range a {
		if contains(b, x) {
			out = append(out, x)
		}
	}
	return out
}

// Strip removes the literals of the list common, which is sorted by ID, from the conjunction x. What remains of two
// guards on a common path shows how they differ.
func (t *Table) Strip(x *Term, common []*Term) *Term {
	all := x.Conjuncts()
	t.Work.Spend(memberWork * len(all))
	var few [16]*Term
	kept := few[:0]
	for _, l := range all {
		if !contains(common, l) {
			kept = append(kept, l)
		}
	}
	return t.some(x, all, kept)
}

// some returns the conjunction of kept, a part of the members of the conjunction x. The parameter all lists all members
// of x. The members are in normal form and do not simplify each other.
func (t *Table) some(x *Term, all, kept []*Term) *Term {
	switch {
	case len(kept) == len(all):
		return x
	case len(kept) < 2:
		return t.single(kept, t.True)
	}
	return t.intern(Term{Op: And}, kept...)
}

// Common returns the sorted set of the literals that occur in every conjunction. It ignores conjunctions that are
// false.
func Common(xs []*Term) []*Term {
	var common []*Term
	first := true
	for _, x := range xs {
		if x.IsFalse() {
			continue
		}
		if first {
			common, first = x.Conjuncts(), false
			continue
		}
		if common = inBoth(common, x.Conjuncts()); len(common) == 0 {
			break
		}
	}
	return common
}

// inBoth lists the members that two sets, both sorted by ID, have in common. It returns a itself if b contains all of
// a.
func inBoth(a, b []*Term) []*Term {
	for i, x := range a {
		for len(b) > 0 && b[0].ID < x.ID {
			b = b[1:]
		}
		if len(b) == 0 || b[0] != x {
			return append(slices.Clone(a[:i]), common(a[i+1:], b)...)
		}
	}
	return a
}

// Implies returns a -> b.
func (t *Table) Implies(a, b *Term) *Term { return t.Or(t.Not(a), b) }

// Iff returns a <-> b.
func (t *Table) Iff(a, b *Term) *Term {
	switch {
	case a == b:
		return t.True
	case a.IsConst():
		return t.iffConst(b, a.K == 1)
	case b.IsConst():
		return t.iffConst(a, b.K == 1)
	case t.Not(a) == b:
		return t.False
	}
	return t.And(t.Or(t.Not(a), b), t.Or(a, t.Not(b)))
}

func (t *Table) iffConst(x *Term, value bool) *Term {
	if value {
		return x
	}
	return t.Not(x)
}

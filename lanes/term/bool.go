package term

import "slices"

// mergeLimit bounds the disjuncts among which (g & c) | (g & ~c) = g is sought.
const mergeLimit = 12

// propagateLimit bounds the parts of a conjunction's members, and the parts of these,
// that are looked at for what the other members decide of them: a member that is larger
// than what is left of it is for the solver. The members beside it are not: in
// (g | h | ...) & ~(a & b) & a & b the first may have as many parts as it likes.
const propagateLimit = 1024

// Not is the complement of a formula.
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

// And is the conjunction of formulas.
func (t *Table) And(xs ...*Term) *Term {
	if len(xs) == 2 {
		return t.andTwo(xs)
	}
	return t.conjunction(xs)
}

// andTwo is the conjunction of two formulas. It is cached, because the lanes of a warp form the same ones.
func (t *Table) andTwo(xs []*Term) *Term {
	t.Work.Spend(lookupWork)
	p := &t.pairs[(uint64(xs[0].ID)*spreadID+uint64(xs[1].ID)*spreadOther)>>(64-pairBits)]
	if p.x != xs[0] || p.y != xs[1] {
		*p = pair{xs[0], xs[1], t.conjunction(xs)}
	}
	return p.both
}

// pair is two formulas with their conjunction.
type pair struct{ x, y, both *Term }

// pairBits is the logarithm of the number of pairs that a table remembers.
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

// and is And where some members, sorted by ID, have been simplified against each other before. A long conjunction
// thus grows by a member in little time.
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
	if slices.ContainsFunc(set, neither) {
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

// neither reports ~(a | b).
func neither(x *Term) bool { return x.Op == Not && x.Args[0].Op == Or }

// separate writes ~(a | b) as ~a and ~b: two members of a conjunction.
func (t *Table) separate(set []*Term) []*Term {
	var out []*Term
	for _, x := range set {
		if !neither(x) {
			out = append(out, x)
			continue
		}
		for _, a := range x.Args[0].Args {
			out = append(out, t.Not(a))
		}
	}
	return out
}

// Or is the disjunction of formulas.
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

// normal sorts by ID and drops repetitions.
func normal(set []*Term) []*Term {
	slices.SortFunc(set, func(a, b *Term) int { return a.ID - b.ID })
	return slices.Compact(set)
}

// Entails reports that f, and each of its members if it is a conjunction, is a member of
// the conjunction x.
func (x *Term) Entails(f *Term) bool {
	if x == f || f.IsTrue() {
		return true
	}
	if f.Op == And {
		return x.Op == And && !slices.ContainsFunc(f.Args, func(a *Term) bool { return !contains(x.Args, a) })
	}
	return x.Op == And && contains(x.Args, f)
}

// contains searches a set sorted by ID. It is the inner loop of all formulas,
// hence no closure.
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

// clash reports a literal together with its complement.
func (t *Table) clash(set []*Term) bool {
	for _, x := range set {
		if x.Op == Not && contains(set, x.Args[0]) {
			return true
		}
	}
	return false
}

// facts are a conjunction's members, sorted by ID, while others are made.
type facts []*Term

// holds reports whether literal x is decided by the conjunction: +1 when it is
// implied, -1 when it is contradicted, 0 otherwise.
func (f facts) holds(x *Term) int {
	switch {
	case contains(f, x):
		return 1
	case x.complement != nil && contains(f, x.complement):
		return -1
	}
	return 0
}

// propagate simplifies the members ~(a & b) and (a | b) of a conjunction by its other members: no member is part of
// itself. kept are the members that stay as they were. Nothing is returned if there is no such member.
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
	for _, r := range left { // what is said of terms holds until here
		reduced[r.at] = t.left(set[r.at], r)
	}
	for i, x := range reduced {
		if x == set[i] {
			kept = append(kept, x)
		}
	}
	return reduced, kept
}

// partsOf are the operands of a disjunction or of a negated conjunction; none of other
// formulas.
func partsOf(x *Term) []*Term {
	switch {
	case x.Op == Not && x.Args[0].Op == And:
		return x.Args[0].Args
	case x.Op == Or:
		return x.Args
	}
	return nil
}

// hasParts reports a formula that others may decide a part of.
func hasParts(x *Term) bool { return partsOf(x) != nil }

// countOperands counts the operands of a formula or its complement, and of these.
func countOperands(x *Term) int {
	switch x.Op {
	case Not:
		return x.Args[0].operands
	case And, Or:
		n := len(x.Args)
		for _, a := range x.Args {
			n += len(inner(a))
		}
		return n
	}
	return 0
}

// inner are the operands of a conjunction, a disjunction or the complement of one.
func inner(x *Term) []*Term {
	if x.Op == Not {
		x = x.Args[0]
	}
	if x.Op != And && x.Op != Or {
		return nil
	}
	return x.Args
}

// room is what is left of a limit when the operands of formulas are counted down to a
// depth; negative when they are more.
func room(limit int, set []*Term, depth int) int {
	for _, x := range set {
		args := inner(x)
		if limit -= len(args); depth > 1 && limit >= 0 {
			limit = room(limit, args, depth-1)
		}
		if limit < 0 {
			break
		}
	}
	return limit
}

// underDepth is how deep under looks: into (p & b) | (~p & ~b) where b is a conjunction.
const underDepth = 3

// bothOf is the conjunction of two formulas, each without what the other decides of it, as
// the bits of masks that are narrowed again and again:
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

// under is a formula with what the facts decide of its parts, and of theirs down to a
// depth.
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

// merge joins disjuncts that differ in one complemented literal, drops those
// that another absorbs, and removes from a disjunct the complement of another. It returns
// the disjuncts after one such step; none where there is nothing to do.
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

// mergeTwo is x | y as one conjunction, or nil.
func (t *Table) mergeTwo(x, y *Term) *Term {
	a, b := x.Conjuncts(), y.Conjuncts()
	if len(a) > len(b) {
		return nil
	}
	var only []*Term // literals of x that y lacks
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
		return t.And(rest...) // (g & c) | (g & ~c)
	}
	if len(a) == 1 {
		return t.Or(x, t.And(rest...)) // c | (~c & r)
	}
	return nil
}

// mergeComplementSet handles (g & ~(p & q)) | (g & p & q) = g, and without g
// ~(p & q) | (p & q & r) = ~(p & q) | r and ~(p & q) | p = true.
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

// Conjuncts are the formulas that a formula is the conjunction of: the formula alone where it is none.
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

// common lists what two sets sorted by ID have both.
func common(a, b []*Term) []*Term {
	var out []*Term
	for _, x := range a {
		if contains(b, x) {
			out = append(out, x)
		}
	}
	return out
}

// Strip removes from the conjunction x the literals that every member of
// common has. It is used to say what parts two guards with one history.
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

// some is the conjunction of some of the members of x: what is in normal form decides nothing of
// each other.
func (t *Table) some(x *Term, all, kept []*Term) *Term {
	switch {
	case len(kept) == len(all):
		return x
	case len(kept) < 2:
		return t.single(kept, t.True)
	}
	return t.intern(Term{Op: And}, kept...)
}

// Common is the sorted set of literals that all the conjunctions have.
// Conjunctions that are false are passed over.
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

// inBoth lists what two sets sorted by ID have both: the first where it is part of the second.
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

// Implies is a -> b.
func (t *Table) Implies(a, b *Term) *Term { return t.Or(t.Not(a), b) }

// Iff is a <-> b.
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

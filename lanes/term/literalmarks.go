package term

// Of each part of a conjunction's members it is asked whether the conjunction decides it,
// far more often than conjunctions are made. So the members, and their complements, are
// marked with the number of the conjunction: a greater number than all before, negative
// for what is denied.

// literalMarks are what a conjunction says, or the later of it: all with this number or more.
// They hold until another conjunction is made; facts hold on.
type literalMarks int64

// markLiterals marks the members of a conjunction; those that are not simplified yet get later marks. Both lists are
// sorted by ID.
func (t *Table) markLiterals(set, settled []*Term) (all, fresh literalMarks) {
	old := t.literalMarks + 1
	t.literalMarks += 2
	for _, x := range set {
		for len(settled) > 0 && settled[0].ID < x.ID {
			settled = settled[1:]
		}
		x.mark = old + 1
		if len(settled) > 0 && settled[0] == x {
			x.mark = old
		}
		if x.complement != nil {
			x.complement.mark = -x.mark
		}
	}
	return literalMarks(old), literalMarks(old + 1)
}

// has reports a member.
func (s literalMarks) has(x *Term) bool { return x.mark >= int64(s) }

// holds reports whether a formula is decided: +1 when it is implied, -1 when it is
// contradicted, 0 otherwise.
func (s literalMarks) holds(x *Term) int {
	switch {
	case x.mark >= int64(s):
		return 1
	case x.mark <= -int64(s):
		return -1
	}
	return 0
}

// touches reports that a part, or a part of a part, is a marked literal: reduce looks no deeper.
func (s literalMarks) touches(parts []*Term) bool {
	for _, p := range parts {
		if s.holds(p) != 0 {
			return true
		}
		for _, a := range inner(p) {
			if s.holds(a) != 0 {
				return true
			}
		}
	}
	return false
}

// rest is what the others leave of a member of a conjunction: that it is true, or the
// parts that they do not decide.
type rest struct {
	at     int // the member's place
	always bool
	parts  []*Term
}

// reduce is what is left of a formula with parts that may be decided, and whether that is
// less than it was.
func (s literalMarks) reduce(x *Term, parts []*Term) (r rest, less bool) {
	var few [8]*Term
	kept := few[:0]
	for _, p := range parts {
		h := s.holds(p)
		if h == 0 {
			h = s.decide(p)
		}
		if x.Op == Not {
			h = -h
		}
		if h > 0 {
			return rest{always: true}, true
		}
		if h == 0 {
			kept = append(kept, p)
		}
	}
	if len(kept) == len(parts) {
		return rest{}, false
	}
	return rest{parts: append([]*Term(nil), kept...)}, true
}

// decide is holds for a nested conjunction or disjunction, or the complement of one; 0
// for other formulas.
func (s literalMarks) decide(p *Term) int {
	if p.Op == Not {
		return -s.decide(p.Args[0])
	}
	if p.Op != And && p.Op != Or {
		return 0
	}
	short, all := -1, 1 // And: one false decides, all true decide
	if p.Op == Or {
		short, all = 1, -1
	}
	result := all
	for _, a := range p.Args {
		switch h := s.holds(a); {
		case h == short:
			return short
		case h != all:
			result = 0
		}
	}
	return result
}

// left is the formula that is left of x.
func (t *Table) left(x *Term, r rest) *Term {
	switch {
	case r.always:
		return t.True
	case x.Op == Not:
		return t.Not(t.and(r.parts, r.parts))
	}
	return t.Or(r.parts...)
}

package term

// propagate needs to know of each part of a member whether the conjunction decides it, far more often than conjunctions
// are built. So the members are marked with the number of the conjunction, which is greater than all earlier numbers.
// Their complements are marked with the negative of this number.

// literalMarks identifies the members of a conjunction: their marks are at least this number. It is valid until another
// conjunction is built. Unlike it, facts stay valid.
type literalMarks int64

// markLiterals marks the members of a conjunction. Members that are not in settled are not simplified yet, and get
// larger marks. Both lists are sorted by ID.
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

// has reports whether x is a member.
func (s literalMarks) has(x *Term) bool { return x.mark >= int64(s) }

// holds reports whether the marks decide x: +1 if it is implied, -1 if it is contradicted, 0 otherwise.
func (s literalMarks) holds(x *Term) int {
	switch {
	case x.mark >= int64(s):
		return 1
	case x.mark <= -int64(s):
		return -1
	}
	return 0
}

// touches reports whether one of parts, or an operand of one, is a marked literal. Deeper operands are not considered,
// as in reduce.
func (s literalMarks) touches(parts []*Term) bool {
	for _, p := range parts {
		if s.holds(p) != 0 {
			return true
		}
		for _, a := range operandsOf(p) {
			if s.holds(a) != 0 {
				return true
			}
		}
	}
	return false
}

// rest is a member after simplification: true, or the parts that are not decided.
type rest struct {
	at     int // the index of the member in the conjunction
	always bool
	parts  []*Term
}

// reduce simplifies the member x: it drops the parts that the marks decide. isReduced reports whether there are such
// parts.
func (s literalMarks) reduce(x *Term, parts []*Term) (r rest, isReduced bool) {
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

// decide reports whether the marks of its operands decide p: +1 if they imply p, -1 if they contradict p, 0
// otherwise. The result is 0 if p is not a conjunction, a disjunction or the complement of one.
func (s literalMarks) decide(p *Term) int {
	if p.Op == Not {
		return -s.decide(p.Args[0])
	}
	if p.Op != And && p.Op != Or {
		return 0
	}
	short, all := -1, 1 // one false operand decides a conjunction, and so do operands that are all true
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

// remaining builds the formula that remains of x.
func (t *Table) remaining(x *Term, r rest) *Term {
	switch {
	case r.always:
		return t.True
	case x.Op == Not:
		return t.Not(t.and(r.parts, r.parts))
	}
	return t.Or(r.parts...)
}

package term

import "slices"

// Table owns terms. It is not safe for concurrent use.
type Table struct {
	// Work counts the work on the table; nil counts nothing.
	Work *Meter
	// slots is an open hash table: each term is in the first slot that was free, starting at the slot of its hash.
	// The length is a power of two, and at most half of the slots are taken.
	slots []slot
	// terms holds the terms by their IDs, in blocks that never move. count is the number of terms.
	terms       []*[termsInBlock]Term
	count       int
	True, False *Term
	// spreads caches results of operations that descend into a term.
	spreads map[spread]*Term
	// literalMarks is the number with which the last conjunction marked its members.
	literalMarks int64
	// pairs caches conjunctions of two formulas, at a hash of the two.
	pairs []pair
	// wheres caches the last rewriters that simplify under a conjunction (Where): at least one for each lane.
	wheres [64]knowing
	// rooms holds the memos of finished rewriters, for reuse.
	rooms []Memo[*Term]
	// below holds the pairs of KnowBelow.
	below map[below]bool
	args  slab
}

// slot holds the ID of a term plus one, and the low half of its hash. A term of 0 means that the slot is free. A slot
// is small, and has no pointer that the garbage collector follows, because a search mostly waits for slots that are not
// in the processor's cache.
type slot struct{ hash, term uint32 }

// termsInBlock is the number of terms that are allocated together.
const termsInBlock = 128

// firstSlots is the number of slots of an empty table.
const firstSlots = 1 << 10

// NewTable returns an empty table.
func NewTable() *Table {
	t := &Table{slots: make([]slot, firstSlots), spreads: map[spread]*Term{}, below: map[below]bool{}, pairs: make([]pair, 1<<pairBits)}
	t.False = t.intern(Term{Op: Const, K: 0})
	t.True = t.intern(Term{Op: Const, K: 1, Lo: 1, Hi: 1})
	return t
}

// spread is an operation that descends into the parts of x and, if y is not nil, of y.
type spread struct {
	op   Op
	x, y *Term
	k    int
}

// once memoizes compute by spread. Otherwise shared subterms would be visited on every path.
func (t *Table) once(s spread, compute func() *Term) *Term {
	x, known := t.spreads[s]
	if !known {
		x = compute()
		t.spreads[s] = x
	}
	return x
}

// Len returns the number of distinct terms made so far.
func (t *Table) Len() int { return t.count }

// intern returns the unique term with the operation of x and these arguments. The caller may reuse args: they are
// copied if the term is new, which is rare.
func (t *Table) intern(x Term, args ...*Term) *Term {
	t.Work.Spend(lookupWork + len(args))
	h := uint32(hash(&x, args))
	at := h & uint32(len(t.slots)-1)
	for ; t.slots[at].term != 0; at = (at + 1) & uint32(len(t.slots)-1) {
		if t.slots[at].hash != h {
			continue
		}
		if y := t.byID(int(t.slots[at].term - 1)); same(&x, y) && slices.Equal(args, y.Args) {
			return y
		}
	}
	t.Work.Spend(makeWork)
	t.Work.take(termBytes + operandBytes*(len(args)+len(x.Coefs)))
	if t.count%termsInBlock == 0 {
		t.terms = append(t.terms, new([termsInBlock]Term))
	}
	made := t.byID(t.count)
	*made = x
	made.Args = t.args.take(len(args))
	copy(made.Args, args)
	made.ID, made.operands, made.ops = t.count, countOperands(made), opsIn(made)
	t.count++
	t.slots[at] = slot{h, uint32(t.count)}
	if 2*t.count > len(t.slots) {
		t.grow()
	}
	return made
}

// byID returns the term with an ID.
func (t *Table) byID(id int) *Term { return &t.terms[id/termsInBlock][id%termsInBlock] }

// opsIn returns the operators of x and of all terms below it.
func opsIn(x *Term) Ops {
	ops := OpsOf(x.Op)
	for _, a := range x.Args {
		ops |= a.ops
	}
	return ops
}

// grow makes room for twice as many terms.
func (t *Table) grow() {
	old := t.slots
	t.slots = make([]slot, 2*len(old))
	last := uint32(len(t.slots) - 1)
	for _, s := range old {
		if s.term == 0 {
			continue
		}
		at := s.hash & last
		for t.slots[at].term != 0 {
			at = (at + 1) & last
		}
		t.slots[at] = s
	}
}

func hash(x *Term, args []*Term) uint64 {
	h := uint64(14695981039346656037)
	mix := func(v uint64) { h = (h ^ v) * 1099511628211; h ^= h >> 29 }
	mix(uint64(x.Op)<<8 | uint64(x.Bits))
	mix(x.K)
	for _, a := range args {
		mix(uint64(a.ID) + 1)
	}
	for _, c := range x.Coefs {
		mix(c)
	}
	for i := 0; i < len(x.Name); i++ {
		mix(uint64(x.Name[i]))
	}
	return h
}

// same reports whether x and y are equal except for their arguments.
func same(x, y *Term) bool {
	return x.Op == y.Op && x.Bits == y.Bits && x.K == y.K && x.Name == y.Name && slices.Equal(x.Coefs, y.Coefs)
}

// slab hands out parts of large allocations, which live as long as the table.
type slab struct{ free []*Term }

// slabSize is the number of operands in an allocation.
const slabSize = 128

// take returns n empty operands, one after the other in memory.
func (s *slab) take(n int) []*Term {
	if n > len(s.free) {
		s.free = make([]*Term, max(n, slabSize))
	}
	taken := s.free[:n:n]
	s.free = s.free[n:]
	return taken
}

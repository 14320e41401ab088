package term

// Memo is a map from the terms of one table to values. It hashes the numbers of the terms by multiplication.
// Rewriting looks up each operand of each term, and with a general map these look-ups would take most of the time. A
// memo holds no pointers to terms, so the garbage collector need not scan it.
type Memo[V any] struct {
	// entries is an open hash table. A term is in the first place that was free when it was added, starting at the
	// place of its hash. The length is a power of two, and at most half of the places are taken.
	entries []entry[V]
	count   int
}

// entry holds the ID of a term plus one, and the value for the term. An ID of 0 marks a free entry.
type entry[V any] struct {
	value V
	term  uint32
}

// firstEntries is the number of places of a memo after the first entry.
const firstEntries = 16

// sparse bounds the number of places per term. If there are more, Clear drops the table instead of clearing it.
const sparse = 32

// spreadID and spreadOther map near numbers to distant ones: 2^64 divided by the golden ratio, and by the square root
// of two.
const (
	spreadID    = 0x9E3779B97F4A7C15
	spreadOther = 0xB504F333F9DE6485
)

// find returns the entry of x. If there is none, it returns the free entry for x.
func (m *Memo[V]) find(x *Term) *entry[V] {
	return m.findID(uint32(x.ID + 1))
}

// findID returns the entry of the term whose ID is id - 1. If there is none, it returns the free entry for the term.
func (m *Memo[V]) findID(id uint32) *entry[V] {
	last := uint64(len(m.entries) - 1)
	for at := uint64(id) * spreadID >> 32 & last; ; at = (at + 1) & last {
		if e := &m.entries[at]; e.term == id || e.term == 0 {
			return e
		}
	}
}

// Get returns the value for x, if there is one.
func (m *Memo[V]) Get(x *Term) (v V, known bool) {
	if m.count == 0 {
		return v, false
	}
	e := m.find(x)
	return e.value, e.term != 0
}

// Put sets the value for x.
func (m *Memo[V]) Put(x *Term, v V) { m.place(x).value = v }

// Add adds x, and reports whether it was not there before.
func (m *Memo[V]) Add(x *Term) bool {
	before := m.count
	m.place(x)
	return m.count > before
}

// Clear removes all terms. It keeps the table if it was well filled, because clearing a large table after few terms
// takes longer than allocating a small one.
func (m *Memo[V]) Clear() {
	if len(m.entries) > sparse*m.count {
		m.entries = nil
	}
	clear(m.entries)
	m.count = 0
}

// Len returns the number of terms in the memo.
func (m *Memo[V]) Len() int { return m.count }

// place returns the entry of x, and adds it if needed.
func (m *Memo[V]) place(x *Term) *entry[V] {
	if 2*m.count >= len(m.entries) {
		m.grow()
	}
	e := m.find(x)
	if e.term == 0 {
		e.term = uint32(x.ID + 1)
		m.count++
	}
	return e
}

// grow makes room for four times as many terms.
func (m *Memo[V]) grow() {
	old := m.entries
	m.entries = make([]entry[V], max(firstEntries, 4*len(old)))
	for _, e := range old {
		if e.term != 0 {
			*m.findID(e.term) = e
		}
	}
}

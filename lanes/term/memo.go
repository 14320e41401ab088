package term

// Memo remembers something for the terms of one table: a map by their numbers, which hash well
// enough when they are multiplied. Rewriting looks up each operand of each term, and most of its time
// would be a general map's. It holds numbers and no terms, so that the collector need not look into it.
type Memo[V any] struct {
	// entries hold each term in the first free place from its own on: a power of two, and
	// at most half of them taken.
	entries []entry[V]
	count   int
}

// entry is a term, by its number and one, with what is remembered for it; 0 is nothing.
type entry[V any] struct {
	value V
	term  uint32
}

// firstEntries is the number of places of a memo that something is put into.
const firstEntries = 16

// sparse is how many places a memo has for each term when it is given up.
const sparse = 32

// spreadID and spreadOther map near numbers to distant ones: 2^64 divided by the golden ratio, and by the square root
// of two.
const (
	spreadID    = 0x9E3779B97F4A7C15
	spreadOther = 0xB504F333F9DE6485
)

// find is the place of x, or the one where it would be put.
func (m *Memo[V]) find(x *Term) *entry[V] {
	return m.findID(uint32(x.ID + 1))
}

// findID is the place of the term that is written so in an entry.
func (m *Memo[V]) findID(id uint32) *entry[V] {
	last := uint64(len(m.entries) - 1)
	for at := uint64(id) * spreadID >> 32 & last; ; at = (at + 1) & last {
		if e := &m.entries[at]; e.term == id || e.term == 0 {
			return e
		}
	}
}

// Get is what is remembered for x, if anything is.
func (m *Memo[V]) Get(x *Term) (v V, known bool) {
	if m.count == 0 {
		return v, false
	}
	e := m.find(x)
	return e.value, e.term != 0
}

// Put remembers v for x.
func (m *Memo[V]) Put(x *Term, v V) { m.place(x).value = v }

// Add remembers x, and reports that it was not remembered.
func (m *Memo[V]) Add(x *Term) bool {
	before := m.count
	m.place(x)
	return m.count > before
}

// Clear forgets all, and keeps the room where it was used: to clear a large one for the sake of
// few terms costs more than to make a small one.
func (m *Memo[V]) Clear() {
	if len(m.entries) > sparse*m.count {
		m.entries = nil
	}
	clear(m.entries)
	m.count = 0
}

// Len is the number of terms that something is remembered for.
func (m *Memo[V]) Len() int { return m.count }

// place is the place of x, which is remembered from now on.
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

package term

// memo remembers for terms what they became: a map from terms to terms by their numbers,
// which hash well enough when they are multiplied. Rewriting looks up each operand of each
// term, and most of its time would be a general map's.
type memo struct {
	// entries hold each term in the first free place from its own on: a power of two, and
	// at most half of them taken.
	entries []became
	count   int
}

// became is a term with what it became, or nothing.
type became struct{ was, is *Term }

// firstEntries is the number of places of a memo that something is put into.
const firstEntries = 16

// spreadID and spreadOther bring near numbers far apart: 2^64 divided by the golden ratio,
// and by the square root of two.
const (
	spreadID    = 0x9E3779B97F4A7C15
	spreadOther = 0xB504F333F9DE6485
)

// find is the place of x, or the one where it would be put.
func (m *memo) find(x *Term) *became {
	last := uint64(len(m.entries) - 1)
	for at := uint64(x.ID) * spreadID >> 32 & last; ; at = (at + 1) & last {
		if e := &m.entries[at]; e.was == x || e.was == nil {
			return e
		}
	}
}

// get is what x became, nil where that is not known.
func (m *memo) get(x *Term) *Term {
	if m.count == 0 {
		return nil
	}
	return m.find(x).is
}

// put remembers what x became.
func (m *memo) put(x, y *Term) {
	if 2*m.count >= len(m.entries) {
		m.grow()
	}
	e := m.find(x)
	if e.was == nil {
		m.count++
	}
	*e = became{x, y}
}

// grow makes room for four times as many terms.
func (m *memo) grow() {
	old := m.entries
	m.entries = make([]became, max(firstEntries, 4*len(old)))
	for _, e := range old {
		if e.was != nil {
			*m.find(e.was) = e
		}
	}
}

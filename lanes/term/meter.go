package term

import "unsafe"

// Meter counts the work on terms, and stops the work at a limit. Unlike time, the count does not depend on the machine
// and its load. A unit is the time of looking at one operand of a term, about 10 ns.
type Meter struct {
	Done, Limit int
	// Whole is the limit of an earlier attempt that failed, 0 if there was none. The present Limit is then only a part
	// of it.
	Whole int
	// Taken is the number of bytes of all terms made so far, because a table keeps its terms. MaxTaken is its limit, 0
	// for none.
	Taken, MaxTaken int
	// Stop aborts the work when a limit is exceeded. It does not return.
	Stop func()
	// RanOut reports whether work was aborted, even only in a part.
	RanOut bool

	// kept and keptBytes are the work and the memory that are reserved for later parts. The current part must not use
	// them.
	kept, keptBytes int
	lacked          bool
}

// Units of work. lookupWork is the cost of looking up a term, in addition to one unit for each operand. makeWork is the
// additional cost of a new term, which stays in memory. operandWork is the cost of comparing an operand of a formula
// with others. memberWork is the cost of adding a member to a conjunction.
const (
	lookupWork  = 8
	makeWork    = 30
	operandWork = 3
	memberWork  = 3
)

// termBytes is the size of a term with its places in the table, at most four. operandBytes is that of an operand or
// coefficient.
const (
	termBytes    = int(unsafe.Sizeof(Term{})) + 4*int(unsafe.Sizeof(slot{}))
	operandBytes = 8
)

// VisitWork is the cost in units of visiting a term in a walk through a formula.
const VisitWork = 10

// Spend counts units of work. It does nothing for a nil meter.
func (m *Meter) Spend(units int) {
	if m == nil {
		return
	}
	m.Done += units
	m.check()
}

// take counts the memory of a term. It does nothing for a nil meter.
func (m *Meter) take(bytes int) {
	if m == nil {
		return
	}
	m.Taken += bytes
	m.check()
}

func (m *Meter) check() {
	if m.Exceeded() {
		if !m.RanOut {
			m.RanOut, m.lacked = true, m.isFull()
		}
		m.Stop()
	}
}

// leftByPart is a divisor: a part leaves 1/leftByPart of the remaining work for later parts. What three hard questions
// leave suffices for a hundred easy ones. A part is still large enough for a hard question that can be answered.
const leftByPart = 8

// Part begins a part, which leaves a share of the remaining work and memory for later parts. A nested part has the
// limit of its outer part. The part ends when end is called.
func (m *Meter) Part() (end func()) {
	if m == nil || m.kept > 0 {
		return func() {}
	}
	return m.Attempt()
}

// Attempt begins a part for work that may be left undone. The part leaves a share of the remaining work and memory for
// later parts, and ends when end is called. Unlike Part, Attempt also reserves a share within another part, because the
// caller continues with the remaining work.
func (m *Meter) Attempt() (end func()) {
	if m == nil {
		return func() {}
	}
	before, bytesBefore := m.kept, m.keptBytes
	m.kept += max(m.Limit-before-m.Done, 0) / leftByPart
	m.keptBytes += max(m.MaxTaken-bytesBefore-m.Taken, 0) / leftByPart
	return func() { m.kept, m.keptBytes = before, bytesBefore }
}

// LackedMemory reports whether the first abort was caused by the limit of memory, not by the limit of work.
func (m *Meter) LackedMemory() bool { return m.lacked }

// IsSpent reports whether all work or all memory is used up.
func (m *Meter) IsSpent() bool { return m.Done >= m.Limit || m.MaxTaken > 0 && m.Taken > m.MaxTaken }

// isFull reports whether the memory exceeds its limit, or the limit of the current part.
func (m *Meter) isFull() bool { return m.MaxTaken > 0 && m.Taken > m.MaxTaken-m.keptBytes }

// Exceeded reports whether the work or the memory exceeds its limit, or the limit of the current part.
func (m *Meter) Exceeded() bool { return m.Done > m.Limit-m.kept || m.isFull() }

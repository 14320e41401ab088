package term

import "unsafe"

// Meter counts the work that is done on terms, and ends it at a limit: it does not hang on
// the machine and what else runs there, as time does. A unit is what it takes to look at
// one operand of a term, about 10 ns.
type Meter struct {
	Done, Limit int
	// Whole is the limit of an earlier attempt that failed, of which Limit is a part; 0 if there was none.
	Whole int
	// Taken are the bytes of the terms that were made, MaxTaken how many they may be, 0 for any
	// number: a table keeps all of its terms.
	Taken, MaxTaken int
	// Stop ends the work that exceeds a limit: it does not return.
	Stop func()
	// RanOut reports that work was ended, be it in a part.
	RanOut bool

	// kept is the work that the current part leaves to what follows it.
	kept int
}

// The units that a term costs that is looked up, besides one for each operand; those that
// one costs besides which is made, and stays in memory; those of an operand of a formula
// that is compared with others; and those of a member of a conjunction that is put together.
const (
	lookupWork  = 8
	makeWork    = 30
	operandWork = 3
	memberWork  = 3
)

// The bytes of a term with its places in the table, and those of an operand or coefficient.
const (
	termBytes    = int(unsafe.Sizeof(Term{})) + 4*int(unsafe.Sizeof(slot{}))
	operandBytes = 8
)

// VisitWork is the units that a term costs that is looked at on a way through a formula.
const VisitWork = 10

// Spend counts units of work. Without a meter nothing is counted.
func (m *Meter) Spend(units int) {
	if m == nil {
		return
	}
	m.Done += units
	m.check()
}

// take counts the memory of a term.
func (m *Meter) take(bytes int) {
	if m == nil {
		return
	}
	m.Taken += bytes
	m.check()
}

func (m *Meter) check() {
	if m.Exceeded() {
		m.RanOut = true
		m.Stop()
	}
}

// leftByPart is the share of what is left that a part leaves to those after it: enough for a hundred easy
// questions after three hard ones, and little for one that is hard and can be answered.
const leftByPart = 8

// Part begins a part, which leaves some of the remaining work to what follows it. A nested part takes what its outer
// one may. The part ends when end is called.
func (m *Meter) Part() (end func()) {
	if m == nil || m.kept > 0 {
		return func() {}
	}
	return m.Attempt()
}

// Attempt is Part of what may be left undone, also within a part: who begins it goes on with what it leaves.
func (m *Meter) Attempt() (end func()) {
	if m == nil {
		return func() {}
	}
	before := m.kept
	m.kept += max(m.Limit-before-m.Done, 0) / leftByPart
	return func() { m.kept = before }
}

// IsFull reports that the memory has been taken before the work was done.
func (m *Meter) IsFull() bool { return m.MaxTaken > 0 && m.Taken > m.MaxTaken }

// Exceeded reports that a limit has been reached before the work was done, in a part that of the part.
func (m *Meter) Exceeded() bool { return m.Done > m.Limit-m.kept || m.IsFull() }

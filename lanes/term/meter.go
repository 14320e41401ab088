package term

// Meter counts the work that is done on terms, and ends it at a limit: it does not hang on
// the machine and what else runs there, as time does. A unit is what it takes to look at
// one operand of a term, about 10 ns.
type Meter struct {
	Done, Limit int
	// Stop ends the work that exceeds the limit: it does not return.
	Stop func()
}

// The units that a term costs that is looked up, besides one for each operand; those that
// one costs besides which is made, and stays in memory; and those of an operand of a formula
// that is compared with others.
const (
	lookupWork  = 8
	makeWork    = 30
	operandWork = 3
)

// Spend counts units of work. Without a meter nothing is counted.
func (m *Meter) Spend(units int) {
	if m == nil {
		return
	}
	if m.Done += units; m.Exceeded() {
		m.Stop()
	}
}

// Exceeded reports that the limit has been reached before the work was done.
func (m *Meter) Exceeded() bool { return m.Done > m.Limit }

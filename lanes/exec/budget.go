package exec

import (
	"fmt"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// BudgetError unwinds what ran out of a budget, or came to what nobody follows.
type BudgetError struct{ reason string }

// NewMeter is a meter that ends an analysis after so much work.
func NewMeter(limit int) *term.Meter {
	m := &term.Meter{Limit: limit, MaxTaken: maxTerms}
	m.Stop = func() { panic(BudgetError{ExceededReason(m)}) }
	return m
}

// ExceededReason says which limit of a meter has been reached.
func ExceededReason(m *term.Meter) string {
	if m.IsFull() {
		return fmt.Sprintf("more than %d MB of terms", m.MaxTaken>>20)
	}
	return fmt.Sprintf("more than %d units of work", max(m.Limit, m.Whole))
}

// WithinBudget runs a part of an analysis; the reason why it ended before it was done, ""
// when it was done.
func WithinBudget(part func()) (reason string) {
	defer func() {
		if r := recover(); r != nil {
			ran, out := r.(BudgetError)
			if !out {
				panic(r)
			}
			reason = ran.reason
		}
	}()
	part()
	return ""
}

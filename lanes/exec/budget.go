package exec

import (
	"fmt"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// BudgetError ends an interpretation that ran out of a budget, or met a jump that is not followed.
type BudgetError struct{ reason string }

func (e BudgetError) Error() string { return e.reason }

// NewMeter returns a meter that ends an analysis after limit units of work.
func NewMeter(limit int) *term.Meter {
	m := &term.Meter{Limit: limit, MaxTaken: maxTerms}
	m.Stop = func() { panic(Exceeded(m)) }
	return m
}

// Exceeded names the limit of a meter that was reached.
func Exceeded(m *term.Meter) BudgetError {
	if m.LackedMemory() {
		return BudgetError{fmt.Sprintf("more than %d MB of terms", m.MaxTaken>>20)}
	}
	return BudgetError{fmt.Sprintf("more than %d units of work", max(m.Limit, m.Whole))}
}

// WithinBudget runs a part of an analysis. It returns a BudgetError if the part ended before it was done.
func WithinBudget(part func()) (ranOut error) {
	defer func() {
		if r := recover(); r != nil {
			budget, out := r.(BudgetError)
			if !out {
				panic(r)
			}
			ranOut = budget
		}
	}()
	part()
	return nil
}

package exec

import (
	"fmt"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// BudgetError ends an interpretation that ran out of a budget, or met a jump that is not followed.
type BudgetError struct {
	reason string
	// IsLimit reports whether a limit of counted work was reached. A higher effort raises such a limit.
	IsLimit bool
}

// LimitError returns the error that a limit of counted work was reached.
func LimitError(format string, args ...any) BudgetError {
	return BudgetError{fmt.Sprintf(format, args...), true}
}

func (e BudgetError) Error() string { return e.reason }

// Effort is the factor by which the limits of counted work are multiplied: steps, work, terms and questions to the
// solver. 0 is the same as 1.
type Effort int

// Times returns a limit at this effort.
func (e Effort) Times(limit int) int { return limit * max(int(e), 1) }

// NewMeter returns a meter that ends an analysis after limit units of work, or when its terms take more memory than the
// effort allows.
func NewMeter(limit int, effort Effort) *term.Meter {
	m := &term.Meter{Limit: limit, MaxTaken: effort.Times(maxTerms)}
	m.Stop = func() { panic(Exceeded(m)) }
	return m
}

// Exceeded returns the error that names the exceeded limit of a meter.
func Exceeded(m *term.Meter) BudgetError {
	if m.LackedMemory() {
		return LimitError("more than %d MB of terms", m.MaxTaken>>20)
	}
	return LimitError("more than %d units of work", max(m.Limit, m.Whole))
}

// WithinBudget runs a part of an analysis. It returns nil if the part was completed, otherwise the BudgetError that
// ended it.
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

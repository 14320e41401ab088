package replay

import "testing"

// A root whose runs were not made, because a budget is used up, is not free: with a fresh budget they are made.
func TestUsedUpBudgetsAreNotFree(t *testing.T) {
	budgets := map[string]func(*replayer) *int{
		"replay": func(r *replayer) *int { return &r.leftToReplay },
		"shrink": func(r *replayer) *int { return &r.leftToShrink },
		"unused": func(r *replayer) *int { return &r.leftForUnused },
	}
	for name, of := range budgets {
		for i := range New(true).all() {
			r := New(true)
			r.Begin()
			spent, isFree := r.Spent()
			if !isFree || !r.MayTake(spent) {
				t.Fatal("a root without runs is not free")
			}
			*of(r.all()[i]) = 0
			if !r.MayTake(spent) {
				t.Errorf("%s of replayer %d: a root that needs no runs is not taken", name, i)
			}
			r.Begin()
			if _, isFree := r.Spent(); isFree {
				t.Errorf("%s of replayer %d is used up, and the root is free", name, i)
			}
		}
	}
}

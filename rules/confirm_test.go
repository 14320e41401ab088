package rules

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/warp"
)

// A finding with a confirmed witness is exact, whatever was approximated; one with a refuted witness never is. The
// number of attempts at one place is limited.
func TestWitnessesAreReplayed(t *testing.T) {
	potential := func(at warp.Shape, why string) lanes.Verdict {
		v := absent(1, lanes.Potential)
		v.Witness = &lanes.Witness{Shape: at}
		if why != "" {
			v.Reservation = lanes.Reservation{Cause: lanes.Approximated, Text: why}
		}
		return v
	}
	real, unreal := warp.Shape{32, 1, 1}, warp.Shape{64, 1, 1}
	runs := 0
	replay := func(_ *Rule, _ *lanes.Fact, v *lanes.Verdict) bool {
		runs++
		return v.Witness.Shape == real
	}
	findings := func(verdicts ...lanes.Verdict) []Finding {
		runs = 0
		return collect(ask(map[string][]lanes.Verdict{npKey: verdicts}), []*lanes.Fact{newFact()}, Machine{Replay: replay}, Doubt{})
	}
	found := findings(potential(unreal, ""), potential(real, "a loop was cut"), potential(real, ""))
	if len(found) != 1 || found[0].IsUnconfirmed() || runs != 2 {
		t.Errorf("%d runs, findings %+v", runs, found)
	}
	many := []lanes.Verdict{}
	for range 10 * maxRefuted {
		many = append(many, potential(unreal, ""))
	}
	found = findings(many...)
	if len(found) != 1 || !found[0].IsUnconfirmed() || runs != maxRefuted {
		t.Errorf("%d runs, findings %+v", runs, found)
	}
}

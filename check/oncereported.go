package check

import (
	"slices"

	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
)

// reportedOnce drops the potential and the open findings at each call where shown has the finding that the value of
// __activemask() is no mask. Both findings are one fault, and are mended together.
func reportedOnce(findings, shown []rules.Finding) []rules.Finding {
	reported := map[result.Place]bool{}
	for _, f := range shown {
		if f.Key == rules.ActiveMaskKey {
			reported[result.PlaceOf(f.Pos)] = true
		}
	}
	return slices.DeleteFunc(findings, func(f rules.Finding) bool {
		return reported[result.PlaceOf(f.Pos)] && (rules.ByKey(f.Key).PotentialOf != "" || f.IsOpen())
	})
}

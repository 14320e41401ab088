package check

import (
	"slices"

	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
)

// reportedOnce drops what may go wrong at a call for lanes that __activemask() lacks, where the
// finding that its value is no mask is shown: both are one fault, and mended together.
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

package check

import (
	"slices"

	"github.com/warpcheck/warpcheck/rules"
)

// toldOnce drops what may go wrong at a call for lanes that __activemask() lacks, where the
// finding that its value is no mask is shown: both are one fault, and mended together.
func toldOnce(findings, shown []rules.Finding) []rules.Finding {
	told := map[place]bool{}
	for _, f := range shown {
		if f.Key == rules.ActiveMaskKey {
			told[placeOf(f.Pos)] = true
		}
	}
	return slices.DeleteFunc(findings, func(f rules.Finding) bool {
		return told[placeOf(f.Pos)] && (rules.ByKey(f.Key).PotentialOf != "" || f.IsUndecided())
	})
}

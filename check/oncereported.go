package check

import (
	"slices"

	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
)

// reportedOnce drops potential and open findings at a call, if shown has a finding about a mask of __activemask() at
// this call. Both are the same fault, with the same repair. The list shown has all findings that are reported.
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

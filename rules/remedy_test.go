package rules

import (
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/warp"
)

// A template with many instances has as many findings at one place, each with its own remedies.
func TestRemediesOfManyFindingsAreFew(t *testing.T) {
	all := ask(map[string][]lanes.Verdict{"participating_lane_not_in_mask": {{
		Certainty: lanes.Definite, Lanes: 2, Mask: 1, Arrives: 3,
	}}})
	found := collect(all, slices.Repeat([]*lanes.Fact{inBlock(64)}, 12), Machine{}, Doubt{})
	if len(found) != 1 {
		t.Fatalf("%d findings at one place", len(found))
	}
	want := []Remedy{{Kind: NameLanes, Mask: 3}, {Kind: NameVoters, Mask: 3}}
	if got := found[0].Remedies; !slices.EqualFunc(got, want, func(a, b Remedy) bool { return a.Kind == b.Kind && a.Mask == b.Mask }) {
		t.Errorf("remedies %v", got)
	}
}

func TestEqualRemediesDoNotMultiply(t *testing.T) {
	twice := []Remedy{{Kind: NameVoters, Mask: warp.All}, {Kind: NameVoters, Mask: warp.All}}
	merged := twice
	for range 16 {
		merged = agreed(merged, twice)
	}
	if len(merged) > 2 {
		t.Errorf("%d remedies of two", len(merged))
	}
}

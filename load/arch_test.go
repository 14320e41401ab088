package load

import (
	"testing"

	"github.com/warpcheck/warpcheck/warp"
)

func TestParseArch(t *testing.T) {
	for name, want := range map[string]warp.Arch{
		"sm_70": 70, "70": 70, "compute_86": 86, "sm_90a": 90 + warp.Specific, "120f": 120 + warp.Family, "sm_61": 61,
		"": 0, "sm_": 0, "sm_71": 0, "7.0": 0, "sm_70x": 0, "a": 0,
	} {
		if got, err := parseArch(name); got != want || (err == nil) != (want != 0) {
			t.Errorf("%q: %d, %v", name, got, err)
		}
	}
	if got, err := ParseArchs([]string{"70, sm_90", "70"}); err != nil || len(got) != 2 {
		t.Errorf("a list: %v, %v", got, err)
	}
}

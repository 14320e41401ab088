package rules

import (
	"slices"
	"strings"
	"testing"
)

func TestMatch(t *testing.T) {
	races := []string{"missing-syncwarp", "potentially-missing-syncwarp", "missing-syncthreads", "potentially-missing-syncthreads"}
	for pattern, want := range map[string][]string{
		"divergent_mask":            {"divergent_mask"},
		"divergent-mask":            {"divergent_mask"},
		"missing_syncwarp":          races[:1],
		"WC301":                     races[:1],
		"races":                     races,
		"WC3":                       races,
		"*missing_sync*":            races,
		"*missing-sync*":            races,
		"potentially_missing":       {races[1], races[3]},
		"spin_":                     {"spin-wait-deadlock"},
		"[abd]*[k-t]":               {"divergent_mask", "divergent-syncthreads", "activemask-as-mask", "barrier-after-exit"},
		"participating-lane-not-in": {"participating_lane_not_in_mask"},
	} {
		if got, err := All().Match(pattern); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, error %v, want %q", pattern, got, err, want)
		}
	}
	for pattern, want := range map[string]string{
		"divergent-msk": `no rule matches "divergent-msk", did you mean "divergent_mask"?`,
		"maks":          `no rule matches "maks", did you mean "masks"?`,
		"WC113":         `no rule matches "WC113", did you mean "WC103"?`,
		"[":             `bad rule pattern "[": `,
		"":              `no rule matches "", `,
	} {
		if got, err := All().Match(pattern); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %q, error %v, want %s", pattern, got, err, want)
		}
	}
}

// Every spelling names a rule or a group, and no spelling has two meanings.
func TestSpellingsNameRules(t *testing.T) {
	seen := map[string]bool{}
	for _, word := range All().Spellings() {
		if seen[word] {
			t.Errorf("%q has two meanings", word)
		}
		seen[word] = true
		if All().Named(word) == nil {
			t.Errorf("%q names no rule", word)
		}
	}
	if All().Named("divergent") != nil {
		t.Error("a prefix is taken for a name")
	}
}

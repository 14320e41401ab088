package rules

import (
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
)

// atCall returns a finding about the mask of one call in a kernel.
func atCall(rule *Rule, certainty lanes.Certainty, kernel string) Finding {
	return Finding{Key: rule.Key, Certainty: certainty, OfMask: true, Kernels: []string{kernel}, Contexts: []Context{{Root: kernel}}, Pos: source.Pos{File: "a.cu", Line: 3, Column: 5},
		Cases: []Case{{Text: rule.Key}}}
}

func TestOneMaskIsToldOnce(t *testing.T) {
	elsewhere := atCall(notInMask, lanes.Definite, "k")
	elsewhere.Pos.Line = 4
	readsAbsent := atCall(sourceNotInMask, lanes.Definite, "k")
	readsAbsent.OfMask = false
	for name, row := range map[string]struct {
		findings []Finding
		want     []string
	}{
		"the first of equals": {[]Finding{atCall(sourceNotInMask, lanes.Definite, "k"), atCall(notInMask, lanes.Definite, "k"),
			atCall(notParticipating, lanes.Definite, "k")}, []string{notParticipating.Key}},
		"the surest": {[]Finding{atCall(potentiallyDivergentMask, lanes.Potential, "k"), atCall(notInMask, lanes.Definite, "k")},
			[]string{notInMask.Key}},
		"another kernel": {[]Finding{atCall(notInMask, lanes.Definite, "k"), atCall(notParticipating, lanes.Definite, "other")},
			[]string{notParticipating.Key, notInMask.Key}},
		"another call":       {[]Finding{atCall(notParticipating, lanes.Definite, "k"), elsewhere}, []string{notParticipating.Key, notInMask.Key}},
		"a lane that is not": {[]Finding{atCall(notParticipating, lanes.Definite, "k"), readsAbsent}, []string{notParticipating.Key, sourceNotInMask.Key}},
		"an open question": {[]Finding{atCall(notParticipating, lanes.Definite, "k"), atCall(potentiallyDivergentMask, lanes.Undecided, "k")},
			[]string{notParticipating.Key, potentiallyDivergentMask.Key}},
	} {
		var keys []string
		for _, f := range OncePerMask(Merge(row.findings), nil) {
			keys = append(keys, f.Key)
		}
		if !slices.Equal(keys, row.want) {
			t.Errorf("%s: told %q, want %q", name, keys, row.want)
		}
	}
}

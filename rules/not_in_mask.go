package rules

import (
	"fmt"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/warp"
)

var notInMask = &Rule{
	Key:   "participating_lane_not_in_mask",
	Code:  "WC105",
	Title: "A lane takes part without naming itself in the sync mask",
	Text: `A lane that makes the call must be in the mask that it passes. What happens otherwise is
undefined: the other lanes do not wait for it, and the result that it gets means nothing.

Name the lane, or guard the call with the mask: ` + "`if (mask & (1u << lane))`" + `.`,
	Bad: `__global__ void bad(unsigned *out) {
  int lane = threadIdx.x & 31;
  out[threadIdx.x] = __ballot_sync(0xfffffffe, lane & 1);
}
`,
	Good: `__global__ void good(unsigned *out) {
  int lane = threadIdx.x & 31;
  if (lane != 0)
    out[threadIdx.x] = __ballot_sync(0xfffffffe, lane & 1);
}
`,
	Guideline: "2.3",
	Evidence:  LaneNotInMask,
	Severity:  Error,
	Default:   true,
	Ask:       (*lanes.Fact).NotInMask,
	Message: func(_ *lanes.Fact, v *lanes.Verdict) string {
		return fmt.Sprintf("Lane(s) %s participate but are not named in the sync mask %s in "+
			"context(s) %s", lanesMark, bits(v.Mask), contextsMark)
	},
	Help:     notInMaskHelp,
	Pass:     withMissing,
	Remedies: nameMissing,
	OfMask:   always,
}

var potentiallyNotInMask = &Rule{
	Key:         "participating_lane_potentially_not_in_mask",
	Code:        "WC106",
	PotentialOf: notInMask.Key,
	Title:       "A lane may take part without naming itself in the sync mask",
	Text: `As participating_lane_not_in_mask, for some value of what the analyser does not know: a
kernel argument, loaded data, the launch. The finding comes with such a value (the
witness), or says which approximation it rests on.`,
	Bad: `__global__ void bad(unsigned mask, unsigned *out) {
  int lane = threadIdx.x & 31;
  out[threadIdx.x] = __ballot_sync(mask, lane & 1);
}
`,
	Good: `__global__ void good(unsigned mask, unsigned *out) {
  int lane = threadIdx.x & 31;
  if (mask & (1u << lane))
    out[threadIdx.x] = __ballot_sync(mask, lane & 1);
}
`,
	Guideline: notInMask.Guideline,
	Severity:  Warning,
	Question:  "all participating lanes are named in the sync mask",
	Message: func(_ *lanes.Fact, v *lanes.Verdict) string {
		return fmt.Sprintf("Lane(s) %s participate but are potentially not named in the sync "+
			"mask %s in context(s) %s", lanesMark, bits(v.Mask), contextsMark)
	},
	Help:     notInMaskHelp,
	Pass:     withMissing,
	Remedies: nameMissing,
	OfMask:   always,
}

func notInMaskHelp(fact *lanes.Fact, v *lanes.Verdict) string {
	switch {
	case differsByWarp(fact, v):
		return "take the mask with __ballot_sync before the lanes part" + ballotOf("of the branch")
	case v.IsExample():
		return "name every lane that makes the call in the mask, or let only lanes of the mask make it: if (mask & (1u << lane))"
	}
	if !fact.PassesOneMask() {
		return "pass a mask that names " + lanesMark + ", and no lane that passes another mask, or keep " + lanesMark + " away from the call"
	}
	return "pass " + maskMark + ", or keep " + lanesMark + " away from the call"
}

// withMissing returns the lanes that the mask of v should name: those that it names, and the missing ones. If the mask
// names lanes that are elsewhere, withMissing returns the lanes that arrive instead.
func withMissing(_ *lanes.Fact, v *lanes.Verdict) warp.Lanes {
	if warp.Lanes(v.Mask)&v.Elsewhere != 0 {
		return v.Arrives
	}
	return warp.Lanes(v.Mask) | v.Lanes
}

// nameMissing proposes two masks. The first names the lanes that arrive. The second adds the missing lanes to the
// present mask, which may name lanes that reach the call by another path.
func nameMissing(fact *lanes.Fact, v *lanes.Verdict) []Remedy {
	remedies := nameArriving(v.Arrives, fact, v)
	for _, r := range nameArriving(withMissing(fact, v), fact, v) {
		if len(agreed(remedies, []Remedy{r})) == 0 {
			remedies = append(remedies, r)
		}
	}
	return remedies
}

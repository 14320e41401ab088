package rules

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/warp"
)

var divergentMask = &Rule{
	Key:   "divergent_mask",
	Code:  "WC103",
	Title: "Lanes pass different sync masks that overlap",
	Text: `Lanes that meet at a collective must agree on who takes part. Masks that are unequal and
overlap claim one lane for two groups: the hardware may hang, trap, or exchange data
between groups that do not know of each other. Masks without a common lane are correct:
they are separate groups, at one call or in two branches.

Compute the mask once, before the lanes part, and pass the same value in all of them.`,
	Bad: `__global__ void bad(unsigned *out) {
  int lane = threadIdx.x & 31;
  unsigned mask = lane < 8 ? 0xffffffff : 0xffffff00;
  out[threadIdx.x] = __ballot_sync(mask, lane & 1);
}
`,
	Good: `__global__ void good(unsigned *out) {
  int lane = threadIdx.x & 31;
  unsigned mask = lane < 8 ? 0x000000ff : 0xffffff00;
  out[threadIdx.x] = __ballot_sync(mask, lane & 1);
}
`,
	Guideline: "2.4",
	Evidence:  MasksUnequal,
	Severity:  Error,
	Default:   true,
	Ask:       (*lanes.Fact).DivergentMask,
	Message: func(_ *lanes.Fact, v *lanes.Verdict) string {
		return "Participating" + disagreement(v)
	},
	Help:     divergentMaskHelp,
	Pass:     arriving,
	Remedies: nameOneMask,
	OfMask:   always,
	Related:  "lanes with an overlapping mask call here",
}

var potentiallyDivergentMask = &Rule{
	Key:         "potentially_divergent_mask",
	Code:        "WC104",
	PotentialOf: divergentMask.Key,
	Title:       "Lanes may pass different sync masks that overlap",
	Text: `As divergent_mask, for some value of what the analyser does not know: a kernel argument,
loaded data, the launch. The finding comes with such a value (the witness), or says which
approximation it rests on.`,
	Bad: `__global__ void bad(const int *d, unsigned *out) {
  int lane = threadIdx.x & 31;
  unsigned mask = 0xffffffff;
  if (lane != 0 && d[lane] > 0)
    mask = 0xfffffffe;
  out[lane] = __ballot_sync(mask, lane & 1);
}
`,
	Good: `__global__ void good(const int *d, unsigned *out) {
  int lane = threadIdx.x & 31;
  unsigned mask = __match_any_sync(0xffffffff, d[lane] > 0);
  out[lane] = __ballot_sync(mask, lane & 1);
}
`,
	Guideline: divergentMask.Guideline,
	Severity:  Warning,
	Question:  "participating lanes agree on the sync mask",
	Message: func(_ *lanes.Fact, v *lanes.Verdict) string {
		return "Potentially participating" + disagreement(v)
	},
	Help:     divergentMaskHelp,
	Pass:     arriving,
	Remedies: nameOneMask,
	OfMask:   always,
	Related:  divergentMask.Related,
}

// disagreement returns the message without its first word. Users may rely on the wording, so it does not change.
func disagreement(v *lanes.Verdict) string {
	return fmt.Sprintf(" lanes do not agree on sync mask. Lane(s) %s have mask %s but union of "+
		"all masks is %s in context(s) %s", lanesMark, bits(v.Mask), bits(detail.As[detail.OverlappingMasks](v.Detail).Union), contextsMark)
}

func divergentMaskHelp(fact *lanes.Fact, v *lanes.Verdict) string {
	const general = "compute the mask once, before the lanes part, and pass it in all of them"
	if v.IsExample() || v.Arrives == 0 || len(v.Related) > 0 {
		return general
	}
	help := "pass " + maskMark + " in every lane that takes part, or masks without a common lane"
	if c := fact.Site.Collective; c != nil && c.Class.Kind == cfg.VoteBallot {
		help += "; to look at some lanes only, mask the result: " + c.Name + "(" + maskMark + ", ...) & mask"
	}
	return help
}

// masksLabel returns words about two masks that overlap, followed by "; ". It returns "" if there are none.
func masksLabel(v *lanes.Verdict) string {
	other := detail.As[detail.OverlappingMasks](v.Detail).Other
	if other == 0 || v.Mask == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s %s and others %s, which both name %s; ", v.Lanes.Words(), verb(v.Lanes, "pass"),
		warp.Lanes(v.Mask).Hex(), warp.Lanes(other).Hex(), warp.Lanes(v.Mask&other).Words())
}

// arriving returns the lanes that arrive.
func arriving(_ *lanes.Fact, v *lanes.Verdict) warp.Lanes { return v.Arrives }

// nameOneMask proposes to pass the mask of the lanes that arrive.
func nameOneMask(fact *lanes.Fact, v *lanes.Verdict) []Remedy {
	return nameArriving(v.Arrives, fact, v)
}

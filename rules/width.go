package rules

import (
	"fmt"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/warp"
)

// width has no potential variant. The guideline asks for a constant, valid width. A width that is invalid only in some
// launches is not reported as a finding, but the accounting lists it.
var width = &Rule{
	Key:   "width_is_not_power_of_two",
	Code:  "WC110",
	Title: "The width of a shuffle is not 1, 2, 4, 8, 16 or 32",
	Text: `The width splits the warp into segments of equal size, within which a shuffle counts its
lanes. The hardware takes it as a mask of lane bits, so that any other value gives segments
that nobody asked for.

Pass a power of two up to 32, and handle a shorter group with a condition.`,
	Bad: `__global__ void bad(int *out) {
  int lane = threadIdx.x & 31;
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, lane, 1, 12);
}
`,
	Good: `__global__ void good(int *out) {
  int lane = threadIdx.x & 31;
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, lane, 1, 16);
}
`,
	Guideline: "2.2",
	Evidence:  WidthInvalid,
	Severity:  Error,
	Default:   true,
	Question:  "the width is 1, 2, 4, 8, 16 or 32",
	Ask:       (*lanes.Fact).Width,
	Message: func(_ *lanes.Fact, v *lanes.Verdict) string {
		return fmt.Sprintf("Width parameter must be power of two not larger than warp width "+
			"(i.e., 1, 2, 4, 8, 16, or 32). Lane(s) %s have width %d in context(s) %s",
			lanesMark, widthOf(v), contextsMark)
	},
	Help:     widthHelp,
	Remedies: wholeWidth,
}

// widthOf returns the width argument that the verdict v calls invalid: it is none of 1, 2, 4, 8, 16 and 32.
func widthOf(v *lanes.Verdict) int { return detail.As[detail.InvalidWidth](v.Detail).Width }

// widthHelp advises to pass a valid width near the wrong one.
func widthHelp(_ *lanes.Fact, v *lanes.Verdict) string {
	width := widthOf(v)
	switch {
	case width > warp.Size:
		return "leave the width out: it is 32 then"
	case width < 1:
		return "pass 1, 2, 4, 8, 16 or 32"
	}
	above := 1
	for above < width {
		above *= 2
	}
	return fmt.Sprintf("pass %d or %d", above/2, above)
}

// wholeWidth proposes to leave out a width that is larger than a warp.
func wholeWidth(_ *lanes.Fact, v *lanes.Verdict) []Remedy {
	if widthOf(v) <= warp.Size {
		return nil
	}
	return []Remedy{{Kind: LeaveOutWidth}}
}

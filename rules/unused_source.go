package rules

import "github.com/warpcheck/warpcheck/lanes"

var unusedSourceNotInMask = &Rule{
	Key:      "unused_source_lane_not_in_mask",
	Code:     "WC109",
	UnusedOf: sourceNotInMask.Key,
	Title:    "A shuffle reads a lane that does not take part, and nothing uses what it reads",
	Text: `As source_lane_not_in_mask, where the undefined value has no effect: the concrete machine
ran the kernel with several inputs and several values in its place, and what the kernel stores,
and who comes to which collective with which mask, was the same. The usual case are the upper
lanes of a tree of ` + "`__shfl_down_sync`" + ` whose result lane 0 stores.`,
	Bad: `__global__ void bad(const int *d, int *out) {
  int lane = threadIdx.x & 31;
  if (lane < 16) {
    int v = d[lane];
    for (int o = 8; o > 0; o /= 2)
      v += __shfl_down_sync(0x0000ffff, v, o);
    if (lane == 0)
      *out = v;
  }
}
`,
	Good: `__global__ void good(const int *d, int *out) {
  int lane = threadIdx.x & 31;
  if (lane < 16) {
    int v = d[lane];
    for (int o = 8; o > 0; o /= 2)
      v += __shfl_down_sync(0x0000ffff, v, o, 16);
    if (lane == 0)
      *out = v;
  }
}
`,
	Guideline: sourceNotInMask.Guideline,
	Severity:  Note,
	Rows:      sourceRows,
	Message: func(fact *lanes.Fact, v *lanes.Verdict) string {
		if v.Certainty.IsOfSome() {
			return "Unused: " + readText(fact, v, "may ")
		}
		return "Unused: " + readText(fact, v, "")
	},
	Help: sourceNotInMaskHelp,
	Pass: withSources,
}

package rules

import (
	"fmt"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/warp"
)

var warpgroupNotWhole = &Rule{
	Key:   "warpgroup-not-whole",
	Code:  "WC403",
	Title: "An instruction of a warpgroup that some of its threads do not execute",
	Text: "The instructions `wgmma.fence`, `wgmma.mma_async`, `wgmma.commit_group`, `wgmma.wait_group` and `setmaxnreg` are executed by a\n" +
		`warpgroup: four contiguous warps, the first of which has a number divisible by four. All 128 threads must execute the
same instruction. Where some of them take another path or have returned, the behaviour is undefined: the kernel hangs,
ends in an error, or computes a wrong product. The same text in two branches is two instructions. The last warps of a
block whose size is no multiple of 128 are no warpgroup.

Choose the roles of warps by warpgroup (` + "`threadIdx.x / 128`" + `), and let all threads of a role execute its instructions.
One lane alone may begin copies and arrive at barriers.`,
	Bad: `__global__ void bad(int *out) {
  if (threadIdx.x < 64)
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
  out[threadIdx.x] = 1;
}

void launch(int *out) { bad<<<1, 256>>>(out); }
`,
	Good: `__global__ void good(int *out) {
  if (threadIdx.x < 128)
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
  out[threadIdx.x] = 1;
}

void launch(int *out) { good<<<1, 256>>>(out); }
`,
	Severity: Error,
	Default:  true,
	Ask:      (*lanes.Fact).WholeWarpgroup,
	Message:  warpgroupText,
	Help:     warpgroupHelp,
}

var potentiallyWarpgroupNotWhole = &Rule{
	Key:         "potentially-warpgroup-not-whole",
	Code:        "WC404",
	PotentialOf: warpgroupNotWhole.Key,
	Title:       "An instruction of a warpgroup that some of its threads may not execute",
	Text: `As warpgroup-not-whole, for some value of what the analyser does not know: a kernel argument, loaded data, the launch.
The finding comes with such a value (the witness).`,
	Bad: `__global__ void bad(int *out, int warps) {
  if (threadIdx.x / 32 < warps)
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
  out[threadIdx.x] = 1;
}

void launch(int *out, int warps) { bad<<<1, 256>>>(out, warps); }
`,
	Good: `__global__ void good(int *out, int groups) {
  if (threadIdx.x / 128 < groups)
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
  out[threadIdx.x] = 1;
}

void launch(int *out, int groups) { good<<<1, 256>>>(out, groups); }
`,
	Severity: Warning,
	Question: "all threads of the warpgroup execute the instruction",
	Message:  warpgroupText,
	Help:     warpgroupHelp,
}

// warpgroupText returns the message about threads of a warpgroup that do not execute its instruction.
func warpgroupText(fact *lanes.Fact, v *lanes.Verdict) string {
	name := writtenName(fact)
	if rest, is := v.Detail.(detail.RestOfBlock); is {
		return fmt.Sprintf("%s is executed by the last %d threads of the block, which are no warpgroup, in %s", name, rest.Threads, kernelsMark)
	}
	skip := verb(v.Lanes, "skip")
	if v.Certainty.IsOfSome() {
		skip = "may skip"
	}
	return fmt.Sprintf("%s %s this %s while others of the warpgroup execute it in %s", absentWords(&fact.Context, v), skip, name, kernelsMark)
}

// warpgroupHelp returns advice on how to let a whole warpgroup execute an instruction.
func warpgroupHelp(fact *lanes.Fact, v *lanes.Verdict) string {
	switch {
	case v.Detail != nil:
		return fmt.Sprintf("launch the kernel with a multiple of %d threads, or let no other threads come here", warp.GroupSize)
	case allReturn(v.Splits):
		return "let the threads return behind the instruction"
	}
	return fmt.Sprintf("let all %d threads of the warpgroup come here, such as by a condition on threadIdx.x / %d", warp.GroupSize, warp.GroupSize)
}

package rules

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/lanes"
)

var barrierAfterExit = &Rule{
	Key:   "barrier-after-exit",
	Code:  "WC203",
	Title: "A block barrier comes after some threads may have returned",
	Text: `A barrier of the block is for all its threads. NVIDIA's GPUs do not wait for threads that
have returned; the language says that a barrier must be reached by all threads or none, and other
devices wait for ever.

Let the threads that have nothing to do skip the work and come to the barrier, too.`,
	Bad: `__global__ void bad(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  __syncthreads();
  out[i] = i;
}
`,
	Good: `__global__ void good(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __syncthreads();
  if (i < n)
    out[i] = i;
}
`,
	Guideline: "1.14",
	Severity:  Warning,
	Ask:       (*lanes.Fact).AfterExit,
	Message: func(fact *lanes.Fact, _ *lanes.Verdict) string {
		return writtenName(fact) + " comes after some threads of the block may have returned in " + kernelsMark
	},
	Help:    afterExitHelp,
	Related: "threads that return by this condition do not come to the barrier",
	Here: "CUDA requires all threads of the block here; NVIDIA's GPUs do not wait for those that have returned: " +
		"there it does no harm if no other thread reads what they would have stored",
}

// afterExitHelp returns advice on how to let all threads reach a barrier. If the barrier is in a called function, in a
// loop or in a branch, the advice is that the threads which now return take the same path as the others.
func afterExitHelp(fact *lanes.Fact, v *lanes.Verdict) string {
	const waiver = "; or, where that does no harm, // warpcheck:ignore barrier-after-exit REASON"
	isOut := func(b *cfg.Block) bool { return b.LeavesKernel }
	isDirect := len(fact.Context.Path) == 0
	if isDirect && fact.Site.Block.Loop == nil && !mayMiss(fact.Site, isOut) {
		return "do not return before the barrier but skip the work" + asPartsOf(fact, "in", "bool in = ...; ") + waiver
	}
	where := ""
	if len(v.Related) == 1 {
		where = " in " + named(fact, v.Related[0])
	}
	way := "come to the barrier"
	if !isDirect {
		way = "call " + lastNames(lexical.WithoutTemplateArguments(fact.Context.PathNames[0]))
	}
	return fmt.Sprintf("in %s, do not return%s: keep the condition in a variable, let all threads %s as often as the others, and skip only the loads and stores of those that now return",
		lexical.WithoutTemplateArguments(fact.Context.Root.Name), where, way) + waiver
}

package rules

import (
	"fmt"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/detail"
)

var missingSyncthreads = &Rule{
	Key:   "missing-syncthreads",
	Code:  "WC303",
	Title: "Two warps use one cell of shared memory with no barrier of the block between",
	Text: `The warps of a block run on their own: what a thread of one warp writes to shared memory a thread
of another sees for certain only behind a barrier of the block that both come to. ` + "`__syncwarp`" + `, shuffles,
votes and fences order nothing between warps. Stores of one value and atomics among themselves are right, and
so is what each warp keeps to itself. The finding stands at the later access; around a loop that is the
next iteration's.

It is about shared memory. Flags that threads wait for by volatile or atomic accesses with a fence may order what
this rule does not see: such cells are left alone. Where neither access stores a constant and no loop of the kernel
waits, volatile words are data, and the race is potential.

Put ` + "`__syncthreads()`" + ` between the two, where all threads of the block pass; in a loop also before its next
iteration. A function that uses shared memory and is called twice needs one between its last access and the first one of the
next call. The tutorial repairs such a function.`,
	Bad: `__global__ void bad(int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = out[t];
  out[t] = s[255 - t];
}

void launch(int *out) { bad<<<1, 256>>>(out); }
`,
	Good: `__global__ void good(int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  out[t] = s[255 - t];
}

void launch(int *out) { good<<<1, 256>>>(out); }
`,
	Evidence:   OrderOfWarps,
	Severity:   Error,
	Default:    true,
	OfAccesses: true,
	OfWarps:    true,
	Ask:        (*lanes.Fact).MissingSyncthreads,
	Message: func(fact *lanes.Fact, v *lanes.Verdict) string {
		return blockRaceText(fact, v, "races")
	},
	Help:     blockRaceHelp,
	Remedies: orderWarps,
	Related:  "the earlier access is here",
}

var potentiallyMissingSyncthreads = &Rule{
	Key:         "potentially-missing-syncthreads",
	Code:        "WC304",
	PotentialOf: missingSyncthreads.Key,
	Title:       "Two warps may use one cell of shared memory with no barrier of the block between",
	Text: `As missing-syncthreads, for some value of what the analyser does not know: a kernel argument,
loaded data, the launch, or another iteration of a loop. The finding comes with such a value (the
witness), or says which approximation it rests on.`,
	Bad: `__global__ void bad(const int *d, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  if (d[t] > 0)
    s[255 - t] = t;
  out[t] = s[t];
}

void launch(const int *d, int *out) { bad<<<1, 256>>>(d, out); }
`,
	Good: `__global__ void good(const int *d, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  if (d[t] > 0)
    s[255 - t] = t;
  __syncthreads();
  out[t] = s[t];
}

void launch(const int *d, int *out) { good<<<1, 256>>>(d, out); }
`,
	Severity: Warning,
	Question: "threads of two warps race for shared memory",
	Message: func(fact *lanes.Fact, v *lanes.Verdict) string {
		return blockRaceText(fact, v, "may race")
	},
	Help:     blockRaceHelp,
	Remedies: orderWarps,
	Related:  missingSyncthreads.Related,
}

// besideWords holds the reasons why a barrier near two accesses does not order them, as phrases for messages.
var besideWords = [...]string{
	detail.BeforeBoth: "both threads have passed this barrier before",
	detail.BehindBoth: "this barrier comes only after both accesses",
	detail.OfOneWarp:  "this barrier orders the threads of one warp alone",
}

// blockRaceText names two racing threads by their numbers in the block, and the element for which they race.
func blockRaceText(fact *lanes.Fact, v *lanes.Verdict, verb string) string {
	race := detail.As[detail.Race](v.Detail)
	own, other := race.Warps.Own, race.Warps.Other
	return fmt.Sprintf("Thread %d (warp %d) %s with thread %d (warp %d, %s) for %s in %s%s",
		threadOf(own, race.Lane), own, verb, threadOf(other, race.Other), other, named(fact, race.Earlier), race.Element, kernelsMark, asideMark)
}

// orderWarps proposes atomics if all accesses to the cell are statements that add. Otherwise it proposes a barrier of
// the block between the accesses. If the two accesses are statements that add, it proposes atomics as a second remedy,
// because a barrier does not stop the statement from racing with itself.
func orderWarps(fact *lanes.Fact, v *lanes.Verdict) (list []Remedy) {
	if atomics := addAtomically(fact, v); atomics != nil {
		return atomics
	}
	if gap, ok := fact.Gap(); ok {
		list = append(list, Remedy{Kind: OrderWarps, Gaps: []lanes.Gap{gap}})
	}
	if fact.Adds() {
		list = append(list, Remedy{Kind: AddAtomically})
	}
	return list
}

// addAtomically proposes atomics if all accesses to the cell are statements that add.
func addAtomically(fact *lanes.Fact, _ *lanes.Verdict) []Remedy {
	if fact.OnlyAdds() {
		return []Remedy{{Kind: AddAtomically}}
	}
	return nil
}

package rules

import (
	"fmt"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/detail"
)

var missingSyncwarp = &Rule{
	Key:   "missing-syncwarp",
	Code:  "WC301",
	Title: "Two lanes of a warp use one cell of shared memory with no barrier between",
	Text: `From sm_70 on the lanes of a warp run on their own, and below the compiler may still move
one access before another: what one lane writes to shared memory another lane sees for certain only
behind a barrier that names both. A shuffle, a vote, a fence alone and ` + "`volatile`" + ` are no such
barrier; ` + "`__syncwarp`" + `, a barrier of the block, and their forms in PTX and cooperative groups
are, also in a chain of several. What one statement stores by several lanes, stores of one value,
and atomics among themselves are right. The finding stands at the later access.

Tiles count as well: ` + "`wmma`" + ` and ` + "`ldmatrix`" + ` give a lane what others wrote, and order nothing. A copy (` + "`cp.async`" + `)
is done for its lane behind a wait, for others behind a barrier after that.

It is about the lanes of one warp; ` + "`missing-syncthreads`" + ` is about several.

Put ` + "`__syncwarp()`" + ` between the two, where all lanes that use the cell pass; in a loop also
before its next iteration. Where other warps use the cell, too, put ` + "`__syncthreads()`" + ` there.`,
	Bad: `__global__ void bad(int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = out[lane];
  out[lane] = s[lane ^ 1];
}

void launch(int *out) { bad<<<1, 32>>>(out); }
`,
	Good: `__global__ void good(int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = out[lane];
  __syncwarp();
  out[lane] = s[lane ^ 1];
}

void launch(int *out) { good<<<1, 32>>>(out); }
`,
	Guideline:  "",
	Evidence:   OrderOfLanes,
	Severity:   Error,
	Default:    true,
	OfAccesses: true,
	Ask:        (*lanes.Fact).MissingSyncwarp,
	Message: func(fact *lanes.Fact, v *lanes.Verdict) string {
		return raceText(fact, v, "races")
	},
	Help:     raceHelp,
	Remedies: orderLanes,
	Related:  "the earlier access is here",
}

var potentiallyMissingSyncwarp = &Rule{
	Key:         "potentially-missing-syncwarp",
	Code:        "WC302",
	PotentialOf: missingSyncwarp.Key,
	Title:       "Two lanes of a warp may use one cell of shared memory with no barrier between",
	Text: `As missing-syncwarp, for some value of what the analyser does not know: a kernel argument,
loaded data, the launch, or another iteration of a loop. The finding comes with such a value (the
witness), or says which approximation it rests on.`,
	Bad: `__global__ void bad(const int *d, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = 0;
  __syncwarp();
  if (d[lane] > 0)
    s[lane ^ 1] = lane;
  out[lane] = s[lane];
}

void launch(const int *d, int *out) { bad<<<1, 32>>>(d, out); }
`,
	Good: `__global__ void good(const int *d, int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = 0;
  __syncwarp();
  if (d[lane] > 0)
    s[lane ^ 1] = lane;
  __syncwarp();
  out[lane] = s[lane];
}

void launch(const int *d, int *out) { good<<<1, 32>>>(d, out); }
`,
	Severity: Warning,
	Question: "lanes race for shared memory",
	Message: func(fact *lanes.Fact, v *lanes.Verdict) string {
		return raceText(fact, v, "may race")
	},
	Help:     raceHelp,
	Remedies: orderLanes,
	Related:  missingSyncwarp.Related,
}

// raceText names two racing lanes and the element for which they race.
func raceText(fact *lanes.Fact, v *lanes.Verdict, verb string) string {
	race := detail.As[detail.Race](v.Detail)
	return fmt.Sprintf("Lane %d %s with lane %d (%s) for %s in %s%s",
		race.Lane, verb, race.Other, named(fact, race.Earlier), race.Element, kernelsMark, asideMark)
}

// isSeen reports whether a race is proved or shown by a run. Only for such races is it worthwhile to find out whether
// other warps use the cell, because this takes another interpretation.
func isSeen(v *lanes.Verdict) bool {
	return v.Certainty == lanes.Definite || v.Certainty == lanes.Potential && !v.IsUntried
}

// orderLanes proposes a barrier of the warp between the two accesses, or a barrier of the block if other warps may use
// the cells. It proposes atomics if all accesses to the cell are statements that add.
func orderLanes(fact *lanes.Fact, v *lanes.Verdict) []Remedy {
	if atomics := addAtomically(fact, v); atomics != nil {
		return atomics
	}
	gap, ok := fact.Gap()
	switch {
	case !ok || !isSeen(v):
		return nil
	case fact.SharesWithOtherWarps():
		return []Remedy{{Kind: OrderWarps, Gaps: []lanes.Gap{gap}}}
	}
	return []Remedy{{Kind: OrderLanes, Mask: fact.Executing(), Stays: fact.Stays(), Gaps: []lanes.Gap{gap}}}
}

package rules

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/warp"
)

var notParticipating = &Rule{
	Key:   "not_participating_lane_in_mask",
	Code:  "WC101",
	Title: "The sync mask names a lane that does not take part",
	Text: `Every lane that the mask names must make the call. The lanes that arrive wait for the
named ones; when one of these is alive but takes another path, the warp hangs, or the
lane is paired with a later call of the same kind and the two exchange the wrong data. It
often goes unnoticed, because a warp that happens to end soon lets the waiting lanes go.

From sm_70 on a lane that has exited may be named. On sm_6x and below the mask must be
exactly the lanes that make this call together.

Name only the lanes of the path, or move the call to where all named lanes pass.`,
	Bad: `__global__ void bad(int *out) {
  int lane = threadIdx.x & 31;
  int v = lane;
  if (lane < 16)
    v += __shfl_xor_sync(0xffffffff, v, 8);
  out[threadIdx.x] = v;
}
`,
	Good: `__global__ void good(int *out) {
  int lane = threadIdx.x & 31;
  int v = lane;
  if (lane < 16)
    v += __shfl_xor_sync(0x0000ffff, v, 8);
  out[threadIdx.x] = v;
}
`,
	Guideline: "2.4 (sm_6x and below), 2.1 (sm_70 and above)",
	Demands:   []string{"2.1", "2.4"},
	Evidence:  LanesAbsent,
	Severity:  Error,
	Default:   true,
	Ask:       (*lanes.Fact).NotParticipating,
	Message: func(_ *lanes.Fact, v *lanes.Verdict) string {
		return fmt.Sprintf("Lane(s) %s named in sync mask %s but do not participate in "+
			"context(s) %s", lanesMark, bits(v.Mask), contextsMark)
	},
	Help:     notParticipatingHelp,
	Pass:     participants,
	Remedies: nameParticipants,
	OfMask:   always,
	Related:  "other lanes wait here",
}

var potentiallyNotParticipating = &Rule{
	Key:         "potentially_not_participating_lane_in_mask",
	Code:        "WC102",
	PotentialOf: notParticipating.Key,
	Title:       "The sync mask may name a lane that does not take part",
	Text: `As not_participating_lane_in_mask, for some value of what the analyser does not know: a
kernel argument, loaded data, the launch. The finding comes with such a value (the
witness), or says which approximation it rests on.

Take the mask with ` + "`__ballot_sync`" + ` where all lanes still run together, under the condition
that guards the call; or let every lane make the call, with a neutral value in those that
have nothing to add.`,
	Bad: `__global__ void bad(const int *d, unsigned *out) {
  int lane = threadIdx.x & 31;
  if (d[lane] > 0)
    out[lane] = __ballot_sync(0xffffffff, d[lane] > 5);
}
`,
	Good: `__global__ void good(const int *d, unsigned *out) {
  int lane = threadIdx.x & 31;
  int value = d[lane];
  unsigned mask = __ballot_sync(0xffffffff, value > 0);
  if (value > 0)
    out[lane] = __ballot_sync(mask, value > 5);
}
`,
	Guideline: notParticipating.Guideline,
	Demands:   notParticipating.Demands,
	Severity:  Warning,
	Question:  "all lanes named in the sync mask participate",
	Message: func(_ *lanes.Fact, v *lanes.Verdict) string {
		return fmt.Sprintf("Lane(s) %s named in sync mask %s but potentially do not participate "+
			"in context(s) %s", lanesMark, bits(v.Mask), contextsMark)
	},
	Help:     notParticipatingHelp,
	Pass:     participants,
	Remedies: nameParticipants,
	OfMask:   always,
	Related:  notParticipating.Related,
}

// notParticipatingHelp advises how to name only the lanes that arrive. If all of these read lanes that do not arrive,
// no smaller mask is right. Then it advises to let the other lanes take part.
func notParticipatingHelp(fact *lanes.Fact, v *lanes.Verdict) string {
	if fact.Site.Pos.System { // the user cannot change the mask, because the library chooses it
		return "let every lane that the call is for make it: move it out of the branch or the loop that parts them"
	}
	if readers := readersOfAbsent(fact, v); readers != 0 && readers == v.Arrives && !v.IsExample() {
		return withSourcesHelp(v)
	}
	return smallerMaskHelp(fact, v) + readersMark
}

// readersOfAbsent returns the lanes that make the call and read lanes that do not.
func readersOfAbsent(fact *lanes.Fact, v *lanes.Verdict) warp.Lanes {
	return fact.ReadersOf(v.Lanes) & v.Arrives
}

// smallerMaskHelp names the mask to pass if it is the same in every execution and in every warp. Otherwise it advises how to
// compute the mask.
func smallerMaskHelp(fact *lanes.Fact, v *lanes.Verdict) string {
	switch {
	case slices.ContainsFunc(v.Splits, leavesLoop):
		return "let every lane run the same number of iterations, or take the mask " + ballotsOfRounds
	case v.IsExample() || fact.Site.Block.Loop != nil || differsByWarp(fact, v):
		return "take the mask with __ballot_sync before the lanes part" + ballotOf("of the branch") +
			", or move the call out of the branch"
	}
	if fact.IsOfOneLane() && fact.Site.Collective.Class.Kind != cfg.SyncWarp {
		return "move the call to where all lanes pass that are to take part: one lane alone has nobody to exchange with"
	}
	help := "pass " + maskMark
	if len(v.Splits) > 0 {
		help += ", or move the call out of the branch"
	}
	return help
}

// withSourcesHelp advises to let the lanes that are read take part.
func withSourcesHelp(v *lanes.Verdict) string {
	const why = ": lanes that come read lanes that do not, so no smaller mask is right"
	switch {
	case slices.ContainsFunc(v.Splits, leavesLoop):
		return "let every lane run the same number of iterations" + why
	case len(v.Splits) > 0:
		return "move the call out of the branch" + why
	}
	return "let the lanes that are read make the call too" + why
}

// differsByWarp reports whether other lanes may arrive in another warp than in that of a verdict.
func differsByWarp(fact *lanes.Fact, v *lanes.Verdict) bool {
	if v.InWarp == nil {
		return false
	}
	elsewhere := fact.MayArriveElsewhere(*v.InWarp)
	return elsewhere != 0 && elsewhere != v.Arrives
}

// ballotOf returns an example of the ballot that makes a mask. which names the condition of the ballot.
func ballotOf(which string) string {
	return fmt.Sprintf(", as in mask = __ballot_sync(0xffffffff, the condition %s)", which)
}

// ballotsOfRounds advises how to compute, in each iteration, the mask of the lanes that are still in a loop. A ballot
// over a mask with lanes that have left the loop would wait for these lanes.
const ballotsOfRounds = "before the loop, as in mask = __ballot_sync(0xffffffff, the loop's condition), and again at the end of each round, " +
	"as in mask = __ballot_sync(mask, the condition of the next round), and let no lane leave in between"

// absentLabel returns words about the lanes that a mask names and that do not reach the call, with "; " before them. It
// returns "" for other verdicts. A library chooses its masks: the user's code has none.
func absentLabel(r *Rule, fact *lanes.Fact, v *lanes.Verdict) string {
	switch {
	case r.Definite() != notParticipating || v.Lanes == 0 || v.Mask == 0:
		return ""
	case fact.Site.Pos.System:
		return fmt.Sprintf("; the call is also for %s, which %s not come", v.Lanes.Words(), verb(v.Lanes, "do"))
	}
	return fmt.Sprintf("; the mask also names %s, which %s not come", v.Lanes.Words(), verb(v.Lanes, "do"))
}

// leavesLoop reports whether a branch makes lanes run fewer iterations of a loop than others.
func leavesLoop(split lanes.Split) bool { return split.Earlier || split.To == lanes.OutOfLoop }

// participants returns the lanes that the mask should name. These are the lanes of the present mask that exist and take
// part. If some arriving lane is not among them, all lanes that arrive are returned instead.
func participants(fact *lanes.Fact, v *lanes.Verdict) warp.Lanes {
	mask := warp.Lanes(v.Mask) &^ v.Lanes &^ nonexistent(&fact.Context, v)
	if mask == 0 || v.Arrives&^mask != 0 {
		return v.Arrives
	}
	return mask
}

// nameParticipants proposes the mask of the participants. If other lanes may take part in another iteration or in another
// warp, it proposes a ballot.
func nameParticipants(fact *lanes.Fact, v *lanes.Verdict) []Remedy {
	if fact.Site.Block.Loop != nil || differsByWarp(fact, v) {
		return nameArriving(0, fact, v)
	}
	return nameArriving(participants(fact, v), fact, v)
}

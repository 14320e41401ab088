package rules

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/warp"
)

var sourceNotInMask = &Rule{
	Key:   "source_lane_not_in_mask",
	Code:  "WC107",
	Title: "A shuffle reads a lane that does not take part",
	Text: `A shuffle yields a value only when the lane that it reads takes part: it must be in the
mask and make the same call. Reading any other lane yields an undefined value. That holds
for a lane that has exited too, although naming it is allowed from sm_70 on. A lane whose
up or down source falls outside its segment of width lanes reads itself, which is fine, and
so does one whose xor source falls into a later segment; one of an earlier segment is read.
A reduction of a group reads all of its lanes, a scan those before: with one that has exited
they yield nothing, since all threads of the group have to take part.

Read a lane of the mask, or let the source lane take part.`,
	Bad: `__global__ void bad(int *out) {
  int lane = threadIdx.x & 31;
  int v = lane;
  if (lane < 16)
    v = __shfl_sync(0x0000ffff, v, 20);
  out[threadIdx.x] = v;
}
`,
	Good: `__global__ void good(int *out) {
  int lane = threadIdx.x & 31;
  int v = lane;
  if (lane < 16)
    v = __shfl_sync(0x0000ffff, v, 4);
  out[threadIdx.x] = v;
}
`,
	Guideline: "2.3",
	Evidence:  SourceAbsent,
	Severity:  Error,
	Default:   true,
	Rows:      sourceRows,
	Ask:       (*lanes.Fact).SourceNotInMask,
	Message: func(fact *lanes.Fact, v *lanes.Verdict) string {
		return readText(fact, v, "")
	},
	Help:     sourceNotInMaskHelp,
	Pass:     withSources,
	Remedies: stayInSegment,
	OfMask:   readsWhoComes,
}

var potentiallySourceNotInMask = &Rule{
	Key:         "potentially_source_lane_not_in_mask",
	Code:        "WC108",
	PotentialOf: sourceNotInMask.Key,
	Title:       "A shuffle may read a lane that does not take part",
	Text: `As source_lane_not_in_mask, for some value of what the analyser does not know: a kernel
argument, loaded data, the launch. The usual case is a reduction over the tail of an array:
the mask ends at lane n, and ` + "`__shfl_down_sync`" + ` reads beyond it. Where the result of those
lanes is not used the program is right, and a suppression with that reason is in order.`,
	Bad: `__global__ void bad(const int *d, int *out, int n) {
  int lane = threadIdx.x & 31;
  unsigned mask = __ballot_sync(0xffffffff, lane < n);
  if (lane < n)
    out[lane] = __shfl_down_sync(mask, d[lane], 1);
}
`,
	Good: `__global__ void good(const int *d, int *out, int n) {
  int lane = threadIdx.x & 31;
  int v = lane < n ? d[lane] : 0;
  v = __shfl_down_sync(0xffffffff, v, 1);
  if (lane < n)
    out[lane] = v;
}
`,
	Guideline: sourceNotInMask.Guideline,
	Severity:  Warning,
	Question:  "all lanes read from lanes that are named in the sync mask and participate",
	Rows:      sourceRows,
	Message: func(fact *lanes.Fact, v *lanes.Verdict) string {
		return readText(fact, v, "may ")
	},
	Help:     sourceNotInMaskHelp,
	Pass:     withSources,
	Remedies: stayInSegment,
	OfMask:   readsWhoComes,
}

// stayInSegment proposes a width for a shuffle by a distance: the number of lanes in its mask, which must be a segment.
// Lanes that read within the segment still read the same lane. Lanes that read beyond it get their own value instead of
// an undefined one. There is no remedy if all lanes of the mask read beyond it, because then the distance is wrong.
func stayInSegment(fact *lanes.Fact, v *lanes.Verdict) []Remedy {
	segment := warp.Lanes(v.Mask)
	if segment&^v.Lanes == 0 {
		return nil
	}
	switch fact.Site.Collective.Class.Kind {
	case cfg.ShflUp, cfg.ShflDown, cfg.ShflXor:
		return []Remedy{{Kind: StayInSegment, Mask: segment}}
	}
	return nil
}

// sourceRows returns a row for the drawing of lanes. It marks the lanes that are read although they give no value.
func sourceRows(v *lanes.Verdict) []Row {
	if source := wrongSources(v); source != 0 {
		return []Row{{"source", source}}
	}
	return nil
}

// wrongSources returns the lanes that are read although they have no value, because they are outside the mask or have
// exited.
func wrongSources(v *lanes.Verdict) warp.Lanes {
	return detail.As[detail.ReadLanes](v.Detail).Sources & (^warp.Lanes(v.Mask) | v.Exited)
}

// readsWhoComes reports whether all wrong sources make the call. If so, a mask that names them makes the values
// defined.
func readsWhoComes(v *lanes.Verdict) bool {
	source := wrongSources(v)
	return source != 0 && source&^(v.Arrives&^v.Exited) == 0
}

// readText returns the message: which lanes read which lanes, and why these must not be read.
func readText(fact *lanes.Fact, v *lanes.Verdict, modal string) string {
	source := wrongSources(v)
	from, wrong := "lane(s) "+numbers(source, 0), "that do not participate"
	switch {
	case source == 0:
		from = "lanes"
	case source&warp.Lanes(v.Mask) == 0:
		wrong = "outside mask " + warp.Lanes(v.Mask).Hex()
	case source&^nonexistent(&fact.Context, v) == 0:
		wrong = "that do not exist in a block of " + count(threadsOf(&fact.Context, v), "thread")
	case source&^v.Exited == 0:
		wrong = "that have exited"
	}
	return fmt.Sprintf("Lane(s) %s %sread from %s %s in %s",
		numbers(v.Lanes, 0), modal, from, wrong, kernelsMark)
}

func sourceNotInMaskHelp(fact *lanes.Fact, v *lanes.Verdict) string {
	mask, source := warp.Lanes(v.Mask), wrongSources(v)
	if v.IsExample() {
		return sourceInExampleHelp(source&^v.Arrives == 0, source&^nonexistent(&fact.Context, v) == 0)
	}
	if fact.Site.Collective.Class.Kind.TakesValues() {
		return takenFromExitedHelp(source, source&^nonexistent(&fact.Context, v) == 0)
	}
	if source&^v.Arrives == 0 {
		return "pass " + maskMark + ", or read a lane of the mask"
	}
	if source&^nonexistent(&fact.Context, v) == 0 {
		return fmt.Sprintf("launch whole warps, or read %s alone: %s %s not exist", (mask & v.Arrives).Words(), source.Words(), verb(source, "do"))
	}
	return fmt.Sprintf("read one of %s, or let %s take part",
		(mask & v.Arrives).Words(), source.Words())
}

// withSources returns the lanes of the mask, the lanes that are read, and the lanes that read them. All of these take
// part.
func withSources(_ *lanes.Fact, v *lanes.Verdict) warp.Lanes {
	return warp.Lanes(v.Mask) | wrongSources(v) | v.Lanes
}

// takenFromExitedHelp returns advice for a reduction or a scan that includes lanes without a value. missing is true if
// these lanes do not exist, false if they have exited.
func takenFromExitedHelp(source warp.Lanes, missing bool) string {
	if missing {
		return "launch whole groups, or make smaller ones: " + source.Words() + " " + verb(source, "do") + " not exist"
	}
	return "let " + source.Words() + " take part, with a value that changes nothing"
}

// sourceInExampleHelp returns advice for a verdict about one example. arrive is true if all lanes that are read arrive.
// missing is true if none of them exists.
func sourceInExampleHelp(arrive, missing bool) string {
	switch {
	case arrive:
		return "name the lanes that are read in the mask, or read lanes of the mask"
	case missing:
		return "launch whole warps (a multiple of 32 threads), or read only lanes that the block has"
	}
	return "let every lane of the warp make the call, with the full mask and a neutral value where there is no data"
}

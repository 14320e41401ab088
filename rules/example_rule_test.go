package rules_test

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/headers"
	"github.com/warpcheck/warpcheck/host"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/warp"
)

// kernel has a shuffle that lane 3 executes alone, and one of the whole warp.
const kernel = `__global__ void k(int *out) {
  int v = threadIdx.x;
  if (threadIdx.x == 3)
    v = __shfl_sync(8, v, 3);
  out[threadIdx.x] = __shfl_sync(~0u, v, 0);
}
`

// A rule consists of its documentation and one question. This one asks each collective whether a single lane executes
// it. Such a lane exchanges a value with no other lane.
var oneLaneShuffle = &rules.Rule{
	Key:      "one-lane-shuffle",
	Code:     "WC199",
	Title:    "One lane makes a shuffle alone",
	Severity: rules.Warning,
	Ask: func(fact *lanes.Fact) []lanes.Verdict {
		if fact.Site.Collective.Class.Kind == cfg.SyncWarp || !fact.IsOfOneLane() {
			return nil
		}
		return []lanes.Verdict{{Certainty: lanes.Definite, Lanes: fact.Executing()}}
	},
	Message: func(fact *lanes.Fact, v *lanes.Verdict) string {
		return fmt.Sprintf("Lane(s) %s alone make %s", v.Lanes, fact.Site.Collective.Name)
	},
	Help: func(*lanes.Fact, *lanes.Verdict) string { return "use the lane's own value" },
}

// The rules of a catalogue are asked about the facts of a program.
func ExampleRule() {
	unit, err := frontend.Parse(frontend.Options{File: "k.cu", Source: []byte(kernel), Arch: 70, Headers: headers.Folder})
	if err != nil {
		panic(err)
	}
	oneWarp := func(*cfg.Func) []warp.Shape { return []warp.Shape{{warp.Size, 1, 1}} }
	result := lanes.Analyze(lower.Build(unit, host.Launches(unit)), lanes.Options{Model: warp.Independent, Shapes: oneWarp})
	mine := rules.Catalogue{oneLaneShuffle}
	for _, f := range mine.Collect(result.Facts, rules.Machine{}, rules.Doubt{}) {
		fmt.Printf("%s:%d: %s: %s [%s]\n  help: %s\n", f.Pos.File, f.Pos.Line, f.Severity, f.Message, f.Key, f.Help)
	}
	// Output:
	// k.cu:4: warning: Lane(s) 3 alone make __shfl_sync [one-lane-shuffle]
	//   help: use the lane's own value
}

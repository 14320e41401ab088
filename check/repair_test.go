package check

import (
	"context"
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/check/replay"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// If a run is interrupted, no finding says that repairs of other findings were tried instead of its own repair.
func TestAnInterruptionIsTheReasonForNoRepair(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	interrupt()
	one := &candidate{proposals: []rules.Repair{{}}}
	p := &prover{ctx: ctx, work: 1, maxWork: 1}
	p.prove([]*candidate{one})
	if one.proved != nil || one.why != rules.Interrupted {
		t.Errorf("no repair because %v", one.why)
	}
}

// The trials end when they have taken as much work as they may.
func TestTrialsEnd(t *testing.T) {
	p := &prover{ctx: t.Context(), work: 7, maxWork: 7}
	one := &candidate{proposals: []rules.Repair{{}}}
	p.prove([]*candidate{one})
	if one.proved != nil || one.why != rules.OutOfTrials {
		t.Errorf("no repair because %v", one.why)
	}
}

// Findings belong to one case if some unit reads the files that both edit, also through a third finding.
func TestCases(t *testing.T) {
	read := func(files ...string) *unit { return &unit{Unit: result.Unit{Files: files}} }
	edit := func(file string) *candidate {
		return &candidate{proposals: []rules.Repair{{Edits: []rules.Edit{{File: file}}}}}
	}
	a, ab, c := read("a"), read("a", "b"), read("c")
	ofA, ofC, ofB := edit("a"), edit("c"), edit("b")
	cases := casesOf([]*unit{a, ab, c}, []*candidate{ofA, ofC, ofB})
	want := [][]*candidate{{ofC}, {ofA, ofB}}
	for i, candidates := range want {
		if i >= len(cases) || !slices.Equal(cases[i].candidates, candidates) {
			t.Fatalf("%d cases, the one at %d is not of the findings that it should be of", len(cases), i)
		}
	}
	if !slices.Equal(cases[1].units, []*unit{a, ab}) {
		t.Error("a case has other units than those that read its files")
	}
}

// A trial confirms the edits only if no finding that they should repair is left and no new one has appeared.
func TestTrialSees(t *testing.T) {
	at, elsewhere := result.Place{File: "k.cu", Line: 3}, result.Place{File: "k.cu", Line: 5}
	repaired := result.Found{Key: "divergent_mask", At: at}
	for name, c := range map[string]struct {
		found   result.Found
		left    int
		isWorse bool
	}{
		"the finding":               {repaired, 1, false},
		"its potential variant":     {result.Found{Key: "potentially_divergent_mask", At: at}, 1, false},
		"one that was there before": {result.Found{Key: "divergent_mask", At: elsewhere}, 0, false},
		"another rule's":            {result.Found{Key: "missing-syncwarp", At: at}, 0, true},
	} {
		asked := &trialOf{Repaired: []result.Found{repaired}, Before: []result.Found{{Key: "divergent_mask", At: elsewhere}}}
		trying := asked.begin(0)
		trying.compare([]result.Found{c.found, c.found})
		if len(trying.Remaining) != c.left || trying.IsWorse != c.isWorse {
			t.Errorf("%s: %d findings left, worse: %v", name, len(trying.Remaining), trying.IsWorse)
		}
	}
}

// A fault that the concrete machine finds after the edits speaks against the edits, unless the machine finds it at that
// place without the edits, too.
func TestTrialWatches(t *testing.T) {
	at, elsewhere := source.Pos{File: "k.cu", Line: 3, Column: 1}, source.Pos{File: "k.cu", Line: 5, Column: 1}
	repaired := result.Found{Key: "potentially-missing-syncthreads", At: result.PlaceOf(at)}
	asked := &trialOf{Repaired: []result.Found{repaired}, Before: []result.Found{{Key: "missing-syncthreads", At: result.PlaceOf(elsewhere)}}}
	for name, c := range map[string]struct {
		kind    replay.FaultKind
		at      source.Pos
		left    int
		isWorse bool
	}{
		"a race that should be gone":    {replay.RaceOfWarps, at, 1, false},
		"one that was found before":     {replay.RaceOfWarps, elsewhere, 0, false},
		"one of a rule that is off":     {replay.RaceOfLanes, at, 0, false},
		"a barrier that some leave out": {replay.AtBarrier, elsewhere, 0, true},
	} {
		trying := asked.begin(0)
		faults := []replay.Fault{{Kind: c.kind, Places: []source.Pos{{File: "k.cu", Line: 9, Column: 1}, c.at}}}
		trying.watch(faults, func(kind replay.FaultKind) bool { return kind != replay.RaceOfLanes })
		if len(trying.Remaining) != c.left || trying.IsWorse != c.isWorse {
			t.Errorf("%s: %d findings left, worse: %v", name, len(trying.Remaining), trying.IsWorse)
		}
	}
}

package rules

import (
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Lanes leave the path branch by branch. At the place, the lanes wait for those that are named and have not exited.
func TestWalk(t *testing.T) {
	fact := newFact()
	fact.Site.Collective = &cfg.Collective{Name: "__syncwarp", Mask: 0}
	returns, skips := source.Pos{File: "k.cu", Line: 3}, source.Pos{File: "k.cu", Line: 5}
	v := lanes.Verdict{Certainty: lanes.Definite, Lanes: 0xf0, Mask: 0xff, Arrives: 0x0f, Elsewhere: 0xfffff0, Exited: 0xff000000,
		Splits: []lanes.Split{{Pos: returns, Away: 0xff000000, To: lanes.OutOfKernel}, {Pos: skips, Away: 0xfffff0}}}
	stages := walk(fact, &v, labels(fact, &v))
	if len(stages) != 3 {
		t.Fatalf("stages %+v", stages)
	}
	for i, want := range []struct{ here, away, left, awaited warp.Lanes }{
		{0xffffff, 0, 0xff000000, 0}, {0x0f, 0xfffff0, 0xff000000, 0}, {0x0f, 0xfffff0, 0xff000000, 0xf0},
	} {
		got := stages[i]
		if got.Here != want.here || got.Away != want.away || got.Exited != want.left || got.Awaited != want.awaited {
			t.Errorf("stage %d: %+v", i, got)
		}
		if got.Here^got.Away^got.Exited^got.Missing != warp.All {
			t.Errorf("stage %d has a lane in two states or in none: %+v", i, got)
		}
	}
	if walk(fact, &lanes.Verdict{Splits: v.Splits}, labels(fact, &v)) != nil {
		t.Error("lanes that are not known are told")
	}
}

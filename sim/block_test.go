package sim

import (
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
)

// Who waits for ever is told by the phases that each warp came to.
func TestBlockMeets(t *testing.T) {
	phase := func(class cfg.ClassKind, name, threads uint64) *Phase {
		site := &cfg.Collective{Class: cfg.Class{Kind: class}, Block: true, BarrierID: 0, BarrierThreads: 1}
		p := &Phase{Site: &cfg.Instr{Collective: site}, Converged: 6}
		p.Barriers[1], p.Threads[1] = name, threads
		return p
	}
	one, two := phase(cfg.Barrier, 1, 64), phase(cfg.Barrier, 2, 64)
	arrive, ofTile := phase(cfg.BarrierArrive, 2, 64), phase(cfg.Barrier, 0, 0)
	ofTile.Site.Collective.Tile, ofTile.Site.Collective.BarrierThreads = 64, -1
	for _, c := range []struct {
		first, second []*Phase
		at            *Phase
		hangs, always bool
	}{
		{[]*Phase{one, two}, []*Phase{two, one}, one, true, true},
		{[]*Phase{one, two}, []*Phase{one, two}, one, false, false},
		{[]*Phase{one, two}, []*Phase{one, arrive}, two, false, false},
		{[]*Phase{two}, []*Phase{arrive, arrive}, two, true, false},
		{[]*Phase{two, one}, []*Phase{arrive}, one, true, true},
		{[]*Phase{two, one}, []*Phase{arrive}, two, false, true},
		{[]*Phase{ofTile, one}, []*Phase{one}, one, false, false},
	} {
		b := &Block{Warps: []*Outcome{{Phases: c.first}, {Phases: c.second}}}
		b.meet()
		if b.HangsAt(c.at.Site) != c.hangs || b.Always != c.always {
			t.Errorf("%v and %v: hangs %v, always %v", len(c.first), len(c.second), b.HangsAt(c.at.Site), b.Always)
		}
	}
}

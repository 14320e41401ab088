package sim

import (
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
)

// Each row has the rendezvous of two warps, and says whether one of them waits for ever at the given one.
func TestBlockMeets(t *testing.T) {
	rendezvous := func(class cfg.ClassKind, name, threads uint64) *Rendezvous {
		site := &cfg.Collective{Class: cfg.Class{Kind: class}, BeyondWarp: true, BarrierID: 0, BarrierThreads: 1}
		p := &Rendezvous{Site: &cfg.Instr{Collective: site}, Converged: 6}
		p.Barriers[1], p.Threads[1] = name, threads
		return p
	}
	one, two := rendezvous(cfg.Barrier, 1, 64), rendezvous(cfg.Barrier, 2, 64)
	arrive, ofTile := rendezvous(cfg.BarrierArrive, 2, 64), rendezvous(cfg.Barrier, 0, 0)
	ofTile.Site.Collective.Tile, ofTile.Site.Collective.BarrierThreads = 64, -1
	for _, c := range []struct {
		first, second []*Rendezvous
		at            *Rendezvous
		hangs, always bool
	}{
		{[]*Rendezvous{one, two}, []*Rendezvous{two, one}, one, true, true},
		{[]*Rendezvous{one, two}, []*Rendezvous{one, two}, one, false, false},
		{[]*Rendezvous{one, two}, []*Rendezvous{one, arrive}, two, false, false},
		{[]*Rendezvous{two}, []*Rendezvous{arrive, arrive}, two, true, false},
		{[]*Rendezvous{two, one}, []*Rendezvous{arrive}, one, true, true},
		{[]*Rendezvous{two, one}, []*Rendezvous{arrive}, two, false, true},
		{[]*Rendezvous{ofTile, one}, []*Rendezvous{one}, one, false, false},
	} {
		b := &Block{Warps: []*Outcome{{Rendezvous: c.first}, {Rendezvous: c.second}}}
		b.meet()
		if b.HangsAt(c.at.Site) != c.hangs || b.Always != c.always {
			t.Errorf("%v and %v: hangs %v, always %v", len(c.first), len(c.second), b.HangsAt(c.at.Site), b.Always)
		}
	}
}

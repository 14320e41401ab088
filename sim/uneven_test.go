package sim

import (
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
)

// One warp waits and another arrives, each so often; two are a round.
func TestUneven(t *testing.T) {
	come := func(class string, times int) *Outcome {
		p := &Phase{Site: &cfg.Instr{Collective: &cfg.Collective{Class: cfg.Class(class), Block: true}}, Converged: 1}
		p.Threads[0] = 64
		o := &Outcome{}
		for range times {
			o.Phases = append(o.Phases, p)
		}
		return o
	}
	all := func(*Phase) bool { return true }
	for _, c := range []struct {
		first, second string
		times         [2]int
		want          bool
	}{
		{string(cfg.BarrierCount), string(cfg.BarrierCount), [2]int{3, 3}, false},
		{string(cfg.BarrierCount), string(cfg.BarrierCount), [2]int{3, 2}, true},
		{string(cfg.BarrierCount), string(cfg.BarrierCount), [2]int{4, 2}, true},
		{string(cfg.BarrierCount), string(cfg.BarrierArrive), [2]int{3, 3}, false},
		{string(cfg.BarrierCount), string(cfg.BarrierArrive), [2]int{3, 4}, false},
		{string(cfg.BarrierCount), string(cfg.BarrierArrive), [2]int{3, 2}, true},
		{string(cfg.BarrierArrive), string(cfg.BarrierArrive), [2]int{1, 2}, false},
	} {
		if got := Uneven([]*Outcome{come(c.first, c.times[0]), come(c.second, c.times[1])}, all); got != c.want {
			t.Errorf("%s and %s, %d times: %v", c.first, c.second, c.times, got)
		}
	}
}

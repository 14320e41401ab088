package sim

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

// activeMask is the result of __activemask in lane l, one of the converged lanes: the lanes that run together with l.
func (m *machine) activeMask(f *frame, site *cfg.Instr, l int, lanes warp.Lanes) warp.Lanes {
	if m.in.Together == nil || m.in.Model == warp.Lockstep {
		return lanes
	}
	keys := m.in.Together(site, f.iterations())
	var together warp.Lanes
	for o := range lanesOf(lanes) {
		if keys[o] == keys[l] {
			together |= 1 << o
		}
	}
	return together
}

// iterations returns, for each loop around the current block of f and around the calls from the root to f, the number
// of its current iteration, outermost loop first.
func (f *frame) iterations() []int {
	if f == nil {
		return nil
	}
	return append(f.parent.iterations(), f.iters...)
}

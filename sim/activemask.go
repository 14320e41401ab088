package sim

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

// activeMask returns the result of __activemask in lane l: the lanes that run together with l. The parameter lanes
// holds all converged lanes, including l. In lockstep, or if Input.Together is nil, they all run together.
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

// iterations returns the current iteration number of each loop around the current block of f, outermost loop first.
// Loops around the calls from the root to f are included.
func (f *frame) iterations() []int {
	if f == nil {
		return nil
	}
	return append(f.parent.iterations(), f.iters...)
}

package sim_test

import (
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// The input chooses which of the converged lanes run together, separately for each execution; in lockstep all converged
// lanes do.
func TestActiveMask(t *testing.T) {
	halves := func(_ *cfg.Instr, iterations []int) (keys [warp.Size]uint8) {
		for l := range keys {
			if len(iterations) > 0 && iterations[0] == 1 && l >= 16 {
				keys[l] = 1
			}
		}
		return keys
	}
	const body = "for (int i = 0; i < 2; ++i) { unsigned m = __activemask(); if (L != 5)\n __syncwarp(m); }"
	for _, c := range []struct {
		model warp.Model
		want  []warp.Lanes // by rendezvous
	}{
		{warp.Independent, []warp.Lanes{1 << 5, 1 << 5}},
		{warp.Lockstep, []warp.Lanes{1 << 5, 1 << 5}},
	} {
		out := runBody(t, "", body, sim.Input{Model: c.model, Together: halves})
		var absent []warp.Lanes
		for _, v := range out.Violations {
			if v.Kind == sim.NotParticipating {
				absent = append(absent, v.Lanes)
			}
		}
		if !slices.Equal(absent, c.want) {
			t.Errorf("%v: absent %v, want %v", c.model, absent, c.want)
		}
		masks := [2][2]uint32{}
		for i, p := range out.Rendezvous {
			masks[i] = [2]uint32{p.Masks[0], p.Masks[20]}
		}
		want := [2][2]uint32{{0xffffffff, 0xffffffff}, {0xffff, 0xffff0000}}
		if c.model == warp.Lockstep {
			want[1] = want[0]
		}
		if masks != want {
			t.Errorf("%v: masks %x, want %x", c.model, masks, want)
		}
	}
}

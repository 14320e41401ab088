package sim_test

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// The threads that are missing at an instruction of a warpgroup, and those that execute it in the rest of a block.
func TestPartsOfWarpgroups(t *testing.T) {
	for _, c := range []struct {
		threads    int
		when, want string
	}{
		{256, "true", "[]"},
		{256, "t / 128 == 1", "[]"},
		{256, "t % 32 < 31", "[31 63 95 127 159 191 223 255]"},
		{256, "t < 64", "[64-95]"},
		{256, "t >= 96", "[0-31]"},
		{64, "true", "[0-31 32-63]"},
		{160, "t < 128", "[]"},
		{160, "t >= 128", "[128-159]"},
	} {
		text := "__global__ void k(int *d) { int t = threadIdx.x; if (" + c.when + ") asm volatile(\"wgmma.fence.sync.aligned;\"); d[t] = 1; }"
		found := []string{}
		block := sim.RunBlock(sim.Input{Func: parsetest.Program(t, text).Roots[0], Shape: warp.Shape{c.threads, 1, 1}, Model: warp.Independent})
		for w, o := range block.Warps {
			for _, v := range o.Violations {
				if v.Kind == sim.PartOfGroup {
					found = append(found, threadsIn(v.Lanes, w))
				}
			}
		}
		for _, d := range block.Deserted {
			found = append(found, threadsIn(block.MissingLanes(d), d.Other))
		}
		if got := fmt.Sprint(found); got != c.want {
			t.Errorf("%d threads, %s: %s, want %s", c.threads, c.when, got, c.want)
		}
	}
}

// threadsIn names lanes of a warp, which are neighbours, by the first and the last thread.
func threadsIn(lanes warp.Lanes, index int) string {
	first, last := -1, 0
	for l := range warp.Size {
		if lanes.Has(l) {
			last = index*warp.Size + l
			if first < 0 {
				first = last
			}
		}
	}
	if first == last {
		return fmt.Sprint(first)
	}
	return fmt.Sprintf("%d-%d", first, last)
}

package collective

import (
	"fmt"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// What __activemask returns is any set of lanes on this path that holds the caller: nothing
// promises which of them run together, but that those which do see one value. So the lanes
// that are here fall into groups by an unknown key of each,
//
//	bit o of lane l's mask = o is here and key(l) = key(o)
//
// which are classes as those of __match_any_sync: equal or disjoint, and what a group computes
// for itself is the same for all of it. Lanes in lockstep run together where they are converged.
//
// A group of coalesced_threads reaches its members by their ranks and so rests on none of them;
// it is taken for the lanes that are converged, which keeps the ranks within it simple.

// togetherBits is the width of a key that can differ in all 32 lanes.
const togetherBits = 5

// ActiveMask is what __activemask returns to the lanes that are here.
func (c *Collectives) ActiveMask(at *trace.Point, guard vector.Vec) vector.Vec {
	if c.trace.Model == warp.Lockstep {
		return c.markActive(vector.Uniform(c.t.Pack(guard.List())))
	}
	c.memory.Unknowns++
	name := fmt.Sprintf("active!%d", c.memory.Unknowns)
	key := vector.Build(func(l int) *term.Term {
		return c.t.Unknown(fmt.Sprintf("%s@%d", name, l), togetherBits, trace.TogetherOrigin{At: at, Lane: l})
	})
	groups := c.markActive(vector.Build(func(l int) *term.Term {
		return c.t.Pack(vector.Build(func(o int) *term.Term {
			return c.t.And(guard.At(o), c.t.Eq(key.At(l), key.At(o)))
		}).List())
	}))
	for _, g := range groups.List() {
		c.trace.Partition[g] = c.memory.Unknowns
	}
	return groups
}

// markActive remembers masks that are the value of __activemask.
func (c *Collectives) markActive(mask vector.Vec) vector.Vec {
	for _, m := range mask.List() {
		c.trace.Active[m] = true
	}
	return mask
}

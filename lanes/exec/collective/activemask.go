package collective

import (
	"fmt"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// __activemask may return any set of lanes on this path that contains the caller. Nothing promises which lanes run
// together, but lanes that run together get the same mask. So each lane that is here gets an unknown key, and lanes
// with equal keys run together:
//
//	bit o of lane l's mask = o is here and key(l) = key(o)
//
// As for __match_any_sync, the masks are classes: any two are equal or disjoint. A value that a group of lanes computes
// for itself is the same for all its lanes. Under the lockstep model all lanes that are converged run together.
//
// For coalesced_threads the result is assumed to be the set of all converged lanes. The program reaches the members of
// such a group by their ranks, so it does not depend on particular lanes, and the ranks within this set stay simple.

// togetherBits is the width of a key that can differ in all 32 lanes.
const togetherBits = 5

// ActiveMask returns the result of __activemask for the lanes of guard.
func (c *Collectives) ActiveMask(point *trace.Point, guard vector.Vec) vector.Vec {
	if c.trace.Model == warp.Lockstep {
		return c.markActive(vector.Uniform(c.t.Pack(guard.List())))
	}
	c.memory.Unknowns++
	name := fmt.Sprintf("active!%d", c.memory.Unknowns)
	key := vector.Build(func(l int) *term.Term {
		return c.t.Unknown(fmt.Sprintf("%s@%d", name, l), togetherBits, trace.TogetherOrigin{At: point, Lane: l})
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

// markActive records that masks are results of __activemask.
func (c *Collectives) markActive(mask vector.Vec) vector.Vec {
	for _, m := range mask.List() {
		c.trace.Active[m] = true
	}
	return mask
}

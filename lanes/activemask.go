package lanes

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
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

// togetherBits holds a key that tells 32 lanes apart.
const togetherBits = 5

// togetherOrigin is the origin of a lane's key in one execution of __activemask.
type togetherOrigin struct {
	at   *place
	lane int
}

// IsOwn says that the warp computes it for itself.
func (togetherOrigin) IsOwn() {}

var _ memory.OwnOrigin = togetherOrigin{}

// activeMask is what __activemask returns to the lanes that are here.
func (in *interp) activeMask(at *place, guard vector.Vec) vector.Vec {
	if in.model == warp.Lockstep {
		return in.markActive(vector.Uniform(in.t.Pack(guard.List())))
	}
	in.memory.Unknowns++
	name := fmt.Sprintf("active!%d", in.memory.Unknowns)
	key := vector.Build(func(l int) *term.Term {
		return in.t.Unknown(fmt.Sprintf("%s@%d", name, l), togetherBits, togetherOrigin{at, l})
	})
	groups := in.markActive(vector.Build(func(l int) *term.Term {
		return in.t.Pack(vector.Build(func(o int) *term.Term {
			return in.t.And(guard.At(o), in.t.Eq(key.At(l), key.At(o)))
		}).List())
	}))
	for _, g := range groups.List() {
		in.partition[g] = in.memory.Unknowns
	}
	return groups
}

// markActive remembers masks that are the value of __activemask.
func (in *interp) markActive(mask vector.Vec) vector.Vec {
	for _, m := range mask.List() {
		in.active[m] = true
	}
	return mask
}

// isActive reports an event of which every lane passes a value of __activemask.
func (j *judge) isActive(e *event) bool {
	return e.masked && !slices.ContainsFunc(j.groups(e), func(g group) bool { return !j.active[g.mask] })
}

// Together says which lanes run together in one execution of __activemask: those with equal
// keys.
type Together struct {
	Site *cfg.Instr
	// Turns are the iterations of the loops around the execution, outermost first.
	Turns []int
	Keys  [warp.Size]uint8
}

// addTogether notes the key of a lane.
func (w *Witness) addTogether(o togetherOrigin, key uint8) {
	var turns []int
	for _, p := range o.at.path() {
		turns = append(turns, p.turns...)
	}
	site := o.at.instr()
	n := slices.IndexFunc(w.Together, func(t Together) bool { return t.Site == site && slices.Equal(t.Turns, turns) })
	if n < 0 {
		n = len(w.Together)
		w.Together = append(w.Together, Together{Site: site, Turns: turns})
	}
	w.Together[n].Keys[o.lane] = key
}

// instr is the instruction at a place that is not a block's end.
func (p *place) instr() *cfg.Instr {
	return p.block.Instrs[slices.IndexFunc(p.block.Instrs, func(i *cfg.Instr) bool { return i.ID == p.seq })]
}

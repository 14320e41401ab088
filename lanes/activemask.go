package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// isActive reports whether each mask that lanes pass is the result of an __activemask.
func (j *judge) isActive(e *trace.Event) bool {
	return e.Masked && !slices.ContainsFunc(j.trace.Groups(e), func(g trace.Group) bool { return !j.trace.Active[g.Mask] })
}

// Together holds a key for each lane in one execution of __activemask. Lanes with equal keys run together there.
type Together struct {
	Site *cfg.Instr
	// Iterations holds the iteration numbers of the loops around the execution, outermost first.
	Iterations []int
	Keys       [warp.Size]uint8
}

// addTogether records key for the lane o.Lane in o.At, an execution of __activemask.
func (w *Witness) addTogether(o trace.TogetherOrigin, key uint8) {
	var iterations []int
	for _, p := range o.At.Path() {
		iterations = append(iterations, p.Iterations...)
	}
	site := o.At.Instr()
	n := slices.IndexFunc(w.Together, func(t Together) bool { return t.Site == site && slices.Equal(t.Iterations, iterations) })
	if n < 0 {
		n = len(w.Together)
		w.Together = append(w.Together, Together{Site: site, Iterations: iterations})
	}
	w.Together[n].Keys[o.Lane] = key
}

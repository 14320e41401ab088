package exec

import "github.com/warpcheck/warpcheck/lanes/vector"

// knowExits adds to what is known behind a loop whose lanes stay together how they left
// it: those that took a way met its conditions in the last iteration. Where each has a last
// iteration of its own, what is known in an iteration is not known behind the loop.
func (in *interp) knowExits(s *loopSummary, exits []edge, conditions []vector.Vec) {
	if !s.together.one() {
		for _, way := range exits {
			way.State.Known, way.State.Multiples = s.entry.State.Known, s.entry.State.Multiples
		}
		return
	}
	for i := range exits {
		met := in.t.And(vector.Map2(exits[i].Guard, conditions[i], in.t.Implies).List()...)
		for _, way := range exits {
			way.State.Know(met)
		}
	}
}

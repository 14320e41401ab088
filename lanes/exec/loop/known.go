package loop

import "github.com/warpcheck/warpcheck/lanes/vector"

// knowExits adds to what is known behind a loop whose lanes stay together how they left
// it: those that took a way met its conditions in the last iteration. Where each has a last
// iteration of its own, what is known in an iteration is not known behind the loop.
func (s *search) knowExits(exits []Edge, conditions []vector.Vec) {
	if !s.together.one() {
		for _, way := range exits {
			way.State.Known, way.State.Multiples = s.entry.State.Known, s.entry.State.Multiples
		}
		return
	}
	for i := range exits {
		met := s.t.And(vector.Map2(exits[i].Guard, conditions[i], s.t.Implies).List()...)
		for _, way := range exits {
			way.State.Know(met)
		}
	}
}

package loop

import "github.com/warpcheck/warpcheck/lanes/vector"

// knowExits adds to the facts behind a loop how its lanes left it, if they stay together: lanes that took an exit met
// its conditions in the last iteration. If each lane has a last iteration of its own, facts of an iteration do not hold
// behind the loop.
func (s *search) knowExits(exits []Edge, conditions []vector.Vec) {
	if !s.togetherClasses.isOne() {
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

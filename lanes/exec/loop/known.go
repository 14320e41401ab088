package loop

import "github.com/warpcheck/warpcheck/lanes/vector"

// knowExits adds facts to the states after a loop whose lanes stay together. For each exit the added fact is that the
// lanes that took the exit met its conditions in the last iteration. If the lanes do not stay together, each lane has a
// last iteration of its own, and facts of an iteration do not hold after the loop. Then knowExits keeps only the facts
// at the entry of the loop.
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

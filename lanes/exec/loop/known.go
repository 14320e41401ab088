package loop

import "github.com/warpcheck/warpcheck/lanes/vector"

// knowExits adds facts to the states after a loop whose lanes stay together: the lanes that took an exit met its
// conditions in the last iteration. If the lanes do not stay together, each lane has its own last iteration, and a fact
// about one iteration does not hold after the loop. In this case only the facts from the entry of the loop are kept.
func (s *search) knowExits(exits []Edge, conditions []vector.Vec) {
	if !s.togetherClasses.isOne() {
		for _, exit := range exits {
			exit.State.Known, exit.State.Multiples = s.entry.State.Known, s.entry.State.Multiples
		}
		return
	}
	for i := range exits {
		met := s.t.And(vector.Map2(exits[i].Guard, conditions[i], s.t.Implies).List()...)
		for _, exit := range exits {
			exit.State.Know(met)
		}
	}
}

package loop

import (
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// carries records the loop-carried words for which the search has no formula. For each word it records the value in
// iteration k and, if some lane takes the back edge (repeats), the value at the end of this iteration. It also records
// which lanes leave in an iteration.
func (s *search) carries(header, backEdge Edge, exits []Edge, repeats bool) {
	s.Header = header.Guard
	for _, exit := range exits {
		s.Exits = append(s.Exits, exit.Guard)
	}
	for _, c := range s.sorted() {
		now := header.State.Cells[c]
		word, known := s.memory.Layout.WordOf(now)
		if s.changes[c].kind < trace.ClassUniform || !known {
			continue
		}
		carried := trace.Carrying{Word: word}
		if repeats {
			if _, carried.Next, known = s.inference.comparable(now, backEdge.State.Cells[c]); !known {
				continue
			}
		}
		s.Carries = append(s.Carries, carried)
	}
}

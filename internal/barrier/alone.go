package barrier

// nextAlone is a warp that goes on and whose round is not full without it, -1 where there is
// none: in every order it is in that round, so that it may as well come first.
func (n *net) nextAlone(s *state) int {
	for w := range n.ways {
		if n.goesOn(s, w) && n.isNeeded(s, w) {
			return w
		}
	}
	return -1
}

// isNeeded reports a warp without which its next round does not complete, however far
// the others run.
func (n *net) isNeeded(s *state, w int) bool {
	op := n.at(s, w)
	if n.least[op.Name] != n.most[op.Name] {
		return false
	}
	return op.Warps == 0 || n.without(s, w)[op.Name] < op.Warps
}

// without is how many can come under each name at most while a warp stays where it is. A
// warp passes its k-th wait under a name only after k rounds of it.
func (n *net) without(s *state, still int) [Names]int {
	come := s.come
	others := make([]runner, len(n.ways))
	for w := range others {
		others[w] = runner{at: s.passed[w], waits: s.waits[w]}
		if s.waits[w] {
			others[w].rounds[n.at(s, w).Name] = 1
		}
	}
	for moved := true; moved; {
		moved = false
		for w := range others {
			if w != still && others[w].run(n, n.ways[w], &come) {
				moved = true
			}
		}
	}
	return come
}

// runner is a warp that goes on whenever enough have come in all.
type runner struct {
	at    int
	waits bool
	// rounds are the waits that the warp has come to under each name.
	rounds [Names]int
}

// run goes as far as it can; false where that is no step.
func (r *runner) run(n *net, way []Op, come *[Names]int) (moved bool) {
	for ; r.at < len(way); r.at++ {
		op := way[r.at]
		if op.Beyond {
			return moved
		}
		if !r.waits {
			moved = true
			come[op.Name]++
			if op.Arrives {
				continue
			}
			r.waits = true
			r.rounds[op.Name]++
		}
		if op.Warps == 0 || come[op.Name] < r.rounds[op.Name]*n.least[op.Name] {
			return moved
		}
		r.waits, moved = false, true
	}
	return moved
}

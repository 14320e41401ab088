package barrier

// nextAlone returns a warp that can continue, and without which the next round at its barrier cannot be full. It
// returns -1 if there is none. Such a warp is part of that round in every order, so no outcome is missed if only orders
// are tried in which it arrives first.
func (n *net) nextAlone(s *state) int {
	for w := range n.ways {
		if n.goesOn(s, w) && n.isNeeded(s, w) {
			return w
		}
	}
	return -1
}

// isNeeded reports whether it is certain that the next round of warp w cannot complete without w, whatever the other
// warps do. It returns false for a barrier whose rounds have different numbers of warps.
func (n *net) isNeeded(s *state, w int) bool {
	op := n.at(s, w)
	if n.least[op.Name] != n.most[op.Name] {
		return false
	}
	return op.Warps == 0 || n.mostArrivals(s, w)[op.Name] < op.Warps
}

// mostArrivals bounds, for each name, the warps that can arrive while one warp does not continue. The parameter waiting
// is the index of that warp. For this bound, a warp may pass its k-th wait at a barrier as soon as enough warps for k
// rounds have arrived.
func (n *net) mostArrivals(s *state, waiting int) [Names]int {
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
			if w != waiting && others[w].run(n, n.ways[w], &come) {
				moved = true
			}
		}
	}
	return come
}

// runner is a warp that passes its k-th wait as soon as the arrivals so far, over all rounds, suffice for k rounds.
type runner struct {
	at    int
	waits bool
	// rounds counts the waits that the warp has reached, by name.
	rounds [Names]int
}

// run advances the warp as far as possible. The warp never passes a barrier without a number of threads, because that
// needs all warps. run returns false if the warp cannot advance at all.
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

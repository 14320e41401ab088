// Package barrier runs the barriers of a block. Each warp executes its barriers one after the
// other, and waits at each until enough others have arrived.
//
// # What a barrier does
//
// A block has sixteen barriers (PTX ISA, bar). A barrier counts the warps that arrive, each as a whole warp however
// many of its lanes arrive. The last arrival of a round releases the warps that wait, and the barrier counts from zero
// again. A warp that arrives without waiting (bar.arrive) is counted and continues. A barrier without a number of
// threads waits for all warps that have not ended, as runs on GPUs show; __syncthreads is barrier 0 of this form. All
// warps of a round must name the same number of threads.
//
// # The order of arrivals
//
// The order of one warp's barriers is fixed, the order among warps is not. If that order makes a difference, all orders
// are tried, as long as there are few. Three things reduce them: states are remembered; warps with equal remaining
// barriers are interchangeable; and a warp runs ahead alone while its next round cannot complete without it, whatever
// the others do, because it is then in that round in any order.
package barrier

import "math"

// Names is the number of barriers that a block has.
const Names = 16

// Op is what a warp does at a barrier.
type Op struct {
	// Name is the number of the barrier.
	Name int
	// Warps is how many warps a round takes, 0 for all that have not ended.
	Warps int
	// Arrives is whether the warp continues without waiting (bar.arrive).
	Arrives bool
	// Beyond marks the end of what is known of the warp's barriers. A warp that reaches it stays there.
	Beyond bool
}

// Step is a barrier that a warp executes: the index of the warp, and the index of the barrier in the warp's sequence.
type Step struct{ Warp, Op int }

// Wait describes how a warp waits for ever.
type Wait struct {
	// Arrived is how many warps have arrived in the round.
	Arrived int
	// OtherNumber is the number of warps that another warp of the round asks for, if the two differ; else 0.
	OtherNumber int
}

// Outcome is how the warps of a block end, over all orders.
type Outcome struct {
	// Passes is whether in some order all warps reach their end. Hangs is whether in some order some warps wait for
	// ever, or ask for different numbers of threads.
	Passes, Hangs bool
	// Waits has the barriers at which some order leaves a warp waiting for ever.
	Waits map[Step]Wait
	// alwaysHangs is, for each name, whether every order leaves some warp waiting under it.
	alwaysHangs [Names]bool
	// ahead is, for each name, whether a warp arrives under it twice in a row without waiting.
	ahead [Names]bool
	// Open is whether the outcome is not fully known: there are too many orders to try, or in some order a warp reaches
	// the end of what is known of its barriers.
	Open bool
	// States is how many states of the block were examined.
	States int
}

// Always reports whether every order leaves some warp waiting under a name.
func (o *Outcome) Always(name int) bool { return !o.Open && o.Hangs && o.alwaysHangs[name] }

// RunsAhead reports whether some order leaves a warp waiting under a name and a warp may arrive under that name a
// second time before the warps that wait have arrived once: it does not wait between its two arrivals.
func (o *Outcome) RunsAhead(ways [][]Op, name int) bool {
	if !o.ahead[name] {
		return false
	}
	for at := range o.Waits {
		if ways[at.Warp][at.Op].Name == name {
			return true
		}
	}
	return false
}

// maxStates is how many states of a block are examined at most.
const maxStates = 1 << 12

// Run executes the barriers of the warps of a block, in all orders. ways has the barriers of each warp.
func Run(ways [][]Op) *Outcome {
	n := &net{ways: ways, out: &Outcome{Waits: map[Step]Wait{}}, seen: map[string]bool{}, sameBarriers: sameBarriers(ways)}
	for name := range n.out.alwaysHangs {
		n.out.alwaysHangs[name], n.least[name] = true, math.MaxInt
	}
	for _, way := range ways {
		for i, op := range way {
			if i > 0 && op.Arrives && way[i-1].Arrives && way[i-1].Name == op.Name {
				n.out.ahead[op.Name] = true
			}
			if op.Beyond {
				continue
			}
			n.least[op.Name] = min(n.least[op.Name], n.number(op.Warps))
			n.most[op.Name] = max(n.most[op.Name], n.number(op.Warps))
		}
	}
	n.explore(newState(len(ways)))
	n.out.States = len(n.seen)
	return n.out
}

// net is the search through the states of a block.
type net struct {
	ways [][]Op
	// sameBarriers has, for each warp, the first warp with the same barriers.
	sameBarriers []int
	// least and most are the smallest and the largest number of warps that a round of each name takes.
	least, most [Names]int
	seen        map[string]bool
	out         *Outcome
}

// number returns how many warps a round takes while no warp has ended. count is the number of warps that the barrier's
// operand names, 0 for all (Op.Warps).
func (n *net) number(count int) int {
	if count == 0 {
		return len(n.ways)
	}
	return count
}

// explore examines all states that may follow s.
func (n *net) explore(s *state) {
	for w := n.nextAlone(s); w >= 0; w = n.nextAlone(s) {
		if n.remember(s) || !n.step(s, w) {
			return
		}
	}
	if n.remember(s) {
		return
	}
	ends := true
	for w := range n.ways {
		if n.goesOn(s, w) {
			ends = false
			if next := s.clone(); n.step(next, w) {
				n.explore(next)
			}
		}
	}
	if ends {
		n.end(s)
	}
}

// remember records a state. It returns true if the state need not be explored: it is known, or there are too many.
func (n *net) remember(s *state) bool {
	if len(n.seen) >= maxStates {
		n.out.Open = true
		return true
	}
	key := s.key(n.sameBarriers)
	if n.seen[key] {
		return true
	}
	n.seen[key] = true
	return false
}

// goesOn reports whether a warp can execute its next barrier: it neither waits nor has ended.
func (n *net) goesOn(s *state, w int) bool {
	return !s.waits[w] && s.passed[w] < len(n.ways[w]) && !n.at(s, w).Beyond
}

// at is the barrier that a warp waits at or executes next.
func (n *net) at(s *state, w int) Op { return n.ways[w][s.passed[w]] }

// step makes a warp arrive at its next barrier, and releases the rounds that are full then. It returns false if other
// warps of the round ask for another number of threads.
func (n *net) step(s *state, w int) bool {
	op := n.at(s, w)
	if s.come[op.Name] > 0 && n.number(s.wanted[op.Name]) != n.number(op.Warps) {
		n.recordMismatch(s, w)
		return false
	}
	s.come[op.Name]++
	s.wanted[op.Name] = op.Warps
	if op.Arrives {
		s.passed[w]++
	} else {
		s.waits[w] = true
	}
	for n.release(s) {
	}
	return true
}

// release ends one round that is full; false if there is none.
func (n *net) release(s *state) bool {
	for name, come := range s.come {
		if come > 0 && n.isFull(s, name) {
			n.releaseRound(s, name)
			return true
		}
	}
	return false
}

// isFull reports whether the round of a name is full.
func (n *net) isFull(s *state, name int) bool {
	if s.wanted[name] > 0 {
		return s.come[name] >= s.wanted[name]
	}
	for w, way := range n.ways {
		if s.passed[w] < len(way) && !(s.waits[w] && n.at(s, w).Name == name) {
			return false
		}
	}
	return true
}

// releaseRound releases the warps that wait under a name.
func (n *net) releaseRound(s *state, name int) {
	s.come[name] = 0
	for w := range n.ways {
		if s.waits[w] && n.at(s, w).Name == name {
			s.waits[w] = false
			s.passed[w]++
		}
	}
}

// end records a state in which no warp can continue.
func (n *net) end(s *state) {
	var waited [Names]bool
	hangs := false
	for w, way := range n.ways {
		if s.passed[w] < len(way) && n.at(s, w).Beyond {
			n.out.Open = true
			return
		}
	}
	for w := range n.ways {
		if s.waits[w] {
			op := n.at(s, w)
			hangs, waited[op.Name] = true, true
			n.recordWait(w, s, Wait{Arrived: s.come[op.Name]})
		}
	}
	n.note(hangs, waited)
}

// recordMismatch records a state in which a warp arrives in a round that asks for another number of warps.
func (n *net) recordMismatch(s *state, w int) {
	var waited [Names]bool
	op := n.at(s, w)
	waited[op.Name] = true
	come := s.come[op.Name] + 1
	n.recordWait(w, s, Wait{Arrived: come, OtherNumber: n.number(s.wanted[op.Name])})
	for v := range n.ways {
		if s.waits[v] && n.at(s, v).Name == op.Name {
			n.recordWait(v, s, Wait{Arrived: come, OtherNumber: n.number(op.Warps)})
		}
	}
	n.note(true, waited)
}

// note adds the end of one order to the outcome.
func (n *net) note(hangs bool, waited [Names]bool) {
	n.out.Hangs, n.out.Passes = n.out.Hangs || hangs, n.out.Passes || !hangs
	for name := range waited {
		n.out.alwaysHangs[name] = n.out.alwaysHangs[name] && waited[name]
	}
}

// recordWait records that warp w, or a warp with the same barriers, waits for ever.
func (n *net) recordWait(w int, s *state, wait Wait) {
	for v := range n.ways {
		at := Step{v, s.passed[w]}
		if _, noted := n.out.Waits[at]; !noted && n.sameBarriers[v] == n.sameBarriers[w] {
			n.out.Waits[at] = wait
		}
	}
}

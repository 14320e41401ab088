// Package barrier runs the barriers of a block. Each warp executes its barriers one after the other, and waits at each
// until enough warps have arrived.
//
// # What a barrier does
//
// A block has sixteen barriers (PTX ISA, bar). A barrier counts the warps that arrive. A warp counts as a whole,
// however many of its lanes arrive. The last arrival of a round releases the waiting warps, and the barrier counts from
// zero again. A warp that arrives without waiting (bar.arrive) is counted and continues. A barrier without a number of
// threads waits for all warps that have not ended, as runs on GPUs show. __syncthreads is barrier 0 of this form. All
// warps of a round must name the same number of threads.
//
// # The order of arrivals
//
// The order of one warp's barriers is fixed, the order among warps is not. If that order makes a difference, all orders
// are tried, unless there are too many. Three things reduce their number. Known states are not explored again. Warps
// with the same barriers are interchangeable. And a warp continues alone while its next round cannot complete without
// it, whatever the others do, because every order then has the warp in that round.
package barrier

import "math"

// Names is the number of barriers that a block has.
const Names = 16

// Op is one barrier in the sequence of a warp.
type Op struct {
	// Name is the number of the barrier, 0 to 15.
	Name int
	// Warps is the number of warps in a round, or 0 for all that have not ended.
	Warps int
	// Arrives reports whether the warp continues without waiting (bar.arrive).
	Arrives bool
	// Beyond marks the end of the known barriers of the warp. A warp stops there.
	Beyond bool
}

// Step is a barrier that a warp executes: the index of the warp, and the index of the barrier in the warp's sequence.
type Step struct{ Warp, Op int }

// Wait describes the round in which a warp waits forever.
type Wait struct {
	// Arrived is the number of warps that have arrived in the round.
	Arrived int
	// OtherNumber is the number of warps that another warp of the round passes to the barrier, if that number differs
	// from the number of this warp. Otherwise OtherNumber is 0.
	OtherNumber int
}

// Outcome summarises how the warps of a block end, for all orders in which they may arrive at barriers.
type Outcome struct {
	// Passes reports whether all warps reach their end in some order. Hangs reports whether some warps wait forever, or
	// ask for different numbers of threads, in some order.
	Passes, Hangs bool
	// Waits describes how a warp waits, for each barrier at which it waits forever in some order of arrivals.
	Waits map[Step]Wait
	// alwaysHangs reports, for each name, whether some warp waits there forever in every order.
	alwaysHangs [Names]bool
	// ahead reports, for each name, whether a warp arrives there twice in succession without waiting.
	ahead [Names]bool
	// Open reports whether the outcome is not completely known: there are too many orders, or a warp reaches the end of
	// its known barriers in some order.
	Open bool
	// States is the number of states of the block that were examined.
	States int
}

// Always reports whether some warp waits forever at the barrier with this name in every order.
func (o *Outcome) Always(name int) bool { return !o.Open && o.Hangs && o.alwaysHangs[name] }

// RunsAhead reports whether two things hold for the barrier with this name. In some order, a warp waits there forever.
// And some warp may arrive there twice before the waiting warps have arrived once, because it does not wait between its
// two arrivals.
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

// maxStates is the largest number of states of a block to examine.
const maxStates = 1 << 12

// Run executes the barriers of the warps of a block in all orders of arrival. ways lists the barriers of each warp, in
// program order.
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
	// sameBarriers holds, for each warp, the first warp with the same barriers.
	sameBarriers []int
	// least and most are the smallest and the largest number of warps in a round, by name.
	least, most [Names]int
	seen        map[string]bool
	out         *Outcome
}

// number returns the number of warps in a round while no warp has ended. count is the number in the barrier's operand,
// or 0 for all warps (Op.Warps).
func (n *net) number(count int) int {
	if count == 0 {
		return len(n.ways)
	}
	return count
}

// explore examines s and all states that can follow it.
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

// remember records a state. It returns true if the state need not be explored, because it is known or there are too
// many states.
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

// goesOn reports whether a warp can execute its next barrier: it does not wait, has not ended, and the barrier is
// known.
func (n *net) goesOn(s *state, w int) bool {
	return !s.waits[w] && s.passed[w] < len(n.ways[w]) && !n.at(s, w).Beyond
}

// at returns the barrier at which warp w waits, or that it executes next.
func (n *net) at(s *state, w int) Op { return n.ways[w][s.passed[w]] }

// step makes warp w arrive at its next barrier, and releases the rounds that are then full. It returns false if other
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

// release ends one full round. It returns false if there is none.
func (n *net) release(s *state) bool {
	for name, come := range s.come {
		if come > 0 && n.isFull(s, name) {
			n.releaseRound(s, name)
			return true
		}
	}
	return false
}

// isFull reports whether the current round of a name is full.
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

// releaseRound releases the warps that wait at the barrier with this name.
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

// recordMismatch records a state in which warp w arrives in a round that asks for another number of warps.
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

// note adds the end of one order of arrivals to the outcome. hangs reports whether some warp waits forever in this
// order, and waited at which barriers.
func (n *net) note(hangs bool, waited [Names]bool) {
	n.out.Hangs, n.out.Passes = n.out.Hangs || hangs, n.out.Passes || !hangs
	for name := range waited {
		n.out.alwaysHangs[name] = n.out.alwaysHangs[name] && waited[name]
	}
}

// recordWait records that warp w waits forever. Each warp with the same barriers may wait there too, so it is recorded
// for all of them.
func (n *net) recordWait(w int, s *state, wait Wait) {
	for v := range n.ways {
		at := Step{v, s.passed[w]}
		if _, noted := n.out.Waits[at]; !noted && n.sameBarriers[v] == n.sameBarriers[w] {
			n.out.Waits[at] = wait
		}
	}
}

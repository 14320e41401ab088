package sim

import "math/bits"

// Deserted reports that a block barrier that one warp of a block waits at is left out by
// another: it comes there less often under the same name, and has not left the kernel as a
// whole. The machine runs one warp, so this takes a run of each, on the same input; barrier
// tells the phases of the barrier in question.
func Deserted(waits, other *Outcome, barrier func(*Phase) bool) bool {
	comes := other.count(barrier)
	for name, n := range waits.count(barrier) {
		if !other.left && n > comes[name] {
			return true
		}
	}
	return false
}

// count is how often the warp comes to a barrier, by its name.
func (o *Outcome) count(is func(*Phase) bool) map[uint64]int {
	n := map[uint64]int{}
	for _, p := range o.Phases {
		if is(p) {
			n[p.Barriers[p.first()]]++
		}
	}
	return n
}

// first is the first lane that executes the collective.
func (p *Phase) first() int { return bits.TrailingZeros32(uint32(p.Converged)) }

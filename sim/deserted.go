package sim

import (
	"math/bits"
	"slices"
)

// Deserted reports that a block barrier that one warp of a block waits at is left out by
// another: it comes there less often under the same name, and has not exited. The machine runs
// one warp, so this takes a run of each, on the same input; barrier tells the phases of the
// barrier in question.
func Deserted(waits, other *Outcome, barrier func(*Phase) bool) bool {
	theirs := other.byName(barrier)
	for name, phases := range waits.byName(barrier) {
		if n := len(theirs[name]); n < len(phases) && !other.hasExited(phases[n]) {
			return true
		}
	}
	return false
}

// byName are the phases at a barrier, by its name.
func (o *Outcome) byName(is func(*Phase) bool) map[uint64][]*Phase {
	named := map[uint64][]*Phase{}
	for _, p := range o.Phases {
		if is(p) {
			name := p.Barriers[p.first()]
			named[name] = append(named[name], p)
		}
	}
	return named
}

// hasExited reports a warp whose lanes have all left the kernel early where a phase, of another
// warp, does not lead to.
func (o *Outcome) hasExited(p *Phase) bool {
	return o.exits != nil && !slices.ContainsFunc(o.exits, p.place.reaches)
}

// first is the first lane that executes the collective.
func (p *Phase) first() int { return bits.TrailingZeros32(uint32(p.Converged)) }

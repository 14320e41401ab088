package sim

// Deserted reports that a block barrier that one warp of a block waits at is left out by
// another: it comes there less often, and has not left the kernel as a whole. The machine
// runs one warp, so this takes a run of each, on the same input; barrier tells the phases
// of the barrier in question.
func Deserted(waits, other *Outcome, barrier func(*Phase) bool) bool {
	return !other.left && waits.count(barrier) > other.count(barrier)
}

func (o *Outcome) count(is func(*Phase) bool) (n int) {
	for _, p := range o.Phases {
		if is(p) {
			n++
		}
	}
	return n
}

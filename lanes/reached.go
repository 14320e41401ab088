package lanes

import (
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/smt"
)

// Reached returns the reason why no execution is shown to reach the fact's collective. The reason is empty if some
// execution is shown to.
func (f *Fact) Reached() (reservation Reservation) {
	reservation = Reservation{Cause: Unreached}
	if f.rendezvous == nil {
		return reservation
	}
	defer f.question()()
	p := f.rendezvous
	if answer, _ := p.j.prover.Satisfiable(p.j.t.And(p.j.meet.Premise(), p.meeting.Reach)); answer != smt.Yes {
		return reservation
	}
	reach := p.meeting.ReachIn(grid.AnyWarp)
	if reach.Shown {
		return Reservation{}
	}
	return p.j.unreached(&reach)
}

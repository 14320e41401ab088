package lanes

import (
	"maps"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// exchanges are the collectives that lanes may meet from another site, with those known before;
// none where there are no new ones, among those of which it was assumed that they do not.
func (j *judge) exchanges() map[*cfg.Instr]bool {
	all, found := map[*cfg.Instr]bool{}, false
	maps.Copy(all, j.setting.Exchanging)
	for _, e := range j.Events {
		if e.Assumes && !all[e.Instr] && j.metFromElsewhere(j.rendezvousOf(e)) {
			all[e.Instr], found = true, true
		}
	}
	if !found {
		return nil
	}
	return all
}

func (j *judge) metFromElsewhere(p *rendezvous) bool {
	reach := j.Unbroken(p.reach)
	for _, f := range j.Events {
		if f != p.Event && j.eventOrder(p.Event, f) == trace.Incomparable && j.mayMeet(p.Event, f) &&
			!j.t.And(reach, j.Unbroken(j.t.Or(f.Guard.List()...))).IsFalse() {
			return true
		}
	}
	return false
}

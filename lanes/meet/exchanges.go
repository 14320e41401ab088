package meet

import (
	"maps"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// Exchanges looks for collectives at which lanes may meet lanes of another site, although the interpretation assumed
// that they do not. It returns these collectives together with those in given. If it finds no collective besides those
// in given, it returns nil.
func (m *Meetings) Exchanges(given map[*cfg.Instr]bool) map[*cfg.Instr]bool {
	all, found := map[*cfg.Instr]bool{}, false
	maps.Copy(all, given)
	for _, e := range m.Trace.Log.Events {
		if e.Assumes && !all[e.Instr] && m.metFromElsewhere(m.At(e)) {
			all[e.Instr], found = true, true
		}
	}
	if !found {
		return nil
	}
	return all
}

func (m *Meetings) metFromElsewhere(p *Rendezvous) bool {
	reach := m.prover.Unknowns.Unbroken(p.Reach)
	for _, f := range m.Trace.Log.Events {
		if f != p.Event && m.EventOrder(p.Event, f) == trace.Incomparable && m.MayMeet(p.Event, f) &&
			!m.t.And(reach, m.prover.Unknowns.Unbroken(m.t.Or(f.Guard.List()...))).IsFalse() {
			return true
		}
	}
	return false
}

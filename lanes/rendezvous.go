package lanes

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// rendezvous is one event with what the others do meanwhile.
type rendezvous struct {
	j *judge
	*trace.Event
	// gone are the lanes that left the kernel where the event cannot lead to; those
	// of them that have exited are remembered as they are asked for.
	gone  vector.Vec
	exits [warp.Size]*term.Term
	// trapped are those of them with which the kernel has ended.
	trapped vector.Vec
	reach   *term.Term
	// incomparable are the events that no lane can pass besides this one; partners those
	// that lanes may meet this one from, each list of the same lanes with the same
	// masks; met are the lanes at those that always do.
	incomparable []*trace.Event
	partners     [][]*trace.Event
	met          vector.Vec
	related      bool // incomparable, partners and met are computed
	// otherIterations reports that accesses of other iterations of a loop take part.
	otherIterations bool
	// arrivals remember arrives for pairs of lanes: each is asked for by several questions.
	arrivals [warp.Size][warp.Size]*term.Term
}

// relateAll finds what is the case at each event of a complete trace.
func (j *judge) relateAll() {
	j.rendezvous = make([]*rendezvous, len(j.Events))
	for i, e := range j.Events {
		if e.Opaque != "" {
			continue
		}
		p := &rendezvous{j: j, Event: e, reach: j.t.Or(e.Guard.List()...)}
		p.gone, p.trapped = j.goneAt(e)
		j.rendezvous[i] = p
	}
}

// goneAt are the lanes that have left the kernel with respect to an event:
// those that never existed, and those that left where the event cannot lead to.
// The kernel has ended in an error with those of them that trapped.
func (j *judge) goneAt(e *trace.Event) (gone, trapped vector.Vec) {
	gone, trapped = j.Not(j.Alive), vector.Uniform(j.t.False)
	for _, r := range j.Retired {
		if r.Within != nil && !e.IsWithin(r.Within) {
			continue
		}
		if j.Order(e.Point, r.Point) != trace.Before {
			gone = j.Or(gone, r.Guard)
			if r.Trap {
				trapped = j.Or(trapped, r.Guard)
			}
		}
	}
	return gone, trapped
}

// relate finds the events incomparable with this one. Only events that some lane may
// miss have any that matter; a lane may have been at one before it left the kernel.
func (p *rendezvous) relate() {
	if p.related {
		return
	}
	p.related, p.met = true, vector.Uniform(p.j.t.False)
	if p.j.And(p.j.Alive, p.j.Not(p.Guard)).IsFalse() {
		return
	}
	p.j.t.Work.Spend(eventWork * len(p.j.Events))
	for _, f := range p.j.Events {
		if f == p.Event || p.j.eventOrder(p.Event, f) != trace.Incomparable || p.j.exclusive(p.Event, f) {
			continue
		}
		p.incomparable = append(p.incomparable, f)
		if !p.j.mayMeet(p.Event, f) {
			continue
		}
		switch always, decided := p.j.meetAlike(p.Event, f); {
		case !decided && !p.j.keepAway(p.Event, f):
			p.addPartner(f)
		case always:
			p.met = p.j.Or(p.met, f.Guard)
		}
	}
}

// addPartner puts an event to those of the same lanes with the same masks, if any.
func (p *rendezvous) addPartner(f *trace.Event) {
	for i, list := range p.partners {
		if g := list[0]; g.Guard == f.Guard && g.Mask == f.Mask && (g.Opaque == "") == (f.Opaque == "") {
			p.partners[i] = append(list, f)
			return
		}
	}
	p.partners = append(p.partners, []*trace.Event{f})
}

// exited says when lane o has exited: it left the kernel, and not by way of another
// site where some lane of this event met it.
func (p *rendezvous) exited(o int) *term.Term {
	if p.exits[o] == nil {
		p.exits[o] = p.gone.At(o)
		if !p.exits[o].IsFalse() && !p.isAlone() {
			t := p.j.t
			met := vector.Build(func(l int) *term.Term { return t.And(p.Guard.At(l), p.arrives(l, o)) })
			p.exits[o] = t.And(p.exits[o], t.Not(t.Or(met.List()...)))
		}
	}
	return p.exits[o]
}

// elsewhere says when lane o is alive and does not arrive.
func (p *rendezvous) elsewhere(o int) *term.Term {
	t := p.j.t
	away := t.And(t.Not(p.Guard.At(o)), t.Not(p.exited(o)))
	if p.Instr.Collective != nil && p.Instr.Collective.IsInHalves() {
		return t.And(away, t.Not(p.doesElsewhere(o)))
	}
	return away
}

// doesElsewhere says when lane o executes the same half of a barrier on another side of a
// branch.
func (p *rendezvous) doesElsewhere(o int) *term.Term {
	does := p.j.t.False
	for _, f := range p.j.Events {
		if f.Opaque == "" && f.Instr.Collective.Class.Kind == p.Instr.Collective.Class.Kind && p.j.eventOrder(p.Event, f) == trace.Incomparable {
			does = p.j.t.Or(does, f.Guard.At(o))
		}
	}
	return does
}

// isAlone reports an event that no lane can meet from another site.
func (p *rendezvous) isAlone() bool {
	p.relate()
	return len(p.partners) == 0 && p.met.IsFalse()
}

// exclusive reports events on two sides of a branch that the warp takes as one.
func (j *judge) exclusive(e, f *trace.Event) bool {
	return e.Guard.IsUniform() && f.Guard.IsUniform() && j.t.And(e.Guard.At(0), f.Guard.At(0)).IsFalse()
}

// keepAway reports events of which no lane executes one where some lane executes the other.
func (j *judge) keepAway(e, f *trace.Event) bool { return j.rulesOut(e, f) || j.rulesOut(f, e) }

// rulesOut reports that no lane of an event is where all lanes of another are.
func (j *judge) rulesOut(e, f *trace.Event) bool {
	shared := j.sharedBy(e)
	for o := range warp.Size {
		if there := f.Guard.At(o); !there.IsFalse() && !j.t.And(shared, there).IsFalse() {
			return false
		}
	}
	return true
}

// sharedBy is the condition that the guards of all lanes at an event have in common.
func (j *judge) sharedBy(e *trace.Event) *term.Term {
	if j.shared[e] == nil {
		j.shared[e] = j.t.And(term.Common(e.Guard.List())...)
	}
	return j.shared[e]
}

// mayMeet reports events at two sites that could be matched: under the
// independent model, those of one class; a hidden collective could be any.
func (j *judge) mayMeet(e, f *trace.Event) bool {
	if j.Model != warp.Independent || e.Instr.Collective.Block || e.Instr.Collective.Aligned {
		return false
	}
	if f.Opaque != "" {
		return true
	}
	c, d := e.Instr.Collective, f.Instr.Collective
	same, known := c.Class.Same(d.Class)
	return (same || !known) && !c.Legacy && !d.Legacy && !d.Block
}

// arrives says when lane o, which is not at this event, arrives all the same at
// another site of the same class with the same mask, as lane l sees it.
func (p *rendezvous) arrives(l, o int) *term.Term {
	if p.arrivals[l][o] == nil {
		p.arrivals[l][o] = p.arrival(l, o)
	}
	return p.arrivals[l][o]
}

// arrival is arrives, computed: the lanes meet at every instruction that the event is.
func (p *rendezvous) arrival(l, o int) *term.Term {
	p.relate()
	t := p.j.t
	all := make([]*term.Term, p.Instr.Collective.Instructions)
	for n := range all {
		all[n] = p.arrivalAt(n, l, o)
	}
	return t.Or(p.met.At(o), t.And(all...))
}

// arrivalAt says when lane o meets lane l at the n-th instruction of the event.
func (p *rendezvous) arrivalAt(n, l, o int) *term.Term {
	t := p.j.t
	var ways []*term.Term
	for _, list := range p.partners {
		here := list[0].Guard.At(o)
		if t.And(p.Guard.At(l), here, p.j.nameEachOther(p.Event, list[0], l, o)).IsFalse() {
			continue
		}
		for _, f := range list {
			ways = append(ways, t.And(here, p.j.meets(p.Event, f, n, l, o)))
		}
	}
	return t.Or(ways...)
}

// names says when lane l, arriving, names lane o.
func (p *rendezvous) names(l, o int) *term.Term {
	if !p.Masked {
		return p.j.t.False
	}
	return p.j.t.And(p.Guard.At(l), p.j.t.Bit(p.Mask.At(l), o))
}

// maskable reports an event that passes a mask.
func (p *rendezvous) maskable() bool { return p.Masked && p.Instr.Op == cfg.Collective_ }

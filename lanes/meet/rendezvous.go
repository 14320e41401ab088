package meet

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Rendezvous is an event, with information about the lanes that do not arrive at the event. These lanes have left the
// kernel, or are at other events.
type Rendezvous struct {
	m     *Meetings
	Event *trace.Event
	// HasLeft has, for each lane, the formula that the lane does not exist, or has left the kernel at a point that is
	// not after the event. exits caches, for each lane, the formula that it counts as exited here (Exited).
	HasLeft vector.Vec
	exits   [warp.Size]*term.Term
	// Trapped holds, for each lane, the formula that the lane is in HasLeft because of a trap, which ends the kernel.
	Trapped vector.Vec
	// Reach holds if some lane arrives.
	Reach *term.Term
	// incomparable lists the events that share no path with this event. partners lists those of them whose lanes may
	// meet lanes of this event, grouped by equal guards and masks. Lanes at the other incomparable events either never
	// or always meet the lanes of this event. meetsAlways has, for each lane, the formula that the lane is at one of
	// the latter.
	incomparable []*trace.Event
	partners     [][]*trace.Event
	meetsAlways  vector.Vec
	related      bool // related is set when incomparable, partners and meetsAlways are computed
	// OtherIterations reports whether accesses in other iterations of a loop take part.
	OtherIterations bool
	// arrivals caches the formulas that one lane arrives for another (arrives), because several questions need each.
	arrivals [warp.Size][warp.Size]*term.Term
}

// Relate builds the rendezvous of all events of a complete trace.
func (m *Meetings) Relate() {
	m.rendezvous = make([]*Rendezvous, len(m.Trace.Log.Events))
	for i, e := range m.Trace.Log.Events {
		if e.Opaque {
			continue
		}
		m.rendezvous[i] = m.of(e)
	}
}

func (m *Meetings) of(e *trace.Event) *Rendezvous {
	p := &Rendezvous{m: m, Event: e, Reach: m.t.Or(e.Guard.List()...)}
	p.HasLeft, p.Trapped = m.GoneAt(e)
	return p
}

// OfOneSite returns the rendezvous of an event at which lanes of other sites cannot take part, such as an access.
func (m *Meetings) OfOneSite(e *trace.Event) *Rendezvous {
	p := m.of(e)
	p.related, p.meetsAlways = true, vector.Uniform(m.t.False)
	return p
}

// GoneAt returns, for each lane, the formula that the lane is gone when e is executed. A lane is gone if its thread
// never existed, or if it left the kernel at a point that e does not precede. trapped holds the formula that the lane
// left by a trap, which ends the kernel with an error.
func (m *Meetings) GoneAt(e *trace.Event) (gone, trapped vector.Vec) {
	gone, trapped = m.vectors.Not(m.Trace.Alive), vector.Uniform(m.t.False)
	for _, r := range m.Trace.Log.Retired {
		if r.Loop != nil && !e.IsWithin(r.Loop) {
			continue
		}
		if m.Trace.Order(e.Point, r.Point) != trace.Before {
			gone = m.vectors.Or(gone, r.Guard)
			if r.Trap {
				trapped = m.vectors.Or(trapped, r.Guard)
			}
		}
	}
	return gone, trapped
}

// relate finds the events that are incomparable with p.Event, and among these the events that lanes at p.Event may
// meet. If every lane executes p.Event, it finds none. Events whose lanes never meet lanes of p.Event are also listed
// as incomparable, because a lane that has left the kernel may have executed them before.
func (p *Rendezvous) relate() {
	if p.related {
		return
	}
	p.related, p.meetsAlways = true, vector.Uniform(p.m.t.False)
	if p.m.vectors.And(p.m.Trace.Alive, p.m.vectors.Not(p.Event.Guard)).IsFalse() {
		return
	}
	p.m.t.Work.Spend(eventWork * len(p.m.Trace.Log.Events))
	for _, f := range p.m.Trace.Log.Events {
		if f == p.Event || p.m.EventOrder(p.Event, f) != trace.Incomparable || p.m.exclusive(p.Event, f) {
			continue
		}
		p.incomparable = append(p.incomparable, f)
		if !p.m.MayMeet(p.Event, f) {
			continue
		}
		switch always, decided := p.m.meetAlike(p.Event, f); {
		case !decided && !p.m.keepAway(p.Event, f):
			p.addPartner(f)
		case always:
			p.meetsAlways = p.m.vectors.Or(p.meetsAlways, f.Guard)
		}
	}
}

// Incomparable returns the events that share no path with this one: no lane executes both.
func (p *Rendezvous) Incomparable() []*trace.Event {
	p.relate()
	return p.incomparable
}

// addPartner adds f to the group of partners with the same guard and mask, or begins a new group.
func (p *Rendezvous) addPartner(f *trace.Event) {
	for i, list := range p.partners {
		if g := list[0]; g.Guard == f.Guard && g.Mask == f.Mask && g.Opaque == f.Opaque {
			p.partners[i] = append(list, f)
			return
		}
	}
	p.partners = append(p.partners, []*trace.Event{f})
}

// Exited returns the formula that lane o has left the kernel. It is false for a lane that meets a lane of this event
// from another site (see arrives), and for one that is held up (see heldUp).
func (p *Rendezvous) Exited(o int) *term.Term {
	if p.exits[o] == nil {
		p.exits[o] = p.HasLeft.At(o)
		if !p.exits[o].IsFalse() && !p.isAlone() {
			t := p.m.t
			met := vector.Build(func(l int) *term.Term { return t.And(p.Event.Guard.At(l), p.arrives(l, o)) })
			p.exits[o] = t.And(p.exits[o], t.Not(t.Or(met.List()...)))
		}
		if !p.exits[o].IsFalse() {
			p.exits[o] = p.m.t.And(p.exits[o], p.m.t.Not(p.heldUp(o)))
		}
	}
	return p.exits[o]
}

// Elsewhere returns the formula that lane o is alive and does not arrive.
func (p *Rendezvous) Elsewhere(o int) *term.Term {
	t := p.m.t
	away := t.And(t.Not(p.Event.Guard.At(o)), t.Not(p.Exited(o)), p.Stays(o))
	if c := p.Event.Instr.Collective; c != nil && (c.IsInHalves() || c.HasWrittenNumber()) {
		return t.And(away, t.Not(p.doesElsewhere(o)))
	}
	return away
}

// Stays returns the formula that the event waits for lane o, which does not arrive. Most events wait for every such
// lane. An event that lets go of lanes which are elsewhere (LetsGo) waits for o only in two cases: o executes a barrier
// of several warps that is not before the event, or a call that may hide collectives.
func (p *Rendezvous) Stays(o int) *term.Term {
	t := p.m.t
	if c := p.Event.Instr.Collective; c == nil || !c.LetsGo() {
		return t.True
	}
	stays := t.False
	for _, f := range p.m.Trace.Log.Events {
		if f.Opaque || f.Instr.Collective.BeyondWarp && p.m.EventOrder(p.Event, f) != trace.After {
			stays = t.Or(stays, f.Guard.At(o))
		}
	}
	return stays
}

// doesElsewhere returns the formula that lane o executes the same barrier on another side of a branch. If the barrier
// has one instruction to arrive and one to wait, both lanes must execute the same one.
func (p *Rendezvous) doesElsewhere(o int) *term.Term {
	t, does := p.m.t, p.m.t.False
	for _, f := range p.m.Trace.Log.Events {
		name := p.Event.Name.UniformWhere(p.Event.Guard)
		if !f.Opaque && name != nil && p.Event.Instr.Collective.IsOneWith(f.Instr.Collective) && p.m.EventOrder(p.Event, f) == trace.Incomparable {
			does = t.Or(does, t.And(f.Guard.At(o), t.Eq(name, f.Name.At(o))))
		}
	}
	return does
}

// isAlone reports whether no lane can meet the event from another site.
func (p *Rendezvous) isAlone() bool {
	p.relate()
	return len(p.partners) == 0 && p.meetsAlways.IsFalse()
}

// exclusive reports whether e and f lie on two sides of a branch at which the whole warp takes one side.
func (m *Meetings) exclusive(e, f *trace.Event) bool {
	return e.Guard.IsUniform() && f.Guard.IsUniform() && m.t.And(e.Guard.At(0), f.Guard.At(0)).IsFalse()
}

// keepAway reports whether the guards show that no execution has lanes at both e and f.
func (m *Meetings) keepAway(e, f *trace.Event) bool { return m.rulesOut(e, f) || m.rulesOut(f, e) }

// rulesOut reports whether a condition that all lanes at e satisfy excludes every lane from f. It uses the conjuncts
// that all guards at e share.
func (m *Meetings) rulesOut(e, f *trace.Event) bool {
	shared := m.sharedBy(e)
	for o := range warp.Size {
		if there := f.Guard.At(o); !there.IsFalse() && !m.t.And(shared, there).IsFalse() {
			return false
		}
	}
	return true
}

// sharedBy returns the conjunction of the conjuncts that the guards of all lanes at e share.
func (m *Meetings) sharedBy(e *trace.Event) *term.Term {
	if m.shared[e] == nil {
		m.shared[e] = m.t.And(term.Common(e.Guard.List())...)
	}
	return m.shared[e]
}

// MayMeet reports whether lanes at the sites e and f can meet. They can under the independent model if both are
// collectives of a warp that may have the same class, neither is a legacy one, and e is not aligned. If f may hide
// collectives, only the model and e count.
func (m *Meetings) MayMeet(e, f *trace.Event) bool {
	if m.Trace.Model != warp.Independent || e.Instr.Collective.BeyondWarp || e.Instr.Collective.Aligned {
		return false
	}
	if f.Opaque {
		return true
	}
	c, d := e.Instr.Collective, f.Instr.Collective
	same, known := c.Class.Same(d.Class)
	return (same || !known) && !c.Legacy && !d.Legacy && !d.BeyondWarp
}

// arrives returns the formula that lane o, at another site, meets lane l, which is at this event. The two calls have
// the same class and the same mask.
func (p *Rendezvous) arrives(l, o int) *term.Term {
	if p.arrivals[l][o] == nil {
		p.arrivals[l][o] = p.arrival(l, o)
	}
	return p.arrivals[l][o]
}

// arrival computes the formula of arrives. Either o is at an event that always meets this one, or o and l meet at
// every instruction of this event.
func (p *Rendezvous) arrival(l, o int) *term.Term {
	p.relate()
	t := p.m.t
	all := make([]*term.Term, p.Event.Instr.Collective.Instructions)
	for n := range all {
		all[n] = p.arrivalAt(n, l, o)
	}
	return t.Or(p.meetsAlways.At(o), t.And(all...))
}

// arrivalAt returns the formula that lane o meets lane l at the n-th instruction of the event.
func (p *Rendezvous) arrivalAt(n, l, o int) *term.Term {
	t := p.m.t
	var ways []*term.Term
	for _, list := range p.partners {
		here := list[0].Guard.At(o)
		if t.And(p.Event.Guard.At(l), here, p.m.NameEachOther(p.Event, list[0], l, o)).IsFalse() {
			continue
		}
		for _, f := range list {
			if meets, known := p.m.meetsTwin(p.Event, f, l, o); known {
				ways = append(ways, meets)
			} else {
				ways = append(ways, t.And(here, p.m.meets(p.Event, f, n, l, o)))
			}
		}
	}
	return t.Or(ways...)
}

// Names returns the formula that lane l arrives and names lane o. It is false if the event has no mask.
func (p *Rendezvous) Names(l, o int) *term.Term {
	if !p.Event.Masked {
		return p.m.t.False
	}
	return p.m.t.And(p.Event.Guard.At(l), p.m.t.Bit(p.Event.Mask.At(l), o))
}

// Maskable reports whether the event is a collective that passes a mask.
func (p *Rendezvous) Maskable() bool { return p.Event.Masked && p.Event.Instr.Op == cfg.Collective_ }

// NamedInVain returns the formula that some lane names lane o and o does not arrive for it. Lane o may arrive at this
// event or from another site.
func (p *Rendezvous) NamedInVain(o int) *term.Term {
	t := p.m.t
	p.relate()
	if m := p.Event.Mask.UniformWhere(p.Event.Guard); m != nil && len(p.partners) == 0 {
		return t.And(p.Reach, t.Bit(m, o), t.Not(p.meetsAlways.At(o)))
	}
	ways := make([]*term.Term, warp.Size)
	for l := range ways {
		ways[l] = p.Names(l, o)
		if !ways[l].IsFalse() {
			ways[l] = t.And(ways[l], t.Not(p.arrives(l, o)))
		}
	}
	return t.Or(ways...)
}

// Unmatched returns the formula that some lane of the group g and some lane of the group h execute the events of their
// groups, and do not meet. Then neither lane arrives for the other.
func (p *Rendezvous) Unmatched(g, h trace.Group) *term.Term {
	t := p.m.t
	other := p.m.At(h.Event)
	if p.isAlone() && other.isAlone() {
		return t.True
	}
	var ways []*term.Term
	for _, l := range g.Lanes {
		for _, o := range h.Lanes {
			ways = append(ways, t.And(g.Event.Guard.At(l), h.Event.Guard.At(o),
				t.Not(p.arrives(l, o)), t.Not(other.arrives(o, l))))
		}
	}
	return t.Or(ways...)
}

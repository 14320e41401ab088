package lanes

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// phase is one event with what the others do meanwhile.
type phase struct {
	in *interp
	*event
	exited, elsewhere vec
	reach             *term.Term
	// partners are the events of other sides that lanes may meet this one from,
	// rivals all maskable events that no lane can pass besides this one.
	partners, rivals []*event
	related          bool // partners and rivals are computed
}

// phases completes the events once the root has been interpreted.
func (in *interp) phases() []*phase {
	var list []*phase
	for _, e := range in.events {
		if e.opaque != "" {
			continue
		}
		p := &phase{in: in, event: e, reach: in.t.Or(e.guard.list()...)}
		p.exited = in.exitedAt(e)
		p.elsewhere = in.and(in.not(e.guard), in.not(p.exited))
		list = append(list, p)
	}
	return list
}

// exitedAt are the lanes that have left the kernel with respect to an event:
// those that never existed, and those that left where the event cannot lead to.
func (in *interp) exitedAt(e *event) vec {
	gone := in.not(in.alive)
	for _, r := range in.retired {
		if r.within != nil && !e.isWithin(r.within) {
			continue
		}
		if in.order(e.place, r.place) != before {
			gone = in.or(gone, r.guard)
		}
	}
	return gone
}

func (e *event) isWithin(s *summary) bool {
	for _, w := range e.within {
		if w == s {
			return true
		}
	}
	return false
}

// relate finds the events apart from this one. Only events that some lane may
// miss have any that matter; a lane may have been at one before it left the kernel.
func (p *phase) relate() {
	if p.related {
		return
	}
	p.related = true
	if p.in.and(p.in.alive, p.in.not(p.guard)).isFalse() {
		return
	}
	for _, f := range p.in.events {
		if f == p.event || p.in.order(p.place, f.place) != apart {
			continue
		}
		p.rivals = append(p.rivals, f)
		if p.in.mayMeet(p.event, f) {
			p.partners = append(p.partners, f)
		}
	}
}

// mayMeet reports events at two sites that could be matched: under the
// independent model, those of one class; a hidden collective could be any.
func (in *interp) mayMeet(e, f *event) bool {
	if in.model != warp.Independent || e.instr.Collective.Block {
		return false
	}
	if f.opaque != "" {
		return true
	}
	c, d := e.instr.Collective, f.instr.Collective
	return c.Class == d.Class && !c.Legacy && !d.Legacy && !d.Block
}

// arrives says when lane o, which is not at this event, arrives all the same at
// another site of the same class with the same mask, as lane l sees it.
func (p *phase) arrives(l, o int) *term.Term {
	p.relate()
	t := p.in.t
	ways := []*term.Term{}
	for _, f := range p.partners {
		here := f.guard.at(o)
		if here.IsFalse() {
			continue
		}
		ways = append(ways, t.And(here, p.in.meets(p.event, f, l, o)))
	}
	return t.Or(ways...)
}

// meets says when lane l at e and lane o at f are at the same phase: since the
// lanes parted, both have executed the same sequence of collectives that concern
// the two of them. A collective whose mask leaves the other lane out does not.
func (in *interp) meets(e, f *event, l, o int) *term.Term {
	if f.opaque != "" || in.repeated(e, f) {
		return in.t.Unknown(pairName(in, e, f), 0, nil)
	}
	mine, theirs := in.since(e, f), in.since(f, e)
	return in.t.And(in.samePrefix(mine, theirs, l, o), in.sameCall(e, f, l, o))
}

// repeated reports that one of two events stands for all turns of a loop that
// the other is not in: which turn meets which is not known.
func (in *interp) repeated(e, f *event) bool {
	for _, s := range e.within {
		if !f.isWithin(s) {
			return true
		}
	}
	for _, s := range f.within {
		if !e.isWithin(s) {
			return true
		}
	}
	return false
}

// since lists the events before e that are apart from f, in program order.
func (in *interp) since(e, f *event) []*event {
	pair := [2]*event{e, f}
	if list, done := in.sinces[pair]; done {
		return list
	}
	list := []*event{}
	for _, a := range in.events {
		if a != e && a.opaque == "" && !a.instr.Collective.Block &&
			in.order(a.place, e.place) == before && in.order(a.place, f.place) == apart {
			list = append(list, a)
		}
	}
	in.sinces[pair] = list
	return list
}

// sameCall says when two calls are of one class and mask.
func (in *interp) sameCall(e, f *event, l, o int) *term.Term {
	if e.instr.Collective.Class != f.instr.Collective.Class || e.masked != f.masked {
		return in.t.False
	}
	if !e.masked {
		return in.t.True
	}
	return in.t.Eq(e.mask.at(l), f.mask.at(o))
}

// samePrefix says when lane l along mine and lane o along theirs execute equal
// sequences of the collectives that name the other lane. It is the alignment
// table of two sequences with optional members; impossible entries are dropped,
// so that it is linear where every member is certain.
func (in *interp) samePrefix(mine, theirs []*event, l, o int) *term.Term {
	t := in.t
	row := map[int]*term.Term{0: t.True}
	for j := 0; j < len(theirs); j++ { // a prefix of theirs that does not happen
		if x := t.And(row[j], t.Not(in.concerns(theirs[j], o, l))); !x.IsFalse() {
			row[j+1] = x
		} else {
			break
		}
	}
	for _, a := range mine {
		happens := in.concerns(a, l, o)
		next := map[int]*term.Term{}
		for j := 0; j <= len(theirs); j++ {
			x := t.False
			if v, ok := row[j]; ok {
				x = t.And(v, t.Not(happens))
			}
			if v, ok := row[j-1]; ok && j > 0 {
				b := theirs[j-1]
				x = t.Or(x, t.And(v, happens, in.concerns(b, o, l), in.sameCall(a, b, l, o)))
			}
			if v, ok := next[j-1]; ok && j > 0 {
				x = t.Or(x, t.And(v, t.Not(in.concerns(theirs[j-1], o, l))))
			}
			if !x.IsFalse() {
				next[j] = x
			}
		}
		row = next
	}
	if v, ok := row[len(theirs)]; ok {
		return v
	}
	return t.False
}

// concerns says when lane l executes an event whose mask names lane o.
func (in *interp) concerns(e *event, l, o int) *term.Term {
	if !e.masked {
		return e.guard.at(l)
	}
	return in.t.And(e.guard.at(l), in.t.Bit(e.mask.at(l), o))
}

// names says when lane l, arriving, names lane o.
func (p *phase) names(l, o int) *term.Term {
	if !p.masked {
		return p.in.t.False
	}
	return p.in.t.And(p.guard.at(l), p.in.t.Bit(p.mask.at(l), o))
}

// maskable reports an event that passes a mask.
func (p *phase) maskable() bool { return p.masked && p.instr.Op == cfg.Collective_ }

// pairName names the unknown whether two events meet.
func pairName(in *interp, e, f *event) string {
	return fmt.Sprintf("meets %d %d", slices.Index(in.events, e), slices.Index(in.events, f))
}

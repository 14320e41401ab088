package lanes

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// Matching: under the independent model lanes on two sides of a branch meet when
// since they parted they have executed the same sequence of collectives.

// A shuffle of a value of several words is as many instructions, which meet one by one:
//
//	if (lane < 16) d = __shfl_sync(~0u, d, 0);                                d is a double
//	else { i = __shfl_sync(~0u, i, 0); j = __shfl_sync(~0u, j, 0); }

// instruction is one of those that an event is.
type instruction struct {
	*trace.Event
	index int
}

// instructions are those of a sequence of events.
func instructions(events []*trace.Event) []instruction {
	list := make([]instruction, 0, len(events))
	for _, e := range events {
		for i := range e.Instr.Collective.Instructions {
			list = append(list, instruction{e, i})
		}
	}
	return list
}

// meets says when lane l at e and lane o at f are at the same rendezvous, with the n-th
// instruction of e: since the lanes parted, both have executed the same sequence of
// collectives that concern the two of them. A collective whose mask leaves the other lane out
// does not.
func (j *judge) meets(e, f *trace.Event, n, l, o int) *term.Term {
	if f.Opaque != "" || j.repeated(e, f) {
		return j.t.Unknown(pairName(e, f), 0, nil)
	}
	same := j.sameCall(e, f, l, o)
	if same.IsFalse() {
		return same
	}
	mine := instructions(append(slices.Clip(j.since(e, f).events), e))
	theirs := instructions(append(slices.Clip(j.since(f, e).events), f))
	before := len(mine) - e.Instr.Collective.Instructions + n
	var ways []*term.Term
	for k := range f.Instr.Collective.Instructions {
		ways = append(ways, j.samePrefix(mine[:before], theirs[:len(theirs)-1-k], l, o))
	}
	return j.t.And(j.t.Or(ways...), same, j.nameEachOther(e, f, l, o))
}

// nameEachOther says when the masks of lane l at e and lane o at f have the other.
// Lanes that do not cannot meet; of an opaque event it is not known.
func (j *judge) nameEachOther(e, f *trace.Event, l, o int) *term.Term {
	if f.Opaque != "" {
		return j.t.True
	}
	return j.t.And(j.names(e, l, o), j.names(f, o, l))
}

// repeated reports that one of two events stands for all iterations of a loop that
// the other is not in: which iteration meets which is not known.
func (j *judge) repeated(e, f *trace.Event) bool {
	for _, s := range e.Within {
		if !f.IsWithin(s) {
			return true
		}
	}
	for _, s := range f.Within {
		if !e.IsWithin(s) {
			return true
		}
	}
	return false
}

// since lists the events before e that are incomparable with f, in program order.
func (j *judge) since(e, f *trace.Event) *lead {
	key := leadAt{e, j.side(f)}
	l := j.leads[key]
	if l == nil {
		l = &lead{straight: true}
		j.leads[key] = l
		j.t.Work.Spend(eventWork * len(j.Events))
		for _, a := range j.Events {
			if a != e && a.Opaque == "" && !a.Instr.Collective.Block &&
				j.eventOrder(a, e) == trace.Before && j.eventOrder(a, f) == trace.Incomparable {
				l.events = append(l.events, a)
				l.straight = l.straight && a.NamesAll() && !a.Instr.Collective.Aligned && j.passed(a, e)
			}
		}
	}
	return l
}

// lead is what leads to an event since the lanes parted from those of another.
type lead struct {
	events []*trace.Event
	// straight: every lane at the event has been at all of them, and is named by them, and
	// lanes meet at each of them.
	straight bool
}

// leadAt names a lead: it is the same for all other events of one side.
type leadAt struct {
	event *trace.Event
	side  int
}

// side numbers the sets of events that an event can be incomparable with, from 1.
func (j *judge) side(f *trace.Event) int {
	if j.sideOf[f] == 0 {
		row := make([]byte, len(j.Events))
		for i, a := range j.Events {
			if j.eventOrder(a, f) == trace.Incomparable {
				row[i] = 1
			}
		}
		if j.sides[string(row)] == 0 {
			j.sides[string(row)] = len(j.sides) + 1
		}
		j.sideOf[f] = j.sides[string(row)]
	}
	return j.sideOf[f]
}

// eventOrder is order for the events of a complete interpretation.
func (j *judge) eventOrder(e, f *trace.Event) trace.Order {
	n := len(j.Events)
	if len(j.eventOrders) != n*n {
		j.t.Work.Spend(n * n)
		j.eventOrders = make([]trace.Order, n*n)
	}
	o := &j.eventOrders[e.Index*n+f.Index]
	if *o == trace.Unordered {
		*o = j.Compare(e.Point, f.Point)
	}
	return *o
}

// meetAlike decides meets for all lanes at once, where the code on both sides is
// straight: every lane at e and at f has been at all collectives that lead there,
// and all of them name the whole warp. Then only the classes count.
func (j *judge) meetAlike(e, f *trace.Event) (always, decided bool) {
	if f.Opaque != "" || j.repeated(e, f) || e.Masked != f.Masked {
		return false, false
	}
	if e.Masked && !(e.NamesAll() && f.NamesAll()) {
		return false, j.masksDiffer(e, f)
	}
	mine, theirs := j.since(e, f), j.since(f, e)
	if !mine.straight || !theirs.straight {
		return false, false
	}
	return meetWhole(mine.events, theirs.events, e, f)
}

// meetWhole reports whether two events meet as a whole, given all that leads to them; decided is
// false where they may meet in part.
func meetWhole(mine, theirs []*trace.Event, e, f *trace.Event) (always, decided bool) {
	a, b := instructions(mine), instructions(theirs)
	for i := range min(len(a), len(b)) {
		same, known := a[i].Instr.Collective.Class.Same(b[i].Instr.Collective.Class)
		if !same {
			return false, known
		}
	}
	same, known := e.Instr.Collective.Class.Same(f.Instr.Collective.Class)
	n, m := e.Instr.Collective.Instructions, f.Instr.Collective.Instructions
	switch {
	case !known:
		return false, false
	case !same, len(a) >= len(b)+m, len(b) >= len(a)+n:
		return false, true
	}
	return true, len(a) == len(b) && n == m
}

// masksDiffer reports two events with constant masks that are not the same.
func (j *judge) masksDiffer(e, f *trace.Event) bool {
	m, n := e.Mask.UniformWhere(e.Guard), f.Mask.UniformWhere(f.Guard)
	return m != nil && n != nil && m != n && m.IsConst() && n.IsConst()
}

// passed reports that every lane at e has been at the earlier event a: its
// guard is part of e's.
func (j *judge) passed(a, e *trace.Event) bool {
	if a.Guard == e.Guard {
		return true
	}
	for l := 0; l < warp.Size; l++ {
		if !e.Guard.At(l).IsFalse() && !j.t.Strip(a.Guard.At(l), term.Common([]*term.Term{e.Guard.At(l)})).IsTrue() {
			return false
		}
	}
	return true
}

// sameCall says when two calls on two sides of a branch are one collective: of one class
// and mask, and none that all lanes execute at one place.
func (j *judge) sameCall(e, f *trace.Event, l, o int) *term.Term {
	c, d := e.Instr.Collective, f.Instr.Collective
	same, known := c.Class.Same(d.Class)
	if !same && known || c.Aligned || e.Masked != f.Masked {
		return j.t.False
	}
	as := j.t.True
	if !known { // the arguments of a template decide
		as = j.t.Unknown(pairName(e, f), 0, memory.Approximation{})
	}
	if !e.Masked {
		return as
	}
	return j.t.And(as, j.t.Eq(e.Mask.At(l), f.Mask.At(o)))
}

// samePrefix says when lane l along mine and lane o along theirs execute equal
// sequences of the collectives that name the other lane. It is the alignment
// table of two sequences with optional members; impossible entries are dropped,
// so that it is linear where every member is certain.
func (j *judge) samePrefix(mine, theirs []instruction, l, o int) *term.Term {
	t := j.t
	row := map[int]*term.Term{0: t.True}
	for n := 0; n < len(theirs); n++ { // a prefix of theirs that does not happen
		if x := t.And(row[n], t.Not(j.concerns(theirs[n].Event, o, l))); !x.IsFalse() {
			row[n+1] = x
		} else {
			break
		}
	}
	for _, a := range mine {
		happens := j.concerns(a.Event, l, o)
		next := map[int]*term.Term{}
		for n := 0; n <= len(theirs); n++ {
			x := t.False
			if v, ok := row[n]; ok {
				x = t.And(v, t.Not(happens))
			}
			if v, ok := row[n-1]; ok && n > 0 {
				b := theirs[n-1]
				x = t.Or(x, t.And(v, happens, j.concerns(b.Event, o, l), j.sameCall(a.Event, b.Event, l, o)))
			}
			if v, ok := next[n-1]; ok && n > 0 {
				x = t.Or(x, t.And(v, t.Not(j.concerns(theirs[n-1].Event, o, l))))
			}
			if !x.IsFalse() {
				next[n] = x
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
func (j *judge) concerns(e *trace.Event, l, o int) *term.Term {
	return j.t.And(e.Guard.At(l), j.names(e, l, o))
}

// names says when the mask that lane l passes, if any, has lane o.
func (j *judge) names(e *trace.Event, l, o int) *term.Term {
	if !e.Masked {
		return j.t.True
	}
	return j.t.Bit(e.Mask.At(l), o)
}

// pairName names the unknown whether two events meet.
func pairName(e, f *trace.Event) string {
	return fmt.Sprintf("meets %d %d", e.Index, f.Index)
}

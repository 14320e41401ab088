package inflight

import (
	"maps"

	"github.com/warpcheck/warpcheck/cfg"
)

// key is an instruction in one way to come to it.
type key struct {
	in   *cfg.Instr
	from *call
}

// flight is a product that may be in flight.
type flight struct {
	// fewest and most are how many groups were committed since it was begun, its own among them, over the paths on which
	// it is in flight.
	fewest, most int
	// always is whether it is in flight on every path.
	always    bool
	registers []place
}

// touch is an access to registers that may have no fence behind it; always is whether it has none on every path.
type touch struct {
	place  place
	always bool
}

// state is what holds where control comes to a place.
type state struct {
	flights map[key]flight
	touched map[key]touch
	// fencedOnAll and fencedOnSome are whether a fence of registers came before on all paths, and on some.
	fencedOnAll, fencedOnSome bool
}

func newState() *state { return &state{flights: map[key]flight{}, touched: map[key]touch{}} }

func (s *state) clone() *state {
	return &state{maps.Clone(s.flights), maps.Clone(s.touched), s.fencedOnAll, s.fencedOnSome}
}

// fence orders all accesses to registers before the products behind.
func (s *state) fence() {
	clear(s.touched)
	s.fencedOnAll, s.fencedOnSome = true, true
}

// commit makes a group of the products that are in none.
func (s *state) commit() {
	for k, f := range s.flights {
		f.fewest, f.most = min(f.fewest+1, mostGroups), min(f.most+1, mostGroups)
		s.flights[k] = f
	}
}

// wait ends the products behind which more than left groups were committed. If left is negative it is not known, and
// each committed product may have ended.
func (s *state) wait(left int64) {
	for k, f := range s.flights {
		switch {
		case left >= 0 && int64(f.fewest) > left:
			delete(s.flights, k)
			continue
		case left < 0 && f.most > 0:
			f.always = false
		case left >= 0 && int64(f.most) > left:
			f.always, f.most = false, int(left)
		}
		s.flights[k] = f
	}
}

// doubt makes all that is known uncertain, behind a call that is not followed.
func (s *state) doubt() {
	for k, f := range s.flights {
		f.always = false
		s.flights[k] = f
	}
	for k, t := range s.touched {
		t.always = false
		s.touched[k] = t
	}
	s.fencedOnSome = true
}

// join returns what holds behind two paths; a path that is nil does not exist.
func join(a, b *state) *state {
	switch {
	case a == nil:
		return b.clone()
	case b == nil:
		return a
	}
	j := &state{map[key]flight{}, map[key]touch{}, a.fencedOnAll && b.fencedOnAll, a.fencedOnSome || b.fencedOnSome}
	for k, f := range a.flights {
		g, both := b.flights[k]
		f.always = f.always && both && g.always
		if both {
			f.fewest, f.most = min(f.fewest, g.fewest), max(f.most, g.most)
		}
		j.flights[k] = f
	}
	for k, g := range b.flights {
		if _, both := a.flights[k]; !both {
			g.always = false
			j.flights[k] = g
		}
	}
	for k, t := range a.touched {
		u, both := b.touched[k]
		t.always = t.always && both && u.always
		j.touched[k] = t
	}
	for k, u := range b.touched {
		if _, both := a.touched[k]; !both {
			u.always = false
			j.touched[k] = u
		}
	}
	return j
}

// equal reports whether two states are the same.
func (s *state) equal(o *state) bool {
	if o == nil || s.fencedOnAll != o.fencedOnAll || s.fencedOnSome != o.fencedOnSome {
		return false
	}
	return maps.EqualFunc(s.touched, o.touched, func(a, b touch) bool { return a.always == b.always }) &&
		maps.EqualFunc(s.flights, o.flights, func(a, b flight) bool { return a.fewest == b.fewest && a.most == b.most && a.always == b.always })
}

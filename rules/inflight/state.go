package inflight

import (
	"maps"

	"github.com/warpcheck/warpcheck/cfg"
)

// key identifies an instruction on a path of calls.
type key struct {
	in   *cfg.Instr
	from *call
}

// flight is a product that may be in flight.
type flight struct {
	// fewest is the least number of groups that were committed after the product began, most the greatest. The
	// product's own group counts. Only paths on which the product is still in flight are considered.
	fewest, most int
	// always reports whether the product is in flight on every path.
	always    bool
	registers []place
}

// touch is an access to registers after which, on at least one path, no fence follows. always reports whether no fence
// follows on any path.
type touch struct {
	place  place
	always bool
}

// state is what is known at a point of the program.
type state struct {
	flights map[key]flight
	touched map[key]touch
	// fencedOnAll reports whether each path to the point has a fence of registers, fencedOnSome whether some path has
	// one.
	fencedOnAll, fencedOnSome bool
}

func newState() *state { return &state{flights: map[key]flight{}, touched: map[key]touch{}} }

func (s *state) clone() *state {
	return &state{maps.Clone(s.flights), maps.Clone(s.touched), s.fencedOnAll, s.fencedOnSome}
}

// fence applies a fence to the state. A fence orders all earlier accesses to registers before later products.
func (s *state) fence() {
	clear(s.touched)
	s.fencedOnAll, s.fencedOnSome = true, true
}

// commit closes a group of products: it counts one more committed group for each product in flight.
func (s *state) commit() {
	for k, f := range s.flights {
		f.fewest, f.most = min(f.fewest+1, mostGroups), min(f.most+1, mostGroups)
		s.flights[k] = f
	}
}

// wait waits until at most the given number of committed groups is left, and ends the products in the older groups. If
// left is negative, the number is not known, and each committed product may have ended.
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

// doubt marks everything in the state as uncertain, as after a call that is not followed.
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

// join returns the state at a point where two paths meet. A nil state stands for a path that does not exist.
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

package host

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
)

// heap records which objects exist, and what code that is not followed may do to them. A state holds the values of the
// objects (state.env).
type heap struct {
	// objects counts the objects. The first object has the number 1, so the newest one has the number objects.
	objects int
	// Writes of global variables by unknown code are numbered. epoch is the number of the last such write on the path
	// that is run. epochs is the number of such writes on all paths.
	epoch, epochs int
	// addressed is the set of objects to which a pointer may point. escaped is the set of those that other code may
	// write at any time. shared is the set of those that other code may read.
	addressed, escaped, shared map[int]bool
	// sources maps each object that was passed to functions without a body to the inputs on which the arguments of
	// these calls depend. The content of the object may depend on these inputs.
	sources map[int][]int
	domain  *domain
	budget  *budget
}

func newHeap(values *domain, steps *budget) *heap {
	return &heap{addressed: map[int]bool{}, escaped: map[int]bool{}, shared: map[int]bool{}, sources: map[int][]int{},
		domain: values, budget: steps}
}

// object creates a new object, and returns its number.
func (h *heap) object() int {
	h.objects++
	return h.objects
}

// read returns the value of the part of an object at a place.
func (h *heap) read(s *state, p place) value {
	v, ok := s.env[p.object]
	switch {
	case h.escaped[p.object]:
		return h.domain.fresh(&unknown{deps: append(slices.Clip(h.sources[p.object]), -p.object)})
	case !ok:
		return h.domain.fresh()
	}
	for _, step := range []byte(p.path) {
		v = h.domain.part(v, int(step))
	}
	return h.domain.givenPath(s.path, v)
}

// havoc makes the values of all objects with a pointer to them unknown. It spends one step per object.
func (h *heap) havoc(s *state) {
	h.budget.spend(len(s.env))
	for object, old := range s.env {
		if h.addressed[object] && !isLasting(old) {
			s.env[object] = h.domain.fresh(old)
		}
	}
}

// escape marks the objects to which v points, directly or indirectly, as escaped: unknown code has their addresses and
// may keep them.
func (h *heap) escape(s *state, v value) {
	for _, object := range pointsTo([]value{v}) {
		if !h.escaped[object] {
			h.escaped[object] = true
			h.escape(s, s.env[object])
		}
	}
}

// share marks the objects to which v points as shared: unknown code may read them. It marks what these objects point to
// as escaped.
func (h *heap) share(s *state, v value) {
	for _, object := range pointsTo([]value{v}) {
		h.shared[object] = true
		h.escape(s, s.env[object])
	}
}

// unknownAt returns the value that unknown code has stored at a location. It returns the same unknown until unknown
// code may have written there again.
func (h *heap) unknownAt(location value) value {
	return h.domain.computed(operator.NoOp, nil, location, known(h.epoch))
}

// renew records that unknown code may have written global variables.
func (h *heap) renew() {
	h.epochs++
	h.epoch = h.epochs
}

// hold makes a new object with the value v and returns its place.
func (h *heap) hold(s *state, v value) value {
	object := h.object()
	s.env[object] = v
	return place{object: object}
}

// sizeOfElements returns the properties that all elements of a table share. The parameter element is an element of the
// table at an unknown index. The result is nil if element is not in a table, or if nothing is known about some element.
func (h *heap) sizeOfElements(s *state, element value) *size {
	objects := pointsTo([]value{element})
	if len(objects) != 1 || h.escaped[objects[0]] {
		return nil
	}
	table, _ := s.env[objects[0]].(record)
	var all *size
	for _, element := range table {
		one := s.path.sizeOf(element, neverChose)
		if !one.isFree {
			return nil
		}
		if all != nil {
			one = all.or(one)
		}
		all = &one
	}
	return all
}

// escapeAddressed marks all objects to which a pointer may point as escaped.
func (h *heap) escapeAddressed(s *state) {
	for object := range h.addressed {
		h.escape(s, place{object: object})
	}
}

// follow returns the value of the object to which a reference or pointer v refers.
func (h *heap) follow(s *state, v value) value {
	switch v := v.(type) {
	case place:
		return h.read(s, v)
	case function, closure:
		return v
	case *choice:
		return h.domain.choose(v.on, h.follow(s, v.then), h.follow(s, v.other))
	case *unknown:
		if len(v.pointsTo) == 0 {
			return h.unknownAt(v)
		}
		from := []value{v}
		for _, object := range v.pointsTo {
			from = append(from, s.env[object])
		}
		return h.domain.fresh(from...)
	}
	return h.domain.fresh(v)
}

// followed returns the value of the object at the place v. For a choice, it does this on both sides. It returns any
// other value unchanged.
func (h *heap) followed(s *state, v value) value {
	switch v := v.(type) {
	case place:
		return h.read(s, v)
	case *choice:
		return h.domain.choose(v.on, h.followed(s, v.then), h.followed(s, v.other))
	}
	return v
}

// designated returns the place that a call designates, if the call is an lvalue. v is the result of the call. If v is
// an integer, or a choice that points to no object, the result is a new object with the value v. Otherwise the result
// is v.
func (h *heap) designated(s *state, v value) value {
	switch v.(type) {
	case known, *choice:
		if len(pointsTo([]value{v})) == 0 {
			return h.hold(s, v)
		}
	}
	return v
}

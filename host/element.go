package host

import (
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// An unknown index selects an element of a table. If one index is used for several tables, or for several fields of an
// element, all of them depend on the same choice:
//
//	static const struct { Kernel kernel; int threads; } all[] = {{sum, 96}, {most, 64}};
//	all[i].kernel<<<1, all[i].threads>>>(data);     sum with 96 threads or most with 64
//
// For a table of plain numbers, only the properties that all elements share are kept (sizeOfElements), because a table
// may be long.

// element returns the place of the array element that is `index` elements after the element `first`. For an unknown
// index, the result is a choice between places. t is the type of the index.
func (h *heap) element(s *state, first, index value, t *types.Type) value {
	if c, ok := first.(*choice); ok {
		return h.domain.choose(c.on, h.element(s, c.then, index, t), h.element(s, c.other, index, t))
	}
	if c, ok := index.(*choice); ok {
		return h.domain.choose(c.on, h.element(s, first, c.then, t), h.element(s, first, c.other, t))
	}
	at, isPlace := first.(place)
	unknownIndex, isUnknown := index.(*unknown)
	if !isPlace || !at.isElement || !isUnknown || h.escaped[at.object] {
		return h.domain.moved(first, index, 1)
	}
	last := len(at.path) - 1
	all, ok := h.read(s, place{object: at.object, path: at.path[:last]}).(record)
	if from := int(at.path[last]); ok && !isOfNumbers(all) && len(all)-from <= mostLeaves {
		return h.domain.oneElement(at, unknownIndex, len(all)-from, t)
	}
	return h.domain.moved(first, index, 1)
}

// oneElement returns a choice of pointers to count elements from first, by the unknown index. If the index selects none
// of these elements, the choice is the last one.
func (d *domain) oneElement(first place, index *unknown, count int, t *types.Type) value {
	made := d.moved(first, known(count-1), 1)
	for i := count - 2; i >= 0; i-- {
		made = d.pick(d.binary(operator.EQ, t, index, known(i)), d.moved(first, known(i), 1), made)
	}
	return made
}

// pick returns `then` if the truth value cond is true, and `other` if it is false. If cond is not known, pick returns a
// choice between the two.
func (d *domain) pick(cond, then, other value) value {
	switch on := cond.(type) {
	case known:
		if on == 0 {
			return other
		}
		return then
	case *choice:
		return d.choose(on.on, d.pick(on.then, then, other), d.pick(on.other, then, other))
	case *unknown:
		return d.choose(on, then, other)
	}
	return d.fresh(cond, then, other)
}

// isOfNumbers reports whether all elements of an array are numbers, and none is a record, a function or a pointer.
func isOfNumbers(all record) bool {
	for _, v := range all {
		switch v := v.(type) {
		case record, function, closure, place:
			return false
		case *choice:
			if !isOfNumbers(record{v.then, v.other}) {
				return false
			}
		}
	}
	return true
}

// isPlaces reports whether a value is a place, or a choice between places.
func isPlaces(v value) bool {
	switch v := v.(type) {
	case place:
		return true
	case *choice:
		return isPlaces(v.then) && isPlaces(v.other)
	}
	return false
}

func (d *domain) below(v value, step int) value {
	if c, isChoice := v.(*choice); isChoice && isPlaces(v) {
		return d.choose(c.on, d.below(c.then, step), d.below(c.other, step))
	}
	at, ok := v.(place)
	if !ok || step < 0 || step >= mostElements {
		return d.fresh(v)
	}
	return place{object: at.object, path: at.path + string([]byte{byte(step)})}
}

// first returns a pointer to the first element of an array.
func (d *domain) first(array value) value {
	if c, isChoice := array.(*choice); isChoice {
		return d.choose(c.on, d.first(c.then), d.first(c.other))
	}
	at, ok := d.below(array, 0).(place)
	if !ok {
		return d.fresh(array)
	}
	at.isElement = true
	return at
}

// moved returns the pointer moved by count*times elements.
func (d *domain) moved(pointer, count value, times int64) value {
	at, ok := pointer.(place)
	step, isKnown := count.(known)
	if !ok || !at.isElement || !isKnown {
		return d.fresh(pointer, count)
	}
	last := len(at.path) - 1
	made, ok := d.below(place{object: at.object, path: at.path[:last]},
		int(int64(at.path[last])+times*int64(step))).(place)
	if !ok {
		return d.fresh(pointer)
	}
	made.isElement = true
	return made
}

// isSameElement returns the truth value of the statement that two pointers are equal. It is known for pointers into one
// array. If an unknown pointer is compared with null several times, the result is the same unknown each time. In all
// other cases the result is a new unknown.
func (d *domain) isSameElement(left, right value) value {
	a, ok := left.(place)
	b, both := right.(place)
	if null := right == known(0) || left == known(0); null && !ok && !both {
		if left == known(0) {
			left, right = right, left
		}
		return d.binary(operator.EQ, wide, left, right)
	}
	if !ok || !both || !a.isElement || !b.isElement || a.object != b.object ||
		len(a.path) != len(b.path) || a.path[:len(a.path)-1] != b.path[:len(b.path)-1] {
		return d.fresh(left, right)
	}
	return known(truth(a.path == b.path))
}

// reinterpreted returns the pointer v cast to another type. If the types of the elements differ, the result is unknown,
// because the pointer may then point to any part of the object. A pointer to void still points to the object.
func (d *domain) reinterpreted(v value, from, to *types.Type) value {
	switch p := v.(type) {
	case place:
		if from == nil || to == nil || from.Elem == nil || to.Elem == nil || from.Elem != to.Elem && to.Elem.Kind != types.Void {
			return d.fresh(v)
		}
	case *choice:
		return d.choose(p.on, d.reinterpreted(p.then, from, to), d.reinterpreted(p.other, from, to))
	}
	return v
}

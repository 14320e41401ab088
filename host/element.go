package host

import "github.com/warpcheck/warpcheck/frontend/ast"

// Which element of a table is meant its index decides, so that what several tables or the fields of one element say
// belongs together:
//
//	static const struct { Kernel kernel; int threads; } all[] = {{sum, 96}, {most, 64}};
//	all[i].kernel<<<1, all[i].threads>>>(data);     sum with 96 threads or most with 64
//
// Of plain numbers the size of an element is kept instead (sizeOfElements), since a table may be long.

// element is the place of an element of an array, or each that an index chooses.
func (r *run) element(s *state, first, index value, t *ast.Type) value {
	if c, ok := first.(*choice); ok {
		return r.choose(c.on, r.element(s, c.then, index, t), r.element(s, c.other, index, t))
	}
	if c, ok := index.(*choice); ok {
		return r.choose(c.on, r.element(s, first, c.then, t), r.element(s, first, c.other, t))
	}
	at, isPlace := first.(place)
	unknownIndex, isUnknown := index.(*unknown)
	if !isPlace || !at.isElement || !isUnknown || r.escaped[at.object] {
		return r.moved(first, index, 1)
	}
	last := len(at.path) - 1
	all, ok := r.read(s, place{object: at.object, path: at.path[:last]}).(record)
	if from := int(at.path[last]); ok && !isOfNumbers(all) && len(all)-from <= mostLeaves {
		return r.oneElement(at, unknownIndex, len(all)-from, t)
	}
	return r.moved(first, index, 1)
}

// oneElement is one of so many elements from a first one on, the last where the index is none before.
func (r *run) oneElement(first place, index *unknown, count int, t *ast.Type) value {
	made := r.moved(first, known(count-1), 1)
	for i := count - 2; i >= 0; i-- {
		made = r.pick(r.binary(ast.EQ, t, index, known(i)), r.moved(first, known(i), 1), made)
	}
	return made
}

// pick is one value or another, as a truth value says.
func (r *run) pick(on, then, other value) value {
	switch on := on.(type) {
	case known:
		if on == 0 {
			return other
		}
		return then
	case *choice:
		return r.choose(on.on, r.pick(on.then, then, other), r.pick(on.other, then, other))
	case *unknown:
		return r.choose(on, then, other)
	}
	return r.fresh(on, then, other)
}

// isOfNumbers reports an array of which no element is more than a number.
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

// isPlaces reports a place, or a choice of places alone.
func isPlaces(v value) bool {
	switch v := v.(type) {
	case place:
		return true
	case *choice:
		return isPlaces(v.then) && isPlaces(v.other)
	}
	return false
}

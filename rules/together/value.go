package together

import (
	"maps"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// value is what a value comes from. The zero value comes from nothing of interest.
type value struct {
	// sources are the reads of the running lanes of which it names lanes.
	sources map[*cfg.Instr]bool
	// results are the collectives under such masks that it is a result of, chosen those of whose
	// result one lane was chosen, or which part the group.
	results, chosen map[*cfg.Instr]bool
	// points are the places that it may point to.
	points map[place]bool
	// isSlot reports what an atomic returned, or a place counted from there.
	isSlot bool
	// isCount reports a number of lanes, isOwn what depends on which lane it is, and isLane what
	// differs in all lanes of a warp.
	isCount, isOwn, isLane bool
	// parts are what the fields of a record hold where some were stored by themselves, those that were not
	// under nil; none for other values, of which each part is the whole.
	parts map[*ast.Field]value
}

// place is a variable, or a field of one.
type place struct {
	object *cfg.Object
	field  *ast.Field
}

// isNothing reports what nothing is known of: a variable that was not stored to.
func (v value) isNothing() bool { return v.equals(value{}) }

// part is what a field holds; false where nothing was stored to it.
func (v value) part(f *ast.Field) (held value, isHeld bool) {
	if v.parts == nil {
		return v, !v.isNothing()
	}
	if held, isHeld = v.parts[f]; !isHeld {
		held, isHeld = v.parts[nil]
	}
	return held, isHeld
}

// at is what a place in a variable holds.
func (v value) at(p place) value {
	if p.field == nil {
		return v
	}
	held, _ := v.part(p.field)
	return held
}

// with is a record with another value in a field.
func (v value) with(f *ast.Field, held value) value {
	parts := maps.Clone(v.parts)
	if parts == nil {
		parts = map[*ast.Field]value{}
		if !v.isNothing() {
			parts[nil] = v
		}
	}
	held.parts = nil
	parts[f] = held
	return ofParts(parts)
}

// ofParts is a record with fields that hold some values.
func ofParts(parts map[*ast.Field]value) value {
	var whole value
	for _, part := range parts {
		whole = whole.or(part)
	}
	whole.isLane, whole.parts = false, parts
	return whole
}

// partsOf are those of one of two records, or of both.
func partsOf(v, w value) map[*ast.Field]value {
	if v.parts == nil && w.parts == nil {
		return nil
	}
	all := map[*ast.Field]value{}
	for _, parts := range []map[*ast.Field]value{v.parts, w.parts, {nil: {}}} {
		for f := range parts {
			x, inV := v.part(f)
			y, inW := w.part(f)
			switch {
			case inV && inW:
				all[f] = x.or(y)
			case inV:
				all[f] = x
			case inW:
				all[f] = y
			}
		}
	}
	return all
}

// comesFrom reports what depends on the running lanes.
func (v value) comesFrom() bool { return len(v.sources)+len(v.results)+len(v.chosen) > 0 }

// isOwnBit reports what may be a lane's own share of a result: its bit of a ballot.
func (v value) isOwnBit() bool { return v.isOwn && !v.isCount }

// or is what comes from one of two values, or both.
func (v value) or(w value) value {
	return value{
		sources: union(v.sources, w.sources), results: union(v.results, w.results),
		chosen: union(v.chosen, w.chosen), points: union(v.points, w.points),
		isSlot: v.isSlot || w.isSlot, isCount: v.isCount || w.isCount, isOwn: v.isOwn || w.isOwn,
		isLane: v.isLane && w.isLane, parts: partsOf(v, w),
	}
}

func (v value) equals(w value) bool {
	return maps.Equal(v.sources, w.sources) && maps.Equal(v.results, w.results) &&
		maps.Equal(v.chosen, w.chosen) && maps.Equal(v.points, w.points) && v.isSlot == w.isSlot &&
		v.isCount == w.isCount && v.isOwn == w.isOwn && v.isLane == w.isLane && maps.EqualFunc(v.parts, w.parts, value.equals)
}

// union leaves both sets as they are.
func union[K comparable](a, b map[K]bool) map[K]bool {
	switch {
	case isPart(b, a):
		return a
	case isPart(a, b):
		return b
	}
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// isPart reports a set that another holds.
func isPart[K comparable](part, whole map[K]bool) bool {
	if len(part) > len(whole) {
		return false
	}
	for k := range part {
		if !whole[k] {
			return false
		}
	}
	return true
}

// state is what the variables of the calls that run hold at a point.
type state map[*cfg.Object]value

// join adds what another way to the point brings, and reports whether that is new.
func (s state) join(other state) (grown bool) {
	for object, v := range other {
		held, isHeld := s[object]
		if isHeld {
			v = held.or(v)
		}
		if !isHeld || !v.equals(held) {
			s[object] = v
			grown = true
		}
	}
	return grown
}

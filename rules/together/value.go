package together

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
)

// value records on which reads of the running lanes, and on which collectives, a value of the program depends: the
// value is computed from their results, or their results decide it. The zero value depends on none.
type value struct {
	// sources holds the reads of the running lanes from which the value is computed, if the value is itself a set of
	// these lanes.
	sources map[*cfg.Instr]bool
	// results holds the collectives from whose results the value is computed, if their masks depend on the running
	// lanes. chosen holds the collectives whose results chose one lane of a set, or divided a set.
	results, chosen map[*cfg.Instr]bool
	// storedByLeader holds the collectives whose results were stored by leaders only. A leader is the one lane that a
	// set of lanes has chosen, so the result was stored once for each set of lanes.
	storedByLeader map[*cfg.Instr]bool
	// unsure holds those members of the four sets above on which the value perhaps does not depend. Such a value was
	// read from an array at an index that may differ from the index of the store.
	unsure map[*cfg.Instr]bool
	// points holds the places that the value may point to.
	points map[place]bool
	// isSure reports whether the value is surely the address of the one place in points.
	isSure bool
	// bits is what is known about the bits, for whichever lanes run.
	bits bits
	// isFromAtomic reports whether the value was returned by an atomic, or is an address computed from such a value.
	isFromAtomic bool
	// isCount: the value is a number of lanes. dependsOnLane: the value depends on the lane. differsPerLane: no two
	// lanes of a warp have the same value.
	isCount, dependsOnLane, differsPerLane bool
	// single is known if the value is an outcome of a comparison that at most one lane of the warp has.
	single single
	// parts maps paths to the values of parts that were stored separately. The entry for nil is the value of all other
	// parts. If the map is nil, each part has the value itself.
	parts map[*path]value
}

// isNothing reports whether v is the zero value: no store to the variable is known.
func (v value) isNothing() bool { return v.equals(value{}) }

// at returns the content of the part p of a variable, or of the whole variable if p is nil. isHeld is false if nothing
// was stored there.
func (v value) at(p *path) (held value, isHeld bool) {
	if v.parts == nil || p == nil {
		return v, !v.isNothing()
	}
	if held, isHeld = v.parts[p]; isHeld && p.isExact {
		return held, true
	}
	var some []value
	if held, isHeld = v.around(p); isHeld || !v.covers(p) {
		some = append(some, held)
	}
	var inside []value
	for other, part := range v.parts {
		switch {
		case other == nil || other.isExact && other.holds(p) || !other.overlaps(p):
		case p.holds(other) && p.isExact && other.isExact:
			inside = append(inside, part)
		default:
			some = append(some, part)
		}
	}
	whole := joinParts(either(some), inside)
	return whole, !whole.isNothing()
}

// covers reports whether each element that p may select was stored to separately. It returns false if p is not exact,
// if the index in its last step has no name, or if the possible values of that index are not known.
func (v value) covers(p *path) bool {
	found := p.indices()
	for _, index := range found {
		if !v.holdsElement(p.parent, index) {
			return false
		}
	}
	return p.isExact && p.name != nil && len(found) > 0
}

func (v value) holdsElement(parent *path, index int64) bool {
	for p := range v.parts {
		if p != nil && p.parent == parent && p.isExact && p.step == (step{index: index}) {
			return true
		}
	}
	return false
}

// joinParts joins a value with the values of its parts.
func joinParts(v value, parts []value) value {
	for i, part := range parts {
		if i == 0 && v.isNothing() {
			v = part
		}
		v = v.join(part)
	}
	return v
}

// around returns the value that was stored to the smallest part that contains the part at p. isHeld is false if no such
// part was stored to.
func (v value) around(p *path) (held value, isHeld bool) {
	for ; p != nil; p = p.parent {
		if held, isHeld = v.parts[p]; isHeld && p.isExact {
			return held, true
		}
	}
	held, isHeld = v.parts[nil]
	return held, isHeld
}

// with returns v after a store of the value `held` to the part p. If isCertain is true and p is exact, this value
// replaces the content of the part. Otherwise the part may still have its earlier value.
func (v value) with(p *path, held value, isCertain bool) value {
	parts := map[*path]value{}
	if v.parts == nil && !v.isNothing() {
		parts[nil] = v
	}
	held.parts = nil
	for other, part := range v.parts {
		switch {
		case isCertain && p.isExact && p.holds(other):
		case other != nil && other.isExact && !other.holds(p) && other.overlaps(p):
			parts[other] = either([]value{part, held})
		default:
			parts[other] = part
		}
	}
	if old, isHeld := v.old(p); isHeld && !(isCertain && p.isExact) {
		old.parts = nil
		held = held.join(old)
	}
	parts[p] = held
	return ofParts(parts)
}

// old returns the earlier content that the part p may still have after a store to p, because the store may replace only
// some of it. isHeld is false if there is none. If p is exact, this is all earlier content. Otherwise it is only the
// value stored under the path p itself.
func (v value) old(p *path) (held value, isHeld bool) {
	if p.isExact {
		return v.at(p)
	}
	held, isHeld = v.parts[p]
	return held, isHeld
}

// either returns a value that is one of the values in all. It surely depends on an instruction only if all of them
// surely do.
func either(all []value) value {
	var v value
	for i, one := range all {
		if i == 0 {
			v = one
		}
		v = v.join(one)
	}
	for _, of := range []map[*cfg.Instr]bool{v.sources, v.results, v.chosen, v.storedByLeader} {
		for instr := range of {
			if slices.ContainsFunc(all, func(v value) bool { return !v.comesFrom(instr) || v.unsure[instr] }) {
				v.unsure = union(v.unsure, map[*cfg.Instr]bool{instr: true})
			}
		}
	}
	return v
}

// comesFrom reports whether the value v depends on an instruction.
func (v value) comesFrom(instr *cfg.Instr) bool {
	return v.sources[instr] || v.results[instr] || v.chosen[instr] || v.storedByLeader[instr]
}

// isProved reports whether the value v certainly depends on the running lanes.
func (v value) isProved() bool {
	for _, all := range []map[*cfg.Instr]bool{v.sources, v.results, v.chosen, v.storedByLeader} {
		for instr := range all {
			if !v.unsure[instr] {
				return true
			}
		}
	}
	return false
}

// ofParts returns the value of a record or an array with these parts.
func ofParts(parts map[*path]value) value {
	var whole value
	for _, part := range parts {
		whole = whole.join(part)
	}
	whole.differsPerLane, whole.single, whole.isSure, whole.bits, whole.parts = false, single{}, false, bits{}, parts
	return whole
}

// partsOf returns the parts of a variable that holds v or w.
func partsOf(v, w value) map[*path]value {
	if v.parts == nil && w.parts == nil {
		return nil
	}
	all := map[*path]value{}
	for _, parts := range []map[*path]value{v.parts, w.parts, {nil: {}}} {
		for p := range parts {
			x, inV := v.rest(p)
			y, inW := w.rest(p)
			switch {
			case inV && inW:
				all[p] = x.join(y)
			case inV:
				all[p] = x
			case inW:
				all[p] = y
			}
		}
	}
	return all
}

// rest returns the content of the part p. If p is nil or not exact, it returns only the value stored under the path p
// itself.
func (v value) rest(p *path) (value, bool) {
	if v.parts != nil && p == nil || p != nil && !p.isExact {
		held, isHeld := v.parts[p]
		return held, isHeld
	}
	return v.at(p)
}

// dependsOnRunning reports whether a value depends on the running lanes.
func (v value) dependsOnRunning() bool {
	return len(v.sources)+len(v.results)+len(v.chosen)+len(v.storedByLeader) > 0
}

// isOwnBit reports whether a value may be a lane's own part of a collective's result, such as the lane's bit of a
// ballot.
func (v value) isOwnBit() bool { return v.dependsOnLane && !v.isCount }

// join returns a value that is either v or w.
func (v value) join(w value) value {
	return value{
		sources: union(v.sources, w.sources), results: union(v.results, w.results),
		chosen: union(v.chosen, w.chosen), storedByLeader: union(v.storedByLeader, w.storedByLeader), unsure: union(v.unsure, w.unsure),
		points: union(v.points, w.points),
		isSure: v.isSure && w.isSure && maps.Equal(v.points, w.points), bits: v.bits.join(w.bits),
		isFromAtomic: v.isFromAtomic || w.isFromAtomic, isCount: v.isCount || w.isCount, dependsOnLane: v.dependsOnLane || w.dependsOnLane,
		differsPerLane: v.differsPerLane && w.differsPerLane, single: v.single.join(w.single), parts: partsOf(v, w),
	}
}

func (v value) equals(w value) bool {
	return maps.Equal(v.sources, w.sources) && maps.Equal(v.results, w.results) &&
		maps.Equal(v.chosen, w.chosen) && maps.Equal(v.storedByLeader, w.storedByLeader) && maps.Equal(v.unsure, w.unsure) && v.isSure == w.isSure && v.bits == w.bits && maps.Equal(v.points, w.points) && v.isFromAtomic == w.isFromAtomic &&
		v.isCount == w.isCount && v.dependsOnLane == w.dependsOnLane && v.differsPerLane == w.differsPerLane && v.single == w.single && maps.EqualFunc(v.parts, w.parts, value.equals)
}

// union returns the union of two sets. It may return one of the two maps, so callers must not change the result.
func union[K comparable](a, b map[K]bool) map[K]bool {
	switch {
	case isSubset(b, a):
		return a
	case isSubset(a, b):
		return b
	}
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// isSubset reports whether part is a subset of whole.
func isSubset[K comparable](part, whole map[K]bool) bool {
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

// state maps variables to their values at a point of the program. It has the variables of all active calls.
type state map[*cfg.Object]value

// join adds to s the state with which another path reaches the same point. grown reports whether that changed s.
func (s state) join(other state) (grown bool) {
	for object, v := range other {
		held, isHeld := s[object]
		if isHeld {
			v = held.join(v)
		}
		if !isHeld || !v.equals(held) {
			s[object] = v
			grown = true
		}
	}
	return grown
}

package together

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
)

// value is what a value comes from. The zero value comes from nothing of interest.
type value struct {
	// sources are the reads of the running lanes of which it names lanes.
	sources map[*cfg.Instr]bool
	// results are the collectives under such masks that it is a result of, chosen those of whose
	// result one lane was chosen, or which part the group.
	results, chosen map[*cfg.Instr]bool
	// led are those that a lane stored which its set had chosen: all such lanes together have each result once.
	led map[*cfg.Instr]bool
	// unsure are those of all these of which it is not proved that the value comes from them: it was read in an array at
	// an index that may not be the one at which they were stored.
	unsure map[*cfg.Instr]bool
	// points are the places that it may point to.
	points map[place]bool
	// isSure reports the address of the one place in points.
	isSure bool
	// bits are those that are the same whatever lanes run.
	bits bits
	// isSlot reports what an atomic returned, or a place counted from there.
	isSlot bool
	// isCount reports a number of lanes, isOwn what depends on which lane it is, and isLane what
	// differs in all lanes of a warp.
	isCount, isOwn, isLane bool
	// parts are what the parts of a variable hold where some were stored by themselves, those that were not
	// under nil; none for other values, of which each part is the whole.
	parts map[*path]value
}

// isNothing reports what nothing is known of: a variable that was not stored to.
func (v value) isNothing() bool { return v.equals(value{}) }

// at is what a part of a variable holds, or all of it for nil; false where nothing was stored to it.
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
	whole := together(either(some), inside)
	return whole, !whole.isNothing()
}

// covers reports that each element which p may lead to was stored to by itself.
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

// together is a value and those of its parts.
func together(v value, parts []value) value {
	for i, part := range parts {
		if i == 0 && v.isNothing() {
			v = part
		}
		v = v.or(part)
	}
	return v
}

// around is what was stored with the least part that holds p.
func (v value) around(p *path) (held value, isHeld bool) {
	for ; p != nil; p = p.parent {
		if held, isHeld = v.parts[p]; isHeld && p.isExact {
			return held, true
		}
	}
	held, isHeld = v.parts[nil]
	return held, isHeld
}

// with is a variable with another value in a part of it, which replaces what that held where it is certain.
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
		held = held.or(old)
	}
	parts[p] = held
	return ofParts(parts)
}

// old is what a store leaves in a part that it may not replace: all that it held, or for an unknown element what was
// stored to such a one before.
func (v value) old(p *path) (held value, isHeld bool) {
	if p.isExact {
		return v.at(p)
	}
	held, isHeld = v.parts[p]
	return held, isHeld
}

// either is one of several values, not known which: it surely comes from what all of them come from.
func either(all []value) value {
	var v value
	for i, one := range all {
		if i == 0 {
			v = one
		}
		v = v.or(one)
	}
	for _, of := range []map[*cfg.Instr]bool{v.sources, v.results, v.chosen, v.led} {
		for in := range of {
			if slices.ContainsFunc(all, func(one value) bool { return !one.isOf(in) || one.unsure[in] }) {
				v.unsure = union(v.unsure, map[*cfg.Instr]bool{in: true})
			}
		}
	}
	return v
}

// isOf reports that a value comes from an instruction.
func (v value) isOf(in *cfg.Instr) bool {
	return v.sources[in] || v.results[in] || v.chosen[in] || v.led[in]
}

// isProved reports that it comes from running lanes for certain.
func (v value) isProved() bool {
	for _, all := range []map[*cfg.Instr]bool{v.sources, v.results, v.chosen, v.led} {
		for in := range all {
			if !v.unsure[in] {
				return true
			}
		}
	}
	return false
}

// ofParts is a record or an array with parts that hold some values.
func ofParts(parts map[*path]value) value {
	var whole value
	for _, part := range parts {
		whole = whole.or(part)
	}
	whole.isLane, whole.isSure, whole.bits, whole.parts = false, false, bits{}, parts
	return whole
}

// partsOf are those of one of two variables, or of both.
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
				all[p] = x.or(y)
			case inV:
				all[p] = x
			case inW:
				all[p] = y
			}
		}
	}
	return all
}

// rest is what a part holds; for nil what was stored to no part by itself, for an unknown element to such a one.
func (v value) rest(p *path) (value, bool) {
	if v.parts != nil && p == nil || p != nil && !p.isExact {
		held, isHeld := v.parts[p]
		return held, isHeld
	}
	return v.at(p)
}

// comesFrom reports what depends on the running lanes.
func (v value) comesFrom() bool { return len(v.sources)+len(v.results)+len(v.chosen)+len(v.led) > 0 }

// isOwnBit reports what may be a lane's own share of a result: its bit of a ballot.
func (v value) isOwnBit() bool { return v.isOwn && !v.isCount }

// or is what comes from one of two values, or both.
func (v value) or(w value) value {
	return value{
		sources: union(v.sources, w.sources), results: union(v.results, w.results),
		chosen: union(v.chosen, w.chosen), led: union(v.led, w.led), unsure: union(v.unsure, w.unsure),
		points: union(v.points, w.points),
		isSure: v.isSure && w.isSure && maps.Equal(v.points, w.points), bits: v.bits.or(w.bits),
		isSlot: v.isSlot || w.isSlot, isCount: v.isCount || w.isCount, isOwn: v.isOwn || w.isOwn,
		isLane: v.isLane && w.isLane, parts: partsOf(v, w),
	}
}

func (v value) equals(w value) bool {
	return maps.Equal(v.sources, w.sources) && maps.Equal(v.results, w.results) &&
		maps.Equal(v.chosen, w.chosen) && maps.Equal(v.led, w.led) && maps.Equal(v.unsure, w.unsure) && v.isSure == w.isSure && v.bits == w.bits && maps.Equal(v.points, w.points) && v.isSlot == w.isSlot &&
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

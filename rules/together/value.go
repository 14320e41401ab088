package together

import (
	"maps"

	"github.com/warpcheck/warpcheck/cfg"
)

// value is what a value comes from. The zero value comes from nothing of interest.
type value struct {
	// sources are the reads of the running lanes of which it names lanes.
	sources map[*cfg.Instr]bool
	// results are the collectives under such masks that it is a result of, chosen those of whose
	// result one lane was chosen, or which part the group.
	results, chosen map[*cfg.Instr]bool
	// points are the objects that it may point to.
	points map[*cfg.Object]bool
	// isSlot reports what an atomic returned, or a place counted from there.
	isSlot bool
	// isCount reports a number of lanes, isOwn what depends on which lane it is, and isLane what
	// differs in all lanes of a warp.
	isCount, isOwn, isLane bool
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
		isLane: v.isLane && w.isLane,
	}
}

func (v value) equals(w value) bool {
	return maps.Equal(v.sources, w.sources) && maps.Equal(v.results, w.results) &&
		maps.Equal(v.chosen, w.chosen) && maps.Equal(v.points, w.points) && v.isSlot == w.isSlot &&
		v.isCount == w.isCount && v.isOwn == w.isOwn && v.isLane == w.isLane
}

// union leaves both sets as they are.
func union[K comparable](a, b map[K]bool) map[K]bool {
	switch {
	case len(b) == 0:
		return a
	case len(a) == 0:
		return b
	}
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
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

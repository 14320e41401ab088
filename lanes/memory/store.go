package memory

import (
	"maps"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Store writes v at p for the lanes of guard. A state holds the memory of only those lanes that execute its basic
// block, so the store itself needs no condition. guard only selects the lanes whose places and values matter.
func (m *Memory) Store(s *State, p Pointer, v Value, t *types.Type, guard vector.Vec) {
	if c := p.Choices(); c != nil {
		m.storeToEither(s, c, v, t, guard)
		return
	}
	m.Versions++
	s.StoreVersion = m.Versions
	m.differsBy(p.Object, v, guard)
	if p.Object == nil && !isOfArgument(p.Addr) || p.Object != nil && p.Object.Region == External {
		m.storedBehind[p.Object] = true
	}
	switch {
	case p.Object == nil && isFresh(p.Addr):
		m.Forget(s, nil)
	case p.Object == nil && len(m.reachable) > 0 && m.isFromBefore(p.Addr):
		m.ForgetShared(s)
	case p.Object == nil:
		m.ForgetReachable(s)
	case p.Object.Region != Private:
		m.Forget(s, p.Object)
		s.LeaveUnsynchronized(p.Object)
	default:
		m.storePrivate(s, p, v, t, guard)
		m.changeOpen(s, p, v, t)
	}
}

// IsUniformStore reports whether all lanes store the same value at the same place.
func (m *Memory) IsUniformStore(p Pointer, v Value, guard vector.Vec) bool {
	if !guard.IsUniform() {
		return false
	}
	_, same := m.UniformWords(v, guard)
	return same && m.Layout.offset(p).UniformWhere(guard) != nil
}

// storePrivate writes v into a private object.
func (m *Memory) storePrivate(s *State, p Pointer, v Value, t *types.Type, guard vector.Vec) {
	switch {
	case IsAggregate(t) && !p.Recast:
		m.storeAggregate(s, p, v, t, guard)
	case p.mistyped(t):
		if !m.overwrite(s, p, v, t) && !m.forgetArray(s, p) {
			m.Forget(s, p.Object)
		}
	default:
		if k, constant := m.Layout.Key(p.Path, t); constant {
			s.Cells[Cell{p.Object, k}] = v
			m.invalidateOverlap(s, p.Object, p.Path, v, t)
		} else if !m.storePerLane(s, p, v, t, guard) && !m.storeIndexed(s, p, v, t) {
			m.storeSomewhere(s, p, v, guard)
		}
	}
}

// forgetArray makes the contents of one array field in the path of p unknown, and keeps the other fields. It returns
// false if the path has no array field, or goes through a union.
func (m *Memory) forgetArray(s *State, p Pointer) bool {
	n := slices.IndexFunc(p.Path, func(step Step) bool { return step.Field == nil })
	if n < 1 || p.Path[n-1].Field.Type.Kind != types.Array || p.Converted || throughUnion(p.Path) >= 0 {
		return false
	}
	array, _ := m.Layout.spelled(p.Path[:n])
	m.setUnlike(p.Object)
	delete(s.Uniform, p.Object)
	m.Versions++
	s.Versions[p.Object] = m.Versions
	maps.DeleteFunc(s.Cells, func(c Cell, _ Value) bool { return c.Object == p.Object && isWithin(c.Path, array) })
	return true
}

// isWithin reports whether the scalar with the key cell lies within the part of an object with the key whole.
func isWithin(cell, whole string) bool {
	rest, begins := strings.CutPrefix(cell, whole)
	return begins && (rest == "" || rest[0] == '.' || rest[0] == '+')
}

// isOfArgument reports whether each lane computes the address from an argument.
func isOfArgument(address vector.Vec) bool {
	return !slices.ContainsFunc(address.List(), func(x *term.Term) bool {
		return !term.Any([]*term.Term{x}, func(y *term.Term) bool {
			switch y.Origin.(type) {
			case ArgOrigin, LaneArgument, AddressOrigin:
				return true
			}
			return false
		})
	})
}

// isFresh reports whether an address lies in allocated memory, and therefore in no variable.
func isFresh(address vector.Vec) bool {
	return !slices.ContainsFunc(address.List(), func(x *term.Term) bool {
		return !isAllocated(x) && (x.Op != term.Add || !slices.ContainsFunc(x.Args, isAllocated))
	})
}

// isAllocated reports whether x is the address that an allocation returned.
func isAllocated(x *term.Term) bool {
	origin, is := x.Origin.(ResultOrigin)
	return is && origin.Fresh
}

func (s *State) LeaveUnsynchronized(o *Object) {
	if s.Unsynchronized == nil {
		s.Unsynchronized = map[*Object]bool{}
	}
	s.Unsynchronized[o] = true
}

// isFromBefore reports whether an address is computed only from values that existed when the root began, and from
// numbers of threads and iterations. An address of this kind cannot be that of a private object, because private
// objects are made later.
func (m *Memory) isFromBefore(address vector.Vec) bool {
	seen := map[*term.Term]bool{}
	var younger func(x *term.Term) bool
	younger = func(x *term.Term) bool {
		if seen[x] {
			return false
		}
		seen[x] = true
		switch o := x.Origin.(type) {
		case ArgOrigin, grid.Origin:
			return false
		case Origin:
			return x.Args[0].K != AtEntry
		default:
			unknown := x.IsUnknown()
			return o != nil || unknown && !m.IsNumber(x) || slices.ContainsFunc(x.Args, younger)
		}
	}
	return !slices.ContainsFunc(address.List(), younger)
}

// IsShared reports whether all lanes see the memory to which p points: it is not private, or it existed when the root
// began. It returns false for a choice between pointers.
func (m *Memory) IsShared(p Pointer) bool {
	switch {
	case p.Object != nil:
		return p.Object.Region != Private
	case p.Choices() != nil:
		return false
	}
	return m.isFromBefore(p.Addr)
}

// storePerLane writes an array element whose index differs from lane to lane. It returns false if some index is not
// known, or if the new value or an old one is no word.
func (m *Memory) storePerLane(s *State, p Pointer, v Value, t *types.Type, guard vector.Vec) bool {
	word, ok := v.(vector.Vec)
	if !ok || Width(t) < 0 {
		return false
	}
	for l := 0; l < warp.Size; l++ {
		if guard.At(l).IsFalse() {
			continue
		}
		path := lanePath(p.Path, l)
		k, constant := m.Layout.Key(path, t)
		if !constant {
			return false
		}
		c := Cell{p.Object, k}
		old, ok := m.cellValue(s, c, t).(vector.Vec)
		if !ok {
			return false
		}
		s.Cells[c] = vector.Build(func(m int) *term.Term {
			if m == l {
				return word.At(l)
			}
			return old.At(m)
		})
		m.invalidateOverlap(s, p.Object, path, s.Cells[c], t)
	}
	return true
}

func (m *Memory) storeAggregate(s *State, p Pointer, v Value, t *types.Type, guard vector.Vec) {
	list, ok := m.Layout.Parts(t)
	agg, isAgg := v.(Aggregate)
	if !ok || !isAgg {
		m.Forget(s, p.Object)
		return
	}
	whole := throughUnion(p.Path) < 0 // through a union, Store must also change the parts that share the bytes
	for _, part := range list {
		q, k := m.Layout.enter(p, part)
		x, known := agg[k]
		if !known {
			x = m.Imprecise("part", part.Type)
		}
		if own, constant := m.Layout.Key(q.Path, part.Type); constant && whole && !q.Recast {
			s.Cells[Cell{p.Object, own}] = x
			continue
		}
		m.Store(s, q, x, part.Type, guard)
	}
}

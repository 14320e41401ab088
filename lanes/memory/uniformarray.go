package memory

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// After a store at an unknown index the contents of a private array are unknown. The contents are still the same in all
// lanes if the lanes store the same values at the same places, all together:
//
//	int stack[64], top = 0;
//	stack[top++] = root;
//	while (top > 0) {
//	  int node = stack[--top];                     one node for the warp
//	  if (__any_sync(~0u, d[node * 32 + lane] > 0)) stack[top++] = child[node];
//	}
//
// The state lists the uniform arrays. An array is uniform until lanes store different words in it. It is uniform at
// first because nothing is read before it is written. Whether stores at known places are uniform is checked only when
// the answer is needed.

// content is one vector of a store to a uniform array: the stored word, the place or the guard. It is the same in all
// lanes.
type content struct {
	array *Object
	vector.Vec
}

// LocalOrigin is the origin of an unknown word in a uniform array.
type LocalOrigin struct{ Array *Object }

// holdsArray reports whether t is an array or has a field with one.
func holdsArray(t *types.Type) bool {
	switch {
	case t == nil:
		return false
	case t.Kind == types.Array:
		return true
	}
	return slices.ContainsFunc(t.Fields, func(f *types.Field) bool { return holdsArray(f.Type) })
}

// Begin begins the lifetime of o, an instance of decl. The contents of o are unknown, and an array in it is uniform.
func (m *Memory) Begin(s *State, decl *cfg.Object, o *Object) {
	m.renew(s, o)
	if o.Region != Private || !holdsArray(decl.Type) {
		return
	}
	if s.Uniform == nil {
		s.Uniform = map[*Object]bool{}
	}
	s.Uniform[o] = false
}

// forgets reports whether o is a uniform array whose contents are not all known.
func (s *State) forgets(o *Object) bool { return s.Uniform[o] }

// IsUniform reports whether o is an array with the same contents in all lanes of guard. It returns false if o has
// more than maxStacked known elements.
func (m *Memory) IsUniform(s *State, o *Object, guard vector.Vec) bool {
	if _, begins := s.Uniform[o]; !begins {
		return false
	}
	list := s.cellsOf(o)
	if len(list) > maxStacked {
		return false
	}
	m.t.Work.Spend(cellWork * len(list))
	for _, c := range list {
		if !m.contains(o, s.Cells[c], guard) {
			return false
		}
	}
	return true
}

// cellsOf lists the cells of an object that are known, in a fixed order.
func (s *State) cellsOf(o *Object) []Cell {
	var list []Cell
	for c := range s.Cells {
		if c.Object == o {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, CompareCells)
	return list
}

// contains reports whether v, which was stored in the array o, is the same in all lanes of guard. If so, and if it is
// not constant, contains records v in contents.
func (m *Memory) contains(o *Object, v Value, guard vector.Vec) bool {
	var word vector.Vec
	switch v := v.(type) {
	case vector.Vec:
		word = v
	case Pointer:
		if v.IsPrivate() {
			return false
		}
		word = m.Layout.Address(v)
	default:
		return false
	}
	x := word.UniformWhere(guard)
	if x == nil {
		return false
	}
	if !x.IsConst() {
		m.contents = append(m.contents, content{o, vector.Uniform(x)})
	}
	return true
}

// storeSomewhere writes v in an object at an unknown place.
func (m *Memory) storeSomewhere(s *State, p Pointer, v Value, guard vector.Vec) {
	if !m.IsUniform(s, p.Object, guard) || !m.contains(p.Object, v, guard) || !m.contains(p.Object, m.Layout.offset(p), guard) {
		m.Forget(s, p.Object)
		return
	}
	m.contents = append(m.contents, content{p.Object, guard})
	m.renew(s, p.Object)
	s.Uniform[p.Object] = true
}

// StoredIn lists the words, places and guards of the stores to a uniform array. Constants are left out.
func (m *Memory) StoredIn(o *Object) []vector.Vec {
	var list []vector.Vec
	for _, c := range m.contents {
		if c.array == o {
			list = append(list, c.Vec)
		}
	}
	return list
}

// loadUniform reads a uniform array at an unknown place.
func (m *Memory) loadUniform(s *State, p Pointer, t *types.Type) Value {
	bits := max(Width(t), 0)
	if Width(t) < 0 {
		bits = 64
	}
	version, written := m.t.Const(32, uint64(s.version(p.Object))), m.t.Const(32, uint64(s.StoreVersion))
	word := vector.Map1(m.Layout.offset(p), func(offset *term.Term) *term.Term {
		return m.t.Opaque("?array "+p.Object.Name, bits, LocalOrigin{p.Object}, version, written, offset)
	})
	if Width(t) < 0 {
		return Pointer{Addr: word, Elem: ElemOf(t)}
	}
	return word
}

// mergeUniform keeps the arrays that are uniform along both edges. parted reports whether the lanes of one warp may
// have taken different edges.
func mergeUniform(merged, other *State, parted bool) {
	for o, forgets := range merged.Uniform {
		otherForgets, both := other.Uniform[o]
		same := merged.Versions[o] == other.Versions[o]
		if merged.Uniform[o] = forgets || otherForgets || !same; !both || parted && !same {
			delete(merged.Uniform, o)
		}
	}
}

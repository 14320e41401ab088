package lanes

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// A private array that is written at an index which is not known holds nothing that is known
// any more. It still holds the same in all lanes when all that was stored in it is the same, at
// the same places, and by all lanes at once:
//
//	int stack[64], top = 0;
//	stack[top++] = root;
//	while (top > 0) {
//	  int node = stack[--top];                     one node for the warp
//	  if (__any_sync(~0u, d[node * 32 + lane] > 0)) stack[top++] = child[node];
//	}
//
// That an array is uniform is part of the state: it begins so, as what was never written is not
// read, and ends to be where lanes store words of their own. What is stored at a known place is
// looked at no sooner than needed.

// content is what was stored in a uniform array: a word, where, or by which lanes.
type content struct {
	array *object
	vec
}

// localOrigin is the origin of what is read of a uniform array at an index that is not known.
type localOrigin struct{ array *object }

// holdsArray reports a type with an array in it.
func holdsArray(t *ast.Type) bool {
	switch {
	case t == nil:
		return false
	case t.Kind == ast.Array:
		return true
	}
	return slices.ContainsFunc(t.Fields, func(f *ast.Field) bool { return holdsArray(f.Type) })
}

// begin makes the contents of a variable unknown where its life begins.
func (in *interp) begin(s *state, decl *cfg.Object, o *object) {
	in.renew(s, o)
	if o.region != private || !holdsArray(decl.Type) {
		return
	}
	if s.uniform == nil {
		s.uniform = map[*object]bool{}
	}
	s.uniform[o] = false
}

// forgets reports a uniform array of which something is not known any more.
func (s *state) forgets(o *object) bool { return s.uniform[o] }

// isUniform reports an array that holds the same in all lanes of a guard.
func (in *interp) isUniform(s *state, o *object, guard vec) bool {
	if _, begins := s.uniform[o]; !begins {
		return false
	}
	list := s.cellsOf(o)
	if len(list) > maxStacked {
		return false
	}
	in.t.Work.Spend(cellWork * len(list))
	for _, c := range list {
		if !in.contains(o, s.cells[c], guard) {
			return false
		}
	}
	return true
}

// maxStacked bounds the known elements of an array that is looked at: a stack or a queue has few
// when it is first used, and a tile of numbers decides nothing.
const maxStacked = 64

// cellsOf lists the cells of an object that are known, in a fixed order.
func (s *state) cellsOf(o *object) []cell {
	var list []cell
	for c := range s.cells {
		if c.obj == o {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, compareCells)
	return list
}

// contains reports a value in an array that is the same in all lanes of a guard, and notes that
// the array holds it.
func (in *interp) contains(o *object, v value, guard vec) bool {
	var word vec
	switch v := v.(type) {
	case vec:
		word = v
	case pointer:
		if v.isPrivate() {
			return false
		}
		word = in.address(v)
	default:
		return false
	}
	x := word.uniformWhere(guard)
	if x == nil {
		return false
	}
	if !x.IsConst() {
		in.contents = append(in.contents, content{o, uniform(x)})
	}
	return true
}

// storeSomewhere writes v in an object at a place that is not known.
func (in *interp) storeSomewhere(s *state, p pointer, v value, guard vec) {
	if !in.isUniform(s, p.obj, guard) || !in.contains(p.obj, v, guard) || !in.contains(p.obj, in.offset(p), guard) {
		in.forget(s, p.obj)
		return
	}
	in.contents = append(in.contents, content{p.obj, guard})
	in.renew(s, p.obj)
	s.uniform[p.obj] = true
}

// storedIn lists all that was stored in a uniform array.
func (in *interp) storedIn(o *object) []vec {
	var list []vec
	for _, c := range in.contents {
		if c.array == o {
			list = append(list, c.vec)
		}
	}
	return list
}

// loadUniform reads a uniform array at a place that is not known.
func (in *interp) loadUniform(s *state, p pointer, t *ast.Type) value {
	bits := max(width(t), 0)
	if width(t) < 0 {
		bits = 64
	}
	version, written := in.t.Const(32, uint64(s.version(p.obj))), in.t.Const(32, uint64(s.written))
	word := map1(in.offset(p), func(at *term.Term) *term.Term {
		return in.t.Opaque("?array "+p.obj.name, bits, localOrigin{p.obj}, version, written, at)
	})
	if width(t) < 0 {
		return pointer{addr: word, elem: elemOf(t)}
	}
	return word
}

// mergeUniform leaves the arrays that are uniform along both ways. Parted lanes came by both.
func mergeUniform(merged, other *state, parted bool) {
	for o, forgets := range merged.uniform {
		otherForgets, both := other.uniform[o]
		same := merged.versions[o] == other.versions[o]
		if merged.uniform[o] = forgets || otherForgets || !same; !both || parted && !same {
			delete(merged.uniform, o)
		}
	}
}

// partUniform leaves the arrays of a way out of a loop that no turn stored in: each lane has
// the contents of its own last turn.
func (s *summary) partUniform(way edge) {
	maps.DeleteFunc(way.st.uniform, func(o *object, _ bool) bool {
		return way.st.versions[o] != s.entry.st.versions[o]
	})
}

// setUniform leaves the arrays at the header of a loop that are uniform in any turn.
func (in *interp) setUniform(s *summary, header *state) {
	for _, o := range slices.SortedFunc(maps.Keys(header.uniform), byID) {
		switch {
		case s.parts[o] || s.objects[o] && !in.isUniform(s.entry.st, o, s.entry.guard):
			delete(header.uniform, o)
		case s.objects[o]:
			header.uniform[o] = true
		}
	}
}

// refuteUniform finds the arrays that a turn does not leave uniform, and reports whether there
// are any.
func (in *interp) refuteUniform(s *summary, header, back edge) bool {
	failed := false
	for _, o := range slices.SortedFunc(maps.Keys(header.st.uniform), byID) {
		_, stays := back.st.uniform[o]
		if !s.local(o) && (!stays || s.objects[o] && !in.isUniform(back.st, o, back.guard)) {
			s.parts[o], failed = true, true
		}
	}
	return failed
}

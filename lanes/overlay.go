package lanes

import "github.com/warpcheck/warpcheck/frontend/ast"

// The members of a union share their memory. A scalar of a union has one cell,
// named after the first member that has a scalar of its kind and extent there:
// it reads the same through all of them, which is what tags in a common initial
// sequence rely on (thread_group of CUDA's own cooperative_groups.h is one). What
// is written makes everything else that lies over it unknown.

// extent is where a scalar lies in a union, in bits.
type extent struct {
	from, bits int64
	kind       ast.TypeKind
}

func (e extent) overlaps(f extent) bool {
	return e.from < f.from+f.bits && f.from < e.from+e.bits
}

// leaf is a scalar of a union: its extent, its type, and its key from the union on.
type leaf struct {
	extent
	t   *ast.Type
	key string
}

// extentOf is where a path from a union on leads to; ok is false where the
// layout is not known or an index is not constant.
func extentOf(path []step, t *ast.Type) (e extent, ok bool) {
	if t == nil {
		return extent{}, false
	}
	e = extent{bits: 8 * size(t), kind: t.Kind}
	var within *ast.Type
	for _, s := range path {
		if s.field == nil {
			n, constant := s.constant()
			if !constant {
				return extent{}, false
			}
			e.from += 8 * int64(n)
			continue
		}
		if s.field.Offset < 0 || within != nil && s.field.Owner != within {
			return extent{}, false
		}
		e.from += s.field.Offset
		if s.field.BitWidth > 0 {
			e.bits = int64(s.field.BitWidth)
		}
		within = element(s.field.Type)
	}
	return e, true
}

// element is the type of the elements of an array of any rank, else the type.
func element(t *ast.Type) *ast.Type {
	for t != nil && t.Kind == ast.Array {
		t = t.Elem
	}
	return t
}

// throughUnion is the index of the first step of a path into a union, or -1.
func throughUnion(path []step) int {
	for i, s := range path {
		if s.field != nil && s.field.Owner != nil && s.field.Owner.Union {
			return i
		}
	}
	return -1
}

// overlay lists the scalars of a union, of equal ones the first; none when there
// are too many or the layout is not known.
func (in *interp) overlay(union *ast.Type) []leaf {
	leaves, known := in.overlays[union]
	if known {
		return leaves
	}
	seen := map[extent]bool{}
	list, known := scalars(union)
	for _, p := range list {
		path := in.pathOf(p)
		e, placed := extentOf(path, p.t)
		known = known && placed
		if !seen[e] {
			seen[e] = true
			key, _ := in.spelled(path)
			leaves = append(leaves, leaf{e, p.t, key})
		}
	}
	if !known {
		leaves = nil // a scalar that is not listed would outlive what is written over it
	}
	in.overlays[union] = leaves
	return leaves
}

// overlaid is the key of a path from a union on to a scalar of type t.
func (in *interp) overlaid(path []step, t *ast.Type) (string, bool) {
	e, ok := extentOf(path, t)
	if !ok {
		return "", false
	}
	for _, l := range in.overlay(path[0].field.Owner) {
		if l.extent == e {
			return l.key, true
		}
	}
	return "", false
}

// spoil makes unknown what lies over the scalar of type t at the end of a path,
// which has just been written.
func (in *interp) spoil(s *state, o *object, path []step, t *ast.Type) {
	i := throughUnion(path)
	if i < 0 {
		return
	}
	written, _ := extentOf(path[i:], t)
	before, _ := in.spelled(path[:i])
	for _, l := range in.overlay(path[i].field.Owner) {
		if l.extent != written && l.overlaps(written) {
			s.cells[cell{o, before + l.key}] = in.fresh("overlaid", l.t)
		}
	}
}

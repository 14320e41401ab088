package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// Records and arrays are their scalar parts.

// width is the number of bits of a scalar type: 0 for bool, -1 for types that
// are no words.
func width(t *ast.Type) int {
	if t == nil {
		return -1
	}
	switch t.Kind {
	case ast.Bool:
		return 0
	case ast.Int, ast.Float:
		if t.Bits >= 1 && t.Bits <= 64 {
			return t.Bits
		}
	case ast.Invalid:
		return 64
	}
	return -1
}

// isUnknown reports a type of which nothing is known: that of a template's parameter.
// Its values are words that stand for whatever they are.
func isUnknown(t *ast.Type) bool { return t != nil && t.Kind == ast.Invalid }

// size is the number of bytes of a type; what is not known counts as 4.
func size(t *ast.Type) int64 {
	switch {
	case t == nil:
		return 1
	case t.Size > 0:
		return t.Size
	case t.Kind == ast.Void:
		return 1
	case t.Bits >= 8:
		return int64(t.Bits / 8)
	}
	return 4
}

// part is a scalar part of an aggregate: the way to it and its type.
type part struct {
	path []partStep
	t    *ast.Type
}

// partStep goes into a field, or forward by a constant number of bytes.
type partStep struct {
	field *ast.Field
	bytes uint64
}

// partLimit bounds the scalar parts of an aggregate that are followed one by one.
const partLimit = 128

// parts lists the scalar parts of an aggregate type that have a cell of their
// own; ok is false when there are too many or the type is opaque.
func (in *interp) parts(t *ast.Type) (list []part, ok bool) {
	all, ok := in.scalars(t)
	seen := map[string]bool{}
	for _, p := range all {
		k, named := in.key(in.pathOf(p), p.t)
		if ok = ok && named; ok && !seen[k] {
			seen[k] = true
			list = append(list, p)
		}
	}
	return list, ok
}

// scalars lists the scalars of an aggregate type, in a union those of every
// member; ok is false when there are too many or the type is opaque.
func (in *interp) scalars(t *ast.Type) (list []part, ok bool) {
	ok = true
	var walk func(t *ast.Type, path []partStep)
	walk = func(t *ast.Type, path []partStep) {
		switch {
		case !ok || len(list) > partLimit:
			ok = false
		case t.Kind == ast.Record && t.VirtualBase:
			ok = false
		case t.Kind == ast.Record:
			for _, b := range t.Bases {
				walk(b, append(slices.Clip(path), partStep{field: in.base(t, b)}))
			}
			for _, f := range t.Fields {
				walk(f.Type, append(slices.Clip(path), partStep{field: f}))
			}
		case t.Kind == ast.Array && t.Len >= 0 && t.Len <= partLimit:
			for i := int64(0); i < t.Len; i++ {
				walk(t.Elem, append(slices.Clip(path), partStep{bytes: uint64(i * size(t.Elem))}))
			}
		case t.Kind == ast.Array:
			ok = false
		default:
			list = append(list, part{path, t})
		}
	}
	walk(t, nil)
	return list, ok
}

// pathOf is the way to a part as a path.
func (in *interp) pathOf(part part) []step {
	path := make([]step, len(part.path))
	for i, s := range part.path {
		path[i] = step{field: s.field}
		if s.field == nil {
			path[i].bytes = in.constant(64, s.bytes)
		}
	}
	return path
}

// enter is the address of a part of the aggregate at p, and the part's path as
// a key of an aggregate value.
func (in *interp) enter(p pointer, part part) (pointer, string) {
	path := in.pathOf(part)
	for _, s := range path {
		if s.field != nil {
			p = p.into(s.field)
			continue
		}
		p = in.forward(p, s.bytes)
	}
	k, _ := in.key(path, part.t)
	return p, k
}

// isAggregate reports a type that is loaded and stored by its parts.
func isAggregate(t *ast.Type) bool {
	return t != nil && (t.Kind == ast.Record || t.Kind == ast.Array)
}

func elemOf(t *ast.Type) *ast.Type {
	if t == nil {
		return nil
	}
	return t.Elem
}

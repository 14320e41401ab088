package memory

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg/types"
)

// A record or an array is represented by its scalar parts.

// Width returns the number of bits of a scalar type: 0 for bool, 64 for the type of a template's parameter. It
// returns -1 if values of the type are no words.
func Width(t *types.Type) int {
	if t == nil {
		return -1
	}
	switch t.Kind {
	case types.Bool:
		return 0
	case types.Int, types.Float:
		if t.Bits >= 1 && t.Bits <= 64 {
			return t.Bits
		}
	case types.Invalid:
		return 64
	}
	return -1
}

// IsUnknown reports whether t is the type of a template's parameter. A value of such a type is treated as one word.
func IsUnknown(t *types.Type) bool { return t != nil && t.Kind == types.Invalid }

// Size returns the number of bytes of a type. It is 1 for void and for a nil type. If the type does not state its size,
// it is computed from the number of bits, and otherwise is 4.
func Size(t *types.Type) int64 {
	switch {
	case t == nil:
		return 1
	case t.Size > 0:
		return t.Size
	case t.Kind == types.Void:
		return 1
	case t.Bits >= 8:
		return int64(t.Bits / 8)
	}
	return 4
}

// Part is a scalar part of an aggregate: the path to it and its type.
type Part struct {
	path []partStep
	Type *types.Type
}

// partStep goes into a field, or forward by a constant number of bytes.
type partStep struct {
	field *types.Field
	bytes uint64
}

// Parts lists the scalar parts of an aggregate type that have their own cell. ok is false if there are too many or
// the type is opaque.
func (lay *Layout) Parts(t *types.Type) (list []Part, ok bool) {
	all, ok := lay.scalars(t)
	seen := map[string]bool{}
	for _, p := range all {
		k, named := lay.Key(lay.PathOf(p), p.Type)
		if ok = ok && named; ok && !seen[k] {
			seen[k] = true
			list = append(list, p)
		}
	}
	return list, ok
}

// scalars lists the scalars of an aggregate type, including the scalars of every member of a union. ok is false if
// there are too many or the type is opaque.
func (lay *Layout) scalars(t *types.Type) (list []Part, ok bool) {
	ok = true
	var walk func(t *types.Type, path []partStep)
	walk = func(t *types.Type, path []partStep) {
		switch {
		case !ok || len(list) > partLimit:
			ok = false
		case t.Kind == types.Record && t.VirtualBase:
			ok = false
		case t.Kind == types.Record:
			for _, b := range t.Bases {
				walk(b, append(slices.Clip(path), partStep{field: lay.base(t, b)}))
			}
			for _, f := range t.Fields {
				walk(f.Type, append(slices.Clip(path), partStep{field: f}))
			}
		case t.Kind == types.Array && t.Len >= 0 && t.Len <= partLimit:
			for i := int64(0); i < t.Len; i++ {
				walk(t.Elem, append(slices.Clip(path), partStep{bytes: uint64(i * Stride(t.Elem))}))
			}
		case t.Kind == types.Array:
			ok = false
		default:
			list = append(list, Part{path, t})
		}
	}
	walk(t, nil)
	return list, ok
}

// PathOf returns the path to a part as steps of a pointer.
func (lay *Layout) PathOf(part Part) []Step {
	path := make([]Step, len(part.path))
	for i, s := range part.path {
		path[i] = Step{Field: s.field}
		if s.field == nil {
			path[i].Bytes = lay.vectors.Constant(64, s.bytes)
		}
	}
	return path
}

// EachPart applies f to each part of an aggregate of type t and returns the aggregate of the results. If the value of a
// part is not known, f gets an unknown, different in each lane.
func (m *Memory) EachPart(aggregate Aggregate, t *types.Type, f func(key string, part Value, t *types.Type) Value) Aggregate {
	whole := Aggregate{}
	list, ok := m.Layout.Parts(t)
	if !ok {
		return whole
	}
	for _, p := range list {
		key, _ := m.Layout.Key(m.Layout.PathOf(p), p.Type)
		part, known := aggregate[key]
		if !known {
			part = m.Imprecise("part", p.Type)
		}
		whole[key] = f(key, part, p.Type)
	}
	return whole
}

// enter returns a pointer to a part of the aggregate at p, and the key of that part in an aggregate value.
func (lay *Layout) enter(p Pointer, part Part) (Pointer, string) {
	path := lay.PathOf(part)
	for _, s := range path {
		if s.Field != nil {
			p = p.Into(s.Field)
			continue
		}
		p = lay.Forward(p, s.Bytes)
	}
	k, _ := lay.Key(path, part.Type)
	return p, k
}

// IsAggregate reports whether values of t are loaded and stored part by part.
func IsAggregate(t *types.Type) bool {
	return t != nil && (t.Kind == types.Record || t.Kind == types.Array)
}

func ElemOf(t *types.Type) *types.Type {
	if t == nil {
		return nil
	}
	return t.Elem
}

func TypeName(t *types.Type) string {
	if t == nil {
		return ""
	}
	return t.Name
}

func IsFloat(t *types.Type) bool { return t != nil && t.Kind == types.Float }

func SameWord(a, b *types.Type) bool {
	return a == b || Width(a) > 0 && Width(a) == Width(b) && IsFloat(a) == IsFloat(b)
}

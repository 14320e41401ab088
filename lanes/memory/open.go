package memory

import (
	"maps"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// The class of an open object depends on the arguments of a template. The object is one unknown word. Its member
// functions are followed in the form that the template has, in which fields have no owner. A field is a function of the
// whole word, unless the field was written later than the whole. A store to the whole writes all fields, and a store to
// a field changes the whole.

// openStep returns the index of the first step of a path into a field of an open object, -1 if there is none.
func openStep(path []Step) int {
	return slices.IndexFunc(path, func(s Step) bool { return s.Field != nil && s.Field.Owner == nil })
}

// IsOpen reports whether p points to a variable that is an open object with the field f.
func (p Pointer) IsOpen(f *types.Field) bool {
	return f.Owner == nil && p.Object != nil && p.Object.Region == Private
}

// partOfOpen returns the value of a cell in an open object as a part of the whole. It returns false if the cell has a
// value of its own, or if it is not in an open object. key is the name of the cell in p's object.
func (m *Memory) partOfOpen(s *State, p Pointer, key string, t *types.Type) (Value, bool) {
	i := openStep(p.Path)
	if i < 0 {
		return nil, false
	}
	if _, written := s.Cells[Cell{p.Object, key}]; written {
		return nil, false
	}
	whole, _ := m.Layout.spelled(p.Path[:i])
	word, is := m.cellValue(s, Cell{p.Object, whole}, types.Unknown).(vector.Vec)
	if !is {
		return nil, false
	}
	field, _ := m.Layout.spelled(p.Path[:i+1])
	part := func(bits int) vector.Vec {
		return vector.Map1(word, func(x *term.Term) *term.Term {
			if key == field {
				x = fieldOf(x, field)
				if o, is := x.Origin.(ChangedPart); is && o.Field == field && x.Args[1].Bits == bits {
					return x.Args[1]
				}
			}
			return m.t.Opaque("?part "+key[len(whole):], bits, Approximation{}, x)
		})
	}
	if bits := Width(t); bits >= 0 {
		return part(bits), true
	}
	return Pointer{Addr: part(64), Elem: ElemOf(t)}, true
}

// ChangedPart is the origin of an open object after one of its fields was written. The arguments of the term are the
// object before the store and the stored value. Field is the place of the field in the object, "" if it is not known
// which part was written.
type ChangedPart struct{ Field string }

// fieldOf returns the open object x as it was after the last store that may have written field. It skips later stores
// to other fields, because they do not change this field.
func fieldOf(x *term.Term, field string) *term.Term {
	for {
		o, is := x.Origin.(ChangedPart)
		if !is || o.Field == "" || o.Field == field {
			return x
		}
		x = x.Args[0]
	}
}

// changeOpen is called after v of type t was stored at p. It keeps an open object as a whole consistent with its
// fields. A store to a part of a field drops the known values of the field's other parts: they may overlap, as in a
// union, because the layout of the field is not known.
func (m *Memory) changeOpen(s *State, p Pointer, v Value, t *types.Type) {
	i := openStep(p.Path)
	switch {
	case i >= 0:
		whole, _ := m.Layout.spelled(p.Path[:i])
		field, _ := m.Layout.spelled(p.Path[:i+1])
		if key, _ := m.Layout.spelled(p.Path); len(p.Path) > i+1 {
			s.dropCells(p.Object, field, key)
			field = ""
		}
		c := Cell{p.Object, whole}
		s.Cells[c] = m.changed(m.cellValue(s, c, types.Unknown), field, v)
	case IsUnknown(t):
		if key, constant := m.Layout.spelled(p.Path); constant {
			s.dropCells(p.Object, key+".", "")
		}
	}
}

// changed returns the new word of an open object after v was stored in one of its fields. whole is the old word.
func (m *Memory) changed(whole Value, field string, v Value) Value {
	before, wasWord := whole.(vector.Vec)
	word, isWord := v.(vector.Vec)
	if !wasWord || !isWord {
		return m.Imprecise("changed", types.Unknown)
	}
	return vector.Map2(before, word, func(x, y *term.Term) *term.Term {
		return m.t.Opaque("?changed "+field, x.Bits, ChangedPart{field}, x, y)
	})
}

// dropCells removes the cells of o whose path begins with prefix, except for the cell with the path exception.
func (s *State) dropCells(o *Object, prefix, exception string) {
	maps.DeleteFunc(s.Cells, func(c Cell, _ Value) bool {
		return c.Object == o && c.Path != exception && strings.HasPrefix(c.Path, prefix)
	})
}

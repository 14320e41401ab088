package memory

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// The bytes of a variable may be accessed as another type than that of the variable:
//
//	float f = *(float *)&word;      *(int4 *)array = *(int4 *)p;
//
// A load at a constant offset takes the bits of the scalars there, and a store changes these bits. At any other offset
// the loaded value is an uninterpreted function of the offset and of the contents of the whole variable. So lanes with
// equal contents that read at equal offsets get equal values. After a store at any other offset, each scalar that the
// store may overlap is a function of the scalar's old value and of the stored value.

// placed is a scalar of a private object: its cell, its extent in the object, and its type.
type placed struct {
	Cell
	extent
	t *types.Type
}

// bytesAt returns the bytes of a private object at p, read as type t. ok is false if t is no word, if some scalar of
// the object holds no word, or if placesIn does not list the scalars.
func (m *Memory) bytesAt(s *State, p Pointer, t *types.Type) (v vector.Vec, ok bool) {
	list, ok := m.Layout.placesIn(p)
	if !ok || Width(t) < 0 {
		return vector.Vec{}, false
	}
	var words []vector.Vec
	for _, part := range list {
		word, isWord := m.cellValue(s, part.Cell, part.t).(vector.Vec)
		if !isWord {
			return vector.Vec{}, false
		}
		words = append(words, word)
	}
	if at, constant := extentOf(p.Path, t); constant && Width(t) > 0 && areWhole(list, words) {
		return vector.Later(Width(t), func() vector.Vec { return m.bitsAt(at, list, words) }), true
	}
	name := fmt.Sprintf("?bytes of %s#%d as %s", p.Object.Name, p.Object.ID, TypeName(t))
	return vector.Later(Width(t), func() vector.Vec {
		return m.vectors.Opaque(name, Width(t), Approximation{}, append(words, m.Layout.offset(p))...)
	}), true
}

// isKnownAt reports whether p is a constant place in a private object, and each scalar there was written or is an
// argument. All scalars of the object must be words of their full width.
func (m *Memory) isKnownAt(s *State, p Pointer, t *types.Type) bool {
	at, constant := extentOf(p.Path, t)
	list, ok := m.Layout.placesIn(p)
	for _, part := range list {
		word, isWord := m.cellValue(s, part.Cell, part.t).(vector.Vec)
		_, isKept := s.Cells[part.Cell]
		ok = ok && isWord && (int64(word.Bits()) == part.bits || word.Bits() == 0)
		ok = ok && (isKept || s.IsUntouched(part.Object) || !part.overlaps(at))
	}
	return ok && constant
}

// areWhole reports whether each scalar of list has a word of its full width. A bool, which is a formula, counts as
// whole.
func areWhole(list []placed, words []vector.Vec) bool {
	for n, part := range list {
		if bits := int64(words[n].Bits()); bits != part.bits && bits != 0 {
			return false
		}
	}
	return true
}

// bitsAt returns the bits of an object at place. list holds the scalars of the object, words their values.
func (m *Memory) bitsAt(place extent, list []placed, words []vector.Vec) vector.Vec {
	all := m.vectors.Constant(int(place.bits), 0)
	for n, part := range list {
		if part.overlaps(place) {
			all = vector.Map2(all, m.movedBits(words[n], part.extent, place), m.t.BOr)
		}
	}
	return all
}

// movedBits returns the bits of word, which has the extent source, as a word with the extent target. Bits of the target
// that source does not have are zero.
func (m *Memory) movedBits(word vector.Vec, source, target extent) vector.Vec {
	width, by := int(target.bits), source.start-target.start
	return vector.Map1(word, func(x *term.Term) *term.Term {
		x = m.t.Resize(x, int(source.bits), false)
		if by < 0 {
			return m.t.Resize(m.t.LShr(x, m.t.Const(x.Bits, uint64(-by))), width, false)
		}
		return m.t.Shl(m.t.Resize(x, width, false), m.t.Const(width, uint64(by)))
	})
}

// withBits returns the value of a scalar after word was written at place. old is the value of the scalar before. part
// is its extent.
func (m *Memory) withBits(old vector.Vec, part extent, word vector.Vec, place extent) vector.Vec {
	ones := m.vectors.Constant(int(place.bits), ^uint64(0))
	taken := m.movedBits(ones, place, part)
	kept := vector.Map2(old, taken, func(x, y *term.Term) *term.Term { return m.t.BAnd(x, m.t.BNot(y)) })
	return vector.Map2(kept, m.movedBits(word, place, part), m.t.BOr)
}

// overwrite writes v as type t at a constant place of a private object. It returns false and changes nothing in four
// cases: the place is not constant, placesIn does not list the scalars of the object, some word of v is not known, or
// some scalar at the place holds no word.
func (m *Memory) overwrite(s *State, p Pointer, v Value, t *types.Type) bool {
	list, ok := m.Layout.placesIn(p)
	words, known := m.Layout.WordsOf(v, t)
	written, constant := extentOf(p.Path, t)
	if !ok || !known || !constant {
		return false
	}
	changed := map[Cell]Value{}
	for _, part := range list {
		if !part.overlaps(written) {
			continue
		}
		old, isWord := m.cellValue(s, part.Cell, part.t).(vector.Vec)
		if !isWord {
			return false
		}
		args := words
		if !written.contains(part.extent) {
			args = append(args[:len(args):len(args)], old)
		}
		if word := words[0]; len(words) == 1 && int64(word.Bits()) == written.bits && int64(old.Bits()) == part.bits {
			changed[part.Cell] = vector.Later(old.Bits(), func() vector.Vec { return m.withBits(old, part.extent, word, written) })
			continue
		}
		name := fmt.Sprintf("?%s%s over %s at %d", p.Object.Name, part.Path, TypeName(t), written.start)
		changed[part.Cell] = vector.Later(old.Bits(), func() vector.Vec {
			return m.vectors.Opaque(name, old.Bits(), Approximation{}, args...)
		})
	}
	for c, v := range changed {
		s.Cells[c] = v
	}
	return true
}

// placesIn lists the scalars of p's private object. ok is false if they do not fill the object, if one of them is no
// word, if they are too many, or if p's place in the object is not known.
func (lay *Layout) placesIn(p Pointer) (list []placed, ok bool) {
	if p.Converted || p.Object.Decl == nil {
		return nil, false
	}
	parts, ok := lay.packed(p.Object.Decl.Type)
	if !ok || len(parts) > maxWords {
		return nil, false
	}
	for _, part := range parts {
		at, _ := lay.enter(Pointer{Object: p.Object}, part)
		key, constant := lay.Key(at.Path, part.Type)
		e, _ := extentOf(lay.PathOf(part), part.Type)
		if !constant || Width(part.Type) < 0 {
			return nil, false
		}
		list = append(list, placed{Cell{p.Object, key}, e, part.Type})
	}
	return list, true
}

// packed lists the scalars of a type. ok reports whether they fill the type without gaps: then objects with equal
// scalars have equal bytes.
func (lay *Layout) packed(t *types.Type) (list []Part, ok bool) {
	list, ok = lay.scalars(t)
	filled := int64(0)
	for _, p := range list {
		e, placed := extentOf(lay.PathOf(p), p.Type)
		ok = ok && placed && e.start == filled && !IsUnknown(p.Type)
		filled += e.bits
	}
	return list, ok && t.Size > 0 && filled == 8*t.Size
}

// WordsOf returns the words of v, a value of type t. known is false if the words do not cover every byte of v.
func (lay *Layout) WordsOf(v Value, t *types.Type) (words []vector.Vec, known bool) {
	if word, isWord := v.(vector.Vec); isWord && !IsUnknown(t) {
		return []vector.Vec{word}, true
	}
	list, packed := lay.packed(t)
	words, known = lay.WordsAt(v, list)
	return words, packed && known
}

// WordsAt returns the words of v at the parts in list. known is false if some part of v is no word.
func (lay *Layout) WordsAt(v Value, list []Part) (words []vector.Vec, known bool) {
	whole, known := v.(Aggregate)
	for _, p := range list {
		key, _ := lay.Key(lay.PathOf(p), p.Type)
		word, isWord := whole[key].(vector.Vec)
		words, known = append(words, word), known && isWord
	}
	return words, known
}

package lanes

import (
	"fmt"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// The bytes of a variable may be accessed as another type than it has:
//
//	float f = *(float *)&word;      *(int4 *)array = *(int4 *)p;
//
// What is read so is not computed, but it is a function of all that the variable holds and
// of the place in it: lanes that hold the same and read the same place get the same. What
// is written makes the scalars that it lies over functions of what they were and of it.

// maxWords bounds the scalars of a variable that is accessed so.
const maxWords = 32

// placed is a scalar of a private object: its cell and where it lies.
type placed struct {
	cell
	extent
	t *ast.Type
}

// bytesAt is what is read as type t somewhere in a private object; ok is false where the
// object has bytes that none of its scalars tell, or where the place in it is not known.
func (in *interp) bytesAt(s *state, p pointer, t *ast.Type) (v vec, ok bool) {
	list, ok := in.layout(p)
	if !ok || width(t) < 0 {
		return vec{}, false
	}
	var words []vec
	for _, part := range list {
		word, isWord := in.cellValue(s, part.cell, part.t).(vec)
		if !isWord {
			return vec{}, false
		}
		words = append(words, word)
	}
	name := fmt.Sprintf("?bytes of %s#%d as %s", p.obj.name, p.obj.id, typeName(t))
	return later(width(t), func() vec {
		return in.opaque(name, width(t), approximation{}, append(words, in.offset(p))...)
	}), true
}

// overwrite writes v as type t at a constant place of a private object; false where not all
// is known that this takes.
func (in *interp) overwrite(s *state, p pointer, v value, t *ast.Type) bool {
	list, ok := in.layout(p)
	words, known := in.wordsOf(v, t)
	written, constant := extentOf(p.path, t)
	if !ok || !known || !constant {
		return false
	}
	changed := map[cell]value{}
	for _, part := range list {
		if !part.overlaps(written) {
			continue
		}
		old, isWord := in.cellValue(s, part.cell, part.t).(vec)
		if !isWord {
			return false
		}
		args := words
		if !written.contains(part.extent) {
			args = append(args[:len(args):len(args)], old)
		}
		name := fmt.Sprintf("?%s%s over %s at %d", p.obj.name, part.path, typeName(t), written.from)
		changed[part.cell] = later(old.bits(), func() vec { return in.opaque(name, old.bits(), approximation{}, args...) })
	}
	for c, v := range changed {
		s.cells[c] = v
	}
	return true
}

// layout lists the scalars of the private object of p, if they are all its bytes and p tells
// where it leads to.
func (in *interp) layout(p pointer) (list []placed, ok bool) {
	if p.converted || p.obj.decl == nil {
		return nil, false
	}
	parts, ok := in.packed(p.obj.decl.Type)
	if !ok || len(parts) > maxWords {
		return nil, false
	}
	for _, part := range parts {
		at, _ := in.enter(pointer{obj: p.obj}, part)
		key, constant := in.key(at.path, part.t)
		e, _ := extentOf(in.pathOf(part), part.t)
		if !constant || width(part.t) < 0 {
			return nil, false
		}
		list = append(list, placed{cell{p.obj, key}, e, part.t})
	}
	return list, true
}

// packed lists the scalars of a type that lie side by side and fill it: no bytes between
// them could differ when they are equal.
func (in *interp) packed(t *ast.Type) (list []part, ok bool) {
	list, ok = in.scalars(t)
	filled := int64(0)
	for _, p := range list {
		e, placed := extentOf(in.pathOf(p), p.t)
		ok = ok && placed && e.from == filled && !isUnknown(p.t)
		filled += e.bits
	}
	return list, ok && t.Size > 0 && filled == 8*t.Size
}

// wordsOf are the words that a value of type t consists of; known is false where they do not
// tell all its bytes.
func (in *interp) wordsOf(v value, t *ast.Type) (words []vec, known bool) {
	if word, isWord := v.(vec); isWord && !isUnknown(t) {
		return []vec{word}, true
	}
	list, packed := in.packed(t)
	words, known = in.wordsAt(v, list)
	return words, packed && known
}

// wordsAt are parts of an aggregate; known is false where one of them is no word.
func (in *interp) wordsAt(v value, list []part) (words []vec, known bool) {
	whole, known := v.(aggregate)
	for _, p := range list {
		key, _ := in.key(in.pathOf(p), p.t)
		word, isWord := whole[key].(vec)
		words, known = append(words, word), known && isWord
	}
	return words, known
}

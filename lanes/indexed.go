package lanes

import (
	"math/bits"
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// maxElements bounds the elements of an array among which an index chooses.
const maxElements = 16

// indexed is an access to a small array at an index that is not known: the elements that
// a lane may mean, one after the other, each stride bytes long.
type indexed struct {
	index    vec // in bytes
	elements []vec
	cells    []cell
	stride   uint64
	known    bool // all elements were written, or are arguments
}

// loadIndexed reads an element of a private array at an index that is not known: a choice
// among the elements.
func (in *interp) loadIndexed(s *state, p pointer, t *ast.Type, guard vec) value {
	a, ok := in.elementsAt(s, p, t)
	if !ok || !a.known {
		return in.loadUnknown(s, p, t, guard)
	}
	outside := in.contentAt(p, width(t)) // undefined, but no reason for lanes to part
	return later(width(t), func() vec {
		return build(func(l int) *term.Term { return a.choose(in.t, l, outside) })
	})
}

// elementsAt lists the elements that a path with one unknown index leads to.
func (in *interp) elementsAt(s *state, p pointer, t *ast.Type) (a indexed, ok bool) {
	at, array := p.variable()
	if array == nil || array.Kind != ast.Array || array.Len < 1 {
		return indexed{}, false
	}
	each := element(array)
	count := size(array.Elem) * array.Len / size(each)
	if count > maxElements {
		return indexed{}, false
	}
	a = indexed{index: p.path[at].bytes, stride: uint64(size(each)), known: true}
	for i := range uint64(count) {
		k, constant := in.key(in.elementPath(p, at, i*a.stride), t)
		c := cell{p.obj, k}
		v, isWord := in.elementValue(s, c, t).(vec)
		if !constant || !isWord {
			return indexed{}, false
		}
		a.elements, a.cells, a.known = append(a.elements, v), append(a.cells, c), a.known && s.isKnown(c)
	}
	return a, true
}

// elementValue is what an element holds: nothing that parts lanes where a uniform array was not
// written.
func (in *interp) elementValue(s *state, c cell, t *ast.Type) value {
	if _, uniformly := s.uniform[c.obj]; uniformly && !s.isKnown(c) {
		return in.unknownOf(unknownIn(s, c), t, localOrigin{c.obj}, true)
	}
	return in.cellValue(s, c, t)
}

// elementPath is a path with so many bytes at one of its steps.
func (in *interp) elementPath(p pointer, at int, bytes uint64) []step {
	path := slices.Clone(p.path)
	path[at].bytes = in.constant(64, bytes)
	return path
}

// storeIndexed writes an element of a private array at an index that is not known: each
// element is the new word where the index means it. False where there are too many.
func (in *interp) storeIndexed(s *state, p pointer, v value, t *ast.Type) bool {
	word, isWord := v.(vec)
	a, ok := in.elementsAt(s, p, t)
	if !isWord || !ok {
		return false
	}
	at, _ := p.variable()
	for i, old := range a.elements {
		offset := in.t.Const(64, uint64(i)*a.stride)
		now := later(width(t), func() vec {
			return map3(a.index, word, old, func(x, now, old *term.Term) *term.Term {
				return in.t.Ite(in.t.Eq(x, offset), now, old)
			})
		})
		s.cells[a.cells[i]] = now
		in.spoil(s, p.obj, in.elementPath(p, at, uint64(i)*a.stride), now, t)
	}
	return true
}

// loadIndexedPointer reads an element of a private array of pointers at an index that is not
// known: a choice among few.
func (in *interp) loadIndexedPointer(s *state, p pointer, t *ast.Type, guard vec) value {
	at, array := p.variable()
	if array == nil || array.Kind != ast.Array || array.Len < 1 || array.Len > maxChoices || isAggregate(array.Elem) {
		return in.loadUnknown(s, p, t, guard)
	}
	stride := uint64(size(array.Elem))
	var chosen value
	for i := range uint64(array.Len) {
		k, constant := in.key(in.elementPath(p, at, i*stride), t)
		v, isPointer := s.cells[cell{p.obj, k}].(pointer)
		if !constant || !isPointer {
			return in.loadUnknown(s, p, t, guard)
		}
		if chosen == nil {
			chosen = v
			continue
		}
		offset := in.t.Const(64, i*stride)
		meant := map1(p.path[at].bytes, func(x *term.Term) *term.Term { return in.t.Eq(x, offset) })
		chosen = in.mergeTwo(meant, v, chosen)
	}
	return chosen
}

// isKnown reports a cell that was written, or holds an argument.
func (s *state) isKnown(c cell) bool {
	_, written := s.cells[c]
	return written || s.isUntouched(c.obj)
}

// variable is the only step of a path whose bytes are not constant, and the type that it
// goes into; nil where there are more.
func (p pointer) variable() (at int, within *ast.Type) {
	var t *ast.Type
	if p.obj.decl != nil {
		t = p.obj.decl.Type
	}
	for i, s := range p.path {
		if s.field != nil {
			t = s.field.Type
			continue
		}
		if _, constant := s.constant(); constant {
			t = element(t)
			continue
		}
		if within != nil {
			return 0, nil
		}
		at, within, t = i, t, element(t)
	}
	return at, within
}

// choose is the element that lane l means, outside's where it may mean none.
func (a indexed) choose(t *term.Table, l int, outside vec) *term.Term {
	x, v := a.index.at(l), outside.at(l)
	settled := !a.inside(x) // what stands where no test holds
	for i, e := range slices.Backward(a.elements) {
		offset := uint64(i) * a.stride
		switch {
		case offset < x.Lo || offset > x.Hi:
		case !settled:
			v, settled = e.at(l), true
		default:
			v = t.Ite(t.Eq(x, t.Const(64, offset)), e.at(l), v)
		}
	}
	return v
}

// inside reports an index that is of some element, whatever its value.
func (a indexed) inside(x *term.Term) bool {
	last := uint64(len(a.elements)-1) * a.stride
	return x.Hi <= last && a.stride&(a.stride-1) == 0 && x.Zeros >= bits.TrailingZeros64(a.stride)
}

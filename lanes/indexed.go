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
	stride   uint64
}

// loadIndexed reads an element of a private array at an index that is not known: a choice
// among the elements.
func (in *interp) loadIndexed(s *state, p pointer, t *ast.Type) value {
	unknown := in.loadUnknown(s, p, t)
	a, ok := in.elementsAt(s, p, t)
	if !ok {
		return unknown
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
	a = indexed{index: p.path[at].bytes, stride: uint64(size(each))}
	for i := range uint64(count) {
		path := slices.Clone(p.path)
		path[at].bytes = in.constant(64, i*a.stride)
		k, constant := in.key(path, t)
		if !constant || !s.isKnown(cell{p.obj, k}) {
			return indexed{}, false
		}
		v, isWord := in.cellValue(s, cell{p.obj, k}, t).(vec)
		if !isWord {
			return indexed{}, false
		}
		a.elements = append(a.elements, v)
	}
	return a, true
}

// isKnown reports a cell that was written, or holds an argument.
func (s *state) isKnown(c cell) bool {
	_, written := s.cells[c]
	return written || c.obj.argument && s.version(c.obj) == atEntry
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

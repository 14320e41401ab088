package memory

import (
	"math/bits"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// indexed is an access to a small array at an unknown index: the elements that a lane may access, in order. Each
// element has stride bytes.
type indexed struct {
	index    vector.Vec // in bytes
	elements []vector.Vec
	cells    []Cell
	stride   uint64
	known    bool // all elements were written, or are arguments
}

// loadIndexed reads an element of a private array at an unknown index. The result is a choice among the elements, or
// an unknown if the array is too large or some element is not known.
func (m *Memory) loadIndexed(s *State, p Pointer, t *types.Type, guard vector.Vec) Value {
	a, ok := m.elementsAt(s, p, t)
	if !ok || !a.known {
		return m.loadUnknown(s, p, t, guard)
	}
	outside := m.contentAt(p, Width(t)) // the value of an access outside the array: undefined, but the same for lanes with the same index
	return vector.Later(Width(t), func() vector.Vec {
		return vector.Build(func(l int) *term.Term { return a.choose(m.t, l, outside) })
	})
}

// elementsAt lists the elements to which p may point. ok is false if the path of p does not have exactly one unknown
// index, if the array has more than maxElements elements, or if some element is no word.
func (m *Memory) elementsAt(s *State, p Pointer, t *types.Type) (a indexed, ok bool) {
	at, array := p.variable()
	if array == nil || array.Kind != types.Array || array.Len < 1 {
		return indexed{}, false
	}
	each := element(array)
	count := Stride(array.Elem) * array.Len / Stride(each)
	if count > maxElements {
		return indexed{}, false
	}
	a = indexed{index: p.Path[at].Bytes, stride: uint64(Stride(each)), known: true}
	for i := range uint64(count) {
		k, constant := m.Layout.Key(m.Layout.elementPath(p, at, i*a.stride), t)
		c := Cell{p.Object, k}
		v, isWord := m.elementValue(s, c, t).(vector.Vec)
		if !constant || !isWord {
			return indexed{}, false
		}
		a.elements, a.cells, a.known = append(a.elements, v), append(a.cells, c), a.known && s.isKnown(c)
	}
	return a, true
}

// elementValue returns the value of an element. In a uniform array (one with the same contents in all lanes), an
// element that was not written is one unknown for all lanes.
func (m *Memory) elementValue(s *State, c Cell, t *types.Type) Value {
	if _, uniformly := s.Uniform[c.Object]; uniformly && !s.isKnown(c) {
		return m.UnknownOf(unknownIn(s, c), t, LocalOrigin{c.Object}, true)
	}
	return m.cellValue(s, c, t)
}

// elementPath returns the path of p with the step number index replaced by bytes.
func (lay *Layout) elementPath(p Pointer, index int, bytes uint64) []Step {
	path := slices.Clone(p.Path)
	path[index].Bytes = lay.vectors.Constant(64, bytes)
	return path
}

// storeIndexed writes an element of a private array at an unknown index. Each element becomes a choice: the new word
// if the index is that of the element, otherwise the old value. It returns false if the array is too large or v is no
// word.
func (m *Memory) storeIndexed(s *State, p Pointer, v Value, t *types.Type) bool {
	word, isWord := v.(vector.Vec)
	a, ok := m.elementsAt(s, p, t)
	if !isWord || !ok {
		return false
	}
	at, _ := p.variable()
	for i, old := range a.elements {
		offset := m.t.Const(64, uint64(i)*a.stride)
		now := vector.Later(Width(t), func() vector.Vec {
			return vector.Map3(a.index, word, old, func(x, now, old *term.Term) *term.Term {
				return m.t.Ite(m.t.Eq(x, offset), now, old)
			})
		})
		s.Cells[a.cells[i]] = now
		m.invalidateOverlap(s, p.Object, m.Layout.elementPath(p, at, uint64(i)*a.stride), now, t)
	}
	return true
}

// loadIndexedPointer reads an element of a private array of pointers at an unknown index. The result is a choice
// among the elements, or an unknown if there are more than maxChoices or some element is not known.
func (m *Memory) loadIndexedPointer(s *State, p Pointer, t *types.Type, guard vector.Vec) Value {
	at, array := p.variable()
	if array == nil || array.Kind != types.Array || array.Len < 1 || array.Len > maxChoices || IsAggregate(array.Elem) {
		return m.loadUnknown(s, p, t, guard)
	}
	stride := uint64(Stride(array.Elem))
	var chosen Value
	for i := range uint64(array.Len) {
		k, constant := m.Layout.Key(m.Layout.elementPath(p, at, i*stride), t)
		v, isPointer := s.Cells[Cell{p.Object, k}].(Pointer)
		if !constant || !isPointer {
			return m.loadUnknown(s, p, t, guard)
		}
		if chosen == nil {
			chosen = v
			continue
		}
		offset := m.t.Const(64, i*stride)
		meant := vector.Map1(p.Path[at].Bytes, func(x *term.Term) *term.Term { return m.t.Eq(x, offset) })
		chosen = m.mergeTwo(meant, v, chosen)
	}
	return chosen
}

// isKnown reports whether c was written or holds an argument.
func (s *State) isKnown(c Cell) bool {
	_, written := s.Cells[c]
	return written || s.IsUntouched(c.Object)
}

// variable finds the only step of p's path whose bytes are not constant. It returns the index of the step and the
// type of the element there. elementType is nil if there is no such step or more than one.
func (p Pointer) variable() (index int, elementType *types.Type) {
	var t *types.Type
	if p.Object.Decl != nil {
		t = p.Object.Decl.Type
	}
	for i, s := range p.Path {
		if s.Field != nil {
			t = s.Field.Type
			continue
		}
		if _, constant := s.constant(); constant {
			t = element(t)
			continue
		}
		if elementType != nil {
			return 0, nil
		}
		index, elementType, t = i, t, element(t)
	}
	return index, elementType
}

// choose returns the element that lane l accesses, as a choice among the elements by the index. outside is the value
// for an index that no element has.
func (a indexed) choose(t *term.Table, l int, outside vector.Vec) *term.Term {
	x, v := a.index.At(l), outside.At(l)
	settled := !a.inside(x) // whether v is the default; if x is inside, the last element becomes the default
	for i, e := range slices.Backward(a.elements) {
		offset := uint64(i) * a.stride
		switch {
		case offset < x.Lo || offset > x.Hi:
		case !settled:
			v, settled = e.At(l), true
		default:
			v = t.Ite(t.Eq(x, t.Const(64, offset)), e.At(l), v)
		}
	}
	return v
}

// inside reports whether the byte offset x is proved to be the start of an element.
func (a indexed) inside(x *term.Term) bool {
	last := uint64(len(a.elements)-1) * a.stride
	return x.Hi <= last && a.stride&(a.stride-1) == 0 && x.Zeros >= bits.TrailingZeros64(a.stride)
}

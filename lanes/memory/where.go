package memory

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// If the arguments of a template decide a type, its size is assumed to be 4 bytes (Size), which is right for some
// arguments. If they decide the length of a row, the row is assumed to be longer than any index into it. The computed
// places are then correct relative to each other, as long as all offsets in the object are computed with these sizes.

// Stride returns the distance in bytes between the elements of an array. element is their type.
func Stride(element *types.Type) int64 {
	if element == nil || element.Kind != types.Array || element.Size > 0 {
		return Size(element)
	}
	length := element.Len
	if length <= 0 {
		length = longestRow
	}
	return min(length*Stride(element.Elem), farthest)
}

// IsPlaced reports whether offset, the byte offset of p in its object, is correct for all arguments of a template. It
// is correct if the access and the elements of the object have known types, or the same unknown type. In an array of
// bytes it is also correct if offset does not depend on an argument of the template. A member of an unknown type has no
// known place.
func (lay *Layout) IsPlaced(p Pointer, offset vector.Vec) bool {
	of := p.Object.Decl.Type
	for of != nil && of.Kind == types.Array {
		of = of.Elem
	}
	switch {
	case p.Recast && term.Any(offset.List(), isPlace): // p.Recast is tested first: the test of offset would compute a suspended offset
		return false
	case !IsUnknown(p.Elem):
		return !IsUnknown(of)
	case of != nil && of.Bits == 8:
		return !term.Any(offset.List(), isOfTemplate)
	}
	return IsUnknown(of) && p.Elem.Name == of.Name
}

// Member returns a pointer to a member of the object at p. The member has an unknown type, so its place in the object
// is unknown (PlaceOrigin).
func (m *Memory) Member(p Pointer, elem *types.Type) Pointer {
	m.Unknowns++
	place := m.t.Unknown(fmt.Sprintf("?member!%d", m.Unknowns), 64, PlaceOrigin{})
	p = m.Layout.Forward(p, vector.Uniform(place))
	p.Recast, p.Elem = true, elem
	return p
}

func isPlace(x *term.Term) bool { return x.Origin == PlaceOrigin{} }

func isOfTemplate(x *term.Term) bool {
	_, is := x.Origin.(TemplateOrigin)
	return is
}

// EachObject calls see for each pointer of the choice p, with the lanes of guard that chose it. If p is no choice, it
// calls see(p, guard).
func (lay *Layout) EachObject(p Pointer, guard vector.Vec, see func(Pointer, vector.Vec)) {
	c := p.Choices()
	if c == nil {
		see(p, guard)
		return
	}
	lay.EachObject(c.ifTrue, lay.vectors.And(guard, c.cond), see)
	lay.EachObject(c.ifFalse, lay.vectors.And(guard, lay.vectors.Not(c.cond)), see)
}

// ByteOffset returns the distance in bytes from the start of p's object to p. known is false if a field of the path
// has no known offset in its class.
func (lay *Layout) ByteOffset(p Pointer) (offset vector.Vec, known bool) {
	sum, known := lay.vectors.Constant(64, 0), true
	for _, s := range p.Path {
		switch {
		case s.Field == nil:
			sum = lay.plus(sum, s.Bytes)
		case s.Field.Offset >= 0 && s.Field.Owner != nil:
			sum = lay.plus(sum, lay.vectors.Constant(64, uint64(s.Field.Offset/8)))
		case !isAtBeginning(s.Field):
			known = false
			sum = lay.plus(sum, vector.Uniform(lay.Displacement(s.Field)))
		}
	}
	return sum, known
}

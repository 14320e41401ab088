package memory

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A type that a template's arguments decide is taken to be of 4 bytes (Size), as some arguments make it, and a
// row whose length they decide to be longer than any index into it. That says where the elements lie as
// long as nothing else is reckoned in bytes of another size.

// Stride is the distance between the elements of an array of a type, in bytes.
func Stride(of *types.Type) int64 {
	if of == nil || of.Kind != types.Array || of.Size > 0 {
		return Size(of)
	}
	length := of.Len
	if length <= 0 {
		length = longestRow
	}
	return min(length*Stride(of.Elem), farthest)
}

// IsPlaced reports an access that is known to lie at a number of bytes from the beginning of its object,
// whatever types of a template's parameters are: not where its elements and those of the object are not of one
// type, but for raw memory that is divided at numbers which the parameters have no part in, nor in a member of an
// unknown type.
func (lay *Layout) IsPlaced(p Pointer, at vector.Vec) bool {
	of := p.Object.Decl.Type
	for of != nil && of.Kind == types.Array {
		of = of.Elem
	}
	switch {
	case p.Recast && term.Any(at.List(), isPlace): // of another pointer the offset is computed when it is asked for
		return false
	case !IsUnknown(p.Elem):
		return !IsUnknown(of)
	case of != nil && of.Bits == 8:
		return !term.Any(at.List(), isOfTemplate)
	}
	return IsUnknown(of) && p.Elem.Name == of.Name
}

// Member is the address of a member of an unknown type in the object at p.
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

// EachObject calls see with a pointer, or with those that it was chosen from, and the lanes of a
// guard that take each.
func (lay *Layout) EachObject(p Pointer, guard vector.Vec, see func(Pointer, vector.Vec)) {
	c := p.Choices()
	if c == nil {
		see(p, guard)
		return
	}
	lay.EachObject(c.yes, lay.vectors.And(guard, c.cond), see)
	lay.EachObject(c.no, lay.vectors.And(guard, lay.vectors.Not(c.cond)), see)
}

// ByteOffset is the distance in bytes from the begin of an object to a pointer's place; known is false if a field has
// no known offset in its class.
func (lay *Layout) ByteOffset(p Pointer) (at vector.Vec, known bool) {
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

package memory

import (
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// PointsToVariable reports whether p points into a variable or is a choice between pointers.
func (p Pointer) PointsToVariable() bool {
	return p.Object != nil && p.Object.Decl != nil || p.Choices() != nil
}

// ClassOf finds the class of the object to which p points, for a virtual call. It returns the index of the class in
// classes, as a value of type t. If the class is not known, the result is imprecise.
func (m *Memory) ClassOf(p Pointer, classes []*types.Type, t *types.Type) Value {
	if index, known := m.Layout.indexOfClass(p, classes, Width(t)); known {
		return index
	}
	return m.Imprecise("class", t)
}

func (lay *Layout) indexOfClass(p Pointer, classes []*types.Type, bits int) (vector.Vec, bool) {
	if c := p.Choices(); c != nil {
		yes, first := lay.indexOfClass(c.ifTrue, classes, bits)
		no, second := lay.indexOfClass(c.ifFalse, classes, bits)
		if !first || !second {
			return vector.Vec{}, false
		}
		return lay.vectors.Ite(c.cond, yes, no), true
	}
	index := nearestOf(p.wholeClass(), classes)
	if index < 0 {
		return vector.Vec{}, false
	}
	return lay.vectors.Constant(bits, uint64(index)), true
}

// wholeClass returns the class of the object to which p points, also if p points to a base of the object. It returns
// nil if the class is not known.
func (p Pointer) wholeClass() *types.Type {
	if p.Object == nil || p.Object.Decl == nil || p.Recast || p.Converted {
		return nil
	}
	class := p.Object.Decl.Type
	for _, s := range p.Path {
		switch {
		case s.Field == nil || s.Field.Name == WholeName:
			return nil
		case s.Field.Name != BaseName:
			class = s.Field.Type
		}
	}
	return class
}

// nearestOf returns the index of class in classes. If classes does not contain class, nearestOf returns the index of
// the nearest base of class in classes, -1 if there is none.
func nearestOf(class *types.Type, classes []*types.Type) int {
	nearest, steps := -1, 0
	for i, other := range classes {
		path := types.BasePath(class, other)
		switch {
		case class == nil:
		case types.SameClass(class, other):
			return i
		case path != nil && (nearest < 0 || len(path) < steps):
			nearest, steps = i, len(path)
		}
	}
	return nearest
}

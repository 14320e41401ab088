package memory

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A base class is treated as a field of the derived class. If two bases of a class have a base in common, the object
// contains the common base twice. A conversion to a base adds a step to the path of a pointer, and the conversion back
// removes the step. An object of the base class itself may also be converted to the derived class, if only members of
// the base are accessed afterwards. cooperative_groups.h does this: it converts the tag of a thread_group to the class
// that the tag denotes.

// derivation is the pair of a class and one of its direct bases, the key of the tables of bases.
type derivation struct{ class, base *types.Type }

// base returns the field of class that represents its base.
func (lay *Layout) base(class, base *types.Type) *types.Field {
	d := derivation{class, base}
	if lay.bases[d] == nil {
		lay.bases[d] = &types.Field{Name: BaseName, Type: base, Offset: offsetOf(class, base), Owner: class}
	}
	return lay.bases[d]
}

// whole returns a field of base that represents the derived class: the reverse of the step that Layout.base returns. A
// path has this step only if an object of the base class itself was converted to the derived class.
func (lay *Layout) whole(class, base *types.Type) *types.Field {
	f := lay.base(class, base)
	if lay.wholes[f] == nil {
		lay.wholes[f] = &types.Field{Name: WholeName, Type: class, Offset: f.Offset, Owner: base}
	}
	return lay.wholes[f]
}

// BaseName is the name of the fields that Layout.base returns. WholeName is the name of those that Layout.whole
// returns. No field of a program can have such a name.
const (
	BaseName  = "base "
	WholeName = "whole "
)

// offsetOf returns the offset of a base in a class, -1 if it is not known. The offset is 0 if the base is as large as
// the class. The first base also has the offset 0, unless a pointer to virtual functions precedes it and moves the
// fields of the class back.
func offsetOf(class, base *types.Type) int64 {
	if base.Size > 0 && base.Size == class.Size {
		return 0
	}
	after := 8 * class.Size
	if len(class.Fields) > 0 {
		after = class.Fields[0].Offset
	}
	if class.Bases[0] != base || base.Size == 0 || after < 0 || after > 8*base.Size {
		return -1
	}
	return 0
}

// isAtBeginning reports whether f is a step to a base at offset 0, or the step back from such a base.
func isAtBeginning(f *types.Field) bool {
	return (f.Name == BaseName || f.Name == WholeName) && f.Offset == 0
}

// IsBase reports whether base is a direct base of class. It returns false for a volatile class, so that its conversions
// to and from a base count as casts to an unrelated class.
func IsBase(base, class *types.Type) bool {
	return class != nil && !class.Volatile && slices.Contains(class.Bases, base)
}

// isBase reports whether p points to its object as a whole, or to a base of the object.
func (p Pointer) isBase() bool {
	return !slices.ContainsFunc(p.Path, func(s Step) bool { return s.Field == nil || s.Field.Name != BaseName })
}

// ToBase converts p from a pointer to class to a pointer to its base.
func (m *Memory) ToBase(p Pointer, class, base *types.Type) Pointer {
	if c := p.Choices(); c != nil {
		return m.chosen(c.cond, m.ToBase(c.ifTrue, class, base), m.ToBase(c.ifFalse, class, base))
	}
	f := m.Layout.base(class, base)
	if p.Object != nil {
		return p.Into(f)
	}
	return m.Layout.displaced(p, m.Layout.Displacement(f), base)
}

// isWhole reports whether f is the step from a base class back to a class that is derived from it (Layout.whole).
func isWhole(f *types.Field) bool { return f != nil && f.Name == WholeName }

// isBack reports whether the last step of a path goes from a base class back to its derived class. base is the field
// that represents this base (Layout.base). A step into base would undo the last step.
func isBack(path []Step, base *types.Field) bool {
	last := len(path) - 1
	return last >= 0 && isWhole(path[last].Field) &&
		path[last].Field.Type == base.Owner && path[last].Field.Owner == base.Type
}

// ToDerived converts p from a pointer to base to a pointer to its class.
func (m *Memory) ToDerived(p Pointer, class, base *types.Type) Pointer {
	if c := p.Choices(); c != nil {
		return m.chosen(c.cond, m.ToDerived(c.ifTrue, class, base), m.ToDerived(c.ifFalse, class, base))
	}
	f, n := m.Layout.base(class, base), len(p.Path)
	back := m.t.Neg(m.Layout.Displacement(f))
	switch {
	case p.Object == nil:
		return m.Layout.displaced(p, back, class)
	case n > 0 && p.Path[n-1].Field == f:
		p.Path = p.Path[: n-1 : n-1]
	case p.Object.Region == Private && isAtBeginning(f):
		p.Path = append(slices.Clip(p.Path), Step{Field: m.Layout.whole(class, base)})
	case p.Object.Region == Private:
		p.Recast, p.Converted = true, true
	default:
		p = m.Layout.Forward(p, vector.Uniform(back))
	}
	p.Elem = class
	return p
}

// displaced moves p, an address without an object, by a number of bytes. A null pointer stays null.
func (lay *Layout) displaced(p Pointer, bytes *term.Term, elem *types.Type) Pointer {
	p.Elem = elem
	if none := lay.t.Const(64, 0); bytes != none {
		from := p.Addr
		p.Addr = vector.Later(64, func() vector.Vec {
			return vector.Map1(from, func(x *term.Term) *term.Term {
				return lay.t.Ite(lay.t.Eq(x, none), x, lay.t.Add(x, bytes))
			})
		})
	}
	return p
}

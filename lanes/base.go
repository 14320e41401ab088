package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// A base of a class is a part of its objects, like a field: a class may have two bases that
// have one in common, each with its own. The way back leads to the class again. An object that
// is the base alone may be taken for one of the class, of which only the base is looked at: so
// cooperative_groups.h goes from the tag of a thread_group to the class that it stands for.

// derivation is a class and one of its bases.
type derivation struct{ class, base *ast.Type }

// base is the part of a class that a base is, as a field.
func (in *interp) base(class, base *ast.Type) *ast.Field {
	d := derivation{class, base}
	if in.bases[d] == nil {
		in.bases[d] = &ast.Field{Name: baseName, Type: base, Offset: offsetOf(class, base), Owner: class}
	}
	return in.bases[d]
}

// whole is the class as if it were a field of its base: what an object of the base alone is
// taken for.
func (in *interp) whole(class, base *ast.Type) *ast.Field {
	f := in.base(class, base)
	if in.wholes[f] == nil {
		in.wholes[f] = &ast.Field{Name: wholeName, Type: class, Offset: f.Offset, Owner: base}
	}
	return in.wholes[f]
}

// baseName and wholeName are no names of fields.
const (
	baseName  = "base "
	wholeName = "whole "
)

// offsetOf is where a base lies in a class if that is known: a first base without a pointer to
// virtual functions before it lies at the beginning, or else the fields would be further on,
// and so does one that is as large as the class.
func offsetOf(class, base *ast.Type) int64 {
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

// isAtBeginning reports a base that lies at the beginning of its class, or that class.
func isAtBeginning(f *ast.Field) bool {
	return (f.Name == baseName || f.Name == wholeName) && f.Offset == 0
}

// isBase reports a direct base of a class. Those of a volatile one are not followed.
func isBase(base, class *ast.Type) bool {
	return class != nil && !class.Volatile && slices.Contains(class.Bases, base)
}

// isBase reports a pointer to a base of its object.
func (p pointer) isBase() bool {
	return !slices.ContainsFunc(p.path, func(s step) bool { return s.field == nil || s.field.Name != baseName })
}

// toBase goes to a base of the class that p points to.
func (in *interp) toBase(p pointer, class, base *ast.Type) pointer {
	if c := p.choices(); c != nil {
		return in.chosen(c.cond, in.toBase(c.yes, class, base), in.toBase(c.no, class, base))
	}
	f := in.base(class, base)
	if p.obj != nil {
		return p.into(f)
	}
	return in.displaced(p, in.displacement(f), base)
}

// isWhole reports the way on from an object to a class that it is taken for.
func isWhole(f *ast.Field) bool { return f != nil && f.Name == wholeName }

// isBack reports a path to such a class that the step to a base leads back on.
func isBack(path []step, base *ast.Field) bool {
	last := len(path) - 1
	return last >= 0 && isWhole(path[last].field) &&
		path[last].field.Type == base.Owner && path[last].field.Owner == base.Type
}

// toDerived goes from a base to the class.
func (in *interp) toDerived(p pointer, class, base *ast.Type) pointer {
	if c := p.choices(); c != nil {
		return in.chosen(c.cond, in.toDerived(c.yes, class, base), in.toDerived(c.no, class, base))
	}
	f, n := in.base(class, base), len(p.path)
	back := in.t.Neg(in.displacement(f))
	switch {
	case p.obj == nil:
		return in.displaced(p, back, class)
	case n > 0 && p.path[n-1].field == f:
		p.path = p.path[: n-1 : n-1]
	case p.obj.region == private && isAtBeginning(f):
		p.path = append(slices.Clip(p.path), step{field: in.whole(class, base)})
	case p.obj.region == private:
		p.recast, p.converted = true, true
	default:
		p = in.forward(p, uniform(back))
	}
	p.elem = class
	return p
}

// displaced is an address without an object moved by a number of bytes. None stays none.
func (in *interp) displaced(p pointer, bytes *term.Term, elem *ast.Type) pointer {
	p.elem = elem
	if none := in.t.Const(64, 0); bytes != none {
		p.addr = map1(p.addr, func(x *term.Term) *term.Term {
			return in.t.Ite(in.t.Eq(x, none), x, in.t.Add(x, bytes))
		})
	}
	return p
}

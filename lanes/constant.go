package lanes

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// choiceLimit bounds the entries of a constant table among which an index that is
// not known chooses.
const choiceLimit = 64

// constantGlobal reads a const variable that holds known integers; false for all others.
// An entry that is not known is what memory says.
func (in *interp) constantGlobal(p pointer, t *ast.Type, guard, memory vec) (vec, bool) {
	if p.obj == nil || p.obj.decl == nil || p.obj.decl.Contents == nil || p.recast || width(t) < 0 {
		return vec{}, false
	}
	at, ok := in.byteOffset(p)
	if !ok {
		return vec{}, false
	}
	o := p.obj.decl
	in.excludeBeyond(o, at, guard)
	return later(width(t), func() vec {
		return build(func(l int) *term.Term {
			if x := in.entry(o, at.at(l), t); x != nil {
				return x
			}
			return memory.at(l)
		})
	}), true
}

// byteOffset is the distance of p from its object, where all fields have their places.
func (in *interp) byteOffset(p pointer) (vec, bool) {
	sum := in.constant(64, 0)
	for _, s := range p.path {
		switch {
		case s.field == nil:
			sum = map2(sum, s.bytes, in.t.Add)
		case s.field.Offset < 0 || s.field.BitWidth > 0:
			return vec{}, false
		default:
			sum = map2(sum, in.constant(64, uint64(s.field.Offset/8)), in.t.Add)
		}
	}
	return sum, true
}

// excludeBeyond says that no lane reads beyond the end of a table by an index that
// is not known.
func (in *interp) excludeBeyond(o *cfg.Object, at, guard vec) {
	end := in.t.Const(64, uint64(size(o.Type)))
	beyond := in.and(guard, map1(at, func(x *term.Term) *term.Term {
		if x.IsConst() {
			return in.t.False
		}
		return in.t.Not(in.t.ULt(x, end))
	}))
	if !beyond.isFalse() {
		in.excluded = append(in.excluded, beyond)
	}
}

// entry is the integer of type t that a constant holds at an offset: a choice among
// its entries when the offset is not known. nil where it is not known.
func (in *interp) entry(o *cfg.Object, at *term.Term, t *ast.Type) *term.Term {
	if at.IsConst() {
		if v, known := o.Content(int64(at.K), size(t)); known {
			return in.literalOf(t, v)
		}
		return nil
	}
	fitting := candidates(o, at, size(t))
	if len(fitting) == 0 || len(fitting) > choiceLimit {
		return nil
	}
	unit := in.t.Const(64, uint64(at.Zeros)) // all offsets are multiples of 2^Zeros
	index := in.t.LShr(at, unit)
	last := len(fitting) - 1
	x := in.literalOf(t, fitting[last].Value)
	for _, c := range fitting[:last] {
		here := in.t.Eq(index, in.t.Const(64, uint64(c.Offset)>>at.Zeros))
		v := in.literalOf(t, c.Value)
		if width(t) == 0 {
			x = in.t.IteBool(here, v, x)
		} else {
			x = in.t.Ite(here, v, x)
		}
	}
	return x
}

// candidates are the integers of a size that may stand at an offset.
func candidates(o *cfg.Object, at *term.Term, size int64) (list []cfg.Content) {
	for _, c := range o.Contents {
		k := uint64(c.Offset)
		if c.Size == size && at.Lo <= k && k <= at.Hi && k&(1<<at.Zeros-1) == 0 {
			list = append(list, c)
		}
	}
	return list
}

// literalOf is an integer constant of type t.
func (in *interp) literalOf(t *ast.Type, v int64) *term.Term {
	if width(t) == 0 {
		return in.t.Bool(v != 0)
	}
	return in.t.Const(width(t), uint64(v))
}

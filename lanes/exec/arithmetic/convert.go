package arithmetic

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// ConvertWord converts a scalar from one type to another. The result has the width of the type `to`.
func (u *Unit) ConvertWord(x vector.Vec, from, to *types.Type) vector.Vec {
	bits := memory.Width(to)
	switch {
	case bits == 0 && x.Bits() == 0:
		return x
	case bits == 0 && memory.IsFloat(from):
		return u.nonzero(x)
	case bits == 0:
		return u.vectors.Truth(x)
	case memory.IsFloat(from) || memory.IsFloat(to):
		if memory.IsFloat(from) && memory.IsFloat(to) && from.Bits == to.Bits {
			return x
		}
		return vector.Map1(x, func(x *term.Term) *term.Term {
			if v := u.convertFloat(x, from, to); v != nil {
				return v
			}
			return u.t.Opaque(fmt.Sprintf("cvt %s %s", memory.TypeName(from), to.Name), bits, memory.FloatFunction{}, x)
		})
	}
	signed := from != nil && from.Signed
	if u.racing && signed && !to.Signed && bits == x.Bits() {
		u.noteSigned(x)
	}
	return vector.Map1(x, func(x *term.Term) *term.Term { return u.resize(x, bits, signed) })
}

// noteSigned is called when signed words become unsigned. It records which of the words and of their summands may be
// negative:
//
//	s[threadIdx.x + off]              off, an int
func (u *Unit) noteSigned(words vector.Vec) {
	for l := range warp.Size {
		x := words.At(l)
		for _, part := range append(slices.Clone(x.Args), x) {
			if part.Bits == x.Bits && part.MayBeNegative() {
				u.trace.Signed[part] = true
			}
		}
		if words.IsUniform() {
			return
		}
	}
}

// InRange returns the formula c[0] <= x <= c[1], for signed numbers if t is signed.
func (u *Unit) InRange(x *term.Term, c [2]int64, t *types.Type) *term.Term {
	if x.Bits == 0 {
		return u.t.IteBool(x, u.t.Bool(c[0] <= 1 && 1 <= c[1]), u.t.Bool(c[0] <= 0 && 0 <= c[1]))
	}
	lo, hi := u.t.Const(x.Bits, uint64(c[0])), u.t.Const(x.Bits, uint64(c[1]))
	if lo == hi {
		return u.t.Eq(x, lo)
	}
	less := u.t.ULt
	if t != nil && t.Signed {
		less = u.t.SLt
	}
	return u.t.And(u.t.Not(less(x, lo)), u.t.Not(less(hi, x)))
}

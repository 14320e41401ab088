package memory

import (
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// In asm, addresses in shared memory are numbers, mostly of 32 bits:
//
//	unsigned a = __cvta_generic_to_shared(s) + 16 * threadIdx.x;
//	asm("ld.shared.u32 %0, [%1];" : "=r"(x) : "r"(a));

// AsShared converts p, a pointer made from a number, to a pointer into a shared variable. This requires that each lane
// of guard computed the number as the address of the variable plus an offset. Otherwise AsShared returns p itself.
func (m *Memory) AsShared(p Pointer, guard vector.Vec) Pointer {
	if p.Object != nil || p.Addr.Bits() != 64 {
		return p
	}
	var in *Object
	ahead := make([]*term.Term, warp.Size)
	for l := range warp.Size {
		ahead[l] = m.t.Const(64, 0)
		if guard.At(l).IsFalse() {
			continue
		}
		object, rest := m.sharedIn(p.Addr.At(l))
		if object == nil || in != nil && object != in {
			return p
		}
		in, ahead[l] = object, rest
	}
	if in == nil {
		return p
	}
	return Pointer{Object: in, Path: []Step{{Bytes: vector.Build(func(l int) *term.Term { return ahead[l] })}}, Elem: p.Elem, Recast: true}
}

// sharedIn returns the shared variable from whose address x was computed, and ahead, the offset from this address. It
// returns nil if there is no such variable.
func (m *Memory) sharedIn(x *term.Term) (object *Object, ahead *term.Term) {
	for x.Op == term.ZExt || x.Op == term.SExt {
		x = x.Args[0]
	}
	parts := []*term.Term{x}
	if x.Op == term.Add {
		parts = x.Args
	}
	for i, part := range parts {
		of := part
		for of.Op == term.Trunc || of.Op == term.ZExt {
			of = of.Args[0]
		}
		origin, is := of.Origin.(ObjectOrigin)
		if !is || origin.Of.Region != Shared || len(of.Args) != 1 || x.Op == term.Add && x.Coefs[i] != 1 {
			continue
		}
		return origin.Of, m.t.Resize(m.t.Sub(x, part), 64, true)
	}
	return nil, nil
}

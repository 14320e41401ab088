package asm

import (
	"slices"

	"github.com/warpcheck/warpcheck/internal/ptx"
)

// addressesOf returns the registers and parameters of a function that hold addresses. Such a register is used as the
// address of an access, receives the address of a variable, or is copied from or to a register that holds one:
//
//	ld.param.u64 %rd1, [p];         %rd1 and p, because
//	mad.wide.s32 %rd2, %r1, 4, %rd1;     %rd2 is the sum of an offset and the value of p, and
//	st.global.u32 [%rd2], %r2;      memory is accessed through %rd2
//
// A wrong answer for a register costs only precision, because its value is converted at each use.
func addressesOf(f *ptx.Function) map[*ptx.Symbol]bool {
	h := &holders{holds: map[*ptx.Symbol]bool{}, isOfParam: map[*ptx.Symbol]bool{}}
	for i := range f.Body {
		if s := &f.Body[i]; s.Err == nil && s.Is("ld", "param") && len(s.Operands) > 1 {
			for _, d := range results(s.Operands[0]) {
				h.isOfParam[wordOf(d)] = true
			}
		}
	}
	delete(h.isOfParam, nil)
	for h.changed = true; h.changed; {
		h.changed = false
		for i := range f.Body {
			if s := &f.Body[i]; s.Err == nil && len(s.Opcode) > 0 {
				h.statement(s)
			}
		}
	}
	delete(h.holds, nil)
	return h.holds
}

// holders collects registers and parameters that hold addresses.
type holders struct {
	holds   map[*ptx.Symbol]bool
	changed bool
	// isOfParam is the set of registers that receive the value of a parameter.
	isOfParam map[*ptx.Symbol]bool
}

// wordOf returns the register or parameter of 32 or 64 bits that an operand names. It returns nil if the operand does
// not name one.
func wordOf(o ptx.Operand) *ptx.Symbol {
	if o.Kind != ptx.Register || o.Component != "" || o.Symbol.Count != 0 || o.Symbol.Space != "reg" && o.Symbol.Space != "param" {
		return nil
	}
	if !slices.Contains([]string{"b32", "u32", "s32", "b64", "u64", "s64"}, o.Symbol.Type) {
		return nil
	}
	return o.Symbol
}

// isVariable reports whether an operand is the address of a variable in memory.
func isVariable(o ptx.Operand) bool {
	return o.Kind == ptx.Register && o.Symbol.Space != "reg" && o.Symbol.Space != "param"
}

func (h *holders) add(o ptx.Operand) {
	if s := wordOf(o); s != nil && !h.holds[s] {
		h.holds[s], h.changed = true, true
	}
}

func (h *holders) has(o ptx.Operand) bool {
	return isVariable(o) || h.holds[wordOf(o)] && wordOf(o) != nil
}

// alike records that if one of a and b holds an address, both do.
func (h *holders) alike(a, b ptx.Operand) {
	if h.has(a) || h.has(b) {
		h.add(a)
		h.add(b)
	}
}

// statement records which registers and parameters hold addresses because of one statement.
func (h *holders) statement(s *ptx.Statement) {
	ops := s.Operands
	for _, o := range ops {
		if isAddress(o) && !s.Has("param") {
			h.add(o.Elems[0])
		}
	}
	switch {
	case len(ops) == 2 && s.Is("cvta"):
		h.add(ops[0])
		h.add(ops[1])
	case len(ops) == 2 && (s.Is("mov") || s.Is("cvt") && s.Has("u64") && s.Has("u32")):
		h.alike(ops[0], ops[1])
	case len(ops) == 2 && (s.Is("ld", "param")) && isAddress(ops[1]) && ops[1].Offset == 0:
		h.alike(ops[0], ops[1].Elems[0])
	case len(ops) == 2 && (s.Is("st", "param")) && isAddress(ops[0]) && ops[0].Offset == 0:
		h.alike(ops[1], ops[0].Elems[0])
	case len(ops) == 4 && s.Is("selp"):
		h.alike(ops[0], ops[1])
		h.alike(ops[0], ops[2])
	case len(ops) == 3 && s.Is("add"):
		h.sum(ops[0], ops[1], ops[2])
	case len(ops) == 3 && s.Is("sub") && !h.has(ops[2]):
		h.alike(ops[0], ops[1])
	case len(ops) == 4 && s.Is("mad") && !s.Has("hi"):
		h.alike(ops[0], ops[3])
	}
}

// sum records which operands of d = x + y hold addresses. An address plus an offset is an address. If d is an address,
// x or y must be one. If it is not known which one, sum chooses the operand that is read from a parameter. If there is
// none, it chooses the operand to which a constant is added.
func (h *holders) sum(d, x, y ptx.Operand) {
	switch {
	case h.has(x) || h.has(y):
		h.add(d)
	case !h.has(d):
	case y.Kind == ptx.Int || h.isOfParam[wordOf(x)] && !h.isOfParam[wordOf(y)]:
		h.add(x)
	case h.isOfParam[wordOf(y)] && !h.isOfParam[wordOf(x)]:
		h.add(y)
	}
}

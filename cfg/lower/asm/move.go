package asm

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/ptx"
)

// move lowers mov.type d, a, and the packing and unpacking of vectors. It returns false for other forms.
func (a *assembler) move(s *ptx.Statement) bool {
	if len(s.Operands) != 2 || !a.canWrite(s.Operands[0]) {
		return false
	}
	d, from := s.Operands[0], s.Operands[1]
	switch {
	case d.Second != nil || from.Second != nil || from.Kind == ptx.Memory:
		return false
	case d.Kind == ptx.Vector && from.Kind == ptx.Vector:
		return false
	case d.Kind == ptx.Vector:
		return a.unpack(s)
	case from.Kind == ptx.Vector:
		return a.pack(s)
	}
	t := registerTypes[s.Type()]
	if t == nil {
		return a.pureInstruction(s)
	}
	a.write(d, a.raw(from, t))
	return true
}

// vectorElement returns the type of one of n elements of a vector in a register of type t. It returns nil if there is
// none.
func vectorElement(t *types.Type, n int) *types.Type {
	if t == nil || n == 0 || t.Bits%n != 0 {
		return nil
	}
	return map[int]*types.Type{
		8: registerTypes["b8"], 16: registerTypes["b16"], 32: registerTypes["b32"],
	}[t.Bits/n]
}

// unpack lowers mov.b64 {a, b}, c. The first element gets the low bits. It passes other forms to pureInstruction, and
// returns its result.
func (a *assembler) unpack(s *ptx.Statement) bool {
	parts, t := s.Operands[0].Elems, registerTypes[s.Type()]
	element := vectorElement(t, len(parts))
	if element == nil || !types.IsInteger(t) {
		return a.pureInstruction(s)
	}
	whole := a.read(s.Operands[1], t)
	for i, part := range parts {
		v := whole
		if i > 0 {
			v = a.shiftedRight(whole, int64(i*element.Bits))
		}
		a.write(part, a.bits(v, element))
	}
	return true
}

// pack lowers mov.b64 a, {b, c}. The low bits are those of the first element. It passes other forms to pureInstruction,
// and returns its result.
func (a *assembler) pack(s *ptx.Statement) bool {
	parts, t := s.Operands[1].Elems, registerTypes[s.Type()]
	element := vectorElement(t, len(parts))
	if element == nil || !types.IsInteger(t) {
		return a.pureInstruction(s)
	}
	wide := types.Promoted(t)
	whole := a.Constant(0, wide)
	for i, part := range parts {
		v := a.bits(a.read(part, element), wide)
		if i > 0 {
			by := a.Constant(int64(i*element.Bits), types.Uint32)
			v = a.Binary(operator.Or, wide, whole, a.Binary(operator.Shl, wide, v, by))
		}
		whole = v
	}
	a.write(s.Operands[0], a.bits(whole, t))
	return true
}

// convertValue lowers cvt.to.from d, a. It converts between integers itself. In a function of a module, it also copies
// a pointer to a pointer. It passes all other conversions to pureInstruction, and returns its result.
func (a *assembler) convertValue(s *ptx.Statement) bool {
	if len(s.Opcode) == 3 && len(s.Operands) == 2 && a.isSimple(s) {
		if a.function != nil && types.IsPointer(a.typeAt(s.Operands[0])) && types.IsPointer(a.typeAt(s.Operands[1])) {
			a.write(s.Operands[0], a.raw(s.Operands[1], ulongType))
			return true
		}
		to, from := registerTypes[s.Opcode[1]], registerTypes[s.Opcode[2]]
		if types.IsInteger(to) && types.IsInteger(from) {
			a.write(s.Operands[0], a.bits(a.read(s.Operands[1], from), to))
			return true
		}
	}
	return a.pureInstruction(s)
}

// convertAddress lowers cvta, which returns the address of the same memory in another space. Addresses have no space
// here, so the pointer does not change.
func (a *assembler) convertAddress(s *ptx.Statement) bool {
	if len(s.Operands) != 2 || !a.isSimple(s) {
		return false
	}
	a.write(s.Operands[0], a.raw(s.Operands[1], ulongType))
	return true
}

// comparisons maps the comparisons of setp and set to operators. Whether a comparison is unsigned depends on the
// type, except that lo, ls, hi and hs are always unsigned.
var comparisons = map[string]operator.Op{
	"eq": operator.EQ, "ne": operator.NE, "lt": operator.LT, "le": operator.LE, "gt": operator.GT, "ge": operator.GE,
	"lo": operator.LT, "ls": operator.LE, "hi": operator.GT, "hs": operator.GE,
}

// unordered maps the comparisons of floating-point values that are true if a value is NaN to operators. Each
// comparison is the negation of its operator.
var unordered = map[string]operator.Op{
	"ltu": operator.GE, "leu": operator.GT, "gtu": operator.LE, "geu": operator.LT, "neu": operator.EQ,
}

// compare emits the comparison that the second part of the opcode names. ok is false if the comparison or the type is
// unknown. ok is also false for floating-point values if the opcode has .ftz.
func (a *assembler) compare(s *ptx.Statement, t *types.Type) (v *cfg.Instr, ok bool) {
	op, known := comparisons[s.Opcode[1]]
	switch {
	case t == nil:
		return nil, false
	case t.Kind == types.Float:
		return a.compareFloating(s, t)
	case !known:
		return nil, false
	case types.IsInteger(t) && len(s.Opcode[1]) == 2 && s.Opcode[1][0] != 'e' && isUnsignedName(s.Opcode[1]):
		t = registerTypes["u"+s.Type()[1:]]
	}
	x := a.read(s.Operands[1], t)
	return a.Binary(op, types.Boolean, x, a.read(s.Operands[2], t)), true
}

// compareFloating emits a comparison of floating-point values. ne and equ differ from the operators != and ==: if a
// value is NaN, ne is false and equ is true.
func (a *assembler) compareFloating(s *ptx.Statement, t *types.Type) (v *cfg.Instr, ok bool) {
	if s.Has("ftz") {
		return nil, false
	}
	x, y := a.read(s.Operands[1], t), a.read(s.Operands[2], t)
	is := func(op operator.Op, x, y *cfg.Instr) *cfg.Instr { return a.Binary(op, types.Boolean, x, y) }
	not := func(v *cfg.Instr) *cfg.Instr { return a.Unary(operator.Not, types.Boolean, v) }
	both := func(op operator.Op, p, q *cfg.Instr) *cfg.Instr {
		return a.bits(a.Binary(op, types.Int32, a.bits(p, types.Int32), a.bits(q, types.Int32)), types.Boolean)
	}
	name := s.Opcode[1]
	if op, known := unordered[name]; known {
		return not(is(op, x, y)), true
	}
	switch name {
	case "num":
		return both(operator.And, is(operator.EQ, x, x), is(operator.EQ, y, y)), true
	case "nan":
		return both(operator.Or, is(operator.NE, x, x), is(operator.NE, y, y)), true
	case "ne":
		return both(operator.Or, is(operator.LT, x, y), is(operator.GT, x, y)), true
	case "equ":
		return not(both(operator.Or, is(operator.LT, x, y), is(operator.GT, x, y))), true
	}
	op, known := comparisons[name]
	if !known || isUnsignedName(name) {
		return nil, false
	}
	return is(op, x, y), true
}

// isUnsignedName reports whether the comparison is unsigned for every type. name is the qualifier of the comparison,
// such as lo.
func isUnsignedName(name string) bool {
	return name == "lo" || name == "ls" || name == "hi" || name == "hs"
}

// setPredicate lowers setp.cmp{.bool}.type p{|q}, a, b{, c}. p is the comparison combined with c, and q is the negated
// comparison combined with c. It returns false for other forms.
func (a *assembler) setPredicate(s *ptx.Statement) bool {
	n := len(s.Operands)
	if len(s.Opcode) < 3 || n < 3 || n > 4 || !a.canWrite(s.Operands[0]) {
		return false
	}
	combine, combined := map[string]operator.Op{"and": operator.And, "or": operator.Or, "xor": operator.Xor}[s.Opcode[2]]
	if combined != (n == 4) {
		return false
	}
	v, ok := a.compare(s, registerTypes[s.Type()])
	if !ok {
		return a.pureInstruction(s)
	}
	with := func(x *cfg.Instr) *cfg.Instr {
		if !combined {
			return x
		}
		c := a.bits(a.read(s.Operands[3], types.Boolean), types.Int32)
		return a.bits(a.Binary(combine, types.Int32, a.bits(x, types.Int32), c), types.Boolean)
	}
	p, q := s.Operands[0], s.Operands[0].Second
	result := with(v)
	if q != nil {
		a.write(*q, with(a.Unary(operator.Not, types.Boolean, v)))
	}
	a.write(p, result)
	return true
}

// setValue lowers set.cmp.to.type d, a, b. The result has all bits set if the comparison holds, and is 0 otherwise.
func (a *assembler) setValue(s *ptx.Statement) bool {
	if len(s.Opcode) != 4 || len(s.Operands) != 3 || !a.isSimple(s) {
		return a.pureInstruction(s)
	}
	to := registerTypes[s.Opcode[2]]
	if to == nil || to.Kind != types.Int {
		return a.pureInstruction(s)
	}
	v, ok := a.compare(s, registerTypes[s.Type()])
	if !ok {
		return a.pureInstruction(s)
	}
	a.write(s.Operands[0], a.Unary(operator.Neg, to, a.bits(v, to)))
	return true
}

// selectValue lowers selp.type d, a, b, p. It passes other forms to pureInstruction, and returns its result.
func (a *assembler) selectValue(s *ptx.Statement) bool {
	t := registerTypes[s.Type()]
	if t == nil || len(s.Operands) != 4 || !a.isSimple(s) {
		return a.pureInstruction(s)
	}
	if d := a.typeAt(s.Operands[0]); types.IsPointer(d) && a.function != nil {
		t = d
	}
	x, y := a.read(s.Operands[1], t), a.read(s.Operands[2], t)
	v := a.choose(t, a.read(s.Operands[3], types.Boolean),
		func() *cfg.Instr { return x }, func() *cfg.Instr { return y })
	a.write(s.Operands[0], v)
	return true
}

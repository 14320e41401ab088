package asm

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/ptx"
)

// This file lowers instructions on fields and patterns of bits. In the graph as in PTX, a shift by the width or more
// yields zero. So a field that reaches past the end of a word needs no special case: the lowest n bits are (1 << n) -
// 1 for every n.

// bitRange is a field in a word, given by its first bit and its number of bits.
type bitRange struct{ first, length *cfg.Instr }

// bitRangeAt reads the field that two operands describe. Only the lowest byte of each operand counts.
func (a *assembler) bitRangeAt(first, length ptx.Operand) bitRange {
	return bitRange{a.lowBits(a.read(first, types.Uint32), 255), a.lowBits(a.read(length, types.Uint32), 255)}
}

func (a *assembler) lowBits(v *cfg.Instr, mask int64) *cfg.Instr {
	if v.Op == cfg.Const {
		return a.Constant(v.Int&mask, v.Type)
	}
	return a.Binary(operator.And, v.Type, v, a.Constant(mask, v.Type))
}

// lowest returns a word of type t in which the n lowest bits are set.
func (a *assembler) lowest(n *cfg.Instr, t *types.Type) *cfg.Instr {
	if n.Op == cfg.Const && n.Int < int64(t.Bits) {
		return a.Constant(1<<n.Int-1, t)
	}
	one := a.Constant(1, t)
	return a.Binary(operator.Sub, t, a.Binary(operator.Shl, t, one, n), one)
}

// wordOf returns the type of an instruction on words of 32 or 64 bits. It returns nil if the instruction has another
// form. operands is the number of operands that the form has.
func (a *assembler) wordOf(s *ptx.Statement, operands int) *types.Type {
	if t := a.integer(s, operands); t != nil && t.Bits >= 32 {
		return t
	}
	return nil
}

// extractBits lowers bfe.type d, a, pos, len. It passes other forms to pureInstruction, and returns its result.
func (a *assembler) extractBits(s *ptx.Statement) bool {
	t := a.wordOf(s, 4)
	if t == nil {
		return a.pureInstruction(s)
	}
	field := a.bitRangeAt(s.Operands[2], s.Operands[3])
	a.write(s.Operands[0], a.extract(a.read(s.Operands[1], t), field, t))
	return true
}

// extract moves a field to the lowest bits. In an unsigned word the bits above are zero. In a signed word they are
// copies of the field's last bit, or of the word's last bit if the field reaches beyond it.
func (a *assembler) extract(x *cfg.Instr, field bitRange, t *types.Type) *cfg.Instr {
	if !t.Signed {
		moved := a.Binary(operator.Shr, t, x, field.first)
		if field.length.Op == cfg.Const && field.length.Int >= int64(t.Bits) {
			return moved
		}
		return a.Binary(operator.And, t, moved, a.lowest(field.length, t))
	}
	bits := a.Constant(int64(t.Bits), types.Uint32)
	end := a.Pure("min", types.Uint32, a.Binary(operator.Add, types.Uint32, field.first, field.length), bits)
	left := a.Binary(operator.Sub, types.Uint32, bits, end)
	right := a.Pure("min", types.Uint32, a.Binary(operator.Add, types.Uint32, left, field.first),
		a.Constant(int64(t.Bits-1), types.Uint32))
	v := a.Binary(operator.Shr, t, a.Binary(operator.Shl, t, x, left), right)
	some := a.Binary(operator.NE, types.Boolean, field.length, a.Constant(0, types.Uint32))
	return a.Binary(operator.And, t, v, a.Unary(operator.Neg, t, a.bits(some, t)))
}

// insertBits lowers bfi.type d, a, b, pos, len. The result is b, with the lowest bits of a in the field.
func (a *assembler) insertBits(s *ptx.Statement) bool {
	t := a.wordOf(s, 5)
	if t == nil {
		return a.pureInstruction(s)
	}
	field := a.bitRangeAt(s.Operands[3], s.Operands[4])
	x, y := a.read(s.Operands[1], t), a.read(s.Operands[2], t)
	mask := a.Binary(operator.Shl, t, a.lowest(field.length, t), field.first)
	inside := a.Binary(operator.And, t, a.Binary(operator.Shl, t, x, field.first), mask)
	outside := a.Binary(operator.And, t, y, a.Unary(operator.BNot, t, mask))
	a.write(s.Operands[0], a.Binary(operator.Or, t, outside, inside))
	return true
}

// bitMask lowers bmsk.{clamp,wrap}.b32 d, pos, len. The result has the bits of the field set.
func (a *assembler) bitMask(s *ptx.Statement) bool {
	t := a.wordOf(s, 3)
	if t == nil {
		return a.pureInstruction(s)
	}
	first, length := a.read(s.Operands[1], t), a.read(s.Operands[2], t)
	if s.Has("wrap") {
		first, length = a.lowBits(first, 31), a.lowBits(length, 31)
	}
	a.write(s.Operands[0], a.Binary(operator.Shl, t, a.lowest(length, t), first))
	return true
}

// extendBits lowers szext.{clamp,wrap}.type d, a, len. The result is the field that begins at bit 0, extended.
func (a *assembler) extendBits(s *ptx.Statement) bool {
	t := a.wordOf(s, 3)
	if t == nil {
		return a.pureInstruction(s)
	}
	length := a.read(s.Operands[2], types.Uint32)
	if s.Has("wrap") {
		length = a.lowBits(length, 31)
	}
	length = a.Pure("min", types.Uint32, length, a.Constant(32, types.Uint32))
	field := bitRange{a.Constant(0, types.Uint32), length}
	a.write(s.Operands[0], a.extract(a.read(s.Operands[1], t), field, t))
	return true
}

// truthTable lowers lop3.b32 d, a, b, c, lut: for bits a, b and c the result is bit 4a + 2b + c of the constant lut.
func (a *assembler) truthTable(s *ptx.Statement) bool {
	if len(s.Opcode) != 2 || a.wordOf(s, 5) == nil {
		return a.pureInstruction(s)
	}
	lut := a.read(s.Operands[4], types.Uint32)
	if lut.Op != cfg.Const {
		return a.pureInstruction(s)
	}
	var words []*cfg.Instr
	for _, o := range s.Operands[1:4] {
		words = append(words, a.read(o, types.Uint32))
	}
	a.write(s.Operands[0], a.tabulated(words, uint64(lut.Int&255)))
	return true
}

// tabulated computes the function of words that a truth table describes. A set bit of the first word selects the upper
// half of the table. lut is the table, with one bit for each combination of bits of the words.
func (a *assembler) tabulated(words []*cfg.Instr, lut uint64) *cfg.Instr {
	half := 1 << len(words) / 2
	all := uint64(1)<<half - 1
	set, clear := lut>>half&all, lut&all
	switch {
	case len(words) == 0:
		return a.Constant(int64(lut&1*0xffffffff), types.Uint32)
	case set == clear:
		return a.tabulated(words[1:], set)
	case set == all && clear == 0:
		return words[0]
	case set == 0 && clear == all:
		return a.Unary(operator.BNot, types.Uint32, words[0])
	case clear == 0:
		return a.Binary(operator.And, types.Uint32, words[0], a.tabulated(words[1:], set))
	case set == all:
		return a.Binary(operator.Or, types.Uint32, words[0], a.tabulated(words[1:], clear))
	case set == all&^clear:
		return a.Binary(operator.Xor, types.Uint32, words[0], a.tabulated(words[1:], clear))
	}
	not := a.Unary(operator.BNot, types.Uint32, words[0])
	switch {
	case set == 0:
		return a.Binary(operator.And, types.Uint32, not, a.tabulated(words[1:], clear))
	case clear == all:
		return a.Binary(operator.Or, types.Uint32, not, a.tabulated(words[1:], set))
	}
	yes := a.Binary(operator.And, types.Uint32, words[0], a.tabulated(words[1:], set))
	no := a.Binary(operator.And, types.Uint32, not, a.tabulated(words[1:], clear))
	return a.Binary(operator.Or, types.Uint32, yes, no)
}

// funnelShift lowers shf.{l,r}.{clamp,wrap}.b32 d, low, high, n to the CUDA functions. It passes other forms to
// pureInstruction, and returns its result.
func (a *assembler) funnelShift(s *ptx.Statement) bool {
	name := map[string]string{
		"shf.l.wrap.b32": "__funnelshift_l", "shf.l.clamp.b32": "__funnelshift_lc",
		"shf.r.wrap.b32": "__funnelshift_r", "shf.r.clamp.b32": "__funnelshift_rc",
	}[opcode(s)]
	if name == "" || a.wordOf(s, 4) == nil {
		return a.pureInstruction(s)
	}
	a.callOnWords(s, name, types.Uint32)
	return true
}

// callOnWords lowers an instruction to a function of all its operands, which have the type t of its result.
func (a *assembler) callOnWords(s *ptx.Statement, name string, t *types.Type) {
	var args []*cfg.Instr
	for _, o := range s.Operands[1:] {
		args = append(args, a.read(o, t))
	}
	a.write(s.Operands[0], a.Pure(name, t, args...))
}

// findNth lowers fns.b32 d, mask, base, offset. It passes other forms to pureInstruction, and returns its result.
func (a *assembler) findNth(s *ptx.Statement) bool {
	if a.wordOf(s, 4) == nil {
		return a.pureInstruction(s)
	}
	mask, base := a.read(s.Operands[1], types.Uint32), a.read(s.Operands[2], types.Uint32)
	a.write(s.Operands[0], a.Pure("__fns", types.Uint32, mask, base, a.read(s.Operands[3], types.Int32)))
	return true
}

// permuteBytes lowers prmt.b32 without a mode. It passes other forms to pureInstruction, and returns its result.
func (a *assembler) permuteBytes(s *ptx.Statement) bool {
	if len(s.Opcode) != 2 || a.integer(s, 4) == nil {
		return a.pureInstruction(s)
	}
	a.callOnWords(s, "__byte_perm", types.Uint32)
	return true
}

// findBit lowers bfind.type. The result is the position of the highest bit that differs from the sign, -1 if there is
// none. With .shiftamt it is the number of bits above that position.
func (a *assembler) findBit(s *ptx.Statement) bool {
	t := a.wordOf(s, 2)
	if t == nil {
		return a.pureInstruction(s)
	}
	x, name, top := a.read(s.Operands[1], t), "__clz", int64(t.Bits-1)
	if t.Signed {
		x = a.Binary(operator.Xor, t, x, a.shiftedRight(x, top))
	}
	if t.Bits == 64 {
		name = "__clzll"
	}
	zeros := a.Pure(name, types.Int32, x)
	if s.Has("shiftamt") {
		none := a.Binary(operator.EQ, types.Boolean, zeros, a.Constant(int64(t.Bits), types.Int32))
		a.write(s.Operands[0], a.Binary(operator.Or, types.Int32, zeros, a.Unary(operator.Neg, types.Int32, a.bits(none, types.Int32))))
		return true
	}
	a.write(s.Operands[0], a.Binary(operator.Sub, types.Int32, a.Constant(top, types.Int32), zeros))
	return true
}

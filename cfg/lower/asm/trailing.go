package asm

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/ptx"
)

// PTX has no instruction that finds the lowest set bit of a word. Compilers write one of
//
//	brev.b32 b, x;   bfind.shiftamt.u32 d, b;                                   -1 if x is 0
//	brev.b32 b, x;   clz.b32 d, b;                                              32 if x is 0
//	add.s32 l, x, -1;   not.b32 n, x;   and.b32 z, n, l;   popc.b32 d, z;       32 if x is 0
//
// The analysis would know little about the words that the single steps compute. So the last instruction of each
// sequence is lowered to __ffs(x) - 1, in which the analysis recognises the leader of a set of lanes.

// lowestOne returns a function that lowers s, if s computes the position of the lowest set bit of a 32-bit word. It
// returns nil for other statements.
func (b beforehand) lowestOne(s *ptx.Statement) lowering {
	if s.Type() != "b32" && s.Type() != "u32" || len(s.Operands) != 2 {
		return nil
	}
	x, found := ptx.Operand{}, false
	switch {
	case s.Is("popc"):
		x, found = b.onesBelow(s.Operands[1])
	case s.Is("clz"), s.Is("bfind", "shiftamt"):
		x, found = b.reversed(s.Operands[1])
	}
	if !found {
		return nil
	}
	return func(a *assembler, s *ptx.Statement) bool { return a.findLowest(s, x) }
}

// reversed returns the register x if o is the result of brev.b32 o, x. found is false if o is no such result, or if x
// may have another value by then.
func (b beforehand) reversed(o ptx.Operand) (x ptx.Operand, found bool) {
	s, at := b.is(o, 2, "brev", "b32")
	if s == nil {
		return x, false
	}
	return s.Operands[1], b.isUnchanged(s.Operands[1], at)
}

// onesBelow returns the register x if o is ~x & (x - 1). In this value, exactly the bits below the lowest set bit of x
// are set. found is false if o is no such value, or if x may have another value by then.
func (b beforehand) onesBelow(o ptx.Operand) (x ptx.Operand, found bool) {
	s, at := b.is(o, 3, "and", "b32")
	if s == nil {
		return x, false
	}
	both := beforehand{b.body, at}
	for _, order := range [2][2]int{{1, 2}, {2, 1}} {
		inverse, less := both.definition(s.Operands[order[0]]), both.definition(s.Operands[order[1]])
		if inverse < 0 || less < 0 || !isInverse(&b.body[inverse]) || !isLessByOne(&b.body[less]) {
			continue
		}
		x = b.body[inverse].Operands[1]
		if y := b.body[less].Operands[1]; y.Kind == ptx.Register && y.Symbol == x.Symbol {
			return x, b.isUnchanged(x, min(inverse, less))
		}
	}
	return x, false
}

// isInverse reports whether a statement computes ~x, where x is its first operand after the result.
func isInverse(s *ptx.Statement) bool {
	return s.Is("not", "b32") && len(s.Operands) == 2 || s.Is("xor", "b32") && len(s.Operands) == 3 && isInt(s.Operands[2], -1)
}

// isLessByOne reports whether a statement computes x - 1, where x is its first operand after the result.
func isLessByOne(s *ptx.Statement) bool {
	isWord := s.Type() == "s32" || s.Type() == "u32"
	return isWord && len(s.Operands) == 3 && (s.Is("add") && isInt(s.Operands[2], -1) || s.Is("sub") && isInt(s.Operands[2], 1)) && !s.Has("sat")
}

// findLowest lowers a statement that finds the lowest set bit of the word x. It always returns true.
func (a *assembler) findLowest(s *ptx.Statement, x ptx.Operand) bool {
	v := a.read(x, types.Uint32)
	position := func() *cfg.Instr {
		return a.Binary(operator.Sub, types.Int32, a.Pure("__ffs", types.Int32, v), a.Constant(1, types.Int32))
	}
	if s.Is("bfind") {
		a.write(s.Operands[0], position())
		return true
	}
	isEmpty := a.Binary(operator.EQ, types.Boolean, v, a.Constant(0, types.Uint32))
	none := func() *cfg.Instr { return a.Constant(wordSize, types.Int32) }
	a.write(s.Operands[0], a.choose(types.Int32, isEmpty, none, position))
	return true
}

// wordSize is the number of bits of a word. It is also the result of clz and popc for x = 0 in these sequences.
const wordSize = 32

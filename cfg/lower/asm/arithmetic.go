package asm

import (
	"fmt"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/ptx"
)

// arithmetic lists the instructions that compute results from their operands alone. Integer instructions that decide
// lanes and masks are lowered exactly. For the others it is only known that equal operands give equal results.
var arithmetic = map[string]lowering{
	"mov":   (*assembler).move,
	"cvt":   (*assembler).convertValue,
	"cvta":  (*assembler).convertAddress,
	"add":   binaryInteger(operator.Add),
	"sub":   binaryInteger(operator.Sub),
	"div":   binaryInteger(operator.Div),
	"rem":   binaryInteger(operator.Rem),
	"and":   binaryInteger(operator.And),
	"or":    binaryInteger(operator.Or),
	"xor":   binaryInteger(operator.Xor),
	"mul":   (*assembler).multiply,
	"mad":   (*assembler).multiply,
	"not":   unaryInteger(operator.BNot),
	"neg":   unaryInteger(operator.Neg),
	"cnot":  unaryInteger(operator.Not),
	"shl":   shift(operator.Shl),
	"shr":   shift(operator.Shr),
	"min":   (*assembler).smaller,
	"max":   (*assembler).smaller,
	"setp":  (*assembler).setPredicate,
	"set":   (*assembler).setValue,
	"selp":  (*assembler).selectValue,
	"popc":  counted("__popc", "__popcll"),
	"clz":   counted("__clz", "__clzll"),
	"brev":  counted("__brev", "__brevll"),
	"bfe":   (*assembler).extractBits,
	"bfi":   (*assembler).insertBits,
	"bmsk":  (*assembler).bitMask,
	"szext": (*assembler).extendBits,
	"lop3":  (*assembler).truthTable,
	"shf":   (*assembler).funnelShift,
	"fns":   (*assembler).findNth,
	"prmt":  (*assembler).permuteBytes,
	"bfind": (*assembler).findBit,
	"mul24": (*assembler).multiply24,
	"mad24": (*assembler).multiply24,
	"sad":   (*assembler).distance,
	"dp4a":  (*assembler).dotProduct,
	"dp2a":  (*assembler).dotProduct,
	"abs":   (*assembler).absolute,
	"slct":  (*assembler).selectBySign,
}

func init() {
	for _, op := range pureOpcodes {
		arithmetic[op] = (*assembler).pureInstruction
	}
}

// pureOpcodes lists instructions whose results are functions of their operands. They are lowered to uninterpreted
// functions (pureInstruction).
var pureOpcodes = []string{
	"copysign", "cos", "createpolicy", "ex2", "fma", "getctarank", "isspacep", "lg2",
	"mapa", "rcp", "rsqrt", "sin", "sqrt", "tanh", "testp", "vabsdiff", "vabsdiff2", "vabsdiff4",
	"vadd", "vadd2", "vadd4", "vavrg2", "vavrg4", "vmad", "vmax", "vmax2", "vmax4", "vmin", "vmin2",
	"vmin4", "vset", "vset2", "vset4", "vshl", "vshr", "vsub", "vsub2", "vsub4",
}

// integer returns the type of an instruction on integers or predicates with the given number of operands. All
// operands must be simple, and the first must be writable. It returns nil if the instruction has another form, or
// saturates.
func (a *assembler) integer(s *ptx.Statement, operands int) *types.Type {
	t := registerTypes[s.Type()]
	if len(s.Operands) != operands || !types.IsInteger(t) || s.Has("sat") || !a.isSimple(s) {
		return nil
	}
	return t
}

// isSimple reports whether no operand is a vector, a pair, a list or memory, and the first operand can be written.
func (a *assembler) isSimple(s *ptx.Statement) bool {
	for _, o := range s.Operands {
		if o.Second != nil || o.Kind == ptx.Vector || o.Kind == ptx.Memory || o.Kind == ptx.List {
			return false
		}
	}
	return len(s.Operands) > 0 && a.canWrite(s.Operands[0])
}

// pureInstruction lowers an instruction to an uninterpreted function of its operands, named by its opcode. If the
// instruction has further results, each is another function of the operands. It returns false if the first operand
// cannot be written, or if another one is memory, a list or a pair.
func (a *assembler) pureInstruction(s *ptx.Statement) bool {
	if len(s.Operands) == 0 || !a.canWrite(s.Operands[0]) {
		return false
	}
	for _, o := range s.Operands[1:] {
		if o.Kind == ptx.Memory || o.Kind == ptx.List || o.Second != nil {
			return false
		}
	}
	var args []*cfg.Instr
	for _, o := range s.Operands[1:] {
		for _, part := range results(o) {
			args = append(args, a.raw(part, literalType(part)))
		}
	}
	for i, d := range results(s.Operands[0]) {
		name := opcode(s) + parts(s.Operands)
		if i > 0 {
			name = fmt.Sprintf("%s#%d", name, i)
		}
		a.write(d, a.Pure(name, a.typeAt(d), args...))
	}
	return true
}

// parts returns the parts of operands that a video instruction selects (%1.h0), as a suffix for the name of its
// function, because different selections are different functions. It returns "" if no operand has a selection.
func parts(operands []ptx.Operand) string {
	name, isPart := "", false
	for _, o := range operands {
		name += " " + o.Part
		isPart = isPart || o.Part != ""
	}
	if !isPart {
		return ""
	}
	return name
}

// literalType returns the type in which an operand is read if the instruction leaves the type open: double for a
// floating-point literal, bool for a negated predicate, 64 bits for an integer that needs them, and otherwise 32 bits.
func literalType(o ptx.Operand) *types.Type {
	switch {
	case o.Kind == ptx.Float:
		return doubleType
	case o.Negated:
		return types.Boolean
	case o.Kind == ptx.Int && o.Int != int64(int32(o.Int)) && o.Int != int64(uint32(o.Int)):
		return types.Int64
	}
	return types.Uint32
}

// binaryInteger lowers op.type d, a, b. Predicates are computed as integers.
func binaryInteger(op operator.Op) lowering {
	return func(a *assembler, s *ptx.Statement) bool {
		t := a.integer(s, 3)
		if t == nil {
			return a.pureInstruction(s)
		}
		if a.mayMovePointer(op, t) && a.movePointer(s, op) {
			return true
		}
		wide := types.Promoted(t)
		x := a.bits(a.read(s.Operands[1], t), wide)
		y := a.bits(a.read(s.Operands[2], t), wide)
		a.write(s.Operands[0], a.bits(a.Binary(op, wide, x, y), t))
		return true
	}
}

// mayMovePointer reports whether an operand of the sum or difference op of type t may be a pointer. In asm statements
// only sums of 64 bits can be pointers.
func (a *assembler) mayMovePointer(op operator.Op, t *types.Type) bool {
	if a.function == nil {
		return op == operator.Add && t.Bits == 64
	}
	return (op == operator.Add || op == operator.Sub) && t.Bits >= 32
}

// movePointer lowers the sum or the difference of a pointer and an integer to an address computation, so that the
// result still points into the same object. If neither operand is a pointer, or both are, it returns false.
func (a *assembler) movePointer(s *ptx.Statement, op operator.Op) bool {
	t := registerTypes["s"+s.Type()[1:]]
	x, y := a.raw(s.Operands[1], t), a.raw(s.Operands[2], t)
	if types.IsPointer(y.Type) && op == operator.Add {
		x, y = y, x
	}
	if !types.IsPointer(x.Type) || !types.IsInteger(y.Type) {
		return false
	}
	a.write(s.Operands[0], a.moved(x, y, t, op))
	return true
}

// moved returns the address y bytes after the pointer x, or before it if op is a subtraction. y is a signed number of
// the width of t.
func (a *assembler) moved(x, y *cfg.Instr, t *types.Type, op operator.Op) *cfg.Instr {
	by := a.bits(a.bits(y, t), types.Int64)
	if op == operator.Sub {
		by = a.Unary(operator.Neg, types.Int64, by)
	}
	return a.IndexAddr(a.bits(x, a.PointerTo(registerTypes["s8"])), by)
}

// highProducts maps types to the CUDA functions for mul.hi.
var highProducts = map[string]string{
	"u32": "__umulhi", "s32": "__mulhi", "u64": "__umul64hi", "s64": "__mul64hi",
}

// multiply lowers mul and mad of integers with .lo, .wide and .hi. It passes other forms, such as .cc, to
// pureInstruction, and returns its result.
func (a *assembler) multiply(s *ptx.Statement) bool {
	count := 3
	if s.Is("mad") {
		count = 4
	}
	t := a.integer(s, count)
	if function := highProducts[s.Type()]; t != nil && function != "" && len(s.Opcode) == 3 && s.Has("hi") {
		v := a.Pure(function, t, a.read(s.Operands[1], t), a.read(s.Operands[2], t))
		if count == 4 {
			v = a.Binary(operator.Add, t, v, a.read(s.Operands[3], t))
		}
		a.write(s.Operands[0], v)
		return true
	}
	if t == nil || t.Kind == types.Bool || s.Has("hi") || s.Has("cc") || !s.Has("lo") && !s.Has("wide") {
		return a.pureInstruction(s)
	}
	result := t
	if s.Has("wide") {
		result = registerTypes[s.Type()[:1]+map[int]string{16: "32", 32: "64"}[t.Bits]]
		if result == nil {
			return false
		}
	}
	wide := types.Promoted(result)
	x := a.bits(a.read(s.Operands[1], t), wide)
	y := a.bits(a.read(s.Operands[2], t), wide)
	v := a.Binary(operator.Mul, wide, x, y)
	if count == 4 && types.IsPointer(a.typeAt(s.Operands[3])) {
		signed := types.Int32
		if wide.Bits == 64 {
			signed = types.Int64
		}
		a.write(s.Operands[0], a.moved(a.raw(s.Operands[3], result), v, signed, operator.Add))
		return true
	}
	if count == 4 {
		v = a.Binary(operator.Add, wide, v, a.bits(a.read(s.Operands[3], result), wide))
	}
	a.write(s.Operands[0], a.bits(v, result))
	return true
}

// unaryInteger lowers op.type d, a. op is ~ or the unary minus. The complement of a predicate is its negation.
func unaryInteger(op operator.Op) lowering {
	return func(a *assembler, s *ptx.Statement) bool {
		t := a.integer(s, 2)
		if t == nil {
			return a.pureInstruction(s)
		}
		x := a.read(s.Operands[1], t)
		if t.Kind == types.Bool || op == operator.Not {
			a.write(s.Operands[0], a.bits(a.Unary(operator.Not, types.Boolean, x), t))
			return true
		}
		wide := types.Promoted(t)
		a.write(s.Operands[0], a.bits(a.Unary(op, wide, a.bits(x, wide)), t))
		return true
	}
}

// shift lowers shl and shr. A shift by at least the width of the type gives zero or, for a signed shr, copies of the
// sign.
func shift(op operator.Op) lowering {
	return func(a *assembler, s *ptx.Statement) bool {
		t := a.integer(s, 3)
		if t == nil || t.Kind == types.Bool {
			return a.pureInstruction(s)
		}
		wide := types.Promoted(t)
		x := a.bits(a.read(s.Operands[1], t), wide)
		by := a.read(s.Operands[2], types.Uint32)
		inRange := func() *cfg.Instr { return a.bits(a.Binary(op, wide, x, by), t) }
		beyond := func() *cfg.Instr {
			if op == operator.Shl || !t.Signed {
				return a.Constant(0, t)
			}
			return a.bits(a.Binary(op, wide, x, a.Constant(int64(t.Bits-1), types.Uint32)), t)
		}
		switch {
		case by.Op != cfg.Const:
			small := a.Binary(operator.LT, types.Boolean, by, a.Constant(int64(t.Bits), types.Uint32))
			a.write(s.Operands[0], a.choose(t, small, inRange, beyond))
		case by.Int < int64(t.Bits):
			a.write(s.Operands[0], inRange())
		default:
			a.write(s.Operands[0], beyond())
		}
		return true
	}
}

// smaller lowers min and max of integers. It passes other forms, such as .relu, to pureInstruction, and returns its
// result.
func (a *assembler) smaller(s *ptx.Statement) bool {
	t := a.integer(s, 3)
	if t == nil || s.Has("relu") {
		return a.pureInstruction(s)
	}
	x, y := a.read(s.Operands[1], t), a.read(s.Operands[2], t)
	a.write(s.Operands[0], a.Pure(s.Opcode[0], t, x, y))
	return true
}

// counted returns the lowering of op.b32 and op.b64 d, a to the CUDA functions for the two widths. name is the function
// for 32 bits, name64 the one for 64 bits.
func counted(name, name64 string) lowering {
	return func(a *assembler, s *ptx.Statement) bool {
		t := a.integer(s, 2)
		if t == nil || t.Bits < 32 {
			return a.pureInstruction(s)
		}
		function := name
		if t.Bits == 64 {
			function = name64
		}
		result := types.Int32
		if s.Is("brev") {
			result = t
		}
		a.write(s.Operands[0], a.Pure(function, result, a.read(s.Operands[1], t)))
		return true
	}
}

// multiply24 lowers mul24.lo and mad24.lo. It passes other forms to pureInstruction, and returns its result.
func (a *assembler) multiply24(s *ptx.Statement) bool {
	count := 3
	if s.Is("mad24") {
		count = 4
	}
	t := a.integer(s, count)
	name := map[string]string{"u32": "__umul24", "s32": "__mul24"}[s.Type()]
	if t == nil || name == "" || len(s.Opcode) != 3 || !s.Has("lo") {
		return a.pureInstruction(s)
	}
	v := a.Pure(name, t, a.read(s.Operands[1], t), a.read(s.Operands[2], t))
	if count == 4 {
		v = a.Binary(operator.Add, t, v, a.read(s.Operands[3], t))
	}
	a.write(s.Operands[0], v)
	return true
}

// distance lowers sad.{u32,s32} d, a, b, c: |a - b| + c. It passes other forms to pureInstruction, and returns its
// result.
func (a *assembler) distance(s *ptx.Statement) bool {
	name := map[string]string{"u32": "__usad", "s32": "__sad"}[s.Type()]
	if a.integer(s, 4) == nil || name == "" {
		return a.pureInstruction(s)
	}
	t := registerTypes[s.Type()]
	x, y := a.read(s.Operands[1], t), a.read(s.Operands[2], t)
	a.write(s.Operands[0], a.Pure(name, t, x, y, a.read(s.Operands[3], t)))
	return true
}

// dotProduct lowers dp4a and dp2a of two words that are both signed or both unsigned. It passes other forms to
// pureInstruction, and returns its result.
func (a *assembler) dotProduct(s *ptx.Statement) bool {
	kinds := s.Opcode[1:]
	name := map[string]string{"u32": "__warpcheck_udp4a", "s32": "__warpcheck_sdp4a"}[s.Type()]
	if len(kinds) == 3 {
		name, kinds = strings.Replace(name, "4a", "2a_"+kinds[0], 1), kinds[1:]
	}
	if t := a.integer(s, 4); t == nil || name == "" || len(kinds) != 2 || kinds[0] != kinds[1] {
		return a.pureInstruction(s)
	}
	t := registerTypes[s.Type()]
	x, y := a.read(s.Operands[1], t), a.read(s.Operands[2], t)
	a.write(s.Operands[0], a.Pure(name, t, x, y, a.read(s.Operands[3], t)))
	return true
}

// absolute lowers abs of integers. It passes other forms to pureInstruction, and returns its result.
func (a *assembler) absolute(s *ptx.Statement) bool {
	name := map[string]string{"s32": "abs", "s64": "llabs"}[s.Type()]
	if a.integer(s, 2) == nil || name == "" {
		return a.pureInstruction(s)
	}
	t := registerTypes[s.Type()]
	a.write(s.Operands[0], a.Pure(name, t, a.read(s.Operands[1], t)))
	return true
}

// selectBySign lowers slct.type.{s32,f32} d, a, b, c. The result is a if c >= 0, and b otherwise, also if c is NaN.
func (a *assembler) selectBySign(s *ptx.Statement) bool {
	by := registerTypes[s.Type()]
	if len(s.Opcode) != 3 || len(s.Operands) != 4 || by == nil || !a.isSimple(s) {
		return a.pureInstruction(s)
	}
	t := registerTypes[s.Opcode[1]]
	if t == nil {
		return a.pureInstruction(s)
	}
	x, y := a.read(s.Operands[1], t), a.read(s.Operands[2], t)
	v := a.choose(t, a.Binary(operator.GE, types.Boolean, a.read(s.Operands[3], by), a.Zero(by)),
		func() *cfg.Instr { return x }, func() *cfg.Instr { return y })
	a.write(s.Operands[0], v)
	return true
}

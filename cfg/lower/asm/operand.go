package asm

import (
	"math"
	"strconv"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/ptx"
)

// registerTypes maps the PTX types that C++ also has. Other types (packed pairs, 128 bits) have no entry, and
// instructions on them are not lowered exactly.
var registerTypes = map[string]*types.Type{
	"pred": types.Boolean,
	"b8":   {Kind: types.Int, Name: "unsigned char", Bits: 8, Size: 1},
	"u8":   {Kind: types.Int, Name: "unsigned char", Bits: 8, Size: 1},
	"s8":   {Kind: types.Int, Name: "signed char", Bits: 8, Signed: true, Size: 1},
	"b16":  {Kind: types.Int, Name: "unsigned short", Bits: 16, Size: 2},
	"u16":  {Kind: types.Int, Name: "unsigned short", Bits: 16, Size: 2},
	"s16":  {Kind: types.Int, Name: "short", Bits: 16, Signed: true, Size: 2},
	"b32":  types.Uint32,
	"u32":  types.Uint32,
	"s32":  types.Int32,
	"b64":  ulongType,
	"u64":  ulongType,
	"s64":  types.Int64,
	"f32":  floatType,
	"f64":  doubleType,
}

// The types that the lowering of asm statements needs, and package types does not have.
var (
	ulongType  = &types.Type{Kind: types.Int, Name: "unsigned long", Bits: 64, Size: 8}
	floatType  = &types.Type{Kind: types.Float, Name: "float", Bits: 32, Size: 4}
	doubleType = &types.Type{Kind: types.Float, Name: "double", Bits: 64, Size: 8}
)

// newRegister makes a register of type t without a value.
func (a *assembler) newRegister(t *types.Type) *register {
	r := &register{kind: t}
	if !a.straight {
		r.object = a.Object("asm", t, nil, types.Local)
		a.Alloc(r.object)
	}
	return r
}

// register returns the register that an operand names, nil if it does not name one.
func (a *assembler) register(o ptx.Operand) *register {
	switch o.Kind {
	case ptx.Arg:
		if i := a.operandIndex(o); i < len(a.operands) {
			return a.operands[i]
		}
	case ptx.Register:
		if o.Symbol.Space == "reg" && o.Component == "" {
			return a.declaredRegister(o.Symbol)
		}
	}
	return nil
}

// operandIndex returns the position of the operand %N or %[name]. If there is none, it returns a position past the
// end.
func (a *assembler) operandIndex(o ptx.Operand) int {
	if o.Index >= 0 {
		return o.Index
	}
	for i, name := range a.node.Asm.Names {
		if name == o.Name {
			return i
		}
	}
	return len(a.operands)
}

func (a *assembler) declaredRegister(s *ptx.Symbol) *register {
	r := a.declared[s]
	if r == nil {
		t := registerTypes[s.Type]
		if t == nil {
			t = types.Unknown
		}
		if a.function != nil {
			t = a.typeOf(s)
		}
		r = a.newRegister(t)
		if a.function != nil {
			r.object.Name = s.Name
		}
		a.declared[s] = r
		a.registers = append(a.registers, r)
	}
	return r
}

// isWritable reports whether o is an output operand or a declared register.
func (a *assembler) isWritable(o ptx.Operand) bool {
	if o.Kind == ptx.Arg {
		return a.operandIndex(o) < a.node.Asm.Outputs
	}
	return a.register(o) != nil
}

// get returns the value of a register. The value has the type that the last write gave it.
func (a *assembler) get(r *register) *cfg.Instr {
	switch {
	case r.object != nil:
		return a.Load(a.AddressOf(r.object))
	case r.value == nil:
		r.value = a.Unknown("asm reads a register before it writes it", r.kind)
	}
	return r.value
}

// set writes v to the register: to its object, or if it has none, as its latest value.
func (a *assembler) set(r *register, v *cfg.Instr) {
	if r.object != nil {
		a.Store(a.AddressOf(r.object), a.bits(v, r.kind))
		return
	}
	r.value = v
}

// read returns the value of an operand as type t.
func (a *assembler) read(o ptx.Operand, t *types.Type) *cfg.Instr {
	var v *cfg.Instr
	variable := a.addressOfSymbol(o)
	switch r := a.register(o); {
	case r != nil:
		v = a.bits(a.get(r), t)
	case o.Kind == ptx.Int:
		v = a.Constant(wrap(o.Int, t), t)
	case o.Kind == ptx.Float:
		v = a.bits(a.floating(o.Text), t)
	case o.Kind == ptx.Special:
		v = a.bits(a.specialRegister(o.Name), t)
	case variable != nil:
		v = a.bits(variable, t)
	case o.Kind == ptx.Name || o.Kind == ptx.Register:
		v = a.Unknown("PTX name "+o.Name+" of memory or of another asm statement", t)
	default:
		v = a.Unknown("an operand that the asm statement does not have", t)
	}
	if o.Negated {
		v = a.Unary(operator.Not, types.Boolean, v)
	}
	return v
}

// raw returns the value of an operand without a conversion. Only a constant gets the type t, because it has no type of
// its own.
func (a *assembler) raw(o ptx.Operand, t *types.Type) *cfg.Instr {
	if r := a.register(o); r != nil && !o.Negated {
		return a.get(r)
	}
	if ptr := a.addressOfSymbol(o); ptr != nil {
		return ptr
	}
	return a.read(o, t)
}

// wrap brings a literal into the range of an integer type.
func wrap(v int64, t *types.Type) int64 {
	switch {
	case t.Kind == types.Bool && v != 0:
		return 1
	case t.Kind != types.Int || t.Bits >= 64 || t.Bits <= 0:
		return v
	}
	unused := uint(64 - t.Bits)
	if t.Signed {
		return v << unused >> unused
	}
	return int64(uint64(v) << unused >> unused)
}

// floating emits a floating-point literal. Literals 0f... and 0d... are bit patterns.
func (a *assembler) floating(text string) *cfg.Instr {
	t, value := doubleType, 0.0
	switch bits, err := strconv.ParseUint(trimmedBits(text), 16, 64); {
	case err == nil && len(text) == len("0f00000000"):
		t, value = floatType, float64(math.Float32frombits(uint32(bits)))
	case err == nil:
		value = math.Float64frombits(bits)
	default:
		value, _ = strconv.ParseFloat(text, 64)
	}
	instr := a.Emit(cfg.Float, t)
	instr.Text = strconv.FormatFloat(value, 'g', -1, 64)
	return instr
}

// trimmedBits returns the hexadecimal digits of 0f... or 0d..., "" for other text.
func trimmedBits(text string) string {
	if len(text) > 2 && text[0] == '0' && (text[1]|0x20 == 'f' || text[1]|0x20 == 'd') {
		return text[2:]
	}
	return ""
}

// canWrite reports whether the operands in list can be results of an instruction. These are registers, outputs, sinks,
// and vectors and pairs of them.
func (a *assembler) canWrite(list ...ptx.Operand) bool {
	for _, o := range list {
		if o.Second != nil && !a.canWrite(*o.Second) {
			return false
		}
		if o.Kind == ptx.Vector && a.canWrite(o.Elems...) {
			continue
		}
		if o.Kind != ptx.Sink && !a.isWritable(o) {
			return false
		}
	}
	return true
}

// write stores a result in a register operand. If the operand is a sink, write does nothing.
func (a *assembler) write(o ptx.Operand, v *cfg.Instr) {
	if r := a.register(o); r != nil {
		a.set(r, v)
		r.written = true
	}
}

// typeAt returns the type of the register that an operand names.
func (a *assembler) typeAt(o ptx.Operand) *types.Type {
	if r := a.register(o); r != nil {
		return r.kind
	}
	return types.Uint32
}

// results returns the simple operands of a destination: the elements of a vector, the members of a pair, or the
// operand itself.
func results(o ptx.Operand) []ptx.Operand {
	second := o.Second
	o.Second = nil
	list := []ptx.Operand{o}
	if o.Kind == ptx.Vector {
		list = o.Elems
	}
	if second != nil {
		list = append(list[:len(list):len(list)], *second)
	}
	return list
}

// bits converts v to another type as PTX does. Registers hold bits, so integers widen and wrap, and floating-point
// values keep their bit pattern.
func (a *assembler) bits(v *cfg.Instr, t *types.Type) *cfg.Instr {
	from := v.Type
	switch {
	case from.Kind == types.Invalid || t.Kind == types.Invalid || types.SameScalar(from, t):
		return v
	case v.Op == cfg.Const && types.IsInteger(from) && types.IsInteger(t):
		return a.Constant(wrap(v.Int, t), t)
	case types.IsInteger(from) && t.Kind == types.Bool:
		return a.Convert(v, t, operator.CastBool)
	case types.IsInteger(from) && t.Kind == types.Int:
		return a.Convert(v, t, operator.CastInt)
	case types.IsPointer(from) && types.IsPointer(t):
		return a.Convert(v, t, operator.CastPointer)
	case types.IsPointer(from):
		return a.bits(a.Convert(v, ulongType, operator.CastPointer), t)
	case types.IsPointer(t):
		return a.Convert(a.bits(v, ulongType), t, operator.CastPointer)
	case from.Kind == types.Float && types.IsInteger(t):
		return a.bits(a.pattern(v), t)
	case types.IsInteger(from) && t.Kind == types.Float:
		return a.fromPattern(v, t)
	case from.Kind == types.Float && t.Kind == types.Float:
		return a.Convert(v, t, operator.CastFloat)
	}
	return a.Unknown("asm operand of type "+from.Name+" used as "+t.Name, t, v)
}

// pattern returns the bit pattern of a floating-point value, as an integer of the same width.
func (a *assembler) pattern(v *cfg.Instr) *cfg.Instr {
	switch v.Type.Bits {
	case 32:
		return a.Pure("__float_as_uint", types.Uint32, v)
	case 64:
		return a.Pure("__double_as_longlong", types.Int64, v)
	}
	return a.Pure("__half_as_ushort", registerTypes["u16"], v)
}

// fromPattern returns the floating-point value with the bit pattern of an integer.
func (a *assembler) fromPattern(v *cfg.Instr, t *types.Type) *cfg.Instr {
	switch t.Bits {
	case 32:
		return a.Pure("__uint_as_float", t, a.bits(v, types.Uint32))
	case 64:
		return a.Pure("__longlong_as_double", t, a.bits(v, types.Int64))
	}
	return a.Pure("__ushort_as_half", t, a.bits(v, registerTypes["u16"]))
}

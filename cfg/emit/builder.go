// Package emit appends instructions to a function of the control-flow graph. [Builder] has one method for each kind
// of instruction, which also converts operands to the types that the instruction needs. Some methods append several
// instructions: for pointers to bases and derived classes (class.go), C++ operators on values (arithmetic.go) and
// choices among alternatives (choice.go). No method reads a syntax tree. If the type of an operand depends on
// template arguments, an operator becomes an unknown function of its operands (open.go).
package emit

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/source"
)

// Pointers maps a type of a program to the type of pointers to it.
type Pointers map[*types.Type]*types.Type

// To returns the type of pointers to t. A nil t stands for an unknown type.
func (p Pointers) To(t *types.Type) *types.Type {
	if t == nil {
		t = types.Unknown
	}
	ptr := p[t]
	if ptr == nil {
		ptr = &types.Type{Kind: types.Pointer, Name: t.Name + " *", Bits: 64, Elem: t, Size: 8}
		p[t] = ptr
	}
	return ptr
}

// Builder appends instructions to a function, at the end of the current block. After a terminator it continues in a new
// block. The new block is unreachable until the caller adds a jump to it.
type Builder struct {
	Func  *cfg.Func
	Block *cfg.Block
	// Pos is the position of the construct that is being lowered.
	Pos source.Pos
	// Statement is the position of the statement whose expression is being lowered, nil if there is none.
	Statement *source.Pos
	// Listed is the position of the statement of a list that is being lowered ([cfg.Instr.Listed]).
	Listed *source.Pos

	pointers Pointers
	names    map[string]int
}

// New returns a builder for a function, without a current block.
func New(fn *cfg.Func, pos source.Pos, pointers Pointers) *Builder {
	b := &Builder{Func: fn, Pos: pos, pointers: pointers, names: map[string]int{}}
	for _, o := range fn.Objects {
		b.names[o.Name]++
	}
	return b
}

// PointerTo returns the pointer type to t.
func (b *Builder) PointerTo(t *types.Type) *types.Type { return b.pointers.To(t) }

// At sets the position of the next instructions to pos. If pos has no line, it changes nothing. restore sets the
// position back.
func (b *Builder) At(pos source.Pos) (restore func()) {
	saved := b.Pos
	if pos.Line != 0 {
		b.Pos = pos
	}
	return func() { b.Pos = saved }
}

// Emit appends an instruction to the current block.
func (b *Builder) Emit(op cfg.Op, t *types.Type, args ...*cfg.Instr) *cfg.Instr {
	instr := &cfg.Instr{Op: op, Type: t, Args: args, Pos: b.Pos, Statement: b.Statement, Listed: b.Listed, Block: b.Block}
	b.Block.Instrs = append(b.Block.Instrs, instr)
	return instr
}

// NewBlock adds a block without edges to the function. The current block does not change.
func (b *Builder) NewBlock() *cfg.Block {
	blk := &cfg.Block{Index: len(b.Func.Blocks)}
	b.Func.Blocks = append(b.Func.Blocks, blk)
	return blk
}

// Terminate ends the current block and continues in a new block that nothing reaches.
func (b *Builder) Terminate(t cfg.Terminator) {
	if t.Pos.Line == 0 {
		t.Pos = b.Pos
	}
	b.Block.Term = t
	b.Block = b.NewBlock()
}

// Jump ends the current block with a jump to target.
func (b *Builder) Jump(target *cfg.Block) {
	b.Terminate(cfg.Terminator{Kind: cfg.Jump, Targets: []*cfg.Block{target}})
}

// Branch ends the current block with a two-way branch.
func (b *Builder) Branch(cond *cfg.Instr, then, otherwise *cfg.Block) {
	b.Terminate(cfg.Terminator{Kind: cfg.If, Cond: cond, Targets: []*cfg.Block{then, otherwise}})
}

// Start makes blk the current block. The caller must have ended the previous block, or the previous block must be
// unreachable.
func (b *Builder) Start(blk *cfg.Block) { b.Block = blk }

// Enter ends the current block with a jump to blk and continues there.
func (b *Builder) Enter(blk *cfg.Block) {
	b.Jump(blk)
	b.Start(blk)
}

// Constant emits an integer, boolean or null pointer constant.
func (b *Builder) Constant(v int64, t *types.Type) *cfg.Instr {
	instr := b.Emit(cfg.Const, t)
	instr.Int = v
	return instr
}

// Zero emits the value of a zero-initialised scalar or aggregate.
func (b *Builder) Zero(t *types.Type) *cfg.Instr {
	if t.Kind == types.Float {
		return b.Floating("0", t)
	}
	return b.Constant(0, t)
}

// Floating emits a floating-point constant.
func (b *Builder) Floating(text string, t *types.Type) *cfg.Instr {
	instr := b.Emit(cfg.Float, t)
	instr.Text = text
	return instr
}

// Unknown emits an instruction that yields an unknown value of type t, for the given reason. If t is nil or void, it
// yields none. The instruction may read and write any memory. It calls nothing, and waits for no lane.
func (b *Builder) Unknown(reason string, t *types.Type, args ...*cfg.Instr) *cfg.Instr {
	if types.IsVoid(t) {
		t = nil
	}
	instr := b.Emit(cfg.Unknown, t, args...)
	instr.Text, instr.Effect = reason, effect.Gap()
	return instr
}

// Unread emits an Unknown for code that could not be read. It may read and write any memory, and wait for other lanes.
// It executes collectives only if the caller sets its field Unread or Hides. reason states, for people, what could not
// be read.
func (b *Builder) Unread(reason string, t *types.Type, args ...*cfg.Instr) *cfg.Instr {
	instr := b.Unknown(reason, t, args...)
	instr.Effect = effect.Anything()
	return instr
}

// Hiding emits an Unknown for code that may do anything, including collectives, such as a call. reason describes the
// code for people.
func (b *Builder) Hiding(reason string, t *types.Type, args ...*cfg.Instr) *cfg.Instr {
	instr := b.Unread(reason, t, args...)
	instr.Hides = true
	return instr
}

// Extern emits a call of a function, or an instruction, that is not computed and has the effects of row.
func (b *Builder) Extern(name string, row effect.Row, t *types.Type, args ...*cfg.Instr) *cfg.Instr {
	instr := b.Emit(cfg.Extern, t, args...)
	instr.Text, instr.Effect = name, row
	return instr
}

// Pure emits a function of args without side effects.
func (b *Builder) Pure(name string, t *types.Type, args ...*cfg.Instr) *cfg.Instr {
	instr := b.Emit(cfg.Pure, t, args...)
	instr.Text = name
	return instr
}

// Special emits the read of a hardware register as type t.
func (b *Builder) Special(reg cfg.SpecialReg, t *types.Type) *cfg.Instr {
	instr := b.Emit(cfg.Special, types.Uint32)
	instr.Special = reg
	return b.Convert(instr, t, operator.CastInt)
}

// Binary emits x op y of type t.
func (b *Builder) Binary(op operator.Op, t *types.Type, x, y *cfg.Instr) *cfg.Instr {
	if types.IsUnknown(t) || types.IsUnknown(x.Type) || types.IsUnknown(y.Type) {
		return b.operator(op, t, x, y)
	}
	return b.emitBinary(op, t, x, y)
}

func (b *Builder) emitBinary(op operator.Op, t *types.Type, x, y *cfg.Instr) *cfg.Instr {
	instr := b.Emit(cfg.Binary, t, x, y)
	instr.Operator = op
	return instr
}

// Unary emits op x of type t.
func (b *Builder) Unary(op operator.Op, t *types.Type, x *cfg.Instr) *cfg.Instr {
	switch {
	case op == operator.Not && types.IsUnknown(t):
		t = types.Boolean
	case op != operator.Not && (types.IsUnknown(t) || types.IsUnknown(x.Type)):
		return b.Opaque(cfg.Operator(op)+" "+x.Type.Name, t, x)
	}
	instr := b.Emit(cfg.Unary, t, x)
	instr.Operator = op
	return instr
}

// Convert emits the conversion of x to type t. It returns x if x has that type. op is the kind of cast.
func (b *Builder) Convert(x *cfg.Instr, t *types.Type, op operator.Op) *cfg.Instr {
	switch {
	case types.SameScalar(x.Type, t):
		return x
	case types.IsUnknown(x.Type) || types.IsUnknown(t):
		return b.As(x, t)
	}
	return b.emitConvert(x, t, op)
}

func (b *Builder) emitConvert(x *cfg.Instr, t *types.Type, op operator.Op) *cfg.Instr {
	instr := b.Emit(cfg.Convert, t, x)
	instr.Operator = op
	return instr
}

// Retract removes x from the current block if x is its last instruction. Otherwise it returns false.
func (b *Builder) Retract(x *cfg.Instr) bool {
	end := len(b.Block.Instrs) - 1
	if end < 0 || b.Block.Instrs[end] != x {
		return false
	}
	b.Block.Instrs = b.Block.Instrs[:end]
	return true
}

// AddressOf emits the address of an object.
func (b *Builder) AddressOf(o *cfg.Object) *cfg.Instr {
	instr := b.Emit(cfg.Addr, b.PointerTo(o.Type))
	instr.Object = o
	return instr
}

// FieldAddr emits the address of a field of the record that ptr points to.
func (b *Builder) FieldAddr(ptr *cfg.Instr, f *types.Field) *cfg.Instr {
	instr := b.Emit(cfg.FieldAddr, b.PointerTo(f.Type), ptr)
	instr.Field = f
	return instr
}

// IndexAddr emits the address ptr + index, counted in elements.
func (b *Builder) IndexAddr(ptr, index *cfg.Instr) *cfg.Instr {
	return b.Emit(cfg.IndexAddr, b.PointerTo(types.Elem(ptr.Type)), ptr, index)
}

// Decay converts the address of an array to the address of its first element.
func (b *Builder) Decay(ptr *cfg.Instr) *cfg.Instr {
	instr := b.Emit(cfg.Convert, b.PointerTo(types.Elem(types.Elem(ptr.Type))), ptr)
	instr.Operator = operator.CastDecay
	return instr
}

// Load emits a load from ptr. A load of a reference yields the pointer that the reference holds.
func (b *Builder) Load(ptr *cfg.Instr) *cfg.Instr {
	t := types.Elem(ptr.Type)
	if types.IsReference(t) {
		t = b.PointerTo(types.Elem(t))
	}
	instr := b.Emit(cfg.Load, t, ptr)
	instr.Volatile = t.Volatile
	return instr
}

// Store emits a store of v to ptr.
func (b *Builder) Store(ptr, v *cfg.Instr) *cfg.Instr {
	if t := types.Elem(ptr.Type); !types.IsReference(t) {
		v = b.As(v, t)
	}
	instr := b.Emit(cfg.Store, nil, ptr, v)
	instr.Volatile = types.Elem(ptr.Type).Volatile
	return instr
}

// Share emits an access that lanes divide between them (cfg.Tile). It touches rows of the given number of bytes. Each
// row begins stride bytes after the start of the row before.
func (b *Builder) Share(name string, tile *cfg.Tile, ptr, bytes, stride *cfg.Instr) *cfg.Instr {
	instr := b.Emit(cfg.Share, nil, ptr, b.Convert(bytes, types.Int64, operator.CastInt), b.Convert(stride, types.Int64, operator.CastInt))
	instr.Text, instr.Tile = name, tile
	return instr
}

// Alloc emits the instruction for the declaration of o, where a new lifetime of o begins.
func (b *Builder) Alloc(o *cfg.Object) { b.Emit(cfg.Alloc, nil).Object = o }

// Temporary makes an unnamed object of the function.
func (b *Builder) Temporary(t *types.Type) *cfg.Object {
	return b.Object("tmp", t, nil, types.Local)
}

// Object makes an object of the function, with a name that no other object of the function has.
func (b *Builder) Object(name string, t *types.Type, v *types.Var, s types.Storage) *cfg.Object {
	if t == nil {
		t = types.Unknown
	}
	if name == "" {
		name = "unnamed"
	}
	o := &cfg.Object{
		ID: len(b.Func.Objects), Name: unique(b.names, name), Type: t, Var: v, Storage: s, Func: b.Func,
	}
	b.Func.Objects = append(b.Func.Objects, o)
	return o
}

// unique returns name for the first object with this name, and name with a number appended for later ones.
func unique(names map[string]int, name string) string {
	names[name]++
	if k := names[name]; k > 1 {
		return fmt.Sprintf("%s.%d", name, k)
	}
	return name
}

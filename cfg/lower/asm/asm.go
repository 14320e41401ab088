// Package asm lowers PTX to instructions of the control-flow graph. The PTX is that of asm statements or of modules.
//
// [Lower] parses the text of one asm statement (package ptx) and lowers its statements one by one. Each family of
// instructions has its own table: control and fences (asm.go), collectives and barriers (warp.go), memory (memory.go),
// and arithmetic (arithmetic.go, bits.go, move.go). The C++ expressions that are operands of the asm statement are
// lowered by the caller, through [Expressions].
//
// [Build] lowers modules (module.go). It uses the same tables for their functions.
//
// An instruction that no table lists, or a listed one in an unknown form, becomes Unknown and may write each register
// that it mentions. The number of instructions for one text is bounded (unread.go).
package asm

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/emit"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/ptx"
)

// assembler lowers one asm statement. The type [register] stands for its operands and for the registers that its text
// declares. In straight code their values are passed from instruction to instruction. With control flow they are in
// temporary objects, as C++ variables are.
//
// PTX names, types and operand orders are those of the PTX ISA.
type assembler struct {
	*emit.Builder
	Expressions
	node *ast.Node
	// straight reports whether the text has no guards, labels and branches.
	straight bool
	operands []*register
	declared map[*ptx.Symbol]*register
	// registers lists the declared registers that were mentioned so far, in the order of their first mention.
	registers []*register
	// targets holds the block of each label. The key is the index of the label's statement.
	targets map[int]*cfg.Block
	// function is the module's function that is being lowered. It is nil for an asm statement.
	function *moduleFunction
}

// register is an operand of the asm statement, or a register that its text declares.
type register struct {
	kind *types.Type
	// value is the latest value in straight code, nil before the first write.
	value *cfg.Instr
	// object holds the value if the text has control flow.
	object *cfg.Object
	// place is the address of the lvalue to which an output is stored at the end.
	place *cfg.Instr
	// written reports whether some instruction writes this output.
	written bool
}

// Expressions lowers the C++ operands of an asm statement.
type Expressions interface {
	// Address returns the address of the object that an lvalue designates. Value returns the value of an expression.
	Address(n *ast.Node) *cfg.Instr
	Value(n *ast.Node) *cfg.Instr
	// LoadAt reads the object at ptr, which the lvalue n designates. StoreAt writes it.
	LoadAt(ptr *cfg.Instr, n *ast.Node) *cfg.Instr
	StoreAt(ptr, v *cfg.Instr, n *ast.Node)
}

// Lower lowers an asm statement: the operands in order, the instructions, then
// the stores to the outputs.
func Lower(b *emit.Builder, operands Expressions, n *ast.Node) {
	if n.Asm == nil {
		b.Hiding("an asm statement whose operands the frontend left out", nil)
		return
	}
	statements := ptx.Parse(n.Text)
	a := &assembler{
		Builder: b, Expressions: operands, node: n, straight: isStraight(statements),
		declared: map[*ptx.Symbol]*register{}, targets: map[int]*cfg.Block{},
	}
	a.openOperands()
	if work(statements, n.Asm.Outputs) > maxWork {
		a.leaveOut(statements)
	} else {
		for i := range statements {
			a.statement(i, &statements[i])
		}
	}
	a.storeOutputs()
}

// isStraight reports whether each statement runs once, in the order of the text.
func isStraight(statements []ptx.Statement) bool {
	for _, s := range statements {
		if s.Pred != nil || s.Label != "" || s.Is("bra") {
			return false
		}
	}
	return true
}

// openOperands evaluates the operands in order: the addresses of outputs, and the values of inputs. An output that is
// also read has a value too ("+r", or an input tied to the output by its number).
func (a *assembler) openOperands() {
	outputs := a.node.Asm.Outputs
	for i, n := range a.node.Children {
		constraint := a.constraint(i)
		switch tied, err := strconv.Atoi(constraint); {
		case n == nil || types.IsVoid(n.Type):
			a.operands = append(a.operands, &register{kind: types.Unknown})
		case i < outputs:
			place := a.Address(n)
			r := a.newRegister(unqualified(types.Elem(place.Type)))
			r.place = place
			if strings.HasPrefix(constraint, "+") {
				a.set(r, a.LoadAt(place, n))
			}
			a.operands = append(a.operands, r)
		case err == nil && tied >= 0 && tied < outputs:
			a.set(a.operands[tied], a.Value(n))
			a.operands[tied].written = true
			a.operands = append(a.operands, a.operands[tied])
		default:
			v := a.Value(n)
			a.operands = append(a.operands, &register{kind: v.Type, value: v})
		}
	}
}

func (a *assembler) constraint(i int) string {
	if i < len(a.node.Asm.Constraints) {
		return a.node.Asm.Constraints[i]
	}
	return ""
}

// unqualified returns t without volatile: a register is never volatile.
func unqualified(t *types.Type) *types.Type {
	if !t.Volatile {
		return t
	}
	plain := *t
	plain.Volatile = false
	return &plain
}

// storeOutputs stores each output that some instruction wrote to its lvalue. An output that no instruction wrote
// becomes unknown, unless it was also an input ("+r").
func (a *assembler) storeOutputs() {
	for i, r := range a.operands[:min(a.node.Asm.Outputs, len(a.operands))] {
		switch {
		case r.place == nil:
		case r.written:
			v := a.bits(a.get(r), types.Elem(r.place.Type))
			a.StoreAt(r.place, v, a.node.Children[i])
		case !strings.HasPrefix(a.constraint(i), "+"):
			reason := fmt.Sprintf("asm does not write its output %%%d", i)
			a.StoreAt(r.place, a.Unknown(reason, r.kind), a.node.Children[i])
		}
	}
}

// statement lowers the i-th statement of the text.
func (a *assembler) statement(i int, s *ptx.Statement) {
	switch {
	case s.Err != nil:
		a.unparsed(s)
	case s.Label != "":
		a.Enter(a.target(i))
	case s.Is("bra") && s.Target >= 0:
		a.branchTo(s)
	case s.Pred != nil:
		then, next := a.NewBlock(), a.NewBlock()
		a.guard(s.Pred, then, next)
		a.Start(then)
		a.instruction(s)
		a.Enter(next)
	default:
		a.instruction(s)
	}
}

// target returns the block of the label whose statement has the index i. The first call for a label makes the block.
func (a *assembler) target(i int) *cfg.Block {
	if a.targets[i] == nil {
		a.targets[i] = a.NewBlock()
	}
	return a.targets[i]
}

// branchTo lowers a branch to a label of the text.
func (a *assembler) branchTo(s *ptx.Statement) {
	if s.Pred == nil {
		a.Jump(a.destination(s))
		return
	}
	next := a.NewBlock()
	a.guard(s.Pred, a.destination(s), next)
	a.Start(next)
}

// guard branches on a predicate register.
func (a *assembler) guard(p *ptx.Predicate, then, otherwise *cfg.Block) {
	if p.Negated {
		then, otherwise = otherwise, then
	}
	a.Branch(a.read(p.Register, types.Boolean), then, otherwise)
}

// lowering lowers an instruction. If it does not know the instruction's form, it emits nothing and returns false.
type lowering func(*assembler, *ptx.Statement) bool

// instruction lowers one instruction without its guard. If neither the tables nor package effect know this form of the
// instruction, it becomes Unknown.
func (a *assembler) instruction(s *ptx.Statement) {
	if isForWarp(s) {
		a.gather(cfg.WholeWarp, s)
		a.product(s)
	}
	if f := a.function; f != nil {
		if lower := f.patterns[s]; lower != nil && a.isSimple(s) && lower(a, s) {
			return
		}
	}
	for _, table := range []map[string]lowering{control, collectives, memory, arithmetic} {
		if lower := table[s.Opcode[0]]; lower != nil && lower(a, s) {
			return
		}
	}
	if !a.outside(s) {
		a.notModelled(s)
	}
}

// control lists the instructions that end a thread or leave a function, and those that order memory.
var control = map[string]lowering{
	"exit":           (*assembler).leave,
	"trap":           (*assembler).trap,
	"membar":         (*assembler).fence,
	"fence":          (*assembler).fence,
	"griddepcontrol": (*assembler).dependency,
	"ret":            (*assembler).returns,
	"brx":            (*assembler).branchByTable,
	"call":           (*assembler).call,
}

func (a *assembler) leave(*ptx.Statement) bool {
	a.Terminate(cfg.Terminator{Kind: cfg.Exit})
	return true
}

func (a *assembler) trap(*ptx.Statement) bool {
	a.Terminate(cfg.Terminator{Kind: cfg.Trap})
	return true
}

func (a *assembler) fence(s *ptx.Statement) bool {
	in := a.emitFence(s)
	in.Engine, _ = a.engine(s, nil)
	return true
}

// emitFence emits a fence with the name of the instruction.
func (a *assembler) emitFence(s *ptx.Statement) *cfg.Instr {
	in := a.Emit(cfg.Fence, nil)
	in.Text = opcode(s)
	return in
}

// dependency lowers griddepcontrol.wait, which waits for other grids, and griddepcontrol.launch_dependents. It always
// returns true.
func (a *assembler) dependency(s *ptx.Statement) bool {
	a.emitFence(s).AwaitsGrid = s.Is("griddepcontrol", "wait")
	return true
}

// opcode returns the instruction's full name: "shfl.sync.up.b32".
func opcode(s *ptx.Statement) string { return strings.Join(s.Opcode, ".") }

// notModelled makes an instruction Unknown: it may write every register that it mentions, and the memory at its
// addresses.
func (a *assembler) notModelled(s *ptx.Statement) {
	var args []*cfg.Instr
	var written []*register
	eachOperand(s.Operands, func(o ptx.Operand) {
		r := a.register(o)
		if r == nil {
			return
		}
		if a.isWritable(o) {
			written = append(written, r)
		}
		if r.value != nil || r.object != nil {
			args = append(args, a.get(r))
		}
	})
	instr := a.clobber("PTX instruction "+opcode(s), args, written)
	instr.Hides = s.Is("call") || isCollective(s)
	instr.Unread = isCollective(s)
}

// clobber emits an Unknown with operands args, and gives each register in written an unknown value. reason describes
// the code for people.
func (a *assembler) clobber(reason string, args []*cfg.Instr, written []*register) *cfg.Instr {
	instr := a.Unread(reason, nil, args...)
	for _, r := range written {
		a.set(r, a.Unknown(reason, r.kind))
		r.written = true
	}
	return instr
}

// eachOperand calls visit for the given operands and their elements.
func eachOperand(list []ptx.Operand, visit func(ptx.Operand)) {
	for _, o := range list {
		visit(o)
		eachOperand(o.Elems, visit)
		if o.Second != nil {
			eachOperand([]ptx.Operand{*o.Second}, visit)
		}
	}
}

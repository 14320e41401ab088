package cfg

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/ptx"
)

// assembler lowers one asm statement. Its operands and the registers that its
// text declares are [asmRegister]s; a straight line of PTX passes their values
// from instruction to instruction, and where there is control flow they live
// in temporary objects, as C++ variables do.
//
// PTX names, types and operand orders are those of the PTX ISA.
type assembler struct {
	*builder
	node *ast.Node
	// straight reports a text without guards, labels and branches.
	straight bool
	operands []*asmRegister
	declared map[*ptx.Symbol]*asmRegister
	// registers are those declared and mentioned so far, in order of mention.
	registers []*asmRegister
	// targets are the blocks of labels, by the index of the label's statement.
	targets map[int]*Block
}

// asmRegister is an operand of the asm statement or a register that its text
// declares.
type asmRegister struct {
	kind *ast.Type
	// value is the latest value in straight code; nil before the first write.
	value *Instr
	// object holds the value where there is control flow.
	object *Object
	// place is the address of the lvalue that an output is stored to at the end.
	place *Instr
	// written reports an output that some instruction writes.
	written bool
}

// asm lowers an asm statement: the operands in order, the instructions, then
// the stores to the outputs.
func (b *builder) asm(n *ast.Node) {
	b.full(func() {
		if n.Asm == nil {
			b.hiding("an asm statement whose operands the frontend left out", nil)
			return
		}
		statements := ptx.Parse(n.Text)
		a := &assembler{
			builder: b, node: n, straight: isStraight(statements),
			declared: map[*ptx.Symbol]*asmRegister{}, targets: map[int]*Block{},
		}
		a.openOperands()
		if asmWork(statements, n.Asm.Outputs) > maxAsmWork {
			a.leaveOut(statements)
		} else {
			for i := range statements {
				a.statement(i, &statements[i])
			}
		}
		a.storeOutputs()
	})
}

// isStraight reports statements that run one after the other, each once.
func isStraight(statements []ptx.Statement) bool {
	for _, s := range statements {
		if s.Pred != nil || s.Label != "" || s.Is("bra") {
			return false
		}
	}
	return true
}

// openOperands evaluates the operands in order: addresses of outputs, values
// of inputs and of outputs that are read as well ("+r", or an input tied to
// the output by its number).
func (a *assembler) openOperands() {
	outputs := a.node.Asm.Outputs
	for i, n := range a.node.Children {
		constraint := a.constraint(i)
		switch tied, err := strconv.Atoi(constraint); {
		case n == nil || isVoid(n.Type):
			a.operands = append(a.operands, &asmRegister{kind: invalidType})
		case i < outputs:
			place := a.addr(n)
			r := a.newRegister(unqualified(elem(place.Type)))
			r.place = place
			if strings.HasPrefix(constraint, "+") {
				a.set(r, a.loadAt(place, n))
			}
			a.operands = append(a.operands, r)
		case err == nil && tied >= 0 && tied < outputs:
			a.set(a.operands[tied], a.value(n))
			a.operands[tied].written = true
			a.operands = append(a.operands, a.operands[tied])
		default:
			v := a.value(n)
			a.operands = append(a.operands, &asmRegister{kind: v.Type, value: v})
		}
	}
}

func (a *assembler) constraint(i int) string {
	if i < len(a.node.Asm.Constraints) {
		return a.node.Asm.Constraints[i]
	}
	return ""
}

// unqualified is t without volatile: a register is never volatile.
func unqualified(t *ast.Type) *ast.Type {
	if !t.Volatile {
		return t
	}
	plain := *t
	plain.Volatile = false
	return &plain
}

// storeOutputs writes the outputs that some instruction wrote to their
// lvalues. An output that none wrote is unknown, unless it was read ("+r").
func (a *assembler) storeOutputs() {
	for i, r := range a.operands[:min(a.node.Asm.Outputs, len(a.operands))] {
		switch {
		case r.place == nil:
		case r.written:
			v := a.bits(a.get(r), elem(r.place.Type))
			a.storeAt(r.place, v, a.node.Children[i])
		case !strings.HasPrefix(a.constraint(i), "+"):
			reason := fmt.Sprintf("asm does not write its output %%%d", i)
			a.storeAt(r.place, a.unknown(reason, r.kind), a.node.Children[i])
		}
	}
}

// statement lowers the i-th statement of the text.
func (a *assembler) statement(i int, s *ptx.Statement) {
	switch {
	case s.Err != nil:
		a.unparsed(s)
	case s.Label != "":
		a.enter(a.target(i))
	case s.Is("bra") && s.Target >= 0:
		a.branchTo(s)
	case s.Pred != nil:
		then, next := a.newBlock(), a.newBlock()
		a.guard(s.Pred, then, next)
		a.start(then)
		a.instruction(s)
		a.enter(next)
	default:
		a.instruction(s)
	}
}

// target is the block of the label that is statement i.
func (a *assembler) target(i int) *Block {
	if a.targets[i] == nil {
		a.targets[i] = a.newBlock()
	}
	return a.targets[i]
}

// branchTo lowers a branch to a label of the text.
func (a *assembler) branchTo(s *ptx.Statement) {
	if s.Pred == nil {
		a.jump(a.target(s.Target))
		return
	}
	next := a.newBlock()
	a.guard(s.Pred, a.target(s.Target), next)
	a.start(next)
}

// guard branches on a predicate register.
func (a *assembler) guard(p *ptx.Predicate, then, otherwise *Block) {
	if p.Negated {
		then, otherwise = otherwise, then
	}
	a.branch(a.read(p.Register, boolType), then, otherwise)
}

// asmLowering lowers an instruction, or emits nothing and reports false when
// it does not know the form.
type asmLowering func(*assembler, *ptx.Statement) bool

// instruction lowers one instruction, guard aside. What no table knows is
// Unknown; so is a known opcode in an unknown form.
func (a *assembler) instruction(s *ptx.Statement) {
	if isForWarp(s) {
		a.gather(WholeWarp, s)
	}
	for _, table := range []map[string]asmLowering{asmControl, asmWarp, asmMemory, asmArithmetic} {
		if lower := table[s.Opcode[0]]; lower != nil && lower(a, s) {
			return
		}
	}
	a.notModelled(s)
}

// asmControl are the instructions that end a thread, those that order
// memory, and those without an effect that the analysis could see.
var asmControl = map[string]asmLowering{
	"exit":           (*assembler).leave,
	"trap":           (*assembler).trap,
	"membar":         (*assembler).fence,
	"fence":          (*assembler).fence,
	"griddepcontrol": (*assembler).fence, // waits for other grids
	"brkpt":          (*assembler).ignore,
	"nanosleep":      (*assembler).ignore,
	"pmevent":        (*assembler).ignore,
	"prefetch":       (*assembler).ignore,
	"prefetchu":      (*assembler).ignore,
	"applypriority":  (*assembler).ignore,
	"setmaxnreg":     (*assembler).ignore,
	"sust":           (*assembler).ignore, // surfaces are read by suld only, as unknowns
	"sured":          (*assembler).ignore,
}

func (a *assembler) leave(*ptx.Statement) bool {
	a.terminate(Terminator{Kind: Exit})
	return true
}

func (a *assembler) trap(*ptx.Statement) bool {
	a.terminate(Terminator{Kind: Trap})
	return true
}

func (a *assembler) ignore(*ptx.Statement) bool { return true }

func (a *assembler) fence(s *ptx.Statement) bool {
	a.emit(Fence, nil).Text = opcode(s)
	return true
}

// opcode is the instruction's full name: "shfl.sync.up.b32".
func opcode(s *ptx.Statement) string { return strings.Join(s.Opcode, ".") }

// notModelled makes an instruction Unknown: every register that it mentions
// may be written, and so may the memory behind its addresses.
func (a *assembler) notModelled(s *ptx.Statement) {
	var args []*Instr
	var written []*asmRegister
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
	in := a.clobber("PTX instruction "+opcode(s), args, written)
	in.Hides = s.Is("call") || isCollective(s)
	in.Unread = isCollective(s)
}

// clobber emits an Unknown that reaches args and gives each of the registers
// an unknown value.
func (a *assembler) clobber(reason string, args []*Instr, written []*asmRegister) *Instr {
	in := a.unknown(reason, nil, args...)
	for _, r := range written {
		a.set(r, a.unknown(reason, r.kind))
		r.written = true
	}
	return in
}

// eachOperand visits the given operands and those inside them.
func eachOperand(list []ptx.Operand, visit func(ptx.Operand)) {
	for _, o := range list {
		visit(o)
		eachOperand(o.Elems, visit)
		if o.Second != nil {
			eachOperand([]ptx.Operand{*o.Second}, visit)
		}
	}
}

package asm

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/ptx"
)

// maxWork bounds the instructions to which one asm statement is lowered. A statement that does not parse may write
// every register. So without a bound, the cost of a text would be the product of the number of such statements and
// the number of registers.
const maxWork = 1 << 17

// work estimates the number of instructions to which the statements are lowered. outputs is the number of the
// statement's output operands.
func work(statements []ptx.Statement, outputs int) int {
	mentioned, unparsed := 0, 0
	for i := range statements {
		eachOperand(statements[i].Operands, func(ptx.Operand) { mentioned++ })
		if statements[i].Err != nil {
			unparsed++
		}
	}
	return len(statements) + mentioned + unparsed*(outputs+mentioned)
}

// unparsed lowers a statement that is not PTX to an Unknown, which may write every output and every declared register.
func (a *assembler) unparsed(s *ptx.Statement) {
	a.unread("asm text that is no PTX: "+s.Err.Error(), mayHoldCollective(s))
}

// leaveOut replaces all statements of a text by one Unknown.
func (a *assembler) leaveOut(statements []ptx.Statement) {
	hides := slices.ContainsFunc(statements, func(s ptx.Statement) bool {
		return s.Err != nil && mayHoldCollective(&s) || s.Err == nil && s.Opcode != nil &&
			(isCollective(&s) || isForWarp(&s) || s.Is("call"))
	})
	a.unread(fmt.Sprintf("an asm statement that is lowered to more than %d instructions", maxWork), hides)
}

// unread emits an Unknown in place of text whose effects are not known. The Unknown may write every output and every
// register declared so far. reason describes the text for people. hides reports whether the text may execute
// collectives.
func (a *assembler) unread(reason string, hides bool) {
	var args []*cfg.Instr
	for _, r := range a.operands {
		if r.value != nil || r.object != nil {
			args = append(args, a.get(r))
		}
	}
	written := slices.Concat(a.operands[:min(a.node.Asm.Outputs, len(a.operands))], a.registers)
	instr := a.clobber(reason, args, written)
	instr.Hides, instr.Unread = hides, hides
}

// collectiveOpcodes lists the instructions that are collectives or barriers in all their forms.
var collectiveOpcodes = []string{"shfl", "vote", "match", "redux", "elect", "bar", "barrier"}

// isCollective reports whether s is a collective or a barrier, in any form. The barrier of the cluster does not count,
// because it belongs neither to a warp nor to a block.
func isCollective(s *ptx.Statement) bool {
	return slices.Contains(collectiveOpcodes, s.Opcode[0]) && !s.Is("barrier", "cluster")
}

// mayHoldCollective reports whether a statement that does not parse contains the name of a collective, of an
// instruction for the whole warp, or of a call. An incomplete name also counts.
func mayHoldCollective(s *ptx.Statement) bool {
	return s.Pasted || slices.ContainsFunc(s.Words, func(name []string) bool {
		return slices.Contains(collectiveOpcodes, name[0]) || slices.Contains(warpInstructions, name[0]) ||
			name[0] == "call"
	})
}

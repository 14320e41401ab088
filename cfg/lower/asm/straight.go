package asm

import "github.com/warpcheck/warpcheck/internal/ptx"

// patterns returns the last statements of what compilers write for an operation that PTX lacks (trailing.go,
// quotient.go), with what lowers them to that operation. Step by step they come to the same, in words of which the
// analysis knows little.
func patterns(body []ptx.Statement) map[*ptx.Statement]lowering {
	found := map[*ptx.Statement]lowering{}
	for i := range body {
		s, at := &body[i], beforehand{body, i}
		if s.Err != nil || s.Label != "" {
			continue
		}
		for _, lower := range []lowering{at.lowestOne(s), at.quotient(s)} {
			if lower != nil {
				found[s] = lower
			}
		}
	}
	return found
}

// beforehand is the straight code before a statement: no label and no branch is in it.
type beforehand struct {
	body []ptx.Statement
	at   int
}

// definition returns the index of the statement that gave a register the value that it has at the statement, -1 if it is
// not in the straight code.
func (b beforehand) definition(o ptx.Operand) int {
	if o.Kind != ptx.Register {
		return -1
	}
	for i := b.at - 1; i >= max(0, b.at-furthestBack); i-- {
		s := &b.body[i]
		switch {
		case s.Err != nil || s.Label != "" || s.Is("bra") || s.Is("brx"):
			return -1
		case !isWritten(o.Symbol, s):
		case s.Pred != nil:
			return -1
		default:
			return i
		}
	}
	return -1
}

// furthestBack is how many statements back a definition is looked for. Compilers write a pattern in one piece.
const furthestBack = 64

// isWritten reports whether a statement may write a register.
func isWritten(register *ptx.Symbol, s *ptx.Statement) (is bool) {
	eachWritten(s, func(symbol *ptx.Symbol) { is = is || symbol == register })
	return is
}

// isUnchanged reports whether a register has the value that it had before the statement from.
func (b beforehand) isUnchanged(o ptx.Operand, from int) bool {
	for i := from; i < b.at; i++ {
		if o.Kind != ptx.Register || isWritten(o.Symbol, &b.body[i]) {
			return false
		}
	}
	return true
}

// isInt reports whether an operand is the number n, of 32 bits.
func isInt(o ptx.Operand, n int64) bool { return o.Kind == ptx.Int && int32(o.Int) == int32(n) }

// is returns the statement that gave a register its value and its index, if the statement has the opcode and the number of
// operands; else nil.
func (b beforehand) is(o ptx.Operand, operands int, opcode ...string) (*ptx.Statement, int) {
	at := b.definition(o)
	if at < 0 || !b.body[at].Is(opcode...) || len(b.body[at].Operands) != operands {
		return nil, -1
	}
	return &b.body[at], at
}

package asm

import "github.com/warpcheck/warpcheck/internal/ptx"

// patterns finds sequences that compilers write for operations that PTX lacks (trailing.go, quotient.go). It maps the
// last statement of each sequence to a function that lowers the statement to the operation. The analysis would know
// little about the word if the statements were lowered one by one.
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

// beforehand is the code of body before the statement with the index `at`, back to the nearest label or branch.
type beforehand struct {
	body []ptx.Statement
	at   int
}

// definition returns the index of the statement that computes the value that register o has at statement b.at. It
// returns -1 if that statement has a guard, if a label or a branch is between the two, or if it is too far back
// (furthestBack).
func (b beforehand) definition(o ptx.Operand) int {
	if o.Kind != ptx.Register {
		return -1
	}
	for i := b.at - 1; i >= max(0, b.at-furthestBack); i-- {
		s := &b.body[i]
		switch {
		case s.Err != nil || s.Label != "" || s.Is("bra") || s.Is("brx"):
			return -1
		case !writes(o.Symbol, s):
		case s.Pred != nil:
			return -1
		default:
			return i
		}
	}
	return -1
}

// furthestBack bounds how many statements before b.at are searched for a definition. Compilers write the statements
// of a pattern close together.
const furthestBack = 64

// writes reports whether s may write register.
func writes(register *ptx.Symbol, s *ptx.Statement) (is bool) {
	eachWritten(s, func(symbol *ptx.Symbol) { is = is || symbol == register })
	return is
}

// isUnchanged reports whether the register o has the same value at b.at as before the statement with index from.
func (b beforehand) isUnchanged(o ptx.Operand, from int) bool {
	for i := from; i < b.at; i++ {
		if o.Kind != ptx.Register || writes(o.Symbol, &b.body[i]) {
			return false
		}
	}
	return true
}

// isInt reports whether an operand is the constant n as a word of 32 bits.
func isInt(o ptx.Operand, n int64) bool { return o.Kind == ptx.Int && int32(o.Int) == int32(n) }

// is looks up the statement that computes the value of the register o. If the statement has the given opcode and number
// of operands, the result is the statement with its index. Otherwise the result is nil.
func (b beforehand) is(o ptx.Operand, operands int, opcode ...string) (*ptx.Statement, int) {
	at := b.definition(o)
	if at < 0 || !b.body[at].Is(opcode...) || len(b.body[at].Operands) != operands {
		return nil, -1
	}
	return &b.body[at], at
}

package asm

import (
	"slices"

	"github.com/warpcheck/warpcheck/internal/ptx"
)

// withNamedParameters returns a copy of body in which memory operands name parameters directly. It replaces each
// register that holds only the address of a parameter. Compilers write such registers for a record that is passed by
// value:
//
//	mov.b64 %rd8, kernel_param_1;
//	mov.u64 %rd1, %rd8;
//	ld.param.u64 %rd10, [%rd1+8];     reads [kernel_param_1+8]
func withNamedParameters(body []ptx.Statement) []ptx.Statement {
	addresses := parameterAddresses(body)
	if len(addresses) == 0 {
		return body
	}
	named := slices.Clone(body)
	for i := range named {
		named[i].Operands = slices.Clone(named[i].Operands)
		for j, o := range named[i].Operands {
			if !isAddress(o) || o.Elems[0].Kind != ptx.Register {
				continue
			}
			if parameter, known := addresses[o.Elems[0].Symbol]; known {
				named[i].Operands[j].Elems = []ptx.Operand{parameter}
			}
		}
	}
	return named
}

// parameterAddresses maps registers to the parameters whose addresses they hold. A register is mapped only if a single
// statement writes it, and this statement is a mov.
func parameterAddresses(body []ptx.Statement) map[*ptx.Symbol]ptx.Operand {
	writes, addresses := writesOf(body), map[*ptx.Symbol]ptx.Operand{}
	for grown := true; grown; {
		grown = false
		for i := range body {
			s := &body[i]
			if !s.Is("mov") || s.Pred != nil || len(s.Operands) != 2 || s.Operands[1].Kind != ptx.Register {
				continue
			}
			to, from := wordOf(s.Operands[0]), s.Operands[1]
			if at, known := addresses[from.Symbol]; known {
				from = at
			}
			if _, known := addresses[to]; !known && to != nil && writes[to] == 1 && from.Symbol.Space == "param" {
				addresses[to], grown = from, true
			}
		}
	}
	return addresses
}

// writesOf counts, for each register, the statements that may write it.
func writesOf(body []ptx.Statement) map[*ptx.Symbol]int {
	writes := map[*ptx.Symbol]int{}
	for i := range body {
		eachWritten(&body[i], func(symbol *ptx.Symbol) { writes[symbol]++ })
	}
	return writes
}

// eachWritten calls visit for the registers that a statement may write. These are in its first operand, which may be
// a vector of results or the list of results of a call.
func eachWritten(s *ptx.Statement, visit func(*ptx.Symbol)) {
	if len(s.Operands) == 0 || s.Operands[0].Kind == ptx.Memory {
		return
	}
	eachOperand(s.Operands[:1], func(o ptx.Operand) {
		if o.Kind == ptx.Register {
			visit(o.Symbol)
		}
	})
}

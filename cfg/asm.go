package cfg

import "github.com/warpcheck/warpcheck/frontend/ast"

// asm lowers an inline assembler statement.
func (b *builder) asm(n *ast.Node) {
	var args []*Instr
	outputs := 0
	if n.Asm != nil {
		outputs = n.Asm.Outputs
	}
	for i, c := range n.Children {
		if i < outputs {
			args = append(args, b.addr(c))
		} else {
			args = append(args, b.value(c))
		}
	}
	b.unknown("inline assembler", nil, args...)
}

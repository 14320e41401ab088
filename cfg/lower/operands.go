package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// operands implements [asm.Expressions] by the builder of a function.
type operands struct{ *builder }

func (b operands) Address(n *ast.Node) *cfg.Instr { return b.addr(n) }

func (b operands) Value(n *ast.Node) *cfg.Instr { return b.value(n) }

func (b operands) LoadAt(ptr *cfg.Instr, n *ast.Node) *cfg.Instr { return b.loadAt(ptr, n) }

func (b operands) StoreAt(ptr, v *cfg.Instr, n *ast.Node) { b.storeAt(ptr, v, n) }

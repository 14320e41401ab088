package cfg

import "github.com/warpcheck/warpcheck/cfg/types"

// markStored sets Object.Stored for a shared integer that is only accessed by its own name, and only loaded, or
// stored to with one constant.
func markStored(p *Program) {
	varies := map[*Object]bool{}
	for _, f := range p.Funcs {
		f.eachUse(func(instr *Instr, i int, value *Instr) {
			if o := value.Object; value.Op == Addr && isSharedWord(o) && !varies[o] {
				varies[o] = !o.uses(instr, i)
			}
		})
	}
	for o := range varies {
		if varies[o] {
			o.Stored = nil
		}
	}
}

// isSharedWord reports whether o is a shared integer that a function declares. No other function can then name it.
func isSharedWord(o *Object) bool {
	return o.Storage == types.Shared && o.Var != nil && o.Var.Static && (o.Type.Kind == types.Int || o.Type.Kind == types.Bool)
}

// uses reports whether instr uses its operand i, the address of o, only to load o, or to store the same constant as
// the stores before it. At the first store it sets o.Stored.
func (o *Object) uses(instr *Instr, i int) bool {
	switch {
	case instr == nil || i != 0 || instr.Volatile:
		return false
	case instr.Op == Load:
		return instr.Type == o.Type
	case instr.Op != Store || instr.Args[1].Op != Const || instr.Args[1].Type != o.Type:
		return false
	case o.Stored == nil:
		o.Stored = &instr.Args[1].Int
	}
	return *o.Stored == instr.Args[1].Int
}

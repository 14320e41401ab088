package cfg

import "github.com/warpcheck/warpcheck/cfg/types"

// markStored sets Object.Stored: a shared variable of integers that is only loaded, and only
// stored to by its own name, always the same constant.
func markStored(p *Program) {
	varies := map[*Object]bool{}
	for _, f := range p.Funcs {
		f.eachUse(func(in *Instr, i int, at *Instr) {
			if o := at.Object; at.Op == Addr && isSharedWord(o) && !varies[o] {
				varies[o] = !o.uses(in, i)
			}
		})
	}
	for o := range varies {
		if varies[o] {
			o.Stored = nil
		}
	}
}

// isSharedWord reports a shared integer of one function: nobody else can name it.
func isSharedWord(o *Object) bool {
	return o.Storage == types.Shared && o.Var != nil && o.Var.Static && (o.Type.Kind == types.Int || o.Type.Kind == types.Bool)
}

// uses reports a use of a variable's address that loads it, or stores in it what is stored
// everywhere.
func (o *Object) uses(in *Instr, i int) bool {
	switch {
	case in == nil || i != 0 || in.Volatile:
		return false
	case in.Op == Load:
		return in.Type == o.Type
	case in.Op != Store || in.Args[1].Op != Const || in.Args[1].Type != o.Type:
		return false
	case o.Stored == nil:
		o.Stored = &in.Args[1].Int
	}
	return *o.Stored == in.Args[1].Int
}

package cfg

import "github.com/warpcheck/warpcheck/frontend/ast"

// markEscapes sets Object.Escapes: an address that is used for anything but
// loads and stores of the object or of a part at a constant place.
func markEscapes(p *Program) {
	for _, f := range p.Funcs {
		objects := f.pointees()
		for _, blk := range f.Blocks {
			for _, in := range blk.Instrs {
				for i, arg := range in.Args {
					if o := objects[arg.ID]; o != nil && !staysInside(in, i) {
						o.Escapes = true
					}
				}
			}
			if v := blk.Term.Cond; v != nil && objects[v.ID] != nil {
				objects[v.ID].Escapes = true
			}
		}
	}
}

// pointees tells for each value the object that it is known to point into.
// Definitions come before uses in reverse post-order, so one pass is enough.
func (f *Func) pointees() []*Object {
	objects := make([]*Object, f.Values)
	for _, blk := range f.Blocks {
		for _, in := range blk.Instrs {
			switch {
			case in.Op == Addr:
				objects[in.ID] = in.Object
			case len(in.Args) > 0 && staysInside(in, 0) && in.Type != nil && in.Op != Load:
				objects[in.ID] = objects[in.Args[0].ID]
			}
		}
	}
	return objects
}

// staysInside reports a use of an address, as argument i of in, that reaches
// only the object or a part of it at a constant place.
func staysInside(in *Instr, i int) bool {
	if i != 0 {
		return false
	}
	switch in.Op {
	case Load, Store, FieldAddr:
		return true
	case IndexAddr:
		return in.Args[1].Op == Const
	case Convert:
		return in.Operator == ast.CastDecay || in.Operator == ast.CastBase ||
			in.Operator == ast.CastDerived
	}
	return false
}

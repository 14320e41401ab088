package cfg

import (
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// markEscapes sets Object.Escapes if some instruction may keep the address of an object. Two kinds of uses do not
// keep it: a load or store of the object or of a part of it, and an argument for a parameter that the callee does not
// keep (nonEscaping). markEscapes also sets Object.ReadOnly, and drops the contents of objects that may be written.
func markEscapes(p *Program) {
	flows := make([]flow, len(p.Funcs))
	for i, f := range p.Funcs {
		flows[i] = flow{f, f.pointees(), f.holders()}
	}
	lent := paramsFor(flows, staysInside)
	for o, only := range paramsFor(flows, reads) {
		o.ReadOnly = only
	}
	keepContents(flows)
	for _, f := range flows {
		f.eachUse(func(instr *Instr, i int, arg *Instr) {
			if o := f.objects[arg.ID]; o != nil && !staysInside(instr, i) && !lent.lends(instr, i) {
				o.Escapes = true
			}
		})
	}
}

// flow holds two objects for each value of a function, by the value's ID. objects holds the object into which the value
// points. holders holds the object from which the pointer was loaded. An entry is nil if there is none.
type flow struct {
	*Func
	objects, holders []*Object
}

// eachUse calls visit for every operand of the function's instructions: arg is operand i of instr. If a terminator
// uses arg, instr is nil.
func (f *Func) eachUse(visit func(in *Instr, i int, arg *Instr)) {
	for _, blk := range f.Blocks {
		for _, instr := range blk.Instrs {
			for i, arg := range instr.Args {
				visit(instr, i, arg)
			}
		}
		if blk.Term.Cond != nil {
			visit(nil, 0, blk.Term.Cond)
		}
	}
}

// nonEscaping holds the parameters whose pointers the function does not keep. It only uses such a pointer to access its
// target, compares it, or passes it to other parameters of this kind.
type nonEscaping map[*Object]bool

// paramsFor returns the pointer and reference parameters whose pointers are only used as allowed accepts. Three other
// uses are accepted as well: a comparison, passing the pointer to another such parameter, and returning it from a
// function whose result is never used. paramsFor starts with all parameters. A parameter that is removed takes with it
// the parameters that are passed to it.
func paramsFor(flows []flow, allowed func(in *Instr, i int) bool) nonEscaping {
	params := nonEscaping{}
	for _, f := range flows {
		for _, o := range f.Params {
			params[o] = o.Type != nil && (o.Type.Kind == types.Pointer || o.Type.Kind == types.Ref)
		}
	}
	var kept []*Object
	lenders := map[*Object][]*Object{} // maps each parameter to the parameters that are passed to it
	used := usedResults(flows)
	for _, f := range flows {
		f.eachUse(func(instr *Instr, i int, arg *Instr) {
			if o := f.objects[arg.ID]; o != nil && params[o] && (instr == nil || instr.Op != Load) {
				kept = append(kept, o)
			}
			o := f.holders[arg.ID]
			if o == nil || !params[o] || compares(instr) || allowed(instr, i) || instr == nil && !used[f.Func] {
				return
			}
			if to := lentTo(instr, i); to != nil && params[to] {
				lenders[to] = append(lenders[to], o)
			} else {
				kept = append(kept, o)
			}
		})
	}
	for ; len(kept) > 0; kept = kept[1:] {
		if o := kept[0]; params[o] {
			params[o] = false
			kept = append(kept, lenders[o]...)
		}
	}
	return params
}

// usedResults returns the functions whose results the program uses. A returned address is not kept if the result is
// never used, which is common for assignment operators.
func usedResults(flows []flow) map[*Func]bool {
	used := map[*Func]bool{}
	for _, f := range flows {
		f.eachUse(func(_ *Instr, _ int, arg *Instr) {
			if arg.Op == Call {
				used[arg.Callee] = true
			}
		})
	}
	return used
}

// reads reports whether instr uses its argument i, an address, only to access the object or a part of it, without a
// write.
func reads(instr *Instr, i int) bool {
	return staysInside(instr, i) && instr.Op != Store
}

// lends reports whether instr passes its argument i to a parameter in l.
func (l nonEscaping) lends(instr *Instr, i int) bool {
	to := lentTo(instr, i)
	return to != nil && l[to]
}

// lentTo returns the parameter to which instr passes its argument i. It returns nil if instr is not a call, or if the
// callee has no parameter for the argument.
func lentTo(instr *Instr, i int) *Object {
	if instr == nil || instr.Op != Call || i >= len(instr.Callee.Params) {
		return nil
	}
	return instr.Callee.Params[i]
}

// compares reports whether instr computes a truth value or a number from pointers, by a comparison, a difference or a
// cast.
func compares(instr *Instr) bool {
	return instr != nil && (instr.Op == Binary || instr.Op == Convert && instr.Operator == operator.CastBool)
}

// pointees returns, for each value by its ID, the object that the value is known to point into, nil if there is none.
func (f *Func) pointees() []*Object {
	return f.follow(func(instr *Instr) *Object {
		if instr.Op == Addr {
			return instr.Object
		}
		return nil
	})
}

// holders returns, for each pointer by its ID, the object from which the pointer was loaded, nil if there is none.
// The pointer may have been moved within its target after the load.
func (f *Func) holders() []*Object {
	return f.follow(func(instr *Instr) *Object {
		if instr.Op == Load && instr.Args[0].Op == Addr {
			return instr.Args[0].Object
		}
		return nil
	})
}

// follow traces each value back: to the object that start returns for the value itself, or for the pointer from which
// the value is computed. The result is indexed by ID. Definitions precede uses in reverse post-order, so one pass is
// enough.
func (f *Func) follow(start func(*Instr) *Object) []*Object {
	objects := make([]*Object, f.Values)
	for _, blk := range f.Blocks {
		for _, instr := range blk.Instrs {
			if o := start(instr); o != nil {
				objects[instr.ID] = o
			} else if len(instr.Args) > 0 && staysInside(instr, 0) && instr.Type != nil && instr.Op != Load {
				objects[instr.ID] = objects[instr.Args[0].ID]
			}
		}
	}
	return objects
}

// staysInside reports whether instr uses its argument i, an address, only to reach the object or a part of it. An
// index is assumed to stay in the object.
func staysInside(instr *Instr, i int) bool {
	switch {
	case instr == nil:
		return false
	case instr.Product != nil:
		return true
	case i != 0:
		return false
	}
	switch instr.Op {
	case Load, Store, FieldAddr, IndexAddr:
		return true
	case Convert:
		return instr.Operator == operator.CastDecay || instr.Operator == operator.CastBase ||
			instr.Operator == operator.CastDerived
	}
	return false
}

package cfg

import (
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// markEscapes sets Object.Escapes if some instruction uses the address of an object otherwise than to load or store the
// object or a part of it, or as an argument of a function that keeps the address nowhere (nonEscaping). It also sets
// Object.ReadOnly, and drops the contents of objects that may be written.
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

// flow holds, by value of a function, the object that the value points into, and the object from which the pointer was
// loaded.
type flow struct {
	*Func
	objects, holders []*Object
}

// eachUse calls visit with every operand of the function's instructions; instr is nil if a terminator uses the operand.
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

// nonEscaping are parameters whose address the function keeps nowhere: what they point to is only used in place,
// compared and passed on to such parameters.
type nonEscaping map[*Object]bool

// paramsFor finds the parameters whose own address, or the pointer that they hold, is only used in place as allowed
// permits. At first all pointers and references are in the set. A use that is not permitted removes a parameter, and
// with it the parameters that are passed on to it.
func paramsFor(flows []flow, allowed func(in *Instr, i int) bool) nonEscaping {
	params := nonEscaping{}
	for _, f := range flows {
		for _, o := range f.Params {
			params[o] = o.Type != nil && (o.Type.Kind == types.Pointer || o.Type.Kind == types.Ref)
		}
	}
	var kept []*Object
	lenders := map[*Object][]*Object{} // by parameter, the parameters that are passed on to it
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

// usedResults returns the functions whose result some call uses. A result that no call uses is kept nowhere, such as
// the object that an assignment operator returns.
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

// reads reports whether the instruction in uses its argument i, an address, within the object, and does not write
// there.
func reads(instr *Instr, i int) bool {
	return staysInside(instr, i) && instr.Op != Store
}

// lends reports whether argument i of a call is passed to a parameter in l.
func (l nonEscaping) lends(instr *Instr, i int) bool {
	to := lentTo(instr, i)
	return to != nil && l[to]
}

// lentTo returns the parameter to which argument i of a call is passed, nil if there is none.
func lentTo(instr *Instr, i int) *Object {
	if instr == nil || instr.Op != Call || i >= len(instr.Callee.Params) {
		return nil
	}
	return instr.Callee.Params[i]
}

// compares reports whether the instruction in computes a truth value or a number from pointers: by a comparison, a
// difference or a cast.
func compares(instr *Instr) bool {
	return instr != nil && (instr.Op == Binary || instr.Op == Convert && instr.Operator == operator.CastBool)
}

// pointees returns, for each value, the object that it is known to point into.
func (f *Func) pointees() []*Object {
	return f.follow(func(instr *Instr) *Object {
		if instr.Op == Addr {
			return instr.Object
		}
		return nil
	})
}

// holders returns, for each pointer, the object that it was loaded from, also if it was moved within its target.
func (f *Func) holders() []*Object {
	return f.follow(func(instr *Instr) *Object {
		if instr.Op == Load && instr.Args[0].Op == Addr {
			return instr.Args[0].Object
		}
		return nil
	})
}

// follow propagates the result of start for a pointer to the pointers that are computed from it. Definitions precede
// uses in reverse post-order, so one pass is enough.
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

// staysInside reports whether the instruction in uses its argument i, an address, only to reach the object or a part of
// it. An index is taken to stay in the object.
func staysInside(instr *Instr, i int) bool {
	if instr == nil || i != 0 {
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

package cfg

import (
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// markEscapes sets Object.Escapes: an address that is used for anything but
// loads and stores of the object or of a part, and calls of functions that use it
// for nothing else. It sets Object.ReadOnly as well, and forgets contents.
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
		f.eachUse(func(in *Instr, i int, arg *Instr) {
			if o := f.objects[arg.ID]; o != nil && !staysInside(in, i) && !lent.lends(in, i) {
				o.Escapes = true
			}
		})
	}
}

// flow holds, for the values of a function, the objects that they point into, and
// the pointers that they were loaded from.
type flow struct {
	*Func
	objects, holders []*Object
}

// eachUse calls visit with every operand of the function's instructions; in is
// nil where a terminator uses it.
func (f *Func) eachUse(visit func(in *Instr, i int, arg *Instr)) {
	for _, blk := range f.Blocks {
		for _, in := range blk.Instrs {
			for i, arg := range in.Args {
				visit(in, i, arg)
			}
		}
		if blk.Term.Cond != nil {
			visit(nil, 0, blk.Term.Cond)
		}
	}
}

// lent are the parameters that keep no address: what they point to is used in
// place, compared and lent on, no more.
type lent map[*Object]bool

// paramsFor finds the parameters whose own address, or the one they hold, is used in place only as
// allowed: all pointers and references are, until some use says otherwise, and then those
// that were lent on to it are not either.
func paramsFor(flows []flow, allowed func(in *Instr, i int) bool) lent {
	params := lent{}
	for _, f := range flows {
		for _, o := range f.Params {
			params[o] = o.Type != nil && (o.Type.Kind == types.Pointer || o.Type.Kind == types.Ref)
		}
	}
	var kept []*Object
	lenders := map[*Object][]*Object{} // the parameters that are lent on to one
	used := usedResults(flows)
	for _, f := range flows {
		f.eachUse(func(in *Instr, i int, arg *Instr) {
			if o := f.objects[arg.ID]; o != nil && params[o] && (in == nil || in.Op != Load) {
				kept = append(kept, o)
			}
			o := f.holders[arg.ID]
			if o == nil || !params[o] || compares(in) || allowed(in, i) || in == nil && !used[f.Func] {
				return
			}
			if to := lentTo(in, i); to != nil && params[to] {
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

// usedResults are the functions whose result some call uses. The result of any other function is kept nowhere, such as
// the object that an assignment returns.
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

// reads reports a use of an address that stays inside and writes nothing.
func reads(in *Instr, i int) bool {
	return staysInside(in, i) && in.Op != Store
}

// lends reports that argument i of a call goes to a parameter that keeps nothing.
func (l lent) lends(in *Instr, i int) bool {
	to := lentTo(in, i)
	return to != nil && l[to]
}

// lentTo is the parameter that argument i of a call goes to, nil where there is none.
func lentTo(in *Instr, i int) *Object {
	if in == nil || in.Op != Call || i >= len(in.Callee.Params) {
		return nil
	}
	return in.Callee.Params[i]
}

// compares reports an instruction that yields a truth or a number of pointers.
func compares(in *Instr) bool {
	return in != nil && (in.Op == Binary || in.Op == Convert && in.Operator == operator.CastBool)
}

// pointees is, for each value, the object that it is known to point into.
func (f *Func) pointees() []*Object {
	return f.follow(func(in *Instr) *Object {
		if in.Op == Addr {
			return in.Object
		}
		return nil
	})
}

// holders is, for each value, the object that it was loaded from, if it is a pointer
// into the target of that object.
func (f *Func) holders() []*Object {
	return f.follow(func(in *Instr) *Object {
		if in.Op == Load && in.Args[0].Op == Addr {
			return in.Args[0].Object
		}
		return nil
	})
}

// follow propagates the result of start for a pointer to the pointers that are computed from
// it. Definitions are before uses in reverse post-order, so one pass is enough.
func (f *Func) follow(start func(*Instr) *Object) []*Object {
	objects := make([]*Object, f.Values)
	for _, blk := range f.Blocks {
		for _, in := range blk.Instrs {
			if o := start(in); o != nil {
				objects[in.ID] = o
			} else if len(in.Args) > 0 && staysInside(in, 0) && in.Type != nil && in.Op != Load {
				objects[in.ID] = objects[in.Args[0].ID]
			}
		}
	}
	return objects
}

// staysInside reports a use of an address, as argument i of in, that reaches
// only the object or a part of it. An index stays in the object.
func staysInside(in *Instr, i int) bool {
	if in == nil || i != 0 {
		return false
	}
	switch in.Op {
	case Load, Store, FieldAddr, IndexAddr:
		return true
	case Convert:
		return in.Operator == operator.CastDecay || in.Operator == operator.CastBase ||
			in.Operator == operator.CastDerived
	}
	return false
}

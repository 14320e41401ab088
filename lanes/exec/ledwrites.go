package exec

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A large function that is not followed may still be known to leave its callers' variables as they are. Every store in
// it must go to a variable of its own, or through a pointer from its arguments that points to memory which all lanes
// share:
//
//	auto work = [&](int t) { ... out[t * 64 + threadIdx.x] = v; };     out is an argument: n and t keep their values
//
// The pointers are read in the state before the call. They are the same at the stores, because the function stores
// addresses only in its own variables, and nothing else in private memory.

// writeSearch finds where one call may write through its arguments.
type writeSearch struct {
	in    *interp
	guard vector.Vec
	st    *memory.State
	// left is how many more instructions may be visited.
	left int
}

// maxWriteSearch bounds the instructions that are visited to find where a call writes, including those of its callees.
const maxWriteSearch = 20_000

// sparesCallers reports whether a call writes to no variable of its callers, whatever addresses it gets.
func (in *interp) sparesCallers(fn *cfg.Func, args []memory.Value, guard vector.Vec, st *memory.State) bool {
	l := &writeSearch{in, guard, st, maxWriteSearch}
	return l.spares(&boundCall{fn: fn, args: args})
}

// boundCall is a function with the values of its arguments.
type boundCall struct {
	fn   *cfg.Func
	args []memory.Value
	// busy are the variables whose contents are being looked up. up is the calling function.
	busy []*cfg.Object
	up   *boundCall
}

// isWithin reports whether g is a call of fn or within such a call.
func (g *boundCall) isWithin(fn *cfg.Func) bool {
	return g != nil && (g.fn == fn || g.up.isWithin(fn))
}

// spares reports whether a function and all that it calls write to no private variables but their own.
func (l *writeSearch) spares(g *boundCall) bool {
	for _, b := range g.fn.Blocks {
		l.left -= len(b.Instrs)
		for _, i := range b.Instrs {
			if l.left < 0 || !l.isSparing(g, i) {
				return false
			}
		}
	}
	return true
}

// isSparing reports whether an instruction writes to no variable of a caller and keeps no address outside the function.
func (l *writeSearch) isSparing(g *boundCall, i *cfg.Instr) bool {
	switch i.Op {
	case cfg.Store:
		if o := named(i.Args[0]); o != nil && o.Func == g.fn {
			return true
		}
		return !isAddress(i.Args[1]) && !memory.IsAggregate(i.Args[1].Type) && l.isShared(g, i.Args[0])
	case cfg.Atomic, cfg.Share:
		return l.isShared(g, i.Args[0])
	case cfg.Call:
		return l.sparesInside(g, i)
	case cfg.Extern, cfg.Unknown:
		return i.Effect.Writes == effect.None
	}
	return true
}

// sparesInside reports whether a call in the function spares private variables as well. A recursive call does not.
func (l *writeSearch) sparesInside(g *boundCall, i *cfg.Instr) bool {
	inner := &boundCall{fn: i.Callee, args: make([]memory.Value, len(i.Args)), up: g}
	for n, a := range i.Args {
		if isAddress(a) {
			inner.args[n] = l.value(g, a)
		}
	}
	return !g.isWithin(i.Callee) && l.spares(inner)
}

// isShared reports whether an address lies in memory that all lanes share.
func (l *writeSearch) isShared(g *boundCall, at *cfg.Instr) bool {
	if o := named(at); o != nil {
		return !isOfFrame(o)
	}
	p, isPointer := l.value(g, at).(memory.Pointer)
	return isPointer && l.in.memory.IsShared(p)
}

// pending stands for the value of a pointer variable that is being looked up: the other stores to it decide.
type pending struct{}

// value returns the pointer that an operand holds, exact only in the object that it points into; nil if unknown.
func (l *writeSearch) value(g *boundCall, i *cfg.Instr) memory.Value {
	switch i.Op {
	case cfg.Addr:
		if !isOfFrame(i.Object) {
			return memory.Pointer{Object: l.in.global(i.Object), Elem: i.Object.Type}
		}
	case cfg.FieldAddr:
		if p, isPointer := l.value(g, i.Args[0]).(memory.Pointer); isPointer {
			return l.in.fieldAddr(p, i.Field)
		}
	case cfg.IndexAddr, cfg.Convert:
		if isAddress(i) && isAddress(i.Args[0]) {
			return l.moved(i, l.value(g, i.Args[0]))
		}
	case cfg.Load:
		if isAddress(i) {
			return l.loaded(g, i)
		}
	}
	return nil
}

// moved returns the pointer after an instruction that moves or converts it, nil if unknown. If it points to memory that
// all lanes share, the offset does not matter.
func (l *writeSearch) moved(i *cfg.Instr, v memory.Value) memory.Value {
	p, isPointer := v.(memory.Pointer)
	if !isPointer || l.in.memory.IsShared(p) || i.Op == cfg.Convert && memory.ElemOf(i.Type) == memory.ElemOf(i.Args[0].Type) {
		return v
	}
	return nil
}

// loaded returns the pointer that the function reads from memory, nil if unknown.
func (l *writeSearch) loaded(g *boundCall, i *cfg.Instr) memory.Value {
	if at := i.Args[0]; at.Op == cfg.Addr && at.Object.Func == g.fn {
		return l.held(g, at.Object)
	}
	p, isPointer := l.value(g, i.Args[0]).(memory.Pointer)
	if !isPointer || p.Object == nil || p.Object.Region != memory.Private {
		return nil
	}
	return l.in.memory.Load(l.st, p, i.Type, l.guard, false)
}

// held returns what a pointer variable of the function may point to: the value stored in it if there is one store, else
// some pointer to memory that all lanes share; nil if unknown.
func (l *writeSearch) held(g *boundCall, o *cfg.Object) memory.Value {
	if slices.Contains(g.busy, o) {
		return pending{}
	}
	g.busy = append(g.busy, o)
	defer func() { g.busy = g.busy[:len(g.busy)-1] }()
	var all []memory.Value
	if n := slices.Index(g.fn.Params, o); n >= 0 && n < len(g.args) {
		all = append(all, g.args[n])
	}
	for _, b := range g.fn.Blocks {
		for _, i := range b.Instrs {
			if i.Op == cfg.Store && named(i.Args[0]) == o {
				all = append(all, l.value(g, i.Args[1]))
			}
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return l.someShared(all)
}

// someShared returns one of the pointers if all of them point to memory that all lanes share, else nil.
func (l *writeSearch) someShared(all []memory.Value) (some memory.Value) {
	for _, v := range all {
		if v == (pending{}) {
			continue
		}
		p, isPointer := v.(memory.Pointer)
		if !isPointer || !l.in.memory.IsShared(p) {
			return nil
		}
		some = p
	}
	return some
}

package exec

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A large function is not followed, but it may be known that it changes no variables of its callers. Every store in it
// must go to a variable of its own, or through an argument's pointer to memory that all lanes share:
//
//	auto work = [&](int t) { ... out[t * 64 + threadIdx.x] = v; };     out is an argument: n and t keep their values
//
// The pointers are read in the state before the call. At the stores they are still the same, because the function
// writes no private memory except its own variables, and stores addresses nowhere else.

// writeSearch finds where one call may write through its arguments.
type writeSearch struct {
	in    *interp
	guard vector.Vec
	st    *memory.State
	// budget is the number of instructions that may still be visited.
	budget int
}

// maxWriteSearch bounds the instructions that are visited to find where a call writes, including those of its callees.
const maxWriteSearch = 20_000

// sparesCallers reports whether a call writes to no variable of its callers, even if it gets their addresses.
func (in *interp) sparesCallers(fn *cfg.Func, args []memory.Value, guard vector.Vec, st *memory.State) bool {
	w := &writeSearch{in, guard, st, maxWriteSearch}
	return w.spares(&boundCall{fn: fn, args: args})
}

// boundCall is a function with the values of its arguments.
type boundCall struct {
	fn   *cfg.Func
	args []memory.Value
	// busy lists the variables whose contents are being looked up. caller is the calling function.
	busy   []*cfg.Object
	caller *boundCall
}

// isWithin reports whether c is a call of fn or within such a call.
func (c *boundCall) isWithin(fn *cfg.Func) bool {
	return c != nil && (c.fn == fn || c.caller.isWithin(fn))
}

// spares reports whether a function and all that it calls write to no private variables but their own. It returns false
// if the search would be too long.
func (w *writeSearch) spares(c *boundCall) bool {
	for _, b := range c.fn.Blocks {
		w.budget -= len(b.Instrs)
		for _, i := range b.Instrs {
			if w.budget < 0 || !w.isSparing(c, i) {
				return false
			}
		}
	}
	return true
}

// isSparing reports whether an instruction writes to no variable of a caller, and stores no address where others find
// it.
func (w *writeSearch) isSparing(c *boundCall, i *cfg.Instr) bool {
	switch i.Op {
	case cfg.Store:
		if o := named(i.Args[0]); o != nil && o.Func == c.fn {
			return true
		}
		return !isAddress(i.Args[1]) && !memory.IsAggregate(i.Args[1].Type) && w.isShared(c, i.Args[0])
	case cfg.Atomic, cfg.Share:
		return w.isShared(c, i.Args[0])
	case cfg.Call:
		return w.sparesInside(c, i)
	case cfg.Extern, cfg.Unknown:
		return i.Effect.Writes == effect.None
	}
	return true
}

// sparesInside reports whether a call in the function writes to no variable of its callers. For a recursive call it
// returns false.
func (w *writeSearch) sparesInside(c *boundCall, i *cfg.Instr) bool {
	inner := &boundCall{fn: i.Callee, args: make([]memory.Value, len(i.Args)), caller: c}
	for n, a := range i.Args {
		if isAddress(a) {
			inner.args[n] = w.value(c, a)
		}
	}
	return !c.isWithin(i.Callee) && w.spares(inner)
}

// isShared reports whether an address lies in memory that all lanes share.
func (w *writeSearch) isShared(c *boundCall, addr *cfg.Instr) bool {
	if o := named(addr); o != nil {
		return !isOfFrame(o)
	}
	p, isPointer := w.value(c, addr).(memory.Pointer)
	return isPointer && w.in.memory.IsShared(p)
}

// pending stands for the value of a pointer variable that is being looked up. The other stores to the variable decide
// where it points.
type pending struct{}

// value returns the pointer that an operand holds, nil if it is not known. If it points to memory that all lanes share,
// only the object is exact, not the offset in it.
func (w *writeSearch) value(c *boundCall, i *cfg.Instr) memory.Value {
	switch i.Op {
	case cfg.Addr:
		if !isOfFrame(i.Object) {
			return memory.Pointer{Object: w.in.global(i.Object), Elem: i.Object.Type}
		}
	case cfg.FieldAddr:
		if p, isPointer := w.value(c, i.Args[0]).(memory.Pointer); isPointer {
			return w.in.fieldAddr(p, i.Field)
		}
	case cfg.IndexAddr, cfg.Convert:
		if isAddress(i) && isAddress(i.Args[0]) {
			return w.moved(i, w.value(c, i.Args[0]))
		}
	case cfg.Load:
		if isAddress(i) {
			return w.loaded(c, i)
		}
	}
	return nil
}

// moved returns the pointer after an instruction that moves or converts it, nil if unknown. If it points to memory that
// all lanes share, the offset does not matter.
func (w *writeSearch) moved(i *cfg.Instr, v memory.Value) memory.Value {
	p, isPointer := v.(memory.Pointer)
	if !isPointer || w.in.memory.IsShared(p) || i.Op == cfg.Convert && memory.ElemOf(i.Type) == memory.ElemOf(i.Args[0].Type) {
		return v
	}
	return nil
}

// loaded returns the pointer that the load i of the function reads from memory, nil if it is not known.
func (w *writeSearch) loaded(c *boundCall, i *cfg.Instr) memory.Value {
	if at := i.Args[0]; at.Op == cfg.Addr && at.Object.Func == c.fn {
		return w.held(c, at.Object)
	}
	p, isPointer := w.value(c, i.Args[0]).(memory.Pointer)
	if !isPointer || p.Object == nil || p.Object.Region != memory.Private {
		return nil
	}
	return w.in.memory.Load(w.st, p, i.Type, w.guard, false)
}

// held returns the value of a pointer variable of the function. If only one value is stored to the variable, it is this
// value. If there are several, and all are pointers to memory that all lanes share, it is one of these. Otherwise it is
// nil. The argument of a parameter counts as stored. held returns pending if it is called while it computes the value
// of the same variable.
func (w *writeSearch) held(c *boundCall, o *cfg.Object) memory.Value {
	if slices.Contains(c.busy, o) {
		return pending{}
	}
	c.busy = append(c.busy, o)
	defer func() { c.busy = c.busy[:len(c.busy)-1] }()
	var all []memory.Value
	if n := slices.Index(c.fn.Params, o); n >= 0 && n < len(c.args) {
		all = append(all, c.args[n])
	}
	for _, b := range c.fn.Blocks {
		for _, i := range b.Instrs {
			if i.Op == cfg.Store && named(i.Args[0]) == o {
				all = append(all, w.value(c, i.Args[1]))
			}
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return w.someShared(all)
}

// someShared returns one of the pointers if all of them point to memory that all lanes share, else nil.
func (w *writeSearch) someShared(pointers []memory.Value) (shared memory.Value) {
	for _, v := range pointers {
		if v == (pending{}) {
			continue
		}
		p, isPointer := v.(memory.Pointer)
		if !isPointer || !w.in.memory.IsShared(p) {
			return nil
		}
		shared = p
	}
	return shared
}

package spin

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// A loop mostly waits by calling functions: `while (!lock.tryLock())`, `flag.load()`. Such calls are followed. What the
// functions do is expressed in values of the function that contains the loop.

// frame is a function that is followed, and the call of it: nil for the function that contains the loop.
type frame struct {
	fn     *cfg.Func
	call   *cfg.Instr
	caller *frame
}

// depth returns the number of calls around the frame.
func (fr *frame) depth() (n int) {
	for ; fr.call != nil; fr = fr.caller {
		n++
	}
	return n
}

// step is an instruction of a function or of one that it calls. top is the instruction of the function itself: this
// one, or the call in which it is executed.
type step struct {
	*cfg.Instr
	in  *frame
	top *cfg.Instr
}

// steps returns what a function executes, with the instructions of the calls that are followed. A call that is not
// followed is a step itself.
func (f *finder) steps(fn *cfg.Func) []step {
	list, known := f.done[fn]
	if !known {
		f.into(&frame{fn: fn}, nil, &list)
		f.done[fn] = list
	}
	return list
}

func (f *finder) into(fr *frame, top *cfg.Instr, list *[]step) {
	for instr := range instrs(fr.fn.Blocks) {
		first := top
		if first == nil {
			first = instr
		}
		if isFollowed(instr, fr) && len(*list) < maxSteps {
			f.into(&frame{instr.Callee, instr, fr}, first, list)
			continue
		}
		*list = append(*list, step{instr, fr, first})
	}
}

// isFollowed reports whether a call is followed.
func isFollowed(instr *cfg.Instr, fr *frame) bool {
	return instr.Op == cfg.Call && instr.Callee != nil && len(instr.Callee.Blocks) > 0 && fr.depth() < deepestCall
}

// inline expresses a value of a followed function by values of the function that contains the loop, as far as these are
// known.
func (f *finder) inline(v *cfg.Instr, fr *frame) *cfg.Instr {
	return (&inliner{f, maxInlined}).value(v, fr)
}

// inliner inlines one value; budget is how many more instructions it may take.
type inliner struct {
	*finder
	budget int
}

func (n *inliner) value(v *cfg.Instr, fr *frame) *cfg.Instr {
	if v = v.Unconverted(); n.budget == 0 {
		return v
	}
	n.budget--
	if o := variable(v); o != nil {
		return n.variable(v, o, fr)
	}
	if v.Op == cfg.Call {
		if value := returned(v.Callee); value != nil && isFollowed(v, fr) {
			return n.value(value, &frame{v.Callee, v, fr})
		}
		return v
	}
	made := *v
	made.Args = make([]*cfg.Instr, len(v.Args))
	for i, a := range v.Args {
		made.Args[i] = n.value(a, fr)
	}
	return &made
}

// variable returns the value of a variable that v loads: the argument that is passed for a parameter, or the only value
// that is stored. It returns v if there is none.
func (n *inliner) variable(v *cfg.Instr, o *cfg.Object, fr *frame) *cfg.Instr {
	stored := n.of(fr.fn).flow.Stored(o)
	param := slices.Index(fr.fn.Params, o)
	switch {
	case fr.call == nil || o.Escapes:
		return v
	case param >= 0 && param < len(fr.call.Args) && len(stored) == 0:
		return n.value(fr.call.Args[param], fr.caller)
	case param < 0 && len(stored) == 1:
		return n.value(stored[0], fr)
	}
	return v
}

// returned returns the value that a function returns, nil if it has several or none.
func returned(fn *cfg.Func) (value *cfg.Instr) {
	if fn == nil {
		return nil
	}
	for _, b := range fn.Blocks {
		if b.Term.Kind != cfg.Return {
			continue
		}
		if value != nil || b.Term.Cond == nil {
			return nil
		}
		value = b.Term.Cond
	}
	return value
}

// address returns the address of the cell that a step reads or writes.
func (f *finder) address(s step) *cfg.Instr { return f.inline(s.Args[0], s.in) }

// writes reports whether a step writes memory that other lanes see, or may write it.
func (f *finder) writes(s step) bool {
	switch s.Op {
	case cfg.Call:
		return true
	case cfg.Atomic:
		return !f.isAtomicRead(s)
	}
	return s.Op == cfg.Store && !isLocal(f.address(s))
}

// reads reports whether a step reads memory that other lanes see, and writes none.
func (f *finder) reads(s step) bool {
	return s.Op == cfg.Load && !isLocal(f.address(s)) || s.Op == cfg.Atomic && f.isAtomicRead(s)
}

// isAtomicRead reports whether an atomic leaves its cell as it is.
func (f *finder) isAtomicRead(s step) bool {
	switch s.AtomicName() {
	case "atomicLoad":
		return true
	case "atomicAdd", "atomicSub", "atomicOr", "atomicXor":
		added, known := constant(f.inline(s.Args[1], s.in))
		return known && added == 0
	case "atomicCAS":
		old, isOld := constant(f.inline(s.Args[1], s.in))
		next, isNext := constant(f.inline(s.Args[2], s.in))
		return isOld && isNext && old == next
	}
	return false
}

// isReturned reports whether s may decide what each call around it returns: in each called function, a returned value
// or the condition of a branch is computed from s.
func (f *finder) isReturned(s step) bool {
	instr := s.Instr
	for fr := s.in; fr.call != nil; fr = fr.caller {
		var values []*cfg.Instr
		for _, b := range fr.fn.Blocks {
			if b.Term.Kind == cfg.Return && b.Term.Cond != nil {
				values = append(values, b.Term.Cond)
			}
			if b.Term.Kind == cfg.If {
				values = append(values, b.Term.Cond)
			}
		}
		if !f.of(fr.fn).flow.Origins(values...)[instr] {
			return false
		}
		instr = fr.call
	}
	return true
}

// held returns an address in which each load from a part of a local variable is replaced by the only value stored
// there; false if some part is not stored to exactly once.
func (f *finder) held(fn *cfg.Func, v *cfg.Instr, depth int) (*cfg.Instr, bool) {
	if v.Op == cfg.Load && variable(v) == nil && isLocal(v.Args[0]) && !isOfKernel(fn, v.Args[0]) {
		var values []step
		for _, s := range f.steps(fn) {
			if s.Op == cfg.Store && sameCell(f.address(s), v.Args[0]) {
				values = append(values, s)
			}
		}
		if len(values) != 1 || depth == deepestCall {
			return v, false
		}
		return f.held(fn, f.inline(values[0].Args[1], values[0].in), depth+1)
	}
	made, known := *v, true
	made.Args = make([]*cfg.Instr, len(v.Args))
	for i, a := range v.Args {
		var is bool
		made.Args[i], is = f.held(fn, a, depth)
		known = known && is
	}
	return &made, known
}

// isOfKernel reports whether an address is in a parameter of a kernel.
func isOfKernel(fn *cfg.Func, address *cfg.Instr) bool {
	for len(address.Args) > 0 {
		address = address.Args[0]
	}
	return fn.Kernel && address.Op == cfg.Addr && address.Object.Storage == types.Param
}

// root returns the function that contains the loop.
func (fr *frame) root() *cfg.Func {
	for fr.call != nil {
		fr = fr.caller
	}
	return fr.fn
}

package spin

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// Most loops wait by calling functions: `while (!lock.tryLock())`, `flag.load()`. Such calls are followed. Addresses
// and values in the called functions are expressed by values of the function that contains the loop.

// frame is one call of a function that is followed. For the function that contains the loop, call and caller are nil.
type frame struct {
	fn     *cfg.Func
	call   *cfg.Instr
	caller *frame
}

// depth returns the number of followed calls from the function that contains the loop to this frame.
func (fr *frame) depth() (n int) {
	for ; fr.call != nil; fr = fr.caller {
		n++
	}
	return n
}

// step is an instruction that a function executes, itself or in a function that it calls. top is the instruction of the
// function itself: the same instruction, or the call that executes it.
type step struct {
	*cfg.Instr
	in  *frame
	top *cfg.Instr
}

// steps returns the instructions that a function executes. The instructions of called functions that are followed are
// included. A call that is not followed is itself a step.
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

// isFollowed reports whether instr is a call into a known body, with fewer than deepestCall calls around it.
func isFollowed(instr *cfg.Instr, fr *frame) bool {
	return instr.Op == cfg.Call && instr.Callee != nil && len(instr.Callee.Blocks) > 0 && fr.depth() < deepestCall
}

// inline expresses v, a value in the function of a frame, by values of the function that contains the loop, as far as
// possible.
func (f *finder) inline(v *cfg.Instr, fr *frame) *cfg.Instr {
	return (&inliner{f, maxInlined}).value(v, fr)
}

// inliner inlines one value. budget is the number of instructions that may still be added to the value.
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

// variable returns the value of the variable o that v loads: the argument for a parameter, or the only value that is
// stored to the variable. It returns v if there is no such value.
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

// returned returns the value that a function returns, or nil if it has several or none.
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

// writes reports whether a step may write memory that other lanes can read.
func (f *finder) writes(s step) bool {
	switch s.Op {
	case cfg.Call:
		return true
	case cfg.Atomic:
		return !f.isAtomicRead(s)
	}
	return s.Op == cfg.Store && !isLocal(f.address(s))
}

// reads reports whether a step reads memory that other lanes can write, and writes none.
func (f *finder) reads(s step) bool {
	return s.Op == cfg.Load && !isLocal(f.address(s)) || s.Op == cfg.Atomic && f.isAtomicRead(s)
}

// isAtomicRead reports whether an atomic certainly leaves its cell unchanged.
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

// isReturned reports whether s may decide the results of the calls through which it is executed. For this, a returned
// value or a branch condition in each called function must depend on s.
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

// held returns a copy of the address v without loads from parts of local variables. The value that is stored in the
// part replaces each such load. The second result is false if some such part has no store or several.
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

// isOfKernel reports whether fn is a kernel, and address is in one of its parameters.
func isOfKernel(fn *cfg.Func, address *cfg.Instr) bool {
	for len(address.Args) > 0 {
		address = address.Args[0]
	}
	return fn.Kernel && address.Op == cfg.Addr && address.Object.Storage == types.Param
}

// root returns the function that contains the loop, where all followed calls begin.
func (fr *frame) root() *cfg.Func {
	for fr.call != nil {
		fr = fr.caller
	}
	return fr.fn
}

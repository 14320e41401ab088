package spin

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// A loop mostly waits by way of functions: `while (!lock.tryLock())`, `flag.load()`. They are looked into,
// and what they do is told in terms of the function that the loop stands in.

// frame is a function that is looked into, and the call of it: nil for the function that the loop stands in.
type frame struct {
	fn   *cfg.Func
	call *cfg.Instr
	up   *frame
}

// depth is the number of calls around.
func (fr *frame) depth() (n int) {
	for ; fr.call != nil; fr = fr.up {
		n++
	}
	return n
}

// step is an instruction of a function, or of one that it calls: top is the instruction or the call of the function.
type step struct {
	*cfg.Instr
	in  *frame
	top *cfg.Instr
}

// steps are what a function does. A call that is not looked into is a step of its own.
func (f *finder) steps(fn *cfg.Func) []step {
	list, known := f.done[fn]
	if !known {
		f.into(&frame{fn: fn}, nil, &list)
		f.done[fn] = list
	}
	return list
}

func (f *finder) into(fr *frame, top *cfg.Instr, list *[]step) {
	for in := range instrs(fr.fn.Blocks) {
		first := top
		if first == nil {
			first = in
		}
		if isFollowed(in, fr) && len(*list) < maxSteps {
			f.into(&frame{in.Callee, in, fr}, first, list)
			continue
		}
		*list = append(*list, step{in, fr, first})
	}
}

// isFollowed reports a call that is looked into.
func isFollowed(in *cfg.Instr, fr *frame) bool {
	return in.Op == cfg.Call && in.Callee != nil && len(in.Callee.Blocks) > 0 && fr.depth() < deepestCall
}

// inline is a value of a function that is looked into, made of those of the function that the loop stands in as far as
// that is known.
func (f *finder) inline(v *cfg.Instr, fr *frame) *cfg.Instr {
	return (&inliner{f, maxInlined}).value(v, fr)
}

// inliner inlines one value, of so many more instructions.
type inliner struct {
	*finder
	left int
}

func (n *inliner) value(v *cfg.Instr, fr *frame) *cfg.Instr {
	if v = v.Unconverted(); n.left == 0 {
		return v
	}
	n.left--
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

// variable is what a variable holds that a value is loaded from: what a parameter is given, or what is stored once.
func (n *inliner) variable(v *cfg.Instr, o *cfg.Object, fr *frame) *cfg.Instr {
	stored := n.of(fr.fn).flow.Stored(o)
	param := slices.Index(fr.fn.Params, o)
	switch {
	case fr.call == nil || o.Escapes:
		return v
	case param >= 0 && param < len(fr.call.Args) && len(stored) == 0:
		return n.value(fr.call.Args[param], fr.up)
	case param < 0 && len(stored) == 1:
		return n.value(stored[0], fr)
	}
	return v
}

// returned is the one value that a function returns, nil where there are several or none.
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

// address is the cell that a step reads or writes.
func (f *finder) address(s step) *cfg.Instr { return f.inline(s.Args[0], s.in) }

// writes reports a step that writes memory that other lanes see, or may.
func (f *finder) writes(s step) bool {
	switch s.Op {
	case cfg.Call:
		return true
	case cfg.Atomic:
		return !f.isAtomicRead(s)
	}
	return s.Op == cfg.Store && !isLocal(f.address(s))
}

// reads reports a step that reads memory that other lanes see, and does no more.
func (f *finder) reads(s step) bool {
	return s.Op == cfg.Load && !isLocal(f.address(s)) || s.Op == cfg.Atomic && f.isAtomicRead(s)
}

// isAtomicRead reports an atomic that leaves its cell as it is.
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

// isReturned reports a step that decides what the calls around it return.
func (f *finder) isReturned(s step) bool {
	in := s.Instr
	for fr := s.in; fr.call != nil; fr = fr.up {
		var values []*cfg.Instr
		for _, b := range fr.fn.Blocks {
			if b.Term.Kind == cfg.Return && b.Term.Cond != nil {
				values = append(values, b.Term.Cond)
			}
			if b.Term.Kind == cfg.If {
				values = append(values, b.Term.Cond)
			}
		}
		if !f.of(fr.fn).flow.Origins(values...)[in] {
			return false
		}
		in = fr.call
	}
	return true
}

// held is an address in a function with what the parts of its variables hold that are stored once; false where
// some part of a variable may hold anything.
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

// isOfKernel reports an address in what a kernel is given.
func isOfKernel(fn *cfg.Func, address *cfg.Instr) bool {
	for len(address.Args) > 0 {
		address = address.Args[0]
	}
	return fn.Kernel && address.Op == cfg.Addr && address.Object.Storage == types.Param
}

// root is the function that the loop stands in.
func (fr *frame) root() *cfg.Func {
	for fr.call != nil {
		fr = fr.up
	}
	return fr.fn
}

package lanes

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// A function without collectives is interpreted for the sake of its result, if it is
// small: lane numbers and masks are computed by small ones, the large ones compute the
// kernel's data. Of a large one whose result is made of its arguments alone, as of
//
//	constexpr config pick(kind type, int n)     hundreds of cases
//
// it is still known that equal arguments give equal results, in one lane and across lanes.

// maxQuiet is the weight up to which a function without collectives is interpreted.
const maxQuiet = 600

// isSkipped reports a function that is not worth interpreting.
func (in *interp) isSkipped(fn *cfg.Func) bool {
	s := in.shapeOf(fn)
	return !s.mayCollect && !s.mayHide && s.mayLeave == 0 && (s.weight > maxQuiet || fn.Irreducible)
}

// skipCall stands for a call that is not worth interpreting: what it returns
// and what its arguments lead to is unknown.
func (in *interp) skipCall(fr *frame, i *cfg.Instr, args []value, st *state) {
	if words, ok := onlyWords(args); ok && in.computes(i.Callee) {
		fr.values[i.ID] = in.computed("?"+i.Callee.Decl.Key, i.Type, approximation{}, words)
		return
	}
	in.havoc(fr, i, st)
	for _, a := range args {
		if agg, ok := a.(aggregate); ok && agg.holdsPointer() {
			in.forgetReachable(st)
		}
	}
	in.forgetShared(st)
	if i.Type != nil && i.Type.Kind != ast.Void {
		fr.values[i.ID] = in.fresh("skipped", i.Type)
	}
}

func (a aggregate) holdsPointer() bool {
	for _, v := range a {
		if _, ok := v.(pointer); ok {
			return true
		}
	}
	return false
}

// onlyWords are arguments as vectors, if all of them are.
func onlyWords(args []value) (words []vec, ok bool) {
	for _, a := range args {
		v, isWord := a.(vec)
		if !isWord {
			return nil, false
		}
		words = append(words, v)
	}
	return words, true
}

// computed is the result, of type t, of a function by name that computes it of words.
func (in *interp) computed(name string, t *ast.Type, origin any, words []vec) value {
	word := func(part string, bits int) vec {
		return later(bits, func() vec { return in.opaque(name+part, bits, origin, words...) })
	}
	if bits := width(t); bits >= 0 {
		return word("", bits)
	}
	list, known := []part(nil), false
	if isAggregate(t) {
		list, known = in.parts(t)
	}
	if !known {
		return in.fresh("skipped", t)
	}
	result := aggregate{}
	for _, p := range list {
		if bits := width(p.t); bits >= 0 {
			k, _ := in.key(in.pathOf(p), p.t)
			result[k] = word(k, bits)
		}
	}
	return result
}

// computes reports a function whose result is made of its arguments and of what its
// pointers lead to: it reads no register, no memory but its own and its callers' variables
// and constants, and has no effect on any other.
func (in *interp) computes(fn *cfg.Func) bool {
	s := in.shapeOf(fn)
	if s.computes == unasked {
		s.computes = no // of a function that calls itself
		if in.onlyComputes(fn) {
			s.computes = yes
		}
	}
	return s.computes == yes
}

// answer is what was found out about a function, if it was asked.
type answer int

const (
	unasked answer = iota
	yes
	no
)

func (in *interp) onlyComputes(fn *cfg.Func) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if !in.isComputation(fn, i) {
				return false
			}
		}
	}
	return true
}

func (in *interp) isComputation(fn *cfg.Func, i *cfg.Instr) bool {
	switch i.Op {
	case cfg.Const, cfg.Float, cfg.Addr, cfg.FieldAddr, cfg.IndexAddr, cfg.Binary, cfg.Unary, cfg.Convert, cfg.Pure,
		cfg.TemplateConst, cfg.Alloc:
		return true
	case cfg.Load:
		return !i.Volatile && leadsHome(fn, i.Args[0])
	case cfg.Store:
		return !i.Volatile && leadsHome(fn, i.Args[0]) && (!isAddress(i.Args[1]) || leadsHome(fn, i.Args[1]))
	case cfg.Call:
		for _, a := range i.Args {
			if isAddress(a) && !leadsHome(fn, a) {
				return false
			}
		}
		return in.computes(i.Callee)
	}
	return false
}

// leadsHome reports an address of a variable of the function, of a constant, or of what a
// pointer variable holds: no other address is stored to one where this holds of all stores.
func leadsHome(fn *cfg.Func, at *cfg.Instr) bool {
	switch at.Op {
	case cfg.Addr:
		return at.Object.Func == fn || at.Object.Contents != nil
	case cfg.FieldAddr, cfg.IndexAddr, cfg.Convert:
		return leadsHome(fn, at.Args[0])
	case cfg.Load:
		return isAddress(at) && at.Args[0].Op == cfg.Addr && at.Args[0].Object.Func == fn
	}
	return false
}

// isAddress reports an instruction that yields a pointer or a reference.
func isAddress(i *cfg.Instr) bool { return i.Type != nil && width(i.Type) < 0 && !isAggregate(i.Type) }

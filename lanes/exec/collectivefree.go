package exec

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A small function without collectives is interpreted for its result, because it may compute lane numbers or masks. A
// large one mostly computes the kernel's data, and is not interpreted. But a large function whose result depends on its
// arguments alone,
//
//	constexpr config pick(kind type, int n)     hundreds of cases
//
// still gives equal results for equal arguments, in one lane and across lanes. The same holds for a function that also
// reads variables of its callers to which its arguments point, such as a hash of a key that is passed by reference.
//
// If races are looked for, a large function is interpreted too if its accesses to shared memory may conflict
// (slice.OfShared). Then only the part of the function is interpreted on which these accesses depend.

// isSkipped reports whether calls of fn are not followed. Then fn is too large to be interpreted for its result, or has
// a jump into a loop. It reaches no collective and no exit from the kernel, and calls nothing that may hide a
// collective.
func (k *functions) isSkipped(fn *cfg.Func) bool {
	s := k.funcSummaryOf(fn)
	return !s.mayCollect && !s.mayHide && s.mayLeave == 0 && (s.weight > maxCollectiveFree || fn.Irreducible)
}

// skipCall replaces a call of a function that is not interpreted. If the result depends on known words alone (madeOf),
// it is an uninterpreted function of these words, and the memory stays as it is. Otherwise the result is unknown. So
// are shared and external memory, and the variables to which the arguments point, unless the callee is known not to
// write them.
func (in *interp) skipCall(fr *frame, i *cfg.Instr, args []memory.Value, guard vector.Vec, st *memory.State) {
	if words, ok := in.madeOf(i, args, guard, st); ok {
		fr.values[i.ID] = in.computed("?"+i.Callee.Decl.Key, i.Type, memory.Approximation{}, words)
		return
	}
	if !in.writesByName(i.Callee) && !in.sparesCallers(i.Callee, args, guard, st) {
		in.forgetPointees(fr, i, args, st)
	}
	in.memory.ForgetShared(st)
	if i.Type != nil && i.Type.Kind != types.Void {
		fr.values[i.ID] = in.memory.Imprecise("skipped", i.Type)
	}
}

// madeOf collects the words on which the result of a call depends. known is false if one of these words is not known,
// or if the callee may read or write anything else.
func (in *interp) madeOf(i *cfg.Instr, args []memory.Value, guard vector.Vec, st *memory.State) (words []vector.Vec, known bool) {
	if words, known = memory.OnlyWords(args); known {
		return words, in.computes(i.Callee)
	}
	if !in.computesOfContents(i.Callee) {
		return nil, false
	}
	for n, a := range args {
		more, ok := in.readThrough(a, i.Args[n].Type, guard, st)
		if !ok {
			return nil, false
		}
		words = append(words, more...)
	}
	return words, true
}

// readThrough collects the words that a callee may read through an argument. For a pointer they are the contents of the
// whole variable into which it points, and the offset in the variable. known is false if some of the words are not
// known, or if the memory is not a lane's own.
func (in *interp) readThrough(v memory.Value, t *types.Type, guard vector.Vec, st *memory.State) (words []vector.Vec, known bool) {
	p, isPointer := v.(memory.Pointer)
	if !isPointer {
		return in.memory.AllWords(v, t)
	}
	if p.Object == nil || p.Object.Region != memory.Private || p.Object.Decl == nil || p.Converted {
		return nil, false
	}
	at, known := in.memory.Layout.ByteOffset(p)
	if !known {
		return nil, false
	}
	whole := p.Object.Decl.Type
	words, known = in.memory.AllWords(in.memory.Load(st, memory.Pointer{Object: p.Object, Elem: whole}, whole, guard, false), whole)
	return append(words, at), known
}

// forgetPointees makes the variables unknown that the arguments of a call point to.
func (in *interp) forgetPointees(fr *frame, i *cfg.Instr, args []memory.Value, st *memory.State) {
	in.havoc(fr, i, st)
	for _, a := range args {
		if agg, ok := a.(memory.Aggregate); ok && agg.HoldsPointer() {
			in.memory.ForgetReachable(st)
		}
	}
}

// computed returns the result, of type t, of an uninterpreted function of words.
func (in *interp) computed(name string, t *types.Type, origin any, words []vector.Vec) memory.Value {
	word := func(part string, bits int) vector.Vec {
		return vector.Later(bits, func() vector.Vec { return in.vectors.Opaque(name+part, bits, origin, words...) })
	}
	if bits := memory.Width(t); bits >= 0 {
		return word("", bits)
	}
	list, known := []memory.Part(nil), false
	if memory.IsAggregate(t) {
		list, known = in.memory.Layout.Parts(t)
	}
	if !known {
		return in.memory.Imprecise("skipped", t)
	}
	result := memory.Aggregate{}
	for _, p := range list {
		if bits := memory.Width(p.Type); bits >= 0 {
			k, _ := in.memory.Layout.Key(in.memory.Layout.PathOf(p), p.Type)
			result[k] = word(k, bits)
		}
	}
	return result
}

// computes reports whether the result of a function depends only on its arguments and on the variables to which they
// point. The function must read no register, and no memory except constants, its own variables and those of its
// callers. It must write only its own variables and those of its callers.
func (k *functions) computes(fn *cfg.Func) bool {
	return k.allInstrs(&k.funcSummaryOf(fn).computes, fn, k.isComputation)
}

// computesOfContents reports whether the result of a function depends only on its arguments and on the contents of the
// variables into which they point. Addresses themselves must not matter: no word is computed from one. The function
// must not write to these variables.
func (k *functions) computesOfContents(fn *cfg.Func) bool {
	return k.computes(fn) && k.writesByName(fn) && k.allInstrs(&k.funcSummaryOf(fn).computesOfContents, fn, k.takesNoAddress)
}

// takesNoAddress reports whether an instruction computes no word from an address.
func (k *functions) takesNoAddress(_ *cfg.Func, i *cfg.Instr) bool {
	switch i.Op {
	case cfg.Binary, cfg.Unary, cfg.Pure:
		return !slices.ContainsFunc(i.Args, isAddress)
	case cfg.Convert:
		return isAddress(i) == isAddress(i.Args[0])
	case cfg.Call:
		return k.computesOfContents(i.Callee)
	}
	return true
}

// writesByName reports whether a function and its callees write only to variables that they name: their own, and global
// and shared ones. The variables of its callers then keep their values, even if their addresses are passed to it.
//
//	auto load = [&](int k) { tile[row][column] = a[k * width + column]; };     k and width keep their values
func (k *functions) writesByName(fn *cfg.Func) bool {
	return k.allInstrs(&k.funcSummaryOf(fn).writesByName, fn, k.isWriteByName)
}

// isWriteByName reports whether an instruction writes only to a variable that the function names, if it writes at all.
// An address or an aggregate may be stored only in the function's own variables.
func (k *functions) isWriteByName(fn *cfg.Func, i *cfg.Instr) bool {
	switch i.Op {
	case cfg.Store:
		o := named(i.Args[0])
		return o != nil && (o.Func == fn || !isAddress(i.Args[1]) && !memory.IsAggregate(i.Args[1].Type))
	case cfg.Atomic, cfg.Share:
		return named(i.Args[0]) != nil
	case cfg.Call:
		return k.writesByName(i.Callee)
	case cfg.Extern, cfg.Unknown:
		return i.Effect.Writes == effect.None
	}
	return true
}

// named returns the variable that the function names in an address, nil if none.
func named(addr *cfg.Instr) *cfg.Object {
	switch addr.Op {
	case cfg.Addr:
		return addr.Object
	case cfg.FieldAddr, cfg.IndexAddr:
		return named(addr.Args[0])
	case cfg.Convert: // the same address, with another type
		if isAddress(addr) && isAddress(addr.Args[0]) {
			return named(addr.Args[0])
		}
	}
	return nil
}

// answer states whether a function has a property. It is unset until it is computed.
type answer int

const (
	unasked answer = iota
	yes
	no
)

// allInstrs reports whether all instructions of a function satisfy a predicate, and caches the answer in cached. For a
// recursive function the answer is no.
func (k *functions) allInstrs(cached *answer, fn *cfg.Func, is func(*cfg.Func, *cfg.Instr) bool) bool {
	if *cached != unasked {
		return *cached == yes
	}
	*cached = no
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if !is(fn, i) {
				return false
			}
		}
	}
	*cached = yes
	return true
}

func (k *functions) isComputation(fn *cfg.Func, i *cfg.Instr) bool {
	switch i.Op {
	case cfg.Const, cfg.Float, cfg.Addr, cfg.FieldAddr, cfg.IndexAddr, cfg.Binary, cfg.Unary, cfg.Convert, cfg.Pure,
		cfg.TemplateConst, cfg.Alloc:
		return true
	case cfg.Load:
		return !i.Volatile && isOwnAddress(fn, i.Args[0])
	case cfg.Store:
		return !i.Volatile && isOwnAddress(fn, i.Args[0]) && (!isAddress(i.Args[1]) || isOwnAddress(fn, i.Args[1]))
	case cfg.Call:
		for _, a := range i.Args {
			if isAddress(a) && !isOwnAddress(fn, a) {
				return false
			}
		}
		return k.computes(i.Callee)
	}
	return false
}

// isOwnAddress reports whether an address is that of a variable of the function or of a constant. An address that is
// loaded from a pointer variable of the function counts too, because isComputation lets a function store only its own
// addresses.
func isOwnAddress(fn *cfg.Func, addr *cfg.Instr) bool {
	switch addr.Op {
	case cfg.Addr:
		return addr.Object.Func == fn || addr.Object.Contents != nil
	case cfg.FieldAddr, cfg.IndexAddr, cfg.Convert:
		return isOwnAddress(fn, addr.Args[0])
	case cfg.Load:
		return isAddress(addr) && addr.Args[0].Op == cfg.Addr && addr.Args[0].Object.Func == fn
	}
	return false
}

// isAddress reports whether an instruction yields a pointer or a reference.
func isAddress(i *cfg.Instr) bool {
	return i.Type != nil && memory.Width(i.Type) < 0 && !memory.IsAggregate(i.Type)
}

package collective

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// reduction returns one result for all lanes with one mask. If the operands are integers, the result is computed.
// Otherwise it is unknown. Each part of a record depends on all parts of the operands.
func (e *Exchange) reduction() memory.Value {
	if e.Instr.Type == nil {
		return nil
	}
	if e.isFolded() {
		return e.fold()
	}
	e.memory.Unknowns++
	name := fmt.Sprintf("reduce!%d", e.memory.Unknowns)
	result := e.place.Arg(e.Instr.Collective.Value)
	whole, isRecord := result.(memory.Aggregate)
	if !isRecord {
		return e.reducedTo(name, e.Instr.Type, []memory.Value{result})
	}
	var of []memory.Value
	whole = e.memory.EachPart(whole, e.Instr.Type, func(_ string, x memory.Value, _ *types.Type) memory.Value {
		of = append(of, x)
		return x
	})
	return e.memory.EachPart(whole, e.Instr.Type, func(key string, _ memory.Value, t *types.Type) memory.Value {
		return e.reducedTo(name+key, t, of)
	})
}

// reducedTo returns the unknown result of a reduction, of type t. If the operands are words, the unknown is a
// function of them.
func (e *Exchange) reducedTo(name string, t *types.Type, operands []memory.Value) memory.Value {
	words, areWords := memory.OnlyWords(operands)
	bits := memory.Width(t)
	if !areWords || bits < 0 {
		return e.memory.UnknownOf(name, t, memory.ResultOrigin{Operation: "reduce"}, e.OneMask())
	}
	return vector.Later(bits, func() vector.Vec { return e.reduced(name, bits, words) })
}

// reduced returns an unknown word for each group of lanes with one mask, as a function of the given words. If these
// words are constants, the program determines the result, so the unknown is marked as imprecise.
func (e *Exchange) reduced(name string, bits int, words []vector.Vec) vector.Vec {
	var list []*term.Term
	constant := true
	for _, v := range words {
		list = append(list, v.List()...)
		constant = constant && v.IsConstant()
	}
	origin := any(memory.ResultOrigin{Operation: "reduce"})
	if constant {
		origin = memory.Approximation{}
	}
	if !e.OneMask() {
		return vector.Build(func(l int) *term.Term {
			return e.t.Opaque(name, bits, origin, append(slices.Clip(list), e.Mask.At(l))...)
		})
	}
	result := e.t.Unknown(name, bits, origin)
	feed := append(slices.Clip(words), e.Guard)
	if e.Masked {
		feed = append(feed, e.Mask)
	}
	e.trace.Feed(result, trace.Feed{Of: feed})
	return vector.Uniform(result)
}

// isFolded reports whether this is a reduction or a scan of integers whose participants are known.
func (e *Exchange) isFolded() bool {
	c := e.Instr.Collective
	t := e.Instr.Args[c.Value].Type
	isWord := memory.Width(t) > 0 && t.Kind == types.Int && memory.Width(e.Instr.Type) > 0
	return foldOf(c) != "" && c.Mask >= 0 && isWord && !e.namesAbsent()
}

// foldOf returns the operation by which a collective combines integers, "" if it is not known.
func foldOf(c *cfg.Collective) string {
	if c.Class.Kind == cfg.Redux {
		return c.Class.Name
	}
	return c.Fold
}

// scan returns, for each lane, the fold of the words of the lanes up to and including it. If the operation is exclusive
// (FoldsBefore), the lane's own word is left out.
func (e *Exchange) scan() memory.Value {
	c := e.Instr.Collective
	v := e.place.Word(c.Value)
	of := reducer{e.t, foldOf(c), e.Instr.Args[c.Value].Type.Signed}
	if !e.isFolded() || of.picks() && !v.IsConstant() {
		return e.memory.Input(c.Class.String(), e.Instr.Type)
	}
	end := 1
	if c.FoldsBefore {
		end = 0
	}
	return e.c.TypedLater(e.Instr.Type, func() vector.Vec {
		return vector.Build(func(l int) *term.Term { return e.folded(of, v, l, l+end) })
	})
}

// folded combines the words of the lanes below end that take part with lane l.
func (e *Exchange) folded(reduce reducer, v vector.Vec, l, end int) *term.Term {
	result, combine := reduce.parts(v.Bits())
	neutral := result
	for o := range end {
		if takesPart := e.together(l, o); !takesPart.IsFalse() {
			result = combine(result, e.t.Ite(takesPart, v.At(o), neutral))
		}
	}
	return result
}

// fold reduces, for each lane, the words of the lanes that take part with it. A minimum or maximum is computed only for
// constants and for equal words. For other words it would be a choice among 32.
func (e *Exchange) fold() memory.Value {
	c := e.Instr.Collective
	v := e.place.Word(c.Value)
	signed := e.Instr.Args[c.Value].Type.Signed
	of := reducer{e.t, foldOf(c), signed}
	_, combine := of.parts(v.Bits())
	if combine == nil || of.picks() && !v.IsConstant() && v.UniformWhere(e.Guard) == nil {
		e.memory.Unknowns++
		return e.reducedTo(fmt.Sprintf("reduce!%d", e.memory.Unknowns), e.Instr.Type, []memory.Value{v})
	}
	if x := v.UniformWhere(e.Guard); x != nil && of.name != "add" && of.name != "xor" {
		return e.c.typed(e.Instr.Type, vector.Uniform(x))
	}
	return e.c.TypedLater(e.Instr.Type, func() vector.Vec {
		return e.perGroup(func(l int) *term.Term { return e.folded(of, v, l, warp.Size) })
	})
}

// reducer is the operation of a reduction of integers, with a table for its terms.
type reducer struct {
	t      *term.Table
	name   string
	signed bool
}

// picks reports whether the operation returns one of its operands.
func (r reducer) picks() bool { return r.name == "min" || r.name == "max" }

// parts returns the neutral word, with the given number of bits, and the operation. Both are nil if the operation is
// not known.
func (r reducer) parts(bits int) (neutral *term.Term, combine func(x, y *term.Term) *term.Term) {
	t := r.t
	less, least, most := t.ULt, uint64(0), ^uint64(0)
	if r.signed {
		less, least, most = t.SLt, 1<<(bits-1), 1<<(bits-1)-1
	}
	switch r.name {
	case "add":
		return t.Const(bits, 0), t.Add
	case "and":
		return t.Const(bits, ^uint64(0)), t.BAnd
	case "or":
		return t.Const(bits, 0), t.BOr
	case "xor":
		return t.Const(bits, 0), t.BXor
	case "min":
		return t.Const(bits, most), func(x, y *term.Term) *term.Term { return t.Ite(less(x, y), x, y) }
	case "max":
		return t.Const(bits, least), func(x, y *term.Term) *term.Term { return t.Ite(less(x, y), y, x) }
	}
	return nil, nil
}

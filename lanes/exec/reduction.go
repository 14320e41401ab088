package exec

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// reduction is one for all lanes with one mask: computed of integers, else unknown. Each part of a record is made
// of all parts.
func (in *interp) reduction(fr *frame, e *exchange) memory.Value {
	if e.Instr.Type == nil {
		return nil
	}
	if in.isFolded(e) {
		return in.fold(fr, e)
	}
	in.memory.Unknowns++
	name := fmt.Sprintf("reduce!%d", in.memory.Unknowns)
	result := in.arg(fr, e.Instr, e.Instr.Collective.Value)
	whole, isRecord := result.(memory.Aggregate)
	if !isRecord {
		return in.reducedTo(e, name, e.Instr.Type, []memory.Value{result})
	}
	var of []memory.Value
	whole = in.memory.EachPart(whole, e.Instr.Type, func(_ string, x memory.Value, _ *ast.Type) memory.Value {
		of = append(of, x)
		return x
	})
	return in.memory.EachPart(whole, e.Instr.Type, func(key string, _ memory.Value, t *ast.Type) memory.Value {
		return in.reducedTo(e, name+key, t, of)
	})
}

// reducedTo is what a reduction of words yields, as one of type t. That of what is no word is
// unknown.
func (in *interp) reducedTo(e *exchange, name string, t *ast.Type, of []memory.Value) memory.Value {
	words, areWords := memory.OnlyWords(of)
	bits := memory.Width(t)
	if !areWords || bits < 0 {
		return in.memory.UnknownOf(name, t, memory.ResultOrigin{Operation: "reduce"}, e.OneMask())
	}
	return vector.Later(bits, func() vector.Vec { return in.reduced(e, name, bits, words) })
}

// reduced is an unknown word, made of others, for all lanes with one mask. Of constants it is
// something that the program could know.
func (in *interp) reduced(e *exchange, name string, bits int, of []vector.Vec) vector.Vec {
	var list []*term.Term
	constant := true
	for _, v := range of {
		list = append(list, v.List()...)
		constant = constant && v.IsConstant()
	}
	origin := any(memory.ResultOrigin{Operation: "reduce"})
	if constant {
		origin = memory.Approximation{}
	}
	if !e.OneMask() {
		return vector.Build(func(l int) *term.Term {
			return in.t.Opaque(name, bits, origin, append(slices.Clip(list), e.Mask.At(l))...)
		})
	}
	result := in.t.Unknown(name, bits, origin)
	feed := append(slices.Clip(of), e.Guard)
	if e.Masked {
		feed = append(feed, e.Mask)
	}
	in.Trace.Feed(result, trace.Feed{Of: feed})
	return vector.Uniform(result)
}

// isFolded reports a reduction or a scan of integers of which it is known who takes part.
func (in *interp) isFolded(e *exchange) bool {
	c := e.Instr.Collective
	t := e.Instr.Args[c.Value].Type
	isWord := memory.Width(t) > 0 && t.Kind == ast.Int && memory.Width(e.Instr.Type) > 0
	return foldOf(c) != "" && c.Mask >= 0 && isWord && !in.namesAbsent(e)
}

// foldOf is the operation by which a collective combines integers, "" for none that is known.
func foldOf(c *cfg.Collective) string {
	if c.Class.Kind == cfg.Redux {
		return c.Class.Name
	}
	return c.Fold
}

// scan gives each lane what is made of the lanes up to it, or before it.
func (in *interp) scan(fr *frame, e *exchange) memory.Value {
	c := e.Instr.Collective
	v := in.word(fr, e.Instr, c.Value)
	of := reducer{in.t, foldOf(c), e.Instr.Args[c.Value].Type.Signed}
	if !in.isFolded(e) || of.picks() && !v.IsConstant() {
		return in.memory.Input(c.Class.String(), e.Instr.Type)
	}
	end := 1
	if c.FoldsBefore {
		end = 0
	}
	return in.typedLater(e.Instr.Type, func() vector.Vec {
		return vector.Build(func(l int) *term.Term { return in.folded(e, of, v, l, l+end) })
	})
}

// folded combines the words of those lanes before a last one that take part with lane l.
func (in *interp) folded(e *exchange, of reducer, v vector.Vec, l, end int) *term.Term {
	result, combine := of.parts(v.Bits())
	neutral := result
	for o := range end {
		if takesPart := in.together(e, l, o); !takesPart.IsFalse() {
			result = combine(result, in.t.Ite(takesPart, v.At(o), neutral))
		}
	}
	return result
}

// fold reduces the words of the lanes that take part with each lane. A least or largest one is computed of constants
// and of words that are alike: of others it would be a choice of 32.
func (in *interp) fold(fr *frame, e *exchange) memory.Value {
	c := e.Instr.Collective
	v := in.word(fr, e.Instr, c.Value)
	signed := e.Instr.Args[c.Value].Type.Signed
	of := reducer{in.t, foldOf(c), signed}
	_, combine := of.parts(v.Bits())
	if combine == nil || of.picks() && !v.IsConstant() && v.UniformWhere(e.Guard) == nil {
		in.memory.Unknowns++
		return in.reducedTo(e, fmt.Sprintf("reduce!%d", in.memory.Unknowns), e.Instr.Type, []memory.Value{v})
	}
	if x := v.UniformWhere(e.Guard); x != nil && of.name != "add" && of.name != "xor" {
		return in.typed(e.Instr.Type, vector.Uniform(x))
	}
	return in.typedLater(e.Instr.Type, func() vector.Vec {
		return in.perGroup(e, func(l int) *term.Term { return in.folded(e, of, v, l, warp.Size) })
	})
}

// reducer is an operation on integers.
type reducer struct {
	t      *term.Table
	name   string
	signed bool
}

// picks reports an operation that yields one of its operands.
func (r reducer) picks() bool { return r.name == "min" || r.name == "max" }

// parts are what leaves a word of so many bits as it is, and the operation; nil for one that is not known.
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

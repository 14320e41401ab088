package exec

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// reduction is unknown, and one for all lanes with one mask. Each part of a record is made of
// all parts.
func (in *interp) reduction(fr *frame, e *exchange) memory.Value {
	if e.Instr.Type == nil {
		return nil
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
	in.feeds(result, trace.Feed{Of: feed})
	return vector.Uniform(result)
}

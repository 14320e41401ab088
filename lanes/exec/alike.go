package exec

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/internal/linetext"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// mayBeAlike reports whether equal operands in all lanes may be assumed to give equal results in all lanes, for an
// instruction without a model. This is assumed of instructions marked Alike. In a template it is also assumed of
// instructions that depend on its arguments or that were not parsed.
func mayBeAlike(fr *frame, i *cfg.Instr) bool {
	return i.Alike || isDependent(fr, i) || fr.Fn.Decl.Pattern && !i.Foreign && i.Op == cfg.Unknown
}

// isDependent reports whether an instruction is a call whose callee depends on the arguments of a template.
func isDependent(fr *frame, i *cfg.Instr) bool {
	return fr.Fn.Decl.Pattern && !i.Foreign && i.Op == cfg.Extern
}

// resultOfUnmodelled returns the result of an instruction without a model. If same is set, all lanes get the same
// result, and operands are the words of its operands.
func (in *interp) resultOfUnmodelled(fr *frame, i *cfg.Instr, operands []vector.Vec, same bool) memory.Value {
	switch {
	case same:
	case isDependent(fr, i):
		return in.memory.InputOfTemplate(i.Text, i.Type)
	case i.Effect.Value == effect.Fresh:
		return in.memory.Fresh(i.Text, i.Type)
	case i.Op != cfg.Unknown:
		return in.memory.Input(i.Text, i.Type)
	case mayBeAlike(fr, i):
		in.memory.Unknowns++
		return in.memory.UnknownOf(fmt.Sprintf("?%s!%d", i.Text, in.memory.Unknowns), i.Type, memory.UnparsedOrigin{Name: nameOf(i)}, false)
	default:
		return in.memory.Imprecise(i.Text, i.Type)
	}
	in.memory.Unknowns++
	v := in.memory.UnknownOf(fmt.Sprintf("?%s!%d", i.Text, in.memory.Unknowns), i.Type, memory.Approximation{}, true)
	in.memory.Layout.EachWord(v, func(word vector.Vec) { in.Trace.FeedAll(word, trace.Feed{Of: operands}) })
	return v
}

// uniformOperands returns the words of the operands of i. same reports whether i is assumed to have the same result in
// all lanes. If it is false, operands is incomplete. It is true under three conditions: mayBeAlike is true of i; each
// operand is the same in all lanes of guard; and this interpretation assumes that values which may be the same in all
// lanes are the same (memory.Alike).
func (in *interp) uniformOperands(fr *frame, i *cfg.Instr, guard vector.Vec) (operands []vector.Vec, same bool) {
	if !mayBeAlike(fr, i) {
		return nil, false
	}
	if !in.memory.Alike {
		in.memory.Vary(nameOf(i))
		return nil, false
	}
	for n := range i.Args {
		words, uniformly := in.memory.UniformWords(in.arg(fr, i, n), guard)
		if !uniformly {
			return nil, false
		}
		operands = append(operands, words...)
	}
	return operands, true
}

// nameOf names an instruction in messages.
func nameOf(i *cfg.Instr) string {
	if i.Op == cfg.Extern && i.Text != "" {
		return i.Text
	}
	return "a value of " + linetext.Of(i.Pos)
}

// havocAlike replaces the memory that an instruction may write by unknown values (havoc). same states that the
// instruction does the same in all lanes. If it is set and all lanes execute the instruction together, all lanes find
// equal values in this memory afterwards.
func (in *interp) havocAlike(fr *frame, i *cfg.Instr, guard vector.Vec, st *memory.State, same bool) {
	if same && (guard == in.Trace.Alive || guard.IsUniform()) {
		defer in.memory.KeepAlike()()
	}
	in.havoc(fr, i, st)
}

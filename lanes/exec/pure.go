package exec

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/exec/arithmetic"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// pureValue returns the result of a function without effects. An operand of class type is passed as its scalars. If the
// result is of class type, each of its scalars is a function of its own.
func (in *interp) pureValue(fr *frame, i *cfg.Instr) memory.Value {
	if i.Classes != nil {
		if p, is := in.arg(fr, i, 0).(memory.Pointer); is && p.PointsToVariable() {
			return in.memory.ClassOf(p, i.Classes, i.Type)
		}
	}
	aggregates := memory.IsAggregate(i.Type)
	var words []vector.Vec
	for n, a := range i.Args {
		if !memory.IsAggregate(a.Type) {
			words = append(words, in.word(fr, i, n))
			continue
		}
		aggregates = true
		words = append(words, in.scalarWords(fr, i, n)...)
	}
	if !aggregates {
		return in.suspend(i, words, in.arithmetic.Pure)
	}
	return in.computed("pure "+i.Text+arithmetic.Signature(i), i.Type, nil, words)
}

// scalarWords returns the scalars of an operand of class type. If they are not all known, it returns a single unknown
// word per lane.
func (in *interp) scalarWords(fr *frame, i *cfg.Instr, n int) []vector.Vec {
	list, listed := in.memory.Layout.Parts(i.Args[n].Type)
	if words, known := in.memory.Layout.WordsAt(in.arg(fr, i, n), list); listed && known {
		return words
	}
	return []vector.Vec{in.word(fr, i, n)}
}

package compared

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// A goal is a result that a computation should have. The goal of a result determines goals of the operands, and so on
// back to the arguments:
//
//	(n >> 3 & 7) == 5        n >> 3 & 7: 5        n >> 3: 5 and 2        n: 40 and 16

// goal holds numbers that a value should have. neighbours holds further numbers, to be left out if the value is of an
// enumeration. isOfLoop reports whether the comparison decides whether a loop continues.
type goal struct {
	numbers, neighbours []Number
	isOfLoop            bool
}

// through returns the goal of an operand, if g is the goal of the operation's result. step is called with each number
// that the result should have. It returns the numbers that the operand may have for that.
func (g goal) through(step func(Number) []Number) goal {
	made := goal{isOfLoop: g.isOfLoop}
	for _, n := range g.numbers {
		made.numbers = append(made.numbers, step(n)...)
	}
	for _, n := range g.neighbours {
		made.neighbours = append(made.neighbours, step(n)...)
	}
	return made
}

// aim adds numbers to the arguments from which a value is computed, such that the value reaches a goal. It follows the
// value back through at most `steps` instructions.
func (f *finder) aim(value *cfg.Instr, g goal, steps int) {
	if steps <= 0 || len(g.numbers)+len(g.neighbours) == 0 || len(value.Args) == 0 && value.Op != cfg.Call {
		return
	}
	switch value.Op {
	case cfg.Convert:
		f.aim(value.Args[0], g.through(func(n Number) []Number { return n.beforeConversion(value.Args[0].Type, value.Type) }), steps-1)
	case cfg.Unary:
		f.aim(value.Args[0], g.through(func(n Number) []Number { return n.beforeUnary(value.Operator) }), steps-1)
	case cfg.Binary:
		f.aimAtOperands(value, g, steps)
	case cfg.Pure:
		f.aim(value.Args[0], g.through(func(n Number) []Number { return n.beforeFunction(value.Text) }), steps-1)
		if len(value.Args) == 2 {
			f.aim(value.Args[1], g.through(func(n Number) []Number { return n.beforeFunction(value.Text) }), steps-1)
		}
	case cfg.Call:
		for _, returned := range f.returned[value.Callee] {
			f.aim(returned, g, steps-1)
		}
	case cfg.Load:
		f.aimAtMemory(value, g, steps)
	}
}

// aimAtOperands aims at the operand of a binary operation whose other operand is a constant. If none is, and a product
// or the common bits of two numbers should be 0, it aims at 0 for each operand. steps bounds the number of instructions
// that are followed.
func (f *finder) aimAtOperands(value *cfg.Instr, g goal, steps int) {
	left, right := value.Args[0], value.Args[1]
	if c, isConstant := constant(right); isConstant {
		f.aim(left, g.through(func(n Number) []Number { return n.before(value.Operator, c, value.Type) }), steps-1)
	} else if c, isConstant := constant(left); isConstant {
		f.aim(right, g.through(func(n Number) []Number { return n.behind(value.Operator, c, value.Type) }), steps-1)
	} else if isZeroOfOne := value.Operator == operator.And || value.Operator == operator.Mul; isZeroOfOne && slices.ContainsFunc(g.numbers, Number.isZero) {
		for _, operand := range value.Args {
			f.aim(operand, goal{numbers: []Number{{}}}, steps-1)
		}
	}
}

// aimAtMemory aims at what a load reads: an argument, a variable, or an element of a small table. For a table it aims
// at all values of the index. steps bounds the number of instructions that are followed.
func (f *finder) aimAtMemory(load *cfg.Instr, g goal, steps int) {
	at := load.Args[0]
	names := f.namesAt(at, steps)
	for _, name := range names {
		f.addTo(name, g.numbersIn(load.Type, bitsOf(at, load.Type)))
	}
	switch {
	case at.Op == cfg.Addr && !g.isOfLoop:
		for _, value := range f.given[at.Object] {
			if value = value.Unconverted(); value.Op != cfg.Load || len(names) == 0 {
				f.aim(value, g, steps/2) // a variable may be set by many stores, so each gets fewer steps
			}
		}
	case at.Op == cfg.IndexAddr:
		if object := at.Base().Object; at.Base().Op == cfg.Addr && object.Type.Kind == types.Array && object.Type.Len <= mostNumbers {
			all := goal{}
			for n := range max(object.Type.Len, 0) {
				all.numbers = append(all.numbers, Number{Whole: n})
			}
			f.aim(at.Args[1], all, steps-1)
		}
	}
}

// numbersIn returns those numbers of the goal that a type with the given number of bits can represent. For an
// enumeration, it returns all enumerators, and the numbers of the goal only if one of them is compared through a mask.
func (g goal) numbersIn(t *types.Type, bits int) (list []Number) {
	if t.Enumeration && len(t.Enumerators) > 0 {
		list = wholes(t.Enumerators...)
		if !slices.ContainsFunc(g.numbers, func(n Number) bool { return n.isMasked }) {
			return list
		}
	}
	narrow := *t
	narrow.Bits = bits
	for _, n := range slices.Concat(g.numbers, g.neighbours) {
		if n, fits := n.in(&narrow); fits {
			list = append(list, n)
		}
	}
	return list
}

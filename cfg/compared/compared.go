// Package compared finds the numbers with which a kernel compares its arguments. A run with the numbers on both sides of
// a comparison takes both branches:
//
//	if (mode == 2)            mode: 2
//	if (n > 16)               n: 17 and 16
//	if (flag)                 flag: 0
//	if (p.bits & 4)           p.bits: 0 and 4
//	if (alpha != 1.f)         alpha: 1
//	if (bias != nullptr)      bias: 0
//
// For an argument of an enumeration type, the numbers are its enumerators. If the kernel computes with the argument, it
// is a set of bits, and other numbers count as well.
//
// The value of an argument is followed through arithmetic with constants, conversions, variables, and calls
// (backward.go). A number that only bounds a loop is left out, because a launch for no elements is rare.
package compared

import (
	"slices"
	"strconv"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// Argument is an argument of a kernel, or a part of one, with the numbers to try for it.
type Argument struct {
	Name    string // "n", "params.sizes[1]"
	Numbers []Number
}

// IsFlag reports whether the argument is compared with 0. It may be a switch, with 0 for off and other numbers for on.
func (a *Argument) IsFlag() bool { return slices.ContainsFunc(a.Numbers, Number.isZero) }

// mostNumbers bounds the numbers of one argument. mostSteps bounds the instructions through which a value is followed.
const (
	mostNumbers = 12
	mostSteps   = 16
)

// Of returns the arguments of a kernel that it compares with numbers, in the order of the text.
func Of(kernel *cfg.Func) []Argument {
	f := &finder{kernel: kernel, dataflows: cfg.Dataflows{}, given: map[*cfg.Object][]*cfg.Instr{}, returned: map[*cfg.Func][]*cfg.Instr{}}
	funcs := cfg.InCallOrder([]*cfg.Func{kernel})
	for _, fn := range funcs {
		f.collect(fn)
	}
	for _, fn := range funcs {
		f.compare(fn)
	}
	return f.found
}

// finder searches a kernel, and the functions that it calls, for comparisons of its arguments.
type finder struct {
	kernel    *cfg.Func
	dataflows cfg.Dataflows
	// given holds the values that a variable or a parameter gets, by stores and by calls. returned holds the values
	// that a function returns.
	given    map[*cfg.Object][]*cfg.Instr
	returned map[*cfg.Func][]*cfg.Instr
	found    []Argument
}

// collect records, from the text of a function, which values variables, parameters and callers get.
func (f *finder) collect(fn *cfg.Func) {
	for _, block := range fn.Blocks {
		for _, in := range block.Instrs {
			switch {
			case in.Op == cfg.Store && in.Args[0].Op == cfg.Addr:
				f.give(in.Args[0].Object, in.Args[1])
			case in.Op == cfg.Call:
				for n, arg := range in.Args[:min(len(in.Args), len(in.Callee.Params))] {
					f.give(in.Callee.Params[n], arg)
				}
			}
		}
		if block.Term.Kind == cfg.Return && block.Term.Cond != nil {
			f.returned[fn] = append(f.returned[fn], block.Term.Cond)
		}
	}
}

// give records that a variable gets a value, unless it may also get values in other ways.
func (f *finder) give(o *cfg.Object, value *cfg.Instr) {
	if o.Func != nil && f.dataflows.Of(o.Func).IsStoredByName(o) {
		f.given[o] = append(f.given[o], value)
	}
}

// isArgument reports whether a variable is a parameter of the kernel that is not written through a pointer.
func (f *finder) isArgument(o *cfg.Object) bool {
	return slices.Contains(f.kernel.Params, o) && f.dataflows.Of(f.kernel).IsStoredByName(o)
}

// namesAt returns the names of the arguments whose memory an address may point to, or whose copy a variable at the
// address may be. steps bounds the number of instructions that are followed.
func (f *finder) namesAt(at *cfg.Instr, steps int) (names []string) {
	if steps <= 0 {
		return nil
	}
	part := ""
	switch {
	case at.Op == cfg.Addr && f.isArgument(at.Object):
		return []string{at.Object.Name}
	case at.Op == cfg.Addr:
		for _, value := range f.given[at.Object] {
			if value = value.Unconverted(); value.Op == cfg.Load {
				names = append(names, f.namesAt(value.Args[0], steps-1)...)
			}
		}
		return names
	case at.Op == cfg.Load && at.Args[0].Op == cfg.Addr:
		for _, pointer := range f.given[at.Args[0].Object] {
			names = append(names, f.namesAt(pointer, steps-1)...)
		}
		return names
	case at.Op == cfg.FieldAddr:
		part = "." + at.Field.Name
	case at.Op == cfg.IndexAddr && at.Args[1].Unconverted().Op == cfg.Const:
		part = "[" + strconv.FormatInt(at.Args[1].Unconverted().Int, 10) + "]"
	case at.Op != cfg.Convert:
		return nil
	}
	for _, name := range f.namesAt(at.Args[0], steps-1) {
		names = append(names, name+part)
	}
	return names
}

// compare adds the numbers with which a function compares arguments.
func (f *finder) compare(fn *cfg.Func) {
	zero := goal{numbers: []Number{{}}}
	for _, block := range fn.Blocks {
		for _, in := range block.Instrs {
			switch {
			case in.Op == cfg.Binary && in.Operator.Mirrored() != operator.NoOp:
				goesOn := leavesLoop(in)
				left, right := f.numbersOf(in.Args[0], goesOn), f.numbersOf(in.Args[1], goesOn)
				f.aim(in.Args[0], goal{right, beside(in.Operator, right), goesOn}, mostSteps)
				f.aim(in.Args[1], goal{left, beside(in.Operator.Mirrored(), left), goesOn}, mostSteps)
			case in.Op == cfg.Convert && in.Operator == operator.CastBool, in.Op == cfg.Unary && in.Operator == operator.Not:
				f.aim(in.Args[0], zero, mostSteps)
			}
		}
		switch block.Term.Kind {
		case cfg.If:
			f.aim(block.Term.Cond, zero, mostSteps)
		case cfg.Switch:
			if numbers := casesOf(&block.Term); len(numbers) > 0 {
				after := wholes(slices.Max(numbers) + 1)
				f.aim(block.Term.Cond, goal{numbers: wholes(numbers...), neighbours: after}, mostSteps)
			}
		}
	}
}

// beside returns neighbours of the given numbers: those for which a comparison by order has another result.
func beside(comparison operator.Op, numbers []Number) (list []Number) {
	for _, n := range numbers {
		switch comparison {
		case operator.LT, operator.GE:
			list = append(list, n.plus(-1))
		case operator.LE, operator.GT:
			list = append(list, n.plus(1))
		}
	}
	return list
}

// numbersOf returns the numbers that an operand of a comparison has: a constant, or the constants that a counter is set
// to. It returns none for a counter if the comparison decides whether a loop goes on.
func (f *finder) numbersOf(operand *cfg.Instr, goesOn bool) (numbers []Number) {
	if n, isConstant := constant(operand); isConstant {
		return []Number{n}
	}
	operand = operand.Unconverted()
	if operand.Op != cfg.Load || operand.Args[0].Op != cfg.Addr || goesOn {
		return nil
	}
	counter := operand.Args[0].Object
	if counter.Func == nil {
		return nil
	}
	for _, stored := range f.dataflows.Of(counter.Func).Stored(counter) {
		if n, isConstant := constant(stored); isConstant {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// leavesLoop reports whether the branch on a comparison leaves the loop that it is in.
func leavesLoop(comparison *cfg.Instr) bool {
	loop := comparison.Block.Loop
	return loop != nil && slices.ContainsFunc(comparison.Block.Succs, func(next *cfg.Block) bool { return !slices.Contains(loop.Blocks, next) })
}

// casesOf returns the limits of the ranges of a switch's cases.
func casesOf(end *cfg.Terminator) (numbers []int64) {
	for _, limits := range end.Cases {
		numbers = append(numbers, limits[0], limits[1])
	}
	return numbers
}

// addTo adds numbers to the argument with the given name in f.found, up to mostNumbers in all.
func (f *finder) addTo(name string, numbers []Number) {
	at := slices.IndexFunc(f.found, func(a Argument) bool { return a.Name == name })
	if at < 0 && len(numbers) > 0 {
		at = len(f.found)
		f.found = append(f.found, Argument{Name: name})
	}
	for _, n := range numbers {
		if a := &f.found[at]; len(a.Numbers) < mostNumbers && !slices.Contains(a.Numbers, n) {
			a.Numbers = append(a.Numbers, n)
		}
	}
}

// bitsOf returns the width of the bit-field at an address, and that of the type for other addresses.
func bitsOf(at *cfg.Instr, t *types.Type) int {
	if at.Op == cfg.FieldAddr && at.Field.BitWidth > 0 {
		return at.Field.BitWidth
	}
	return t.Bits
}

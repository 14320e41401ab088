// Package compared finds the numbers with which a kernel compares its arguments. A run with the numbers on both sides of
// a comparison takes both branches:
//
//	if (mode == 2)            mode: 2
//	if (n > 16)               n: 17 and 16
//	if (flag)                 flag: 0
//	if (p.bits & 4)           p.bits: 0 and 4
//	if (bias != nullptr)      bias: 0
//
// An enumeration has the numbers of the enumerators that are compared, and 0 and 1. Most others are no enumerators.
//
// The value of an argument is followed through conversions, variables that are set once, and calls. The bound of a loop
// is no such number: a launch for no elements is rare.
package compared

import (
	"slices"
	"strconv"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/distinct"
)

// Argument is an argument of a kernel, or a part of one, with the numbers that comparisons ask for.
type Argument struct {
	Name    string // "n", "params.sizes[1]"
	Numbers []int64
}

// IsFlag reports whether the argument is compared with 0: 0 may stand for off, and other numbers for on.
func (a *Argument) IsFlag() bool { return slices.Contains(a.Numbers, 0) }

// mostNumbers bounds the numbers of one argument, and mostNumber their size. A run with a larger number is usually long.
// mostRounds bounds the nesting of calls through which arguments are followed.
const (
	mostNumbers = 8
	mostNumber  = 1 << 12
	mostRounds  = 4
)

// Of returns the arguments of a kernel that it compares with numbers, in the order of the text.
func Of(kernel *cfg.Func) []Argument {
	f := &finder{dataflows: cfg.Dataflows{}, copies: map[*cfg.Object][]string{}, targets: map[*cfg.Object][]string{}}
	for _, p := range kernel.Params {
		if f.isOnly(p, 0) {
			f.copies[p] = []string{p.Name}
		}
	}
	funcs := cfg.InCallOrder([]*cfg.Func{kernel})
	for range mostRounds {
		for _, fn := range funcs {
			f.follow(fn)
		}
	}
	for _, fn := range funcs {
		f.compare(fn)
	}
	return f.found
}

// finder finds the comparisons of a kernel.
type finder struct {
	dataflows cfg.Dataflows
	// copies are the arguments whose value a variable holds. targets are those that a pointer or a reference points to. A
	// parameter of a function has several if several calls pass it.
	copies, targets map[*cfg.Object][]string
	found           []Argument
}

// isOnly reports whether a variable of a function is stored to as often as count says, and only by its name.
func (f *finder) isOnly(o *cfg.Object, count int) bool {
	if o.Func == nil {
		return false
	}
	d := f.dataflows.Of(o.Func)
	return d.IsStoredByName(o) && len(d.Stores(o)) == count
}

// follow notes which variables and parameters get arguments in a function.
func (f *finder) follow(fn *cfg.Func) {
	for _, block := range fn.Blocks {
		for _, in := range block.Instrs {
			switch {
			case in.Op == cfg.Store && in.Args[0].Op == cfg.Addr && f.isOnly(in.Args[0].Object, 1):
				f.give(in.Args[0].Object, in.Args[1])
			case in.Op == cfg.Call:
				for n, arg := range in.Args[:min(len(in.Args), len(in.Callee.Params))] {
					if p := in.Callee.Params[n]; f.isOnly(p, 0) {
						f.give(p, arg)
					}
				}
			}
		}
	}
}

// give notes that a variable gets a value.
func (f *finder) give(o *cfg.Object, value *cfg.Instr) {
	f.copies[o] = distinct.Append(f.copies[o], f.namesOf(value)...)
	f.targets[o] = distinct.Append(f.targets[o], f.namesAt(value)...)
}

// namesOf returns the arguments that a value may be a copy of.
func (f *finder) namesOf(value *cfg.Instr) []string {
	if value = value.Unconverted(); value.Op == cfg.Load {
		return f.namesAt(value.Args[0])
	}
	return nil
}

// namesAt returns the arguments that may have a copy at an address.
func (f *finder) namesAt(at *cfg.Instr) (names []string) {
	part := ""
	switch {
	case at.Op == cfg.Addr:
		return f.copies[at.Object]
	case at.Op == cfg.Load && at.Args[0].Op == cfg.Addr:
		return f.targets[at.Args[0].Object]
	case at.Op == cfg.FieldAddr:
		part = "." + at.Field.Name
	case at.Op == cfg.IndexAddr && at.Args[1].Unconverted().Op == cfg.Const:
		part = "[" + strconv.FormatInt(at.Args[1].Unconverted().Int, 10) + "]"
	case at.Op != cfg.Convert:
		return nil
	}
	for _, name := range f.namesAt(at.Args[0]) {
		names = append(names, name+part)
	}
	return names
}

// compare adds the numbers with which a function compares arguments.
func (f *finder) compare(fn *cfg.Func) {
	for _, block := range fn.Blocks {
		for _, in := range block.Instrs {
			switch {
			case in.Op == cfg.Binary && in.Operator.Mirrored() != operator.NoOp:
				left, right := f.numbersOf(in, in.Args[0]), f.numbersOf(in, in.Args[1])
				f.add(in.Args[0], right, beside(in.Operator, right))
				f.add(in.Args[1], left, beside(in.Operator.Mirrored(), left))
			case in.Op == cfg.Convert && in.Operator == operator.CastBool, in.Op == cfg.Unary && in.Operator == operator.Not:
				f.add(in.Args[0], []int64{0}, nil)
			}
		}
		switch block.Term.Kind {
		case cfg.If:
			f.add(block.Term.Cond, []int64{0}, nil)
		case cfg.Switch:
			if numbers := casesOf(&block.Term); len(numbers) > 0 {
				f.add(block.Term.Cond, numbers, []int64{slices.Max(numbers) + 1})
			}
		}
	}
}

// beside returns the neighbours of numbers for which a comparison by order has another result than for the numbers.
func beside(comparison operator.Op, numbers []int64) (list []int64) {
	for _, n := range numbers {
		switch comparison {
		case operator.LT, operator.GE:
			list = append(list, n-1)
		case operator.LE, operator.GT:
			list = append(list, n+1)
		}
	}
	return list
}

// numbersOf returns the numbers that an operand of a comparison has: a constant, or the constants that a counter is set
// to. It returns none for a counter if the comparison decides whether a loop goes on.
func (f *finder) numbersOf(comparison, operand *cfg.Instr) []int64 {
	operand = operand.Unconverted()
	switch {
	case operand.Op == cfg.Const:
		return []int64{operand.Int}
	case operand.Op != cfg.Load || operand.Args[0].Op != cfg.Addr || leavesLoop(comparison):
		return nil
	}
	counter := operand.Args[0].Object
	if counter.Func == nil {
		return nil
	}
	var numbers []int64
	for _, stored := range f.dataflows.Of(counter.Func).Stored(counter) {
		if stored = stored.Unconverted(); stored.Op == cfg.Const {
			numbers = append(numbers, stored.Int)
		}
	}
	return numbers
}

// leavesLoop reports whether the branch behind a comparison leaves the loop that it is in.
func leavesLoop(comparison *cfg.Instr) bool {
	loop := comparison.Block.Loop
	return loop != nil && slices.ContainsFunc(comparison.Block.Succs, func(next *cfg.Block) bool { return !slices.Contains(loop.Blocks, next) })
}

// casesOf returns the limits of the cases of a switch.
func casesOf(end *cfg.Terminator) (numbers []int64) {
	for _, limits := range end.Cases {
		numbers = append(numbers, limits[0], limits[1])
	}
	return numbers
}

// add adds numbers to the arguments from which a value is computed, such that the value gets the numbers. It adds those in
// neighbours too, unless the argument is of an enumeration.
func (f *finder) add(value *cfg.Instr, numbers, neighbours []int64) {
	for value = value.Unconverted(); value.Op == cfg.Binary; value = value.Args[0].Unconverted() {
		constant := value.Args[1].Unconverted()
		if constant.Op != cfg.Const {
			return
		}
		numbers, neighbours = before(value.Operator, constant.Int, numbers), before(value.Operator, constant.Int, neighbours)
	}
	switch {
	case len(numbers) == 0:
		return
	case value.Type.Enumeration:
		numbers = append(numbers, 0, 1)
	default:
		numbers = append(numbers, neighbours...)
	}
	for _, name := range f.namesOf(value) {
		f.addTo(name, value.Type, numbers)
	}
}

// before returns numbers for which the operation with a constant gives the numbers in list. For a remainder or a mask,
// it adds a number that gives none of them.
func before(operation operator.Op, constant int64, list []int64) (numbers []int64) {
	for _, n := range list {
		switch {
		case operation == operator.Add:
			numbers = append(numbers, n-constant)
		case operation == operator.Sub:
			numbers = append(numbers, n+constant)
		case operation == operator.Div:
			numbers = append(numbers, n*constant)
		case operation == operator.Mul && constant != 0:
			numbers = append(numbers, n/constant)
		case operation == operator.Rem:
			numbers = append(numbers, n, n+1)
		case operation == operator.And:
			numbers = append(numbers, n, n^constant)
		}
	}
	return numbers
}

// addTo adds numbers to the argument with a name. It leaves out those that its type t does not hold.
func (f *finder) addTo(name string, t *types.Type, numbers []int64) {
	numbers = slices.DeleteFunc(slices.Clone(numbers), func(n int64) bool {
		return n > mostNumber || n < -mostNumber || n < 0 && (t.Kind != types.Int || !t.Signed)
	})
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

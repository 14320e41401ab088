package replay

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/compared"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
)

// A kernel may do wrong only for one number of an argument, such as a mode or a flag, or for one of each of two. A few
// runs give arguments the numbers with which the kernel compares them, while the others keep the number of the attempt:
//
//	if (mode == 2) ...              mode = 2
//	if (f && g) s[t] = ...;         f = 0, g = 4
//	if (f || g) ... = s[t];
//
// Each number is tried alone, then with all flags of other arguments off, then beside each number of another argument.

// mostCompared bounds the attempts of comparedAttempts.
const mostCompared = 48

// comparedAttempts returns copies of an attempt in which arguments of a kernel have the numbers that the kernel compares
// them with.
func (k *kernelRuns[R]) comparedAttempts(kernel *cfg.Func, base attempt) []attempt {
	list, isKnown := k.compared[kernel]
	if !isKnown {
		list = comparedArguments(kernel)
		k.compared[kernel] = list
	}
	return choicesOf(list, base)
}

// choicesOf returns copies of an attempt in which arguments have numbers of a list.
func choicesOf(list []compared.Argument, base attempt) []attempt {
	c := choices{base: base}
	off := words{}
	for _, a := range list {
		for _, n := range a.Numbers {
			c.add(words{a.Name: uint64(n)})
		}
		if a.IsFlag() {
			off[a.Name] = 0
		}
	}
	c.add(off)
	for _, a := range list {
		rest := maps.Clone(off)
		delete(rest, a.Name)
		c.add(rest)
		for _, n := range a.Numbers {
			rest[a.Name] = uint64(n)
			c.add(rest)
		}
	}
	for i, a := range list {
		for _, b := range list[:i] {
			c.addPairs(a, b)
		}
	}
	return c.list
}

// words are the words of some arguments, by their names.
type words map[string]uint64

// choices are attempts that differ from base in the words of some arguments.
type choices struct {
	base attempt
	list []attempt
}

// add adds an attempt in which arguments have the given words, unless there is one.
func (c *choices) add(given words) {
	isKnown := slices.ContainsFunc(c.list, func(a attempt) bool { return maps.Equal(a.given, given) })
	if len(given) > 0 && !isKnown && len(c.list) < mostCompared {
		c.base.given = maps.Clone(given)
		c.list = append(c.list, c.base)
	}
}

// addPairs adds attempts with a number of each of two arguments.
func (c *choices) addPairs(a, b compared.Argument) {
	for _, n := range a.Numbers {
		for _, m := range b.Numbers {
			c.add(words{a.Name: uint64(n), b.Name: uint64(m)})
		}
	}
}

// comparedArguments returns the arguments of a kernel that may have one of several numbers. A bool may always be false.
func comparedArguments(kernel *cfg.Func) (list []compared.Argument) {
	scalars, pointers := sim.Parameters(kernel)
	parameters := append(scalars, pointers...)
	for _, a := range compared.Of(kernel) {
		if slices.ContainsFunc(parameters, func(p sim.Parameter) bool { return p.Name == a.Name }) {
			list = append(list, a)
		}
	}
	for _, p := range scalars {
		isListed := slices.ContainsFunc(list, func(a compared.Argument) bool { return a.Name == p.Name })
		if p.Type.Kind == types.Bool && !isListed {
			list = append(list, compared.Argument{Name: p.Name, Numbers: []int64{0}})
		}
	}
	return list
}

// argumentOf returns the argument for a parameter with the given number. A negative number is shown as one.
func argumentOf(p sim.Parameter, word uint64) lanes.ArgValue {
	if p.Type.Kind != types.Int || !p.Type.Signed {
		return lanes.ArgValue{Name: p.Name, Value: word}
	}
	return lanes.ArgValue{Name: p.Name, Value: word & (1<<p.Type.Bits - 1), Signed: p.Type.Bits}
}

package replay

import (
	"maps"
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/compared"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
)

// A kernel may break a rule only if an argument has one particular number, such as a mode or a flag, or if each of two
// arguments has one. A few runs give arguments the numbers with which the kernel compares them, while the others keep
// the number of the attempt:
//
//	if (mode == 2) ...              mode = 2
//	if (f && g) s[t] = ...;         f = 0, g = 4
//	if (f || g) ... = s[t];         reads cells that nobody has written
//
// Each number is tried alone, then with all flags of other arguments off, then together with each number of another
// argument.

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
	c := choices{base: base}
	c.addAll(small(list))
	c.addAll(list) // arguments with small numbers first, because a run with a large number is usually long
	return c.list
}

// comparedArgument is an argument of a kernel, or a part of one, and the words that are tried for it. isFlag reports
// whether the kernel compares the argument with 0. A bool is a flag, too.
type comparedArgument struct {
	name   string
	words  []uint64
	isFlag bool
}

// mostSmall bounds small words: as a signed number, a small word is at most mostSmall in absolute value.
const mostSmall = 1 << 12

// small returns a list of arguments without their large words.
func small(list []comparedArgument) (made []comparedArgument) {
	for _, a := range list {
		a.words = slices.DeleteFunc(slices.Clone(a.words), func(w uint64) bool { return w > mostSmall && w < -mostSmall&math.MaxUint64 })
		made = append(made, a)
	}
	return made
}

// addAll adds the attempts for arguments of a list.
func (c *choices) addAll(list []comparedArgument) {
	off := words{}
	for _, a := range list {
		for _, w := range a.words {
			c.add(words{a.name: w})
		}
		if a.isFlag {
			off[a.name] = 0
		}
	}
	c.add(off)
	for _, a := range list {
		rest := maps.Clone(off)
		delete(rest, a.name)
		c.add(rest)
		for _, w := range a.words {
			rest[a.name] = w
			c.add(rest)
		}
	}
	for i, a := range list {
		for _, b := range list[:i] {
			c.addPairs(a, b)
		}
	}
}

// words maps the names of some arguments to their words.
type words map[string]uint64

// choices collects attempts that differ from base in the words of some arguments.
type choices struct {
	base attempt
	list []attempt
}

// add adds a copy of base in which arguments have the given words. It adds nothing if there are no words, if the list
// has this attempt already, or if the list is full.
func (c *choices) add(given words) {
	isKnown := slices.ContainsFunc(c.list, func(a attempt) bool { return maps.Equal(a.given, given) })
	if len(given) > 0 && !isKnown && len(c.list) < mostCompared {
		c.base.given = maps.Clone(given)
		c.list = append(c.list, c.base)
	}
}

// addPairs adds attempts with a number of each of two arguments.
func (c *choices) addPairs(a, b comparedArgument) {
	for _, v := range a.words {
		for _, w := range b.words {
			c.add(words{a.name: v, b.name: w})
		}
	}
}

// comparedArguments returns the arguments of a kernel that it compares with numbers, each with these numbers. It adds
// all other bool arguments, with the word for false.
func comparedArguments(kernel *cfg.Func) (list []comparedArgument) {
	scalars, pointers := sim.Parameters(kernel)
	for _, a := range compared.Of(kernel) {
		for _, p := range append(scalars, pointers...) {
			if p.Name == a.Name {
				list = append(list, comparedArgument{a.Name, wordsOf(p, a.Numbers), a.IsFlag()})
			}
		}
	}
	for _, p := range scalars {
		isListed := slices.ContainsFunc(list, func(a comparedArgument) bool { return a.name == p.Name })
		if p.Type.Kind == types.Bool && !isListed {
			list = append(list, comparedArgument{p.Name, []uint64{0}, true})
		}
	}
	return list
}

// wordsOf returns numbers as words of a parameter. It leaves out real numbers if the parameter has no floating-point
// type.
func wordsOf(p sim.Parameter, numbers []compared.Number) (list []uint64) {
	t := typeOfNumber(p)
	for _, n := range numbers {
		if !n.IsReal && t.Kind != types.Float && t.Kind != types.Record {
			list = append(list, uint64(n.Whole))
		} else if word, isFloating := floatWord(t, n.AsReal()); isFloating {
			list = append(list, word)
		}
	}
	return list
}

// argumentOf returns the argument for a parameter with the given word. For a signed parameter it records the width, so
// that a report shows a negative number with its sign.
func argumentOf(p sim.Parameter, word uint64) lanes.ArgValue {
	if p.Type.Kind != types.Int || !p.Type.Signed {
		return lanes.ArgValue{Name: p.Name, Value: word}
	}
	return lanes.ArgValue{Name: p.Name, Value: word & (1<<p.Type.Bits - 1), Signed: p.Type.Bits}
}

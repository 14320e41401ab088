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

// A kernel may do wrong only for one number of an argument, such as a mode or a flag. A few runs give an argument the
// numbers with which the kernel compares it, while the others keep the number of the attempt. Flags are also off
// together, and on one by one:
//
//	if (mode == 2) ...              mode = 2
//	if (f && g) s[t] = ...;         f = 0, g = 4
//	if (f || g) ... = s[t];

// mostCompared bounds the attempts of comparedAttempts.
const mostCompared = 32

// comparedAttempts returns copies of an attempt in which arguments of a kernel have the numbers that the kernel compares
// them with.
func comparedAttempts(kernel *cfg.Func, base attempt) (list []attempt) {
	words := map[string]uint64{}
	add := func(given map[string]uint64) {
		if len(list) < mostCompared {
			base.given = maps.Clone(given)
			list = append(list, base)
		}
	}
	arguments := comparedArguments(kernel)
	for _, a := range arguments {
		for _, n := range a.Numbers {
			add(map[string]uint64{a.Name: uint64(n)})
		}
		if a.IsFlag() {
			words[a.Name] = 0
		}
	}
	if len(words) < 2 {
		return list
	}
	add(words)
	for _, a := range arguments {
		if a.IsFlag() && len(words) > 2 {
			delete(words, a.Name)
			add(words)
			words[a.Name] = 0
		}
	}
	return list
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

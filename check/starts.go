package check

import (
	"bytes"
	"cmp"
	"context"
	"path/filepath"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
)

// A unit may define a kernel that another unit launches (result.Start). When all units have been analysed, these units
// are known. Then each unit with such a kernel is analysed a second time, as if the launches of the other units were
// its own.
//
// A launch is of a kernel under two conditions. First, the declaration that the launch uses has the same key. Second,
// the kernel's unit reads the file of this declaration, or lies in the same folder as the file. The second condition is
// needed because two programs of a run may have kernels of the same name.
//
// A part of a divided run knows only the launches of its own units. In a merge, the launches of a unit may be in other
// parts. The unit then keeps its result without these launches, and the report says so.

// addStarts adds launches of its kernels in other units to a program.
func addStarts(program *cfg.Program, starts []result.Start) {
	for _, f := range program.Funcs {
		for _, s := range starts {
			if f.Kernel && s.Key == f.Decl.Key {
				program.Launches = append(program.Launches, s.Launch(f.Decl, parametersOf(f)))
			}
		}
	}
}

// parametersOf returns the variables that a kernel declares as its parameters.
func parametersOf(kernel *cfg.Func) []*types.Var {
	params := make([]*types.Var, len(kernel.Params))
	for i, p := range kernel.Params {
		params[i] = p.Var
	}
	return params
}

// withStarts analyses units a second time if other units launch their kernels. The other units only declare these
// kernels.
func (c *checker) withStarts(ctx context.Context, units []*unit) []*unit {
	starts, defined := startsIn(units), definersIn(units)
	again := map[*load.Job]*unit{}
	var todo []*unit
	for _, u := range units {
		if u.interrupted || len(starts) == 0 || again[u.Job] != nil {
			continue
		}
		if own := c.startsOf(u, starts, defined); len(own) > 0 {
			asked := u.asked
			asked.Starts = own
			again[u.Job] = &unit{Job: u.Job, asked: asked}
			todo = append(todo, again[u.Job])
		}
	}
	todo = slices.DeleteFunc(todo, func(u *unit) bool { return !c.isAvailable(u) })
	done := map[*load.Job][]*unit{}
	for _, u := range c.runUnits(ctx, todo) {
		done[u.Job] = append(done[u.Job], u)
	}
	var all []*unit
	for _, u := range units {
		list, isDone := done[u.Job]
		switch {
		case isDone:
			all = append(all, list...)
			done[u.Job] = nil
		case again[u.Job] != nil:
			u.NotModelled = append(slices.Clip(u.NotModelled), result.Reason{File: u.Input.Path,
				Text: "its kernels are launched by files in other parts of the run, and these launches are not used: give the files to one part"})
			fallthrough
		default:
			all = append(all, u)
		}
	}
	return all
}

// isAvailable reports whether a unit can be analysed in this run. In a merge, some part must have the result.
func (c *checker) isAvailable(u *unit) bool {
	if c.options.given == nil {
		return true
	}
	_, err := c.options.given.find(c, message{Analyse: &u.asked, IsKept: true})
	return err == nil
}

// startsIn returns the launches of kernels that units only declare, in a fixed order and without repetitions.
func startsIn(units []*unit) (all []result.Start) {
	for _, u := range units {
		all = append(all, u.Starts...)
	}
	encoded := func(s result.Start) []byte {
		text, _ := result.Encode(&s) // plain values can always be encoded
		return text
	}
	order := func(a, b result.Start) int {
		return cmp.Or(result.ComparePlaces(result.PlaceOf(a.Pos), result.PlaceOf(b.Pos)), bytes.Compare(encoded(a), encoded(b)))
	}
	slices.SortFunc(all, order)
	return slices.CompactFunc(all, func(a, b result.Start) bool { return order(a, b) == 0 })
}

// definer is a kernel with the unit that defines it.
type definer struct {
	result.Definition
	by *unit
}

// definersIn returns the kernels that units define, by their keys.
func definersIn(units []*unit) map[string][]definer {
	all := map[string][]definer{}
	for _, u := range units {
		for _, d := range u.Defined {
			all[d.Key] = append(all[d.Key], definer{d, u})
		}
	}
	return all
}

// startsOf returns the entries of starts that launch kernels of a unit. A launch is a possible one if the run has
// several definitions of such a kernel: the build decides which one is meant.
func (c *checker) startsOf(u *unit, starts []result.Start, defined map[string][]definer) (own []result.Start) {
	isDefined := map[string]bool{}
	for _, d := range u.Defined {
		isDefined[d.Key] = true
	}
	for _, s := range starts {
		if !isDefined[s.Key] {
			continue
		}
		meant := slices.DeleteFunc(slices.Clone(defined[s.Key]), func(d definer) bool { return !c.mayMean(&s, d) })
		if !slices.ContainsFunc(meant, func(d definer) bool { return d.by == u && !d.IsLaunched }) {
			continue
		}
		s.Possible = s.Possible || slices.ContainsFunc(meant, func(d definer) bool { return d.At != meant[0].At })
		own = append(own, s)
	}
	return own
}

// mayMean reports whether a launch may be of a kernel with the same key: the kernel's unit reads the file with the
// declaration, or lies in its folder.
func (c *checker) mayMean(s *result.Start, d definer) bool {
	declared := c.loader.Identity(s.Declared)
	return filepath.Dir(c.loader.Identity(d.At.File)) == filepath.Dir(declared) ||
		slices.ContainsFunc(d.by.Files, func(file string) bool { return c.loader.Identity(file) == declared })
}

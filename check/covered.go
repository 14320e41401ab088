package check

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
)

// A function that no kernel of its unit runs is checked alone, for any arguments and
// any lanes. When a kernel of another unit runs it, with the arguments and lanes
// that there are, what could go wrong for others is no finding.

func functionsOf(list []rules.Function) []result.Function {
	functions := make([]result.Function, len(list))
	for i, f := range list {
		functions[i] = result.FunctionOf(f)
	}
	return functions
}

// coveredBy are the functions that the kernels of a unit run, but for kernels whose
// budget ran out.
func coveredBy(program *cfg.Program, done *lanes.Result) []result.Function {
	exhausted := map[*cfg.Func]bool{}
	for _, note := range done.Notes {
		exhausted[note.Root] = exhausted[note.Root] || note.Budget
	}
	kernels := slices.DeleteFunc(slices.Clone(program.Roots), func(root *cfg.Func) bool {
		return root.Alone() || exhausted[root]
	})
	covered := map[result.Function]bool{}
	for fn := range reachedFrom(kernels) {
		if !fn.Decl.Pos.System {
			instance := result.FunctionOf(rules.FunctionOf(fn))
			covered[instance] = true
			covered[result.Function{At: instance.At}] = true
		}
	}
	return slices.SortedFunc(maps.Keys(covered), result.CompareFunctions)
}

// coverage are the functions of a run that kernels run, whatever way their files are named; a
// template is one when an instance is.
type coverage struct {
	functions  map[result.Function]bool
	identities map[string]string
}

// coveredIn joins the coverage of all units.
func coveredIn(units []*unit) coverage {
	all := coverage{map[result.Function]bool{}, map[string]string{}}
	for _, u := range units {
		for _, f := range u.Covered {
			all.functions[all.identified(f)] = true
		}
	}
	return all
}

// identified is a function with its file named by where that lies.
func (c coverage) identified(f result.Function) result.Function {
	id, known := c.identities[f.At.File]
	if !known {
		id = load.Identity(f.At.File)
		c.identities[f.At.File] = id
	}
	f.At.File = id
	return f
}

// all reports functions that are all covered, and one at least.
func (c coverage) all(functions []result.Function) bool {
	return len(functions) > 0 && !slices.ContainsFunc(functions, func(f result.Function) bool { return !c.functions[c.identified(f)] })
}

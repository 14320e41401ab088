package check

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/rules"
)

// A function that no kernel of its unit runs is checked alone, for any arguments and
// any lanes. When a kernel of another unit runs it, with the arguments and lanes
// that there are, what could go wrong for others is no finding.

// function is a function by its declaration, whatever way the file is named;
// instance is "" for a template.
type function struct {
	at       place
	instance string
}

func functionOf(f rules.Function) function {
	at := placeOf(f.Pos)
	at.file = load.Identity(at.file)
	return function{at, f.Instance}
}

func functionsOf(list []rules.Function) []function {
	functions := make([]function, len(list))
	for i, f := range list {
		functions[i] = functionOf(f)
	}
	return functions
}

// coverage are functions that kernels run; a template is one when an instance is.
type coverage map[function]bool

// coveredBy are the functions that the kernels of a unit run, but for kernels whose
// budget ran out.
func coveredBy(program *cfg.Program, result *lanes.Result) coverage {
	exhausted := map[*cfg.Func]bool{}
	for _, note := range result.Notes {
		exhausted[note.Root] = exhausted[note.Root] || note.Budget
	}
	kernels := slices.DeleteFunc(slices.Clone(program.Roots), func(root *cfg.Func) bool {
		return root.Alone() || exhausted[root]
	})
	covered := coverage{}
	for fn := range reachedFrom(kernels) {
		if !fn.Decl.Pos.System {
			instance := functionOf(rules.FunctionOf(fn))
			covered[instance] = true
			covered[function{at: instance.at}] = true
		}
	}
	return covered
}

// coveredIn joins the coverage of all units.
func coveredIn(units []*unit) coverage {
	all := coverage{}
	for _, u := range units {
		maps.Copy(all, u.covered)
	}
	return all
}

// all reports functions that are all covered, and one at least.
func (c coverage) all(functions []function) bool {
	return len(functions) > 0 && !slices.ContainsFunc(functions, func(f function) bool { return !c[f] })
}

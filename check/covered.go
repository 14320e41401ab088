package check

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
)

// A function that no kernel of its unit runs is checked alone, for any arguments and
// any lanes. When a kernel of another unit runs it, with the arguments and lanes
// that there are, what could go wrong for others is no finding.
//
// So it is with a kernel that nothing in its unit launches, as where a file of kernels is compiled by itself
// and is included by the file that launches them, too: it is checked in blocks that are assumed. Where another
// unit launches it, each time with a block that is known, what could go wrong in others is no finding. What is
// definite stays: the text may be another one there, by its macros.

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
	covered := map[result.Function]bool{}
	for fn := range reachedFrom(analysedKernels(program, done)) {
		if !fn.Decl.Pos.System {
			instance := result.FunctionOf(rules.FunctionOf(fn))
			covered[instance] = true
			covered[result.Function{At: instance.At}] = true
		}
	}
	return slices.SortedFunc(maps.Keys(covered), result.CompareFunctions)
}

// analysedKernels are those whose budget did not run out.
func analysedKernels(program *cfg.Program, done *lanes.Result) []*cfg.Func {
	exhausted := map[*cfg.Func]bool{}
	for _, note := range done.Notes {
		exhausted[note.Root] = exhausted[note.Root] || note.Budget
	}
	return slices.DeleteFunc(slices.Clone(program.Roots), func(root *cfg.Func) bool {
		return root.Alone() || exhausted[root]
	})
}

// sortLaunched tells the kernels that are launched in known blocks, and those that nothing launches.
func (u *analysis) sortLaunched(program *cfg.Program, done *lanes.Result) {
	configured := config.Config{Launch: u.asked.Launch}
	for _, root := range analysedKernels(program, done) {
		launches := slices.DeleteFunc(slices.Clone(program.Launches), func(l *cfg.Launch) bool { return l.Kernel != root.Decl })
		kernel := result.FunctionOf(rules.FunctionOf(root))
		switch {
		case len(configured.Shapes(root.Name)) > 0:
			u.Launched = append(u.Launched, kernel)
		case len(launches) == 0:
			u.Unlaunched = append(u.Unlaunched, result.Kernel{Name: root.Name, Function: kernel})
		case !slices.ContainsFunc(launches, func(l *cfg.Launch) bool { return !l.IsKnown() }):
			u.Launched = append(u.Launched, kernel)
		}
	}
}

// coverage are the functions of a run that kernels run, and the kernels that are launched in known blocks,
// whatever way their files are named; a template is one when an instance is.
type coverage struct {
	functions, launched map[result.Function]bool
	identities          map[string]string
}

// coveredIn joins the coverage of all units.
func coveredIn(units []*unit) coverage {
	all := coverage{map[result.Function]bool{}, map[result.Function]bool{}, map[string]string{}}
	for _, u := range units {
		for _, f := range u.Covered {
			all.functions[all.identified(f)] = true
		}
		for _, kernel := range u.Launched {
			all.launched[all.identified(kernel)] = true
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

// launches reports a finding that is not definite, of kernels, one at least, which nothing in their unit launches, and
// which others launch in known blocks.
func (c coverage) launches(u *unit, f *rules.Finding) bool {
	elsewhere := func(name string) bool {
		i := slices.IndexFunc(u.Unlaunched, func(k result.Kernel) bool { return k.Name == name })
		return i >= 0 && c.launched[c.identified(u.Unlaunched[i].Function)]
	}
	return f.Certainty != lanes.Definite && len(f.Kernels) > 0 && !slices.ContainsFunc(f.Kernels, func(name string) bool { return !elsewhere(name) })
}

package account

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
	for fn := range cfg.Reached(analysedKernels(program, done)) {
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

// Reached are the functions of a run that kernels run, and the kernels that are launched in known blocks,
// whatever way their files are named; a template is one when an instance is. Each is known by the ways of compiling
// in which that is so.
type Reached struct {
	functions, launched map[result.Function][]way
	identities          map[string]string
}

// way is how a unit is compiled. A file that is compiled in several ways is another text in each, by its macros: what
// one of them runs says nothing of the others.
type way struct{ file, flags string }

func wayOf(u *Unit) way { return way{u.Path, u.Flags} }

// isOther reports another way of compiling the same file.
func (w way) isOther(other way) bool { return w.file == other.file && w.flags != other.flags }

// holdsFor reports that one of the ways says something of a unit.
func holdsFor(u *Unit, ways []way) bool {
	own := wayOf(u)
	return slices.ContainsFunc(ways, func(w way) bool { return !w.isOther(own) })
}

// JoinReached joins what is reached by all units.
func JoinReached(units []Unit) *Reached {
	all := &Reached{map[result.Function][]way{}, map[result.Function][]way{}, map[string]string{}}
	for i := range units {
		u := &units[i]
		own := wayOf(u)
		for _, f := range u.Covered {
			id := all.identified(f)
			all.functions[id] = append(all.functions[id], own)
		}
		for _, kernel := range u.Launched {
			id := all.identified(kernel)
			all.launched[id] = append(all.launched[id], own)
		}
	}
	return all
}

// identified is a function with its file named by where that lies.
func (r *Reached) identified(f result.Function) result.Function {
	id, known := r.identities[f.At.File]
	if !known {
		id = load.Identity(f.At.File)
		r.identities[f.At.File] = id
	}
	f.At.File = id
	return f
}

// Decides reports a finding of a unit that the kernels of other units decide: one of a function that was checked alone
// and that they run, or one of a kernel that they launch.
func (r *Reached) Decides(u *Unit, f *rules.Finding) bool {
	return r.holdsAll(u, functionsOf(f.Alone)) || r.isLaunched(u, f)
}

// holdsAll reports functions of a unit that are all covered, and one at least.
func (r *Reached) holdsAll(u *Unit, functions []result.Function) bool {
	isOpen := func(f result.Function) bool { return !holdsFor(u, r.functions[r.identified(f)]) }
	return len(functions) > 0 && !slices.ContainsFunc(functions, isOpen)
}

// isLaunched reports a finding that is not definite, of kernels, one at least, which nothing in their unit launches, and
// which others launch in known blocks.
func (r *Reached) isLaunched(u *Unit, f *rules.Finding) bool {
	elsewhere := func(name string) bool {
		i := slices.IndexFunc(u.Unlaunched, func(k result.Kernel) bool { return k.Name == name })
		return i >= 0 && holdsFor(u, r.launched[r.identified(u.Unlaunched[i].Function)])
	}
	return f.Certainty != lanes.Definite && len(f.Kernels) > 0 && !slices.ContainsFunc(f.Kernels, func(name string) bool { return !elsewhere(name) })
}

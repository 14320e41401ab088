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

// A function that no kernel of its unit runs is checked alone, for any arguments and any lanes. If a kernel of another
// unit runs it, its real arguments and lanes are known there, and a fault with other arguments or lanes is no finding.
//
// Likewise a kernel that nothing in its unit launches is checked in assumed blocks. If another unit has and launches it,
// the kernel is checked there as it is launched, and a potential fault in other blocks is no finding. (A file of kernels
// may be compiled by itself and also be included by the file that launches them.) Definite findings stay, because macros
// may give the kernel another text in the other unit.

func functionsOf(list []rules.Function) []result.Function {
	functions := make([]result.Function, len(list))
	for i, f := range list {
		functions[i] = result.FunctionOf(f)
	}
	return functions
}

// coveredBy returns the functions that the kernels of a unit call, directly or through other functions. Kernels whose
// budget ran out do not count. A function of a template is in the list as an instance, and once more as the template.
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

// analysedKernels returns the kernels whose budget did not run out.
func analysedKernels(program *cfg.Program, done *lanes.Result) []*cfg.Func {
	exhausted := map[*cfg.Func]bool{}
	for _, note := range done.Notes {
		exhausted[note.Root] = exhausted[note.Root] || note.Budget
	}
	return slices.DeleteFunc(slices.Clone(program.Roots), func(root *cfg.Func) bool {
		return root.HasNoCaller() || exhausted[root]
	})
}

// Reached holds the functions that kernels of a run execute (functions), and the kernels that are launched (launched).
// Each function names its file by the file's identity. A template counts if an instance of it does.
// The value of an entry lists the compilations in which this holds.
type Reached struct {
	functions, launched map[result.Function][]compilation
	identities          map[string]string
}

// compilation is a file with its flags. With other flags, macros may give the file another text, so one compilation of
// a file says nothing about another.
type compilation struct{ file, flags string }

func compilationOf(u *Unit) compilation { return compilation{u.Path, u.Flags} }

// isOther reports whether other is another compilation of the same file.
func (w compilation) isOther(other compilation) bool {
	return w.file == other.file && w.flags != other.flags
}

// holdsFor reports whether one of the compilations counts for a unit. Compilations of the unit's own file with other
// flags do not count.
func holdsFor(u *Unit, compilations []compilation) bool {
	own := compilationOf(u)
	return slices.ContainsFunc(compilations, func(w compilation) bool { return !w.isOther(own) })
}

// JoinReached joins what the kernels of all units reach.
func JoinReached(units []Unit) *Reached {
	all := &Reached{map[result.Function][]compilation{}, map[result.Function][]compilation{}, map[string]string{}}
	for i := range units {
		u := &units[i]
		own := compilationOf(u)
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

// identified returns f with the identity of its file in place of the file's name. All paths to a file have one
// identity, paths through links included.
func (r *Reached) identified(f result.Function) result.Function {
	id, known := r.identities[f.At.File]
	if !known {
		id = load.Identity(f.At.File)
		r.identities[f.At.File] = id
	}
	f.At.File = id
	return f
}

// Decides reports whether the kernels of other units decide a finding of u. They do if it is in a function that u
// checked alone and that they run, or in a kernel that only they launch.
func (r *Reached) Decides(u *Unit, f *rules.Finding) bool {
	return r.holdsAll(u, functionsOf(f.Alone)) || r.isLaunched(u, f)
}

// holdsAll reports whether kernels run all functions of a list. It returns false for an empty list.
func (r *Reached) holdsAll(u *Unit, functions []result.Function) bool {
	isOpen := func(f result.Function) bool { return !holdsFor(u, r.functions[r.identified(f)]) }
	return len(functions) > 0 && !slices.ContainsFunc(functions, isOpen)
}

// isLaunched reports whether a finding is not definite, and its kernels are all launched by other units and by
// nothing in their own.
func (r *Reached) isLaunched(u *Unit, f *rules.Finding) bool {
	isLaunchedElsewhere := func(name string) bool {
		i := slices.IndexFunc(u.Unlaunched, func(k result.Kernel) bool { return k.Name == name })
		return i >= 0 && holdsFor(u, r.launched[r.identified(u.Unlaunched[i].Function)])
	}
	return f.Certainty != lanes.Definite && len(f.Kernels) > 0 && !slices.ContainsFunc(f.Kernels, func(name string) bool { return !isLaunchedElsewhere(name) })
}

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

// A function that no kernel of its unit calls is checked alone, for any arguments and any lanes. If a kernel of another
// unit calls it, the real arguments and lanes are known there. A fault with other arguments or lanes is then no
// finding.
//
// Likewise, a kernel without launches in its unit is checked for assumed blocks. If another unit contains and launches
// the kernel, it is checked there with the real blocks. A potential fault with other blocks is then no finding. (A file
// of kernels may be compiled by itself, and also be included by the file that launches them.) Definite findings stay,
// because macros may give the kernel another text in the other unit.

func functionsOf(list []rules.Function) []result.Function {
	functions := make([]result.Function, len(list))
	for i, f := range list {
		functions[i] = result.FunctionOf(f)
	}
	return functions
}

// coveredBy returns the functions that the kernels of a unit call, directly or through other functions. Kernels whose
// budget ran out do not count. For an instance of a template, the list also has the template itself.
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

// analysedKernels returns the kernels whose budget did not run out. Templates that nothing instantiates are no kernels
// here.
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
// The value of an entry lists the compilations for which this is so. Each function has the identity of its file as the
// file's name. A template is an entry if one of its instances is.
type Reached struct {
	functions, launched map[result.Function][]compilation
	identities          map[string]string
}

// compilation is a file with its flags. One compilation of a file shows nothing about another, because macros may give
// the file another text there.
type compilation struct{ file, flags string }

func compilationOf(u *Unit) compilation { return compilation{u.Path, u.Flags} }

// isOther reports whether other is a compilation of the same file with other flags.
func (w compilation) isOther(other compilation) bool {
	return w.file == other.file && w.flags != other.flags
}

// holdsFor reports whether the list compilations has an entry that counts for the unit u. A compilation of u's file
// with other flags does not count.
func holdsFor(u *Unit, compilations []compilation) bool {
	own := compilationOf(u)
	return slices.ContainsFunc(compilations, func(w compilation) bool { return !w.isOther(own) })
}

// JoinReached collects the functions that the kernels of all units reach, and the kernels that some unit launches.
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

// identified returns f with the identity of its file in place of the file's name. All paths to a file have the same
// identity, also paths through links.
func (r *Reached) identified(f result.Function) result.Function {
	id, known := r.identities[f.At.File]
	if !known {
		id = load.Identity(f.At.File)
		r.identities[f.At.File] = id
	}
	f.At.File = id
	return f
}

// Decides reports whether kernels of other units decide about a finding of u, so that the finding is dropped. There are
// two cases: the finding is in functions that u checked alone and that such kernels call, or it is in kernels that only
// other units launch.
func (r *Reached) Decides(u *Unit, f *rules.Finding) bool {
	return r.holdsAll(u, functionsOf(f.Alone)) || r.isLaunched(u, f)
}

// holdsAll reports whether kernels of other units call all functions in a list. It returns false for an empty list.
func (r *Reached) holdsAll(u *Unit, functions []result.Function) bool {
	isOpen := func(f result.Function) bool { return !holdsFor(u, r.functions[r.identified(f)]) }
	return len(functions) > 0 && !slices.ContainsFunc(functions, isOpen)
}

// isLaunched reports whether other units decide a finding about kernels that its own unit does not launch: the finding
// is not definite, and other units launch all of its kernels.
func (r *Reached) isLaunched(u *Unit, f *rules.Finding) bool {
	isLaunchedByOthers := func(name string) bool {
		i := slices.IndexFunc(u.Unlaunched, func(k result.Kernel) bool { return k.Name == name })
		return i >= 0 && holdsFor(u, r.launched[r.identified(u.Unlaunched[i].Function)])
	}
	return f.Certainty != lanes.Definite && len(f.Kernels) > 0 && !slices.ContainsFunc(f.Kernels, func(name string) bool { return !isLaunchedByOthers(name) })
}

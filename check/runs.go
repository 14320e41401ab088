package check

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/sim"
)

// completeRuns completes the runs of the unit's findings, so that a program can launch the kernel. It adds the file to
// compile, the parameters of the kernel, and the variables whose content the run sets. It removes the runs of open
// findings, which show nothing, and the runs of PTX, which a C++ program cannot include.
func (u *analysis) completeRuns(program *cfg.Program) {
	flags := compilerFlags(u.Found())
	for i := range u.Findings {
		f := &u.Findings[i]
		if f.Run == nil || f.IsOpen() || u.IsPTX() {
			f.Run = nil
			continue
		}
		f.Run.Source, f.Run.Flags = u.Input.Path, flags
		root := slices.IndexFunc(program.Roots, func(root *cfg.Func) bool { return root.Name == f.Run.Kernel })
		if root >= 0 {
			f.Run.Parameters, f.Run.Pointers = launchedWith(program.Roots[root])
		}
		f.Run.Variables = variablesIn(program, f.Run)
	}
}

// compilerFlags returns those flags of the unit that set include paths and macros, in the form that every compiler
// accepts.
func compilerFlags(found load.Found) (flags []string) {
	for _, f := range slices.Concat(found.Flags, found.Before) {
		switch f.Kind {
		case command.Folder, command.SystemFolder, command.QuoteFolder, command.LateFolder:
			flags = append(flags, "-I"+f.Value)
		case command.Define:
			if strings.HasPrefix(f.Value, "__CUDACC") {
				continue // left out, because nvcc defines these macros itself
			}
			flags = append(flags, "-D"+f.Value)
		case command.Undefine:
			flags = append(flags, "-U"+f.Value)
		case command.Header:
			flags = append(flags, "-include", f.Value)
		}
	}
	return flags
}

// launchedWith lists the names of a function's parameters. pointers lists those that are pointers, and the pointers
// among their members.
func launchedWith(fn *cfg.Func) (all, pointers []string) {
	for _, parameter := range fn.Params {
		all = append(all, parameter.Name)
	}
	_, parts := sim.Parameters(fn)
	for _, part := range parts {
		pointers = append(pointers, part.Name)
	}
	return all, pointers
}

// variablesIn returns the variables of global and constant memory whose content a run gives, or whose target's content
// it gives.
func variablesIn(program *cfg.Program, run *rules.Run) []string {
	var named []string
	for _, cell := range run.Memory {
		object, _, _ := strings.Cut(cell.Object, "@")
		isVariable := func(o *cfg.Object) bool { return o.Name == object && o.Storage != types.Shared }
		if !slices.Contains(named, object) && slices.ContainsFunc(program.Globals, isVariable) {
			named = append(named, object)
		}
	}
	return named
}

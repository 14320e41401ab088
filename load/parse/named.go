package parse

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/source"
)

// A variable of device memory keeps its initial value only if nobody writes it. The graph shows the writes of device
// functions. Other writes are found by the name of the variable in the text, because the tree may lack them. They are
// in host code of a unit without launches, in text that the preprocessor leaves out, in an initialiser with the address
// of the variable, or in names in literals:
//
//	__device__ int limit = 0;
//	__device__ int *const place = &limit;
//	cudaMemcpyToSymbol(limit, &n, sizeof n);
//	cuModuleGetGlobal(&p, &size, module, "limit");

// A macro that makes a whole device function may also make a host function. So the uses in its text are only known if
// the tree has the host code of the unit.

// markNamed sets NamedElsewhere of each variable whose name occurs in the text in other places than device functions.
func (r Reading) markNamed() {
	variables := newVariablesByName()
	isSeen, lambdas := len(r.Unit.Hosts) > 0, r.deviceLambdas()
	for _, f := range r.Unit.Functions {
		if !isOfDevice(f) && !lambdas[f] {
			continue
		}
		for n := range f.Nodes() {
			if v := n.Var; v != nil && n.Kind == ast.VarRef && isInitialised(v) {
				v.NamedElsewhere = v.NamedElsewhere || !variables.add(v)
				variables.note(v.Pos, isSeen)
				variables.note(n.Pos, isSeen || f.Body.Pos.Macro == nil)
				variables.named[endOf(n.Pos, v.Name)] = true
			}
		}
	}
	named := r.namedElsewhere(variables)
	if len(variables.all) > 0 && r.findsByName() {
		named = slices.Concat(slices.Collect(maps.Values(variables.all))...)
	}
	for _, v := range named {
		v.NamedElsewhere = true
	}
}

// isOfDevice reports whether only the device runs a function.
func isOfDevice(f *ast.Function) bool { return f.Kernel || !f.Host }

// deviceLambdas returns the lambdas that are made in functions that only the device runs.
func (r Reading) deviceLambdas() map[*ast.Function]bool {
	made := map[*ast.Function]bool{}
	var note func(*ast.Function)
	note = func(f *ast.Function) {
		for n := range f.Nodes() {
			if n.Kind == ast.Lambda && n.Func != nil && !made[n.Func] {
				made[n.Func] = true
				note(n.Func)
			}
		}
	}
	for _, f := range r.Unit.Functions {
		if isOfDevice(f) {
			note(f)
		}
	}
	return made
}

// finder matches the functions that find a variable by its name. The program may compute this name.
var finder = pattern.Of(`\bcu(da)?(Module|Library)Get(Global|Managed)`)

// findsByName reports whether the unit names a function that finds variables by their names.
func (r Reading) findsByName() bool {
	for file := range r.Unit.Entered {
		if finder().Match(r.Text(file)) {
			return true
		}
	}
	return false
}

// isInitialised reports whether a variable is in device memory and has an initial value that the program may replace.
func isInitialised(v *ast.Var) bool {
	return !v.Const && (v.Init != nil || v.Known) && (v.Storage == types.Global || v.Storage == types.Constant)
}

// endOf returns the place of the last name in an expression, such as b in a::b.
func endOf(pos source.Pos, name string) spot {
	return spot{pos.File, pos.EndLine, pos.EndColumn - len(name)}
}

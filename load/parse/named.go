package parse

import (
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
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

// markNamed sets NamedElsewhere of each variable that the text names outside device functions.
func (r Reading) markNamed() {
	variables := newVariablesByName()
	for _, f := range r.Unit.Functions {
		if f.Host && !f.Kernel {
			continue
		}
		for n := range f.Nodes() {
			if v := n.Var; v != nil && n.Kind == ast.VarRef && isInitialised(v) {
				v.NamedElsewhere = v.NamedElsewhere || !variables.add(v)
				variables.named[spotOf(n.Pos)], variables.named[endOf(n.Pos, v.Name)] = true, true
			}
		}
	}
	for v := range r.namedElsewhere(variables) {
		v.NamedElsewhere = true
	}
}

// isInitialised reports whether a variable is in device memory and has an initial value that the program may replace.
func isInitialised(v *ast.Var) bool {
	return !v.Const && (v.Init != nil || v.Known) && (v.Storage == types.Global || v.Storage == types.Constant)
}

// endOf returns the place of the last name in an expression, such as b in a::b.
func endOf(pos source.Pos, name string) spot {
	return spot{pos.File, pos.EndLine, pos.EndColumn - len(name)}
}

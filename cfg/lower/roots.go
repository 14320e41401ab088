package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// roots returns the kernels, and then some of the user's device functions that no kernel reaches: those that are never
// called, and one function of each cycle of functions that call each other. Other callees of a root are not roots,
// because they are checked at their calls, with the lanes that call them. An instantiation that only dead code calls is
// not a root if the kernels reach another instantiation of its template.
func (p *programBuilder) roots() []*cfg.Func {
	reached := map[*cfg.Func]bool{}
	var visit func(f *cfg.Func)
	visit = func(f *cfg.Func) {
		if reached[f] {
			return
		}
		reached[f] = true
		for _, c := range f.Callees {
			visit(c)
		}
	}
	var list []*cfg.Func
	add := func(wanted func(*cfg.Func) bool) {
		for _, f := range p.prog.Funcs {
			if !reached[f] && wanted(f) {
				list = append(list, f)
				visit(f)
			}
		}
	}
	for _, f := range p.prog.Funcs {
		if f.Kernel {
			list = append(list, f)
			visit(f)
		}
	}
	called, dead := calledFuncs(p.prog), p.deadInstances(reached)
	users := func(f *cfg.Func) bool { return p.trees[f].Device && !f.Decl.Pos.System && !dead[p.trees[f]] }
	add(func(f *cfg.Func) bool { return users(f) && !called[f] })
	add(users)
	return list
}

// calledFuncs returns the functions that another function calls.
func calledFuncs(p *cfg.Program) map[*cfg.Func]bool {
	called := map[*cfg.Func]bool{}
	for _, f := range p.Funcs {
		for _, c := range f.Callees {
			if c != f {
				called[c] = true
			}
		}
	}
	return called
}

// deadInstances returns the instantiations that some body names, and whose template has an instantiation in reached.
// The caller asks only about instantiations that are not in reached: only dead code calls these.
func (p *programBuilder) deadInstances(reached map[*cfg.Func]bool) map[*ast.Function]bool {
	alive := map[string]bool{}
	for f := range reached {
		alive[p.trees[f].Template] = true
	}
	dead := map[*ast.Function]bool{}
	for _, f := range p.unit.Functions {
		for n := range f.Nodes() {
			if callee := n.Func; callee != nil && callee != f && callee.Template != "" && alive[callee.Template] {
				dead[callee] = true
			}
		}
	}
	return dead
}

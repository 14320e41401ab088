package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/emit"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/transitive"
	"github.com/warpcheck/warpcheck/source"
)

// programBuilder holds the state that the functions of a unit share while they are lowered.
type programBuilder struct {
	unit    *ast.Unit
	prog    *cfg.Program
	funcs   map[*ast.Function]*cfg.Func
	trees   map[*cfg.Func]*ast.Function
	globals map[*ast.Var]*cfg.Object
	// dynamic is the object of dynamic shared memory, nil until a variable in that memory is lowered.
	dynamic  *cfg.Object
	pointers emit.Pointers
	// targets holds the functions that calls through pointers and calls of virtual methods may reach.
	targets indirect
	// named finds the functions of the unit by their plain names.
	named Names
	// hosts holds the positions of the declarations of variables that host code names.
	hosts map[source.Pos]bool
	// waits determines, and caches, whether a function may reach a collective.
	waits *transitive.Closure[*ast.Function, bool]
	// constants counts the constants without a name that template parameters decide. It is used to number them.
	constants int
}

// builder lowers one function.
type builder struct {
	*programBuilder
	*emit.Builder
	scopes     *scopes
	statements *statements
	known      *known
	lifetimes  *lifetimes

	// tree is the function that is being lowered.
	tree *ast.Function
	vars map[*types.Var]*cfg.Object
	this *cfg.Object
}

// variable returns the object of a variable. A variable that outlives a call has an object of the program, any other
// an object of the function.
func (b *builder) variable(v *ast.Var) *cfg.Object {
	if v.Static || v.Storage == types.Global || v.Storage == types.Shared || v.Storage == types.Constant {
		return b.global(v)
	}
	o := b.vars[&v.Var]
	if o == nil {
		o = b.Object(v.Name, v.Type, &v.Var, v.Storage)
		b.vars[&v.Var] = o
	}
	return o
}

func (p *programBuilder) global(v *ast.Var) *cfg.Object {
	o := p.globals[v]
	if o == nil && v.IsDynamicShared() {
		o = p.dynamic
	}
	if o == nil {
		t := v.Type
		if t == nil {
			t = types.Unknown
		}
		storage := v.Storage
		if storage == types.Local {
			storage = types.Global // a static variable of a function outlives the call
		}
		o = &cfg.Object{ID: len(p.prog.Globals), Name: v.Name, Type: t, Var: &v.Var, Storage: storage, Contents: p.contents(v)}
		p.prog.Globals = append(p.prog.Globals, o)
	}
	if v.IsDynamicShared() {
		p.dynamic = o
	}
	p.globals[v] = o
	return o
}

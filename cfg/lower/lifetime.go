package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/emit"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// lifetimes begins and ends the lives of objects: initialisers (init.go), constructors, new (new.go), delete
// (delete.go) and destructors (destroy.go).
type lifetimes struct {
	*emit.Builder
	program *programBuilder
	scopes  *scopes
	of      initialValues

	// tree is the function, and this its object; nil for none.
	tree *ast.Function
	this *cfg.Object
	// selves are the aggregates under construction, for the `this` of their
	// default member initialisers.
	selves []self
}

// initialValues are what the lives of objects ask of the rest of a function's lowering.
type initialValues interface {
	// variable is the object of a variable.
	variable(v *ast.Var) *cfg.Object
	// addr is the address of the object that an expression designates.
	addr(n *ast.Node) *cfg.Instr
	// value and values evaluate expressions, valueFor one for something of type t. valueOr is v, or an unknown value of
	// type t where that is nil.
	value(n *ast.Node) *cfg.Instr
	values(list []*ast.Node) []*cfg.Instr
	valueFor(n *ast.Node, t *types.Type) *cfg.Instr
	valueOr(v *cfg.Instr, t *types.Type) *cfg.Instr
	// lasting evaluates what new makes an object of: that object does not die here.
	lasting(list []*ast.Node) []*cfg.Instr
	// operandsOf evaluates the children of an expression that is not understood.
	operandsOf(n *ast.Node) []*cfg.Instr
	// construction is a value of unknown type.
	construction(n *ast.Node) *cfg.Instr
	// arms lowers the two arms of a ?: after a branch on its condition.
	arms(n *ast.Node, arm func(*ast.Node))
	// call lowers a call, callBody one of a function that has a body, extern one of a function that has none;
	// arguments evaluates the arguments.
	call(n *ast.Node) *cfg.Instr
	callBody(f *ast.Function, result *types.Type, args []*cfg.Instr) *cfg.Instr
	extern(f *ast.Function, result *types.Type, args []*cfg.Instr) *cfg.Instr
	arguments(f *ast.Function, args []*ast.Node) []*cfg.Instr
}

// made is a new temporary that has the value of n.
func (l *lifetimes) made(t *types.Type, n *ast.Node) *cfg.Object {
	o := l.Temporary(t)
	l.Alloc(o)
	l.initialise(func() *cfg.Instr { return l.AddressOf(o) }, t, n)
	return o
}

// destroyAtEnd destroys a temporary at the end of the full expression.
func (l *lifetimes) destroyAtEnd(o *cfg.Object) {
	if c := l.destroyer(o.Type, func() *cfg.Instr { return l.AddressOf(o) }); c != nil {
		l.scopes.atFullEnd(c)
	}
}

package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/emit"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// lifetimes lowers what begins or ends the life of an object: initialisers (init.go), constructors, new (new.go),
// delete (delete.go) and destructors (destroy.go).
type lifetimes struct {
	*emit.Builder
	program *programBuilder
	scopes  *scopes
	initial initialValues

	// tree is the function that is being lowered. this is the object that holds the this pointer of the function, nil
	// if it is not a method.
	tree *ast.Function
	this *cfg.Object
	// selves lists the aggregates that are being initialised, outermost first: `this` in a default member initialiser
	// refers to one of them.
	selves []self
}

// initialValues lists what lifetimes needs from the rest of a function's lowering.
type initialValues interface {
	// variable returns the object that holds a variable in the graph of the function.
	variable(v *ast.Var) *cfg.Object
	// addr lowers an expression to the address of the object that it designates.
	addr(n *ast.Node) *cfg.Instr
	// value and values lower expressions to their values. valueFor does so for a value that an object of type t
	// receives. valueOr returns v, or an unknown value of type t if v is nil.
	value(n *ast.Node) *cfg.Instr
	values(list []*ast.Node) []*cfg.Instr
	valueFor(n *ast.Node, t *types.Type) *cfg.Instr
	valueOr(v *cfg.Instr, t *types.Type) *cfg.Instr
	// lasting evaluates the operands from which new makes an object. An operand with a destructor becomes the object,
	// and is not destroyed.
	lasting(list []*ast.Node) []*cfg.Instr
	// operandsOf evaluates the children of an expression that the lowering does not know.
	operandsOf(n *ast.Node) []*cfg.Instr
	// construction lowers an expression that constructs a value of unknown type, or from operands of unknown type.
	construction(n *ast.Node) *cfg.Instr
	// arms lowers the two arms of a ?: after a branch on its condition.
	arms(n *ast.Node, arm func(*ast.Node))
	// call lowers a call, callBody a call of a function with a body, and extern a call of a function without a body.
	// arguments evaluates the arguments.
	call(n *ast.Node) *cfg.Instr
	callBody(f *ast.Function, result *types.Type, args []*cfg.Instr) *cfg.Instr
	extern(f *ast.Function, result *types.Type, args []*cfg.Instr) *cfg.Instr
	arguments(f *ast.Function, args []*ast.Node) []*cfg.Instr
}

// newTemporary returns a new temporary of type t, initialised with n.
func (l *lifetimes) newTemporary(t *types.Type, n *ast.Node) *cfg.Object {
	o := l.Temporary(t)
	l.Alloc(o)
	l.initialise(func() *cfg.Instr { return l.AddressOf(o) }, t, n)
	return o
}

// destroyAtEnd registers the destruction of a temporary, if it has a destructor, at the end of the full expression.
func (l *lifetimes) destroyAtEnd(o *cfg.Object) {
	if c := l.destroyer(o.Type, func() *cfg.Instr { return l.AddressOf(o) }); c != nil {
		l.scopes.atFullEnd(c)
	}
}

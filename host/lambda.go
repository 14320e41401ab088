package host

import (
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// lambda returns the value of a lambda of host code. It also runs the body with unknown arguments. The body is not run
// here if all calls of the lambda are run later, in this function or in a function that gets the lambda as an argument.
func (r *run) lambda(s *state, n *ast.Node) value {
	f := r.frame()
	r.escapeCaptured(s, n)
	if n.Func == nil || n.Func.Body == nil || !r.code.hosts[f.function] {
		r.launchUnknown(n)
		return r.domain.fresh()
	}
	defer r.escapeInto(s, n.Func)
	if r.makers[n.Func] == f {
		return closure{Function: n.Func, maker: f}
	}
	holder := holderOf(n, f.function)
	f.called[n.Func] = holder != nil
	if holder != nil {
		f.held[holder] = n.Func
	} else {
		r.runLambda(s, n.Func, nil)
	}
	return r.domain.fresh()
}

// escapeCaptured marks the objects as escaped that the lambda reaches by another name, which the initialiser of a
// capture gives them:
//
//	[p = &n, &r = m]
func (r *run) escapeCaptured(s *state, lambda *ast.Node) {
	for _, child := range lambda.Children {
		isNamed := func(n *ast.Node) bool { return n.Kind == ast.VarRef && n.Var == root(child) }
		isCopy := !child.LValue && isScalar(child.Type)
		if !isCopy && (lambda.Func == nil || root(child) == nil || !contains(lambda.Func.Body, isNamed)) {
			r.escapeNamed(s, child)
		}
	}
}

// escapeInto marks the objects that a lambda may write as escaped.
func (r *run) escapeInto(s *state, lambda *ast.Function) {
	if writesOf(lambda.Body).wild {
		r.heap.escapeAddressed(s)
	}
	r.escapeNamed(s, lambda.Body)
}

// runLambda runs the body of a lambda. Everything that the current function writes is unknown in this run, because it
// may change between the creation of the lambda and the call.
func (r *run) runLambda(s *state, lambda *ast.Function, args []value) {
	later := r.control.copy(s)
	r.forget(later, writesOf(r.frame().function.Body))
	r.runBody(later, lambda, args)
}

// runBody runs the body of a lambda with the variables of the current frame, which must be the function that made the
// lambda.
func (r *run) runBody(s *state, lambda *ast.Function, args []value) {
	f := r.frame()
	r.give(s, &frame{function: lambda, vars: f.vars}, args)
	result := f.result
	f.result = r.heap.object()
	r.returned(r.exec(s, lambda.Body))
	f.result = result
}

// isSelfContained reports whether a function is a small lambda that uses no variable of the function around it and
// returns a number. Its calls are run like those of a function.
func isSelfContained(f *ast.Function) bool {
	if f == nil || f.Body == nil || f.This == nil || f.Name != "operator()" || !isScalar(f.Result) || !isSmall(f.Body) {
		return false
	}
	own := map[*ast.Var]bool{}
	for _, p := range f.Params {
		own[p] = true
	}
	for n := range f.Nodes() {
		if n.Kind == ast.Decl {
			own[n.Var] = true
		}
	}
	return !contains(f.Body, func(n *ast.Node) bool {
		return n.Kind == ast.This || n.Kind == ast.Lambda || n.Kind == ast.VarRef && !own[n.Var] && !n.Known && !n.Var.Known
	})
}

// isInvoked reports whether a call calls a lambda that is made in the same expression: [&] { ... }().
func (r *run) isInvoked(n *ast.Node) bool {
	given := arguments(n)
	if !isMethod(n) || len(given) == 0 || n.Func.Body == nil || !r.code.hosts[r.frame().function] {
		return false
	}
	l := construction(given[0])
	return l != nil && l.Kind == ast.Lambda && l.Func == n.Func
}

// runInvoked runs a lambda that is called where it is made. All variables have their present values.
func (r *run) runInvoked(s *state, n *ast.Node) value {
	var given []value
	for i, argument := range arguments(n)[1:] {
		if t := parameterType(n, i+1); t != nil && t.Kind == types.Ref {
			given = append(given, r.bind(s, argument, t))
		} else {
			given = append(given, r.eval(s, argument))
		}
	}
	r.escapeCaptured(s, construction(arguments(n)[0]))
	r.runBody(r.control.copy(s), n.Func, given)
	r.escapeInto(s, n.Func)
	return r.domain.fresh(given...)
}

// holderOf returns the variable that a lambda initialises, if the only use that fn makes of the variable is to call it.
// Otherwise it returns nil.
func holderOf(lambda *ast.Node, fn *ast.Function) *ast.Var {
	var holder *ast.Var
	uses := map[*ast.Var]int{}
	calls, wrapped := map[*ast.Var]int{}, map[*ast.Var]int{}
	for n := range within(fn.Nodes()) {
		switch {
		case n.Kind == ast.Decl && construction(n.Var.Init) == lambda:
			holder = n.Var
		case n.Kind == ast.VarRef:
			uses[n.Var]++
		case n.Kind == ast.Call && n.Func == lambda.Func:
			calls[root(arguments(n)[0])]++
		case n.Kind == ast.Call && n.Func != nil && isFunctionObject(n):
			wrapped[root(arguments(n)[0])]++
		}
	}
	if holder == nil || holder.Static || len(calls) > 1 || calls[holder]+wrapped[holder] != uses[holder] {
		return nil
	}
	return holder
}

// construction returns the lambda or other expression that creates an object, without the conversions and temporaries
// around it.
func construction(n *ast.Node) *ast.Node {
	for n != nil && n.Kind != ast.Lambda && len(n.Children) == 1 {
		switch n.Kind {
		case ast.Cast, ast.Temporary, ast.Construct:
			n = n.Children[0]
		default:
			return n
		}
	}
	return n
}

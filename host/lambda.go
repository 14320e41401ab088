package host

import "github.com/warpcheck/warpcheck/frontend/ast"

// lambda makes a lambda. It is run here with arguments of which nothing is known, unless
// all its calls are there to be run.
func (r *run) lambda(s *state, n *ast.Node) {
	f := r.frame()
	if n.Func == nil || n.Func.Body == nil || !r.hosts[f.function] {
		for _, child := range n.Children {
			r.lose(s, child)
		}
		return
	}
	defer r.lose(s, n.Func.Body)
	if writesOf(n.Func.Body).wild {
		defer r.loseAddressed(s)
	}
	f.called[n.Func] = isOnlyCalled(n, f.function)
	if !f.called[n.Func] {
		r.runLambda(s, n.Func, nil)
	}
}

// runLambda runs the body of a lambda. Since it was made, or until it is called, all that
// the function writes may get other values.
func (r *run) runLambda(s *state, lambda *ast.Function, given []value) {
	f := r.frame()
	later := r.copy(s)
	r.forget(later, writesOf(f.function.Body))
	r.give(later, &frame{function: lambda, vars: f.vars}, given)
	result := f.result
	f.result = r.object()
	r.exec(later, lambda.Body)
	f.result = result
}

// isOnlyCalled reports a lambda that initialises a variable of which nothing but calls is
// made.
func isOnlyCalled(lambda *ast.Node, in *ast.Function) bool {
	var holder *ast.Var
	uses := map[*ast.Var]int{}
	calls := map[*ast.Var]int{}
	for n := range within(in.Nodes()) {
		switch {
		case n.Kind == ast.Decl && made(n.Var.Init) == lambda:
			holder = n.Var
		case n.Kind == ast.VarRef:
			uses[n.Var]++
		case n.Kind == ast.Call && n.Func == lambda.Func:
			calls[root(arguments(n)[0])]++
		}
	}
	return holder != nil && !holder.Static && len(calls) <= 1 && calls[holder] == uses[holder]
}

// made is the expression that makes a new object.
func made(n *ast.Node) *ast.Node {
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

// loseAddressed gives up all that pointers lead to.
func (r *run) loseAddressed(s *state) {
	for object := range r.addressed {
		r.escape(s, place{object: object})
	}
}

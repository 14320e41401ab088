package host

import "github.com/warpcheck/warpcheck/frontend/ast"

// users maps each function to the functions that name it, directly or in a lambda that they make.
type users map[*ast.Function][]*ast.Function

// usersIn returns the users among functions. A function that names a constant also counts as a user of the functions in
// the constant's initialiser.
func usersIn(functions []*ast.Function) users {
	all := users{}
	for _, f := range functions {
		for n := range within(f.Nodes()) {
			all.add(n.Func, f)
			if n.Kind == ast.VarRef && isConstant(n.Var) {
				for inner := range within(n.Var.Init.Nodes()) {
					all.add(inner.Func, f)
				}
			}
		}
	}
	return all
}

func (u users) add(used, user *ast.Function) {
	if last := len(u[used]) - 1; used != nil && (last < 0 || u[used][last] != user) {
		u[used] = append(u[used], user)
	}
}

// grow adds to a set all functions that name one of its members, directly or through others.
func (u users) grow(set map[*ast.Function]bool) {
	var queue []*ast.Function
	for f, belongs := range set {
		if belongs {
			queue = append(queue, f)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, f := range u[queue[0]] {
			if !set[f] {
				set[f], queue = true, append(queue, f)
			}
		}
	}
}

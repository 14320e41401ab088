package ast

import (
	"iter"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/types"
)

// Nodes iterates over all nodes of a function in source order: first those of a constructor's initialisers, then those
// of the body. Lambdas are functions of their own.
func (f *Function) Nodes() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for _, i := range f.Inits {
			if !i.Value.walk(yield) {
				return
			}
		}
		f.Body.walk(yield)
	}
}

// Destructor returns the function of a type's non-trivial destructor, nil if the type has none.
func (u *Unit) Destructor(t *types.Type) *Function { return u.Destructors[t.Destructor] }

// DropBodies releases all nodes of a unit. What is left describes its functions, variables and types.
func (u *Unit) DropBodies() {
	for _, f := range slices.Concat(u.Functions, u.Hosts) {
		for _, v := range f.variables() {
			v.Init = nil
		}
		f.Body, f.Inits = nil, nil
	}
	for _, l := range u.Launches {
		l.Node = nil
	}
	u.Destructors = nil
	if u.HostView != nil {
		u.HostView.DropBodies()
	}
}

// variables are the parameters of a function, and the variables that it declares or names.
func (f *Function) variables() []*Var {
	all := slices.Clone(f.Params)
	for n := range f.Nodes() {
		if n.Var != nil {
			all = append(all, n.Var)
		}
	}
	return all
}

// Nodes iterates over a node and all nodes below it in source order.
func (n *Node) Nodes() iter.Seq[*Node] {
	return func(yield func(*Node) bool) { n.walk(yield) }
}

// walk visits a node, then the nodes below it, a declaration's initialiser included.
func (n *Node) walk(yield func(*Node) bool) bool {
	if n == nil {
		return true
	}
	if !yield(n) {
		return false
	}
	if n.Kind == Decl && n.Var != nil && !n.Var.Init.walk(yield) {
		return false
	}
	for _, child := range n.Children {
		if !child.walk(yield) {
			return false
		}
	}
	return true
}

// Child is the i-th child of n, nil if it is missing.
func (n *Node) Child(i int) *Node {
	if n == nil || i >= len(n.Children) {
		return nil
	}
	return n.Children[i]
}

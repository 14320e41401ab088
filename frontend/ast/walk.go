package ast

import (
	"iter"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/types"
)

// Nodes iterates over all nodes of a function, in source order: first over those of a constructor's initialisers, then
// over those of the body. It skips the bodies of lambdas, which are functions of their own.
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

// Destructor returns the function of a type's non-trivial destructor, or nil.
func (u *Unit) Destructor(t *types.Type) *Function { return u.Destructors[t.Destructor] }

// DropBodies releases all nodes of a unit and of its HostView. It keeps the declarations of functions, variables and
// types.
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

// variables returns the parameters of a function, and the variables that it declares or names. A variable may occur
// several times.
func (f *Function) variables() []*Var {
	all := slices.Clone(f.Params)
	for n := range f.Nodes() {
		if n.Var != nil {
			all = append(all, n.Var)
		}
	}
	return all
}

// Nodes iterates over a node and all nodes below it, in source order.
func (n *Node) Nodes() iter.Seq[*Node] {
	return func(yield func(*Node) bool) { n.walk(yield) }
}

// walk calls yield for a node, and then for the nodes below it, including the initialiser of a declaration. It returns
// false as soon as yield does.
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

// Child returns the i-th child of n, or nil if there is none or n is nil.
func (n *Node) Child(i int) *Node {
	if n == nil || i >= len(n.Children) {
		return nil
	}
	return n.Children[i]
}

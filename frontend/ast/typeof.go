package ast

import "github.com/warpcheck/warpcheck/cfg/types"

// TypeOf is the type of an expression, never nil. For an element of an array whose extent a template's arguments
// decide, clang leaves the type open; here it is the array's element type.
func TypeOf(n *Node) *types.Type {
	if n == nil || n.Type == nil {
		return types.Unknown
	}
	if n.Kind == Index && n.Type.Kind == types.Invalid {
		if of := TypeOf(n.Child(0)); of.Kind == types.Array && of.Elem != nil {
			return of.Elem
		}
	}
	return n.Type
}

// Copies reports whether f is a copy or move constructor or assignment: its one parameter refers to the class itself.
func Copies(f *Function) bool {
	return f.This != nil && len(f.Params) == 1 && types.IsReference(f.Params[0].Type) &&
		types.Elem(f.Params[0].Type) == f.This
}

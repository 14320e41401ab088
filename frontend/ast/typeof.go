package ast

import "github.com/warpcheck/warpcheck/cfg/types"

// TypeOf returns the type of an expression. It is never nil. If the length of an array depends on template arguments,
// clang does not determine the type of an element. TypeOf then returns the array's element type.
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

// Copies reports whether f is a copy or move constructor, or a copy or move assignment: its only parameter is a
// reference to the class itself.
func Copies(f *Function) bool {
	return f.This != nil && len(f.Params) == 1 && types.IsReference(f.Params[0].Type) &&
		types.Elem(f.Params[0].Type) == f.This
}

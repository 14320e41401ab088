package types

import "github.com/warpcheck/warpcheck/source"

// Func is what is known of a function beside its body.
type Func struct {
	// Name is the plain name, Qualified the name with namespaces, classes and
	// template arguments: "ns::reduce<256>".
	Name, Qualified string
	// Key identifies the declaration across units (clang's USR).
	Key string
	Pos source.Pos
	// Pattern reports a template that was not instantiated: types and values
	// that depend on its parameters are unknown.
	// It also marks a function that stands for a callee of which only the name
	// is known, because a template's parameters decide it.
	Pattern bool
	// MaxThreads is the first operand of __launch_bounds__, 0 when absent.
	MaxThreads int
}

// Var is a variable or a parameter.
type Var struct {
	Name    string
	Type    *Type
	Storage Storage
	// Const reports a const-qualified object or a constexpr one.
	Const    bool
	Volatile bool
	// Unwritten reports a const T *__restrict__: nobody writes what is read through it
	// while it lives.
	Unwritten bool
	// Own reports a variable of the host of which the tree has all that is done with it: no other unit can name it,
	// and where some of the unit launches a kernel no other text of it does.
	Own bool
	// Static reports a function-local static (also __shared__ ones).
	Static bool
	// Value is the constant that clang folded for a const or constexpr
	// variable, when Known is true.
	Value int64
	Known bool
	Pos   source.Pos
}

// IsDynamicShared reports an array whose extent the launch gives: all of these are one piece of memory.
func (v *Var) IsDynamicShared() bool {
	return v.Storage == Shared && !v.Static && v.Type != nil && v.Type.Kind == Array && v.Type.Len < 0
}

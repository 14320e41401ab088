package types

import "github.com/warpcheck/warpcheck/source"

// Func is a function without its body.
type Func struct {
	// Name is the plain name, Qualified the name with namespaces, classes and
	// template arguments: "ns::reduce<256>".
	Name, Qualified string
	// Key identifies the declaration across units (clang's USR).
	Key string
	Pos source.Pos
	// Pattern marks a template that was not instantiated: types and values that depend on its parameters are unknown.
	// It also marks a callee of which only the name is known, because a template's parameters decide the function.
	Pattern bool
	// MaxThreads is the first operand of __launch_bounds__, 0 if there is none.
	MaxThreads int
}

// Var is a variable or a parameter.
type Var struct {
	Name    string
	Type    *Type
	Storage Storage
	// Const: whether the object is const-qualified or constexpr.
	Const    bool
	Volatile bool
	// Unwritten: whether this is a const T *__restrict__: nobody writes the memory that is read through it while it
	// lives.
	Unwritten bool
	// Own: whether the tree shows everything that is done with this variable of the host. No other unit can name it,
	// and if part of the unit launches a kernel, no other text of the unit names it.
	Own bool
	// Static: whether this is a static variable of a function (__shared__ ones included).
	Static bool
	// Value is the constant to which clang folded a const or constexpr variable, if Known.
	Value int64
	Known bool
	Pos   source.Pos
}

// IsDynamicShared reports whether v is an array whose length the launch determines. All such arrays are one piece of
// memory.
func (v *Var) IsDynamicShared() bool {
	return v.Storage == Shared && !v.Static && v.Type != nil && v.Type.Kind == Array && v.Type.Len < 0
}

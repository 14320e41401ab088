package types

import "github.com/warpcheck/warpcheck/source"

// Func is a function without its body.
type Func struct {
	// Name is the plain name. Qualified is the name with namespaces, classes and template arguments: "ns::reduce<256>".
	Name, Qualified string
	// Key identifies the declaration across units: the mangled name of a kernel, or else clang's USR.
	Key string
	Pos source.Pos
	// Pattern marks a template that was not instantiated: the types and values that depend on its parameters are
	// unknown. It also marks a callee that is known only by its name, because the parameters of a template decide
	// which function it is.
	Pattern bool
	// MaxThreads is the first operand of __launch_bounds__, 0 if there is none or its value is not known.
	MaxThreads int
	// Cluster holds the extents of a kernel's clusters that __cluster_dims__ states. It is zero if they are not known.
	Cluster [3]int
	// Bounds lists the launch bounds of a kernel's declarations, without declarations that have none. For an instance
	// of a template they are the bounds of the template.
	Bounds []LaunchBounds
	// Guesses lists the assumed meanings of undefined names: of a macro in front of the function, and of names in it.
	// Their definitions may be in a header that is not found.
	Guesses []Guess
}

// Guess is a name that no header defines, and the text that is assumed as its meaning: the specifiers of a macro in
// front of a function, "" for none, or a constant.
type Guess struct{ Macro, Text string }

// LaunchBounds holds the bounds of one declaration of a kernel. A number is 0 if it is not given, and -1 if it is not
// known.
type LaunchBounds struct {
	Pos                                source.Pos
	MaxThreads, MinBlocks, MaxClusters int
}

// Var is a variable or a parameter.
type Var struct {
	Name string
	// Scope spells the enclosing namespaces of a shared variable that is declared outside functions, each followed by
	// "::".
	Scope   string
	Type    *Type
	Storage Storage
	// Const: the object is const-qualified or constexpr.
	Const    bool
	Volatile bool
	// Unwritten: the variable is a const T *__restrict__. So during its life no thread writes the memory that is read
	// through it.
	Unwritten bool
	// Own: this is a variable of host code, and the tree shows every use of it. No other unit can name it. If part of
	// the unit launches a kernel, no text outside of the tree names it.
	Own bool
	// NamedElsewhere: the text names this variable of device memory at a place that is not in a device function, so
	// that host code, asm or another variable may lead to a write. It is only set for a variable with an initialiser.
	NamedElsewhere bool
	// Static: this is a static variable of a function, such as a __shared__ one.
	Static bool
	// Value is the constant to which clang folded a const or constexpr variable, if Known.
	Value int64
	Known bool
	// Alignment is the alignment in bytes that attributes require. It is 0 without such attributes, and OpenAlignment
	// if the arguments of a template decide it.
	Alignment int
	Pos       source.Pos
}

// OpenAlignment is the alignment of a variable in a template that is not instantiated, if the alignment depends on
// the template's arguments.
const OpenAlignment = -1

// IsDynamicShared reports whether v is an array in shared memory whose length is set by the launch. All such arrays
// of a kernel are the same piece of memory.
func (v *Var) IsDynamicShared() bool {
	return v.Storage == Shared && !v.Static && v.Type != nil && v.Type.Kind == Array && v.Type.Len < 0
}

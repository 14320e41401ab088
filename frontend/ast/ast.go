// Package ast is the typed syntax tree that the frontend passes to the rest of warpcheck. Its values are plain Go
// values and need no clang.
//
// A [Unit] is one translation unit, parsed for one GPU architecture. It holds only what the analysis can use: the
// functions with a body that a kernel may reach (kernels, device functions, the operator() of lambdas, constructors,
// template instances with their substituted bodies), the kernel launches in host code, and the diagnostics of the
// parser.
//
// The graph of a function and its tree share some packages below cfg: types and declarations (cfg/types) and operators
// (cfg/operator).
//
// Types, variables, fields and functions are interned: all mentions of a declaration are the same pointer. The children
// of a [Node] are at fixed positions, which its [Kind] documents. A part that the source leaves out (the condition of
// `for (;;)`) is nil.
package ast

import (
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Unit is one parsed translation unit under one architecture.
type Unit struct {
	// File is the path of the main file, as it was passed to the parser.
	File string
	// Arch is the architecture, such as 70 for sm_70.
	Arch warp.Arch
	// Functions are the functions with a body, in the order of first appearance.
	Functions []*Function
	// Hosts are the host functions with a body. It is empty if no part of the unit launches a kernel.
	Hosts []*Function
	// Destructors maps the declaration of a type's destructor to the function.
	Destructors map[*types.Func]*Function
	// Launches are the launches of kernels: first the launches in host code and in device code, then the launches that
	// clang refused. For a refused launch, only the name of the kernel is known. Refused are the positions of the
	// refused launches.
	Launches []*Launch
	Refused  []source.Pos
	// Diagnostics are the diagnostics of the parser without its warnings, in source order.
	Diagnostics []source.Diagnostic
	// Unread has a diagnostic for each file that the parse needed and was not allowed to read.
	Unread []source.Diagnostic
	// Files are the files that the parse read, sorted. They include the main file and the embedded headers.
	Files []string
	// Entered is the number of times that the parse read each file of the user. Skipped are the parts of files that
	// conditions of the preprocessor excluded. A part reaches from the directive at its beginning to the end of the
	// directive at its end. It is listed once for each time that its file was read.
	Entered map[string]int
	Skipped []source.Pos
	// HostView is the unit of the same file without __CUDA_ARCH__. It is nil if that view has no additional launches in
	// host code.
	HostView *Unit
	// A unit has no suppressions and no line guards: they are found in the text.
}

// Launch is one launch of a kernel: `kernel<<<grid, block, shared, stream>>>(...)`, or a call of cudaLaunchKernel or a
// similar function.
type Launch struct {
	Kernel *Function
	// Node is the call, in the body of a function. It is nil for a launch that clang refused. It is also nil if the
	// code only names the kernel, which is launched elsewhere.
	Node *Node
	Pos  source.Pos
}

// Function is one function with a body, after template substitution.
type Function struct {
	types.Func

	Kernel, Device, Host bool
	// Conditional reports whether host code may see another body of this function than device code. That is so for a
	// function for both sides whose body contains a directive, or a macro with a definition that may differ. The field
	// is only set if part of the unit launches a kernel.
	Conditional bool
	// Template is the name of the template that the function is an instance of, or "".
	Template string

	// This is the class of a non-static method, a constructor or a lambda. It is nil for other functions.
	This   *types.Type
	Params []*Var
	// Required is the number of arguments that a call must pass, because they have no default. The object of a method
	// does not count.
	Required int
	Result   *types.Type
	// Inits are the initialisers of bases and fields of a constructor, in the order of execution.
	Inits []*Init
	// Constructor and Destructor mark constructors and destructors.
	Constructor, Destructor bool
	// Implicit marks a member function that the compiler generates, also if it is declared as default.
	Implicit bool
	// Virtual marks a method that a derived class may override.
	Virtual bool
	// NoReturn marks a function that is declared never to return.
	NoReturn bool
	// Body is a Compound. It is nil for a function without a body (an intrinsic, a library function). Such a function
	// only appears as the callee of a call.
	Body *Node
}

// Decl returns the declaration of f, which is always the same pointer. It returns nil if f is nil.
func (f *Function) Decl() *types.Func {
	if f == nil {
		return nil
	}
	return &f.Func
}

// Init is one initialiser of a constructor. Either Field or Base is set, or neither for a delegating constructor.
type Init struct {
	Field *types.Field
	Base  *types.Type
	Value *Node
}

// Var is a variable or a parameter.
type Var struct {
	types.Var
	// Init is the initialiser, an expression, or nil. A constructor call is a Construct node.
	Init *Node
}

// Node is a statement or an expression.
type Node struct {
	Kind Kind
	Op   operator.Op
	// Type is the type of an expression, or nil for a statement. For an lvalue it is the type of the object (see
	// LValue).
	Type *types.Type
	// LValue reports whether the expression designates an object.
	LValue   bool
	Children []*Node
	Var      *Var         // VarRef, Decl
	Func     *Function    // FuncRef, Call, Construct, Lambda
	Field    *types.Field // Member
	// Value is the integer to which clang folded the expression, if Known is true (a literal, an enumerator, sizeof, a
	// constexpr call, ...).
	Value int64
	Known bool
	// Text depends on Kind. It is a string literal, the spelling of a floating-point literal, a label, the assembler
	// template of an Asm_, or clang's name of an Unsupported node.
	Text string
	// Asm holds the operands of an Asm_ node.
	Asm *Asm
	// Base is the class to which a Cast with Op CastBase or CastDerived converts, or the type in which a compound
	// Assign computes.
	Base *types.Type
	Pos  source.Pos
}

// Asm is an inline assembler statement. Its operands are the Children of the node: outputs first, then inputs.
type Asm struct {
	Outputs, Inputs int
	// Constraints are the constraints of the operands: "=r", "+r", "r", "n", ...
	Constraints []string
	// Names are the names of the operands, or "" for an operand without a name.
	Names    []string
	Volatile bool
}

// Kind is the kind of a node.
type Kind int

// The kinds of nodes. Each comment lists the children. "x?" may be nil. "x..." stands for any number of children.
const (
	Unsupported Kind = iota // Text is clang's class name; children as in clang

	// Statements.
	Compound // stmts...
	Decl     // Var is declared here, with its Init; no children (one node per variable)
	If       // init?, cond, then, else?      (a condition variable is a Decl in init)
	Switch   // init?, cond, body
	Case     // value, upper?, stmt?           (upper: GNU case ranges)
	Default  // stmt?
	For      // init?, cond?, inc?, body         (several variables: init is a Compound of Decls)
	While    // init?, cond, body              (init: a condition variable, declared anew each time round)
	Do       // body, cond
	// RangeFor: range Decl?, begin Decl?, end Decl?, cond?, inc?, var Decl, body. This is how clang expands it. An init
	// statement is in a Compound around the loop.
	RangeFor
	Break
	Continue
	Goto   // Text = label
	Label  // stmt?; Text = label
	Return // value?
	Asm_   // operands...; Text, Asm
	Null   // ;
	// Holds: a condition that is known to be true (a static assertion about arguments of a template).
	Holds
	ExprStmt // expr
	Try      // body, handlers... (device code has no exceptions: handlers are dropped)

	// Expressions.
	IntLit    // Value (integers, characters, booleans, nullptr = 0)
	FloatLit  // Text
	StringLit // Text
	VarRef    // Var
	FuncRef   // Func; also the operator() of a lambda that is converted to a function pointer
	This
	Self   // this, in the default initialiser of a member: the object that is initialised
	Member // object (an lvalue or a pointer when Op is Arrow, or an rvalue); Field
	// (nil in a pattern where only the name is known: Text)
	Index  // base pointer, index            (also arr[i]: the base is decayed)
	Unary  // operand; Op
	Binary // lhs, rhs; Op                   (also LAnd, LOr, Comma)
	Assign // lhs, rhs; Op = Plain, or the operator of a compound assignment
	Cond   // cond, then, else               (GNU x ?: y repeats cond)
	Cast   // operand; Op = Cast*
	Call   // callee?, args...; Func when the callee is known. A method's object is the
	// first argument (an lvalue, or a pointer when Op is Arrow), also where the callee is a
	// pointer to a member function
	Construct // args...; Func; Type is the class (Func nil: trivial or aggregate copy)
	// InitList: one child for each base, then one for each field, or one for each element; Type. A part whose child is
	// nil, and an element without a child, is zero-initialised. For a union, the only child initialises the node's
	// Field.
	InitList
	Zero      // value-initialisation: T()
	Temporary // operand: a materialised temporary, an lvalue
	// Lambda: captured values, in the order of the closure's Type.Fields. Func is the operator(), or nil if it is
	// generic. In its body, a captured variable is a Member of This, which points to the closure, and the field has the
	// name of the variable. In host code, a captured variable is a VarRef.
	Lambda
	StmtExpr // body: GNU ({ ... })
	New      // args...
	Delete   // operand
	DeleteArray
	Launch_ // kernel FuncRef?, config args..., args... (host code; inside device code: dynamic parallelism)
	// TemplateConst is a constant that depends on template arguments, in a template that was not instantiated. Text is
	// the name of the parameter, or "" (sizeof, a trait).
	TemplateConst
)

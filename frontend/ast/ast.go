// Package ast is the typed syntax tree that the frontend hands to the rest of
// warpcheck: plain Go values, no clang behind them.
//
// A [Unit] is one translation unit parsed for one GPU architecture. It holds
// only what the analysis can use: the functions with a body that a kernel may
// reach (kernels, device functions, the operator() of lambdas, constructors,
// template instantiations with their substituted bodies), the kernel launches
// found in host code, and the diagnostics of the parser.
//
// What the graph of a function has in common with its tree stands below package cfg:
// types and declarations (cfg/types) and operators (cfg/operator).
//
// Types, variables, fields and functions are interned: two mentions of one
// declaration are the same pointer. The children of a [Node] stand at fixed
// positions, given at its [Kind]; a part that the source leaves out (the
// condition of `for (;;)`) is nil.
package ast

import (
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Unit is one parsed translation unit under one architecture.
type Unit struct {
	// File is the main file's path, as given.
	File string
	// Arch is the architecture: 70 for sm_70.
	Arch warp.Arch
	// Functions with a body, in the order of first appearance.
	Functions []*Function
	// Hosts are the host functions with a body, where some of the unit launches a kernel.
	Hosts []*Function
	// Destructors are the functions that the destructors of types are.
	Destructors map[*types.Func]*Function
	// Launches of kernels: those found in host code and in device code, then those of
	// which only the name of the kernel is known. Refused are the places of the latter.
	Launches []*Launch
	Refused  []source.Pos
	// Diagnostics in source order; warnings of the parser are dropped.
	Diagnostics []source.Diagnostic
	// Unread are the files that the parse asked for and was not given.
	Unread []source.Diagnostic
	// Files that the parse read, the main file and the embedded headers
	// included, sorted.
	Files []string
	// Entered counts how often the parse read a file of the user, Skipped is what its
	// conditions left out, each time: from the directive that begins it to the end of
	// the one that ends it.
	Entered map[string]int
	Skipped []source.Pos
	// HostView is the same file where __CUDA_ARCH__ is not defined, nil where host code
	// launches no more there.
	HostView *Unit
	// Suppressions and line guards are found in the text, not here.
}

// Launch is one kernel launch: `kernel<<<grid, block, shared, stream>>>(...)` or a
// call of cudaLaunchKernel and its kin.
type Launch struct {
	Kernel *Function
	// Node is the call, in the body of a function; nil for a kernel that is named and
	// goes elsewhere, and for a launch that clang refused.
	Node *Node
	Pos  source.Pos
}

// Function is one function with a body, after template substitution.
type Function struct {
	types.Func

	Kernel, Device, Host bool
	// Conditional reports a function for both sides that the preprocessor may show to host
	// code in another way: with a directive or a macro in it. It is told where some of the
	// unit launches a kernel.
	Conditional bool
	// Template names the pattern an instantiation came from ("" when it is none).
	Template string

	// This is the class of a non-static method, constructor or lambda, nil otherwise.
	This   *types.Type
	Params []*Var
	Result *types.Type
	// Inits are a constructor's initialisers of bases and fields, in order.
	Inits []*Init
	// Constructor and Destructor mark special members.
	Constructor, Destructor bool
	// Implicit marks a member that the compiler writes, also where it is declared as default.
	Implicit bool
	// Virtual marks a method that an override may replace.
	Virtual bool
	// NoReturn marks a function that is declared never to return.
	NoReturn bool
	// Body is a Compound; nil for a declaration without a body (an intrinsic,
	// a library function), which appears only as the callee of a call.
	Body *Node
}

// Decl is what is known of f beside its body, the same pointer each time; nil for nil.
func (f *Function) Decl() *types.Func {
	if f == nil {
		return nil
	}
	return &f.Func
}

// Init is one initialiser of a constructor: exactly one of Field and Base is set,
// or neither for a delegating constructor.
type Init struct {
	Field *types.Field
	Base  *types.Type
	Value *Node
}

// Var is a variable or a parameter.
type Var struct {
	types.Var
	// Init is the initialiser (an expression, or nil). Constructor calls are
	// Construct nodes.
	Init *Node
}

// Node is a statement or an expression.
type Node struct {
	Kind Kind
	Op   operator.Op
	// Type is the type of an expression (for an lvalue, of the object; see
	// LValue), nil for a statement.
	Type *types.Type
	// LValue reports an expression that designates an object.
	LValue   bool
	Children []*Node
	Var      *Var         // VarRef, Decl
	Func     *Function    // FuncRef, Call, Construct, Lambda
	Field    *types.Field // Member
	// Value is the integer constant that clang folded for this expression,
	// when Known is true (literals, enumerators, sizeof, constexpr calls, ...).
	Value int64
	Known bool
	// Text is a literal string, the spelling of a floating literal, a label,
	// the assembler template of Asm, or clang's name of an Unsupported node.
	Text string
	// Asm holds the operands of an Asm node.
	Asm *Asm
	// Base is the class converted to, for Cast with Op CastBase / CastDerived,
	// and the type that a compound Assign computes in.
	Base *types.Type
	Pos  source.Pos
}

// Asm is an inline assembler statement. Its operands are Node.Children:
// outputs first, then inputs.
type Asm struct {
	Outputs, Inputs int
	// Constraints, one per operand: "=r", "+r", "r", "n", ...
	Constraints []string
	// Names of the operands ("" when not named).
	Names    []string
	Volatile bool
}

// Kind tells what a node is.
type Kind int

// The kinds of node. "x?" may be nil; "x..." is any number.
const (
	Unsupported Kind = iota // Text = clang's class name; children as clang gives them

	// Statements.
	Compound // stmts...
	Decl     // Var declared here, with its Init; no children (one node per variable)
	If       // init?, cond, then, else?      (a condition variable is a Decl in init)
	Switch   // init?, cond, body
	Case     // value, upper?, stmt?           (upper: GNU case ranges)
	Default  // stmt?
	For      // init?, cond?, inc?, body         (several variables: init is a Compound of Decls)
	While    // init?, cond, body              (init: a condition variable, declared anew each time round)
	Do       // body, cond
	// RangeFor: range Decl?, begin Decl?, end Decl?, cond?, inc?, var Decl, body (clang's
	// desugaring; an init statement is a Compound around the loop).
	RangeFor
	Break
	Continue
	Goto   // Text = label
	Label  // stmt?; Text = label
	Return // value?
	Asm_   // operands...; Text, Asm
	Null   // ;
	// Holds: condition that is known to hold (a static assertion about arguments of a template).
	Holds
	ExprStmt // expr
	Try      // body, handlers... (device code has no exceptions: handlers are dropped)

	// Expressions.
	IntLit    // Value (integers, characters, booleans, nullptr = 0)
	FloatLit  // Text
	StringLit // Text
	VarRef    // Var
	FuncRef   // Func; the operator() of a lambda that becomes a function pointer, too
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
	// InitList: one child per base, then per field, or per element (nil: zero-initialised;
	// elements beyond the children too); Type. A union's one child has Field set on the node.
	InitList
	Zero      // value-initialisation: T()
	Temporary // operand: a materialised temporary, an lvalue
	// Lambda: captured values, in the order of the closure's Type.Fields; Func = operator()
	// (nil when generic). In its body a captured variable is a Member of This, which points
	// to the closure; the fields have the captured variables' names. In host code it is a
	// VarRef.
	Lambda
	StmtExpr // body: GNU ({ ... })
	New      // args...
	Delete   // operand
	DeleteArray
	Launch_ // kernel FuncRef?, config args..., args... (host code; inside device code: dynamic parallelism)
	// TemplateConst is a constant that the arguments of a template that was not
	// instantiated decide: Text names the parameter, or is "" (sizeof, a trait).
	TemplateConst
)

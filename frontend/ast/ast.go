// Package ast is the typed syntax tree that the frontend hands to the rest of
// warpcheck: plain Go values, no clang behind them.
//
// A [Unit] is one translation unit parsed for one GPU architecture. It holds
// only what the analysis can use: the functions with a body that a kernel may
// reach (kernels, device functions, the operator() of lambdas, constructors,
// template instantiations with their substituted bodies), the kernel launches
// found in host code, and the diagnostics of the parser.
//
// Types, variables, fields and functions are interned: two mentions of one
// declaration are the same pointer. The children of a [Node] stand at fixed
// positions, given at its [Kind]; a part that the source leaves out (the
// condition of `for (;;)`) is nil.
package ast

import "github.com/warpcheck/warpcheck/warp"

// Pos is a place in a source file. Line and Column count from 1 and columns
// are bytes, as clang gives them. A zero Line means that no place is known.
type Pos struct {
	File         string
	Line, Column int
	// EndLine and EndColumn is where the construct's last token ends
	// (exclusive column).
	EndLine, EndColumn int
	// Offset is the byte offset of the start in File.
	Offset int
	// Macro is where the text stands inside a macro's definition, when the
	// construct comes from a macro: then File, Line and Column are the place
	// of the expansion that the user wrote. nil outside macros.
	Macro *Pos
	// System reports a system or toolkit header, one of the embedded stand-ins, or
	// what the compiler writes in a member: code that is not the user's.
	System bool
}

// IsAt reports a construct that begins at the same place.
func (p Pos) IsAt(other Pos) bool {
	return p.File == other.File && p.Line == other.Line && p.Column == other.Column
}

// Holds reports a place that is within a construct, in its file.
func (p Pos) Holds(place Pos) bool {
	begins := place.Line > p.Line || place.Line == p.Line && place.Column >= p.Column
	ends := place.Line < p.EndLine || place.Line == p.EndLine && place.Column < p.EndColumn
	return p.File == place.File && begins && ends
}

// Severity of a parser diagnostic.
type Severity int

// The severities that matter: everything milder is dropped.
const (
	Warning Severity = iota
	Error
	Fatal
)

// Diagnostic is one message of the parser.
type Diagnostic struct {
	Severity Severity
	Pos      Pos
	Text     string
}

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
	// Launches of kernels: those found in host code and in device code, then those of
	// which only the name of the kernel is known. Refused are the places of the latter.
	Launches []*Launch
	Refused  []Pos
	// Diagnostics in source order; warnings of the parser are dropped.
	Diagnostics []Diagnostic
	// Unread are the files that the parse asked for and was not given.
	Unread []Diagnostic
	// Files that the parse read, the main file and the embedded headers
	// included, sorted.
	Files []string
	// Entered counts how often the parse read a file of the user, Skipped is what its
	// conditions left out, each time: from the directive that begins it to the end of
	// the one that ends it.
	Entered map[string]int
	Skipped []Pos
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
	Pos  Pos
}

// Function is one function with a body, after template substitution.
type Function struct {
	// Name is the plain name, Qualified the name with namespaces, classes and
	// template arguments: "ns::reduce<256>".
	Name, Qualified string
	// Key identifies the declaration across units (clang's USR).
	Key string
	Pos Pos

	Kernel, Device, Host bool
	// Conditional reports a function for both sides that the preprocessor may show to host
	// code in another way: with a directive or a macro in it. It is told where some of the
	// unit launches a kernel.
	Conditional bool
	// Pattern reports a template that was not instantiated: types and values
	// that depend on its parameters are unknown.
	// It also marks a Function that stands for a callee of which only the name
	// is known, because a template's parameters decide it.
	Pattern bool
	// Template names the pattern an instantiation came from ("" when it is none).
	Template string
	// MaxThreads is the first operand of __launch_bounds__, 0 when absent.
	MaxThreads int

	// This is the class of a non-static method, constructor or lambda, nil otherwise.
	This   *Type
	Params []*Var
	Result *Type
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

// Init is one initialiser of a constructor: exactly one of Field and Base is set,
// or neither for a delegating constructor.
type Init struct {
	Field *Field
	Base  *Type
	Value *Node
}

// Storage is where a variable lives.
type Storage int

// The storage classes.
const (
	Local Storage = iota
	Param
	Global   // namespace scope or static, __device__ or host
	Shared   // __shared__
	Constant // __constant__
)

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
	// Init is the initialiser (an expression, or nil). Constructor calls are
	// Construct nodes.
	Init *Node
	// Value is the constant that clang folded for a const or constexpr
	// variable, when Known is true.
	Value int64
	Known bool
	Pos   Pos
}

// IsDynamicShared reports an array whose extent the launch gives: all of these are one piece of memory.
func (v *Var) IsDynamicShared() bool {
	return v.Storage == Shared && !v.Static && v.Type != nil && v.Type.Kind == Array && v.Type.Len < 0
}

// Field is a data member.
type Field struct {
	Name     string
	Type     *Type
	Index    int
	BitWidth int // of a bit-field, in bits; 0 otherwise
	// Offset is where the field starts in its Owner, in bits, -1 where that is
	// not known: in a template that is not instantiated.
	Offset int64
	// Owner is the class or union that declares the field.
	Owner *Type
}

// TypeKind says which of Type's fields mean something.
type TypeKind int

// The kinds of type, canonical: typedefs and other sugar are gone.
const (
	Invalid TypeKind = iota // dependent, or unknown to the frontend
	Void
	Bool
	Int     // Bits, Signed: characters, integers and enums
	Float   // Bits: 16, 32, 64
	Pointer // Elem
	Ref     // Elem: lvalue and rvalue references
	Array   // Elem, Len
	Record  // Name, Fields, Bases, Union: structs, classes, unions, lambdas
	FunctionType
)

// Type is a canonical type, without top-level const.
type Type struct {
	Kind TypeKind
	// Name is clang's spelling.
	Name   string
	Bits   int
	Signed bool
	// Elem is what a pointer, a reference or an array is of. Of an unknown type that is the class of a template by arguments of
	// another one, it is the class by those of its own template, which is unknown as well.
	Elem *Type
	// Len is the number of elements of an Array, -1 when it is not known
	// (`extern __shared__ int s[]`, a dependent size).
	Len    int64
	Fields []*Field
	Bases  []*Type
	Union  bool
	// VirtualBase reports a class with a base that its objects may share with others.
	VirtualBase bool
	// Volatile reports a volatile-qualified type (seen through Elem of a pointer).
	Volatile bool
	// OfMember reports a pointer to a member function; Elem is the type of the function.
	// One to a field is Invalid.
	OfMember bool
	// Destructor is the record's non-trivial destructor, nil otherwise.
	Destructor *Function
	// Size is the size in bytes, 0 when it is not known.
	Size int64
}

// Node is a statement or an expression.
type Node struct {
	Kind Kind
	Op   Op
	// Type is the type of an expression (for an lvalue, of the object; see
	// LValue), nil for a statement.
	Type *Type
	// LValue reports an expression that designates an object.
	LValue   bool
	Children []*Node
	Var      *Var      // VarRef, Decl
	Func     *Function // FuncRef, Call, Construct, Lambda
	Field    *Field    // Member
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
	Base *Type
	Pos  Pos
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

// Op is an operator or the kind of a cast.
type Op int

// Operators.
const (
	NoOp  Op = iota
	Plain    // =
	Add
	Sub
	Mul
	Div
	Rem
	Shl
	Shr
	And
	Or
	Xor
	LAnd
	LOr
	EQ
	NE
	LT
	GT
	LE
	GE
	Comma
	// Unary operators.
	Neg
	Not  // !
	BNot // ~
	UPlus
	PreInc
	PreDec
	PostInc
	PostDec
	AddrOf
	Deref
	Arrow // Member and Call through a pointer

	// Casts.
	CastInt     // between integers, enums and bool: by Type of operand and result
	CastBool    // anything to bool
	CastFloat   // a floating type on one side or both
	CastLoad    // lvalue to rvalue
	CastDecay   // array to pointer, function to pointer
	CastPointer // pointer to pointer, pointer to integer and back: reinterpretation
	CastBits    // reinterpretation of an lvalue's bits as another type
	CastBase    // derived to base (class or pointer to it)
	CastDerived // base to derived
	CastNone    // no change of value
	CastNull    // null pointer constant
	CastVoid
	CastUnknown
)

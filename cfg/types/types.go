// Package types has the types of C++ and what is declared with them, which the syntax tree and the graph share, and what is
// asked of types.
package types

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

// Kind says which of Type's fields mean something.
type Kind int

// The kinds of type, canonical: typedefs and other sugar are gone.
const (
	Invalid Kind = iota // dependent, or unknown to the frontend
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
	Kind Kind
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
	Destructor *Func
	// Size is the size in bytes, 0 when it is not known.
	Size int64
}

// The types that the lowering itself needs. Engines compare types by kind,
// width and sign, never by pointer.
var (
	Unknown = &Type{Kind: Invalid, Name: "<unknown>"}
	Boolean = &Type{Kind: Bool, Name: "bool", Bits: 8, Size: 1}
	Int32   = &Type{Kind: Int, Name: "int", Bits: 32, Signed: true, Size: 4}
	Uint32  = &Type{Kind: Int, Name: "unsigned int", Bits: 32, Size: 4}
	Int64   = &Type{Kind: Int, Name: "long", Bits: 64, Signed: true, Size: 8}
)

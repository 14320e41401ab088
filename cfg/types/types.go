// Package types has the types of C++, the declarations of functions and variables, and predicates on types. The
// syntax tree and the graph both use it.
package types

// Field is a data member.
type Field struct {
	Name     string
	Type     *Type
	Index    int
	BitWidth int // the width of a bit-field in bits, 0 for other fields
	// Offset is the offset of the field in its Owner, in bits. It is -1 if it is not known, which happens in a template
	// that is not instantiated.
	Offset int64
	// Owner is the class or union that declares the field.
	Owner *Type
}

// Kind is the kind of a type. It decides which fields of Type have a meaning.
type Kind int

// The kinds of types, with the fields that have a meaning. Types are canonical: typedefs are resolved.
const (
	Invalid Kind = iota // dependent, or unknown to the frontend
	Void
	Bool
	Int     // Bits, Signed: characters, integers and enums
	Float   // Bits, which is 16, 32 or 64
	Pointer // Elem
	Ref     // Elem: lvalue and rvalue references
	Array   // Elem, Len
	Record  // Name, Fields, Bases, Union: structs, classes, unions, lambdas
	FunctionType
)

// Type is a canonical type, without top-level const.
type Type struct {
	Kind Kind
	// Name is clang's spelling of the type.
	Name   string
	Bits   int
	Signed bool
	// Enumeration: the type, an Int, is an enumeration of the program. Enumerators lists the values of its enumerators.
	Enumeration bool
	Enumerators []int64
	// Elem is the target of a pointer or reference, or the element of an array. An unknown type may be a class
	// template with arguments from another template. Elem is then the class with its own template's arguments, which
	// is unknown too.
	Elem *Type
	// Len is the number of elements of an Array, -1 if it is not known (`extern __shared__ int s[]`, a dependent size).
	Len    int64
	Fields []*Field
	Bases  []*Type
	Union  bool
	// VirtualBase: the class has a virtual base, which it may share with other classes of an object.
	VirtualBase bool
	// Volatile: the type is volatile-qualified (as the Elem of a pointer).
	Volatile bool
	// OfMember: this is a pointer to a member function, and Elem is the type of the function. A pointer to a field
	// has the kind Invalid.
	OfMember bool
	// Destructor is the non-trivial destructor of a record, nil if there is none.
	Destructor *Func
	// Size is the size in bytes, 0 if it is not known.
	Size int64
}

// The types that the lowering itself needs. Engines compare types by kind, width and sign, never as Go pointers.
var (
	Unknown = &Type{Kind: Invalid, Name: "<unknown>"}
	Boolean = &Type{Kind: Bool, Name: "bool", Bits: 8, Size: 1}
	Int32   = &Type{Kind: Int, Name: "int", Bits: 32, Signed: true, Size: 4}
	Uint32  = &Type{Kind: Int, Name: "unsigned int", Bits: 32, Size: 4}
	Int64   = &Type{Kind: Int, Name: "long", Bits: 64, Signed: true, Size: 8}
)

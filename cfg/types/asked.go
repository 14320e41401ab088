package types

import (
	"slices"
	"strings"
)

func IsVoid(t *Type) bool      { return t == nil || t.Kind == Void }
func IsReference(t *Type) bool { return t != nil && t.Kind == Ref }
func IsPointer(t *Type) bool   { return t != nil && t.Kind == Pointer }

// IsPassedByAddress reports whether an argument of the type is passed as the address of an object that the caller
// makes and destroys. That is so for a class with a destructor.
func IsPassedByAddress(t *Type) bool {
	return t != nil && t.Kind == Record && t.Destructor != nil
}

// IsAggregate reports whether a value of the type is the content of a record or an array.
func IsAggregate(t *Type) bool {
	return t != nil && (t.Kind == Record || t.Kind == Array)
}

func IsInteger(t *Type) bool {
	return t != nil && (t.Kind == Int || t.Kind == Bool)
}

// IsArithmetic reports whether t is a number or bool.
func IsArithmetic(t *Type) bool { return IsInteger(t) || t != nil && t.Kind == Float }

// Elem returns the target of a pointer or reference, or the element of an array. An unknown type may be a class
// template with arguments from another template. For it, Elem returns the class with its own template's arguments.
// The result is never nil.
func Elem(t *Type) *Type {
	if t == nil || t.Elem == nil {
		return Unknown
	}
	return t.Elem
}

// SameOpenClass reports whether two unknown types are instances of the same class template, whatever their arguments.
func SameOpenClass(a, b *Type) bool {
	return IsUnknown(a) && IsUnknown(b) && Elem(a) == Elem(b) && Elem(a) != Unknown
}

// SameScalar reports whether two scalar types have the same values and bits, so that a conversion between them does
// nothing.
func SameScalar(a, b *Type) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Kind != b.Kind {
		return false
	}
	return (a.Kind == Int || a.Kind == Float || a.Kind == Bool) &&
		a.Bits == b.Bits && a.Signed == b.Signed
}

// ReferenceTo returns the type of references to t.
func ReferenceTo(t *Type) *Type {
	return &Type{Kind: Ref, Name: t.Name + " &", Bits: 64, Elem: t, Size: 8}
}

// Promoted returns the type to which the integral promotions convert an integer of type t.
func Promoted(t *Type) *Type {
	if t.Kind == Bool || t.Kind == Int && t.Bits < 32 {
		return Int32
	}
	return t
}

// Both returns the type to which a binary operator converts two integers.
func Both(x, y *Type) *Type {
	x, y = Promoted(x), Promoted(y)
	if y.Bits > x.Bits || y.Bits == x.Bits && !y.Signed {
		return y
	}
	return x
}

// SameClass reports whether a and b are the same class, or differ only in volatile.
func SameClass(a, b *Type) bool {
	return a == b || a.Kind == Record && b.Kind == Record && a.Volatile != b.Volatile &&
		strings.TrimPrefix(a.Name, "volatile ") == strings.TrimPrefix(b.Name, "volatile ") &&
		slices.Equal(a.Fields, b.Fields)
}

// FieldNamed returns the field of a class, or of one of its bases, with a name. It returns nil if there is none.
func FieldNamed(t *Type, name string) *Field {
	for _, f := range t.Fields {
		if f.Name == name {
			return f
		}
	}
	for _, base := range t.Bases {
		if f := FieldNamed(base, name); f != nil {
			return f
		}
	}
	return nil
}

// BasePath returns the classes on the path from derived down to base, with base last and without derived. It returns
// nil if base is not among the bases of derived.
func BasePath(derived, base *Type) []*Type {
	if derived == nil || base == nil {
		return nil
	}
	for _, b := range derived.Bases {
		if SameClass(b, base) {
			return []*Type{b}
		}
		if rest := BasePath(b, base); rest != nil {
			return append([]*Type{b}, rest...)
		}
	}
	return nil
}

// IsUnknown reports whether nothing is known about the type, as for the type parameter of a template.
func IsUnknown(t *Type) bool { return t == nil || t.Kind == Invalid }

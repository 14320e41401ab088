package types

import (
	"slices"
	"strings"
)

func IsVoid(t *Type) bool      { return t == nil || t.Kind == Void }
func IsReference(t *Type) bool { return t != nil && t.Kind == Ref }
func IsPointer(t *Type) bool   { return t != nil && t.Kind == Pointer }

// IsPassedByAddress reports whether a parameter of the type is an object that the caller makes and destroys, and of
// which the function gets the address.
func IsPassedByAddress(t *Type) bool {
	return t != nil && t.Kind == Record && t.Destructor != nil
}

// IsAggregate reports whether values of the type are whole pieces of memory.
func IsAggregate(t *Type) bool {
	return t != nil && (t.Kind == Record || t.Kind == Array)
}

func IsInteger(t *Type) bool {
	return t != nil && (t.Kind == Int || t.Kind == Bool)
}

// IsArithmetic reports whether t is a number or bool.
func IsArithmetic(t *Type) bool { return IsInteger(t) || t != nil && t.Kind == Float }

// Elem is the target of a pointer or reference, the element of an array, or, for an unknown type that is a class
// template with the arguments of another template, the class with its own template's arguments. It is never nil.
func Elem(t *Type) *Type {
	if t == nil || t.Elem == nil {
		return Unknown
	}
	return t.Elem
}

// SameOpenClass reports whether two unknown types are one class template, with the arguments of any templates.
func SameOpenClass(a, b *Type) bool {
	return IsUnknown(a) && IsUnknown(b) && Elem(a) == Elem(b) && Elem(a) != Unknown
}

// SameScalar reports whether a conversion between the two types changes no bits.
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

// ReferenceTo is the type of references to t.
func ReferenceTo(t *Type) *Type {
	return &Type{Kind: Ref, Name: t.Name + " &", Bits: 64, Elem: t, Size: 8}
}

// Promoted is the type of an integer after the integral promotions.
func Promoted(t *Type) *Type {
	if t.Kind == Bool || t.Kind == Int && t.Bits < 32 {
		return Int32
	}
	return t
}

// Both is the type to which an operator converts two integers.
func Both(x, y *Type) *Type {
	x, y = Promoted(x), Promoted(y)
	if y.Bits > x.Bits || y.Bits == x.Bits && !y.Signed {
		return y
	}
	return x
}

// SameClass reports whether a and b are one class, volatile or not.
func SameClass(a, b *Type) bool {
	return a == b || a.Kind == Record && b.Kind == Record && a.Volatile != b.Volatile &&
		strings.TrimPrefix(a.Name, "volatile ") == strings.TrimPrefix(b.Name, "volatile ") &&
		slices.Equal(a.Fields, b.Fields)
}

// BasePath returns the classes to pass from derived to base, base last; nil if base is not among derived's bases.
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

// IsUnknown reports whether nothing is known of the type, such as a template's parameter.
func IsUnknown(t *Type) bool { return t == nil || t.Kind == Invalid }

// Package types has the C++ types that the lowering itself needs, and what it asks of types.
package types

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// The types that the lowering itself needs. Engines compare types by kind,
// width and sign, never by pointer.
var (
	Invalid = &ast.Type{Kind: ast.Invalid, Name: "<unknown>"}
	Bool    = &ast.Type{Kind: ast.Bool, Name: "bool", Bits: 8, Size: 1}
	Int     = &ast.Type{Kind: ast.Int, Name: "int", Bits: 32, Signed: true, Size: 4}
	Uint    = &ast.Type{Kind: ast.Int, Name: "unsigned int", Bits: 32, Size: 4}
	Long    = &ast.Type{Kind: ast.Int, Name: "long", Bits: 64, Signed: true, Size: 8}
)

// Of is the type of an expression, never nil. That of an element of an array whose extent a template's
// arguments decide clang leaves open, though the array tells it.
func Of(n *ast.Node) *ast.Type {
	if n == nil || n.Type == nil {
		return Invalid
	}
	if n.Kind == ast.Index && n.Type.Kind == ast.Invalid {
		if of := Of(n.Child(0)); of.Kind == ast.Array && of.Elem != nil {
			return of.Elem
		}
	}
	return n.Type
}

func IsVoid(t *ast.Type) bool      { return t == nil || t.Kind == ast.Void }
func IsReference(t *ast.Type) bool { return t != nil && t.Kind == ast.Ref }
func IsPointer(t *ast.Type) bool   { return t != nil && t.Kind == ast.Pointer }

// IsPassedByAddress reports the type of a parameter that the caller makes and destroys: what
// the function gets is its address.
func IsPassedByAddress(t *ast.Type) bool {
	return t != nil && t.Kind == ast.Record && t.Destructor != nil
}

// IsAggregate reports a type whose values are whole pieces of memory.
func IsAggregate(t *ast.Type) bool {
	return t != nil && (t.Kind == ast.Record || t.Kind == ast.Array)
}

func IsInteger(t *ast.Type) bool {
	return t != nil && (t.Kind == ast.Int || t.Kind == ast.Bool)
}

// IsArithmetic reports numbers and bool.
func IsArithmetic(t *ast.Type) bool { return IsInteger(t) || t != nil && t.Kind == ast.Float }

// Elem is what a pointer or reference points to, or the class that an unknown type is by other arguments; never nil.
func Elem(t *ast.Type) *ast.Type {
	if t == nil || t.Elem == nil {
		return Invalid
	}
	return t.Elem
}

// SameOpenClass reports two unknown types that are a class template's, by the arguments of whichever template.
func SameOpenClass(a, b *ast.Type) bool {
	return IsUnknown(a) && IsUnknown(b) && Elem(a) == Elem(b) && Elem(a) != Invalid
}

// SameScalar reports that a conversion between the two types changes no bits.
func SameScalar(a, b *ast.Type) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Kind != b.Kind {
		return false
	}
	return (a.Kind == ast.Int || a.Kind == ast.Float || a.Kind == ast.Bool) &&
		a.Bits == b.Bits && a.Signed == b.Signed
}

// ReferenceTo is a type of references to t.
func ReferenceTo(t *ast.Type) *ast.Type {
	return &ast.Type{Kind: ast.Ref, Name: t.Name + " &", Bits: 64, Elem: t, Size: 8}
}

// Promoted is the type of an integer after the integral promotions.
func Promoted(t *ast.Type) *ast.Type {
	if t.Kind == ast.Bool || t.Kind == ast.Int && t.Bits < 32 {
		return Int
	}
	return t
}

// Both is the type that an operator of two integers converts them to.
func Both(x, y *ast.Type) *ast.Type {
	x, y = Promoted(x), Promoted(y)
	if y.Bits > x.Bits || y.Bits == x.Bits && !y.Signed {
		return y
	}
	return x
}

// SameClass reports one class, volatile or not.
func SameClass(a, b *ast.Type) bool {
	return a == b || a.Kind == ast.Record && b.Kind == ast.Record && a.Volatile != b.Volatile &&
		strings.TrimPrefix(a.Name, "volatile ") == strings.TrimPrefix(b.Name, "volatile ") &&
		slices.Equal(a.Fields, b.Fields)
}

// BasePath finds the classes to pass from derived down to base, base last;
// nil when base is not among derived's bases.
func BasePath(derived, base *ast.Type) []*ast.Type {
	if derived == nil || base == nil {
		return nil
	}
	for _, b := range derived.Bases {
		if SameClass(b, base) {
			return []*ast.Type{b}
		}
		if rest := BasePath(b, base); rest != nil {
			return append([]*ast.Type{b}, rest...)
		}
	}
	return nil
}

// IsUnknown reports a type of which nothing is known, such as a template's parameter.
func IsUnknown(t *ast.Type) bool { return t == nil || t.Kind == ast.Invalid }

// Copies reports a copy or move constructor or assignment: one parameter that
// refers to the class itself.
func Copies(f *ast.Function) bool {
	return f.This != nil && len(f.Params) == 1 && IsReference(f.Params[0].Type) &&
		Elem(f.Params[0].Type) == f.This
}

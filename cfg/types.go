package cfg

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// The types that the lowering itself needs. Engines compare types by kind,
// width and sign, never by pointer.
var (
	invalidType = &ast.Type{Kind: ast.Invalid, Name: "<unknown>"}
	boolType    = &ast.Type{Kind: ast.Bool, Name: "bool", Bits: 8, Size: 1}
	intType     = &ast.Type{Kind: ast.Int, Name: "int", Bits: 32, Signed: true, Size: 4}
	uintType    = &ast.Type{Kind: ast.Int, Name: "unsigned int", Bits: 32, Size: 4}
	longType    = &ast.Type{Kind: ast.Int, Name: "long", Bits: 64, Signed: true, Size: 8}
)

// typeOf is the type of an expression, never nil.
func typeOf(n *ast.Node) *ast.Type {
	if n == nil || n.Type == nil {
		return invalidType
	}
	return n.Type
}

func isVoid(t *ast.Type) bool      { return t == nil || t.Kind == ast.Void }
func isReference(t *ast.Type) bool { return t != nil && t.Kind == ast.Ref }
func isPointer(t *ast.Type) bool   { return t != nil && t.Kind == ast.Pointer }

// isPassedByAddress reports the type of a parameter that the caller makes and destroys: what
// the function gets is its address.
func isPassedByAddress(t *ast.Type) bool {
	return t != nil && t.Kind == ast.Record && t.Destructor != nil
}

// isAggregate reports a type whose values are whole pieces of memory.
func isAggregate(t *ast.Type) bool {
	return t != nil && (t.Kind == ast.Record || t.Kind == ast.Array)
}

func isInteger(t *ast.Type) bool {
	return t != nil && (t.Kind == ast.Int || t.Kind == ast.Bool)
}

// elem is what a pointer or reference points to, never nil.
func elem(t *ast.Type) *ast.Type {
	if t == nil || t.Elem == nil {
		return invalidType
	}
	return t.Elem
}

// sameScalar reports that a conversion between the two types changes no bits.
func sameScalar(a, b *ast.Type) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Kind != b.Kind {
		return false
	}
	return (a.Kind == ast.Int || a.Kind == ast.Float || a.Kind == ast.Bool) &&
		a.Bits == b.Bits && a.Signed == b.Signed
}

// pointerTo is the interned pointer type to t.
func (p *programBuilder) pointerTo(t *ast.Type) *ast.Type {
	if t == nil {
		t = invalidType
	}
	ptr := p.pointers[t]
	if ptr == nil {
		ptr = &ast.Type{Kind: ast.Pointer, Name: t.Name + " *", Bits: 64, Elem: t, Size: 8}
		p.pointers[t] = ptr
	}
	return ptr
}

// referenceTo is a type of references to t.
func (p *programBuilder) referenceTo(t *ast.Type) *ast.Type {
	return &ast.Type{Kind: ast.Ref, Name: t.Name + " &", Bits: 64, Elem: t, Size: 8}
}

// promoted is the type of an integer after the integral promotions.
func promoted(t *ast.Type) *ast.Type {
	if t.Kind == ast.Bool || t.Kind == ast.Int && t.Bits < 32 {
		return intType
	}
	return t
}

// sameClass reports one class, volatile or not.
func sameClass(a, b *ast.Type) bool {
	return a == b || a.Kind == ast.Record && b.Kind == ast.Record && a.Volatile != b.Volatile &&
		strings.TrimPrefix(a.Name, "volatile ") == strings.TrimPrefix(b.Name, "volatile ") &&
		slices.Equal(a.Fields, b.Fields)
}

// basePath finds the classes to pass from derived down to base, base last;
// nil when base is not among derived's bases.
func basePath(derived, base *ast.Type) []*ast.Type {
	if derived == nil || base == nil {
		return nil
	}
	for _, b := range derived.Bases {
		if sameClass(b, base) {
			return []*ast.Type{b}
		}
		if rest := basePath(b, base); rest != nil {
			return append([]*ast.Type{b}, rest...)
		}
	}
	return nil
}

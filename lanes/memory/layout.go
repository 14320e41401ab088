package memory

import (
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Layout knows the parts of types and where pointers point in objects: addresses, offsets, the cells of scalars. It
// knows no state and reads no memory.
type Layout struct {
	vectors vector.Algebra
	t       *term.Table
	// fields numbers those that have been named.
	fields map[*ast.Field]int
	// overlays are the scalars of the unions.
	overlays map[*ast.Type][]leaf
	// bases are the base classes of classes, as fields, and wholes the steps back from them to the classes.
	bases  map[derivation]*ast.Field
	wholes map[*ast.Field]*ast.Field
}

func newLayout(t *term.Table) *Layout {
	return &Layout{vectors: vector.NewAlgebra(t), t: t, fields: map[*ast.Field]int{}, overlays: map[*ast.Type][]leaf{},
		bases: map[derivation]*ast.Field{}, wholes: map[*ast.Field]*ast.Field{}}
}

package memory

import (
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Layout knows the parts of types and where pointers point in objects: addresses, offsets, the cells of scalars. It
// knows no state and reads no memory.
type Layout struct {
	vectors vector.Algebra
	t       *term.Table
	// fields numbers those that have been named.
	fields map[*types.Field]int
	// overlays are the scalars of the unions.
	overlays map[*types.Type][]leaf
	// bases are the base classes of classes, as fields, and wholes the steps back from them to the classes.
	bases  map[derivation]*types.Field
	wholes map[*types.Field]*types.Field
}

func newLayout(t *term.Table) *Layout {
	return &Layout{vectors: vector.NewAlgebra(t), t: t, fields: map[*types.Field]int{}, overlays: map[*types.Type][]leaf{},
		bases: map[derivation]*types.Field{}, wholes: map[*types.Field]*types.Field{}}
}

package memory

import (
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Layout knows the parts of types, and how pointers map to addresses, offsets and cells. It knows no state and reads
// no memory.
type Layout struct {
	vectors vector.Algebra
	t       *term.Table
	// fields numbers the fields that occur in paths.
	fields map[*types.Field]int
	// overlays holds the scalars of each union.
	overlays map[*types.Type][]leaf
	// bases holds the fields that represent base classes. wholes holds the steps back from a base to its class.
	bases  map[derivation]*types.Field
	wholes map[*types.Field]*types.Field
}

func newLayout(t *term.Table) *Layout {
	return &Layout{vectors: vector.NewAlgebra(t), t: t, fields: map[*types.Field]int{}, overlays: map[*types.Type][]leaf{},
		bases: map[derivation]*types.Field{}, wholes: map[*types.Field]*types.Field{}}
}

package slice

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// region is who may write a cell.
type region int

const (
	private  region = iota // a variable of one call
	shared                 // a __shared__ variable
	global                 // global memory, all of it
	lasting                // memory that nobody writes
	anywhere               // wherever an address may lead that was not followed
)

// cell is a piece of memory: a variable of one call, or a field of one. Arrays are one cell,
// and so are the members of a union. Memory that is not private has no parts.
type cell struct {
	region region
	decl   *cfg.Object
	up     *cell
	field  *types.Field
	parts  map[*types.Field]*cell
	// flat: it is a union, whose members are one cell.
	flat bool
	// holds are the cells that the pointers in it may point to.
	holds []*cell
	// loose: its address escapes to where it is not followed. punned: it is accessed as another type than it has;
	// wide: as a type that an address fits in. All three hold for whole variables.
	loose, punned, wide bool
	// writes are the instructions that may write it, births the declarations of the variable.
	writes, births []use
	// read is what is asked of its contents: which variables they point to, or all of them.
	read mark
	// followed: what the pointers in it point to is asked for.
	followed bool
}

// use is an instruction of a call, or its argument for a parameter.
type use struct {
	call  *Call
	instr *cfg.Instr
	param int // of a call that binds a parameter, else -1
}

// maxParts bounds the nested fields that have cells of their own.
const maxParts = 8

// writers is what is asked of the writes to memory that others see besides that they are run: who
// writes, where that decides what is found in a variable.
func (c *cell) writers() mark {
	if c.isFollowed() {
		return guarded
	}
	return 0
}

// isFollowed reports a shared variable whose stores the interpreter records.
func (c *cell) isFollowed() bool { return c.decl != nil && c.region == shared && c.decl.IsFollowed() }

// isNarrow reports a cell of words that are too narrow for an address, accessed as nothing else: nobody keeps
// one there.
func (c *cell) isNarrow() bool {
	switch {
	case c.decl == nil || c.whole().wide:
		return false
	case c.field != nil:
		return isOfNarrow(c.field.Type)
	}
	return isOfNarrow(c.decl.Type)
}

// isOfNarrow reports a type with floating words, or with words narrower than an address. Bytes are wide: anything may
// be kept in them.
func isOfNarrow(t *types.Type) bool {
	if t == nil {
		return false
	}
	switch t.Kind {
	case types.Float:
		return true
	case types.Int:
		return t.Bits == 16 || t.Bits == 32
	case types.Array:
		return isOfNarrow(t.Elem)
	case types.Record:
		return !t.Union && len(t.Fields)+len(t.Bases) > 0 &&
			!slices.ContainsFunc(t.Fields, func(f *types.Field) bool { return !isOfNarrow(f.Type) }) &&
			!slices.ContainsFunc(t.Bases, func(b *types.Type) bool { return !isOfNarrow(b) })
	}
	return false
}

// part is a field of a cell.
func (c *cell) part(f *types.Field) *cell {
	if v := c.whole(); v.punned {
		return v // its fields are not those of the type that it is accessed as
	}
	if c.region != private || c.flat || c.depth() >= maxParts {
		return c
	}
	if c.parts == nil {
		c.parts = map[*types.Field]*cell{}
	}
	f = named(f)
	if c.parts[f] == nil {
		c.parts[f] = &cell{decl: c.decl, up: c, field: f, flat: isInUnion(f)}
	}
	return c.parts[f]
}

// named is the field that has the cell of a field: of a union the first.
func named(f *types.Field) *types.Field {
	if isInUnion(f) && len(f.Owner.Fields) > 0 {
		return f.Owner.Fields[0]
	}
	return f
}

func isInUnion(f *types.Field) bool { return f.Owner != nil && f.Owner.Union }

func (c *cell) depth() (n int) {
	for ; c.up != nil; c = c.up {
		n++
	}
	return n
}

// beside is where an index from a cell may go: an array, or all of what a field lies in.
func (c *cell) beside() *cell {
	for c.up != nil && !c.flat && (c.field.Type == nil || c.field.Type.Kind != types.Array) {
		c = c.up
	}
	return c
}

// whole is the variable that a cell is a part of.
func (c *cell) whole() *cell {
	for c.up != nil {
		c = c.up
	}
	return c
}

// overlapping calls visit with the cells that have memory in common with one.
func (c *cell) overlapping(visit func(*cell)) {
	for up := c.up; up != nil; up = up.up {
		visit(up)
	}
	c.within(visit)
}

func (c *cell) within(visit func(*cell)) {
	visit(c)
	for _, p := range c.parts {
		p.within(visit)
	}
}

// isPrivate reports an address that may point to a variable of a call, by the known cells.
func isPrivate(cells []*cell) bool {
	if len(cells) == 0 {
		return true // nothing says where it leads to
	}
	return slices.ContainsFunc(cells, func(c *cell) bool { return c.region == private || c.region == anywhere })
}

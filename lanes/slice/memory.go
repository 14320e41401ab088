package slice

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// region is the kind of memory that a cell is in. It decides which threads may write the cell.
type region int

const (
	private  region = iota // a variable of one call
	shared                 // a __shared__ variable
	global                 // global memory, all of it
	lasting                // memory that nobody writes
	anywhere               // the target of an address that is not followed
)

// cell is a piece of memory: a variable of one call, or a field of it. An array is one cell, and so is a union. Memory
// that is not private has no parts.
type cell struct {
	region    region
	decl      *cfg.Object
	enclosing *cell
	field     *types.Field
	parts     map[*types.Field]*cell
	// flat reports whether the cell is a union. Its members share this cell.
	flat bool
	// holds lists the cells to which pointers stored in this cell may point.
	holds []*cell
	// loose, punned and wide are set on whole variables only. loose: the address of the variable escapes, so it is not
	// followed everywhere. punned: the variable is accessed as another type than its own. wide: this other type can
	// hold an address.
	loose, punned, wide bool
	// writes lists the instructions that may write the cell. births lists the declarations of its variable.
	writes, births []use
	// read holds the demands on the contents of the cell that were propagated so far. With the mark runs, only the
	// variables to which the contents point are needed. With whole, all of the contents are.
	read mark
	// followed reports whether the targets of the pointers in the cell are already demanded.
	followed bool
}

// use is an instruction of a call, or one argument of a call instruction.
type use struct {
	call  *Call
	instr *cfg.Instr
	param int // the index of the argument, -1 for the instruction itself
}

// maxParts bounds the depth of nested fields that have cells of their own.
const maxParts = 8

// writers returns the mark that instructions which write the cell need in addition to runs. If the interpreter follows
// the variable, the mark is guarded, because other lanes may read the written value. Otherwise the mark is 0.
func (c *cell) writers() mark {
	if c.isFollowed() {
		return guarded
	}
	return 0
}

// isFollowed reports whether c is a shared variable whose stores the interpreter records.
func (c *cell) isFollowed() bool { return c.decl != nil && c.region == shared && c.decl.IsFollowed() }

// isNarrow reports whether c never holds an address: all its words are too narrow for one, and no access to c is wider.
func (c *cell) isNarrow() bool {
	switch {
	case c.decl == nil || c.whole().wide:
		return false
	case c.field != nil:
		return isOfNarrow(c.field.Type)
	}
	return isOfNarrow(c.decl.Type)
}

// isOfNarrow reports whether t consists of floating-point words, or of words narrower than an address. Bytes do not
// count: anything may be stored in them.
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

// part returns the cell of a field of c.
func (c *cell) part(f *types.Field) *cell {
	if v := c.whole(); v.punned {
		return v // of a variable accessed as another type, the fields have no cells
	}
	if c.region != private || c.flat || c.depth() >= maxParts {
		return c
	}
	if c.parts == nil {
		c.parts = map[*types.Field]*cell{}
	}
	f = named(f)
	if c.parts[f] == nil {
		c.parts[f] = &cell{decl: c.decl, enclosing: c, field: f, flat: isInUnion(f)}
	}
	return c.parts[f]
}

// named returns the field that stands for f in paths to cells. The first member of a union stands for all of its
// members.
func named(f *types.Field) *types.Field {
	if isInUnion(f) && len(f.Owner.Fields) > 0 {
		return f.Owner.Fields[0]
	}
	return f
}

func isInUnion(f *types.Field) bool { return f.Owner != nil && f.Owner.Union }

func (c *cell) depth() (n int) {
	for ; c.enclosing != nil; c = c.enclosing {
		n++
	}
	return n
}

// beside returns the cell for all addresses that are computed from the address of c with an index. It is the innermost
// array or union around c, or the whole variable if there is none.
func (c *cell) beside() *cell {
	for c.enclosing != nil && !c.flat && (c.field.Type == nil || c.field.Type.Kind != types.Array) {
		c = c.enclosing
	}
	return c
}

// whole returns the cell of the variable that contains c.
func (c *cell) whole() *cell {
	for c.enclosing != nil {
		c = c.enclosing
	}
	return c
}

// overlapping calls visit with the cells that share memory with c.
func (c *cell) overlapping(visit func(*cell)) {
	for up := c.enclosing; up != nil; up = up.enclosing {
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

// isPrivate reports whether an address with these targets may point to a variable of a call.
func isPrivate(cells []*cell) bool {
	if len(cells) == 0 {
		return true // the address may point anywhere
	}
	return slices.ContainsFunc(cells, func(c *cell) bool { return c.region == private || c.region == anywhere })
}

package slice

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// This file finds the targets of pointers: a set of cells for each instruction of each call, and one for the contents
// of each cell. The sets grow until nothing changes. A record has the union of the targets of all pointers in it.

// flow updates the sets once for the instructions of a call and of the calls in it.
func (s *slicer) flow(c *Call) {
	for _, b := range c.Func.Blocks {
		for _, i := range b.Instrs {
			if cells := s.yields(c, i); len(cells) > 0 {
				s.grow(&c.points[i.ID], cells)
			}
		}
	}
}

// grow adds cells to a set, and records whether the set changed.
func (s *slicer) grow(set *[]*cell, cells []*cell) {
	for _, x := range cells {
		if !slices.Contains(*set, x) {
			*set = append(*set, x)
			s.changed = true
		}
	}
}

// yields returns the cells that the pointers in an instruction's value may point to. For a store, it updates the
// written cells.
func (s *slicer) yields(c *Call, i *cfg.Instr) []*cell {
	switch i.Op {
	case cfg.Addr:
		return []*cell{s.variable(c, i.Object)}
	case cfg.FieldAddr:
		return each(c.pointsTo(i, 0), func(x *cell) *cell { return s.field(x, i.Field) })
	case cfg.IndexAddr:
		return s.indexed(c, i)
	case cfg.Load:
		return s.loaded(c, i)
	case cfg.Store:
		s.stored(c.pointsTo(i, 0), c.pointsTo(i, 1))
	case cfg.Convert:
		return s.converted(c, i)
	case cfg.Call:
		return s.called(c, i)
	case cfg.Collective_:
		if v := i.Collective.Value; v >= 0 && isPointing(i.Type) {
			return c.pointsTo(i, v)
		}
	case cfg.Extract:
		return c.pointsTo(i, 0)
	case cfg.String:
		return s.constant
	case cfg.Binary, cfg.Unary:
		return s.numbers(c, i)
	case cfg.Share:
		if i.Tile.Holds == cfg.CopyOf { // the copied bytes may contain pointers
			s.stored(c.pointsTo(i, 0), s.anything)
		}
	case cfg.Const, cfg.Float, cfg.Special, cfg.Alloc, cfg.Fence, cfg.Await, cfg.Commit:
	case cfg.Pure:
		if i.IsSharedAddress() {
			return s.numbers(c, i)
		}
		s.passAddresses(c, i)
		return s.unknown(i.Type)
	case cfg.Unknown:
		s.passAddresses(c, i)
		cells := s.unknown(i.Type)
		if i.Within { // the result may also be the target of a reference that is stored there
			cells = append(each(c.pointsTo(i, 0), (*cell).whole), cells...)
		}
		return cells
	default: // other instructions may do anything with an address
		s.passAddresses(c, i)
		return s.unknown(i.Type)
	}
	return nil
}

// numbers returns the cells to which a number computed from addresses in shared memory may point. Numbers are followed
// because asm uses them as addresses.
func (s *slicer) numbers(c *Call, i *cfg.Instr) (cells []*cell) {
	for n := range i.Args {
		cells = append(cells, sharedOf(c.pointsTo(i, n))...)
	}
	return cells
}

// sharedOf returns the shared variables among cells.
func sharedOf(cells []*cell) (list []*cell) {
	for _, x := range cells {
		if x.region == shared {
			list = append(list, x)
		}
	}
	return list
}

// passAddresses handles the addresses among the operands of an instruction without a model. If the instruction may
// store its operands, the variables to which they point are no longer followed. Cells that it may write may hold any
// address afterwards.
func (s *slicer) passAddresses(c *Call, i *cfg.Instr) {
	for n := range i.Args {
		if i.Op == cfg.Atomic && n == 0 || !i.MayKeep() {
			continue
		}
		s.loosen(c.pointsTo(i, n))
	}
	for n := range i.Args {
		if !i.MayKeep() && !i.MayWrite(n) {
			continue
		}
		for _, x := range c.pointsTo(i, n) {
			if !x.isNarrow() {
				s.grow(&x.holds, s.anything)
			}
		}
	}
}

// unknown returns the cells to which a value of type t may point if its source is unknown.
func (s *slicer) unknown(t *types.Type) []*cell {
	if isPointing(t) {
		return s.anything
	}
	return nil
}

// isPointing reports whether a value of type t may be or contain a pointer.
func isPointing(t *types.Type) bool {
	return t != nil && t.Kind != types.Bool && t.Kind != types.Int && t.Kind != types.Float && t.Kind != types.Void
}

func each(cells []*cell, f func(*cell) *cell) []*cell {
	out := make([]*cell, 0, len(cells))
	for _, x := range cells {
		out = append(out, f(x))
	}
	return out
}

// indexed returns the cells that an index may reach.
func (s *slicer) indexed(c *Call, i *cfg.Instr) []*cell {
	if n := i.Args[1]; n.Op == cfg.Const && n.Int == 0 {
		return c.pointsTo(i, 0)
	}
	return each(c.pointsTo(i, 0), (*cell).beside)
}

// field returns the cell of a field of x. A member of a union may be read through another member. So the union is
// marked as accessed as another type.
func (s *slicer) field(x *cell, f *types.Field) *cell {
	if isInUnion(f) {
		s.pun(x, f.Type)
	}
	return x.part(f)
}

// loaded returns the cells that a loaded value may point to.
func (s *slicer) loaded(c *Call, i *cfg.Instr) (cells []*cell) {
	for _, at := range c.pointsTo(i, 0) {
		if at.region != private {
			cells = append(cells, s.unknown(i.Type)...)
			continue
		}
		if v := at.whole(); v.loose || v.punned {
			cells = append(cells, s.unknown(i.Type)...)
		}
		at.overlapping(func(x *cell) {
			if isPointing(i.Type) {
				cells = append(cells, x.holds...)
			} else {
				cells = append(cells, sharedOf(x.holds)...)
			}
		})
	}
	return cells
}

// stored records that pointers to the cells in pointees are stored in the cells in holders.
func (s *slicer) stored(holders, pointees []*cell) {
	for _, x := range holders {
		if x.region == private {
			s.grow(&x.holds, pointees)
			continue
		}
		s.loosen(pointees)
	}
}

// loosen records that the addresses of cells escape to places where they are not followed. spread does the same for all
// cells that can be reached through these cells.
func (s *slicer) loosen(cells []*cell) {
	for _, x := range cells {
		v := x.whole()
		if v.region != private || v.loose {
			continue
		}
		v.loose, s.changed = true, true
		s.loosened = append(s.loosened, v)
	}
}

// spread loosens the cells to which loose and punned variables hold pointers.
func (s *slicer) spread() {
	for n := 0; n < len(s.loosened); n++ {
		s.loosened[n].within(func(x *cell) { s.loosen(x.holds) })
	}
	for _, v := range s.punned {
		v.within(func(x *cell) { s.loosen(x.holds) })
	}
}

// converted returns the cells that a converted value may point to.
func (s *slicer) converted(c *Call, i *cfg.Instr) []*cell {
	from, to := i.Args[0].Type, i.Type
	cells := c.pointsTo(i, 0)
	switch {
	case !isPointing(to):
		if i.Operator != operator.CastBool {
			s.loosen(cells)
		}
		return sharedOf(cells)
	case !isPointing(from):
		if i.Args[0].Op == cfg.Const && i.Args[0].Int == 0 {
			return nil
		}
		return append(sharedOf(cells), s.anything...)
	case isAggregate(from) && isAggregate(to):
		return cells
	case isAggregate(from) || isAggregate(to) || from.Kind == types.Invalid || to.Kind == types.Invalid:
		s.loosen(cells)
		return s.anything
	case i.Operator == operator.CastDecay, i.Operator == operator.CastBase, i.Operator == operator.CastDerived, sameWord(from.Elem, to.Elem):
		return cells
	}
	return each(cells, func(x *cell) *cell { return s.pun(x, to.Elem) })
}

// pun returns the variable that contains x, and marks it as accessed as the other type viewed.
func (s *slicer) pun(x *cell, viewed *types.Type) *cell {
	v := x.whole()
	if v.region == private && !v.punned {
		v.punned, s.changed = true, true
		s.punned = append(s.punned, v)
	}
	if v.region == private && !v.wide && !isOfNarrow(viewed) {
		v.wide, s.changed = true, true
	}
	return v
}

func isAggregate(t *types.Type) bool {
	return t != nil && (t.Kind == types.Record || t.Kind == types.Array)
}

// sameWord reports whether an object of each type may be accessed as the other type.
func sameWord(a, b *types.Type) bool {
	if a == nil || b == nil || a == b {
		return a == b
	}
	return a.Kind == b.Kind && (a.Kind == types.Int || a.Kind == types.Float) && a.Bits == b.Bits
}

// called returns the cells that the result of a call may point to.
func (s *slicer) called(c *Call, i *cfg.Instr) (cells []*cell) {
	callee := c.calls[i]
	if callee == nil {
		s.passAddresses(c, i)
		return s.unknown(i.Type)
	}
	for n, p := range callee.Func.Params {
		if n < len(i.Args) {
			s.grow(&s.variable(callee, p).holds, c.pointsTo(i, n))
		}
	}
	s.flow(callee)
	for _, b := range callee.control.returns {
		if v := b.Term.Cond; v != nil {
			cells = append(cells, callee.points[v.ID]...)
		}
	}
	if !isPointing(i.Type) {
		return sharedOf(cells)
	}
	return cells
}

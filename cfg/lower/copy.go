package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/emit"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// A copy or a fill of memory accesses each of its bytes. A copy of a whole object is lowered to an assignment, and a
// copy of few elements to one assignment for each element, so that both engines know the content afterwards. Any
// other copy is a [cfg.Tile]. Its content is known to the concrete machine, but not to the abstract interpreter.
//
//	memcpy(&f, &bits, 4)                   f = the bits of it
//	memcpy(v, row + 4 * lane, 16)          v[0] = row[4 * lane], ...
//	memcpy(tile + n * lane, row, n)        reads n bytes, writes n bytes

// copies lowers the functions that copy and fill memory. The methods receive operands that are lowered already.
type copies struct{ *emit.Builder }

// fewElements bounds the elements that are copied one by one, with a few instructions each. A vector or a small
// matrix has no more.
const fewElements = 16

// copyBytes lowers memcpy and memmove, and returns their target.
func (c *copies) copyBytes(f *ast.Function, args []*ast.Node, values []*cfg.Instr) *cfg.Instr {
	if len(values) < 3 || !types.IsPointer(values[0].Type) || !types.IsPointer(values[1].Type) {
		return c.Unknown("a call of "+f.Name+" with unexpected operands", c.PointerTo(nil), values...)
	}
	to, from := values[0], values[1]
	bytes, known := knownOperand(args[2], values[2])
	switch {
	case known && bytes == 0:
	case known && (c.copyWhole(to, from, bytes, false) || c.copyElements(to, from, bytes) || c.copyWhole(to, from, bytes, true)):
	default:
		c.copyTile(to, from, values[2])
	}
	return to
}

// copyWhole copies an object of the given size from source to target. At least one of the pointers must point to an
// object of this size, or have been reinterpreted from such a pointer (whole). Otherwise copyWhole returns false. If
// only one of the pointers does, and the object is an array, it also returns false unless arrays is true, because
// copyElements may copy the elements one by one.
func (c *copies) copyWhole(target, source *cfg.Instr, bytes int64, arrays bool) bool {
	dst, src := c.whole(target, bytes), c.whole(source, bytes)
	isArray := func(ptr *cfg.Instr) bool { return ptr == nil || types.Elem(ptr.Type).Kind == types.Array }
	switch {
	case dst == nil && src == nil, !arrays && (dst == nil || src == nil) && isArray(dst) && isArray(src):
		return false
	case dst == nil:
		dst = c.seenAs(target, types.Elem(src.Type))
	case src == nil:
		src = c.seenAs(source, types.Elem(dst.Type))
	}
	c.Store(dst, c.loadAs(src, types.Elem(dst.Type)))
	return true
}

// copyElements copies an array of few scalars. It reads all of them before it writes the first. It returns false if
// there are many, or if the pointers do not point to scalars.
func (c *copies) copyElements(target, source *cfg.Instr, bytes int64) bool {
	t := elementOf(target, bytes)
	if t == nil {
		t = elementOf(source, bytes)
	}
	if t == nil {
		return false
	}
	dst, src := c.seenAs(target, t), c.seenAs(source, t)
	values := make([]*cfg.Instr, bytes/t.Size)
	for i := range values {
		values[i] = c.Load(c.IndexAddr(src, c.Constant(int64(i), types.Int64)))
	}
	for i, v := range values {
		c.Store(c.IndexAddr(dst, c.Constant(int64(i), types.Int64)), v)
	}
	return true
}

// copyTile lowers a copy to two accesses, a read and a write. The operand bytes is the number of bytes of each.
func (c *copies) copyTile(target, source, bytes *cfg.Instr) {
	none := c.Constant(0, types.Int64)
	c.Share("memcpy", &cfg.Tile{Rows: 1, Own: true}, source, bytes, none)
	copied := c.Share("memcpy", &cfg.Tile{Rows: 1, Own: true, Writes: true, Holds: cfg.CopyOf}, target, bytes, none)
	copied.Args = append(copied.Args, source)
}

// fillBytes lowers memset and bzero, and returns their target. bzero has no operand for the byte.
func (c *copies) fillBytes(f *ast.Function, args []*ast.Node, values []*cfg.Instr) *cfg.Instr {
	if len(values) == 2 {
		args = []*ast.Node{args[0], nil, args[1]}
		values = []*cfg.Instr{values[0], c.Constant(0, types.Int32), values[1]}
	}
	if len(values) < 3 || !types.IsPointer(values[0].Type) {
		return c.Unknown("a call of "+f.Name+" with unexpected operands", c.PointerTo(nil), values...)
	}
	bytes, known := knownOperand(args[2], values[2])
	fill, constant := knownOperand(args[1], values[1])
	switch {
	case known && bytes == 0:
	case known && constant && c.fillObject(values[0], fill, bytes):
	default:
		filled := c.Share("memset", &cfg.Tile{Rows: 1, Own: true, Writes: true, Holds: cfg.ByteOf}, values[0], values[2],
			c.Constant(0, types.Int64))
		filled.Args = append(filled.Args, c.Convert(values[1], types.Int32, operator.CastInt))
	}
	return values[0]
}

// fillObject fills a whole object with zeros, or a few elements or fields with a byte. It returns false for any other
// fill.
func (c *copies) fillObject(target *cfg.Instr, fill, bytes int64) bool {
	if dst := c.whole(target, bytes); dst != nil && byte(fill) == 0 {
		c.Store(dst, c.Zero(types.Elem(dst.Type)))
		return true
	}
	if dst := c.whole(target, bytes); dst != nil && types.Elem(dst.Type).Kind == types.Record && isFillable(types.Elem(dst.Type)) {
		c.fillFields(dst, byte(fill))
		return true
	}
	t := elementOf(target, bytes)
	if t == nil || byte(fill) != 0 && !types.IsInteger(t) {
		return false
	}
	c.fillElements(target, t, byte(fill), bytes)
	return true
}

// fillElements sets each byte of an array to fill. bytes is the size of the array. t is the type of its elements.
func (c *copies) fillElements(target *cfg.Instr, t *types.Type, fill byte, bytes int64) {
	dst := c.seenAs(target, t)
	for i := range bytes / t.Size {
		v := c.Zero(t)
		if fill != 0 {
			v = c.Constant(repeated(fill, t), t)
		}
		c.Store(c.IndexAddr(dst, c.Constant(i, types.Int64)), v)
	}
}

// isFillable reports whether t is a class with few fields and no gaps, whose fields are integers or arrays of few
// integers.
func isFillable(t *types.Type) bool {
	if t.Union || len(t.Bases) > 0 || len(t.Fields) > fewElements {
		return false
	}
	size := int64(0)
	for _, f := range t.Fields {
		e := f.Type
		if e.Kind == types.Array && e.Elem != nil && e.Len <= fewElements {
			e = e.Elem
		}
		if !types.IsInteger(e) || e.Kind == types.Bool || f.BitWidth > 0 {
			return false
		}
		size += f.Type.Size
	}
	return size == t.Size
}

// fillFields sets each byte of an object to fill, field by field. The fields must cover the whole object (isFillable).
func (c *copies) fillFields(object *cfg.Instr, fill byte) {
	for _, f := range types.Elem(object.Type).Fields {
		e := f.Type
		if e.Kind == types.Array {
			e = e.Elem
		}
		c.fillElements(c.FieldAddr(object, f), e, fill, f.Type.Size)
	}
}

// repeated returns an integer of type t with fill in each of its bytes.
func repeated(fill byte, t *types.Type) int64 {
	word := uint64(fill) * 0x0101010101010101
	unused := 64 - 8*t.Size
	if t.Signed {
		return int64(word<<unused) >> unused
	}
	return int64(word << unused >> unused)
}

// elementOf returns the type of the scalars that a copy of the given number of bytes moves, if they are few. It is
// the type that ptr points to, or pointed to before it was reinterpreted. elementOf returns nil if the type is not
// scalar, or if there are many elements.
func elementOf(ptr *cfg.Instr, bytes int64) *types.Type {
	for ; ptr != nil; ptr = reinterpreted(ptr) {
		t := types.Elem(ptr.Type)
		for t.Kind == types.Array && t.Elem != nil {
			t = t.Elem
		}
		isScalar := types.IsInteger(t) || t.Kind == types.Float
		if isScalar && !t.Volatile && t.Size > 0 && bytes > 0 && bytes%t.Size == 0 && bytes/t.Size <= fewElements {
			return t
		}
	}
	return nil
}

// seenAs returns ptr as a pointer to t. If ptr was reinterpreted from a pointer to t, it returns that pointer.
// Otherwise it emits a conversion.
func (c *copies) seenAs(ptr *cfg.Instr, t *types.Type) *cfg.Instr {
	for p := ptr; p != nil; p = reinterpreted(p) {
		if types.Elem(p.Type) == t {
			return p
		}
	}
	return c.Convert(ptr, c.PointerTo(t), operator.CastPointer)
}

// whole returns a pointer to an object of the given size, in bytes: ptr itself, or a pointer from which ptr was made by
// reinterpretation or by decay to the first element of an array. It returns nil if there is none.
func (c *copies) whole(ptr *cfg.Instr, bytes int64) *cfg.Instr {
	for ; ptr != nil; ptr = reinterpreted(ptr) {
		if t := types.Elem(ptr.Type); bytes > 0 && t.Size == bytes && t.Kind != types.Void {
			return ptr
		}
	}
	return nil
}

// reinterpreted returns the pointer from which ptr was made by changing only its type, nil if there is none.
func reinterpreted(ptr *cfg.Instr) *cfg.Instr {
	if ptr.Op != cfg.Convert || !types.IsPointer(ptr.Args[0].Type) ||
		ptr.Operator != operator.CastPointer && ptr.Operator != operator.CastDecay {
		return nil
	}
	return ptr.Args[0]
}

// loadAs loads an object as a value of another type of the same size.
func (c *copies) loadAs(ptr *cfg.Instr, t *types.Type) *cfg.Instr {
	from := types.Elem(ptr.Type)
	if from == t || types.SameScalar(from, t) {
		return c.Load(ptr)
	}
	if types.IsAggregate(from) || types.IsAggregate(t) {
		return c.Load(c.Convert(ptr, c.PointerTo(t), operator.CastPointer))
	}
	return c.Convert(c.Load(ptr), t, operator.CastBits)
}

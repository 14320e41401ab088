package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// Copies and fills of memory are accesses to each of their bytes. Of a whole object they are an assignment, of few
// elements one of each, as which both engines know what is there afterwards. Else they are parts of memory that the lane
// reads and writes, of which the concrete machine knows what is there, and the abstract one does not.
//
//	memcpy(&f, &bits, 4)                   f = the bits of it
//	memcpy(v, row + 4 * lane, 16)          v[0] = row[4 * lane], ...
//	memcpy(tile + n * lane, row, n)        reads n bytes, writes n bytes

// fewElements is how many elements are copied one by one: as many as a vector or a small matrix has. Each is some instructions.
const fewElements = 16

// copyBytes is memcpy and memmove.
func (b *builder) copyBytes(f *ast.Function, args []*ast.Node, values []*cfg.Instr) *cfg.Instr {
	if len(values) < 3 || !types.IsPointer(values[0].Type) || !types.IsPointer(values[1].Type) {
		return b.Unknown("a call of "+f.Name+" with unexpected operands", b.PointerTo(nil), values...)
	}
	to, from := values[0], values[1]
	bytes, known := knownOperand(args[2], values[2])
	switch {
	case known && bytes == 0:
	case known && (b.copyWhole(to, from, bytes, false) || b.copyElements(to, from, bytes) || b.copyWhole(to, from, bytes, true)):
	default:
		b.copyTile(to, from, values[2])
	}
	return to
}

// copyWhole copies an object of so many bytes, as which either of two pointers was made; false where none was. Where one
// alone is of a whole array, its elements are better copied one by one, if they are few.
func (b *builder) copyWhole(to, from *cfg.Instr, bytes int64, arrays bool) bool {
	dst, src := b.whole(to, bytes), b.whole(from, bytes)
	isArray := func(ptr *cfg.Instr) bool { return ptr == nil || types.Elem(ptr.Type).Kind == types.Array }
	switch {
	case dst == nil && src == nil, !arrays && (dst == nil || src == nil) && isArray(dst) && isArray(src):
		return false
	case dst == nil:
		dst = b.seenAs(to, types.Elem(src.Type))
	case src == nil:
		src = b.seenAs(from, types.Elem(dst.Type))
	}
	b.Store(dst, b.loadAs(src, types.Elem(dst.Type)))
	return true
}

// copyElements copies few elements, all of which are read before one is written; false where they are many.
func (b *builder) copyElements(to, from *cfg.Instr, bytes int64) bool {
	t := elementOf(to, bytes)
	if t == nil {
		t = elementOf(from, bytes)
	}
	if t == nil {
		return false
	}
	dst, src := b.seenAs(to, t), b.seenAs(from, t)
	values := make([]*cfg.Instr, bytes/t.Size)
	for i := range values {
		values[i] = b.Load(b.IndexAddr(src, b.Constant(int64(i), types.Int64)))
	}
	for i, v := range values {
		b.Store(b.IndexAddr(dst, b.Constant(int64(i), types.Int64)), v)
	}
	return true
}

// copyTile copies as many bytes as an operand says.
func (b *builder) copyTile(to, from, bytes *cfg.Instr) {
	none := b.Constant(0, types.Int64)
	b.Share("memcpy", &cfg.Tile{Rows: 1, Own: true}, from, bytes, none)
	copied := b.Share("memcpy", &cfg.Tile{Rows: 1, Own: true, Writes: true, Holds: cfg.CopyOf}, to, bytes, none)
	copied.Args = append(copied.Args, from)
}

// fillBytes is memset, and bzero, which is given no byte.
func (b *builder) fillBytes(f *ast.Function, args []*ast.Node, values []*cfg.Instr) *cfg.Instr {
	if len(values) == 2 {
		args = []*ast.Node{args[0], nil, args[1]}
		values = []*cfg.Instr{values[0], b.Constant(0, types.Int32), values[1]}
	}
	if len(values) < 3 || !types.IsPointer(values[0].Type) {
		return b.Unknown("a call of "+f.Name+" with unexpected operands", b.PointerTo(nil), values...)
	}
	bytes, known := knownOperand(args[2], values[2])
	fill, constant := knownOperand(args[1], values[1])
	switch {
	case known && bytes == 0:
	case known && constant && b.fillObject(values[0], fill, bytes):
	default:
		filled := b.Share("memset", &cfg.Tile{Rows: 1, Own: true, Writes: true, Holds: cfg.ByteOf}, values[0], values[2],
			b.Constant(0, types.Int64))
		filled.Args = append(filled.Args, b.Convert(values[1], types.Int32, operator.CastInt))
	}
	return values[0]
}

// fillObject fills a whole object with zeros, or few elements with a byte; false where it is neither.
func (b *builder) fillObject(to *cfg.Instr, fill, bytes int64) bool {
	if dst := b.whole(to, bytes); dst != nil && byte(fill) == 0 {
		b.Store(dst, b.Zero(types.Elem(dst.Type)))
		return true
	}
	if dst := b.whole(to, bytes); dst != nil && types.Elem(dst.Type).Kind == types.Record && isFillable(types.Elem(dst.Type)) {
		b.fillFields(dst, byte(fill))
		return true
	}
	t := elementOf(to, bytes)
	if t == nil || byte(fill) != 0 && !types.IsInteger(t) {
		return false
	}
	b.fillElements(to, t, byte(fill), bytes)
	return true
}

// fillElements fills so many bytes of elements.
func (b *builder) fillElements(to *cfg.Instr, t *types.Type, fill byte, bytes int64) {
	dst := b.seenAs(to, t)
	for i := range bytes / t.Size {
		v := b.Zero(t)
		if fill != 0 {
			v = b.Constant(repeated(fill, t), t)
		}
		b.Store(b.IndexAddr(dst, b.Constant(i, types.Int64)), v)
	}
}

// isFillable reports a class of few integers, and arrays of them, side by side.
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

// fillFields fills the fields of such a class.
func (b *builder) fillFields(object *cfg.Instr, fill byte) {
	for _, f := range types.Elem(object.Type).Fields {
		e := f.Type
		if e.Kind == types.Array {
			e = e.Elem
		}
		b.fillElements(b.FieldAddr(object, f), e, fill, f.Type.Size)
	}
}

// repeated is the integer all of whose bytes are one.
func repeated(fill byte, t *types.Type) int64 {
	word := uint64(fill) * 0x0101010101010101
	unused := 64 - 8*t.Size
	if t.Signed {
		return int64(word<<unused) >> unused
	}
	return int64(word << unused >> unused)
}

// elementOf is the scalar that so many bytes at a pointer are few of, as the pointer was made; nil for others.
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

// seenAs is a pointer as one to a type.
func (b *builder) seenAs(ptr *cfg.Instr, t *types.Type) *cfg.Instr {
	for p := ptr; p != nil; p = reinterpreted(p) {
		if types.Elem(p.Type) == t {
			return p
		}
	}
	return b.Convert(ptr, b.PointerTo(t), operator.CastPointer)
}

// whole is a pointer to the object of so many bytes that ptr was made of, by
// reinterpretation or for the first element of an array; nil where there is none.
func (b *builder) whole(ptr *cfg.Instr, bytes int64) *cfg.Instr {
	for ; ptr != nil; ptr = reinterpreted(ptr) {
		if t := types.Elem(ptr.Type); bytes > 0 && t.Size == bytes && t.Kind != types.Void {
			return ptr
		}
	}
	return nil
}

// reinterpreted is the pointer that another one is but for its type, nil where it is none.
func reinterpreted(ptr *cfg.Instr) *cfg.Instr {
	if ptr.Op != cfg.Convert || !types.IsPointer(ptr.Args[0].Type) ||
		ptr.Operator != operator.CastPointer && ptr.Operator != operator.CastDecay {
		return nil
	}
	return ptr.Args[0]
}

// loadAs is what an object holds, as a value of another type of its size.
func (b *builder) loadAs(ptr *cfg.Instr, t *types.Type) *cfg.Instr {
	from := types.Elem(ptr.Type)
	if from == t || types.SameScalar(from, t) {
		return b.Load(ptr)
	}
	if types.IsAggregate(from) || types.IsAggregate(t) {
		return b.Load(b.Convert(ptr, b.PointerTo(t), operator.CastPointer))
	}
	return b.Convert(b.Load(ptr), t, operator.CastBits)
}

package cfg

import "github.com/warpcheck/warpcheck/cfg/types"

// ScalarAt returns the type of the number that begins at a byte offset of an object of type t and has a size in bytes. A
// class of one small number, such as __half, counts as a number. It returns nil if there is no such number.
func ScalarAt(t *types.Type, offset, size int64) *types.Type {
	switch {
	case t == nil || offset < 0:
		return nil
	case t.Kind == types.Array && t.Elem.Size > 0:
		return ScalarAt(t.Elem, offset%t.Elem.Size, size)
	case t.Kind == types.Record && t.Size == size && offset == 0 && IsSmallFloat(t):
		return t
	case t.Kind == types.Record && !t.Union:
		return memberScalarAt(t, offset, size)
	case offset == 0 && t.Size == size:
		return t
	}
	return nil
}

// memberScalarAt is ScalarAt for the members of a class.
func memberScalarAt(t *types.Type, offset, size int64) *types.Type {
	for _, field := range t.Fields {
		if begin := field.Offset / 8; field.Offset >= 0 && field.BitWidth == 0 && offset >= begin && offset < begin+field.Type.Size {
			return ScalarAt(field.Type, offset-begin, size)
		}
	}
	return nil
}

// ElementBehind returns the text of the element of type elem at an offset from the target of a pointer, and whether it is
// a member: d[3].x.
func ElementBehind(pointer string, elem *types.Type, offset int64) (text string, isMember bool) {
	v := PointerVariable{name: pointer, elem: elem}
	return v.ElementBehind(offset), elem.Kind == types.Record && !IsSmallFloat(elem)
}

// IsSmallFloat reports whether t is a class of one floating-point number of 16 bits.
func IsSmallFloat(t *types.Type) bool {
	return t != nil && t.Kind == types.Record && (t.Name == "__half" || t.Name == "__nv_bfloat16")
}

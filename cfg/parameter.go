package cfg

import "github.com/warpcheck/warpcheck/cfg/types"

// TypeOfParameter returns the type of the parameter called name. It returns nil if there is none, or if f is nil. Callers
// ask for each name in a witness, and a witness names members and constants of templates as well.
func (f *Func) TypeOfParameter(name string) *types.Type {
	if f == nil {
		return nil
	}
	for _, p := range f.Params {
		if p.Name == name {
			return p.Type
		}
	}
	return nil
}

// NumberBehind returns the type of the number of size bytes that lies offset bytes after the target of the pointer
// parameter called name. It returns nil if there is no such number.
func (f *Func) NumberBehind(name string, offset, size int64) *types.Type {
	t := f.TypeOfParameter(name)
	if !types.IsPointer(t) || t.Elem == nil || t.Elem.Size <= 0 {
		return nil
	}
	return scalarAt(t.Elem, offset%t.Elem.Size, size)
}

// scalarAt returns the type of the number at a byte offset in an object of type t, with the given size in bytes. A
// class of one small number, such as __half, counts as a number. It returns nil if there is none.
func scalarAt(t *types.Type, offset, size int64) *types.Type {
	switch {
	case t == nil || offset < 0:
		return nil
	case t.Kind == types.Array && t.Elem.Size > 0:
		return scalarAt(t.Elem, offset%t.Elem.Size, size)
	case t.Kind == types.Record && t.Size == size && offset == 0 && IsSmallFloat(t):
		return t
	case t.Kind == types.Record && !t.Union:
		return memberScalarAt(t, offset, size)
	case offset == 0 && t.Size == size:
		return t
	}
	return nil
}

// memberScalarAt returns the type of the number at a byte offset in an object of the class t, with the given size in
// bytes. It looks only into the class's own fields. It returns nil if there is none.
func memberScalarAt(t *types.Type, offset, size int64) *types.Type {
	for _, field := range t.Fields {
		if begin := field.Offset / 8; field.Offset >= 0 && field.BitWidth == 0 && offset >= begin && offset < begin+field.Type.Size {
			return scalarAt(field.Type, offset-begin, size)
		}
	}
	return nil
}

// ElementBehind returns the text of the element of type elem at an offset from the target of a pointer: d[3].x.
// isMember is true if elem is a class, so that the text names a member.
func ElementBehind(pointer string, elem *types.Type, offset int64) (text string, isMember bool) {
	v := PointerVariable{name: pointer, elem: elem}
	return v.ElementBehind(offset), elem.Kind == types.Record && !IsSmallFloat(elem)
}

// IsSmallFloat reports whether t is a class of one floating-point number of 16 bits.
func IsSmallFloat(t *types.Type) bool {
	return t != nil && t.Kind == types.Record && (t.Name == "__half" || t.Name == "__nv_bfloat16")
}

// HasTemplateConst reports whether f uses the constant of a template that has the given name.
func (f *Func) HasTemplateConst(name string) bool {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if in.Op == TemplateConst && in.Text == name {
				return true
			}
		}
	}
	return false
}

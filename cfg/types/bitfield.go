package types

// Cell returns the memory location that an access to the bit-field f reads and writes. As in C++ it consists of
// neighbouring bit-fields in one word of f's type, with no other member between them. first is the first of these
// bit-fields. at is the offset of the location in the class, and size its size, both in bytes. If the offset or the
// class of f is not known, the location is the word of f alone.
//
//	struct { int a : 24, b : 8; int c; }    a and b are a cell of 4 bytes
func (f *Field) Cell() (first *Field, at, size int64) {
	if f.Offset < 0 || f.Owner == nil {
		return f, max(f.Offset, 0) / 8, f.Type.Size
	}
	word := 8 * max(f.Type.Size, 1)
	begin := f.Offset / word * word
	first, end := f, f.Offset
	for _, other := range f.Owner.Fields {
		switch {
		case other.BitWidth == 0 && other.Offset < f.Offset:
			first = f // a member separates f from the fields before it
		case other.BitWidth == 0:
			return first, max(begin, first.Offset) / 8, (end+7)/8 - max(begin, first.Offset)/8
		case other.Offset+int64(other.BitWidth) <= begin || other.Offset >= begin+word:
		default:
			if other.Offset < first.Offset {
				first = other
			}
			end = min(begin+word, other.Offset+int64(other.BitWidth))
		}
	}
	return first, max(begin, first.Offset) / 8, (end+7)/8 - max(begin, first.Offset)/8
}

package types

// Cell is what is read and written when a bit-field is: the neighbours that lie in one word of its type
// with no other member between, as C++ has one memory location of them. It is told by the first of them,
// where its bytes begin in the class, and how many they are.
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
			first = f // what came before is parted from f
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

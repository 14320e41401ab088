package types

import "testing"

func TestCellsOfBitFields(t *testing.T) {
	word := &Type{Kind: Int, Bits: 32, Size: 4}
	owner := &Type{Kind: Record}
	add := func(offset int64, width int) *Field {
		f := &Field{Type: word, Offset: offset, BitWidth: width, Owner: owner, Index: len(owner.Fields)}
		owner.Fields = append(owner.Fields, f)
		return f
	}
	// int w; int a : 24, b : 8, c : 3; int x; int d : 5;  then  int e : 4 behind a char in one word
	add(0, 0)
	a, b, c := add(32, 24), add(56, 8), add(64, 3)
	add(96, 0)
	d := add(128, 5)
	add(136, 0)
	e := add(144, 4)
	for _, want := range []struct {
		field, first *Field
		at, size     int64
	}{{a, a, 4, 4}, {b, a, 4, 4}, {c, c, 8, 1}, {d, d, 16, 1}, {e, e, 18, 1}} {
		first, at, size := want.field.Cell()
		if first != want.first || at != want.at || size != want.size {
			t.Errorf("field %d is in the cell of field %d, %d bytes at %d", want.field.Index, first.Index, size, at)
		}
	}
}

package memory

import (
	"testing"

	"github.com/warpcheck/warpcheck/cfg/types"
)

// TestPacked: values of a type are equal if their words are, provided that the words lie side by side and fill the
// type.
func TestPacked(t *testing.T) {
	small := &types.Type{Kind: types.Int, Bits: 8, Size: 1}
	record := func(size int64, second *types.Type, offset int64) *types.Type {
		r := class("r", nil, "a")
		r.Fields = append(r.Fields, &types.Field{Name: "b", Type: second, Index: 1, Offset: 8 * offset, Owner: r})
		r.Size = size
		return r
	}
	m := newMemory(true)
	for name, c := range map[string]struct {
		of     *types.Type
		packed bool
	}{
		"two words":             {record(8, word, 4), true},
		"bytes behind the last": {record(8, small, 4), false},
		"bytes between the two": {record(12, word, 8), false},
		"two at one place":      {record(8, word, 0), false},
		"a word and a byte":     {record(5, small, 4), true},
	} {
		if list, ok := m.Layout.packed(c.of); ok != c.packed || len(list) != 2 {
			t.Errorf("%s: %v, %t", name, list, ok)
		}
	}
}

// TestWidth: a type that is wider than a word of the machine is no word.
func TestWidth(t *testing.T) {
	for bits, want := range map[int]int{0: -1, 1: 1, 32: 32, 64: 64, 128: -1} {
		if got := Width(&types.Type{Kind: types.Int, Bits: bits}); got != want {
			t.Errorf("%d bits: %d", bits, got)
		}
	}
}

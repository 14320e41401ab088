package cfg

import (
	"cmp"
	"slices"
)

// Content is one integer or pointer that a constant holds, by its place.
type Content struct {
	Offset, Size int64 // in bytes
	Value        int64
	// Address marks a pointer, and Unknown one of which it is not known where it leads.
	Address, Unknown bool
}

// Content is the integer or the pointer of the given size that a constant holds at an offset;
// false where there is none or it is not known.
func (o *Object) Content(offset, size int64) (int64, bool) {
	i, found := slices.BinarySearchFunc(o.Contents, offset, func(c Content, at int64) int {
		return cmp.Compare(c.Offset, at)
	})
	if !found || o.Contents[i].Size != size || o.Contents[i].Unknown {
		return 0, false
	}
	return o.Contents[i].Value, true
}

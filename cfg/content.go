package cfg

import (
	"cmp"
	"slices"
)

// Content is one number or pointer in the initial value of an object. A floating-point number is stored as its bits.
type Content struct {
	Offset, Size int64 // both in bytes
	Value        int64
	// Address: this is a pointer. Unknown: the number, or the target of the pointer, is not known.
	Address, Unknown bool
}

// Content returns the number or pointer that o.Contents holds at an offset, or the number that smaller ones make together.
// offset and size are in bytes. It returns false if there is none of this size, or if the value is not known.
func (o *Object) Content(offset, size int64) (int64, bool) {
	i, found := slices.BinarySearchFunc(o.Contents, offset, func(c Content, key int64) int {
		return cmp.Compare(c.Offset, key)
	})
	switch {
	case !found:
		return 0, false
	case o.Contents[i].Size == size:
		return o.Contents[i].Value, !o.Contents[i].Unknown
	}
	return together(o.Contents[i:], size)
}

// together joins several adjacent numbers to one larger number. The first of them becomes its lowest part. PTX declares
// tables as bytes and reads words of them. known is false if they do not make a number of size bytes, or if one of them
// is not known.
func together(parts []Content, size int64) (number int64, known bool) {
	begin := parts[0].Offset
	for _, c := range parts {
		at := c.Offset - begin
		switch {
		case at == size:
			return number, true
		case at > size || c.Size >= 8 || at+c.Size > size || c.Unknown || c.Address:
			return 0, false
		}
		number |= c.Value & (1<<(8*c.Size) - 1) << (8 * at)
		if at+c.Size == size {
			return number, true
		}
		if next := at + c.Size; next >= 8 {
			return 0, false
		}
	}
	return 0, false
}

// keepContents drops the initial contents of variables that some function may write.
func keepContents(flows []flow) {
	for _, f := range flows {
		f.eachUse(func(instr *Instr, i int, arg *Instr) {
			o := f.objects[arg.ID]
			if o == nil || o.Contents == nil || o.Var == nil || o.Var.Const || reads(instr, i) {
				return
			}
			if to := lentTo(instr, i); to == nil || !to.ReadOnly {
				o.Contents = nil
			}
		})
	}
}

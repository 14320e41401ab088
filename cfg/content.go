package cfg

import (
	"cmp"
	"slices"
)

// Content is one number or pointer that a constant holds, by its place; a floating number by its bits.
type Content struct {
	Offset, Size int64 // in bytes
	Value        int64
	// Address marks a pointer, and Unknown a pointer whose target is not known or a number that is not known.
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

// keepContents forgets what variables hold from the start that some function may write.
func keepContents(flows []flow) {
	for _, f := range flows {
		f.eachUse(func(in *Instr, i int, arg *Instr) {
			o := f.objects[arg.ID]
			if o == nil || o.Contents == nil || o.Var == nil || o.Var.Const || reads(in, i) {
				return
			}
			if to := lentTo(in, i); to == nil || !to.ReadOnly {
				o.Contents = nil
			}
		})
	}
}

package cfg

import (
	"cmp"
	"slices"
)

// Content is one number or pointer in the initial value of an object. A floating-point number is stored as its bits.
type Content struct {
	Offset, Size int64 // in bytes
	Value        int64
	// Address: this is a pointer. Unknown: the number, or the target of the pointer, is not known.
	Address, Unknown bool
}

// Content returns the number or pointer that o.Contents holds at an offset. offset and size are in bytes. It returns
// false if there is none of this size, or if the value is not known.
func (o *Object) Content(offset, size int64) (int64, bool) {
	i, found := slices.BinarySearchFunc(o.Contents, offset, func(c Content, key int64) int {
		return cmp.Compare(c.Offset, key)
	})
	if !found || o.Contents[i].Size != size || o.Contents[i].Unknown {
		return 0, false
	}
	return o.Contents[i].Value, true
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

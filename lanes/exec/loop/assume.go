package loop

import (
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// assumeNothing returns unknown, whose unknowns an earlier trial may have used too. What that trial assumed about them
// is dropped when the result is computed.
func (in *Inference) assumeNothing(unknown vector.Vec) vector.Vec {
	return vector.Later(unknown.Bits(), func() vector.Vec {
		for _, x := range unknown.List() {
			in.unknowns.AssumeNothing(x)
		}
		return unknown
	})
}

// assumeOf assumes of each class that its word in unknown equals its word in unbroken, as long as no collective was
// broken. The word in unbroken is that of the first lane of the class that is in the guard. assumeOf returns unknown;
// the assumption is made when the result is computed.
func (in *Inference) assumeOf(c classes, guard, unknown, unbroken vector.Vec) vector.Vec {
	return vector.Later(unknown.Bits(), func() vector.Vec {
		for l := range c {
			if int(c[l]) == l {
				in.unknowns.Assume(unknown.At(l), unbroken.At(c.first(guard, l)))
			}
		}
		return unknown
	})
}

package loop

import (
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// assumeNothing returns unknown, and drops what an earlier trial assumed about the same unknowns. The assumptions are
// dropped when the result is computed.
func (in *Inference) assumeNothing(unknown vector.Vec) vector.Vec {
	return vector.Later(unknown.Bits(), func() vector.Vec {
		for _, x := range unknown.List() {
			in.unknowns.AssumeNothing(x)
		}
		return unknown
	})
}

// assumeOf returns the vector unknown. It assumes for each class that, as long as no collective was broken, the word of
// the class equals a word of unbroken: the one of the first lane of the class in guard. The assumption is made when the
// result is computed.
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

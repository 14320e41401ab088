package loop

import (
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// assumeNothing returns the vector unknown, and drops what an earlier trial assumed about these unknowns when that
// vector is computed.
func (in *Inference) assumeNothing(unknown vector.Vec) vector.Vec {
	return vector.Later(unknown.Bits(), func() vector.Vec {
		for _, x := range unknown.List() {
			in.unknowns.AssumeNothing(x)
		}
		return unknown
	})
}

// assumeOf returns the vector unknown, and records an assumption for each class when that vector is computed: as long
// as no collective was broken, the unknown of the class equals the word that unbroken has for the first lane of the
// class in guard.
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

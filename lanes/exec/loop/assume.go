package loop

import (
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// assumeNothing returns the vector unknown, about whose unknowns an earlier trial iteration may have assumed something.
// When the vector is computed, this assumption is dropped.
func (in *Inference) assumeNothing(unknown vector.Vec) vector.Vec {
	return vector.Later(unknown.Bits(), func() vector.Vec {
		for _, x := range unknown.List() {
			in.unknowns.AssumeNothing(x)
		}
		return unknown
	})
}

// assumeOf returns the vector unknown, which has one unknown per class of lanes. When the vector is computed, an
// assumption is recorded for each class: as long as no collective was broken, its unknown equals the word that unbroken
// has in the first lane of the class in guard.
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

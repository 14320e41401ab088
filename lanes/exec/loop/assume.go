package loop

import (
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// assumeNothing drops what an earlier trial assumed of unknowns that this trial has again.
func (in *Inference) assumeNothing(unknown vector.Vec) vector.Vec {
	return vector.Later(unknown.Bits(), func() vector.Vec {
		for _, x := range unknown.List() {
			in.unknowns.AssumeNothing(x)
		}
		return unknown
	})
}

// assumeOf assumes of each class's unknown, when it is computed, its value while no collective was broken. Words of
// lanes outside the guard say nothing about their class.
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

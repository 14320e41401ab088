package loop

import (
	"strconv"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// classes divide the lanes that enter a loop, so that the lanes of a class have some property in common in every
// iteration. For example, the lanes of one row in
//
//	for (int row = threadIdx.x / 8; row < n; row += 4) ...
//
// stay in the loop together, although the warp does not. A class is named by its lowest lane. At first all lanes are
// one class. A trial iteration that distinguishes lanes of a class divides the class.
type classes [warp.Size]uint8

// alone returns classes with every lane in a class of its own.
func alone() (c classes) {
	for l := range c {
		c[l] = uint8(l)
	}
	return c
}

// isOne reports whether all lanes are one class.
func (c classes) isOne() bool { return c == classes{} }

// part divides the classes by a key: lanes of one class stay in one class if keyOf returns the same term for them. A
// lane that is not in guard stays in the class of the first lane that is.
func (c classes) part(guard vector.Vec, keyOf func(l int) *term.Term) (parts classes) {
	var usual, keys [warp.Size]*term.Term
	for l := range c {
		if !guard.At(l).IsFalse() && usual[c[l]] == nil {
			usual[c[l]] = keyOf(l)
		}
	}
	for l := range c {
		keys[l], parts[l] = usual[c[l]], uint8(l)
		if !guard.At(l).IsFalse() {
			keys[l] = keyOf(l)
		}
		for o := range l {
			if c[o] == c[l] && keys[o] == keys[l] {
				parts[l] = uint8(o)
				break
			}
		}
	}
	return parts
}

// vector returns a vector in which the lanes of a class share one unknown of the given origin.
func (c classes) vector(t *term.Table, name string, bits int, origin any) vector.Vec {
	return c.unknowns(name, func(name string) *term.Term { return t.Unknown(name, bits, origin) })
}

// atMost returns a vector in which the lanes of a class share one unknown. name holds the upper bound of the unknowns.
func (c classes) atMost(t *term.Table, name label, bits int) vector.Vec {
	if name.most == 0 {
		return c.vector(t, name.text, bits, name.origin)
	}
	return c.unknowns(name.text, func(text string) *term.Term { return t.Var(text, bits, 0, name.most, name.origin) })
}

// unknowns returns a vector in which the lanes of a class share one term. create makes the term for a name, which ends
// with the number of the class.
func (c classes) unknowns(name string, create func(name string) *term.Term) vector.Vec {
	if c.isOne() {
		return vector.Uniform(create(name))
	}
	return vector.Build(func(l int) *term.Term { return create(name + "@" + strconv.Itoa(int(c[l]))) })
}

// first returns the first lane of l's class that is in the guard. It returns l if there is none.
func (c classes) first(guard vector.Vec, l int) int {
	for o := range c {
		if c[o] == c[l] && !guard.At(o).IsFalse() {
			return o
		}
	}
	return l
}

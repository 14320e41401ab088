package collective

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A device function that no kernel calls is checked as if all lanes entered it together. By the contract of every
// function that takes a mask, the mask names the lanes that enter:
//
//	__device__ int sum(unsigned mask, int v) { ... v += __shfl_xor_sync(mask, v, 16); ... }
//
// A caller that passes another one has broken a rule before the function can. So the mask names all lanes of the
// unbroken view; calls by fewer lanes, with a smaller mask, are checked with their callers. What is definite is
// proved of any mask.

// trustMask assumes of the words that a mask is selected from, or combined of bit by bit, that they name all lanes if
// the function was given them.
func (c *Collectives) trustMask(mask vector.Vec) {
	if c.trace.Root.Kernel {
		return
	}
	for _, x := range chosenFrom(mask.Distinct()) {
		if _, trusted := c.unknowns.Assumed(x); !trusted && isGiven(x) {
			c.unknowns.Assume(x, c.t.Const(x.Bits, ^uint64(0)))
		}
	}
}

// chosenFrom are the words that some are selected from, or combined of bit by bit.
func chosenFrom(words []*term.Term) (list []*term.Term) {
	seen := term.NewVisit()
	var add func(words []*term.Term)
	add = func(words []*term.Term) {
		for _, x := range words {
			switch {
			case !seen.IsFirst(x):
			case x.Op == term.BAnd, x.Op == term.BOr, x.Op == term.BXor, x.Op == term.Trunc:
				add(x.Args)
			case x.Op == term.Ite:
				add(x.Args[1:])
			default:
				list = append(list, x)
			}
		}
	}
	add(words)
	return list
}

// isGiven reports an unknown that a root is called with: an argument of a device function, or a word of memory as it
// was at the entry or that only stores through other pointers can have changed. (A result stored through one is no
// mask of the object that the function belongs to.) What template arguments decide is given as well, such as the mask
// of a group of any type, and so is a member of something given.
func isGiven(x *term.Term) bool { return isGivenIn(x, term.NewVisit()) }

// isGivenIn is isGiven of a part of what is visited.
func isGivenIn(x *term.Term, seen term.Visit) bool {
	switch o := x.Origin.(type) {
	case memory.Origin:
		return x.Args[0].K == memory.AtEntry || o.AsGiven
	case memory.ArgOrigin, memory.LaneArgument, memory.TemplateOrigin:
		return true
	case memory.ResultOrigin:
		return o.Dependent
	case memory.Approximation, memory.ChangedPart:
		return len(x.Args) > 0 && !slices.ContainsFunc(x.Args, func(y *term.Term) bool { return seen.IsFirst(y) && !isGivenIn(y, seen) })
	}
	return false
}

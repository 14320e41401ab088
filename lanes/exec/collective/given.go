package collective

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A device function that no kernel calls is checked as if all lanes entered it together. A
// mask that it is given names those that enter, by the contract of every function that takes
// one:
//
//	__device__ int sum(unsigned mask, int v) { ... v += __shfl_xor_sync(mask, v, 16); ... }
//
// A caller that passes another one has broken a rule before the function can, so that the
// mask names all lanes of the unbroken view; whether it is called by fewer, with a smaller
// mask, its callers tell where they are. What is definite is proved of any mask.

// trustMask says of what a mask is chosen from, or combined of bit by bit, that it names
// all lanes where it was given.
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

// chosenFrom are the words that some are chosen from, or combined of bit by bit, each once.
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

// isGiven reports an unknown that a root is called with: an argument of a device function, or a word of
// memory as it was at the entry, or in which only stores through other pointers can have changed it: a
// result that is stored behind one is no mask of the object that the function belongs to. What the arguments of
// a template decide is given with these, as the mask of a group of any type is; so is a member of what is given.
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

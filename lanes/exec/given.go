package exec

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
func (in *interp) trustMask(mask vector.Vec) {
	if in.Root.Kernel {
		return
	}
	for _, x := range mask.Distinct() {
		in.trust(x)
	}
}

func (in *interp) trust(x *term.Term) {
	parts := x.Args
	switch x.Op {
	case term.BAnd, term.BOr, term.BXor, term.Trunc:
	case term.Ite:
		parts = x.Args[1:]
	default:
		if _, trusted := in.Assumed(x); !trusted && isGiven(x) {
			in.Assume(x, in.t.Const(x.Bits, ^uint64(0)))
		}
		return
	}
	for _, part := range parts {
		in.trust(part)
	}
}

// isGiven reports an unknown that a root is called with: an argument of a device function, or a word of
// memory as it was at the entry, or in which only stores through other pointers can have changed it: a
// result that is stored behind one is no mask of the object that the function belongs to. What the arguments of
// a template decide is given with these, as the mask of a group of any type is; so is a member of what is given.
func isGiven(x *term.Term) bool {
	switch o := x.Origin.(type) {
	case memory.Origin:
		return x.Args[0].K == memory.AtEntry || o.AsGiven
	case memory.ArgOrigin, memory.LaneArgument, memory.TemplateOrigin:
		return true
	case memory.ResultOrigin:
		return o.Dependent
	case memory.Approximation:
		return len(x.Args) > 0 && !slices.ContainsFunc(x.Args, func(y *term.Term) bool { return !isGiven(y) })
	}
	return false
}

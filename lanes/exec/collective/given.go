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
// A caller that passes another mask breaks a rule itself, before the function does. So the mask is assumed to name all
// lanes as long as no collective was broken. Calls by fewer lanes, with a smaller mask, are checked with their callers.
// A definite verdict is proved for any mask.

// trustMask assumes that a mask names all lanes, if the caller passed it to a device function. If the mask is selected
// from several words, or combined from them bit by bit, trustMask assumes this of each word that the caller passed.
func (c *Collectives) trustMask(mask vector.Vec) {
	if c.trace.Root.Kernel {
		return
	}
	for _, x := range chosenFrom(mask.Distinct()) {
		if _, trusted := c.unknowns.Assumed(x); !trusted && isPassedIn(x) {
			c.unknowns.Assume(x, c.t.Const(x.Bits, ^uint64(0)))
		}
	}
}

// chosenFrom lists the words that the given words are selected from, or combined from bit by bit.
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

// isPassedIn reports whether the caller of a root decides the value of x. It does for
//
//   - an argument of a device function;
//   - a word of memory as it was at the entry;
//   - a word behind a pointer of the caller, if no store was through this pointer or to an unknown address. Stores
//     through other pointers of the caller are taken to write results, and not the mask;
//   - a value that template arguments decide, such as the mask of a group of any type;
//   - a member of an object that is passed.
func isPassedIn(x *term.Term) bool { return isPartPassedIn(x, term.NewVisit()) }

// isPartPassedIn reports whether the caller of a root decides the value of x, which is the word that isPassedIn was
// called with or a part of it. visited holds the terms visited so far.
func isPartPassedIn(x *term.Term, visited term.Visit) bool {
	switch o := x.Origin.(type) {
	case memory.Origin:
		return x.Args[0].K == memory.AtEntry || o.AsGiven
	case memory.ArgOrigin, memory.LaneArgument, memory.TemplateOrigin:
		return true
	case memory.ResultOrigin:
		return o.Dependent
	case memory.Approximation, memory.ChangedPart:
		return len(x.Args) > 0 && !slices.ContainsFunc(x.Args, func(y *term.Term) bool { return visited.IsFirst(y) && !isPartPassedIn(y, visited) })
	}
	return false
}

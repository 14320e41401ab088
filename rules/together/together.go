// Package together finds collectives that take the value of __activemask() for the set of all lanes on a path.
// __activemask() returns a set of lanes on the path that happen to run together. The set contains the calling lane, and
// may lack any other lane.
//
// # What is right, and what is not
//
// A program is right if its results do not depend on which lanes run together, except for the order of atomics and the
// values that they return. So lanes that __activemask() named may elect a leader, count themselves, broadcast from
// their leader, form smaller sets by __match_any_sync, and make one atomic for all of them:
//
//	unsigned m = __activemask();
//	int leader = __ffs(m) - 1, base;
//	if (lane == leader) base = atomicAdd(count, __popc(m));
//	base = __shfl_sync(m, base, leader);
//	out[base + __popc(m & below)] = v;
//
// A collective with such a mask needs lanes that may be missing (see [Reason]) in these cases:
//
//   - A shuffle reads a lane that is neither the reader itself nor chosen from the mask, such as lane 0 or a lane at a
//     distance.
//   - The result of a vote, a ballot or a reduction, or a count of it, is stored. A slot that an atomic returned is an
//     exception.
//   - All lanes add a result to memory, or a lane does that the set has not chosen. A sum of counts is the same for any
//     sets of lanes only if one lane of each set adds. An exception are maxima and bits, which all lanes may combine
//     with those of other sets.
//   - A vote in a loop decides whether the loop continues.
//   - A vote decides whether all lanes of the set make a store, and the other side of the branch is empty.
//   - __syncwarp has a mask from which no leader is elected and whose lanes are not counted. It is then meant to wait
//     for lanes that may be missing.
//
// # How it is found
//
// Each root is interpreted once, over values that record what they are computed from ([value]). This is a forward
// analysis of reaching definitions. A store to a variable, a field or an element with a known index replaces the
// earlier value ([path]), and so does a loop that writes all of an array ([overwritten]). Joins are unions. Calls are
// followed with their arguments.
//
// An index that is not constant has a [name], which is its expression. Elements with equal names are the same element,
// as long as no variable in the name is written. They are different if their names never have the same value (`i` and
// `i ^ 1`). If a loop counts through known indices, the elements that it has written are known. Otherwise it is not
// proved that a value is read where it was stored. The use is then found, but not [Use.Proved].
//
//	m[i] = __activemask();  m[i] = ~0u;  __ballot_sync(m[i], p);   right
//	m[i] = __activemask();  m[k] = ~0u;  __ballot_sync(m[i], p);   not proved: k may be i
//
// For each word, the analysis tracks the bits that do not depend on which lanes run ([bits]): `m | ~0u` is a constant,
// and `threadIdx.x & 31` is the lane itself. Only values that depend on __activemask() matter. So a call is skipped if
// it gets no such value and cannot reach an __activemask().
//
// Nothing is found where the mask was tested before (`if (m == 0xffffffff)`, `if (m >> 3 & 1)`), or where only one lane
// is on the path because the lane was compared with a constant or with the leader.
//
// # What is not followed
//
// Values that are stored in memory of several threads, and branches other than those above. Nothing that depends on
// them is reported.
package together

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/transitive"
	"github.com/warpcheck/warpcheck/source"
)

// Reason is why the result of a collective needs lanes that may be missing.
type Reason int

// The reasons.
const (
	FixedSource  Reason = iota // a shuffle reads a lane that is not chosen from the mask
	Stored                     // the result is stored as if it were the result of all lanes of the path
	EndsLoop                   // the result decides whether a loop continues
	DecidesStore               // the result decides whether a store is made
	Added                      // the result is added to memory, but not by one chosen lane of each set
	Waits                      // a barrier waits for lanes that may be missing
)

// Use is a collective whose mask depends on __activemask(), and which needs lanes that the mask may lack.
type Use struct {
	Root *cfg.Func
	// Function contains the call.
	Function *cfg.Func
	Call     *cfg.Instr
	// At is the place of the call in the user's code. If a library function makes the call, it is the place where the
	// user's code calls the library.
	At     source.Pos
	Reason Reason
	// Sources lists the places of the instructions that read the running lanes, in the order of the source.
	Sources []source.Pos
	// Effect is the store or the branch that depends on the missing lanes. For other reasons it is the call itself.
	Effect source.Pos
	// Proved reports whether the value of __activemask() certainly reaches the mask, and the result of the collective
	// certainly reaches the effect. If they pass through an array, the element that is read must certainly be the one
	// that was stored.
	Proved bool
}

// Find returns the uses in a program, one for each call, with the first reason that it finds. A proved use has
// precedence.
func Find(program *cfg.Program) []Use {
	a := &analysis{reaches: transitive.Any(readsActive, func(f *cfg.Func) []*cfg.Func { return f.Callees }), found: map[*cfg.Instr]*Use{}, paths: paths{},
		names: names{}, spans: map[spanKey]*span{}}
	for _, root := range program.Roots {
		if a.reaches.Of(root) {
			a.runRoot(root)
		}
	}
	uses := make([]Use, 0, len(a.order))
	for _, call := range a.order {
		uses = append(uses, *a.found[call])
	}
	return uses
}

// readsActive reports whether the function f itself reads the set of running lanes.
func readsActive(f *cfg.Func) bool {
	return slices.ContainsFunc(f.Blocks, func(b *cfg.Block) bool { return slices.ContainsFunc(b.Instrs, isActive) })
}

func isActive(instr *cfg.Instr) bool {
	return instr.Op == cfg.Special && instr.Special == cfg.ActiveMask
}

// Package together finds collectives that take the value of __activemask() for all lanes of a path. __activemask()
// returns any set of lanes on the path that includes the caller: those that happen to run together.
//
// # What is right, and what is not
//
// A program is right if it does the same whichever lanes run together, except for the order of atomics and the values
// that they return. So lanes that __activemask() named may elect a leader, count themselves, broadcast from their
// leader, form smaller sets by __match_any_sync, and make one atomic for all of them:
//
//	unsigned m = __activemask();
//	int leader = __ffs(m) - 1, base;
//	if (lane == leader) base = atomicAdd(count, __popc(m));
//	base = __shfl_sync(m, base, leader);
//	out[base + __popc(m & below)] = v;
//
// A collective under such a mask needs lanes that may be missing, see [Reason], if
//
//   - a shuffle reads a lane that is neither its own nor chosen from the mask: lane 0, or one at a distance;
//   - a vote, a ballot, a reduction or a count of it is stored, but at the slot that an atomic
//     returned;
//   - a result is added to memory by all lanes, or by one that the set has not chosen. A sum of counts is the same for
//     any sets of lanes only if one lane of each adds. A maximum may be combined with other maxima by all lanes, and so
//     may bits;
//   - a vote that a loop makes decides whether the loop goes on;
//   - a vote decides whether all of the group make a store, and nothing else is on the other side;
//   - __syncwarp waits for a mask from which nobody is elected and nothing is counted: it is meant for lanes that may
//     be missing.
//
// # How it is found
//
// Each root is interpreted once over values that record what they are computed from ([value]). This is a forward
// analysis of reaching definitions. A store to a variable, a field or an element with a known index replaces the
// earlier value ([path]), and so does a loop that writes all of an array ([overwritten]). Joins are unions, and calls
// are followed with their arguments.
//
// An index that is not constant has a [name], its expression. Two elements are the same as long as their names are and
// no variable in them is written; they are different if the names never have the same value (`i` and `i ^ 1`). If a
// loop counts through known indices, the elements that it has written are known. In other cases it is not proved that a
// value is read from where it was stored. The use is then found, but not [Use.Proved].
//
//	m[i] = __activemask();  m[i] = ~0u;  __ballot_sync(m[i], p);   right
//	m[i] = __activemask();  m[k] = ~0u;  __ballot_sync(m[i], p);   not proved: k may be i
//
// For each word, the analysis tracks the bits that are the same whichever lanes run ([bits]): `m | ~0u` is a constant,
// and `threadIdx.x & 31` the lane itself. Only values that come from __activemask() matter. So a call is not followed
// if it is passed no such value and cannot reach an __activemask().
//
// Nothing is found where the mask was tested before (`if (m == 0xffffffff)`, `if (m >> 3 & 1)`),
// or where only one lane is on the path: by a comparison of the lane with a constant or the leader.
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

// Reason is how a program relies on lanes that may be missing.
type Reason int

// The reasons.
const (
	FixedSource  Reason = iota // a shuffle reads a lane that is not chosen from the mask
	Stored                     // the result is stored as if it were that of all lanes of the path
	EndsLoop                   // the result decides whether a loop goes on
	DecidesStore               // the result decides whether a store is made
	Added                      // the result is added to memory, and not by one lane of each set
	Waits                      // a barrier waits for lanes that may be missing
)

// Use is a collective whose mask comes from __activemask(), and which needs lanes that the mask may lack.
type Use struct {
	Root *cfg.Func
	// Function contains the call.
	Function *cfg.Func
	Call     *cfg.Instr
	// At is the place in the user's code: of the call itself, or of the call of the library's function that makes it.
	At     source.Pos
	Reason Reason
	// Sources are the instructions that read the running lanes, in the order of the source.
	Sources []source.Pos
	// Effect is the store or the branch that depends on the missing lanes; the call itself for other reasons.
	Effect source.Pos
	// Proved says whether the value of __activemask() certainly reaches the mask, and the result of the collective
	// certainly reaches the effect. An element of an array that they pass through must be read at the index at which it
	// was stored.
	Proved bool
}

// Find returns the uses in a program. It returns one use for each call, with the first reason that it finds.
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

// readsActive reports whether a function itself reads the running lanes.
func readsActive(f *cfg.Func) bool {
	return slices.ContainsFunc(f.Blocks, func(b *cfg.Block) bool { return slices.ContainsFunc(b.Instrs, isActive) })
}

func isActive(instr *cfg.Instr) bool {
	return instr.Op == cfg.Special && instr.Special == cfg.ActiveMask
}

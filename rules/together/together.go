// Package together finds collectives that take the value of __activemask() for all lanes of a
// path. What it returns is any set of lanes on the path that holds the caller: those that happen
// to run together.
//
// # What is right, and what is not
//
// A program is right where what it does is the same whichever lanes come together, but for the
// order of atomics and what they return. So a group that found itself so may elect a leader,
// count itself, broadcast from its leader, part itself by __match_any_sync, and make an atomic
// for all of it:
//
//	unsigned m = __activemask();
//	int leader = __ffs(m) - 1, base;
//	if (lane == leader) base = atomicAdd(count, __popc(m));
//	base = __shfl_sync(m, base, leader);
//	out[base + __popc(m & below)] = v;
//
// A collective under such a mask rests on the others, see [Reason], where
//
//   - a shuffle reads a lane that is neither its own nor chosen from the mask: lane 0, or one at a distance;
//   - a vote, a ballot, a reduction or a count of it is stored, but at the slot that an atomic
//     returned;
//   - a count is added to memory by all lanes, or by one that the set has not chosen: only one lane of each set
//     makes the sum the same however the lanes part; a maximum, or bits, all may add to what is of that kind;
//   - a vote that a loop makes decides whether the loop goes on;
//   - a vote decides whether all of the group make a store, and nothing else is on the other side;
//   - __syncwarp waits for a mask from which nothing elects or counts: it is there for the others.
//
// # How it is found
//
// Each root is run once over values that say what they come from ([value]): a forward analysis of
// reaching definitions, in which a store to a variable, a field or an element with a known index replaces what
// that held ([path]), as a loop does that writes all of an array ([overwritten]); joins are
// unions, and calls are followed with their arguments.
//
// An index that is no constant has a [name], the expression that it is: two elements are one while their names are the
// same and no variable in them was written since, and two where the names never stand for one number (`i` and `i ^ 1`).
// Behind a loop that counts through known indices it is known which elements it wrote. Else it is not proved that a value
// is read where it was stored: the use is found, but not [Use.Proved].
//
//	m[i] = __activemask();  m[i] = ~0u;  __ballot_sync(m[i], p);   right
//	m[i] = __activemask();  m[k] = ~0u;  __ballot_sync(m[i], p);   not proved: k may be i
//
// Of words it is known which bits are the same whatever lanes
// run ([bits]): `m | ~0u` is a constant, and `threadIdx.x & 31` the lane itself. Only what comes from __activemask() matters, so
// that calls without such a value, which cannot reach one, are passed over.
//
// Nothing is found where the mask was tested before (`if (m == 0xffffffff)`, `if (m >> 3 & 1)`),
// or where one lane is on the path: by a comparison of the lane with a constant or the leader.
//
// # What is not followed
//
// A value that is stored in memory of several threads, and one that decides a branch otherwise
// than above. What comes from there is silent.
package together

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/transitive"
	"github.com/warpcheck/warpcheck/source"
)

// Reason is how a program rests on lanes that may be missing.
type Reason int

// The reasons.
const (
	FixedSource  Reason = iota // a shuffle reads a lane that is not chosen from the mask
	Stored                     // the result is stored as if it were that of all lanes of the path
	EndsLoop                   // the result decides whether a loop goes on
	DecidesStore               // the result decides whether a store is made
	Added                      // the result is added to what others have, and not by one lane of each set
	Waits                      // a barrier that is for the others
)

// Use is a collective whose mask rests on __activemask().
type Use struct {
	Root *cfg.Func
	// Function is the one that the call stands in.
	Function *cfg.Func
	Call     *cfg.Instr
	// At is where the user wrote the call: behind it may stand functions of a library.
	At     source.Pos
	Reason Reason
	// Sources are the instructions that read the running lanes, in the order of the source.
	Sources []source.Pos
	// Effect is the store or the branch, the call itself for others.
	Effect source.Pos
	// Proved reports that the value reaches the mask, and the result its effect: each array on the way is read at the
	// index at which it was stored.
	Proved bool
}

// Find finds the uses of a program, each call once with its first reason.
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

// readsActive reports a function that reads the running lanes itself.
func readsActive(f *cfg.Func) bool {
	return slices.ContainsFunc(f.Blocks, func(b *cfg.Block) bool { return slices.ContainsFunc(b.Instrs, isActive) })
}

func isActive(in *cfg.Instr) bool { return in.Op == cfg.Special && in.Special == cfg.ActiveMask }
